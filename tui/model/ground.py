"""What a map of a recording is drawn from: how wide nodes are, some nodes of each column, and what is above them."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from tracer.count.spared import Spared
from tracer.recording.columns import Array, Columns, Ints
from tracer.recording.status import PRUNED
from tracer.tracing import Trace


def amount(trace: Trace, spared: Spared | None, total: int) -> str:
    """Return how many nodes there are, and how much room the pruned ones have.

    Args:
        trace: the recording.
        spared: what its pruned branches spared; None where that is not known.
        total: how wide it is.
    """
    visited = int(trace.columns.visited_before[-1])
    pruned = total - visited
    if not pruned:
        return f"{visited:,} nodes"
    if spared is not None:
        return f"{total:,} nodes: {visited:,} visited, {pruned:,} pruned"
    how = "# counts what lies below" if trace.game is not None else "what lies below is unknown"
    return f"{visited:,} visited, {pruned:,} pruned branches ({how})"


class Breadth:
    """Places of nodes on a line, in their order. A pruned branch is one wide where it is not counted what it spared.

    Args:
        nodes: how many there are.
        spared: what their pruned branches spared; None where that is not known.

    Attributes:
        total: how long the line is.

    >>> known = Breadth(5, Spared(np.array([2]), np.array([10])))
    >>> known.total, [known.place(node) for node in range(6)], known.nodes(np.array([0, 1.5, 2, 11.9, 12])).tolist()
    (14, [0, 1, 2, 12, 13, 14], [0, 1, 2, 2, 3])
    """

    def __init__(self, nodes: int, spared: Spared | None) -> None:
        none: Ints = np.empty(0, np.int64)
        self._branches: Ints = none if spared is None else spared.branches
        widths = none if spared is None else np.maximum(spared.nodes, 1)
        self._before = np.concatenate([[0], np.cumsum(widths - 1)])
        """How much wider the branches before each one are than one, and all of them."""
        self._begins = self._branches + self._before[:-1]
        self.total = nodes + int(self._before[-1])

    def place(self, node: int) -> int:
        """Return where a node begins, or where the last one ends. O(log n)."""
        return node + int(self._before[np.searchsorted(self._branches, node)])

    def nodes(self, places: Array) -> Ints:
        """Return the nodes at some places. O(places · log n)."""
        whole = places.astype(np.int64)
        passed = np.searchsorted(self._begins, whole, side="right")
        after: Ints = whole - self._before[passed]
        if not len(self._branches):
            return after
        last = self._branches[np.maximum(passed - 1, 0)]
        found: Ints = np.where(passed > 0, np.maximum(after, last), after)
        return found

    def spares(self, nodes: Ints) -> Ints:
        """Return how many nodes each of some nodes stands for beyond itself."""
        place = np.searchsorted(self._branches, nodes)
        is_branch = (place < len(self._branches)) & (np.append(self._branches, -1)[place] == nodes)
        more: Ints = np.where(is_branch, np.append(np.diff(self._before), 0)[place], 0)
        return more


SAMPLES = 8
"""Nodes of a column that are looked at."""


class Fate(IntEnum):
    """What became of the nodes of a cell."""

    NOTHING = 0
    """There is no node."""
    AHEAD = 1
    PRUNED = 2
    RETURNED = 3
    CUT = 4
    OPEN = 5
    VARIATION = 6
    """On the principal variation, as known at the step."""


class Ground(NamedTuple):
    """What does not depend on the step."""

    ids: Ints
    """The nodes that are looked at, ascending; SAMPLES a column."""
    above: Ints
    """(plies × samples): the node of each ply that each of them is at or below; −1 where none is."""
    fate: Array
    """The fate of these nodes in the end, neither open nor on the principal variation."""
    whose: Ints
    """(plies × samples): the same, and below a pruned branch that stands for more than itself that branch, too."""
    seen: Ints
    """(plies × columns): the node in the middle of each column; −1 where there is none."""
    wide: Array
    """Whether that node is in the middle of a column beside it too."""
    odd: Array
    """Whether it is drawn in the other shade, to be told from the one beside it."""


def survey(columns: Columns, breadth: Breadth, first: float, span: float, width: int, top: int, plies: int) -> Ground:
    """Look at some nodes of each column. O(plies × columns × SAMPLES).

    Args:
        columns: the recording.
        breadth: how wide its nodes are.
        first: the place at which the range begins.
        span: how long it is.
        width: columns of the map.
        top: the first ply.
        plies: how many there are.
    """
    places = first + (np.arange(width * SAMPLES) + 0.5) * (span / (width * SAMPLES))
    ids = np.minimum(breadth.nodes(places), len(columns) - 1).astype(columns.end.dtype)
    above = _ancestors_by_ply(columns, ids, top, plies)
    whose = np.where((above < 0) & (breadth.spares(ids) > 0), ids, above)
    fate = np.full(above.shape, Fate.RETURNED, np.int8)
    fate[columns.cutoff[whose]] = Fate.CUT
    fate[columns.status[whose] == PRUNED] = Fate.PRUNED
    fate[whose < 0] = Fate.NOTHING
    seen = above[:, SAMPLES // 2 :: SAMPLES]
    same = np.zeros((len(seen), width + 1), bool)
    same[:, 1:-1] = (seen[:, 1:] == seen[:, :-1]) & (seen[:, 1:] >= 0)
    wide = same[:, 1:] | same[:, :-1]
    return Ground(ids, above, fate, whose, seen, wide, wide & (np.cumsum(~same[:, :-1], 1) % 2 == 0))


def _ancestors_by_ply(columns: Columns, ids: Ints, top: int, plies: int) -> Ints:
    """For each ply from the top the nodes that some nodes are at or below; −1 where none is."""
    found = np.full((plies, len(ids)), -1, ids.dtype)
    depth, node = columns.ply[ids] - top, ids.copy()
    for ply in range(int(depth.max()), -1, -1):
        there = np.flatnonzero(depth == ply)
        if ply < plies:
            found[ply, there] = node[there]
        node[there] = columns.parent[node[there]]
        depth[there] -= 1
    return found
