"""Windows that were passed down wrongly: another one than the parent had when it entered its child.

The window of a call is compared with its parent's running window at that moment. The node that is named is the child:
it is the one with the wrong window. A narrower window is no fault by itself, for scouts and aspiration have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

import numpy as np

from tracer.deciding.thresholds import FEW, MOSTLY
from tracer.diagnosis.call_columns import Window
from tracer.diagnosis.case import UNLIMITED, Case, Limits
from tracer.diagnosis.chances import bounds_in_means
from tracer.diagnosis.finding import ERROR, Disease, Spoils, Symptom
from tracer.diagnosis.passed_windows import (
    collect_passed_windows,
    explain_windows,
    find_left_over_at_cut,
    find_left_over_at_entry,
    find_unnegated_windows,
)
from tracer.diagnosis.sites import MistakenWindows, collect_call_kinds, find_mistaken_windows, find_negated_values
from tracer.diagnosis.sound_call import NOT_NEGATED_ENDS, NOT_SWAPPED, WIDENED, WRONG_END
from tracer.diagnosis.values import collect_start_values
from tracer.diagnosis.wording import GOT_WINDOW_TEMPLATE, symptoms, valued, window
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
    if not case.has_windows:
        return
    template = (
        "the iteration {node:move} returned {node:value} for the window {node:window}, which only says that it is "
        "{node:bound}, but its driver went on as if that were the value, without searching again"
    )
    yield from symptoms(TOO_NARROW, case, _iter_failed_iterations(case), template)
    template = (
        "{node:mover} got its chance node's window {node:window} and is {node:bound}, which the mean takes for exact"
    )
    yield from symptoms(TOO_NARROW, case, bounds_in_means(case), template, entered=True)
    mistaken_calls = case.once(find_mistaken_windows)
    if not mistaken_calls and (_has_mover_values(case) or case.once(find_negated_values)):
        return  # windows look mirrored, or were moved by what was taken with the wrong sign
    moved_windows = _collect_moved_windows(case)
    found_symptoms = moved_windows.get(WRONG_END.slug) or _describe_wrong_passing(case)
    if found_symptoms:
        mistaken_calls = case.keep_answer(find_mistaken_windows, list[MistakenWindows]())
    for calls, crossed, call_site in mistaken_calls:
        extent = f"; so at {len(calls):,} calls{call_site.description}"
        found_symptoms += _describe_unnegated(case, calls, crossed, extent)
    found_symptoms = found_symptoms or _find_too_narrow(case)
    case.blamed_nodes |= {case.parent[symptom.node] for symptom in found_symptoms}
    yield from found_symptoms
    if not mistaken_calls:
        yield from ([] if found_symptoms else moved_windows.get(WIDENED.slug, [])) or _find_widened(case)


def _describe_wrong_passing(case: Case) -> list[Symptom]:
    """Return the one mistake in passing windows that explains the most of them."""
    swapped, negated = find_unnegated_windows(case)
    source_by_call = find_left_over_at_entry(case)
    max_count = max(len(source_by_call), len(swapped), len(negated))
    if not max_count:
        return _describe_left_over_cuts(case)
    if max_count == len(swapped):
        return _describe_unnegated(case, swapped, crossed=True)
    if max_count == len(negated):  # what the parent has is nearer than what another branch left
        return _describe_unnegated(case, negated, crossed=False)
    template = f"{GOT_WINDOW_TEMPLATE}: {{source:value}} is from {{source:path}}, another branch"
    return symptoms(SHARED, case, source_by_call, template, entered=True, source=source_by_call.__getitem__)


def _describe_unnegated(case: Case, calls: list[int], crossed: bool, extent: str = "") -> list[Symptom]:
    """Return the symptoms of calls whose windows have crossed ends or wrong signs."""
    disease, mistake = (NOT_SWAPPED, "ends are crossed") if crossed else (NOT_NEGATED_ENDS, "signs are wrong")
    return symptoms(disease, case, calls, f"{GOT_WINDOW_TEMPLATE}: the {mistake}{extent}", entered=True)


def _describe_left_over_cuts(case: Case) -> list[Symptom]:
    """Return the nodes that left moves as another branch had left the window; not where moves are left out anyway."""
    source_by_node = {} if case.broken_nodes else find_left_over_at_cut(case)
    template = (
        "{node:mover} left {node:missing} unsearched with {node:value}, inside its window {node:window}: {node:far} "
        "was {source:value} by then, from {source:path}"
    )
    return symptoms(SHARED, case, source_by_node, template, source=source_by_node.__getitem__)


def _collect_moved_windows(case: Case) -> dict[str, list[Symptom]]:
    """Return by slug the windows that a player moves wrongly by the values of its moves, if nothing else is wrong."""
    symptoms_by_slug: dict[str, list[Symptom]] = {}
    template_by_slug = {
        WRONG_END.slug: ": {parent:player} has moved {parent:far} by what its own moves returned",
        WIDENED.slug: ": {parent:near} is {begun}",
    }
    for calls in case.calls.values():
        overall = explain_windows(calls)
        kinds = [] if overall else case.once(collect_call_kinds)
        explanations = [overall, *(explain_windows(calls, kind.is_call) for kind in kinds)]
        for (disease, *others), nodes in filter(None, explanations):
            if others or disease.slug not in template_by_slug:
                continue
            template, begun = GOT_WINDOW_TEMPLATE + template_by_slug[disease.slug], partial(_describe_start, case)
            found = symptoms(disease, case, nodes, template, entered=True, begun=begun)
            symptoms_by_slug.setdefault(disease.slug, []).extend(found)
    return symptoms_by_slug


def _describe_start(case: Case, node: int) -> str:
    """Return what a call's near end is instead of the best value so far, at its parent or above that."""
    parent = case.parent[node]
    earlier_children = [child for child in case.visits(parent) if child < node]
    near = (case.alpha if case.turn[parent] == MAX else case.beta)[node]
    if earlier_children and case.value[earlier_children[-1]] == near:
        return f"the value of the last move, {valued(case, earlier_children[-1])}, and not the best so far"
    return "the best of this node's moves alone, and not what the calls above have found"


