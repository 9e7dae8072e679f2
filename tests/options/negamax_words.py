"""A negamax over one list of the module; words that name nobody tell who moves."""

import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ORDER = [int(square) for square in sys.argv[2]]


def utility(squares):
    for a, b, c in LINES:
        if squares[a] == squares[b] == squares[c] != ".":
            worth = 1 + sum(square == "." for square in squares)
            return worth if squares[a] == "X" else -worth
    return None if "." in squares else 0


squares = list(sys.argv[1])
path = [None]
OTHER = {"ann": "bob", "bob": "ann"}


def negamax(who, depth, alpha, beta):
    over = utility(squares)
    if over is not None:
        return over if who == "ann" else -over
    best = -99
    for k in ORDER:
        if squares[k] != ".":
            continue
        squares[k] = "X" if who == "ann" else "O"
        path.append(k)
        value = -negamax(OTHER[who], depth - 1, -beta, -alpha)
        path.pop()
        squares[k] = "."
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


print(negamax("ann", squares.count("."), -99, 99))
