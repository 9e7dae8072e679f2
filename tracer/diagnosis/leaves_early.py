"""Leaves where the game goes on: neither is it over there by the rules, nor is the depth used up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from tracer.diagnosis import depths
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.payoffs import is_static, own_evaluation, payoff
from tracer.diagnosis.steps import where
from tracer.diagnosis.truth import Truth, oracle
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED
from tracer.text import number

EARLY = Disease(
    "terminal-early",
    ERROR,
    "A node is taken for a leaf where the game is not over and the depth is not used up, and its value is wrong.",
    "Look at the test for the end of the game: it holds too soon.",
)
_DEEPER = 5
"""Depths at which it is looked for a value that another search may have kept."""


def examine(case: Case) -> Iterator[Symptom]:
    """Leaves where neither the game is over nor the depth used up, and no table can have known the value."""
    if case.game is None or depths.keeps_table(case):
        return
    columns = case.columns
    leaves = (columns.end == np.arange(len(case)) + 1) & (case.place >= 0) & np.isnan(case.payoffs)
    leaves &= ~np.isin(columns.status, (HORIZON, EXPANDED, OPEN, PRUNED))
    early = [node for node in case.nodes(np.flatnonzero(leaves)) if node not in case.blamed]
    if not early:
        return
    searched = depths.first_searches(case)
    truth, own = oracle(case), own_evaluation(case)
    for node in early:
        if searched.get(case.places[node], node) < node:
            continue  # its value may be remembered, or it is a repetition
        expected = None if own is None else own(case.state(node))
        if (expected or OPEN in case.status) and is_static(case, node, expected):
            continue  # evaluated on purpose, as where a budget is spent or little is promised
        true = _true(case, node, truth)
        low, high = case.claims[node]
        if true is not None and not low <= true <= high and not _is_deeper(case, node, truth):
            yield Symptom(EARLY, node, partial(_say_early, case, node, true))


def _is_deeper(case: Case, node: int, truth: Truth) -> bool:
    """Whether a leaf has the value of a deeper search, which may have been kept from another trace."""
    remaining, (low, high) = case.remaining(node), case.claims[node]
    deeper = () if remaining is None else (*range(remaining + 1, remaining + _DEEPER), None)
    values = (truth.of(case.state(node), case.ply[node], depth) for depth in deeper)
    return any(value is not None and low <= value <= high for value in values)


def _true(case: Case, node: int, truth: Truth) -> float | None:
    """The value under the search's depth; where nobody knows it, and a win is claimed, that of the whole game."""
    found = truth.value(node)
    if found is not None:
        return found
    written = payoff(case)
    won = {written(utility, case.ply[node]) for utility in set(case.utilities) if utility}
    if case.value[node] not in won:
        return None
    return truth.of(case.state(node), case.ply[node], None)


def _say_early(case: Case, node: int, true: float) -> str:
    count = len(case.legal(node) or [])
    return (
        f"{where(case, node)} is taken for a leaf of value {number(case.value[node])}, but the game goes on there with "
        f"{count} legal {'move' if count == 1 else 'moves'}, and the true value is {number(true)}"
    )
