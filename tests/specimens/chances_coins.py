"""A tree of choices and coins: MAX and MIN choose in lists by turns, and in a pair a coin falls."""

from __future__ import annotations

from typing import Any

SIDES = (0.5, 0.5)
TREE: Any = [
    [([7, 2], [9, 4]), ([3, 8], [1, 12])],
    [([5, 11], [6, 0]), ([10, 2], [4, 13])],
    [([1, 3], [14, 8]), ([9, 15], [2, 6])],
    [([12, 16], [3, 7]), ([5, 9], [17, 1])],
]


def expected(values: list[float]) -> float:
    return SIDES[0] * values[0] + SIDES[1] * values[1]


def expectiminimax(node: Any, player: int) -> float:
    if isinstance(node, int):
        return float(node)
    if isinstance(node, tuple):
        return expected([expectiminimax(outcome, player) for outcome in node])
    values = [expectiminimax(child, -player) for child in node]
    return max(values) if player == 1 else min(values)


def solve() -> float:
    return expectiminimax(TREE, 1)
