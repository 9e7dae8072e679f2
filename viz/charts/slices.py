"""A trace of any size as ply × column of pixels: how much of each column is at or below the nodes of each ply.

Every node counts, none is sampled. A node narrower than a column adds its width to it; a wider one adds what it has of
its first and its last column, and fills those between by a difference that is summed at the end. So the time does not
depend on the columns, and the memory not on the nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Floats
from tracer.tracing import Trace
from viz.charts.cells import Cell, cells
from viz.charts.spans import Places, Spans, spans

CHUNK = 1 << 18
"""Nodes worked on at a time."""
MAX_ROWS = 400
"""Rows at most; in a deeper tree several plies share one."""
CUT = len(Cell)
"""The layer of the nodes at which a cutoff happened, counted a second time."""
LAYERS = len(Cell) + 1


@dataclass(frozen=True, eq=False)
class Slices:
    """An overview in numbers. A row is a ply, or `band` plies where the tree is deeper than there are rows."""

    unit: str
    """What is counted across."""
    edges: Places
    """(columns + 1): where each column begins, in units; the last is the length of the axis."""
    covered: Floats
    """(rows, LAYERS, columns): units of the column at or below nodes of the row; whole but for pruned nodes."""
    counts: npt.NDArray[np.int64]
    """(rows, LAYERS, columns): nodes of the row that begin in the column; pruned nodes where their branch does."""
    band: int
    """Plies a row."""
    plies: int
    """Plies in all."""

    @property
    def total(self) -> int:
        """The length of the axis in units."""
        return int(self.edges[-1])

    @property
    def widths(self) -> Places:
        """Units of each column."""
        widths: Places = np.diff(self.edges)
        return widths

    @property
    def shares(self) -> Floats:
        """(rows, LAYERS, columns): `covered` as a share of the column, 0 to 1; over several plies their mean."""
        rows = len(self.covered)
        plies = np.minimum(self.band, self.plies - self.band * np.arange(rows))
        shares: Floats = self.covered / (plies[:, None, None] * self.widths)
        return shares


def slices(
    trace: Trace,
    columns: int,
    *,
    root: int = 0,
    across: str = "nodes",
    mass: str = "branches",
    rows: int = MAX_ROWS,
) -> Slices:
    """Sum a subtree up by ply and column. O(nodes) time; memory for rows × columns and one chunk of nodes.

    Args:
        trace: what was recorded.
        columns: columns at most; a column is never narrower than one unit.
        root: the node at the top.
        across: `nodes` or `steps`; see `viz.charts.spans`.
        mass: `branches` or `nodes`; see `viz.charts.spans`.
        rows: rows at most.

    Raises:
        PlyscopeError: an option is wrong, or the pruned nodes cannot be counted.
    """
    if columns < 1 or rows < 1:
        raise PlyscopeError(f"{columns} columns and {rows} rows draw nothing: give 1 or more of each")
    return sums(trace, spans(trace, root=root, across=across, mass=mass), columns, rows)


def sums(trace: Trace, axis: Spans, columns: int, rows: int) -> Slices:
    """`slices` on an axis that is at hand."""
    plies = depth(trace, axis)
    band = -(-plies // rows)
    grid = _Grid(-(-plies // band), min(columns, axis.total), axis.total)
    ply, first = trace.columns.ply, int(trace.columns.ply[axis.root])
    stop = int(trace.columns.end[axis.root])
    for start in range(axis.root, stop, CHUNK):
        ids = slice(start, min(start + CHUNK, stop))
        begin, end = axis.of(ids)
        place = (ply[ids] - first) // band * np.int64(LAYERS)
        cut = np.flatnonzero(trace.columns.cutoff[ids])
        grid.add(begin, end, place + cells(trace.columns, ids))
        grid.add(begin[cut], end[cut], place[cut] + CUT)
    if axis.below is not None:
        for chunk in range(0, len(axis.below.branch), CHUNK):
            _add_below(grid, trace, axis, slice(chunk, chunk + CHUNK), band)
    return Slices(axis.unit, grid.edges, *grid.done(), band, plies)


def depth(trace: Trace, axis: Spans) -> int:
    """Plies of what lies on an axis, its root's included."""
    ply, stop = trace.columns.ply, int(trace.columns.end[axis.root])
    deepest = int(ply[axis.root : stop].max())
    if axis.below is not None and len(axis.below.branch):
        deepest = max(deepest, int((ply[axis.below.branch] + axis.below.depth).max()))
    return deepest - int(ply[axis.root]) + 1


