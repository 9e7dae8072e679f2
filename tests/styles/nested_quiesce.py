"""Alpha-beta with max and min in one function and a quiescence search inside it."""

def solve(start, limit):
    def value(s):
        return sum((i + 1) * x for i, x in enumerate(s)) % 19 - 9

    def hot(s):
        return [i for i, x in enumerate(s) if x >= 6]

    def after(s, i):
        return s[:i] + (s[i] // 2,) + s[i + 1:]

    def qsearch(s, alpha, beta, maxing):
        stand = value(s)
        if maxing:
            if stand >= beta:
                return stand
            best = stand
            for i in hot(s):
                best = max(best, qsearch(after(s, i), max(alpha, best), beta, False))
                if best >= beta:
                    break
            return best
        if stand <= alpha:
            return stand
        best = stand
        for i in hot(s):
            best = min(best, qsearch(after(s, i), alpha, min(beta, best), True))
            if best <= alpha:
                break
        return best

    def search(s, depth, alpha, beta, maxing):
        if depth == 0:
            return qsearch(s, alpha, beta, maxing)
        moves = [i for i, x in enumerate(s) if x]
        if not moves:
            return 50 if maxing else -50
        if maxing:
            best = -99
            for i in moves:
                best = max(best, search(after(s, i), depth - 1, max(alpha, best), beta, False))
                if best >= beta:
                    break
        else:
            best = 99
            for i in moves:
                best = min(best, search(after(s, i), depth - 1, alpha, min(beta, best), True))
                if best <= alpha:
                    break
        return best

    return search(start, limit, -99, 99, True)


print(solve((7, 13, 4, 9, 20), 3))
