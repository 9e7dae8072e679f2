"""The windows that calls pass on to their children: what a sound call passes, and what one with a part exchanged does.

A window has an end that the mover's values raise, the near one, and one that comes from above, the far one. A call
passes on each of them, and negates and swaps both where values are negated. Each part has its rivals. A rival is
accepted if it predicts nearly all windows that differ between it and the sound call.

Where all calls share alpha and beta, windows are those that another branch left behind. It shows in two ways: a call
begins with a value that no call above it had, or a node leaves its loop by one.
"""

from __future__ import annotations

from operator import itemgetter
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, MOSTLY, TWICE
from tracer.diagnosis.call_columns import INFINITY, Calls, Window
from tracer.diagnosis.case import Case
from tracer.diagnosis.cuts_skipped import are_skips_explained
from tracer.diagnosis.finding import Disease
from tracer.diagnosis.sound_call import WINDOW_RIVALS, iter_rival_combinations, predict_child_windows
from tracer.games.rules import MAX, MIN
from tracer.recording.columns import Bools, Floats, Ints
from tracer.recording.status import PRUNED
from tracer.recording.tree_shape import gather, index_dtype, iter_parts


class PassedWindows(NamedTuple):
    """The windows of judged children, each beside what its parent had, in the view of the player who moves there."""

    child_ids: Ints
    turn: Ints
    """Who moves above it."""
    parent: Window
    running: Window
    """Its parent's as the moves before have raised it."""
    received: Window

    def select_nodes(self, mask: Bools) -> list[int]:
        """Return the node ids of some of the children."""
        nodes: list[int] = self.child_ids[mask].tolist()
        return nodes


def collect_passed_windows(case: Case) -> PassedWindows:
    """Return the windows of all visits that should have their parent's running window.

    These are children of a player's node. Re-searches are left out, and so are scouts whose window holds no number.
    """
    columns, (running_alpha, running_beta) = case.columns, case.running_columns
    parent_of = columns.parent
    with np.errstate(invalid="ignore"):  # of two infinities there is no difference
        is_scout = (columns.alpha < columns.beta) & (columns.beta == np.nextafter(columns.alpha, columns.beta))
        is_scout &= (columns.alpha == running_alpha) | (columns.beta == running_beta)
    is_judged = (columns.status != PRUNED) & (columns.turn[parent_of] != 0) & ~is_scout
    is_judged[[0, *case.repeated_nodes]] = False
    children = np.flatnonzero(is_judged)
    parents = parent_of[children]
    turn = columns.turn[parents]
    return PassedWindows(
        children,
        turn,
        parent=Window.of(turn, columns.alpha[parents], columns.beta[parents]),
        running=Window.of(turn, running_alpha[children], running_beta[children]),
        received=Window.of(turn, columns.alpha[children], columns.beta[children]),
    )


def passes_raised_bound(calls: Calls, below: float = INFINITY) -> bool:
    """Return whether some child got what the ones before it had returned to the player, and less than a number."""
    raised, received = calls.raised_bound, calls.received_window.near
    is_raised = (raised > calls.parent_window.near) & (received >= raised) & (received < below)
    return bool((calls.has_telling_window & is_raised).any())


WindowExplanation = tuple[tuple[Disease, ...], list[int]]
"""The diseases of a rival that explains windows of one player's calls, and these windows."""


