"""Negamax on Nim's heaps, one list a call, with the counters that each player took beside them."""

from __future__ import annotations

Heaps = list[list[int]]


def after(board: Heaps, heap: int, count: int) -> Heaps:
    new = [list(one) for one in board]
    new[heap][0] -= count
    return new


def negamax(board: Heaps, alpha: float, beta: float) -> float:
    best = -1.0
    for heap, (counters,) in enumerate(board):
        for count in range(1, counters + 1):
            best = max(best, -negamax(after(board, heap, count), -beta, -max(alpha, best)))
            if best >= beta:
                return best
    return best


def solve() -> float:
    return negamax([[1], [2], [2]], -1, 1)
