"""The ladder again: who must move on its last rungs pays or gets. A negamax whose memo is a dict of (value, flag)."""

from __future__ import annotations

RUNGS = 13
PAYS = {1: (5, -4, 2), -1: (-6, 3, 7)}
EXACT, AT_LEAST, AT_MOST = range(3)


def steps(rung: int) -> list[int]:
    """How far a player may climb."""
    return [1, 2, 3] if rung % 3 else [3, 1]


def negamax(rung: int, player: int, alpha: float, beta: float, memo: dict[object, tuple[float, int]]) -> float:
    """What the player to move gets."""
    found = memo.get((rung, player))
    if found is not None:
        value, flag = found
        if flag == EXACT or (flag == AT_LEAST and value >= beta) or (flag == AT_MOST and value <= alpha):
            return value
    if rung >= RUNGS:
        return player * PAYS[player][rung - RUNGS]
    best, first = float("-inf"), alpha
    for step in steps(rung):
        best = max(best, -negamax(rung + step, -player, -beta, -alpha, memo))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    flag = AT_MOST if best <= first else AT_LEAST if best >= beta else EXACT
    memo[rung, player] = best, flag
    return best


def solve() -> float:
    """What who begins gets."""
    return negamax(0, 1, float("-inf"), float("inf"), {})