def explain_windows(calls: Calls, selected_nodes: Bools | None = None) -> WindowExplanation | None:
    """Return the rival that explains a player's windows outside the running window, or those of some nodes alone."""
    is_judged, received = calls.has_telling_window, calls.received_window
    if selected_nodes is not None:
        is_judged = is_judged & selected_nodes[calls.child_ids]
    sound = Window(calls.raised_bound, calls.parent_window.far)
    least = np.minimum(sound.near, calls.raise_near_end(calls.best_so_far))
    is_wrong = is_judged & ~((received.near >= least) & (received.far <= sound.far) & (received.near <= received.far))
    candidates: list[tuple[float, WindowExplanation]] = []
    for rivals, model in iter_rival_combinations(WINDOW_RIVALS) if is_wrong.any() else ():
        diseases, expected = tuple(disease for disease, _ in rivals), predict_child_windows(calls, model)
        is_distinguishable = is_judged & ~_match_any(expected, sound)
        is_predicted = is_distinguishable & _match_any(expected, received)
        is_explained = is_predicted & is_wrong
        contrary_count = (is_distinguishable & ~is_predicted).sum()
        is_enough = is_explained.sum() >= FEW or (not contrary_count and is_predicted.sum() >= TWICE * FEW)
        if is_explained.any() and is_enough and is_predicted.sum() >= MOSTLY * contrary_count:
            explanation = diseases, calls.child_ids[is_explained].tolist()
            candidates.append((is_explained.sum() - 1.5 * len(diseases), explanation))
    return max(candidates, key=itemgetter(0))[1] if candidates else None


def _match_any(predictions: list[Window], window: Window) -> Bools:
    """Return a mask of the windows that equal one of several predictions."""
    matches = [(window.near == one.near) & (window.far == one.far) for one in predictions]
    is_any: Bools = np.logical_or.reduce(matches)
    return is_any


def find_unnegated_windows(case: Case) -> tuple[list[int], list[int]]:
    """Return the calls with crossed windows and the calls with wrong signs, of players who mostly do so.

    If only one end is mirrored, all other windows count as contrary evidence: a scout's end may look mirrored.
    """
    passed = case.once(collect_passed_windows)
    near, far = passed.running
    is_right = _match_any([passed.running], passed.received)
    mistake_masks = [
        _match_any([Window(*ends)], passed.received) & ~is_right
        for ends in ((far, near), (-far, -near), (-near, -far), (-near, far), (near, -far))
    ]
    is_other = ~is_right & ~np.logical_or.reduce(mistake_masks)
    is_contrary = is_right & (near != far) & (near != -far) & (case.columns.parent[passed.child_ids] > 0)
    nodes_by_mistake, player_masks = [], [passed.turn == turn for turn in (MAX, MIN)]
    for mistake, is_mistaken in enumerate(mistake_masks):
        counted_contrary = is_contrary | is_other if mistake > 2 else is_contrary
        is_believed = np.zeros(len(is_mistaken), bool)
        for is_player in player_masks:
            if (is_mistaken & is_player).sum() >= MOSTLY * (counted_contrary & is_player).sum():
                is_believed |= is_mistaken & is_player
        nodes_by_mistake.append(passed.select_nodes(is_believed))
    return nodes_by_mistake[0] or _find_crossed_windows(case), max(nodes_by_mistake[1:], key=len)


def _find_crossed_windows(case: Case) -> list[int]:
    """Return the calls with crossed ends whose parent has none, re-searches among them: one is enough.

    An end of such a window is one of the parent's running window, at the other end; below the root it may be any.
    """
    columns, (running_alpha, running_beta) = case.columns, case.running_columns
    parent_of = columns.parent
    turn = columns.turn[parent_of]
    running = Window.of(turn, running_alpha, running_beta)
    received = Window.of(turn, columns.alpha, columns.beta)
    is_crossed = (columns.status != PRUNED) & (turn != 0) & (received.near > received.far) & running.is_open
    is_crossed &= columns.alpha[parent_of] < columns.beta[parent_of]
    is_crossed &= (parent_of == 0) | (received.far == running.near) | (received.near == running.far)
    is_crossed[0] = False
    nodes: list[int] = np.flatnonzero(is_crossed).tolist()
    return nodes


def find_start_values(case: Case) -> dict[int, tuple[float, list[int]]]:
    """Return by player the number with which the best value begins, if windows of second moves show one; and where.

    To this number, MAX's view, the player narrows its window after any first move that is worse for it.
    """
    start_values: dict[int, tuple[float, list[int]]] = {}
    for turn, calls in case.calls.items() if case.has_windows else ():
        received, near = calls.received_window.near, calls.parent_window.near
        seconds = calls.first_row[calls.last_row > calls.first_row] + 1
        seconds = seconds[~calls.is_repeat[seconds] & (received[seconds - 1] == near[seconds])]
        is_raised = received[seconds] > np.maximum(near[seconds], calls.child_values[seconds - 1])
        raised_values = np.unique(received[seconds[is_raised]])
        showing_nodes = calls.node_ids[calls.parent_row[seconds[is_raised]]].tolist()
        is_one_value = len(raised_values) == 1 and len(showing_nodes) > 1 and raised_values[0] < INFINITY
        if is_one_value and (received[seconds] >= raised_values[0]).all():
            start_values[turn] = turn * float(raised_values[0]), showing_nodes
    return start_values


