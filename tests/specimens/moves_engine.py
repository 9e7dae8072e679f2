"""An engine for tic-tac-toe: null moves, reductions, extensions, a quiescence search, an aspiration window that widens.

It plays so as to use each of them, not so as to be strong.
"""

from __future__ import annotations

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
WIN = 1000


def mark_of(color: int) -> str:
    return "X" if color > 0 else "O"


def winner(board: str) -> int:
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return 1 if board[a] == "X" else -1
    return 0


def evaluate(board: str) -> int:
    lines = ["".join(board[square] for square in line) for line in LINES]
    return sum(("O" not in line) - ("X" not in line) for line in lines)


def played(board: str, square: int, color: int) -> str:
    return board[:square] + mark_of(color) + board[square + 1 :]


def empty(board: str) -> list[int]:
    return [square for square in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[square] == "."]


def threats(board: str, color: int) -> list[int]:
    return [square for square in empty(board) if winner(played(board, square, color)) == color]


def quiesce(board: str, depth: int, color: int, alpha: float, beta: float) -> float:
    if winner(board):
        return color * winner(board) * WIN
    best = float(color * evaluate(board)) if "." in board else 0
    for square in threats(board, color):
        if best >= beta:
            break
        best = max(best, -quiesce(played(board, square, color), depth - 1, -color, -beta, -max(alpha, best)))
    return best


def search(board: str, depth: int, color: int, alpha: float, beta: float, null: bool = True) -> float:
    if winner(board):
        return color * winner(board) * WIN
    if "." not in board:
        return 0
    if depth <= 0:
        return quiesce(board, 0, color, alpha, beta)
    urgent = threats(board, -color)
    if null and depth >= 2 and not urgent:
        value = -search(board, depth - 2, -color, -beta, -beta + 1, False)
        if value >= beta:
            return value
    best = -float("inf")
    for k, square in enumerate(empty(board)):
        after, left = played(board, square, color), depth - 1 + (square in urgent)
        low = max(alpha, best)
        if k < 2:
            value = -search(after, left, -color, -beta, -low)
        else:
            value = -search(after, left - 1, -color, -low - 1, -low)
            if value > low:
                value = -search(after, left, -color, -beta, -low)
        best = max(best, value)
        if best >= beta:
            break
    return best


def solve() -> float:
    value = 0.0
    for depth in (1, 2, 3, 4):
        low, high = value - 1, value + 1
        value = search("X...O....", depth, 1, low, high)
        if not low < value < high:
            value = search("X...O....", depth, 1, -WIN - 1, WIN + 1)
    return value
