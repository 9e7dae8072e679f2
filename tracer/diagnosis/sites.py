"""Calls of one kind that are wrong while the others are right: a scout, a second search, a null move, a capture's.

Which calls belong together is told by the line of the source that made them, and where nobody told lines, by what they
are. Each kind is judged by itself, for a mistake in one line does not show in most of a search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, MANY, MOSTLY, TINY, TWICE
from tracer.diagnosis.call_columns import INFINITY
from tracer.diagnosis.case import Case
from tracer.diagnosis.null_moves import null_moves
from tracer.diagnosis.table_entries import get_required_depths
from tracer.recording.columns import NO_LINE, Bools, Floats, Ints
from tracer.recording.status import EXPANDED, PRUNED

MAX_NULL_WIDTH = 1.0
"""How wide a null window is at most."""


class CallKind(NamedTuple):
    """Calls of one kind."""

    line: int | None
    """The line of the source that made them; None where nobody told it."""
    is_call: Bools
    """By node: whether it is one of them."""
    kind: str
    """What most of them are, such as `null window`; empty for plain ones."""

    @property
    def description(self) -> str:
        """Which calls they are, as a sentence goes on."""
        line = "" if self.line is None else f" of line {self.line}"
        return f"{line} ({self.kind})" if self.kind else line


class NegatedCall(NamedTuple):
    """A node that took what the calls of a kind returned with the sign turned over."""

    node: int
    call: int
    """The call whose value it took so."""
    site: CallKind
    call_count: int
    """After how many calls that shows."""


MistakenWindows = tuple[list[int], bool, CallKind]
"""Calls of one kind that got a wrong window, and whether its ends are crossed; otherwise its signs are wrong."""


def collect_call_kinds(case: Case) -> list[CallKind]:
    """Return the kinds of calls, the most frequent first; none where all are of one kind."""
    columns, called_lines = case.columns, case.trace.columns.called_at
    is_call = columns.status != PRUNED
    is_call[0] = False
    kind_by_node = _classify_calls(case)
    calls_by_line: list[tuple[int | None, Bools]] = []
    if called_lines is not None:
        called_lines = _fill_first_call_lines(case, called_lines)
        lines, line_counts = np.unique(called_lines[is_call], return_counts=True)
        lines = lines[np.argsort(-line_counts, kind="stable")][:MANY]
        calls_by_line = [(int(line), is_call & (called_lines == line)) for line in lines.tolist() if line != NO_LINE]
    # One line may call in two ways, as with a condition that asks whether the same player moves on.
    nodes_again = set(np.flatnonzero(is_call & (kind_by_node == _SAME_PLAYER_AGAIN)).tolist())
    calls_again = len(calls_by_line) == 1 and not nodes_again <= case.broken_nodes
    if not calls_by_line or calls_again:
        by_kind = ((None, is_call & (kind_by_node == kind)) for kind in range(len(_CALL_KIND_NAMES)))
        calls_by_line = [(line, calls) for line, calls in by_kind if calls.any()]
    if len(calls_by_line) < 2:
        return []
    return [
        CallKind(line, calls, _CALL_KIND_NAMES[int(np.bincount(kind_by_node[calls]).argmax())])
        for line, calls in calls_by_line
    ]


def _fill_first_call_lines(case: Case, lines: Ints) -> Ints:
    """Return the lines, where a first call that has none has that of the next call of its node."""
    columns = case.columns
    first_calls = np.flatnonzero((lines == NO_LINE) & (columns.status != PRUNED))[1:]
    next_nodes = np.minimum(columns.end[first_calls], len(case) - 1)
    has_sibling = columns.parent[next_nodes] == columns.parent[first_calls]
    filled = lines.copy()
    filled[first_calls[has_sibling]] = lines[next_nodes[has_sibling]]
    return filled


_SECOND_SEARCH, _SECOND_NULL_WINDOW, _SAME_PLAYER_AGAIN = 2, 6, 7
_CALL_KIND_NAMES = (
    "",
    "null window",
    "second search",
    "null move",
    "same position",
    "beyond the horizon",
    "second search in a null window",
    "same player moves on",
)
"""The kinds of calls where nobody told lines."""


def _classify_calls(case: Case) -> Ints:
    """Return by node which kind of call it is by itself."""
    columns = case.columns
    kind_by_node: Ints = np.zeros(len(case), np.int64)
    is_narrow = np.zeros(len(case), bool)
    if case.has_windows:
        is_narrow = case.once(_find_null_windows)
        kind_by_node[is_narrow & ~is_narrow[columns.parent]] = 1
    if case.depth is not None:
        kind_by_node[(get_required_depths(case) <= 0)[columns.parent]] = 5
    repeated_nodes = list(case.repeated_nodes)
    kind_by_node[repeated_nodes] = np.where(is_narrow[repeated_nodes], _SECOND_NULL_WINDOW, _SECOND_SEARCH)
    kind_by_node[_mask_same_player_again(case)] = _SAME_PLAYER_AGAIN
    kind_by_node[np.isin(columns.move, list(case.trace.no_moves))] = 4
    aside_nodes = np.array(sorted(case.aside_nodes), np.int64)
    turn = case.trace.columns.turn
    kind_by_node[aside_nodes] = np.where(turn[aside_nodes] == turn[columns.parent[aside_nodes]], 4, 3)
    return kind_by_node


def _mask_same_player_again(case: Case) -> Bools:
    """Return by node whether the player who led there moves again, other than where a position stays."""
    columns, turn = case.columns, case.trace.columns.turn
    mask: Bools = (turn != 0) & (turn == turn[columns.parent]) & ~columns.makes_no_move & ~columns.keeps_position
    mask[0] = False
    return mask


def _find_null_windows(case: Case) -> Bools:
    """Return by node whether its window is no wider than a null window."""
    with np.errstate(invalid="ignore"):  # of two infinities there is no width
        width = case.columns.beta - case.columns.alpha
    is_null: Bools = (width >= 0) & (width <= MAX_NULL_WIDTH + TINY)
    return is_null


def has_mistaken_call_kind(case: Case) -> bool:
    """Return whether calls of one kind are wrong: then whatever comes up from them is."""
    return bool(case.once(find_mistaken_windows) or case.once(find_negated_values))


def find_negated_values(case: Case) -> list[NegatedCall]:
    """Return the nodes that took what calls of one kind returned with the sign turned over, as no others do."""
    if not case.unsound_nodes and not case.aside_nodes and not case.has_windows:
        return []
    negated: list[NegatedCall] = []
    mistaken_for_other = _find_mistaken_for_other_player(case)
    for call_kind in case.once(collect_call_kinds):
        judged_kind = call_kind._replace(is_call=call_kind.is_call & ~mistaken_for_other)
        if judged_kind.is_call[list(case.aside_nodes)].any():
            node_calls = _find_negated_asides(case, judged_kind)
        else:
            node_calls = _find_negated_moves(case, judged_kind) if case.unsound_nodes else []
            node_calls = node_calls or _find_negated_bounds(case, judged_kind)
        negated += [NegatedCall(node, call, judged_kind, len(node_calls)) for node, call in node_calls]
    return negated


def _find_negated_bounds(case: Case, call_kind: CallKind) -> list[tuple[int, int]]:
    """Return the nodes of a kind's calls after which windows begin with what these returned, its sign turned over.

    It shows where nobody told what the node itself returned, as at a root that is no call of the search.
    """
    node_calls: list[tuple[int, int]] = []
    contrary_count = 0
    is_readable = case.has_windows and not case.once(find_mistaken_windows)  # what turns those round is no value
    for calls in case.calls.values() if is_readable else ():
        is_of_kind = call_kind.is_call[calls.child_ids]
        if not is_of_kind.any():
            continue
        negated_best = calls.compute_running_best(np.where(is_of_kind, -calls.child_values, calls.child_values))
        sound_bound, negated_bound = (calls.raise_near_end(values) for values in (calls.best_so_far, negated_best))
        received = calls.received_window
        is_distinguishable = calls.has_telling_window & is_of_kind & (received.near <= received.far)
        is_distinguishable &= sound_bound != negated_bound
        contrary_count += int((is_distinguishable & (received.near != negated_bound)).sum())
        rows = np.flatnonzero(is_distinguishable & (received.near == negated_bound))
        nodes = calls.node_ids[calls.parent_row[rows]].tolist()
        node_calls += zip(nodes, calls.child_ids[rows - 1].tolist(), strict=True)
    explains_all = not contrary_count and {node for node, _ in node_calls} >= set(case.unsound_nodes) != set()
    explains_all &= bool(call_kind.description)
    return node_calls if len(node_calls) >= (TWICE if explains_all else max(FEW, MOSTLY * contrary_count)) else []


def _find_negated_moves(case: Case, call_kind: CallKind) -> list[tuple[int, int]]:
    """Return the nodes that a sign explains, with the call, if it explains nearly all at which that could be told."""
    node_calls: list[tuple[int, int]] = []
    contrary_count = strict_count = 0
    for calls in case.calls.values():
        is_of_kind = call_kind.is_call[calls.child_ids]
        if not is_of_kind.any():
            continue
        is_sound, is_negated, is_ignored = (
            calls.has_returned(
                np.maximum.reduceat(np.where(is_of_kind, replacement, calls.child_values), calls.first_row)
            )
            for replacement in (calls.child_values, -calls.child_values, -INFINITY)
        )
        # Another sign seldom gives the worst value.
        is_swapped = calls.has_returned(calls.worst_child_value) & np.logical_or.reduceat(is_of_kind, calls.first_row)
        contrary_count += int(((is_sound | is_ignored | is_swapped) & ~is_negated).sum())
        is_infinite = np.isin(calls.turn * calls.worst_child_value, (case.alpha[0], case.beta[0]))  # and no value
        strict_count += int((is_negated & ~is_sound & ~is_ignored & ~is_infinite).sum())
        rows = np.flatnonzero(is_negated & ~is_sound)
        for row in rows.tolist():
            first, last = int(calls.first_row[row]), int(calls.last_row[row]) + 1
            negated_values = np.where(is_of_kind[first:last], -calls.child_values[first:last], -INFINITY)
            node_calls.append((int(calls.node_ids[row]), int(calls.child_ids[first + int(negated_values.argmax())])))
    explains_all = bool(call_kind.kind) and {node for node, _ in node_calls} >= set(case.unsound_nodes)
    explains_all &= not contrary_count
    is_enough = explains_all if strict_count < TWICE else len(node_calls) >= max(FEW, MOSTLY * contrary_count)
    if not strict_count or not is_enough:
        return []
    return sorted(node_calls, key=lambda node_call: case.end[node_call[0]])


def _find_negated_asides(case: Case, call_kind: CallKind) -> list[tuple[int, int]]:
    """Return the nodes that were left after a null move whose value does not cut, but would with the other sign."""
    node_calls: list[tuple[int, int]] = []
    contrary_count = 0
    for call in np.flatnonzero(call_kind.is_call & case.columns.makes_no_move).tolist():
        node, value = case.parent[call], case.value[call]
        turn = case.turn[node]
        if not turn or case.status[node] != EXPANDED or case.visits(node)[-1] != call:
            continue
        opponent_bound = turn * (case.beta if turn > 0 else case.alpha)[node]
        node_value = turn * case.value[node]
        value = turn * value
        if node_value >= opponent_bound and node_value in (opponent_bound, value, -value):
            node_calls += [(node, call)] if value < opponent_bound <= -value else []
            contrary_count += -value < opponent_bound <= value
    return node_calls if len(node_calls) >= max(FEW, MOSTLY * contrary_count) else []


def find_mistaken_windows(case: Case) -> list[MistakenWindows]:
    """Return the kinds of calls whose windows are nearly all mirrored at 0, or crossed; none where no others are right.

    Where all are wrong it is no matter of a kind, or the recording has taken values for another player's.
    """
    if not case.has_windows:
        return []
    columns = case.columns
    parent, alpha, beta = columns.parent, columns.alpha, columns.beta
    running_alpha, running_beta = _use_first_visit_bounds(case, *_use_first_child_bounds(case))
    is_judged = (columns.status != PRUNED) & (columns.status[parent] == EXPANDED)
    is_judged &= ~_find_mistaken_for_other_player(case)
    is_driver_child = np.isin(parent, list(case.trace.drivers))
    is_judged &= (columns.turn[parent] != 0) | (is_driver_child & (parent > 0))
    is_judged[0] = False
    is_null = case.once(_find_null_windows)
    is_right = (alpha >= running_alpha) & (beta <= running_beta) & (alpha <= beta)
    is_right |= is_null & ((alpha == running_alpha) | (beta == running_beta))
    has_one_negated_bound = (alpha == -running_alpha) & (beta == running_beta)
    has_one_negated_bound |= (alpha == running_alpha) & (beta == -running_beta)
    is_mirrored = is_null & (alpha < beta) & ((beta == -running_alpha) | (alpha == -running_beta))
    is_mirrored &= (alpha != alpha[parent]) & (beta != beta[parent])  # else an end that was never moved
    is_mirrored |= (alpha == -running_beta) & (beta == -running_alpha)
    is_right |= (alpha <= running_alpha) & (beta >= running_beta) & ~(has_one_negated_bound & (alpha < beta))
    is_mirrored |= has_one_negated_bound
    is_crossed = (alpha > beta) & (running_alpha < running_beta)
    is_crossed &= (beta == running_alpha) | (alpha == running_beta) | (parent == 0)  # else no end was swapped
    is_distinguishable = ~(is_right & (is_mirrored | is_crossed | (running_alpha == -running_beta)))
    mistaken, right_elsewhere = list[MistakenWindows](), 0
    for call_kind in case.once(collect_call_kinds):
        is_of_kind = is_judged & call_kind.is_call & is_distinguishable
        right_count = int((is_of_kind & is_right).sum())
        is_wrong = is_of_kind & ~is_right
        mirrored, crossed = (np.flatnonzero(is_wrong & mask).tolist() for mask in (is_mirrored, is_crossed))
        nodes = max(mirrored, crossed, key=len)
        if len(nodes) >= max(FEW, MOSTLY * right_count) and 2 * len(nodes) >= int(is_wrong.sum()):
            mistaken.append((nodes, nodes is crossed, call_kind))
        else:
            right_elsewhere += right_count
    return mistaken if right_elsewhere >= FEW else []


def _use_first_child_bounds(case: Case) -> tuple[Floats, Floats]:
    """Return the running windows; of a root that was given no window with the ends of its first child's."""
    columns, (running_alpha, running_beta) = case.columns, case.running_columns
    is_root_child = columns.parent == 0
    first_child = np.flatnonzero(is_root_child & (columns.status != PRUNED))[:1]
    if not len(first_child) or np.isfinite([columns.alpha[0], columns.beta[0]]).any():
        return running_alpha, running_beta
    running_alpha = np.where(is_root_child & np.isinf(running_alpha), columns.alpha[first_child], running_alpha)
    running_beta = np.where(is_root_child & np.isinf(running_beta), columns.beta[first_child], running_beta)
    return running_alpha, running_beta


