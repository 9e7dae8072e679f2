"""A negamax with a loop of its own for the moves of the root."""

from __future__ import annotations

ROW = (3, 9, 1, 2, 7, 5, 8, 4)


def after(row: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """What can be taken, with what is left."""
    return [(row[0], row[1:]), (row[-1], row[:-1])] if row else []


def negamax(row: tuple[int, ...], lead: int, alpha: int, beta: int) -> int:
    if not row:
        return lead
    best = -500
    for taken, rest in after(row):
        best = max(best, -negamax(rest, -lead - taken, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def best_move(row: tuple[int, ...]) -> int:
    """The best number to take."""
    alpha, choice = -500, 0
    for taken, rest in after(row):
        value = -negamax(rest, -taken, -500, -alpha)
        if value > alpha:
            alpha, choice = value, taken
    return choice


def solve() -> int:
    return best_move(ROW)
