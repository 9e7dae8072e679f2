"""Nim on a list of heaps: a negamax with a colour, a depth and a guess at the horizon."""

from __future__ import annotations

heaps = [1, 2, 3, 2]


def guess(heaps: list[int], color: int) -> float:
    left = 0
    for heap in heaps:
        left ^= heap
    return color * (0.5 if left else -0.5)


def negamax(heaps: list[int], depth: int, alpha: float, beta: float, color: int) -> float:
    if sum(heaps) == 0:
        return -1
    if depth == 0:
        return color * guess(heaps, color)
    best = float("-inf")
    for heap in range(len(heaps)):
        for count in range(1, heaps[heap] + 1):
            heaps[heap] -= count
            value = -negamax(heaps, depth - 1, -beta, -alpha, -color)
            heaps[heap] += count
            if value > best:
                best = value
            if best > alpha:
                alpha = best
            if alpha >= beta:
                return best
    return best


def solve() -> float:
    return negamax(heaps, 4, float("-inf"), float("inf"), 1)
