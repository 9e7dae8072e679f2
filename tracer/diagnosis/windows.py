"""Windows that were passed down wrongly: another one than the parent had when it entered its child.

The window of a call is compared with its parent's running window at that moment. The node that is named is the child:
it is the one with the wrong window. A narrower window is no fault by itself, for scouts and aspiration have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Any

import numpy as np

from tracer.deciding.thresholds import FEW, MOSTLY
from tracer.diagnosis.case import UNKNOWN, Case, Limits
from tracer.diagnosis.chances import bounds_in_means
from tracer.diagnosis.finding import ERROR, Disease, Spoils, Symptom
from tracer.diagnosis.passed_windows import explain_windows, left_at_cut, left_at_entry, passed, turned, turned_round
from tracer.diagnosis.sites import Mistaken, mistaken_windows, sites, turned_values
from tracer.diagnosis.sound_call import NOT_NEGATED_ENDS, NOT_SWAPPED, WIDENED, WRONG_END
from tracer.diagnosis.values import beginnings
from tracer.diagnosis.wording import GOT, symptoms, valued, window
from tracer.games.rules import MAX, MIN
from tracer.recording.status import OPEN, TABLE

SHARED = Disease(
    "shared-window",
    ERROR,
    "All calls share one alpha or beta, so a call begins with what another branch left behind, and cuts too much.",
    "Alpha and beta are globals, attributes, or a mutable default argument. Make them arguments of the call that are "
    "handed down by value, or put them back when the call returns.",
    spoils=Spoils.MOVES,
)
TOO_NARROW = Disease(
    "window-too-narrow",
    ERROR,
    "A child's window leaves out values that matter to its parent, the child failed there, and the bound that came "
    "back was used as if it were the exact value.",
    "Pass the running window on. After a scout or a guess search the move again with the full window if it failed "
    "inside that; after an aspiration window that failed search the same depth again. A mean needs the exact value of "
    "each outcome: below a chance node pass an infinite window, or the one of Star1.",
    spoils=Spoils.WINDOWS,
)
DISEASES: tuple[Disease, ...] = (WRONG_END, SHARED, NOT_SWAPPED, NOT_NEGATED_ENDS, TOO_NARROW, WIDENED)


def examine(case: Case) -> Iterator[Symptom]:
    """All that it finds."""
    if not case.windowed:
        return
    said = (
        "the iteration {node:move} returned {node:value} for the window {node:window}, which only says that it is "
        "{node:bound}, but its driver went on as if that were the value, without searching again"
    )
    yield from symptoms(TOO_NARROW, case, _failed_passes(case), said)
    said = "{node:mover} got its chance node's window {node:window} and is {node:bound}, which the mean takes for exact"
    yield from symptoms(TOO_NARROW, case, bounds_in_means(case), said, entered=True)
    if not (kinds := case.once(mistaken_windows)) and (_values_of_the_mover(case) or case.once(turned_values)):
        return  # windows look mirrored, or were moved by what was taken with the wrong sign
    moved = _moved(case)
    found = moved.get(WRONG_END.slug) or _passed_wrongly(case)
    if found:
        kinds = case.keep_answer(mistaken_windows, list[Mistaken]())
    for calls, crossed, site in kinds:
        found += _turned(case, calls, crossed, f"; so at {len(calls):,} calls{site.words}")
    found = found or _too_narrow(case)
    case.blamed |= {case.parent[symptom.node] for symptom in found}
    yield from found
    if not kinds:
        yield from ([] if found else moved.get(WIDENED.slug, [])) or _widened(case)


def _passed_wrongly(case: Case) -> list[Symptom]:
    """Return the one mistake in passing windows that explains the most of them."""
    swapped, negated = turned_round(case)
    left = left_at_entry(case)
    most = max(len(left), len(swapped), len(negated))
    if not most:
        return _left_moves(case)
    if most == len(swapped):
        return _turned(case, swapped, crossed=True)
    if most == len(negated):  # what the parent has is nearer than what another branch left
        return _turned(case, negated, crossed=False)
    said = f"{GOT}: {{source:value}} is from {{source:path}}, another branch"
    return symptoms(SHARED, case, left, said, entered=True, source=left.__getitem__)


def _turned(case: Case, calls: list[int], crossed: bool, so: str = "") -> list[Symptom]:
    """Return the symptoms of calls whose windows have crossed ends or wrong signs."""
    disease, what = (NOT_SWAPPED, "ends are crossed") if crossed else (NOT_NEGATED_ENDS, "signs are wrong")
    return symptoms(disease, case, calls, f"{GOT}: the {what}{so}", entered=True)


def _left_moves(case: Case) -> list[Symptom]:
    """Return the nodes that left moves as another branch had left the window; not where moves are left out anyway."""
    left = {} if case.broken else left_at_cut(case)
    said = (
        "{node:mover} left {node:missing} unsearched with {node:value}, inside its window {node:window}: {node:far} "
        "was {source:value} by then, from {source:path}"
    )
    return symptoms(SHARED, case, left, said, source=left.__getitem__)


def _moved(case: Case) -> dict[str, list[Symptom]]:
    """Return by slug the windows that a player moves wrongly by the values of its moves, if nothing else is wrong."""
    found: dict[str, list[Symptom]] = {}
    said = {
        WRONG_END.slug: ": {parent:player} has moved {parent:far} by what its own moves returned",
        WIDENED.slug: ": {parent:near} is {begun}",
    }
    for calls in case.calls.values():
        every = explain_windows(calls)
        by_site = () if every else (explain_windows(calls, site.calls) for site in case.once(sites))
        for (disease, *others), nodes in filter(None, (every, *by_site)):
            if others or disease.slug not in said:
                continue
            facts: dict[str, Any] = {"entered": True, "begun": partial(_say_begun, case)}
            named = symptoms(disease, case, nodes, GOT + said[disease.slug], **facts)
            found.setdefault(disease.slug, []).extend(named)
    return found


def _say_begun(case: Case, node: int) -> str:
    """Return what a call's near end is instead of the best value so far, at its parent or above that."""
    parent = case.parent[node]
    before = [child for child in case.visits(parent) if child < node]
    if before and case.value[before[-1]] == (case.alpha if case.turn[parent] == MAX else case.beta)[node]:
        return f"the value of the last move, {valued(case, before[-1])}, and not the best so far"
    return "the best of this node's moves alone, and not what the calls above have found"


