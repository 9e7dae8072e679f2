"""Nim by a fail-hard alpha-beta with a flag: alpha and beta are the best values so far. Wins count more the sooner."""

from __future__ import annotations

Heaps = tuple[int, ...]


def moves(heaps: Heaps) -> list[Heaps]:
    places = [(place, taken) for place, heap in enumerate(heaps) for taken in range(1, heap + 1)]
    return [(*heaps[:place], heaps[place] - taken, *heaps[place + 1 :]) for place, taken in places]


def alphabeta(heaps: Heaps, ply: int, alpha: int, beta: int, maximizing: bool) -> int:
    if not any(heaps):
        return ply - 100 if maximizing else 100 - ply
    for child in moves(heaps):
        value = alphabeta(child, ply + 1, alpha, beta, not maximizing)
        if maximizing:
            if value >= beta:
                return beta
            alpha = max(alpha, value)
        else:
            if value <= alpha:
                return alpha
            beta = min(beta, value)
    return alpha if maximizing else beta


def solve() -> int:
    return alphabeta((1, 2, 3), 0, -1000, 1000, True)
