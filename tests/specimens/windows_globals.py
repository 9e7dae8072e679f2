"""Tic-tac-toe with everything in globals: the board, and the window, which each call puts back."""

from __future__ import annotations

board = [".", ".", ".", ".", "O", "X", "O", ".", "X"]
alpha, beta = -99, 99
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def score() -> int | None:
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != ".":
            return 1 if board[a] == "X" else -1
    return None if "." in board else 0


def search(maximizing: bool) -> int:
    global alpha, beta  # noqa: PLW0603  # a first program has them so
    result = score()
    if result is not None:
        return result
    kept = alpha, beta
    best = -99 if maximizing else 99
    for square in range(9):
        if board[square] != ".":
            continue
        board[square] = "X" if maximizing else "O"
        value = search(not maximizing)
        board[square] = "."
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    alpha, beta = kept
    return best


def solve() -> int:
    return search(True)
