"""Tic-tac-toe on a string, with the window in one list of two numbers, of which each call gets its own."""

from __future__ import annotations

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def won(board: str, mark: str) -> bool:
    return any(board[a] == board[b] == board[c] == mark for a, b, c in LINES)


def search(board: str, maximizing: bool, window: list[float]) -> float:
    if won(board, "X" if not maximizing else "O"):
        return -1 if maximizing else 1
    if "." not in board:
        return 0
    best = -2 if maximizing else 2
    for square in range(9):
        if board[square] != ".":
            continue
        after = board[:square] + ("X" if maximizing else "O") + board[square + 1 :]
        value = search(after, not maximizing, window[:])
        if maximizing:
            best = max(best, value)
            window[0] = max(window[0], best)
        else:
            best = min(best, value)
            window[1] = min(window[1], best)
        if window[0] >= window[1]:
            break
    return best


def solve() -> float:
    return search("...OO..XX", True, [-2, 2])
