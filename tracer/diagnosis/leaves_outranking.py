"""Evaluations that are as great as a win, so that a win cannot be told from them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.payoffs import agrees, own_evaluation, payoff, utility_of, won_leaves
from tracer.diagnosis.steps import where
from tracer.games.rules import BuiltIn
from tracer.recording.status import HORIZON
from tracer.text import number

OUTRANKS = Disease(
    "evaluation-outranks-win",
    ERROR,
    "The evaluation of a position at the horizon is as great as a win or greater, so that it may be preferred to one.",
    "Keep evaluations strictly between the least loss and the least win: scale them, or give wins greater numbers.",
)
_HALF = 0.5
"""What a draw pays where a win pays 1 and a loss 0."""
_FEW = 3
"""Decided leaves from which it is known what a win counts."""


def examine(case: Case, wrong: set[int]) -> Iterator[Symptom]:
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
    if len(over) < _FEW or len({abs(utility) for _, _, utility in over}) != 1 or over[0][2] == _HALF:
        return
    wins, losses = ([(value, node) for value, node, utility in over if utility * sign > 0] for sign in (1, -1))
    win, loss = min(wins, default=(INFINITY, 0)), max(losses, default=(-INFINITY, 0))
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
    greatest = (
        max((value for value, _ in wins), default=INFINITY),
        min((value for value, _ in losses), default=-INFINITY),
    )
    if not any(case.value[node] > greatest[0] > 0 or case.value[node] < greatest[1] < 0 for node in evaluated):
        return
    for node in evaluated:
        if case.value[node] >= win[0]:
            yield Symptom(OUTRANKS, node, partial(_say_outranks, case, node, win, "win"))
        elif case.value[node] <= loss[0]:
            yield Symptom(OUTRANKS, node, partial(_say_outranks, case, node, loss, "loss"))


def _say_outranks(case: Case, node: int, end: tuple[float, int], word: str) -> str:
    path = "/".join(case.path(end[1])) or "the root"
    return (
        f"the evaluation at {where(case, node)} is {number(case.value[node])}, while a {word} counts {number(end[0])} "
        f"({path}): no {word} can be told from it"
    )
