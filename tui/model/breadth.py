"""How wide nodes are in a map: each is one, and a pruned branch is as wide as the nodes that it spared."""

from __future__ import annotations

import numpy as np

from tracer.count.spared import Spared
from tracer.recording.columns import Array, Ints
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
