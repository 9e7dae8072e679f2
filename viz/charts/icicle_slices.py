"""A trace of any size on an axis across, and as ply × column of pixels: what each column has at or below each ply.

Every node counts, none is sampled. A node narrower than a column adds its width to it; a wider one adds what it has of
its first and its last column, and fills those between by a difference that is summed at the end. So the time does not
depend on the columns, and the memory not on the nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tracer.count.layers import TooMany
from tracer.count.sizes import LONG_BUDGET, by_branch
from tracer.errors import PlyscopeError
from tracer.games.rules import blame
from tracer.recording.columns import Array, Floats
from tracer.recording.status import PRUNED
from tracer.tracing import Trace
from viz.charts.cell_kinds import CellKind, cell_codes
from viz.pictures.options import ICICLE_AXES, ICICLE_MASSES, check_choice

Positions = npt.NDArray[np.int64]

MAX_UNITS = 2**52
"""Units across that are still counted exactly."""
MAX_COUNTED_BRANCHES = 1_000_000
"""Pruned branches below which nodes are counted: each is replayed, at some ten microseconds."""


@dataclass(frozen=True, eq=False)
class PrunedLevels:
    """The never visited nodes below pruned branches: one entry for each branch and ply below it. All of one length."""

    branch: Positions
    """The id of the pruned branch."""
    depth: Positions
    """Plies below the branch, 1 or more."""
    share: Floats
    """Of the branch's width: how much of it lies at or below the nodes of this ply."""
    nodes: Floats
    """How many nodes there are."""


@dataclass(frozen=True, eq=False)
class NodeSpans:
    """The axis across."""

    root: int
    total_units: int
    """Its length in units; the root spans all of it."""
    unit: str
    """What is counted along it."""
    spans_of: Callable[[slice], tuple[Positions, Positions]]
    """For a slice of ids where each node's subtree begins, and one past where it ends."""
    pruned_levels: PrunedLevels | None = None
    """With mass="nodes" what was never visited."""


def choose_spans(trace: Trace, *, root: int = 0, unit_choice: str = "nodes", mass: str | None = None) -> NodeSpans:
    """Choose what is counted across.

    Args:
        trace: what was recorded.
        root: the node that spans all of the axis.
        unit_choice: `nodes` in the order of the visits, or `steps` of the recording.
        mass: a pruned branch is as wide as one node (`branches`), or as all never visited `nodes` below it; None is
            as the nodes, where they can be counted.

    Raises:
        PlyscopeError: an option is wrong, or the pruned nodes cannot be counted.
    """
    check_choice("across", unit_choice, ICICLE_AXES)
    if mass is not None:
        check_choice("mass", mass, ICICLE_MASSES)
    if not 0 <= root < len(trace):
        raise PlyscopeError(f"there is no node {root} to draw from: the trace has nodes 0 to {len(trace) - 1}")
    if unit_choice == "steps":
        if mass == "nodes":
            raise PlyscopeError("mass 'nodes' has no steps, for nobody visited those nodes: leave out across 'steps'")
        return _step_spans(trace, root)
    if mass is None:
        with suppress(PlyscopeError):
            return _full_tree_spans(trace, root)
    return _full_tree_spans(trace, root) if mass == "nodes" else _node_spans(trace, root)


def _node_spans(trace: Trace, root: int) -> NodeSpans:
    end = trace.columns.end

    def spans_of(ids: slice) -> tuple[Positions, Positions]:
        return np.arange(ids.start - root, ids.stop - root), end[ids].astype(np.int64) - root

    return NodeSpans(root, int(end[root]) - root, "nodes, in the order of the search", spans_of)


def _step_spans(trace: Trace, root: int) -> NodeSpans:
    if trace.columns.log is not None:
        raise PlyscopeError(
            f"{trace.header.search} comes back to its nodes, so that none lasts for some steps on end: "
            "leave out across 'steps', or draw the chart course or merits"
        )
    columns, last_step = trace.columns, trace.steps
    first_step = trace.entered(root)

    def spans_of(ids: slice) -> tuple[Positions, Positions]:
        nodes = np.arange(ids.start, ids.stop)
        # A node lasts until after its return; one that never returned until the end.
        return columns.entered(nodes) - first_step, np.minimum(columns.left(nodes) + 1, last_step) - first_step

    return NodeSpans(root, min(trace.left(root) + 1, last_step) - first_step, "steps of the search", spans_of)


def _full_tree_spans(trace: Trace, root: int) -> NodeSpans:
    pruned_levels, sizes = _count_pruned_levels(trace, root)
    end = int(trace.columns.end[root])
    node_starts = np.zeros(end - root + 1, np.int64)
    node_starts[1:] = 1
    branches = np.flatnonzero(trace.columns.status[root:end] == PRUNED)
    node_starts[branches + 1] = [sizes.get(branch, 1) for branch in (branches + root).tolist()]
    np.cumsum(node_starts, out=node_starts)

    def spans_of(ids: slice) -> tuple[Positions, Positions]:
        return node_starts[ids.start - root : ids.stop - root], node_starts[trace.columns.end[ids] - root]

    # A path that was visited twice has two places: then these are more than the nodes of the full tree.
    unit_name = "visits and pruned nodes" if trace.counts.paths.has_repeated_paths else "nodes of the full tree"
    return NodeSpans(root, int(node_starts[-1]), f"{unit_name}, in the order of the search", spans_of, pruned_levels)


