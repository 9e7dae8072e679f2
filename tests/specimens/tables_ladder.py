"""Two players climb a ladder, one to three rungs a turn; who has to move at its end decides what the end is worth.

Alpha-beta to a depth, with a memo of values, depths and flags by rung and player. Values are the first player's.
"""

from __future__ import annotations

RUNGS = 15
STEPS = ((1, 2, 3), (2, 1), (3, 1, 2), (1, 3), (2, 3, 1))
ENDS = {1: (4, -3, 6), -1: (-5, 2, 1)}

memo: dict[object, tuple[int, float, str]] = {}


def worth(rung: int, player: int) -> int:
    """What an end of the ladder is worth, and how a rung on the way looks."""
    if rung >= RUNGS:
        return ENDS[player][rung - RUNGS]
    return (rung * 37 + 11 * player) % 13 - 6


def alphabeta(rung: int, player: int, depth: int, alpha: float, beta: float) -> float:
    """The value of a rung, at most some turns ahead."""
    key = rung, player
    if key in memo and memo[key][0] >= depth:
        _, value, flag = memo[key]
        if flag == "exact" or (flag == "lower" and value >= beta) or (flag == "upper" and value <= alpha):
            return value
    if rung >= RUNGS or depth == 0:
        return worth(rung, player)
    low, high = alpha, beta
    best = -1000.0 if player == 1 else 1000.0
    for step in STEPS[rung % len(STEPS)]:
        value = alphabeta(rung + step, -player, depth - 1, low, high)
        if player == 1:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    flag = "lower" if best >= beta else "upper" if best <= alpha else "exact"
    memo[key] = depth, best, flag
    return best


def solve(depth: int = 30) -> float:
    """The value of the foot of the ladder."""
    memo.clear()
    return alphabeta(0, 1, depth, -1000, 1000)


def solve_shallow() -> float:
    """The value as far as it shows after six turns."""
    return solve(6)
