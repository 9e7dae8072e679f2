"""A fail-soft scout on a nested list, which does not search a leaf again: its value is exact in any window."""

from __future__ import annotations

from typing import Any

TREE = [
    [[[4, 11, 2], [9, 6, 3]], [[7, 1], [12, 8, 5]], [[3, 9], [2, 6], [10, 4]]],
    [[[13, 5], [8, 7, 10]], [[6, 14], [9, 12]], [[11, 3], [5, 8]]],
    [[[2, 7], [15, 6, 4]], [[9, 10], [11, 13, 6]], [[12, 5], [8, 13], [7, 11]]],
]


def negascout(node: Any, sign: int, alpha: int, beta: int) -> int:
    if isinstance(node, int):
        return sign * node
    best, end = -1000, beta
    for number, child in enumerate(node):
        value = -negascout(child, -sign, -end, -alpha)
        if alpha < value < beta and number and isinstance(child, list):
            value = -negascout(child, -sign, -beta, -value)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
        end = alpha + 1
    return best


def solve() -> int:
    return negascout(TREE, 1, -1000, 1000)