def _has_mover_values(case: Case) -> bool:
    """Return whether MIN's nodes have the values of a negamax without its minus, or whose recording took it for none.

    Then the windows look mirrored, and are not.
    """
    calls = case.calls[int(MIN)]
    if not len(calls):
        return False
    value, best, worst = (
        calls.node_values,
        calls.best_child_value,
        calls.worst_child_value,
    )  # MIN's view: best is the least
    has_several_values = best != worst
    is_distinguishable = has_several_values & (best != -worst)
    right_count = int((is_distinguishable & (value == best)).sum())
    negated_count = int((is_distinguishable & (value == -worst)).sum())
    other_count = max(int((has_several_values & (value == other_value)).sum()) for other_value in (worst, -best))
    is_mostly_other = MOSTLY * has_several_values.sum() <= (MOSTLY + 1) * other_count
    return negated_count > MOSTLY * right_count or (has_several_values.any() and is_mostly_other)


def _find_too_narrow(case: Case) -> list[Symptom]:
    """Children whose narrow window is why their parent claims more than is proven."""
    low, high = case.running_windows
    guilty_children: list[int] = []
    for node in case.unsound_nodes if case.narrowed_nodes else ():
        visits = case.visits(node)
        narrowed_children = [child for child in visits if child in case.narrowed_nodes and case.status[child] != TABLE]
        if node in case.blamed_nodes or not narrowed_children or case.table_limits(node) != UNLIMITED:
            continue
        opponent_bounds = case.beta if case.turn[node] == MAX else case.alpha
        far_ends = {opponent_bounds[child] for child in visits}
        if case.seems_to_have_table and len(visits) > 1 == len(far_ends) and opponent_bounds[node] not in far_ends:
            continue  # a bound of the table narrowed it before the first move
        full_claims = {child: _get_claim(case.value[child], low[child], high[child]) for child in narrowed_children}
        changed_children = [child for child in narrowed_children if full_claims[child] != case.claims[child]]
        if changed_children and case.is_proven(node, full_claims):
            guilty_children += changed_children
    start_values = collect_start_values(case) if guilty_children else {}
    players = {child: case.turn[case.parent[child]] for child in guilty_children}
    near_ends = {child: (case.alpha if turn == MAX else case.beta)[child] for child, turn in players.items()}
    guilty_children = [child for child, turn in players.items() if start_values.get(turn) != near_ends[child]]
    template = "; so {node:value} only says that it is {node:bound}, but its parent returned {parent:value} {again}"
    again = partial(_describe_re_search, case)
    return symptoms(TOO_NARROW, case, guilty_children, GOT_WINDOW_TEMPLATE + template, entered=True, again=again)


