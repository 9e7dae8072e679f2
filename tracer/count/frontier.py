"""Where the part of the full tree that a search never visited begins, path by path, and why it was left out.

What lies below a path was left out once, however often that path was visited or pruned:

- a path that a cutoff skipped, and that no visit entered, was *pruned*;
- a path that a stored value closed, and that no visit expanded, was *answered by the table*;
- a path that was only evaluated, short of the depth of the search: an iteration that was not as deep had been there.
  It is due to what kept the later ones away: the nearest path, at or above it, that was pruned or closed by the table.
  Where there is none, the search looked less deep there of its own accord, and nothing is claimed of the full tree.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tracer.count.paths import NOBODY, Paths, paths_of
from tracer.recording.columns import NO_DEPTH, Array, Bools, Columns, Floats, Ints
from tracer.recording.node import remaining_depth
from tracer.recording.recording import Recording
from tracer.recording.selective_moves import find_skips
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL


@dataclass(frozen=True)
class Frontier:
    """Some of the paths at which unvisited parts of the full tree begin: one entry each, all arrays of one length."""

    nodes: Ints
    """A node of each path, ascending."""
    visited: Bools
    """Whether the path itself was visited, so that only what is below it was not."""
    left: Floats
    """Plies from it to the depth of the search; ∞ where that has no depth."""
    due: Ints
    """The node that left it out: the pruned branch, or the visit that the table closed; NOBODY where it is neither."""
    why: Ints
    """PRUNED or TABLE; HORIZON where nothing left it out but the depth."""

    def __len__(self) -> int:
        return len(self.nodes)

    def choose(self, which: Array) -> Frontier:
        """Some of them, by a mask or by their places."""
        return Frontier(self.nodes[which], self.visited[which], self.left[which], self.due[which], self.why[which])

    def of(self, why: int) -> Frontier:
        """Those left out for one reason."""
        return self.choose(self.why == why)


def frontier(trace: Recording) -> Frontier:
    """All of them, found once. O(n)."""
    return trace.once(_frontier)


def _frontier(trace: Recording) -> Frontier:
    status, paths, limit = trace.columns.status, paths_of(trace), depth_limit(trace)
    if paths.repeat:
        return _merged(trace.columns, paths, limit)
    short = (status == HORIZON) & (paths.ply < limit)
    nodes = np.flatnonzero(((status == PRUNED) & ~find_skips(trace.columns)) | (status == TABLE) | short)
    why = status[nodes].astype(np.int64)
    return Frontier(nodes, why != PRUNED, _left(paths, nodes, limit), np.where(why == HORIZON, NOBODY, nodes), why)


def _left(paths: Paths, nodes: Ints, limit: float) -> Floats:
    left: Floats = np.maximum(limit - paths.ply[nodes], 0.0)
    return left


def _merged(columns: Columns, paths: Paths, limit: float) -> Frontier:
    """The frontier of a search that visited paths several times; arrays by the number of a path."""
    status, parent = columns.status, columns.parent
    cut_off = (status == PRUNED) & ~find_skips(columns)
    visit, cut, answer = (paths.first(which) for which in (status != PRUNED, cut_off, status == TABLE))
    looks = ((status == EXPANDED) | (status == OPEN) | (status == TERMINAL)) & ~paths.drives
    looked_below = paths.first(looks) != NOBODY
    pruned = (cut != NOBODY) & (visit == NOBODY)
    answered = (answer != NOBODY) & ~looked_below
    short = (visit != NOBODY) & ~looked_below & ~answered & (paths.ply < limit)
    numbers = np.flatnonzero(pruned | answered | short)
    nodes = np.where(pruned, cut, np.where(answered, answer, visit))[numbers]
    due, mine = nodes.copy(), short[numbers]
    due[mine] = _nearest(np.where(answer != NOBODY, answer, cut), numbers[mine], paths.number, parent)
    why = np.where(due == NOBODY, HORIZON, status[due]).astype(np.int64)
    order = np.argsort(nodes)
    return Frontier(nodes, ~pruned[numbers], _left(paths, nodes, limit), due, why).choose(order)


def _nearest(marks: Ints, below: Ints, number: Ints, parent: Ints) -> Ints:
    """The mark of the nearest marked path at or above each of some paths; NOBODY where there is none. O(n log ply)."""
    up = np.where((marks == NOBODY) & (parent >= 0), number[parent], np.arange(len(marks)))
    while not np.array_equal(further := up[up], up):
        up = further
    return marks[up[below]]


def plies_left(trace: Recording, node: int) -> float:
    """Plies below a node that its search would have searched: of its own iteration; ∞ without a limit. O(ply).

    As its call was given them, or as the depth of the whole search leaves them.
    """
    told = remaining_depth(trace, node)
    left = trace.once(depth_limit) - paths_of(trace).ply.item(node) if told is None else float(told)
    return max(left, 0.0)


def depth_limit(trace: Recording) -> float:
    """The depth of a search in moves from the root: as its header says it, its calls, or its horizon; ∞ without one.

    The deepest iteration counts. What lies deeper than its calls say is a quiescence search, or extended, if their
    depths count down. The horizon says nothing where the search went on deeper than that.
    """
    depth = trace.header.depth
    if isinstance(depth, int | float):
        return float(depth)
    columns, paths = trace.columns, paths_of(trace)
    visited = columns.status != PRUNED
    deepest = int(paths.ply[visited].max())
    if columns.depth is not None:
        told = visited & (columns.depth != NO_DEPTH)
        calls = columns.depth[told & (paths.ply == 0)]
        if len(calls) and (calls.max() >= deepest or _count_down(columns.depth, told, columns.parent)):
            return float(calls.max())
    horizon = paths.ply[columns.status == HORIZON]
    return float(deepest) if len(horizon) and horizon.max() == deepest else math.inf


def _count_down(depth: Ints, told: Bools, parent: Ints) -> bool:
    """Return whether most calls have less depth left than those that made them, as far as both told it."""
    calls = np.flatnonzero(told & (parent >= 0))
    calls = calls[told[parent[calls]]]
    return 2 * int(np.count_nonzero(depth[calls] < depth[parent[calls]])) >= len(calls)
