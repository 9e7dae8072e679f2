"""Chance nodes of one position whose outcomes differ from visit to visit: they are drawn at random, not listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import NOTE, WARNING, Disease, Symptom
from tracer.diagnosis.identity import positions
from tracer.diagnosis.ledger import depths
from tracer.recording.status import EXPANDED, OPEN, PRUNED
from tracer.text import clean, some_of

REDRAWN = Disease(
    "outcomes-redrawn",
    WARNING,
    "The outcomes of one chance node differ from visit to visit, though it has as many as there are: they are drawn at "
    "random again, so one comes twice, another one not at all, and the value depends on luck.",
    "Search each outcome once: pass it to the function that plays it, and draw no random number inside the search.",
)
SAMPLED = Disease(
    "outcomes-sampled",
    NOTE,
    "The outcomes of one chance node differ from visit to visit, and there are more than it has: they are samples, and "
    "the value is an estimate, another one in each run; or they depend on something that the recording does not keep.",
    "No mistake where samples are meant. Where every outcome is meant, list them all, and draw no random number inside "
    "the search. Where they depend on something else, such as a deck, make it a part of the position (--state).",
)


class _Visit(NamedTuple):
    """A chance node that was searched whole, and the positions of its outcomes in the order in which they came."""

    node: int
    outcomes: tuple[int, ...]


def redrawn_outcomes(case: Case) -> list[Symptom]:
    """Return the visits of chance nodes that have other outcomes than the first visit of their position.

    Visits are compared where position, remaining depth and number of outcomes are the same. A program that lists its
    outcomes has them in some order of its own: so nothing is reported unless two outcomes came in both orders. A
    position of which the recording lacks a part, such as a hidden deck, does not change that order.
    """
    groups = [group for group in _groups(case) if len({tuple(sorted(visit.outcomes)) for visit in group}) > 1]
    differing = [
        (visit, group[0])
        for group in groups
        for visit in group[1:]
        if sorted(visit.outcomes) != sorted(group[0].outcomes)
    ]
    if len(differing) < FEW or not any(_come_in_both_orders(group) for group in groups):
        return []
    more = any(len({one for visit in group for one in visit.outcomes}) > len(group[0].outcomes) for group in groups)
    disease = SAMPLED if more else REDRAWN
    return [Symptom(disease, visit.node, partial(_say, case, visit, first)) for visit, first in differing]


def _groups(case: Case) -> Iterator[list[_Visit]]:
    """Return the visits of chance nodes that should have the same outcomes, where there are several."""
    nodes = np.flatnonzero((case.columns.turn == 0) & (case.columns.status == EXPANDED)).tolist()
    nodes = [node for node in nodes if node not in case.trace.drivers]
    if len(nodes) < 1 + FEW:
        return
    places, asked = positions(case), depths(case).tolist()
    found: dict[tuple[int, float, int], list[_Visit]] = {}
    for node in case.walk(nodes):
        children = case.children(node)
        outcomes = tuple(places[child] for child in children)
        if places[node] < 0 or min(outcomes, default=-1) < 0 or not _is_whole(case, node, children):
            continue
        found.setdefault((places[node], asked[node], len(outcomes)), []).append(_Visit(node, outcomes))
    yield from (visits for visits in found.values() if len(visits) > 1)


def _is_whole(case: Case, node: int, children: list[int]) -> bool:
    """Return whether nothing can have ended a chance node before its last outcome."""
    inside = not case.windowed or case.alpha[node] < case.value[node] < case.beta[node]
    return inside and not case.cutoff[node] and all(case.status[child] not in (OPEN, PRUNED) for child in children)


def _come_in_both_orders(visits: list[_Visit]) -> bool:
    """Return whether one outcome came wholly before another at one visit, and wholly after it at another."""
    before: set[tuple[int, int]] = set()
    for visit in visits:
        first = {one: place for place, one in reversed([*enumerate(visit.outcomes)])}
        last = {one: place for place, one in enumerate(visit.outcomes)}
        for one, other in combinations(first, 2):
            if last[one] < first[other]:
                before.add((one, other))
            elif last[other] < first[one]:
                before.add((other, one))
    return any((other, one) in before for one, other in before)


def _say(case: Case, visit: _Visit, earlier: _Visit) -> str:
    where = "/".join(clean(move) for move in case.path(earlier.node)) or "root"
    return (
        f"the outcomes of this chance node differ between visits: {_listed(case, visit)} here, but "
        f"{_listed(case, earlier)} at node {earlier.node:,} ({where}), where the position is the same"
    )


def _listed(case: Case, visit: _Visit) -> str:
    """Return the outcomes of a visit in words, each with how often it came."""
    names = dict(zip(visit.outcomes[::-1], case.children(visit.node)[::-1], strict=True))
    counts = Counter(visit.outcomes)
    return some_of(
        [case.trace.label(names[one]) + (f" {count} times" if count > 1 else "") for one, count in counts.items()]
    )
