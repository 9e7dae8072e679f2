"""Two players take numbers from either end of a row; who has more in the end wins by the difference. A negamax."""

from __future__ import annotations

INFINITY = float("inf")
ROW = (3, 9, 1, 2, 7, 5, 8, 4)


def negamax(row: tuple[int, ...], lead: int, alpha: float, beta: float) -> float:
    """What the mover will be ahead in the end; `lead` is what the mover is ahead now."""
    if not row:
        return lead
    best = -INFINITY
    for taken, rest in ((row[0], row[1:]), (row[-1], row[:-1])):
        value = -negamax(rest, -(lead + taken), -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def solve() -> float:
    return negamax(ROW, 0, -100, 100)