def _get_claim(value: float, low: float, high: float) -> Limits:
    """What a value says of the true one after a search with a window."""
    if low < value < high:
        return value, value
    return (value, float("inf")) if value >= high else (float("-inf"), value)


def _find_widened(case: Case) -> list[Symptom]:
    """Windows that are wider than their parent's own, at plies where both ends are, wherever that could be seen.

    Where the end that the other player set is lost and no more, there are no deep cutoffs: that is another disease.
    """
    passed, columns = case.once(collect_passed_windows), case.columns
    has_repeats = np.zeros(len(case), bool)
    has_repeats[columns.parent[list(case.repeated_nodes)]] = True
    parents = columns.parent[passed.child_ids]
    parent, running, received = passed.parent, passed.running, passed.received
    is_judged = ~has_repeats[parents] & running.is_open
    is_wider = is_judged & (received.near <= running.near) & (received.far >= running.far)
    is_wider &= (received.near < parent.near) | (received.far > parent.far)
    is_wider_on_both = is_wider & (received.near < running.near) & (received.far > running.far)
    root = Window.of(passed.turn, case.alpha[0], case.beta[0])
    is_kept = is_judged & ~is_wider & (running.near > root.near) & (running.far < root.far)
    ply = case.trace.columns.ply[passed.child_ids]
    ply_count = int(ply.max(initial=0)) + 1
    widened_counts = np.bincount(case.trace.columns.ply[np.unique(parents[is_wider_on_both])] + 1, minlength=ply_count)
    is_lost_ply = (widened_counts > 0) & (widened_counts >= MOSTLY * np.bincount(ply[is_kept], minlength=ply_count))
    if widened_counts[is_lost_ply].sum() < FEW or case.shrinks_values():
        return []  # who makes values smaller widens windows as much
    nodes, own = passed.select_nodes(is_wider & is_lost_ply[ply]), partial(_describe_parent_window, case)
    return symptoms(WIDENED, case, nodes, GOT_WINDOW_TEMPLATE + "{own}", entered=True, own=own)


def _iter_failed_iterations(case: Case) -> Iterator[int]:
    """Yield the last iterations of a depth of which only a bound is known, though their driver goes on as with a value.

    It does so where it returns that number, or where it leaves the end closed at which the iteration had failed.
    """
    for driver in sorted(case.trace.drivers) if case.has_windows else ():
        passes = [iteration for iteration in case.visits(driver) if case.move[iteration] in case.trace.iterations]
        if not passes or any(case.status[iteration] == OPEN for iteration in passes):
            continue
        depths = [list(group) for _, group in groupby(passes, lambda iteration: case.depth and case.depth[iteration])]
        for same_depth, next_iterations in zip(depths, [*depths[1:], None], strict=True):
            max_lower = max(case.claims[iteration][0] for iteration in same_depth)
            min_upper = min(case.claims[iteration][1] for iteration in same_depth)
            if max_lower < min_upper and _is_used_as_value(case, driver, same_depth[-1], next_iterations):
                yield same_depth[-1]


def _is_used_as_value(case: Case, driver: int, iteration: int, next_iterations: list[int] | None) -> bool:
    """Return whether a driver uses what an iteration returned, which failed at an end that is not the driver's own."""
    value, failed_low = case.value[iteration], case.value[iteration] <= case.alpha[iteration]
    bounds, failed_bound = (case.alpha, case.alpha[iteration]) if failed_low else (case.beta, case.beta[iteration])
    if failed_bound == bounds[driver] or not (case.alpha[driver] < value < case.beta[driver]):
        return False
    if next_iterations is None:
        return value == case.value[driver]
    return bounds[next_iterations[0]] != bounds[driver]


def _describe_re_search(case: Case, node: int) -> str:
    """Return how a move was searched after a visit that failed."""
    visits = case.visits(case.parent[node])
    last_visit = [child for child in visits if case.move[child] == case.move[node]][-1]
    description = "after it had searched it again in the window "
    return f"{description}{window(case, last_visit)}" if last_visit > node else "without searching it again"


def _describe_parent_window(case: Case, node: int) -> str:
    """Return the window of a node's parent, if that was narrowed since."""
    parent, (low, high) = case.parent[node], case.running_windows
    parent_window = case.alpha[parent], case.beta[parent]
    return "" if parent_window == (low[node], high[node]) else f" and was given {window(case, parent)} itself"
