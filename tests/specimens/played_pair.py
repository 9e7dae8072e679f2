"""Tic-tac-toe as one function that returns a value and a move."""

from math import inf

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def result(cells):
    for a, b, c in LINES:
        if cells[a] != "-" and cells[a] == cells[b] == cells[c]:
            return 1 if cells[a] == "X" else -1
    return None if "-" in cells else 0


def minimax(cells, maximizing):
    worth = result(cells)
    if worth is not None:
        return worth, None
    best, best_move = -inf if maximizing else inf, None
    for move in range(9):
        if cells[move] == "-":
            cells[move] = "X" if maximizing else "O"
            value, _ = minimax(cells, not maximizing)
            cells[move] = "-"
            if value > best if maximizing else value < best:
                best, best_move = value, move
    return best, best_move


def solve():
    return minimax(list("X-O-O---X"), True)