class _SharedBound:
    """One end of the window as it would be if all calls shared it: as the last call had it, or a value has raised it.

    It stands in columns by event, which is a visit's entry or its return. There are two guesses, for a node's last
    value may have cut before it raised anything.

    Args:
        case: the search.
        side: 1 for alpha, which MAX raises; −1 for beta, which MIN lowers; 0 for the mover's own alpha in a negamax,
            which both raise.
    """

    def __init__(self, case: Case, side: int) -> None:
        columns, visited_before, ply = case.columns, case.trace.columns.visited_before, case.trace.columns.ply
        visits, parent_player = np.flatnonzero(columns.status != PRUNED), columns.turn[columns.parent]
        sign_by_node, received = columns.turn if side == 0 else np.int8(side), (columns.alpha, columns.beta)
        self.received_bounds, self.running_bounds = (
            np.where(sign_by_node > 0, alpha, -beta) for alpha, beta in (received, case.running_columns)
        )
        """By node: this end of its window, and of the running window of its parent."""
        self.entry_event, self.return_event = 2 * visited_before[:-1] - ply, 2 * visited_before[columns.end] - ply - 1
        """By node: its two events."""
        is_entry = np.zeros(2 * len(visits), bool)
        is_entry[self.entry_event[visits]] = True
        may_raise = (parent_player != 0) & (parent_player == (side or parent_player)) & ~np.isnan(columns.value)

        def compute_running(is_raising: Bools) -> tuple[Floats, Ints]:
            values, raising = np.full(len(is_entry), -INFINITY), np.flatnonzero(may_raise & is_raising)
            values[self.entry_event[visits]] = self.received_bounds[visits]
            values[self.return_event[raising]] = columns.value[raising] * parent_player[raising]
            return values, _compute_running_max(values, is_entry)

        self.max_bound, first_event = compute_running(np.ones(len(case), bool))
        """By event: where the end stands, the greater one of the guesses."""
        self.min_bound, min_first_event = compute_running(_has_later_sibling(case))
        call_events, visit_of_event = self.entry_event[visits[1:]], np.full(len(is_entry), -1, columns.parent.dtype)
        visit_of_event[self.return_event[visits]] = visits
        origin, before = np.arange(len(is_entry), dtype=first_event.dtype), call_events - 1
        for bound, first in ((self.min_bound, min_first_event), (self.max_bound, first_event)):
            is_kept = bound[before] == self.received_bounds[visits[1:]]
            origin[call_events[is_kept]] = first[before[is_kept]]
        while ((next_origin := gather(origin, origin)) != origin).any():
            origin = next_origin
        self.source_visit: Ints = gather(visit_of_event, origin)
        """By event: the visit whose value it is about; of an entry the one whose value it begins with; −1 if none."""
        self.raising_visit: Ints = gather(self.source_visit, first_event)
        """By event: the visit whose value the end is."""


def _compute_running_max(values: Floats, begins: Bools) -> Ints:
    """Put the greatest since the last beginning in each value's place; return the first place at which it stood."""
    first_places: Ints = np.empty(len(values), index_dtype(len(values)))
    greatest, first_place = -INFINITY, 0
    for part in iter_parts(len(values)):
        distinct_values, max_ranks = np.unique(np.append(greatest, values[part]), return_inverse=True)
        run_offsets = np.cumsum(np.append(False, begins[part])) * len(distinct_values)
        max_ranks = np.maximum.accumulate(max_ranks + run_offsets)
        values[part] = distinct_values[max_ranks - run_offsets][1:]
        places = np.arange(part.start - 1, part.stop)
        places[1:][max_ranks[1:] == max_ranks[:-1]] = 0
        places[0] = first_place
        first_places[part] = np.maximum.accumulate(places)[1:]
        greatest, first_place = values.item(part.stop - 1), first_places.item(part.stop - 1)
    return first_places


