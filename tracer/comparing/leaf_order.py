"""The leaves that searches evaluate, in the order of time: what searches of any two kinds have in common."""

from __future__ import annotations

import numpy as np

from tracer.recording.columns import Ints
from tracer.recording.log import GAMMA4
from tracer.recording.status import HORIZON, TERMINAL
from tracer.tracing import Trace

MOST = 20_000
"""Leaves of a search that are compared with another's."""


def leaf_steps(trace: Trace) -> Ints:
    """The steps at which leaves are evaluated, ascending. O(n).

    Of a best-first search the rows that value one: each iteration of Monte Carlo tree search, each leaf that is made by
    proof numbers, and each Γ4 of SSS*.
    """
    columns, log = trace.columns, trace.columns.log
    nodes = np.flatnonzero((columns.status == TERMINAL) | (columns.status == HORIZON))
    if log is None:
        return np.sort(columns.left(nodes)).astype(np.int64)
    if log.counts_visits:
        return np.arange(len(log))
    rows = np.flatnonzero(log.kind == GAMMA4) if log.has_merits else np.sort(columns.entered(nodes))
    return rows.astype(np.int64)


def same_leaves(a: Trace, b: Trace) -> bool:
    """Whether both evaluate the same leaves in the same order, by their moves; False where they are too many."""
    one, other = leaf_steps(a), leaf_steps(b)
    if len(one) != len(other) or len(one) > MOST:
        return False
    return all(
        _path(a, mine) == _path(b, theirs) for mine, theirs in zip(_nodes(a, one), _nodes(b, other), strict=True)
    )


def _nodes(trace: Trace, steps: Ints) -> list[int]:
    """The leaves of some steps."""
    log = trace.columns.log
    if log is not None:
        return [int(node) for node in log.node[steps]]
    nodes = np.flatnonzero((trace.columns.status == TERMINAL) | (trace.columns.status == HORIZON))
    return nodes.tolist()  # which return in the order of their numbers


def _path(trace: Trace, node: int) -> list[str]:
    """The moves to a node, without the passes of a driver."""
    way = trace.ancestry(node)[1:]
    return [trace.label(one) for one in way if int(trace.columns.move[one]) not in trace.passes]
