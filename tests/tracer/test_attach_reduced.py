"""Moves that a program searches less deep, though none of them is searched again, and null moves are more than they."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tracer.attaching.attach_functions import attach
from tracer.recording.status import Why

TOLD: Counter[str] = Counter()


def search(coins: tuple[int, ...], ahead: int, depth: int, alpha: int, beta: int, passes: bool = True) -> int:
    """Take coins by turns, the greatest ones are tried first; what is ahead is the mover's."""
    TOLD["calls"] += 1
    if not coins or depth <= 0:
        return ahead + sum(coins[::2]) - sum(coins[1::2])
    if passes and depth > 2:
        TOLD["passes"] += 1
        score = -search(coins, -ahead, depth - 3, -beta, -beta + 1, False)
        if score >= beta:
            return score
    best = -1000
    for place, coin in enumerate(coins):
        rest, now = coins[:place] + coins[place + 1 :], -(ahead + coin)
        if place >= 2 and depth >= 2:
            TOLD["reduced"] += 1
            score = -search(rest, now, depth - 2, -alpha - 1, -alpha)
            if score > alpha:
                TOLD["again"] += 1
                score = -search(rest, now, depth - 1, -beta, -alpha)
        else:
            score = -search(rest, now, depth - 1, -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


@pytest.mark.parametrize("said", [{}, {"alpha": "alpha", "beta": "beta"}])
def test_moves_that_are_searched_less_deep_and_never_again_are_told(said: dict[str, Any]) -> None:
    TOLD.clear()
    with attach(search, **said) as recording:
        search((31, 17, 11, 7, 5, 3, 2, 1), 0, 5, -1000, 1000)
    columns = recording.trace.columns
    assert TOLD["passes"] > 0 == TOLD["again"] < TOLD["reduced"]
    assert columns.why is not None
    assert columns.depth is not None
    steps = Counter((columns.depth[columns.parent] - columns.depth)[columns.why == Why.REDUCED].tolist())
    assert steps[2] == TOLD["reduced"]
    assert 1 not in steps