def _add_below(grid: _Grid, trace: Trace, axis: Spans, entries: slice, band: int) -> None:
    assert axis.below is not None
    branch, ply = axis.below.branch[entries], trace.columns.ply
    ids = slice(int(branch[0]), int(branch[-1]) + 1)
    begin, end = (places[branch - ids.start] for places in axis.of(ids))
    row = (ply[branch] - ply[axis.root] + axis.below.depth[entries]) // band
    grid.add(begin, end, row * LAYERS + Cell.PRUNED, axis.below.share[entries], axis.below.nodes[entries])


class _Grid:
    """The sums so far, a line for each row and layer."""

    def __init__(self, rows: int, columns: int, total: int) -> None:
        self._columns, self._total = columns, total
        # The first unit whose column, units × columns ÷ total, is this one.
        self.edges: Places = np.array([-(-column * total // columns) for column in range(columns + 1)], np.int64)
        self._covered = np.zeros((rows * LAYERS, columns))
        self._counts = np.zeros((rows * LAYERS, columns))
        # One more where a node begins to fill whole columns, one less where it ends.
        self._filling = np.zeros((rows * LAYERS, columns + 1))

    def add(
        self, begin: Places, end: Places, place: Array, share: Floats | None = None, nodes: Floats | None = None
    ) -> None:
        """Add nodes by where they begin and end, the begins ascending, and the line of each.

        Args:
            begin: their first units.
            end: one past their last units.
            place: row × LAYERS + layer.
            share: how much of each of its units a node covers; None is all.
            nodes: how many nodes each stands for; None is one.
        """
        if not len(begin):
            return
        first = np.searchsorted(self.edges, begin, side="right") - 1
        last = np.searchsorted(self.edges, end, side="left") - 1
        window = slice(int(first[0]), int(first[-1]) + 1)
        width = window.stop - window.start
        flat = place * width + (first - window.start)
        size, shape = len(self._covered) * width, (len(self._covered), width)
        narrow = np.where(first == last, end - begin, 0) * (1 if share is None else share)
        self._covered[:, window] += np.bincount(flat, narrow, size).reshape(shape)
        self._counts[:, window] += np.bincount(flat, nodes, size).reshape(shape)
        wide = np.flatnonzero(first != last)
        self._add_wide(
            begin[wide], end[wide], place[wide], first[wide], last[wide], 1 if share is None else share[wide]
        )

    def _add_wide(
        self, begin: Places, end: Places, place: Array, first: Places, last: Places, share: Array | int
    ) -> None:
        np.add.at(self._covered, (place, first), (self.edges[first + 1] - begin) * share)
        np.add.at(self._covered, (place, last), (end - self.edges[last]) * share)
        np.add.at(self._filling, (place, first + 1), share)
        np.add.at(self._filling, (place, last), np.negative(share))

    def done(self) -> tuple[Floats, npt.NDArray[np.int64]]:
        """What columns are covered, and the counts."""
        filled = np.cumsum(self._filling[:, :-1], axis=1) * np.diff(self.edges)
        shape = (-1, LAYERS, self._columns)
        # Shares that come and go leave a rounding error behind, which may be below zero.
        covered = np.maximum(self._covered + filled, 0)
        return covered.reshape(shape), self._counts.astype(np.int64).reshape(shape)
