# 2 x 3 squares, all get filled; a pair of your own that touch counts one
TOUCH = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]
tt = {}


def pairs(b):
    return sum(b >> i & 1 and b >> j & 1 for i, j in TOUCH)


def negamax(me, op):
    if me | op == 63:
        return pairs(me) - pairs(op)
    key = (me, op)
    if key in tt:
        return tt[key]
    best = -99
    for i in range(6):
        if not (me | op) >> i & 1:
            best = max(best, -negamax(op, me | 1 << i))
    tt[key] = best
    return best


print(negamax(0, 0))
