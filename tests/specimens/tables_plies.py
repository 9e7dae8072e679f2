"""Nim whose wins count 100, less a ply for each ply to them. A negamax; its table counts them from the position."""

from __future__ import annotations

WON, FAR = 100, 60
Heaps = tuple[int, int]
Table = dict[tuple[Heaps, int], tuple[float, str]]


def leave_ply(value: float, ply: int) -> float:
    """A value as the table keeps it, by the plies from the position."""
    return value + ply if value > FAR else value - ply if value < -FAR else value


def reach_ply(value: float, ply: int) -> float:
    """A value of the table by the plies from the root."""
    return value - ply if value > FAR else value + ply if value < -FAR else value


def negamax(heaps: Heaps, colour: int, ply: int, alpha: float, beta: float, table: Table) -> float:
    """What the player to move gets: the last counter wins."""
    if not any(heaps):
        return ply - WON
    if (heaps, colour) in table:
        kept, flag = table[heaps, colour]
        kept = reach_ply(kept, ply)
        if flag == "=" or (flag == ">" and kept >= beta) or (flag == "<" and kept <= alpha):
            return kept
    best, low = -float(WON), alpha
    for heap in (0, 1):
        for taken in range(1, heaps[heap] + 1):
            left = (heaps[0] - taken, heaps[1]) if heap == 0 else (heaps[0], heaps[1] - taken)
            best = max(best, -negamax(left, -colour, ply + 1, -beta, -max(alpha, best), table))
            if best >= beta:
                break
        if best >= beta:
            break
    table[heaps, colour] = leave_ply(best, ply), ">" if best >= beta else "<" if best <= low else "="
    return best


def solve() -> float:
    """What who begins gets."""
    return negamax((3, 4), 1, 0, -float(WON), float(WON), {})
