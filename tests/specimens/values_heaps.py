"""Nim on one list of heaps that is changed and changed back; one function for both players, windows of big numbers."""

from __future__ import annotations

heaps = [1, 2, 3]


def minimax(heaps: list[int], maximizing: bool, alpha: int, beta: int) -> int:
    if not any(heaps):
        return -100 if maximizing else 100
    best = -1000 if maximizing else 1000
    for heap in range(len(heaps)):
        for taken in range(1, heaps[heap] + 1):
            heaps[heap] -= taken
            value = minimax(heaps, not maximizing, alpha, beta)
            heaps[heap] += taken
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if beta <= alpha:
                return best
    return best


def solve() -> int:
    return minimax(heaps, True, -1000, 1000)
