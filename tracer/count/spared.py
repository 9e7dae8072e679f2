"""Pruned nodes as time goes by: how many nodes of the full tree a search had been spared by a step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tracer.count.frontier import frontier
from tracer.count.path_pieces import path_counts_of
from tracer.count.sizes import BUDGET, each, lacks_moves
from tracer.games.rules import blame
from tracer.recording.columns import Ints
from tracer.recording.no_moves import mask_skips
from tracer.recording.recording import Recording
from tracer.recording.status import OPEN, PRUNED, TABLE


class Spared:
    """The pruned nodes of a trace, all counted. `count` makes it.

    Args:
        branches: the ids of pruned branches, ascending, one for each path that none entered.
        nodes: nodes of the full tree that each spared.
        full: nodes of the full tree; None where something of it is neither visited nor pruned.
    """

    def __init__(self, branches: Ints, nodes: Ints, full: int | None = None) -> None:
        self.branches, self.nodes, self.full = branches, nodes, full
        self._sums = np.concatenate([[0], np.cumsum(nodes)])

    @property
    def total(self) -> int:
        """In the end."""
        return int(self._sums[-1])

    def by_node(self, size: int) -> Ints:
        """`size` long: the nodes that each node of the trace spared."""
        node_counts = np.zeros(size, np.int64)
        np.add.at(node_counts, self.branches, self.nodes)
        return node_counts

    def by_cutoff(self, trace: Recording, nodes: Ints) -> Ints:
        """The pruned nodes below the branches that the cutoffs of some nodes skipped: how much each of them saved."""
        is_cut = ~mask_skips(trace.columns)[self.branches]
        saved_by_node = np.zeros(len(trace), np.int64)
        np.add.at(saved_by_node, trace.columns.parent[self.branches[is_cut]], self.nodes[is_cut])
        saved_nodes: Ints = saved_by_node[nodes]
        return saved_nodes

    def met(self, last: int) -> int:
        """Below the branches among the ids up to `last`. O(log n)."""
        return int(self._sums[np.searchsorted(self.branches, last, side="right")])


def count(trace: Recording, *, budget: int = BUDGET, cancelled: Callable[[], bool] = lambda: False) -> Spared | None:
    """Count the pruned nodes of each branch; None where the trace has no game, or the count was given up.

    `cancelled` is asked again and again.
    """
    pruned_paths = frontier(trace).with_status(PRUNED)
    if not len(pruned_paths):
        return Spared(pruned_paths.due, pruned_paths.due, _count_full_tree(trace, 0))
    if trace.game is None:
        return None
    with blame(trace.game):
        nodes = each(trace, pruned_paths, budget=budget, cancelled=cancelled)
    if nodes is None:
        return None
    order = np.argsort(pruned_paths.due, kind="stable")
    return Spared(pruned_paths.due[order], nodes[order], _count_full_tree(trace, int(nodes.sum())))


def _count_full_tree(trace: Recording, pruned: int) -> int | None:
    unseen = (trace.columns.status == OPEN) | (trace.columns.status == TABLE)
    if trace.game is None or unseen.any() or lacks_moves(trace):
        return None
    return int(path_counts_of(trace).visited.sum()) + pruned
