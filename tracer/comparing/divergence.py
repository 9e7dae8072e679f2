"""The first step at which two recordings of one position differ, in a sentence.

Until then both had the same events, so they agree on the number of the step.
"""

# ruff: noqa: D102 (what the protocol asks for is described where it is given)

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tracer.recording.columns import Bools, Ints
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL, Status
from tracer.text import number
from tracer.time.moments import Event, event_at
from tracer.tracing import Trace
from tracer.why.explain import event as what_happens
from tracer.why.explain import format_cutoff_verdict
from tracer.why.sentences import format_node_window, format_path

_LEAF_TEXTS = {TERMINAL: "game over", HORIZON: "horizon", TABLE: "a stored value"}
FATE_TEXTS = {**_LEAF_TEXTS, EXPANDED: "expanded", OPEN: "never left"}

StepEvent = tuple[Event, int]
"""An event and its node."""


class MatchedTraces(Protocol):
    """Two recordings of one position, node by node; the masks stand over A's nodes."""

    @property
    def a(self) -> Trace: ...
    @property
    def b(self) -> Trace: ...
    @property
    def in_a(self) -> Ints: ...
    @property
    def in_b(self) -> Ints: ...
    @property
    def value(self) -> Bools: ...
    @property
    def bound(self) -> Bools: ...
    @property
    def window(self) -> Bools: ...
    @property
    def fate(self) -> Bools: ...
    @property
    def cut(self) -> Bools: ...
    @property
    def same(self) -> bool: ...
    def mask_in_b(self, mask: Bools) -> Bools: ...


@dataclass(frozen=True, slots=True)
class FirstDifference:
    """Where two recordings part."""

    step: int
    """The first step whose events differ."""
    a: int | None
    """The node of A's event; None where A's recording had ended."""
    b: int | None
    """The node of B's event; None where B's recording had ended."""
    text: str
    """What differs, with numbers."""


def find_first_difference(comparison: MatchedTraces) -> FirstDifference | None:
    """The first difference in time; None where the recordings are the same. O(n)."""
    if comparison.same:
        return None
    step = min(_list_candidate_steps(comparison))
    events = [event_at(trace, step) if step < trace.steps else None for trace in (comparison.a, comparison.b)]
    event_a, event_b = events
    return FirstDifference(
        step,
        None if event_a is None else event_a[1],
        None if event_b is None else event_b[1],
        f"step {step:,}: {_describe_divergence(comparison, step, event_a, event_b)}",
    )


def _list_candidate_steps(comparison: MatchedTraces) -> Iterator[int]:
    """Steps at which differences stand. The earliest is where the events differ first, and counts in both."""
    has_new_entry, has_new_return = comparison.window, comparison.value | comparison.bound | comparison.fate
    mask_in_b = comparison.mask_in_b
    is_unmatched, has_new_cutoff = _mask_unmatched(comparison.a, comparison.b, comparison.in_b), comparison.cut
    yield from _find_earliest_steps(comparison.a, has_new_entry | is_unmatched, has_new_return, has_new_cutoff)
    is_unmatched = _mask_unmatched(comparison.b, comparison.a, comparison.in_a)
    yield from _find_earliest_steps(
        comparison.b, mask_in_b(has_new_entry) | is_unmatched, mask_in_b(has_new_return), mask_in_b(has_new_cutoff)
    )


def _mask_unmatched(trace: Trace, other: Trace, partners: Ints) -> Bools:
    """The nodes that are not the other's node of the same number, or that only one of the two visited."""
    is_unmatched: Bools = partners != np.arange(len(trace))
    matched_nodes = np.flatnonzero(~is_unmatched)
    is_unmatched[matched_nodes] = (trace.columns.status[matched_nodes] == PRUNED) != (
        other.columns.status[matched_nodes] == PRUNED
    )
    return is_unmatched


def _find_earliest_steps(
    trace: Trace, has_new_entry: Bools, has_new_return: Bools, has_new_cutoff: Bools
) -> Iterator[int]:
    """The first step of those at which some nodes are met, others return, and of others those are cut that are."""
    columns = trace.columns
    # Nodes are met in the order of their numbers.
    yield from columns.entered(np.flatnonzero(has_new_entry)[:1]).tolist()
    returned_nodes, cut_nodes = np.flatnonzero(has_new_return), np.flatnonzero(has_new_cutoff & columns.cutoff)
    steps = np.concatenate(
        [columns.left(returned_nodes), columns.left(cut_nodes) - trace.landmarks.passed_over[cut_nodes]]
    )
    if len(steps):
        yield min(int(steps.min()), trace.steps)  # what never returned is missed where the recording ends


