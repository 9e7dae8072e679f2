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

from tracer.count.paths import NO_NODE, Paths, paths_of
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

    def filter(self, selection: Array) -> Frontier:
        """Some of them, by a mask or by their places."""
        return Frontier(
            self.nodes[selection],
            self.visited[selection],
            self.left[selection],
            self.due[selection],
            self.why[selection],
        )

    def with_status(self, status: int) -> Frontier:
        """Those left out for one reason."""
        return self.filter(self.why == status)


def frontier(trace: Recording) -> Frontier:
    """All of them, found once. O(n)."""
    return trace.once(_find_frontier)


def _find_frontier(trace: Recording) -> Frontier:
    status, paths, limit = trace.columns.status, paths_of(trace), depth_limit(trace)
    if paths.has_repeated_paths:
        return _merge_frontier(trace.columns, paths, limit)
    is_too_shallow = (status == HORIZON) & (paths.ply < limit)
    nodes = np.flatnonzero(((status == PRUNED) & ~find_skips(trace.columns)) | (status == TABLE) | is_too_shallow)
    why = status[nodes].astype(np.int64)
    return Frontier(
        nodes, why != PRUNED, _plies_below(paths, nodes, limit), np.where(why == HORIZON, NO_NODE, nodes), why
    )


def _plies_below(paths: Paths, nodes: Ints, limit: float) -> Floats:
    left: Floats = np.maximum(limit - paths.ply[nodes], 0.0)
    return left


def _merge_frontier(columns: Columns, paths: Paths, limit: float) -> Frontier:
    """The frontier of a search that visited paths several times; arrays by the number of a path."""
    status, parent = columns.status, columns.parent
    was_cut_off = (status == PRUNED) & ~find_skips(columns)
    first_visit, first_cut, first_answer = (
        paths.first(which) for which in (status != PRUNED, was_cut_off, status == TABLE)
    )
    was_expanded = ((status == EXPANDED) | (status == OPEN) | (status == TERMINAL)) & ~paths.drives
    has_expanded_visit = paths.first(was_expanded) != NO_NODE
    is_pruned = (first_cut != NO_NODE) & (first_visit == NO_NODE)
    is_answered = (first_answer != NO_NODE) & ~has_expanded_visit
    is_too_shallow = (first_visit != NO_NODE) & ~has_expanded_visit & ~is_answered & (paths.ply < limit)
    numbers = np.flatnonzero(is_pruned | is_answered | is_too_shallow)
    nodes = np.where(is_pruned, first_cut, np.where(is_answered, first_answer, first_visit))[numbers]
    causes, shallow_entries = nodes.copy(), is_too_shallow[numbers]
    causes[shallow_entries] = _find_nearest_mark(
        np.where(first_answer != NO_NODE, first_answer, first_cut), numbers[shallow_entries], paths.number, parent
    )
    statuses = np.where(causes == NO_NODE, HORIZON, status[causes]).astype(np.int64)
    order = np.argsort(nodes)
    return Frontier(nodes, ~is_pruned[numbers], _plies_below(paths, nodes, limit), causes, statuses).filter(order)


def _find_nearest_mark(marked_nodes: Ints, paths: Ints, path_numbers: Ints, parent: Ints) -> Ints:
    """The mark of the nearest marked path at or above each of some paths; NOBODY where there is none. O(n log ply)."""
    nearest = np.where((marked_nodes == NO_NODE) & (parent >= 0), path_numbers[parent], np.arange(len(marked_nodes)))
    while not np.array_equal(next_nearest := nearest[nearest], nearest):
        nearest = next_nearest
    return marked_nodes[nearest[paths]]


def plies_left(trace: Recording, node: int) -> float:
    """Plies below a node that its search would have searched: of its own iteration; ∞ without a limit. O(ply).

    As its call was given them, or as the depth of the whole search leaves them.
    """
    recorded_depth = remaining_depth(trace, node)
    depth_left = (
        trace.once(depth_limit) - paths_of(trace).ply.item(node) if recorded_depth is None else float(recorded_depth)
    )
    return max(depth_left, 0.0)


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
        has_depth = visited & (columns.depth != NO_DEPTH)
        root_depths = columns.depth[has_depth & (paths.ply == 0)]
        if len(root_depths) and (
            root_depths.max() >= deepest or _do_depths_count_down(columns.depth, has_depth, columns.parent)
        ):
            return float(root_depths.max())
    horizon_plies = paths.ply[columns.status == HORIZON]
    return float(deepest) if len(horizon_plies) and horizon_plies.max() == deepest else math.inf


def _do_depths_count_down(depth: Ints, has_depth: Bools, parent: Ints) -> bool:
    """Return whether most calls have less depth left than those that made them, as far as both told it."""
    nodes = np.flatnonzero(has_depth & (parent >= 0))
    nodes = nodes[has_depth[parent[nodes]]]
    return 2 * int(np.count_nonzero(depth[nodes] < depth[parent[nodes]])) >= len(nodes)
