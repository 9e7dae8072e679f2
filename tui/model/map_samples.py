"""What a map of a recording is drawn from: how wide nodes are, some nodes of each column, and what is above them."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tracer.count.spared import Spared
from tracer.recording.columns import Array, Columns, Ints
from tracer.recording.status import PRUNED
from tracer.tracing import Trace


def describe_size(trace: Trace, spared: Spared | None, total_width: int) -> str:
    """Return how many nodes there are, and how much room the pruned ones have."""
    visited = trace.columns.visited
    pruned_width = total_width - visited
    if not pruned_width:
        return f"{visited:,} nodes"
    if spared is not None:
        return f"{total_width:,} nodes: {visited:,} visited, {pruned_width:,} pruned"
    pruned_note = "# counts what lies below" if trace.game is not None else "what lies below is unknown"
    return f"{visited:,} visited, {pruned_width:,} pruned branches ({pruned_note})"


class NodePositions:
    """Places of nodes on a line, in their order. A pruned branch is one wide where it is not counted what it spared.

    Args:
        spared: what their pruned branches spared; None where that is not known.

    Attributes:
        total_width: how long the line is.

    >>> known = NodePositions(5, Spared(np.array([2]), np.array([10])))
    >>> (
    ...     known.total_width,
    ...     [known.position_of(node) for node in range(6)],
    ...     known.nodes_at(np.array([0, 1.5, 2, 11.9, 12])).tolist(),
    ... )
    (14, [0, 1, 2, 12, 13, 14], [0, 1, 2, 2, 3])
    """

    def __init__(self, node_count: int, spared: Spared | None) -> None:
        no_nodes: Ints = np.empty(0, np.int64)
        self._pruned_branches: Ints = no_nodes if spared is None else spared.branches
        widths = no_nodes if spared is None else np.maximum(spared.nodes, 1)
        self._extra_width_before = np.concatenate([[0], np.cumsum(widths - 1)])
        """How much wider the branches before each one are than one, and all of them."""
        self._branch_positions = self._pruned_branches + self._extra_width_before[:-1]
        self.total_width = node_count + int(self._extra_width_before[-1])

    def position_of(self, node: int) -> int:
        """Return where a node begins, or where the last one ends. O(log n)."""
        return node + int(self._extra_width_before[np.searchsorted(self._pruned_branches, node)])

    def nodes_at(self, positions: Array) -> Ints:
        """Return the nodes at some places. O(places · log n)."""
        whole_positions = positions.astype(np.int64)
        branches_passed = np.searchsorted(self._branch_positions, whole_positions, side="right")
        nodes_after: Ints = whole_positions - self._extra_width_before[branches_passed]
        if not len(self._pruned_branches):
            return nodes_after
        last_branch = self._pruned_branches[np.maximum(branches_passed - 1, 0)]
        nodes: Ints = np.where(branches_passed > 0, np.maximum(nodes_after, last_branch), nodes_after)
        return nodes

    def extra_nodes(self, nodes: Ints) -> Ints:
        """Return how many nodes each of some nodes stands for beyond itself."""
        branch_index = np.searchsorted(self._pruned_branches, nodes)
        is_branch = (branch_index < len(self._pruned_branches)) & (
            np.append(self._pruned_branches, -1)[branch_index] == nodes
        )
        extra_nodes: Ints = np.where(is_branch, np.append(np.diff(self._extra_width_before), 0)[branch_index], 0)
        return extra_nodes


SAMPLES_PER_COLUMN = 8
"""Nodes of a column that are looked at."""


class CellFate(IntEnum):
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


TONE_COUNT = 4
"""Steps from a cell of which little is filled to a full one."""


class MapCells(NamedTuple):
    """The cells of a map, (plies × columns)."""

    fates: Array
    tones: Array
    """How much of the cell is filled: 1 to TONE_COUNT, 0 where nothing is."""
    is_odd_shade: Array
    """Whether a node of several columns is drawn in the other shade, to be told from the one beside it."""
    is_selected: Array
    """Whether it is of the selected node."""
    middle_nodes: Ints
    """The node in the middle of the cell; −1 where there is none."""


class MapSamples(NamedTuple):
    """What does not depend on the step."""

    sample_nodes: Ints
    """The nodes that are looked at, ascending; SAMPLES_PER_COLUMN a column."""
    sample_fates: Array
    """The fate of these nodes in the end, neither open nor on the principal variation."""
    ancestors_or_branches: Ints
    """(plies × samples): the node of each ply that each of them is at or below, and below a pruned branch that stands
    for more than itself that branch; −1 where none is."""
    middle_nodes: Ints
    """(plies × columns): the node in the middle of each column; −1 where there is none."""
    is_wide: Array
    """Whether that node is in the middle of a column beside it too."""
    is_odd_shade: Array
    """Whether it is drawn in the other shade, to be told from the one beside it."""


@lru_cache(maxsize=4)
def sample_columns(
    trace: Trace,
    breadth: NodePositions,
    first_position: float,
    position_count: float,
    column_count: int,
    top_ply: int,
    ply_count: int,
) -> MapSamples:
    """Look at some nodes of each column. O(plies × columns × SAMPLES_PER_COLUMN), once for each range and size."""
    columns = trace.columns
    positions = first_position + (np.arange(column_count * SAMPLES_PER_COLUMN) + 0.5) * (
        position_count / (column_count * SAMPLES_PER_COLUMN)
    )
    sample_nodes = np.minimum(breadth.nodes_at(positions), len(columns) - 1).astype(columns.end.dtype)
    ancestors = _ancestors_by_ply(columns, sample_nodes, top_ply, ply_count)
    ancestors_or_branches = np.where((ancestors < 0) & (breadth.extra_nodes(sample_nodes) > 0), sample_nodes, ancestors)
    fates = np.full(ancestors.shape, CellFate.RETURNED, np.int8)
    fates[columns.cutoff[ancestors_or_branches]] = CellFate.CUT
    fates[columns.status[ancestors_or_branches] == PRUNED] = CellFate.PRUNED
    fates[ancestors_or_branches < 0] = CellFate.NOTHING
    middle_nodes = ancestors[:, SAMPLES_PER_COLUMN // 2 :: SAMPLES_PER_COLUMN]
    is_same_as_left = np.zeros((len(middle_nodes), column_count + 1), bool)
    is_same_as_left[:, 1:-1] = (middle_nodes[:, 1:] == middle_nodes[:, :-1]) & (middle_nodes[:, 1:] >= 0)
    is_wide = is_same_as_left[:, 1:] | is_same_as_left[:, :-1]
    return MapSamples(
        sample_nodes,
        fates,
        ancestors_or_branches,
        middle_nodes,
        is_wide,
        is_wide & (np.cumsum(~is_same_as_left[:, :-1], 1) % 2 == 0),
    )


def _ancestors_by_ply(columns: Columns, sample_nodes: Ints, top_ply: int, ply_count: int) -> Ints:
    """For each ply from the top the nodes that some nodes are at or below; −1 where none is."""
    ancestors = np.full((ply_count, len(sample_nodes)), -1, sample_nodes.dtype)
    plies_below_top, current_nodes = columns.ply[sample_nodes] - top_ply, sample_nodes.copy()
    for ply in range(int(plies_below_top.max()), -1, -1):
        at_ply = np.flatnonzero(plies_below_top == ply)
        if ply < ply_count:
            ancestors[ply, at_ply] = current_nodes[at_ply]
        current_nodes[at_ply] = columns.parent[current_nodes[at_ply]]
        plies_below_top[at_ply] -= 1
    return ancestors