def _values_of_the_mover(case: Case) -> bool:
    """Return whether MIN's nodes have the values of a negamax without its minus, or whose recording took it for none.

    Then the windows look mirrored, and are not.
    """
    calls = case.calls[int(MIN)]
    if not len(calls):
        return False
    value, best, worst = calls.value, calls.most, calls.least  # MIN's view: best is the least
    several = best != worst
    told = several & (best != -worst)
    right, turned = int((told & (value == best)).sum()), int((told & (value == -worst)).sum())
    shown = max(int((several & (value == one)).sum()) for one in (worst, -best))
    return turned > MOSTLY * right or (several.any() and MOSTLY * several.sum() <= (MOSTLY + 1) * shown)


def _too_narrow(case: Case) -> list[Symptom]:
    """Children whose narrow window is why their parent claims more than is proven."""
    low, high = case.running
    found: list[int] = []
    for node in case.unsound if case.narrowed else ():
        visits = case.visits(node)
        narrow = [child for child in visits if child in case.narrowed and case.status[child] != TABLE]
        if node in case.blamed or not narrow or case.table_limits(node) != UNKNOWN:
            continue
        far = case.beta if case.turn[node] == MAX else case.alpha
        if case.has_table and len(visits) > 1 and {far[child] for child in visits} == {far[visits[0]]} != {far[node]}:
            continue  # a bound of the table narrowed it before the first move
        wide = {child: _claim(case.value[child], low[child], high[child]) for child in narrow}
        guilty = [child for child in narrow if wide[child] != case.claims[child]]
        if guilty and case.is_proven(node, wide):
            found += guilty
    begun = beginnings(case) if found else {}
    own_end = {
        child: case.alpha[child] if case.turn[case.parent[child]] == MAX else case.beta[child] for child in found
    }
    found = [child for child in found if begun.get(case.turn[case.parent[child]]) != own_end[child]]
    said = "; so {node:value} only says that it is {node:bound}, but its parent returned {parent:value} {again}"
    return symptoms(TOO_NARROW, case, found, GOT + said, entered=True, again=partial(_say_again, case))


