"""The textbook's search, whose first function only chooses the move, with functions inside it for MAX and MIN."""

from __future__ import annotations

from typing import Any

INFINITY = float("inf")
TREE = [
    [[[4, 11, 2], [9, 6, 3]], [[7, 1], [12, 8, 5]], [[3, 9], [2, 6], [10, 4]]],
    [[[13, 5], [8, 7, 10]], [[6, 14], [9, 12]], [[11, 3], [5, 8]]],
    [[[2, 7], [15, 6, 4]], [[9, 10], [1, 13, 6]], [[12, 5], [8, 3], [7, 11]]],
]


def choose(node: Any) -> int:
    """The number of the best move."""

    def max_value(node: Any, alpha: float, beta: float) -> float:
        if not isinstance(node, list):
            return node
        value = -INFINITY
        for child in node:
            value = max(value, min_value(child, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(node: Any, alpha: float, beta: float) -> float:
        if not isinstance(node, list):
            return node
        value = INFINITY
        for child in node:
            value = min(value, max_value(child, alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

    best, choice = -INFINITY, -1
    for k, child in enumerate(node):
        value = min_value(child, best, INFINITY)
        if value > best:
            best, choice = value, k
    return choice


def solve() -> int:
    return choose(TREE)
