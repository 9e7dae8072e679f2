"""Tic-tac-toe in the words of the textbooks: player, actions, result, terminal, utility, on tuples."""

from __future__ import annotations

import math

Board = tuple[str | None, ...]
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
X, NOUGHT = "X", "O"
START: Board = (X, NOUGHT, None, None, None, X, NOUGHT, None, None)


def player(board: Board) -> str:
    return X if board.count(X) == board.count(NOUGHT) else NOUGHT


def actions(board: Board) -> list[int]:
    return [square for square, mark in enumerate(board) if mark is None]


def result(board: Board, square: int) -> Board:
    after = list(board)
    after[square] = player(board)
    return tuple(after)


def winner(board: Board) -> str | None:
    for line in LINES:
        marks = {board[square] for square in line}
        if len(marks) == 1 and None not in marks:
            return marks.pop()
    return None


def terminal(board: Board) -> bool:
    return winner(board) is not None or None not in board


def utility(board: Board) -> int:
    return {X: 1, NOUGHT: -1, None: 0}[winner(board)]


def max_value(board: Board, alpha: float, beta: float) -> float:
    if terminal(board):
        return utility(board)
    v = -math.inf
    for action in actions(board):
        v = max(v, min_value(result(board, action), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(board: Board, alpha: float, beta: float) -> float:
    if terminal(board):
        return utility(board)
    v = math.inf
    for action in actions(board):
        v = min(v, max_value(result(board, action), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def solve() -> float:
    return max_value(START, -math.inf, math.inf)
