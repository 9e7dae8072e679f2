"""Windows that are not narrowed: the value is right, but branches are searched that could be cut.

A player's own bound is what its node has found so far; the other bound comes from above. Each is judged by all nodes of
the search at once: a warning needs nodes enough where the difference could be seen, and that it was seen at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from tracer.diagnosis import values, windows
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import NOTE, WARNING, Disease, Symptom
from tracer.diagnosis.sites import is_of_a_kind
from tracer.diagnosis.windows import ENOUGH, describe_windows, visits_to_judge
from tracer.diagnosis.windows_rivals import explain_windows, passes_its_own
from tracer.games.rules import MAX, MIN, Turn
from tracer.text import number

NEVER_UPDATED = Disease(
    "window-never-updated",
    WARNING,
    "No node narrows its window by what its children returned: every child gets the window of its parent's call, so "
    "almost nothing is cut.",
    "After each child set alpha to the best value so far at MAX, beta at MIN (in a negamax alpha, always), and pass "
    "that on. A search that has no alpha and beta should be recorded as one without windows.",
)
ONE_SIDED = Disease(
    "one-sided-window",
    WARNING,
    "One of the players never narrows the window by what its children returned; the other does.",
    "Update that player's bound after each child too: alpha = max(alpha, best) at MAX, beta = min(beta, best) at MIN.",
)
ROOT_NOT_NARROWED = Disease(
    "root-not-narrowed",
    NOTE,
    "The root searches each move with the full window, though other moves have returned values; the other nodes "
    "narrow theirs.",
    "In the root's loop over the moves keep alpha (beta if MIN begins) at the best value so far, and pass it on. A "
    "search that wants the exact value of each move, to draw lots among the best, needs the full window.",
)
NO_DEEP_CUTOFFS = Disease(
    "no-deep-cutoffs",
    WARNING,
    "A call gets only its parent's best value and an infinity: what was found further up is lost, so no cutoff "
    "reaches deeper than one ply.",
    "Pass both ends on, (alpha, beta), each the best that its player has anywhere above.",
)
DISEASES: tuple[Disease, ...] = (NEVER_UPDATED, ONE_SIDED, ROOT_NOT_NARROWED, NO_DEEP_CUTOFFS)

_PASSED = {disease.slug: disease for disease in (*DISEASES, *windows.DISEASES)}
DISTURBED = {"not-undone", "undone-wrongly", "aliased-board", "wrong-position", "illegal-move", "shared-window"}
"""Diseases that make the windows and values of a node another position's, or another node's."""


@dataclass
class _Seen:
    """The children before which one bound of one player was narrower than nothing."""

    lost: list[int] = field(default_factory=list)
    """Those that did not get it at all."""
    kept: int = 0
    """How many got it, or a part of it."""

    def add(self, child: int, *, lost: bool) -> None:
        """One more."""
        if lost:
            self.lost.append(child)
        else:
            self.kept += 1

    def always(self, case: Case) -> bool:
        """Whether it was lost wherever it could be, at nodes enough."""
        return not self.kept and len({case.parent[child] for child in self.lost}) >= ENOUGH


def examine(case: Case) -> Iterator[Symptom]:
    """All that it finds."""
    others = {disease.slug for disease in windows.DISEASES} | {disease.slug for disease in values.DISEASES}
    if (case.windowed and case.passes_plainly) or is_of_a_kind(case):
        return
    if not case.windowed or case.found & others:
        if case.windowed and not case.found & DISTURBED:
            yield from _beside_others(case)
        return
    own, root, above = _seen(case)
    lost, kept = own[MAX].lost + own[MIN].lost, own[MAX].kept + own[MIN].kept
    if not kept and not root.kept:
        yield from _unbound(case, own, root)
        return
    for turn in _sided(case, own, root):
        yield from (_one_sided(case, turn, child) for child in own[turn].lost)
    if root.lost and not root.kept and kept >= ENOUGH and not own[case.turn[0]].lost:
        yield Symptom(ROOT_NOT_NARROWED, 0, _root_words(case, root.lost[0]), call=root.lost[0])
    for turn in (MAX, MIN) if not lost else ():
        if above[turn].always(case):
            yield from (_not_deep(case, child) for child in above[turn].lost)


def _beside_others(case: Case) -> Iterator[Symptom]:
    """What the calls pass on wrongly, beside another mistake in their windows or values."""
    swapped = "swapped-players" in case.found  # who acts as the other player moves the other end as well
    calls = {turn: mine for turn, mine in case.calls.items() if not (swapped and mine.kept is not mine.best)}
    passed = {turn: found for turn, mine in calls.items() if (found := explain_windows(mine)) is not None}
    never = all(
        ONE_SIDED.slug in passed[turn].slugs if turn in passed else not passes_its_own(mine)
        for turn, mine in calls.items()
    )
    for found in passed.values():
        for slug in found.slugs:
            disease = NEVER_UPDATED if never and slug == ONE_SIDED.slug else _PASSED[slug]
            for child in found.children if disease.slug not in case.found else ():
                yield Symptom(disease, child, partial(describe_windows, case, child), call=child)


def without_bound(case: Case) -> set[int]:
    """The players who never narrow the window: a test of alpha against beta cannot hold at them."""
    own, root, _ = _seen(case)
    if any(symptom.disease is NEVER_UPDATED for symptom in _unbound(case, own, root)):
        return {MAX, MIN}
    return set(_sided(case, own, root))


def _unbound(case: Case, own: dict[int, _Seen], root: _Seen) -> list[Symptom]:
    """The children that did not get a narrower window, if none did anywhere, below nodes enough."""
    lost = own[MAX].lost + own[MIN].lost + root.lost
    kept = own[MAX].kept + own[MIN].kept + root.kept
    enough = not kept and len({case.parent[child] for child in lost}) >= ENOUGH
    return [_never(case, child) for child in sorted(lost)] if enough else []


def _sided(case: Case, own: dict[int, _Seen], root: _Seen) -> list[Turn]:
    """The players who never narrow the window, while the other one does, be it at the root."""
    narrow = {turn for turn in (MAX, MIN) if own[turn].kept or (root.kept and turn == case.turn[0])}
    return [turn for turn in (MAX, MIN) if own[turn].always(case) and -turn in narrow]


def _seen(case: Case) -> tuple[dict[int, _Seen], _Seen, dict[int, _Seen]]:
    """What became of each player's own bound below the root, of the root's, and of those from above at each player."""
    own, above = ({int(turn): _Seen() for turn in (MAX, MIN)} for _ in range(2))
    root = _Seen()
    low, high = case.running
    least, most = _whole(case)
    for child in visits_to_judge(case):
        parent = case.parent[child]
        begin, end = low[child], high[child]
        first, last = _at_first(case, parent) if parent else (least, most)
        if not begin < end:
            continue
        alpha, beta, turn = case.alpha[child], case.beta[child], case.turn[parent]
        if begin > first or end < last:
            bound = own[turn] if parent else root
            bound.add(child, lost=alpha <= first if turn > 0 else beta >= last)
        if turn > 0 and end < most:
            above[turn].add(child, lost=beta >= most)
        elif turn < 0 and begin > least:
            above[turn].add(child, lost=alpha <= least)
    return own, root, above


def _at_first(case: Case, node: int) -> tuple[float, float]:
    """What a node's first move got of its window."""
    first = next(iter(case.visits(node)))
    return max(case.alpha[node], case.alpha[first]), min(case.beta[node], case.beta[first])


