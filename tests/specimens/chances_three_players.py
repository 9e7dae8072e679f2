"""Nim for three players: who takes the last piece wins. Each call returns what each player gets."""

from __future__ import annotations


def shares(heaps: tuple[int, ...], player: int) -> tuple[int, ...]:
    if not any(heaps):
        return tuple(int(other == (player - 1) % 3) for other in range(3))
    best: tuple[int, ...] | None = None
    for place, heap in enumerate(heaps):
        for taken in range(1, heap + 1):
            after = (*heaps[:place], heap - taken, *heaps[place + 1 :])
            value = shares(after, (player + 1) % 3)
            if best is None or value[player] > best[player]:
                best = value
    assert best is not None
    return best


def solve() -> tuple[int, ...]:
    return shares((1, 2, 2), 0)
