"""Windows that are not narrowed: the value is right, but branches are searched that could be cut.

A player's own bound is what its node has found so far; the other bound comes from above. Each is judged by all nodes of
the search at once: a warning needs nodes enough where the difference could be seen, and that it was seen at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import NOTE, WARNING, Disease, Spoils, Symptom
from tracer.diagnosis.passed_windows import explain_windows, passed, passes_its_own, turned
from tracer.diagnosis.sites import is_of_a_kind
from tracer.diagnosis.sound_call import NO_DEEP_CUTOFFS, ONE_SIDED
from tracer.diagnosis.wording import GOT, sentence, symptoms
from tracer.games.rules import MAX, MIN, Turn
from tracer.recording.columns import Bools
from tracer.text import number

NEVER_UPDATED = Disease(
    "window-never-updated",
    WARNING,
    "No node narrows its window by what its children returned: every child gets the window of its parent's call, so "
    "almost nothing is cut.",
    "After each child set alpha to the best value so far at MAX, beta at MIN (in a negamax alpha, always), and pass "
    "that on. A search that has no alpha and beta should be recorded as one without windows.",
)
ROOT_NOT_NARROWED = Disease(
    "root-not-narrowed",
    NOTE,
    "The root searches each move with the full window, though other moves have returned values; the other nodes "
    "narrow theirs.",
    "In the root's loop over the moves keep alpha (beta if MIN begins) at the best value so far, pass it on, and keep "
    "the first of equal moves: in a narrowed window a value that equals the best is only a bound, and no tie "
    "(`bound-played`). A search that draws lots among the best moves needs the exact value of each: leave it as it is.",
)
DISEASES: tuple[Disease, ...] = (NEVER_UPDATED, ONE_SIDED, ROOT_NOT_NARROWED, NO_DEEP_CUTOFFS)


class _Bound(NamedTuple):
    """The children before which one end was narrower than nothing: those that did not get it, and those that did."""

    lost: list[int]
    kept: list[int]

    def always(self, case: Case) -> bool:
        """Return whether it was lost wherever it could be, at nodes enough."""
        return not self.kept and len({case.parent[child] for child in self.lost}) >= FEW


_Bounds = tuple[dict[int, _Bound], _Bound, dict[int, _Bound]]
"""What became of each player's own end, of the root's, and of the end from above at each player."""


def examine(case: Case) -> Iterator[Symptom]:
    """Find the calls whose windows could be narrower."""
    if not case.windowed or case.broken or is_of_a_kind(case):
        return
    if Spoils.WINDOWS in case.spoilt:
        yield from _beside_others(case)
        return
    own, root, above = case.once(_bounds)
    before = partial(_before, case)
    lost, kept = own[MAX].lost + own[MIN].lost, own[MAX].kept + own[MIN].kept
    if not kept and not root.kept:
        yield from symptoms(NEVER_UPDATED, case, _unbound(case), GOT + "{before}", entered=True, before=before)
        return
    for turn in _sided(case):
        said = GOT + "{before}; no node of {parent:player} passes its own bound on"
        yield from symptoms(ONE_SIDED, case, own[turn].lost, said, entered=True, before=before)
    if root.lost and not root.kept and len(kept) >= FEW and not own[case.turn[0]].lost:
        said = f"after its move {{node:move}} {GOT}{{before}}"
        yield Symptom(ROOT_NOT_NARROWED, 0, sentence(case, root.lost[0], said, before=before), call=root.lost[0])
    for turn in (MAX, MIN) if not lost else ():
        if above[turn].always(case):
            end = case.running[1 if turn > 0 else 0].__getitem__
            said = f"{GOT}: {{parent:far}} {{end}} from further up is lost"
            yield from symptoms(NO_DEEP_CUTOFFS, case, above[turn].lost, said, entered=True, end=end)


def _beside_others(case: Case) -> Iterator[Symptom]:
    """Find what the calls pass on wrongly, beside another mistake in their windows or values."""
    # Who keeps the worst value acts as the other player, and moves the other end as well.
    calls = [mine for mine in case.calls.values() if mine.kept is mine.best or (mine.kept != mine.worst).any()]
    explained = [explain_windows(mine) or ((), []) for mine in calls]
    never = all(
        ONE_SIDED in diseases if diseases else not passes_its_own(mine)
        for mine, (diseases, _) in zip(calls, explained, strict=True)
    )
    for diseases, children in explained:
        for one in diseases:
            yield from symptoms(NEVER_UPDATED if never and one is ONE_SIDED else one, case, children, GOT, entered=True)


def without_bound(case: Case) -> set[int]:
    """Return the players who never narrow the window: a test of alpha against beta cannot hold at them."""
    return {MAX, MIN} if _unbound(case) else set(_sided(case))


def _unbound(case: Case) -> list[int]:
    """Return the children without a narrower window, if no child of the search has one."""
    own, root, _ = case.once(_bounds)
    found = _Bound(own[MAX].lost + own[MIN].lost + root.lost, own[MAX].kept + own[MIN].kept + root.kept)
    return sorted(found.lost) if found.always(case) else []


def _sided(case: Case) -> list[Turn]:
    """Return the players who never narrow the window, while the other one does, be it at the root."""
    own, root, _ = case.once(_bounds)
    narrow = {turn for turn in (MAX, MIN) if own[turn].kept or (root.kept and turn == case.turn[0])}
    return [turn for turn in (MAX, MIN) if own[turn].always(case) and -turn in narrow]


def _bounds(case: Case) -> _Bounds:
    """Return by end the children that got it and those that did not, where it was narrower than at the start."""
    one, columns = case.once(passed), case.columns
    parent = columns.parent[one.child]
    low = np.maximum(columns.alpha, np.append(columns.alpha[1:], 0))  # a node's first child comes right after it
    high = np.minimum(columns.beta, np.append(columns.beta[1:], 0))
    at_first = turned(one.turn, low[parent], high[parent])
    whole = turned(one.turn, low[0], high[0])[1]
    (near, far), open_ = one.given, one.near < one.far
    narrowed = open_ & ((one.near > at_first[0]) | (one.far < at_first[1]))
    lowered = open_ & (one.far < whole)

    def bound(where: Bools, lost: Bools) -> _Bound:
        return _Bound(one.of(where & lost), one.of(where & ~lost))

    sides = {int(turn): one.turn == turn for turn in (MAX, MIN)}
    own = {turn: bound(narrowed & mine & (parent > 0), near <= at_first[0]) for turn, mine in sides.items()}
    root = bound(narrowed & (parent == 0), near <= at_first[0])
    return own, root, {turn: bound(lowered & mine, far >= whole) for turn, mine in sides.items()}


def _before(case: Case, child: int) -> str:
    """Return the value that a child's parent had found, with its move."""
    parent = case.parent[child]
    best = case.running[0 if case.turn[parent] > 0 else 1][child]
    source = next((one for one in case.visits(parent) if one < child and case.value[one] == best), child)
    return f", {number(best)} after {case.trace.label(source)}"