def _describe_divergence(
    comparison: MatchedTraces, step: int, event_a: StepEvent | None, event_b: StepEvent | None
) -> str:
    if comparison.a.columns.log is not None or comparison.b.columns.log is not None:
        side_texts = (
            f"{side_name}: {_describe_action(trace, None) if side_event is None else what_happens(trace, step)}"
            for side_name, trace, side_event in (("A", comparison.a, event_a), ("B", comparison.b, event_b))
        )
        return "; ".join(side_texts)
    if event_a is None or event_b is None or comparison.in_b[event_a[1]] != event_b[1]:
        return f"A {_describe_action(comparison.a, event_a)}, B {_describe_action(comparison.b, event_b)}"
    if event_a[0] is event_b[0]:
        return _describe_same_event(comparison, event_a[0], event_a[1], event_b[1])
    return f"A {_describe_action(comparison.a, event_a)}, B {_describe_action(comparison.b, event_b, node_path='it')}"


def _describe_action(trace: Trace, step_event: StepEvent | None, node_path: str = "") -> str:
    """What a search does at a step, as in `prunes a2/b2 (2 ≤ alpha 3)`."""
    if step_event is None:
        return "has stopped" if trace.header.stopped or trace.value is None else "has ended"
    event_type, node = step_event
    node_path = node_path or format_path(trace, node)
    if event_type is Event.ENTERED:
        return f"enters {node_path}"
    if event_type is Event.PRUNED:
        return f"prunes {node_path}{format_cutoff_reason(trace, int(trace.columns.parent[node]))}"
    status = Status(int(trace.columns.status[node]))
    leaf_text = f" ({_LEAF_TEXTS[status]})" if status in _LEAF_TEXTS else format_cutoff_reason(trace, node)
    return f"returns {number(float(trace.columns.value[node]))} from {node_path}{leaf_text}"


def format_cutoff_reason(trace: Trace, node: int) -> str:
    """The cutoff test that held at a node, in brackets; nothing where none did, or no child was searched before it."""
    columns = trace.columns
    has_searched_child = node + 1 < columns.end[node] and columns.status[node + 1] != PRUNED
    return f" ({format_cutoff_verdict(trace, node)})" if columns.cutoff[node] and has_searched_child else ""


def format_value_bound(trace: Trace, node: int) -> str:
    """What a node returned, with what that proves of its true value, as in `≤ 2`."""
    bound, value = trace.proved_bound(node), number(float(trace.columns.value[node]))
    return value if bound is None else f"{bound.sign} {value}"


def _describe_same_event(comparison: MatchedTraces, event_type: Event, node_a: int, node_b: int) -> str:
    """What differs where both have the same event at the same node."""
    a, b = comparison.a, comparison.b
    node_path, columns_a, columns_b = format_path(a, node_a), a.columns, b.columns
    if event_type is Event.ENTERED:
        windows = [format_node_window(trace, cut_node) for trace, cut_node in ((a, node_a), (b, node_b))]
        return f"both enter {node_path}, A with the window {windows[0]}, B with {windows[1]}"
    if comparison.value[node_a] or comparison.bound[node_a]:
        return f"{node_path} returns {format_value_bound(a, node_a)} in A, {format_value_bound(b, node_b)} in B"
    if columns_a.status[node_a] != columns_b.status[node_b]:
        fate_texts = [
            FATE_TEXTS[Status(int(side_columns.status[side_node]))]
            for side_columns, side_node in ((columns_a, node_a), (columns_b, node_b))
        ]
        return (
            f"{node_path} returns {number(float(columns_a.value[node_a]))} "
            f"in both, in A as {fate_texts[0]}, in B as {fate_texts[1]}"
        )
    columns, cut_node = (
        (columns_a, node_a) if event_type is Event.RETURNED else (columns_a, int(columns_a.parent[node_a]))
    )
    is_cut_in_a = bool(columns.cutoff[cut_node])
    reason_text = (
        format_cutoff_reason(a, cut_node) if is_cut_in_a else format_cutoff_reason(b, int(comparison.in_b[cut_node]))
    )
    return f"{format_path(a, cut_node)} is cut in {'A' if is_cut_in_a else 'B'} alone{reason_text}"


assert set(FATE_TEXTS) | {PRUNED} == set(Status)
