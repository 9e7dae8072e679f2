"""Paths: which nodes of a trace stand for the same moves from the root.

A search may visit a path several times: a re-search after a scout, the iterations of a driver, a move that one visit
prunes and another searches. A *pass* has the position of its parent, so it is no part of a path: all iterations below
a driver begin with the driver's path.

In a search with none of this every node is a path of its own. Then nothing is built beyond finding that out.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from tracer.recording.columns import Bools, Ints, index_dtype
from tracer.recording.no_moves import pass_nodes
from tracer.recording.recording import Recording
from tracer.recording.selective_moves import find_skips
from tracer.recording.status import PRUNED
from tracer.recording.tree_shape import PART_NODES, iter_parts

NOBODY = -1
"""Stands for a node where there is none."""
FEW = 32
"""Nodes of a ply that are sorted sooner without NumPy: a deep tree has many such plies."""


class Paths:
    """The paths of a trace. A path's number is the id of the first node that stands for it.

    `paths_of` makes it.
    """

    def __init__(self, trace: Recording) -> None:
        self._columns, self._drivers, self.ply = trace.columns, trace.drivers, trace.ply
        passes = pass_nodes(trace.columns, trace.passes)
        self._passes: Bools | None = passes if passes.any() else None

    @cached_property
    def repeat(self) -> bool:
        """Whether some path has several nodes: siblings by one move. O(n log n), in hardly any memory."""
        columns, size = self._columns, len(self._columns)
        if self._passes is not None:
            return True
        moves, far = np.int64(1 + int(columns.move.max())), [np.empty(0, np.int64)]
        kind = np.int32 if moves * PART_NODES < 2**31 else np.int64  # smaller numbers are sorted sooner
        for part in iter_parts(size):
            above, move = columns.parent[part], columns.move[part]
            apart = (above < part.start) | (columns.end[above] > part.stop)  # its siblings may be in other parts
            apart[: 1 - min(part.start, 1)] = False  # the root has none
            far.append(above[apart] * moves + move[apart])
            if _has_twins(((above - part.start) * moves + move)[~apart].astype(kind)):
                return True
        return _has_twins(np.concatenate(far))

    @cached_property
    def number(self) -> Ints:
        """N long: the path of each node. O(n log n)."""
        ids = np.arange(len(self._columns), dtype=index_dtype(len(self._columns)))
        return self._merge(ids) if self.repeat else ids

    @property
    def drives(self) -> Bools:
        """N long: the nodes below which iterations begin, which search nothing themselves. O(n)."""
        found = np.zeros(len(self._columns), bool)
        found[list(self._drivers)] = True
        return found

    @cached_property
    def visited(self) -> Bools:
        """N long: one node for each path that was visited, the first visit. O(n)."""
        return self._firsts(self._columns.status != PRUNED)

    @cached_property
    def pruned(self) -> Bools:
        """N long: one node for each path that a cutoff skipped and that no visit entered. O(n)."""
        pruned = self._cut_off
        if not self.repeat:
            return pruned
        return self._firsts(pruned & ~self.elsewhere)

    @cached_property
    def elsewhere(self) -> Bools:
        """N long: the moves that a cutoff skipped in one visit, though another visit searched them. O(n)."""
        found = np.zeros(len(self._columns), bool)
        if self.repeat:
            found[self.number[self._columns.status != PRUNED]] = True
            found = self._cut_off & found[self.number]
        return found

    @property
    def _cut_off(self) -> Bools:
        """N long: the moves that a cutoff skipped, in every visit."""
        found: Bools = (self._columns.status == PRUNED) & ~find_skips(self._columns)
        return found

    @cached_property
    def pruned_changes(self) -> Ints:
        """N long: +1 where a path is pruned that was not visited before, −1 where a pruned one is visited after all."""
        status = self._columns.status
        changes = np.zeros(len(status), np.int8)
        if not self.repeat:
            changes[self._cut_off] = 1
            return changes
        cut, visit = self.first(self._cut_off), self.first(status != PRUNED)
        before = (cut != NOBODY) & ((visit == NOBODY) | (cut < visit))
        changes[cut[before]] = 1
        changes[visit[before & (visit != NOBODY)]] = -1
        return changes

    def first(self, which: Bools) -> Ints:
        """N long, by the number of a path: the first of some nodes that stands for it, or NOBODY. O(n)."""
        found = np.full(len(which), NOBODY, index_dtype(len(which)))
        nodes = np.flatnonzero(which)[::-1]
        found[self.number[nodes]] = nodes  # of several the last one stays, so the smallest
        return found

    def _firsts(self, which: Bools) -> Bools:
        """Of some nodes the first of each path."""
        if not self.repeat:
            return which
        found = np.zeros(len(which), bool)
        first = self.first(which)
        found[first[first != NOBODY]] = True
        return found

    def _merge(self, ids: Ints) -> Ints:
        """Number the paths, the shorter ones first: a path is its parent's and a move."""
        columns, number, ply = self._columns, ids.copy(), self.ply
        anchor = self._anchors(ids)
        above = ids if anchor is None else anchor
        own = ids[1:] if self._passes is None else ids[1:][~self._passes[1:]]
        in_order = own[np.argsort(ply[own], kind="stable")]
        width = np.int64(1 + int(columns.move.max()))
        first = 0
        for last in np.cumsum(np.bincount(ply[own])).tolist():
            here, first = in_order[first:last], last
            if len(here) < 2:
                continue
            steps = number[above[columns.parent[here]]] * width + columns.move[here]
            if len(here) < FEW:
                leaders: dict[int, int] = {}
                number[here] = [leaders.setdefault(*pair) for pair in zip(steps.tolist(), here.tolist(), strict=True)]
                continue
            _, leader, member = np.unique(steps, return_index=True, return_inverse=True)
            number[here] = here[leader][member.reshape(-1)]
        return number if anchor is None else number[anchor]

    def _anchors(self, ids: Ints) -> Ints | None:
        """The nearest node, at or above each, to which no pass leads; None where there are no passes."""
        if self._passes is None:
            return None
        anchor = np.where(self._passes, self._columns.parent, ids)
        while not np.array_equal(further := anchor[anchor], anchor):
            anchor = further
        return anchor


def _has_twins(steps: Ints) -> bool:
    steps = np.sort(steps)
    return bool((steps[1:] == steps[:-1]).any())


def paths_of(trace: Recording) -> Paths:
    """The paths of a recording, found once."""
    return trace.once(Paths)
