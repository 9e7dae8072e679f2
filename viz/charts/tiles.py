"""The overview of a small trace: a rectangle a node, with the text that has room in it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tracer.text import clean, number
from tracer.tracing import Trace
from viz.charts import plot, sheet
from viz.charts.cells import Cell, CellLook, cell_looks, cells
from viz.charts.spans import Spans
from viz.pictures.labels import MOVE_LIMIT
from viz.pictures.theme import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CHUNK = 1 << 18
"""Nodes worked on at a time."""
DIVISION = 0.7
"""Of the line between two nodes, in points."""
OUTLINE = 1.6
"""Of the line around a node on the principal variation, in points."""
CUTOFF_WIDTH = 1.8
"""Of the line at a cutoff, in points."""
PADDING = 3.0
"""Points left of a text and right of it, together."""
NARROWEST = 6.0
"""Points that a rectangle needs for any text."""


@dataclass(frozen=True, slots=True)
class Page:
    """How large units and plies are on paper."""

    unit: float
    """Points of a unit across."""
    ply: float
    """Points of a ply."""
    body: float
    """Share of a ply's height that nodes take; the rest, below, is for cutoffs."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One node."""

    node: int
    cell: Cell
    begin: int
    end: int
    ply: int
    """Below the root of the picture."""


def draw(axes: Axes, trace: Trace, axis: Spans, found: Sequence[Tile], theme: Theme, page: Page) -> None:
    """Draw each node of an axis as a rectangle."""
    looks = cell_looks(theme)
    _never_visited(axes, trace, axis, looks[Cell.PRUNED], page.body)
    for cell, look in looks.items():
        _areas(axes, [tile for tile in found if tile.cell is cell], look, theme, page)
    _cutoffs(axes, [tile for tile in found if trace.columns.cutoff[tile.node]], theme, page)


def divide(axes: Axes, found: Sequence[Tile], theme: Theme, page: Page) -> None:
    """Draw a thin line at both ends of each of some nodes, so that neighbours are told apart."""
    from matplotlib.collections import LineCollection

    ends = {(place, tile.ply) for tile in found for place in (tile.begin, tile.end)}
    lines = [[(place, ply), (place, ply + page.body)] for place, ply in sorted(ends)]
    axes.add_collection(LineCollection(lines, colors=theme.background, linewidths=DIVISION), autolim=False)


def mark(axes: Axes, trace: Trace, found: Sequence[Tile], theme: Theme, page: Page) -> None:
    """Write into each of some nodes what has room there, and outline those on the principal variation."""
    looks = cell_looks(theme)
    inks = {cell: _readable(look.fill, theme) for cell, look in looks.items()}
    for tile in variation_tiles(trace, found):
        _outline(axes, tile, page.body, theme.variation)
    for tile in found:
        _label(axes, trace, tile, looks[tile.cell], inks[tile.cell], page)


def variation_tiles(trace: Trace, found: Sequence[Tile]) -> list[Tile]:
    """Those of some nodes that are on the principal variation of the trace."""
    # The root alone is none: nothing has returned yet.
    variation = set(trace.principal_variation) if len(trace.principal_variation) > 1 else set()
    return [tile for tile in found if tile.node in variation]


def tiles(trace: Trace, axis: Spans, least: float = 1) -> Iterator[Tile]:
    """The nodes of an axis that are at least so many units wide, in the order of the search."""
    columns, root = trace.columns, axis.root
    stop = int(columns.end[root])
    for start in range(root, stop, CHUNK):
        ids = slice(start, min(start + CHUNK, stop))
        begin, end = axis.of(ids)
        wide = np.flatnonzero(end - begin >= least)
        plies = columns.ply[ids][wide] - columns.ply[root]
        kinds = cells(columns, ids)[wide]
        rows = zip(*(part.tolist() for part in (wide + start, kinds, begin[wide], end[wide], plies)), strict=True)
        for node, cell, first, last, ply in rows:
            yield Tile(node, Cell(cell), first, last, ply)


