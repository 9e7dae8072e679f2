"""Tic-tac-toe on a text from its middle on, each position once: `functools.cache` answers for the others."""

from __future__ import annotations

from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@cache
def minimax(board: str, maximizing: bool) -> int:
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return 1 if board[a] == "X" else -1
    free = [square for square, mark in enumerate(board) if mark == "."]
    if not free:
        return 0
    mark = "X" if maximizing else "O"
    values = [minimax(board[:square] + mark + board[square + 1 :], not maximizing) for square in free]
    return max(values) if maximizing else min(values)


def solve() -> int:
    return minimax("XO.......", True)
