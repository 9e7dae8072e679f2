def legal(s):
    return [c for c in "abc" if not s.endswith(c)]


def rate(s):
    r = 0
    for c in s:
        r = (r * 17 + ord(c)) % 43
    return r - 21


def alphabeta(state, depth, alpha, beta, maximizing):
    if depth == 0:
        return rate(state)
    best = -100 if maximizing else 100
    for c in legal(state):
        v = alphabeta(state + c, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, v)
            alpha = max(alpha, best)
        else:
            best = min(best, v)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def iterative_deepening(state, max_depth):
    value = rate(state)
    for depth in range(1, max_depth + 1):
        value = alphabeta(state, depth, -100, 100, True)
        print("depth", depth, "value", value)
    return value


iterative_deepening("", 4)