def _whole(case: Case) -> tuple[float, float]:
    """The window of the root, or the first that it gave if it has none of its own."""
    low, high = case.alpha[0], case.beta[0]
    first = next(iter(case.visits(0)), 0)
    return max(low, case.alpha[first]), min(high, case.beta[first])


def _before(case: Case, child: int) -> str:
    """The value that a child's parent had found, with its move."""
    parent, (low, high) = case.parent[child], case.running
    best = low[child] if case.turn[parent] > 0 else high[child]
    source = next((one for one in case.visits(parent) if one < child and case.value[one] == best), child)
    return f"{number(best)} after {case.trace.label(source)}"


def _never(case: Case, child: int) -> Symptom:
    return Symptom(NEVER_UPDATED, child, lambda: f"{describe_windows(case, child)}, {_before(case, child)}", call=child)


def _one_sided(case: Case, turn: Turn, child: int) -> Symptom:
    def say() -> str:
        return (
            f"{describe_windows(case, child)}, {_before(case, child)}; no node of {turn.name} passes its own bound on"
        )

    return Symptom(ONE_SIDED, child, say, call=child)


def _not_deep(case: Case, child: int) -> Symptom:
    def say() -> str:
        parent, (low, high) = case.parent[child], case.running
        end, lost = ("beta", high[child]) if case.turn[parent] > 0 else ("alpha", low[child])
        return f"{describe_windows(case, child)}: {end} {number(lost)} from further up is lost"

    return Symptom(NO_DEEP_CUTOFFS, child, say, call=child)


def _root_words(case: Case, child: int) -> Callable[[], str]:
    def say() -> str:
        return f"after its move {case.trace.label(child)} {describe_windows(case, child)}, {_before(case, child)}"

    return say
