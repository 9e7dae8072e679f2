"""Nim by backtracking: whether the player to move can win, which ends at the first winning move."""

from __future__ import annotations


def can_win(heaps: list[int], player: int) -> bool:
    if not any(heaps):
        return False
    for heap in range(len(heaps)):
        for taken in range(1, heaps[heap] + 1):
            heaps[heap] -= taken
            won = not can_win(heaps, -player)
            heaps[heap] += taken
            if won:
                return True
    return False


def solve() -> bool:
    return can_win([1, 2, 3], 1)
