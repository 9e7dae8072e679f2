# NegaScout after Reinefeld on a tree whose leaves come from a hash
import zlib


def leaf(path):
    return zlib.crc32(bytes(path)) % 41 - 20


def negascout(path, d, alpha, beta):
    if d == 0:
        return leaf(path) * (1 if len(path) % 2 == 0 else -1)
    b = beta
    for i in range(4):
        t = -negascout(path + (i,), d - 1, -b, -alpha)
        if alpha < t < beta and i > 0 and d > 1:
            t = -negascout(path + (i,), d - 1, -beta, -t)
        if t > alpha:
            alpha = t
        if alpha >= beta:
            return alpha
        b = alpha + 1
    return alpha


print(negascout((), 5, -100, 100))
