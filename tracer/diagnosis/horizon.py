"""Leaves where the game goes on: taken for its end too early, or worth as much as a win."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from tracer.deciding.thresholds import FEW, TRIED
from tracer.diagnosis import depths
from tracer.diagnosis.case import INFINITY, Case, Limits
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.payoffs import (
    agrees,
    is_static,
    own_evaluation,
    payoff,
    shares_evaluation,
    utility_of,
    won_leaves,
)
from tracer.diagnosis.steps import where
from tracer.diagnosis.truth import Truth, claimed_draws, oracle
from tracer.games.rules import BuiltIn
from tracer.recording.status import HORIZON, OPEN, TABLE, TERMINAL
from tracer.text import number

EARLY = Disease(
    "terminal-early",
    ERROR,
    "A node is taken for a leaf where the game is not over and the depth is not used up, and its value is wrong.",
    "Look at the test for the end of the game: it holds too soon.",
)
OUTRANKS = Disease(
    "evaluation-outranks-win",
    ERROR,
    "The evaluation of a position at the horizon is as great as a win or greater, so that it may be preferred to one.",
    "Keep evaluations strictly between the least loss and the least win: scale them, or give wins greater numbers.",
)


def leaves_taken_early(case: Case) -> Iterator[Symptom]:
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
    deeper = () if remaining is None else (*range(remaining + 1, remaining + TRIED), None)
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


def evaluations_like_wins(case: Case, wrong: set[int]) -> Iterator[Symptom]:
    """Evaluations that are as great as a win, in a game of wins, draws and losses alone; by wins that are not wrong.

    What a built-in game says of its positions is no fault of a search that has its evaluations from there, which one
    equal number among others does not show.
    """
    if case.game is None or HORIZON not in case.status:
        return
    own = own_evaluation(case) if isinstance(case.game, BuiltIn) else None
    hard = case.clamps or case.trace.header.options.get("fail") == "hard"
    written = payoff(case)
    over = [
        (case.value[node], node, utility)
        for node, utility in won_leaves(case)
        if node not in wrong
        and agrees(case, node, written(utility, case.ply[node]) or utility)
        and not (hard and case.value[node] in (case.alpha[node], case.beta[node]))
    ]
    if len(over) < FEW or len({abs(utility) for _, _, utility in over}) != 1 or over[0][2] == 0.5:
        return  # what a draw pays where a win pays 1 and a loss 0
    wins = [(value, node) for value, node, utility in over if utility > 0] or [(INFINITY, 0)]
    losses = [(value, node) for value, node, utility in over if utility < 0] or [(-INFINITY, 0)]
    win, loss = min(wins), max(losses)
    known = {value for value, _, _ in over}
    evaluated = [
        node
        for node in case.leaves()
        if case.status[node] == HORIZON
        and case.places[node] >= 0
        and utility_of(case, node) is None
        and case.value[node] not in known  # a win that a quiescence search has seen
        and not (hard and case.value[node] in (case.alpha[node], case.beta[node]))
    ]
    theirs = {node for node in evaluated if own and own(case.state(node)) == case.value[node]}
    if len(theirs) * 2 > len(evaluated):
        evaluated = [node for node in evaluated if node not in theirs]
    most, least = max(wins)[0], min(losses)[0]
    if not any(case.value[node] > most > 0 or case.value[node] < least < 0 for node in evaluated):
        return
    for node in evaluated:
        for end, word, sign in ((win, "win", 1), (loss, "loss", -1)):
            if sign * case.value[node] >= sign * end[0]:
                yield Symptom(OUTRANKS, node, partial(_say_outranks, case, node, end, word))
                break


def _say_outranks(case: Case, node: int, end: tuple[float, int], word: str) -> str:
    path = "/".join(case.path(end[1])) or "the root"
    return (
        f"the evaluation at {where(case, node)} is {number(case.value[node])}, while a {word} counts {number(end[0])} "
        f"({path}): no {word} can be told from it"
    )
