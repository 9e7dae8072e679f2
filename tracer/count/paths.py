"""Paths: which nodes of a trace stand for the same moves from the root.

A search may visit a path several times: a re-search after a scout, the iterations of a driver, a move that one visit
prunes and another searches. A *pass* has the position of its parent, so it is no part of a path: all iterations below
a driver begin with the driver's path.

In a search with none of this every node is a path of its own. Then nothing is built beyond finding that out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tracer.recording.columns import NO_DEPTH, Array, Bools, Columns, Floats, Ints, index_dtype
from tracer.recording.no_moves import mask_iterations, mask_skips
from tracer.recording.node import remaining_depth
from tracer.recording.recording import Recording
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL
from tracer.recording.tree_shape import PART_NODES, iter_parts

NO_NODE = -1
"""Stands for a node where there is none."""
MAX_PLAIN_SORT = 32
"""Nodes of a ply that are sorted sooner without NumPy: a deep tree has many such plies."""


class Paths:
    """The paths of a trace. A path's number is the id of the first node that stands for it.

    `paths_of` makes it.
    """

    def __init__(self, trace: Recording) -> None:
        self._columns, self._drivers, self.ply = trace.columns, trace.drivers, trace.ply
        passes = mask_iterations(trace.columns, trace.passes)
        self._is_pass: Bools | None = passes if passes.any() else None

    @cached_property
    def has_repeated_paths(self) -> bool:
        """Whether some path has several nodes: siblings by one move. O(n log n), in hardly any memory."""
        columns, size = self._columns, len(self._columns)
        if self._is_pass is not None:
            return True
        move_base, distant_keys = np.int64(1 + int(columns.move.max())), [np.empty(0, np.int64)]
        key_type = np.int32 if move_base * PART_NODES < 2**31 else np.int64  # smaller numbers are sorted sooner
        for part in iter_parts(size):
            parents, moves = columns.parent[part], columns.move[part]
            has_distant_siblings = (parents < part.start) | (
                columns.end[parents] > part.stop
            )  # its siblings may be in other parts
            has_distant_siblings[: 1 - min(part.start, 1)] = False  # the root has none
            distant_keys.append(parents[has_distant_siblings] * move_base + moves[has_distant_siblings])
            if _has_duplicates(((parents - part.start) * move_base + moves)[~has_distant_siblings].astype(key_type)):
                return True
        return _has_duplicates(np.concatenate(distant_keys))

    @cached_property
    def number(self) -> Ints:
        """N long: the path of each node. O(n log n)."""
        ids = np.arange(len(self._columns), dtype=index_dtype(len(self._columns)))
        return self._number_paths(ids) if self.has_repeated_paths else ids

    @property
    def drives(self) -> Bools:
        """N long: the nodes below which iterations begin, which search nothing themselves. O(n)."""
        is_driver = np.zeros(len(self._columns), bool)
        is_driver[list(self._drivers)] = True
        return is_driver

    @cached_property
    def visited(self) -> Bools:
        """N long: one node for each path that was visited, the first visit. O(n)."""
        return self._keep_first_of_paths(self._columns.status != PRUNED)

    @cached_property
    def pruned(self) -> Bools:
        """N long: one node for each path that a cutoff skipped and that no visit entered. O(n)."""
        pruned = self._was_cut_off
        if not self.has_repeated_paths:
            return pruned
        return self._keep_first_of_paths(pruned & ~self.elsewhere)

    @cached_property
    def elsewhere(self) -> Bools:
        """N long: the moves that a cutoff skipped in one visit, though another visit searched them. O(n)."""
        was_visited = np.zeros(len(self._columns), bool)
        if self.has_repeated_paths:
            was_visited[self.number[self._columns.status != PRUNED]] = True
            was_visited = self._was_cut_off & was_visited[self.number]
        return was_visited

    @property
    def _was_cut_off(self) -> Bools:
        """N long: the moves that a cutoff skipped, in every visit."""
        was_cut_off: Bools = (self._columns.status == PRUNED) & ~mask_skips(self._columns)
        return was_cut_off

    @cached_property
    def pruned_changes(self) -> Ints:
        """N long: +1 where a path is pruned that was not visited before, −1 where a pruned one is visited after all."""
        status = self._columns.status
        changes = np.zeros(len(status), np.int8)
        if not self.has_repeated_paths:
            changes[self._was_cut_off] = 1
            return changes
        first_cut, first_visit = self.first(self._was_cut_off), self.first(status != PRUNED)
        was_cut_first = (first_cut != NO_NODE) & ((first_visit == NO_NODE) | (first_cut < first_visit))
        changes[first_cut[was_cut_first]] = 1
        changes[first_visit[was_cut_first & (first_visit != NO_NODE)]] = -1
        return changes

    def first(self, is_selected: Bools) -> Ints:
        """N long, by the number of a path: the first of some nodes that stands for it, or NOBODY. O(n)."""
        first_nodes = np.full(len(is_selected), NO_NODE, index_dtype(len(is_selected)))
        nodes = np.flatnonzero(is_selected)[::-1]
        first_nodes[self.number[nodes]] = nodes  # of several the last one stays, so the smallest
        return first_nodes

    def _keep_first_of_paths(self, is_selected: Bools) -> Bools:
        """Of some nodes the first of each path."""
        if not self.has_repeated_paths:
            return is_selected
        is_first = np.zeros(len(is_selected), bool)
        first = self.first(is_selected)
        is_first[first[first != NO_NODE]] = True
        return is_first

    def _number_paths(self, ids: Ints) -> Ints:
        """Number the paths, the shorter ones first: a path is its parent's and a move."""
        columns, number, ply = self._columns, ids.copy(), self.ply
        anchors = self._find_anchors(ids)
        path_parents = ids if anchors is None else anchors
        path_nodes = ids[1:] if self._is_pass is None else ids[1:][~self._is_pass[1:]]
        in_order = path_nodes[np.argsort(ply[path_nodes], kind="stable")]
        move_base = np.int64(1 + int(columns.move.max()))
        first = 0
        for last in np.cumsum(np.bincount(ply[path_nodes])).tolist():
            ply_nodes, first = in_order[first:last], last
            if len(ply_nodes) < 2:
                continue
            step_keys = number[path_parents[columns.parent[ply_nodes]]] * move_base + columns.move[ply_nodes]
            if len(ply_nodes) < MAX_PLAIN_SORT:
                leaders: dict[int, int] = {}
                number[ply_nodes] = [
                    leaders.setdefault(*pair) for pair in zip(step_keys.tolist(), ply_nodes.tolist(), strict=True)
                ]
                continue
            _, leader, member = np.unique(step_keys, return_index=True, return_inverse=True)
            number[ply_nodes] = ply_nodes[leader][member.reshape(-1)]
        return number if anchors is None else number[anchors]

    def _find_anchors(self, ids: Ints) -> Ints | None:
        """The nearest node, at or above each, to which no pass leads; None where there are no passes."""
        if self._is_pass is None:
            return None
        anchors = np.where(self._is_pass, self._columns.parent, ids)
        while not np.array_equal(next_anchors := anchors[anchors], anchors):
            anchors = next_anchors
        return anchors


def _has_duplicates(step_keys: Ints) -> bool:
    step_keys = np.sort(step_keys)
    return bool((step_keys[1:] == step_keys[:-1]).any())


def paths_of(trace: Recording) -> Paths:
    """The paths of a recording, found once."""
    return trace.once(Paths)


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
    nodes = np.flatnonzero(((status == PRUNED) & ~mask_skips(trace.columns)) | (status == TABLE) | is_too_shallow)
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
    was_cut_off = (status == PRUNED) & ~mask_skips(columns)
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