def _count_pruned_levels(trace: Trace, root: int) -> tuple[PrunedLevels, dict[int, int]]:
    """What is below pruned branches under a root, by ply; and the width of each, the branch included.

    A path that was pruned several times is there once, and one that some visit entered is not there.
    """
    game, frontier = trace.need_game(), trace.counts.frontier.with_status(PRUNED)
    frontier = frontier.filter((frontier.due >= root) & (frontier.due < trace.columns.end[root]))
    if len(frontier) > MAX_COUNTED_BRANCHES:
        raise PlyscopeError(
            f"the nodes below {len(frontier):,} pruned branches take too long to count: draw mass 'branches', "
            "or a smaller part of the tree (root)"
        )
    try:
        with blame(game):
            levels_by_branch = by_branch(trace, frontier, LONG_BUDGET)
    except TooMany:
        levels_by_branch = {root: [MAX_UNITS]}
    sizes = {branch: 1 + sum(levels[1:]) for branch, levels in sorted(levels_by_branch.items())}
    if sum(map(sum, levels_by_branch.values())) >= MAX_UNITS:
        raise PlyscopeError("the pruned nodes are too many to be counted one by one: draw mass 'branches'")
    entries = [
        (branch, depth, sum(levels_by_branch[branch][depth:]) / size, levels_by_branch[branch][depth])
        for branch, size in sizes.items()
        for depth in range(1, len(levels_by_branch[branch]))
    ]
    table = np.array(entries, float).reshape(-1, 4)
    return PrunedLevels(table[:, 0].astype(np.int64), table[:, 1].astype(np.int64), table[:, 2], table[:, 3]), sizes


CHUNK_SIZE = 1 << 18
"""Nodes worked on at a time."""
CUTOFF_LAYER = len(CellKind)
"""The layer of the nodes at which a cutoff happened, counted a second time."""
LAYER_COUNT = len(CellKind) + 1


@dataclass(frozen=True, eq=False)
class PlySlices:
    """An overview in numbers. A row is a ply, or `plies_per_row` plies where the tree is deeper than there are rows."""

    unit: str
    """What is counted across."""
    edges: Positions
    """(columns + 1): where each column begins, in units; the last is the length of the axis."""
    covered: Floats
    """(rows, LAYERS, columns): units of the column at or below nodes of the row; whole but for pruned nodes."""
    counts: npt.NDArray[np.int64]
    """(rows, LAYERS, columns): nodes of the row that begin in the column; pruned nodes where their branch does."""
    plies_per_row: int
    """Plies a row."""
    plies: int
    """Plies in all."""

    @property
    def total(self) -> int:
        """The length of the axis in units."""
        return int(self.edges[-1])

    @property
    def widths(self) -> Positions:
        """Units of each column."""
        widths: Positions = np.diff(self.edges)
        return widths

    @property
    def shares(self) -> Floats:
        """(rows, LAYERS, columns): `covered` as a share of the column, 0 to 1; over several plies their mean."""
        rows = len(self.covered)
        plies = np.minimum(self.plies_per_row, self.plies - self.plies_per_row * np.arange(rows))
        shares: Floats = self.covered / (plies[:, None, None] * self.widths)
        return shares