def _use_first_visit_bounds(case: Case, running_alpha: Floats, running_beta: Floats) -> tuple[Floats, Floats]:
    """Return the running windows; of a move that is searched again as they were before it was searched first."""
    parent, move = case.columns.parent, case.columns.move
    repeated_nodes = np.array(sorted(case.repeated_nodes), np.int64)
    visits = np.flatnonzero(np.isin(parent, parent[repeated_nodes]) & (case.columns.status != PRUNED))
    move_keys = parent.astype(np.int64) * (1 + int(move.max())) + move
    distinct_keys, first_index = np.unique(move_keys[visits], return_index=True)
    first_visits = visits[first_index[np.searchsorted(distinct_keys, move_keys[repeated_nodes])]]
    running_alpha, running_beta = running_alpha.copy(), running_beta.copy()
    running_alpha[repeated_nodes] = running_alpha[first_visits]
    running_beta[repeated_nodes] = running_beta[first_visits]
    return running_alpha, running_beta


def _find_mistaken_for_other_player(case: Case) -> Bools:
    """Return by node whether it has its parent's position, though a recording took it for the other player's."""
    columns, text = case.trace.columns, case.trace.columns.text
    is_mistaken: Bools = np.zeros(len(case), bool)
    if text is not None:
        is_mistaken = (text == text[columns.parent]) & (text >= 0) & (columns.turn == -columns.turn[columns.parent])
        is_mistaken &= ~np.isin(columns.move, list(case.trace.no_moves))
        is_mistaken[list(null_moves(case.trace)) if is_mistaken.any() else []] = False  # there it is the other player's
    return is_mistaken
