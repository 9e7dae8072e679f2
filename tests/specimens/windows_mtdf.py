"""MTD(f): null windows around a guess, with a memo of bounds, until they meet."""

from __future__ import annotations

from typing import Any

Position = tuple[tuple[int, ...], int, bool]
memo: dict[Position, tuple[float, float]] = {}
INFINITY = float("inf")
ROW = (3, 9, 1, 2, 7, 5, 8, 4)


def minimax(position: Position, alpha: float, beta: float) -> float:
    """Who takes the last number of a row from either end; the position is the row, MAX's lead and whether MAX moves."""
    low, high = memo.get(position, (-INFINITY, INFINITY))
    if low >= beta:
        return low
    if high <= alpha:
        return high
    row, lead, maximizing = position
    alpha, beta = max(alpha, low), min(beta, high)
    first, last = alpha, beta
    if not row:
        return lead
    best = -INFINITY if maximizing else INFINITY
    for taken, rest in ((row[0], row[1:]), (row[-1], row[:-1])):
        value = minimax((rest, lead + taken if maximizing else lead - taken, not maximizing), alpha, beta)
        best = max(best, value) if maximizing else min(best, value)
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    if best < last:
        high = min(high, best)
    if best > first:
        low = max(low, best)
    memo[position] = low, high
    return best


def solve(guess: float = 0) -> Any:
    low, high = -INFINITY, INFINITY
    while low < high:
        beta = guess + 1 if guess == low else guess
        guess = minimax((ROW, 0, True), beta - 1, beta)
        low, high = (low, guess) if guess < beta else (guess, high)
    return guess