def _claim(value: float, low: float, high: float) -> Limits:
    """What a value says of the true one after a search with a window."""
    if low < value < high:
        return value, value
    return (value, float("inf")) if value >= high else (float("-inf"), value)


def _widened(case: Case) -> list[Symptom]:
    """Windows that are wider than their parent's own, at plies where both ends are, wherever that could be seen.

    Where the end that the other player set is lost and no more, there are no deep cutoffs: that is another disease.
    """
    one, columns = case.once(passed), case.columns
    again = np.zeros(len(case), bool)
    again[columns.parent[list(case.repeated)]] = True
    parent = columns.parent[one.child]
    judged = ~again[parent] & (one.near < one.far)
    near, far = one.given
    wide = judged & (near <= one.near) & (far >= one.far) & ((near < one.own) | (far > one.whole))
    both = wide & (near < one.near) & (far > one.far)
    root = turned(one.turn, case.alpha[0], case.beta[0])
    kept = judged & ~wide & (one.near > root[0]) & (one.far < root[1])
    ply = case.trace.columns.ply[one.child]
    most = int(ply.max(initial=0)) + 1
    seen = np.bincount(case.trace.columns.ply[np.unique(parent[both])] + 1, minlength=most)
    lost = (seen > 0) & (seen >= MOSTLY * np.bincount(ply[kept], minlength=most))
    if seen[lost].sum() < FEW or case.shrinks():
        return []  # who makes values smaller widens windows as much
    return symptoms(WIDENED, case, one.of(wide & lost[ply]), GOT + "{own}", entered=True, own=partial(_say_own, case))


def _failed_passes(case: Case) -> Iterator[int]:
    """Yield the last iterations of a depth of which only a bound is known, though their driver goes on as with a value.

    It does so where it returns that number, or where it leaves the end closed at which the iteration had failed.
    """
    for driver in sorted(case.trace.drivers) if case.windowed else ():
        passes = [one for one in case.visits(driver) if case.move[one] in case.trace.iterations]
        if not passes or any(case.status[one] == OPEN for one in passes):
            continue
        depths = [list(group) for _, group in groupby(passes, lambda one: case.depth and case.depth[one])]
        for mine, after in zip(depths, [*depths[1:], None], strict=True):
            low = max(case.claims[one][0] for one in mine)
            high = min(case.claims[one][1] for one in mine)
            if low < high and _is_taken_for_a_value(case, driver, mine[-1], after):
                yield mine[-1]


def _is_taken_for_a_value(case: Case, driver: int, one: int, after: list[int] | None) -> bool:
    """Return whether a driver uses what an iteration returned, which failed at an end that is not the driver's own."""
    value, low = case.value[one], case.value[one] <= case.alpha[one]
    own, end = (case.alpha, case.alpha[one]) if low else (case.beta, case.beta[one])
    if end == own[driver] or not (case.alpha[driver] < value < case.beta[driver]):
        return False
    if after is None:
        return value == case.value[driver]
    return own[after[0]] != own[driver]


def _say_again(case: Case, node: int) -> str:
    """Return how a move was searched after a visit that failed."""
    visits = case.visits(case.parent[node])
    last = [child for child in visits if case.move[child] == case.move[node]][-1]
    again = "after it had searched it again in the window "
    return f"{again}{window(case, last)}" if last > node else "without searching it again"


def _say_own(case: Case, node: int) -> str:
    """Return the window of a node's parent, if that was narrowed since."""
    parent, (low, high) = case.parent[node], case.running
    own = case.alpha[parent], case.beta[parent]
    return "" if own == (low[node], high[node]) else f" and was given {window(case, parent)} itself"
