"""Nim by minimax without a window: the moves are a set of pairs, sorted before they are walked."""

from __future__ import annotations

Heaps = tuple[int, ...]


def moves(heaps: Heaps) -> set[tuple[int, int]]:
    return {(heap, count) for heap, counters in enumerate(heaps) for count in range(1, counters + 1)}


def minimax(heaps: Heaps, maximizing: bool) -> int:
    choices = moves(heaps)
    if not choices:
        return -1 if maximizing else 1
    best = -2 if maximizing else 2
    for heap, count in sorted(choices):
        left = (*heaps[:heap], heaps[heap] - count, *heaps[heap + 1 :])
        value = minimax(left, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
    return best


def solve() -> int:
    return minimax((1, 2, 2), True)