def sum_slices(trace: Trace, node_spans: NodeSpans, columns: int, rows: int) -> PlySlices:
    """Sum what lies on an axis up by ply and column. O(nodes) time; memory for rows × columns and one chunk of nodes.

    A column is never narrower than one unit, and several plies share a row where there are too many.
    """
    plies = count_plies(trace, node_spans)
    plies_per_row = -(-plies // rows)
    grid = SliceGrid(-(-plies // plies_per_row), min(columns, node_spans.total_units), node_spans.total_units)
    plies_of_nodes, root_ply = trace.columns.ply, int(trace.columns.ply[node_spans.root])
    subtree_end = int(trace.columns.end[node_spans.root])
    for start in range(node_spans.root, subtree_end, CHUNK_SIZE):
        ids = slice(start, min(start + CHUNK_SIZE, subtree_end))
        starts, ends = node_spans.spans_of(ids)
        lines = (plies_of_nodes[ids] - root_ply) // plies_per_row * np.int64(LAYER_COUNT)
        cutoff_nodes = np.flatnonzero(trace.columns.cutoff[ids])
        grid.add(starts, ends, lines + cell_codes(trace.columns, ids))
        grid.add(starts[cutoff_nodes], ends[cutoff_nodes], lines[cutoff_nodes] + CUTOFF_LAYER)
    if node_spans.pruned_levels is not None:
        for chunk in range(0, len(node_spans.pruned_levels.branch), CHUNK_SIZE):
            _add_pruned_levels(grid, trace, node_spans, slice(chunk, chunk + CHUNK_SIZE), plies_per_row)
    return PlySlices(node_spans.unit, grid.edges, *grid.finish(), plies_per_row, plies)


def count_plies(trace: Trace, node_spans: NodeSpans) -> int:
    """Plies of what lies on an axis, its root's included."""
    ply, subtree_end = trace.columns.ply, int(trace.columns.end[node_spans.root])
    max_ply = int(ply[node_spans.root : subtree_end].max())
    if node_spans.pruned_levels is not None and len(node_spans.pruned_levels.branch):
        max_ply = max(max_ply, int((ply[node_spans.pruned_levels.branch] + node_spans.pruned_levels.depth).max()))
    return max_ply - int(ply[node_spans.root]) + 1


def _add_pruned_levels(
    grid: SliceGrid, trace: Trace, node_spans: NodeSpans, entries: slice, plies_per_row: int
) -> None:
    assert node_spans.pruned_levels is not None
    branch, ply = node_spans.pruned_levels.branch[entries], trace.columns.ply
    ids = slice(int(branch[0]), int(branch[-1]) + 1)
    starts, ends = (positions[branch - ids.start] for positions in node_spans.spans_of(ids))
    row = (ply[branch] - ply[node_spans.root] + node_spans.pruned_levels.depth[entries]) // plies_per_row
    grid.add(
        starts,
        ends,
        row * LAYER_COUNT + CellKind.PRUNED,
        node_spans.pruned_levels.share[entries],
        node_spans.pruned_levels.nodes[entries],
    )


class SliceGrid:
    """The sums so far, a line for each row and layer."""

    def __init__(self, rows: int, columns: int, total: int) -> None:
        self.columns, self._total = columns, total
        # The first unit whose column, units × columns ÷ total, is this one.
        self.edges: Positions = np.array([-(-column * total // columns) for column in range(columns + 1)], np.int64)
        self._covered = np.zeros((rows * LAYER_COUNT, columns))
        self._counts = np.zeros((rows * LAYER_COUNT, columns))
        # One more where a node begins to fill whole columns, one less where it ends.
        self._filling = np.zeros((rows * LAYER_COUNT, columns + 1))

    def add(
        self, starts: Positions, ends: Positions, lines: Array, share: Floats | None = None, nodes: Floats | None = None
    ) -> None:
        """Add nodes by where they begin and end, the begins ascending, and the line of each.

        Args:
            starts: their first units.
            ends: one past their last units.
            lines: row × LAYERS + layer.
            share: how much of each of its units a node covers; None is all.
            nodes: how many nodes each stands for; None is one.
        """
        if not len(starts):
            return
        first_columns = np.searchsorted(self.edges, starts, side="right") - 1
        last_columns = np.searchsorted(self.edges, ends, side="left") - 1
        window = slice(int(first_columns[0]), int(first_columns[-1]) + 1)
        width = window.stop - window.start
        flat_indices = lines * width + (first_columns - window.start)
        size, shape = len(self._covered) * width, (len(self._covered), width)
        narrow_widths = np.where(first_columns == last_columns, ends - starts, 0) * (1 if share is None else share)
        self._covered[:, window] += np.bincount(flat_indices, narrow_widths, size).reshape(shape)
        self._counts[:, window] += np.bincount(flat_indices, nodes, size).reshape(shape)
        wide_indices = np.flatnonzero(first_columns != last_columns)
        self._add_wide(
            starts[wide_indices],
            ends[wide_indices],
            lines[wide_indices],
            first_columns[wide_indices],
            last_columns[wide_indices],
            1 if share is None else share[wide_indices],
        )

    def _add_wide(
        self,
        starts: Positions,
        ends: Positions,
        lines: Array,
        first_columns: Positions,
        last_columns: Positions,
        share: Array | int,
    ) -> None:
        np.add.at(self._covered, (lines, first_columns), (self.edges[first_columns + 1] - starts) * share)
        np.add.at(self._covered, (lines, last_columns), (ends - self.edges[last_columns]) * share)
        np.add.at(self._filling, (lines, first_columns + 1), share)
        np.add.at(self._filling, (lines, last_columns), np.negative(share))

    def finish(self) -> tuple[Floats, npt.NDArray[np.int64]]:
        """What columns are covered, and the counts."""
        filled_units = np.cumsum(self._filling[:, :-1], axis=1) * np.diff(self.edges)
        shape = (-1, LAYER_COUNT, self.columns)
        # Shares that come and go leave a rounding error behind, which may be below zero.
        covered = np.maximum(self._covered + filled_units, 0)
        return covered.reshape(shape), self._counts.astype(np.int64).reshape(shape)
