# negamax with a table {(heaps): (value, flag)}
EXACT, LOWER, UPPER = range(3)
TT = {}


def negamax(heaps, alpha, beta):
    start = alpha
    if heaps in TT:
        value, flag = TT[heaps]
        if flag == EXACT or flag == LOWER and value >= beta or flag == UPPER and value <= alpha:
            return value
    if not any(heaps):
        return -1
    best = -2
    for i, n in enumerate(heaps):
        for k in range(n):
            rest = tuple(sorted(heaps[:i] + (k,) + heaps[i + 1:]))
            best = max(best, -negamax(rest, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        if alpha >= beta:
            break
    TT[heaps] = (best, UPPER if best <= start else LOWER if best >= beta else EXACT)
    return best


print(negamax((1, 2, 3), -2, 2))
