"""Negamax that goes on with captures alone below depth 0, in the same function."""
nodes = 0


def evaluate(s, me):
    return me * (sum((i * 3 + 1) * x for i, x in enumerate(s)) % 23 - 11)


def negamax(s, me, depth, alpha, beta):
    global nodes
    nodes += 1
    moves = [i for i, x in enumerate(s) if x]
    if not moves:
        return -100
    best = -1000
    if depth <= 0:
        best = evaluate(s, me)
        if best >= beta or depth < -3:
            return best
        alpha = max(alpha, best)
        moves = [i for i in moves if s[i] % 3 == 0]
    for i in moves:
        after = s[:i] + (s[i] - (s[i] + 1) // 2,) + s[i + 1:]
        score = -negamax(after, -me, depth - 1, -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


print(negamax((6, 3, 9, 5), 1, 3, -1000, 1000), nodes)
