"""Other readings of a recording: where most nodes contradict their children, the recording may be what is wrong.

A recording from outside guesses whose view values are, and what a node does with its children. Where another reading
makes nearly every node agree, and the one at hand does not, that is said, and nothing of the search is judged.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tracer.diagnosis.call_columns import Calls
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import WARNING, Disease, Symptom
from tracer.recording.columns import Bools, Floats
from tracer.text import number

OTHERWISE = Disease(
    "recorded-otherwise",
    WARNING,
    "The values contradict each other at many nodes, and hardly at any if the recording is read in another way.",
    "Record again with the option that is named; then the search itself can be judged.",
)
DISEASES: tuple[Disease, ...] = (OTHERWISE,)
_CONTRADICTED, _AGREED = 0.2, 0.98
"""The part of the nodes that has to contradict the reading at hand, and the part that has to agree with the other."""
_FEW = 8
"""Nodes at which two readings can be told apart, at least."""
_ROUNDING = 1e-9


def examine(case: Case) -> Iterator[Symptom]:
    """The first node that contradicts its reading, where another one is right."""
    players = [calls for calls in case.calls.values() if len(calls)]
    count = sum(map(len, players))
    wrong = [_wrong(calls, calls.value, calls.best[calls.last]) for calls in players]
    if count < _FEW or sum(int(mine.sum()) for mine in wrong) <= _CONTRADICTED * count:
        return
    first = min((node for calls, mine in zip(players, wrong, strict=True) for node in calls.node[mine].tolist()))
    shown = sum(int(mine.sum()) for mine in wrong)
    turned, told = (sum(counts) for counts in zip(*(_turned(case, calls) for calls in players), strict=True))
    if turned <= (1 - _AGREED) * count and told >= _FEW:
        option = "the other view: --view mover, or --view max if that was said"
        yield Symptom(OTHERWISE, first, lambda: _say(case, first, shown, count, option))
        return
    means = [mine & ~_is_mean(calls) for calls, mine in zip(players, wrong, strict=True)]
    if sum(int(mine.sum()) for mine in means) <= (1 - _AGREED) * count:
        option = "a mean where they differ, as at chance nodes: say with --turn who moves where"
        yield Symptom(OTHERWISE, first, lambda: _say(case, first, shown, count, option))


def _wrong(calls: Calls, value: Floats, best: Floats) -> Bools:
    """By node: whether a value is not the best of the children's, as it is or clamped to the window."""
    found: Bools = (value != best) & (value != np.clip(best, calls.near, calls.far))
    return found


def _turned(case: Case, calls: Calls) -> tuple[int, int]:
    """How many nodes are wrong if what each node of MIN returned has the other sign; at how many there is a choice.

    Windows are not read.
    """
    returned = np.where(case.columns.turn[calls.child] < 0, -1.0, 1.0) * calls.returned
    best, worst = calls.greatest(returned)[calls.last], -calls.greatest(-returned)[calls.last]
    return int((calls.turn * calls.value != best).sum()), int((worst < best).sum())


def _is_mean(calls: Calls) -> Bools:
    """By node: whether it has the mean of its children's values, and they are not all the same."""
    with np.errstate(invalid="ignore"):  # of infinities there is none
        mean = np.add.reduceat(calls.returned, calls.first) / (calls.last - calls.first + 1)
        found: Bools = np.abs(calls.value - mean) <= _ROUNDING
    found &= calls.worst[calls.last] < calls.best[calls.last]
    return found


def _say(case: Case, node: int, wrong: int, count: int, option: str) -> str:
    return (
        f"{wrong:,} of {count:,} nodes, here with {number(case.value[node])}, contradict their children's values, and "
        f"hardly one does if the values are read in {option}"
    )
