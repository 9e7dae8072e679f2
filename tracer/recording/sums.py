"""What a Monte Carlo search had added up at each node by a step: the same numbers, added in the same order."""

from __future__ import annotations

import numpy as np

from tracer.recording.columns import parents, plies
from tracer.recording.log import Floats, Ints, Log, keep

AT_ONCE = 1 << 20
"""Results that are added in one go, each once for every node above its leaf."""
FEW = 4_096
"""Rows that are sorted faster than all are looked through, about."""


def totals(log: Log, end: Ints, step: int) -> Floats:
    """W of each node up to a step. O(rows + nodes), or O(rows × plies) where the order of addition matters.

    To take the difference of two running sums over all nodes would lose what is small in one beside what is large in
    another: so it is done only where nothing is ever rounded.

    Args:
        log: the log, with values of leaves.
        end: one past the last id of each node's subtree.
        step: the step.
    """
    if log.adds_exactly:
        return log.sums(end, step)
    size = len(end)
    ply = plies(end)
    above = np.append(parents(ply), -1)  # of the root and of nothing it is nothing
    deep = int(ply.max()) + 1
    found, leaves, results = np.zeros(size + 1), log.node[: step + 1], log.x[: step + 1]
    rows = max(AT_ONCE // deep, 1)
    for first in range(0, len(leaves), rows):
        way = np.empty((len(leaves[first : first + rows]), deep), np.int64)
        way[:, 0] = leaves[first : first + rows]
        for ply_up in range(1, deep):
            way[:, ply_up] = above[way[:, ply_up - 1]]
        np.add.at(found, way.ravel(), np.repeat(results[first : first + rows], deep))
    return found[:-1]


def total(log: Log, node: int, end: Ints, step: int) -> float:
    """W of one node up to a step, the same number. O(rows below it)."""
    if log.adds_exactly:
        return keep(log.summed, step, lambda: log.sums(end, step)).item(node)
    rows = log.rows_below(node, end.item(node))
    if len(rows) > FEW:
        leaves = log.node[: step + 1]
        rows = np.flatnonzero((leaves >= node) & (leaves < end[node]))
    else:
        rows = np.sort(rows[rows <= step])
    return float(np.cumsum(log.x[rows])[-1]) + 0.0 if len(rows) else 0.0
