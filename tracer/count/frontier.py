"""Where what was never visited begins: pruned branches, hits of a table, and leaves above the depth of the search."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from tracer.count.path_pieces import Piece, iter_pieces
from tracer.count.paths import NO_NODE, has_repeated_paths
from tracer.count.tally import tally_of
from tracer.recording.columns import NO_DEPTH, Array, Bools, Ints, index_dtype
from tracer.recording.no_moves import mask_skips
from tracer.recording.node import remaining_depth
from tracer.recording.recording import Recording
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL


@dataclass(frozen=True)
class Frontier:
    """Some of the paths at which unvisited parts of the full tree begin: one entry each, all arrays of one length."""

    nodes: Ints
    """A node of each path, ascending."""
    visited: Bools
    """Whether the path itself was visited, so that only what is below it was not."""
    ply: Ints
    """The moves on the path."""
    due: Ints
    """The node that left it out: the pruned branch, or the visit that the table closed; NOBODY where it is neither."""
    why: Array
    """PRUNED or TABLE; HORIZON where nothing left it out but the depth."""
    limit: float
    """The depth of the search in moves from the root; ∞ where it has none."""

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def is_open(self) -> Bools:
        """Whether a path ends above the depth of the search, so that there may be more nodes below it."""
        is_open: Bools = self.ply < self.limit
        return is_open

    def filter(self, selection: Array) -> Frontier:
        """Some of them, by a mask or by their places."""
        columns: dict[str, Any] = {name: getattr(self, name)[selection] for name in COLUMNS}
        return Frontier(**columns, limit=self.limit)

    def with_status(self, status: int) -> Frontier:
        """Those left out for one reason."""
        return self.filter(self.why == status)


COLUMNS = [field.name for field in fields(Frontier) if field.name != "limit"]


def frontier(trace: Recording) -> Frontier:
    """All of them, found once. O(n)."""
    return trace.once(_find_frontier)


def _find_frontier(trace: Recording) -> Frontier:
    limit = trace.once(depth_limit)
    if has_repeated_paths(trace):
        # A path that was taken apart was searched, so nothing unvisited begins there.
        pieces = [
            _find_frontier_of_piece(part, trace.columns.status, limit)
            for part in iter_pieces(trace)
            if isinstance(part, Piece)
        ]
        columns: dict[str, Any] = {name: np.concatenate([getattr(piece, name) for piece in pieces]) for name in COLUMNS}
        found = Frontier(**columns, limit=limit)
        return found.filter(np.argsort(found.nodes))
    status, ply = trace.columns.status, trace.ply
    is_too_shallow = (status == HORIZON) & (ply < limit)
    nodes = np.flatnonzero(((status == PRUNED) & ~mask_skips(trace.columns)) | (status == TABLE) | is_too_shallow)
    nodes = nodes.astype(index_dtype(len(status)))
    why = status[nodes]
    due = np.where(why == HORIZON, nodes.dtype.type(NO_NODE), nodes)
    return Frontier(nodes, why != PRUNED, ply[nodes], due, why, limit)


def _find_frontier_of_piece(piece: Piece, status_of_trace: Array, limit: float) -> Frontier:
    """The frontier of a piece. Arrays by the number of a path."""
    paths, columns = piece.paths, piece.trace.columns
    ply = paths.ply + piece.ply
    status, parent = columns.status, columns.parent
    was_cut_off = (status == PRUNED) & ~mask_skips(columns)
    first_visit, first_cut, first_answer = (
        paths.first(which) for which in (status != PRUNED, was_cut_off, status == TABLE)
    )
    was_expanded = ((status == EXPANDED) | (status == OPEN) | (status == TERMINAL)) & ~paths.drives
    has_expanded_visit = paths.first(was_expanded) != NO_NODE
    is_pruned = (first_cut != NO_NODE) & (first_visit == NO_NODE)
    is_answered = (first_answer != NO_NODE) & ~has_expanded_visit
    is_too_shallow = (first_visit != NO_NODE) & ~has_expanded_visit & ~is_answered & (ply < limit)
    numbers = np.flatnonzero((is_pruned | is_answered | is_too_shallow)[1:]) + 1
    nodes = np.where(is_pruned, first_cut, np.where(is_answered, first_answer, first_visit))[numbers]
    causes, shallow_entries = nodes.copy(), is_too_shallow[numbers]
    causes[shallow_entries] = _find_nearest_mark(
        np.where(first_answer != NO_NODE, first_answer, first_cut), numbers[shallow_entries], paths.number, parent
    )
    causes = np.where(causes == NO_NODE, piece.mark, piece.ids[causes])
    statuses = np.where(causes == NO_NODE, HORIZON, status_of_trace[causes]).astype(status.dtype)
    id_type = index_dtype(len(status_of_trace))
    ids, due = piece.ids[nodes].astype(id_type), causes.astype(id_type)
    return Frontier(ids, ~is_pruned[numbers], ply[nodes], due, statuses, limit)


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
    depth_left = trace.once(depth_limit) - trace.ply.item(node) if recorded_depth is None else float(recorded_depth)
    return max(depth_left, 0.0)


def depth_limit(trace: Recording) -> float:
    """The depth of a search in moves from the root: as its header says it, its calls, or its horizon; ∞ without one.

    The deepest iteration counts. What lies deeper than its calls say is a quiescence search, or extended, if their
    depths count down. The horizon says nothing where the search went on deeper than that.
    """
    depth = trace.header.depth
    if isinstance(depth, int | float):
        return float(depth)
    tally = tally_of(trace)
    deepest = tally.deepest("visited")
    if tally.root_depth > NO_DEPTH and (tally.root_depth >= deepest or tally.do_depths_count_down):
        return float(tally.root_depth)
    return float(deepest) if tally.deepest("horizon") == deepest else math.inf
