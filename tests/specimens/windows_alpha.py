"""A walk over nested lists in which MAX's bound is a variable of the function around it; each call puts it back."""

from __future__ import annotations

from typing import Any

TREE = [
    [[[5, 8], [2, 9]], [[12, 4], [6, 3]], [[7, 10], [1, 11]]],
    [[[9, 3], [14, 6]], [[8, 5], [10, 2]], [[4, 13], [7, 6]]],
    [[[3, 8], [11, 9]], [[6, 12], [5, 7]], [[2, 10], [13, 4]]],
]


def solve() -> int:
    bound = -100

    def visit(node: Any, beta: int, maximizing: bool) -> int:
        nonlocal bound
        if isinstance(node, int):
            return node
        before = bound
        best = -100 if maximizing else 100
        for child in node:
            value = visit(child, beta, not maximizing)
            if maximizing:
                best = max(best, value)
                bound = max(bound, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if bound > beta:
                break
        bound = before
        return best

    return visit(TREE, 100, True)
