"""Nim on tuples of heaps by a negamax with alpha-beta: who takes the last counter wins."""

from __future__ import annotations

Heaps = tuple[int, ...]
HEAPS = (1, 2, 2)


def negamax(heaps: Heaps, player: int, alpha: int, beta: int) -> int:
    if not any(heaps):
        return -1
    best = -9
    for heap, size in enumerate(heaps):
        for taken in range(1, size + 1):
            after = (*heaps[:heap], size - taken, *heaps[heap + 1 :])
            value = -negamax(after, -player, -beta, -alpha)
            best = max(best, value)
            if best >= beta:
                return best
            alpha = max(alpha, best)
    return best


def solve() -> int:
    return negamax(HEAPS, 1, -9, 9)
