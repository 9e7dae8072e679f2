"""A scout in MAX's view, fail-hard, on a nested list: a null window first, and the full one if that was not enough."""

from __future__ import annotations

from typing import Any

TREE = [
    [[[4, 11, 2], [9, 6, 3]], [[7, 1], [12, 8, 5]], [[3, 9], [2, 6], [10, 4]]],
    [[[13, 5], [8, 7, 10]], [[6, 14], [9, 12]], [[11, 3], [5, 8]]],
    [[[2, 7], [15, 6, 4]], [[9, 10], [11, 13, 6]], [[12, 5], [8, 13], [7, 11]]],
]


def maximize(node: Any, alpha: int, beta: int) -> int:
    if isinstance(node, int):
        return max(alpha, min(beta, node))
    for number, child in enumerate(node):
        value = minimize(child, alpha, alpha + 1 if number else beta)
        if number and alpha < value < beta:
            value = minimize(child, alpha, beta)
        alpha = max(alpha, value)
        if alpha >= beta:
            return beta
    return alpha


def minimize(node: Any, alpha: int, beta: int) -> int:
    if isinstance(node, int):
        return max(alpha, min(beta, node))
    for number, child in enumerate(node):
        value = maximize(child, beta - 1 if number else alpha, beta)
        if number and alpha < value < beta:
            value = maximize(child, alpha, beta)
        beta = min(beta, value)
        if beta <= alpha:
            return alpha
    return beta


def solve() -> int:
    return maximize(TREE, -100, 100)
