"""A large tree in pieces of which no two have a path in common, so that paths are numbered and counted piece by piece.

All visits of a path are in one piece with all that is below them. A path with too much below it is taken apart: it is
counted by itself, and the moves that lead on from it are shared out to further pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tracer.count.paths import NO_NODE, Paths, assume_repeated_paths, has_repeated_paths
from tracer.count.tally import NOTHING, add_counts, tally_of
from tracer.recording.columns import DTYPES, Bools, Columns, Ints, count_children, index_dtype
from tracer.recording.no_moves import is_one_of, mask_skips
from tracer.recording.recording import Recording
from tracer.recording.status import EXPANDED, OPEN, PRUNED, TABLE

MAX_PIECE_NODES = 1 << 20
"""Nodes of a piece: of a million paths all is known in some 50 MB."""


@dataclass(frozen=True, eq=False)
class Visits:
    """All visits of one path, and of the passes below them, which have the same path."""

    nodes: Ints
    """Their ids, ascending."""
    children: Ints
    """Those of the nodes that lie one move further on, ascending."""
    ply: int
    """The moves on the path."""
    mark: int
    """The node of this path, or of the nearest one above, that a table answered or a cutoff skipped; or NO_NODE."""

    def count_moves(self, columns: Columns, is_counted: Bools) -> tuple[Ints, Ints]:
        """The first node and how many moves lead on, if the path counts because of some of its visits."""
        count = int(is_counted.any())
        return self.nodes[:count], np.full(count, len(np.unique(columns.move[self.children])))


@dataclass(frozen=True, eq=False)
class Piece:
    """Visits of some paths, each one move longer than the same one, and all that is below them."""

    ids: Ints
    """The nodes, ascending, after one that stands for the path above."""
    trace: Recording
    """They as a recording of their own, whose root stands for the path above."""
    ply: int
    """The moves on the path above."""
    mark: int
    """As of `Visits`, that of the path above."""

    @cached_property
    def paths(self) -> Paths:
        """The paths of the piece."""
        return Paths(self.trace)

    def count_moves(self, is_counted: Bools) -> tuple[Ints, Ints]:
        """The paths that count because of some of their visits, by their first nodes; and how many moves lead on."""
        places = self.paths.paths_with(is_counted)
        places = places[places > 0]
        return self.ids[places], self.paths.count_moves()[places]


def iter_pieces(trace: Recording) -> Iterator[Visits | Piece]:
    """The pieces of a recording, and the paths that were taken apart. O(n log n)."""
    columns = trace.columns
    todo: list[tuple[list[Ints], int, int]] = [([np.zeros(1, np.int64)], -1, NO_NODE)]
    while todo:
        tops, ply, mark = todo.pop()
        nodes = np.sort(np.concatenate(tops))
        visits = None
        if len(tops) == 1 and int((columns.end[nodes] - nodes).sum()) > MAX_PIECE_NODES:
            visits = _collect_visits(trace, nodes, ply + 1, mark)
        if visits is None:
            yield Piece(*_cut_out(trace, nodes), ply, mark)
            continue
        yield visits
        todo += [(group, visits.ply, visits.mark) for group in _group_by_size(columns, visits.children)]


def _collect_visits(trace: Recording, tops: Ints, ply: int, mark: int) -> Visits | None:
    """The visits of a path and where it leads on; None where no visit searched moves."""
    columns, nodes, children, passes = trace.columns, tops, np.empty(0, np.int64), tops
    while len(passes):
        below = _find_children(columns.end, passes)
        is_pass = is_one_of(columns.move[below], trace.passes) & (columns.status[below] != PRUNED)
        passes = below[is_pass]
        nodes, children = np.concatenate([nodes, passes]), np.concatenate([children, below[~is_pass]])
    nodes, children = np.sort(nodes), np.sort(children)
    status, is_driver = columns.status[nodes], np.isin(nodes, list(trace.drivers))
    if not len(children) or not (((status == EXPANDED) | (status == OPEN)) & ~is_driver).any():
        return None
    marks = [nodes[status == TABLE], nodes[(status == PRUNED) & ~mask_skips(columns, nodes)]]
    return Visits(nodes, children, ply, next((int(some[0]) for some in marks if len(some)), mark))


def _find_children(end: Ints, nodes: Ints) -> Ints:
    """The children of some nodes: the first ones, those that follow these, and so on."""
    found, child, stop = [np.empty(0, np.int64)], nodes + 1, end[nodes]
    while len(child):
        is_child = child < stop
        child, stop = child[is_child], stop[is_child]
        found.append(child)
        child = end[child].astype(np.int64)
    return np.concatenate(found)


def _group_by_size(columns: Columns, children: Ints) -> Iterator[list[Ints]]:
    """The visits by one move each: those with much below them alone, the others together until they are enough."""
    moves = columns.move[children]
    order = np.argsort(moves, kind="stable")
    group, group_size = list[Ints](), 0
    for nodes in np.split(children[order], np.flatnonzero(np.diff(moves[order])) + 1):
        size = int((columns.end[nodes] - nodes).sum())
        if group and group_size + size > MAX_PIECE_NODES:
            yield group
            group, group_size = [], 0
        group.append(nodes)
        group_size += size
    yield group


def _cut_out(trace: Recording, tops: Ints) -> tuple[Ints, Recording]:
    """The ids of some nodes and of all below them, and they as a recording whose root stands for what is above them."""
    columns, sizes = trace.columns, (trace.columns.end[tops] - tops).astype(np.int64)
    places = 1 + np.cumsum(sizes) - sizes
    shift = np.repeat(tops - places, sizes)
    ids = np.arange(1, len(shift) + 1) + shift
    parts = {name: getattr(columns, name)[ids] for name in ("move", "status")}
    parts["end"] = (columns.end[ids] - shift).astype(index_dtype(len(ids) + 1))
    if columns.why is not None:
        parts["why"] = columns.why[ids]
    root = {"move": -1, "end": len(ids) + 1, "status": EXPANDED, "why": 0}
    found: dict[str, Any] = {name: np.insert(column, 0, root[name]) for name, column in parts.items()}
    ids = np.insert(ids, 0, NO_NODE)
    found |= {name: np.broadcast_to(DTYPES[name].type(0), len(ids)) for name in DTYPES.keys() - found.keys()}
    piece = trace.with_columns(Columns(**found), trace.header)
    assume_repeated_paths(piece)  # to look for them would take longer than to number all paths
    return ids, piece


class PathCounts:
    """Counts of paths, each of which counts once however often it was visited. O(n log n)."""

    def __init__(self, trace: Recording) -> None:
        tally, status = tally_of(trace), trace.columns.status
        self.visited: Ints = tally.by_ply("visited")
        """By ply, the paths that were visited."""
        self.pruned: Ints = tally.by_ply("pruned_moves")
        """By ply, the paths that a cutoff skipped and that no visit entered."""
        self.move_counts: Ints = tally.move_counts
        """By a number of moves, how many of the paths with an expanded visit go on by so many, all visits together."""
        if not has_repeated_paths(trace):
            return
        self.visited = self.pruned = self.move_counts = NOTHING
        for part in iter_pieces(trace):
            if isinstance(part, Visits):
                visited_plies, pruned_plies = np.zeros(1, np.int64), np.empty(0, np.int64)
                _, move_counts = part.count_moves(trace.columns, status[part.nodes] == EXPANDED)
            else:
                paths = part.paths
                visited_plies, pruned_plies = paths.ply[paths.visited][1:], paths.ply[paths.pruned]
                _, move_counts = part.count_moves(part.trace.columns.status == EXPANDED)
            self.visited = add_counts(self.visited, np.bincount(visited_plies + part.ply))
            self.pruned = add_counts(self.pruned, np.bincount(pruned_plies + part.ply))
            self.move_counts = add_counts(self.move_counts, np.bincount(move_counts))
        self.move_counts[0] = 0  # where a position is only handed on to be evaluated, no move is made


def path_counts_of(trace: Recording) -> PathCounts:
    """The counts of a recording's paths, found once."""
    return trace.once(PathCounts)


def find_searched_paths(trace: Recording) -> tuple[Ints, Ints]:
    """The paths with a visit that searched moves, by their first nodes, ascending; and how many moves lead on."""
    columns, drivers = trace.columns, list(trace.drivers)
    if not has_repeated_paths(trace):
        is_searched = columns.status == EXPANDED
        is_searched[drivers] = False
        return np.flatnonzero(is_searched), count_children(columns, np.broadcast_to(np.True_, len(columns)))[
            is_searched
        ]
    found = []
    for part in iter_pieces(trace):
        if isinstance(part, Visits):
            is_searched = (columns.status[part.nodes] == EXPANDED) & ~np.isin(part.nodes, drivers)
            found.append(part.count_moves(columns, is_searched))
        else:
            found.append(part.count_moves((part.trace.columns.status == EXPANDED) & ~part.paths.drives))
    nodes, counts = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.argsort(nodes)
    return nodes[order], counts[order]
