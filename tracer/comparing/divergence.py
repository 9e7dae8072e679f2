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
from tracer.why.explain import verdict
from tracer.why.sentences import path, window_of

_LEAVES = {TERMINAL: "game over", HORIZON: "horizon", TABLE: "a stored value"}
FATES = {**_LEAVES, EXPANDED: "expanded", OPEN: "never left"}

Happening = tuple[Event, int]
"""An event and its node."""


class Aligned(Protocol):
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
    def over_b(self, mask: Bools) -> Bools: ...


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


def first(comparison: Aligned) -> FirstDifference | None:
    """The first difference in time; None where the recordings are the same. O(n)."""
    if comparison.same:
        return None
    step = min(_steps(comparison))
    happenings = [event_at(trace, step) if step < trace.steps else None for trace in (comparison.a, comparison.b)]
    ours, theirs = happenings
    return FirstDifference(
        step,
        None if ours is None else ours[1],
        None if theirs is None else theirs[1],
        f"step {step:,}: {_sentence(comparison, step, ours, theirs)}",
    )


def _steps(comparison: Aligned) -> Iterator[int]:
    """Steps at which differences stand. The earliest is where the events differ first, and counts in both."""
    entries, returns = comparison.window, comparison.value | comparison.bound | comparison.fate
    over_b = comparison.over_b
    strange, cut = _strange(comparison.a, comparison.b, comparison.in_b), comparison.cut
    yield from _earliest(comparison.a, entries | strange, returns, cut)
    strange = _strange(comparison.b, comparison.a, comparison.in_a)
    yield from _earliest(comparison.b, over_b(entries) | strange, over_b(returns), over_b(cut))


def _strange(trace: Trace, other: Trace, there: Ints) -> Bools:
    """The nodes that are not the other's node of the same number, or that only one of the two visited."""
    strange: Bools = there != np.arange(len(trace))
    twins = np.flatnonzero(~strange)
    strange[twins] = (trace.columns.status[twins] == PRUNED) != (other.columns.status[twins] == PRUNED)
    return strange


def _earliest(trace: Trace, entries: Bools, returns: Bools, cuts: Bools) -> Iterator[int]:
    """The first step of those at which some nodes are met, others return, and of others those are cut that are."""
    columns = trace.columns
    # Nodes are met in the order of their numbers.
    yield from columns.entered(np.flatnonzero(entries)[:1]).tolist()
    back, cut = np.flatnonzero(returns), np.flatnonzero(cuts & columns.cutoff)
    steps = np.concatenate([columns.left(back), columns.left(cut) - trace.landmarks.passed_over[cut]])
    if len(steps):
        yield min(int(steps.min()), trace.steps)  # what never returned is missed where the recording ends


def _sentence(comparison: Aligned, step: int, ours: Happening | None, theirs: Happening | None) -> str:
    if comparison.a.columns.log is not None or comparison.b.columns.log is not None:
        told = (
            f"{name}: {_act(trace, None) if one is None else what_happens(trace, step)}"
            for name, trace, one in (("A", comparison.a, ours), ("B", comparison.b, theirs))
        )
        return "; ".join(told)
    if ours is None or theirs is None or comparison.in_b[ours[1]] != theirs[1]:
        return f"A {_act(comparison.a, ours)}, B {_act(comparison.b, theirs)}"
    if ours[0] is theirs[0]:
        return _unlike(comparison, ours[0], ours[1], theirs[1])
    return f"A {_act(comparison.a, ours)}, B {_act(comparison.b, theirs, name='it')}"


def _act(trace: Trace, happening: Happening | None, name: str = "") -> str:
    """What a search does at a step, as in `prunes a2/b2 (2 ≤ alpha 3)`."""
    if happening is None:
        return "has stopped" if trace.header.stopped or trace.value is None else "has ended"
    event, node = happening
    name = name or path(trace, node)
    if event is Event.ENTERED:
        return f"enters {name}"
    if event is Event.PRUNED:
        return f"prunes {name}{reason(trace, int(trace.columns.parent[node]))}"
    status = Status(int(trace.columns.status[node]))
    leaf = f" ({_LEAVES[status]})" if status in _LEAVES else reason(trace, node)
    return f"returns {number(float(trace.columns.value[node]))} from {name}{leaf}"


def reason(trace: Trace, node: int) -> str:
    """The cutoff test that held at a node, in brackets; nothing where none did, or no child was searched before it."""
    columns = trace.columns
    searched = node + 1 < columns.end[node] and columns.status[node + 1] != PRUNED
    return f" ({verdict(trace, node)})" if columns.cutoff[node] and searched else ""


def worth(trace: Trace, node: int) -> str:
    """What a node returned, with what that proves of its true value, as in `≤ 2`."""
    bound, value = trace.proved_bound(node), number(float(trace.columns.value[node]))
    return value if bound is None else f"{bound.sign} {value}"


def _unlike(comparison: Aligned, event: Event, ours: int, theirs: int) -> str:
    """What differs where both have the same event at the same node."""
    a, b = comparison.a, comparison.b
    name, one, other = path(a, ours), a.columns, b.columns
    if event is Event.ENTERED:
        windows = [window_of(trace, node) for trace, node in ((a, ours), (b, theirs))]
        return f"both enter {name}, A with the window {windows[0]}, B with {windows[1]}"
    if comparison.value[ours] or comparison.bound[ours]:
        return f"{name} returns {worth(a, ours)} in A, {worth(b, theirs)} in B"
    if one.status[ours] != other.status[theirs]:
        fates = [FATES[Status(int(found.status[k]))] for found, k in ((one, ours), (other, theirs))]
        return f"{name} returns {number(float(one.value[ours]))} in both, in A as {fates[0]}, in B as {fates[1]}"
    cut, node = (one, ours) if event is Event.RETURNED else (one, int(one.parent[ours]))
    in_a = bool(cut.cutoff[node])
    where = reason(a, node) if in_a else reason(b, int(comparison.in_b[node]))
    return f"{path(a, node)} is cut in {'A' if in_a else 'B'} alone{where}"


assert set(FATES) | {PRUNED} == set(Status)
