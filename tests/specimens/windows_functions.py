"""Alpha-beta on a tree of nested lists: one function for MAX, one for MIN."""

from __future__ import annotations

from typing import Any

INFINITY = float("inf")
TREE = [
    [[[4, 11, 2], [9, 6, 3]], [[7, 1], [12, 8, 5]], [[3, 9], [2, 6], [10, 4]]],
    [[[13, 5], [8, 7, 10]], [[6, 14], [9, 12]], [[11, 3], [5, 8]]],
    [[[2, 7], [15, 6, 4]], [[9, 10], [1, 13, 6]], [[12, 5], [8, 3], [7, 11]]],
]


def max_value(node: Any, alpha: float, beta: float) -> float:
    if not isinstance(node, list):
        return node
    best = -INFINITY
    for child in node:
        best = max(best, min_value(child, alpha, beta))
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best


def min_value(node: Any, alpha: float, beta: float) -> float:
    if not isinstance(node, list):
        return node
    best = INFINITY
    for child in node:
        best = min(best, max_value(child, alpha, beta))
        if best <= alpha:
            break
        beta = min(beta, best)
    return best


def solve() -> float:
    return max_value(TREE, -INFINITY, INFINITY)
