"""Moves that lead from one call to equal positions are several moves; a move that is searched again is one."""

from __future__ import annotations

import pytest

from tracer.attaching.attach_functions import attach

Piles = tuple[int, ...]


def after(piles: Piles) -> list[Piles]:
    """The piles after each move, sorted: many moves lead to the same."""
    return [
        tuple(sorted((*piles[:place], *([pile - taken] if pile > taken else []), *piles[place + 1 :])))
        for place, pile in enumerate(piles)
        for taken in range(1, pile + 1)
    ]


def minimax(piles: Piles, maximizing: bool) -> int:
    if not piles:
        return -1 if maximizing else 1
    values = [minimax(one, not maximizing) for one in after(piles)]
    return max(values) if maximizing else min(values)


def negamax(piles: Piles, alpha: int, beta: int) -> int:
    best = -1
    for one in after(piles):
        best = max(best, -negamax(one, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


@pytest.mark.parametrize("batch", [None, 7])
def test_each_move_to_equal_piles_is_a_node_of_its_own(batch: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if batch is not None:
        monkeypatch.setattr("tracer.assembling.call_recorder.MAX_WAITING_NODES", batch)
    calls: list[Piles] = []

    def counted(piles: Piles, maximizing: bool) -> int:
        calls.append(piles)
        if not piles:
            return -1 if maximizing else 1
        values = [counted(one, not maximizing) for one in after(piles)]
        return max(values) if maximizing else min(values)

    with attach(counted) as recording:
        counted((2, 2, 2), True)
    counts = recording.trace.counts
    assert (counts.visited, counts.re_searches, counts.distinct_nodes) == (len(calls), 0, len(calls))
    labels = [recording.trace.label(child) for child in recording.trace.children(0)]
    assert labels == ["0=1", "-2", "0=1 (2)", "-2 (2)", "0=1 (3)", "-2 (3)"]


def test_alpha_beta_has_no_re_searches_there() -> None:
    with attach(negamax) as recording:
        negamax((2, 2, 2), -2, 2)
    assert recording.trace.counts.re_searches == 0


def test_a_scout_that_is_searched_again_is_one_move() -> None:
    again: list[int] = []

    def pvs(state: int, depth: int, alpha: float, beta: float) -> float:
        if depth == 0:
            return (state * 7919) % 23 - 11
        best = -99.0
        for step in (1, 2, 3):
            child = state * 3 + step
            for low, high in ((alpha, alpha + 1), (alpha, beta)) if best > -99 else ((alpha, beta),):
                value = -pvs(child, depth - 1, -high, -low)
                if not low < value < beta or high == beta:
                    break
                again.append(child)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    with attach(pvs) as recording:
        pvs(1, 5, -99, 99)
    assert 0 < len(again) == recording.trace.counts.re_searches
