"""Tic-tac-toe with its board as a list of the module; one function for both players."""

from __future__ import annotations

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
board = [1, -1, 0, 0, 1, 0, -1, 0, 0]


def minimax(maximizing: bool) -> int:
    for a, b, c in LINES:
        if board[a] and board[a] == board[b] == board[c]:
            return board[a]
    if 0 not in board:
        return 0
    values = []
    for square in range(9):
        if board[square] == 0:
            board[square] = 1 if maximizing else -1
            values.append(minimax(not maximizing))
            board[square] = 0
    return max(values) if maximizing else min(values)


def solve() -> int:
    board[:] = [1, -1, 0, 0, 1, 0, -1, 0, 0]
    return minimax(True)
