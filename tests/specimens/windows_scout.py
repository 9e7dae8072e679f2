"""A principal variation search: after the first move each is tried with a null window, and again if that fails high."""

from __future__ import annotations

INFINITY = float("inf")
ROW = (4, 7, 1, 8, 3, 6)


def search(row: tuple[int, ...], lead: int, alpha: float, beta: float) -> float:
    """Numbers are taken from a row, the first, the middle one or the last; a negamax."""
    if not row:
        return lead
    best = -INFINITY
    for place in sorted({0, len(row) // 2, len(row) - 1}):
        rest, now = row[:place] + row[place + 1 :], lead + row[place]
        if best == -INFINITY:
            value = -search(rest, -now, -beta, -alpha)
        else:
            value = -search(rest, -now, -alpha - 1, -alpha)
            if alpha < value < beta:
                value = -search(rest, -now, -beta, -value)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def solve() -> float:
    return search(ROW, 0, -INFINITY, INFINITY)
