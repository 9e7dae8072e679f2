"""A search in passes as one tree: each path once, whatever passes came to it.

A pass is no part of a path, so what a driver's passes visited is compared with what another search visited by the
moves alone. Of several visits of a path the last one that searched its moves stands for it; of those that searched
none, the last.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracer.count.paths import paths_of
from tracer.count.proved import keep_bounds, proved_bounds
from tracer.recording.columns import DTYPES, Columns, Ints, index_dtype
from tracer.recording.no_moves import moves_made, pass_nodes
from tracer.recording.status import PRUNED
from tracer.tracing import Trace

KEPT = ("why", "weight")
"""The optional columns that are true of a visit wherever it stands."""


class Merged(NamedTuple):
    """A tree of paths, and how it goes with the recording that it was made from."""

    trace: Trace
    """No search met its nodes in this order, so its steps mean nothing."""
    nodes: Ints
    """For each of its nodes the visit that stands for it."""
    places: Ints
    """For each node of the recording its node here; for a pass that of its driver."""


def merge(trace: Trace) -> Merged:
    """The paths of a recording as a tree, moves in the order in which they were first met. O(n log n)."""
    columns = trace.columns
    firsts, path = np.unique(paths_of(trace).number, return_inverse=True)
    path = path.reshape(-1)
    above = path[columns.parent[firsts]]
    place, size = _preorder(above, moves_made(columns, trace.passes)[firsts])
    nodes, end = np.empty(len(firsts), index_dtype(len(columns))), np.empty(len(firsts), index_dtype(len(firsts)))
    nodes[place], end[place] = _telling(trace, firsts, path), place + size
    rows = {name: getattr(columns, name)[nodes] for name in DTYPES if name != "end"}
    rows |= {name: column[nodes] for name, column in columns.optional.items() if name in KEPT}
    tree = trace.sharing(Columns(**rows, end=end), trace.header)
    keep_bounds(tree, proved_bounds(trace)[nodes])
    return Merged(tree, nodes, place[path])


def _telling(trace: Trace, firsts: Ints, path: Ints) -> Ints:
    """For each path the visit that stands for it; the first of its pruned branches where it was never visited."""
    columns = trace.columns
    found = firsts.copy()
    visits = np.flatnonzero((columns.status != PRUNED) & ~pass_nodes(columns, trace.passes))
    found[path[visits]] = visits  # of several the last one stays
    searched = visits[columns.end[visits] > visits + 1]
    found[path[searched]] = searched
    return found


def _preorder(above: Ints, ply: Ints) -> tuple[Ints, Ints]:
    """Where each path stands in pre-order, and how many stand at and below it; given the path above each, and plies."""
    levels = np.split(np.argsort(ply, kind="stable"), np.cumsum(np.bincount(ply)))[1:-1]
    size, place = np.ones(len(ply), np.int64), np.zeros(len(ply), np.int64)
    for level in reversed(levels):
        np.add.at(size, above[level], size[level])
    for level in levels:
        here = level[np.argsort(place[above[level]], kind="stable")]
        before = np.cumsum(size[here]) - size[here]
        first = np.append(True, above[here][1:] != above[here][:-1])
        before -= np.maximum.accumulate(np.where(first, before, 0))
        place[here] = place[above[here]] + 1 + before
    return place, size
