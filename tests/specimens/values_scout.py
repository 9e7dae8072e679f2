"""Principal variation search on nested lists: null windows first, and again with the whole window where they fail."""

from __future__ import annotations

from typing import Any

TREE: Any = [
    [[7, [3, 4]], [[12, 8], 5], [9, [-2, 6]]],
    [[[2, 11], -4], [6, 1, 15], [[3, 9], [4, 7]]],
    [[14, -5], [[5, 10], [2, 13]], [[-7, 8], 6]],
    [[[1, 16], 3], [5, [17, 2]], [-3, [4, 18]]],
]


def pvs(node: Any, color: int, alpha: int, beta: int) -> int:
    if isinstance(node, int):
        return color * node
    best = -1000
    for number, child in enumerate(node):
        if number == 0:
            value = -pvs(child, -color, -beta, -alpha)
        else:
            value = -pvs(child, -color, -alpha - 1, -alpha)
            if alpha < value < beta:
                value = -pvs(child, -color, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best


def solve() -> int:
    return pvs(TREE, 1, -1000, 1000)
