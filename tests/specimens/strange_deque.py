"""Tic-tac-toe whose free squares are a deque that is walked round: each square taken at the left is put back right."""

from __future__ import annotations

from collections import deque

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board: list[str]) -> int | None:
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return 1 if board[a] == "X" else -1
    return None if "." in board else 0


def minimax(board: list[str], free: deque[int], alpha: int, beta: int, player: str) -> int:
    result = winner(board)
    if result is not None:
        return result
    best = -9 if player == "X" else 9
    for _ in range(len(free)):
        square = free.popleft()
        board[square] = player
        if alpha < beta:
            value = minimax(board, free, alpha, beta, "O" if player == "X" else "X")
        board[square] = "."
        free.append(square)
        if player == "X":
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
    return best


def solve() -> int:
    return minimax(list("........."), deque(range(9)), -9, 9, "X")
