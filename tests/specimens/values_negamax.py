"""Negamax with alpha-beta on a tree of nested lists, whose numbers are what the first player gets."""

from __future__ import annotations

from typing import Any

INFINITY = float("inf")
TREE: Any = [
    [[7, [3, 4]], [[12, 8], 5], [9, [-2, 6]]],
    [[[2, 11], -4], [6, 1, 15], [[3, 9], [4, 7]]],
    [[14, -5], [[5, 10], [2, 13]], [[-7, 8], 6]],
    [[[1, 16], 3], [5, [17, 2]], [-3, [4, 18]]],
]


def negamax(node: Any, color: int, alpha: float, beta: float) -> float:
    if not isinstance(node, list):
        return float(color * node)
    best = -INFINITY
    for child in node:
        value = -negamax(child, -color, -beta, -alpha)
        if value > best:
            best = value
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best


def solve() -> float:
    return negamax(TREE, 1, -INFINITY, INFINITY)
