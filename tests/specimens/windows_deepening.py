"""Iterative deepening with an aspiration window around the last value, searched again where that fails.

A position is the numbers of the moves that led there, and looks like an arbitrary number.
"""

from __future__ import annotations

Position = tuple[int, ...]
SEED = 1


def looks(position: Position) -> int:
    number = SEED
    for move in position:
        number = (31 * number + 17 * move + 5) % 997
    return number % 23 - 11


def alphabeta(position: Position, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
    if depth == 0 or len(position) == 6:
        return looks(position)
    value = -1e6 if maximizing else 1e6
    for move in range(2 + len(position) % 2):
        child = (*position, move)
        if maximizing:
            value = max(value, alphabeta(child, depth - 1, alpha, beta, False))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        else:
            value = min(value, alphabeta(child, depth - 1, alpha, beta, True))
            if value <= alpha:
                return value
            beta = min(beta, value)
    return value


def solve() -> float:
    value = 0.0
    for depth in range(1, 7):
        alpha, beta = (-1e6, 1e6) if depth == 1 else (value - 2, value + 2)
        value = alphabeta((), depth, alpha, beta, True)
        if not alpha < value < beta:
            value = alphabeta((), depth, -1e6, 1e6, True)
    return value
