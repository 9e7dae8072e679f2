"""A function that walks the moves of the root and returns the best one, above functions written inside it."""

import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def utility(squares):
    for a, b, c in LINES:
        if squares[a] == squares[b] == squares[c] != ".":
            return 1 if squares[a] == "X" else -1
    return None if "." in squares else 0


def choose(squares):
    def larger(squares, last, alpha, beta):
        over = utility(squares)
        if over is not None:
            return over
        for square in range(9):
            if squares[square] == ".":
                alpha = max(alpha, smaller((*squares[:square], "X", *squares[square + 1 :]), square, alpha, beta))
                if alpha >= beta:
                    break
        return alpha

    def smaller(squares, last, alpha, beta):
        over = utility(squares)
        if over is not None:
            return over
        for square in range(9):
            if squares[square] == ".":
                beta = min(beta, larger((*squares[:square], "O", *squares[square + 1 :]), square, alpha, beta))
                if alpha >= beta:
                    break
        return beta

    alpha, choice = -2, None
    for square in range(9):
        if squares[square] == ".":
            value = smaller((*squares[:square], "X", *squares[square + 1 :]), square, alpha, 2)
            if value > alpha:
                alpha, choice = value, square
    return choice


print(choose(tuple(sys.argv[1])))