def _areas(axes: Axes, found: Sequence[Tile], look: CellLook, theme: Theme, page: Page) -> None:
    from matplotlib.collections import PolyCollection

    corners = [
        [(tile.begin, tile.ply), (tile.end, tile.ply), (tile.end, low), (tile.begin, low)]
        for tile in found
        for low in (tile.ply + page.body,)
    ]
    if not corners:
        return
    # Hatching has the colour of the edge, so what separates the areas is drawn over it.
    plain = PolyCollection(corners, facecolor=look.fill, edgecolor=look.stripe, hatch=look.hatch or None, linewidth=0)
    lines = PolyCollection(
        corners, facecolor="none", edgecolor=theme.background, linewidth=min(DIVISION, page.unit * 0.3)
    )
    axes.add_collection(plain, autolim=False)
    axes.add_collection(lines, autolim=False)


def _never_visited(axes: Axes, trace: Trace, axis: Spans, look: CellLook, height: float) -> None:
    """The nodes below pruned branches: as many as there are, though not each in its place."""
    from matplotlib.collections import PolyCollection

    if axis.below is None or not len(axis.below.branch):
        return
    branch, ply = axis.below.branch, trace.columns.ply
    ids = slice(axis.root, int(trace.columns.end[axis.root]))
    begin, end = (places[branch - axis.root] for places in axis.of(ids))
    top = ply[branch] - ply[axis.root] + axis.below.depth
    low = top + height * axis.below.share
    corners = np.stack([begin, top, end, top, end, low, begin, low], axis=1).reshape(-1, 4, 2)
    areas = PolyCollection(list(corners), facecolor=look.fill, edgecolor=look.stripe, hatch=look.hatch, linewidth=0)
    axes.add_collection(areas, autolim=False)


def _outline(axes: Axes, tile: Tile, height: float, colour: str) -> None:
    from matplotlib.patches import Rectangle

    box = Rectangle(
        (tile.begin, tile.ply), tile.end - tile.begin, height, fill=False, color=colour, linewidth=OUTLINE, zorder=3
    )
    # Half of a line at the edge of the picture would be cut off.
    box.set_clip_on(False)
    axes.add_patch(box)


def _cutoffs(axes: Axes, found: Sequence[Tile], theme: Theme, page: Page) -> None:
    from matplotlib.collections import LineCollection

    middle, inset = (1 + page.body) / 2, DIVISION / page.unit
    lines = [[(tile.begin + inset, tile.ply + middle), (tile.end - inset, tile.ply + middle)] for tile in found]
    drawn = LineCollection(lines, colors=theme.cutoff, linewidths=CUTOFF_WIDTH, capstyle="butt")
    axes.add_collection(drawn, autolim=False)


def _label(axes: Axes, trace: Trace, tile: Tile, look: CellLook, colour: str, page: Page) -> None:
    """Write as many of a node's lines as have room."""
    fitting, room = [], (tile.end - tile.begin) * page.unit
    for line in _words(trace, tile)[: int(page.ply * page.body // (sheet.SMALL * sheet.LEADING))]:
        if room < NARROWEST or plot.extent(line, sheet.SMALL) > room - PADDING:
            break
        fitting.append(line)
    if not fitting:
        return
    axes.text(
        (tile.begin + tile.end) / 2,
        tile.ply + page.body / 2,
        "\n".join(fitting),
        size=sheet.SMALL,
        color=colour,
        ha="center",
        va="center",
        linespacing=1.1,
        # Hatching would make the text hard to read.
        bbox={"facecolor": look.fill, "edgecolor": "none", "pad": 0.6} if look.hatch else None,
    )


def _words(trace: Trace, tile: Tile) -> list[str]:
    """The move, and the value with what it says of the true one."""
    move = clean(trace.label(tile.node), MOVE_LIMIT) if tile.node else "root"
    value, bound = float(trace.columns.value[tile.node]), trace.proved_bound(tile.node)
    words = [move, f"{bound.sign if bound is not None else ''} {number(value)}".strip() if value == value else ""]
    return [word for word in words if word.strip()]


def _readable(fill: str, theme: Theme) -> str:
    """The colour of text on an area: the theme's text or its background, whichever stands out more."""
    return max(theme.text, theme.background, key=lambda colour: abs(_lightness(colour) - _lightness(fill)))


def _lightness(colour: str) -> float:
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return math.pow(0.3 * red**2.2 + 0.59 * green**2.2 + 0.11 * blue**2.2, 1 / 2.2)
