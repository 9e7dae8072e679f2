"""Two functions whose variables have other names: one for each player. The squares are a text."""

import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ORDER = [int(square) for square in sys.argv[2]]


def utility(squares):
    for a, b, c in LINES:
        if squares[a] == squares[b] == squares[c] != ".":
            worth = 1 + sum(square == "." for square in squares)
            return worth if squares[a] == "X" else -worth
    return None if "." in squares else 0


def hi(s, d, a, b, last=None):
    over = utility(s)
    if over is not None:
        return over
    best = -99
    for k in ORDER:
        if s[k] == ".":
            best = max(best, lo(s[:k] + "X" + s[k + 1 :], d - 1, a, b, k))
            if best >= b:
                return best
            a = max(a, best)
    return best


def lo(t, d, c, e, last=None):
    over = utility(t)
    if over is not None:
        return over
    best = 99
    for k in ORDER:
        if t[k] == ".":
            best = min(best, hi(t[:k] + "O" + t[k + 1 :], d - 1, c, e, k))
            if best <= c:
                return best
            e = min(e, best)
    return best


print(hi(sys.argv[1], sys.argv[1].count("."), -99, 99))
