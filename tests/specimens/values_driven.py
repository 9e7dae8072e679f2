"""Alpha-beta with a table, driven by null windows (MTD(f)), by narrow windows, and by depths one after another.

The game: two players climb a ladder, one to three rungs a turn. Values are the first player's.
"""

from __future__ import annotations

RUNGS = 12
table: dict[tuple[int, bool, int], tuple[int, int]] = {}


def worth(rung: int, first: bool) -> int:
    return (rung * 29 + 7 * first) % 17 - 8


def alphabeta(rung: int, first: bool, depth: int, alpha: int, beta: int) -> int:
    low, high = table.get((rung, first, depth), (-100, 100))
    if low >= beta:
        return low
    if high <= alpha or low == high:
        return high
    if rung >= RUNGS or depth == 0:
        return worth(rung, first)
    down, up = max(alpha, low), min(beta, high)
    best = -100 if first else 100
    a, b = down, up
    for step in (1, 2, 3) if rung % 2 else (3, 1, 2):
        value = alphabeta(rung + step, not first, depth - 1, a, b)
        if first:
            best = max(best, value)
            a = max(a, best)
        else:
            best = min(best, value)
            b = min(b, best)
        if a >= b:
            break
    if best <= down:
        high = min(high, best)
    elif best >= up:
        low = max(low, best)
    else:
        low = high = best
    table[rung, first, depth] = low, high
    return best


def mtdf(depth: int = 7, guess: int = 0) -> int:
    table.clear()
    low, high = -100, 100
    while low < high:
        beta = guess + 1 if guess == low else guess
        guess = alphabeta(0, True, depth, beta - 1, beta)
        if guess < beta:
            high = guess
        else:
            low = guess
    return guess


def aspiration(depth: int = 7) -> int:
    table.clear()
    alpha, beta = -1, 1
    while True:
        value = alphabeta(0, True, depth, alpha, beta)
        if alpha < value < beta:
            return value
        alpha, beta = -100 if value <= alpha else alpha, 100 if value >= beta else beta


def deepening() -> int:
    table.clear()
    value = 0
    for depth in range(1, 8):
        value = alphabeta(0, True, depth, -100, 100)
    return value
