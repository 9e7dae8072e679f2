"""Numbers are taken from either end of a row: a negamax, and a function above it with a window of its own."""

from __future__ import annotations

ROW = (4, 7, 1, 8, 3, 6, 2)
MOST = 9999


def negamax(row: tuple[int, ...], lead: int, alpha: int, beta: int) -> int:
    if not row:
        return lead
    best = -MOST
    for place in {0, len(row) - 1}:
        rest, gained = row[:place] + row[place + 1 :], lead + row[place]
        best = max(best, -negamax(rest, -gained, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def choose() -> int:
    alpha, chosen = -MOST, 0
    for place in range(0, len(ROW), 2):
        rest = ROW[:place] + ROW[place + 1 :]
        value = -negamax(rest, -ROW[place], -MOST, -alpha)
        if value > alpha:
            alpha, chosen = value, place
    return chosen
