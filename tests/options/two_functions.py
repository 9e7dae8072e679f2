"""Two functions, one for each player: squares as a text, a window, and the value alone is returned."""

import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def utility(squares):
    for a, b, c in LINES:
        if squares[a] == squares[b] == squares[c] != ".":
            return 1 if squares[a] == "X" else -1
    return None if "." in squares else 0


def hi(s, last, a, b):
    over = utility(s)
    if over is not None:
        return over
    best = -2
    for square in range(9):
        if s[square] == ".":
            best = max(best, lo(s[:square] + "X" + s[square + 1 :], square, a, b))
            if best >= b:
                return best
            a = max(a, best)
    return best


def lo(s, last, a, b):
    over = utility(s)
    if over is not None:
        return over
    best = 2
    for square in range(9):
        if s[square] == ".":
            best = min(best, hi(s[:square] + "O" + s[square + 1 :], square, a, b))
            if best <= a:
                return best
            b = min(b, best)
    return best


print(hi(sys.argv[1], None, -2, 2))