def _has_later_sibling(case: Case) -> Bools:
    """Return by node whether another child of its parent was visited after it."""
    columns = case.columns
    next_nodes = np.minimum(columns.end, len(case) - 1)
    has_later: Bools = (columns.end < columns.end[columns.parent]) & (columns.status[next_nodes] != PRUNED)
    has_later[0] = False
    return has_later


def find_left_over_at_entry(case: Case) -> dict[int, int]:
    """Return the calls with an end of the window that no call above them had, each with the visit it is from."""
    return _find_left_over(case, 0) | _find_left_over(case, -1) | _find_left_over(case, 1)


def _find_left_over(case: Case, side: int) -> dict[int, int]:
    shared, children = _SharedBound(case, side), case.once(collect_passed_windows).child_ids
    parents, entry_events, running_bounds = (
        column[children] for column in (case.columns.parent, shared.entry_event, shared.running_bounds)
    )
    is_distinguishable = (shared.raising_visit[entry_events - 1] >= 0) & (
        shared.max_bound[entry_events - 1] > running_bounds
    )
    alpha, beta, low, high = (ends[children] for ends in (case.columns.alpha, case.columns.beta, *case.running_columns))
    is_empty_scout = (alpha == beta) & ((alpha == low) | (beta == high))
    is_left_over = is_distinguishable & (shared.received_bounds[children] > running_bounds)
    is_left_over &= shared.source_visit[entry_events] >= 0
    if not (is_left_over & ~is_empty_scout).any():
        return {}
    missed_count = (is_distinguishable & ~is_left_over & (parents > 0)).sum()
    # Below one parent alone it is the window of a scout, which all its later children have.
    if is_left_over.sum() < max(TWICE, MOSTLY * missed_count) or len(np.unique(parents[is_left_over])) < TWICE:
        return {}
    return dict(
        zip(children[is_left_over].tolist(), shared.source_visit[entry_events[is_left_over]].tolist(), strict=True)
    )


def find_left_over_at_cut(case: Case) -> dict[int, int]:
    """Return the nodes that left moves out as a value reached an end that another branch had left, with that visit."""
    skipping = [nodes for nodes in case.unsound_nodes if case.get_missing_moves(nodes)]
    if len(skipping) < TWICE:
        return {}
    source_by_node, ignored_count, columns, has_later = dict[int, int](), 0, case.columns, _has_later_sibling(case)
    for side in (1, -1):
        shared, values = _SharedBound(case, side), side * columns.value
        is_beyond_bound = (columns.turn[columns.parent] == -side) & (values > shared.received_bounds[columns.parent])
        is_beyond_bound[0] = False
        nodes = np.flatnonzero(is_beyond_bound & (columns.status != PRUNED))
        return_events, continues = shared.return_event[nodes], has_later[nodes]
        ignored_count += int((continues & (shared.min_bound[return_events] >= values[nodes])).sum())
        is_cut = ~continues & (shared.max_bound[return_events] >= values[nodes])
        # At the other end of the node's own window nearly every value is a cutoff: that explains nothing.
        other_ends = side * (columns.beta if side > 0 else columns.alpha)[columns.parent[nodes]]
        is_cut &= shared.max_bound[return_events] < other_ends
        source_by_node |= zip(
            columns.parent[nodes[is_cut]].tolist(), shared.raising_visit[return_events[is_cut]].tolist(), strict=True
        )
    explained = {nodes: source_by_node[nodes] for nodes in skipping if nodes in source_by_node}
    missed_count = len(skipping) - len(explained)
    is_bound_shared = len(explained) >= MOSTLY * missed_count and len(source_by_node) >= MOSTLY * ignored_count
    return explained if is_bound_shared and not are_skips_explained(case) else {}
