"""Tic-tac-toe from a late position: one function with a flag, which puts marks on a list and takes them back.

A win counts the more the sooner it comes.
"""

from __future__ import annotations

board = ["X", "O", "X", " ", " ", " ", " ", " ", "O"]
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def won(mark: str) -> bool:
    return any(all(board[square] == mark for square in line) for line in LINES)


def minimax(depth: int, maximizing: bool, alpha: float, beta: float) -> float:
    if won("X"):
        return 10 + depth
    if won("O"):
        return -10 - depth
    if depth == 0:
        return 0
    best = -1000.0 if maximizing else 1000.0
    for square in range(9):
        if board[square] != " ":
            continue
        board[square] = "X" if maximizing else "O"
        value = minimax(depth - 1, not maximizing, alpha, beta)
        board[square] = " "
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def solve() -> float:
    return minimax(5, True, -1000, 1000)
