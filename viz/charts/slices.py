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
from viz.charts.cells import Cell, cells
from viz.pictures.options import AXES, MASSES, need_one_of

Places = npt.NDArray[np.int64]

LARGEST = 2**52
"""Units across that are still counted exactly."""
COUNTED_BRANCHES = 1_000_000
"""Pruned branches below which nodes are counted: each is replayed, at some ten microseconds."""


@dataclass(frozen=True, eq=False)
class Below:
    """The never visited nodes below pruned branches: one entry for each branch and ply below it. All of one length."""

    branch: Places
    """The id of the pruned branch."""
    depth: Places
    """Plies below the branch, 1 or more."""
    share: Floats
    """Of the branch's width: how much of it lies at or below the nodes of this ply."""
    nodes: Floats
    """How many nodes there are."""


@dataclass(frozen=True, eq=False)
class Spans:
    """The axis across."""

    root: int
    total: int
    """Its length in units; the root spans all of it."""
    unit: str
    """What is counted along it."""
    of: Callable[[slice], tuple[Places, Places]]
    """For a slice of ids where each node's subtree begins, and one past where it ends."""
    below: Below | None = None
    """With mass="nodes" what was never visited."""


def spans(trace: Trace, *, root: int = 0, across: str = "nodes", mass: str | None = None) -> Spans:
    """Choose what is counted across.

    Args:
        trace: what was recorded.
        root: the node that spans all of the axis.
        across: `nodes` in the order of the visits, or `steps` of the recording.
        mass: a pruned branch is as wide as one node (`branches`), or as all never visited `nodes` below it; None is
            as the nodes, where they can be counted.

    Raises:
        PlyscopeError: an option is wrong, or the pruned nodes cannot be counted.
    """
    need_one_of("across", across, AXES)
    if mass is not None:
        need_one_of("mass", mass, MASSES)
    if not 0 <= root < len(trace):
        raise PlyscopeError(f"there is no node {root} to draw from: the trace has nodes 0 to {len(trace) - 1}")
    if across == "steps":
        if mass == "nodes":
            raise PlyscopeError("mass 'nodes' has no steps, for nobody visited those nodes: leave out across 'steps'")
        return _steps(trace, root)
    if mass is None:
        with suppress(PlyscopeError):
            return _pruned_nodes(trace, root)
    return _pruned_nodes(trace, root) if mass == "nodes" else _nodes(trace, root)


def _nodes(trace: Trace, root: int) -> Spans:
    end = trace.columns.end

    def of(ids: slice) -> tuple[Places, Places]:
        return np.arange(ids.start - root, ids.stop - root), end[ids].astype(np.int64) - root

    return Spans(root, int(end[root]) - root, "nodes, in the order of the search", of)


def _steps(trace: Trace, root: int) -> Spans:
    if trace.columns.log is not None:
        raise PlyscopeError(
            f"{trace.header.search} comes back to its nodes, so that none lasts for some steps on end: "
            "leave out across 'steps', or draw the chart course or merits"
        )
    columns, last = trace.columns, trace.steps
    first = trace.entered(root)

    def of(ids: slice) -> tuple[Places, Places]:
        nodes = np.arange(ids.start, ids.stop)
        # A node lasts until after its return; one that never returned until the end.
        return columns.entered(nodes) - first, np.minimum(columns.left(nodes) + 1, last) - first

    return Spans(root, min(trace.left(root) + 1, last) - first, "steps of the search", of)


def _pruned_nodes(trace: Trace, root: int) -> Spans:
    below, sizes = _count(trace, root)
    end = int(trace.columns.end[root])
    begin = np.zeros(end - root + 1, np.int64)
    begin[1:] = 1
    branches = np.flatnonzero(trace.columns.status[root:end] == PRUNED)
    begin[branches + 1] = [sizes.get(branch, 1) for branch in (branches + root).tolist()]
    np.cumsum(begin, out=begin)

    def of(ids: slice) -> tuple[Places, Places]:
        return begin[ids.start - root : ids.stop - root], begin[trace.columns.end[ids] - root]

    # A path that was visited twice has two places: then these are more than the nodes of the full tree.
    what = "visits and pruned nodes" if trace.counts.paths.repeat else "nodes of the full tree"
    return Spans(root, int(begin[-1]), f"{what}, in the order of the search", of, below)


def _count(trace: Trace, root: int) -> tuple[Below, dict[int, int]]:
    """What is below pruned branches under a root, by ply; and the width of each, the branch included.

    A path that was pruned several times is there once, and one that some visit entered is not there.
    """
    game, part = trace.need_game(), trace.counts.frontier.of(PRUNED)
    part = part.choose((part.due >= root) & (part.due < trace.columns.end[root]))
    if len(part) > COUNTED_BRANCHES:
        raise PlyscopeError(
            f"the nodes below {len(part):,} pruned branches take too long to count: draw mass 'branches', "
            "or a smaller part of the tree (root)"
        )
    try:
        with blame(game):
            found = by_branch(trace, part, LONG_BUDGET)
    except TooMany:
        found = {root: [LARGEST]}
    sizes = {branch: 1 + sum(levels[1:]) for branch, levels in sorted(found.items())}
    if sum(map(sum, found.values())) >= LARGEST:
        raise PlyscopeError("the pruned nodes are too many to be counted one by one: draw mass 'branches'")
    entries = [
        (branch, depth, sum(found[branch][depth:]) / size, found[branch][depth])
        for branch, size in sizes.items()
        for depth in range(1, len(found[branch]))
    ]
    table = np.array(entries, float).reshape(-1, 4)
    return Below(table[:, 0].astype(np.int64), table[:, 1].astype(np.int64), table[:, 2], table[:, 3]), sizes


CHUNK = 1 << 18
"""Nodes worked on at a time."""
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


def sums(trace: Trace, axis: Spans, columns: int, rows: int) -> Slices:
    """Sum what lies on an axis up by ply and column. O(nodes) time; memory for rows × columns and one chunk of nodes.

    A column is never narrower than one unit, and several plies share a row where there are too many.
    """
    plies = depth(trace, axis)
    band = -(-plies // rows)
    grid = Grid(-(-plies // band), min(columns, axis.total), axis.total)
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


def _add_below(grid: Grid, trace: Trace, axis: Spans, entries: slice, band: int) -> None:
    assert axis.below is not None
    branch, ply = axis.below.branch[entries], trace.columns.ply
    ids = slice(int(branch[0]), int(branch[-1]) + 1)
    begin, end = (places[branch - ids.start] for places in axis.of(ids))
    row = (ply[branch] - ply[axis.root] + axis.below.depth[entries]) // band
    grid.add(begin, end, row * LAYERS + Cell.PRUNED, axis.below.share[entries], axis.below.nodes[entries])


class Grid:
    """The sums so far, a line for each row and layer."""

    def __init__(self, rows: int, columns: int, total: int) -> None:
        self.columns, self._total = columns, total
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
        shape = (-1, LAYERS, self.columns)
        # Shares that come and go leave a rounding error behind, which may be below zero.
        covered = np.maximum(self._covered + filled, 0)
        return covered.reshape(shape), self._counts.astype(np.int64).reshape(shape)
