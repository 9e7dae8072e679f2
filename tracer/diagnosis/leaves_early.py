"""Leaves where the game goes on: neither is it over there by the rules, nor is the depth used up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from tracer.diagnosis import depths
from tracer.diagnosis.bounds import Limits
from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.claimed import claimed_draws
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.payoffs import is_static, own_evaluation, payoff, shares_evaluation
from tracer.diagnosis.steps import where
from tracer.diagnosis.truth import Truth, oracle
from tracer.recording.status import HORIZON, OPEN, TABLE, TERMINAL
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
    inferred = (TABLE,) if case.trace.sources else ()  # what others tell of their table they know
    leaves &= np.isin(columns.status, (TERMINAL, *inferred))
    early = [node for node in case.nodes(np.flatnonzero(leaves)) if node not in case.blamed]
    if not early:
        return
    searched = depths.first_searches(case)
    truth, own, claimed = oracle(case), own_evaluation(case), claimed_draws(case)
    for node in early:
        if node in claimed:
            continue
        if searched.get(case.places[node], node) < node:
            continue  # its value may be remembered, or it is a repetition
        expected = None if own is None else own(case.state(node))
        if (expected or OPEN in case.status) and is_static(case, node, expected):
            continue  # evaluated on purpose, as where a budget is spent or little is promised
        if HORIZON in case.status and not case.once(shares_evaluation) and _is_bound(case, node):
            continue  # the same, by an evaluation that is not known
        if truth.is_its_own:
            if case.value[node] in _won(case, case.ply[node]) and not _is_bound(case, node):
                yield Symptom(EARLY, node, partial(_say_early, case, node, "as a win counts"))
            continue
        true = _true(case, node, truth)
        low, high = _claim(case, node)
        if true is not None and not low <= true <= high and not _is_deeper(case, node, truth):
            yield Symptom(EARLY, node, partial(_say_early, case, node, f"and the true value is {number(true)}"))


def _is_bound(case: Case, node: int) -> bool:
    """Whether a leaf's value is at an end of its window or beyond."""
    return not case.alpha[node] < case.value[node] < case.beta[node]


def _claim(case: Case, node: int) -> Limits:
    """What such a leaf claims: no more than a bound at an end of its window or beyond, where it may have been cut."""
    value, (low, high) = case.value[node], case.claims[node]
    return (-INFINITY if value <= case.alpha[node] else low), (INFINITY if value >= case.beta[node] else high)


def _is_deeper(case: Case, node: int, truth: Truth) -> bool:
    """Whether a leaf has the value of a deeper search, which may have been kept from another trace."""
    remaining, (low, high) = case.remaining(node), _claim(case, node)
    deeper = () if remaining is None else (*range(remaining + 1, remaining + _DEEPER), None)
    values = (truth.of(case.state(node), case.ply[node], depth) for depth in deeper)
    return any(value is not None and low <= value <= high for value in values)


def _true(case: Case, node: int, truth: Truth) -> float | None:
    """The value under the search's depth; where nobody knows it, and a win is claimed, that of the whole game."""
    found = truth.value(node)
    if found is not None:
        return found
    if case.value[node] not in _won(case, case.ply[node]):
        return None
    return truth.of(case.state(node), case.ply[node], None)


def _won(case: Case, ply: int) -> set[float | None]:
    """What wins of the game count at a ply."""
    written = payoff(case)
    return {written(utility, ply) for utility in set(case.utilities) if utility}


def _say_early(case: Case, node: int, what: str) -> str:
    count = len(case.legal(node) or [])
    return (
        f"{where(case, node)} is taken for a leaf of value {number(case.value[node])}, but the game goes on there with "
        f"{count} legal {'move' if count == 1 else 'moves'}, {what}"
    )
