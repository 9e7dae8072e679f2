"""The overview of a small trace: a rectangle a node, with the text that has room in it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tracer.text import MOVE_LIMIT, clean, number
from tracer.tracing import Trace
from viz.charts import sheet
from viz.charts.axes import SMALL, Axes
from viz.charts.cells import Cell, CellLook, cell_looks, cells
from viz.charts.slices import Spans
from viz.paper import font
from viz.paper.canvas import Anchor, Paint, Path, Rectangle
from viz.pictures.theme import Theme

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
LEADING = 1.25
"""Height of a line of such a text in its size."""


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


def draw(axes: Axes, trace: Trace, axis: Spans, found: Sequence[Tile], page: Page) -> None:
    """Draw each node of an axis as a rectangle."""
    looks = cell_looks(axes.theme)
    _never_visited(axes, trace, axis, looks[Cell.PRUNED], page.body)
    for tile in found:
        _area(axes, tile, looks[tile.cell], page)
    _cutoffs(axes, [tile for tile in found if trace.columns.cutoff[tile.node]], page)


def divide(axes: Axes, found: Sequence[Tile], page: Page) -> None:
    """Draw a thin line at both ends of each of some nodes, so that neighbours are told apart."""
    ends = {(place, tile.ply) for tile in found for place in (tile.begin, tile.end)}
    paint = Paint(line=axes.theme.background, width=DIVISION)
    points = [(axes.x(place), axes.y(-low)) for place, ply in sorted(ends) for low in (ply, ply + page.body)]
    axes.shapes += [Path(tuple(points), paint, pairs=True)] if points else []


def mark(axes: Axes, trace: Trace, found: Sequence[Tile], page: Page) -> None:
    """Write into each of some nodes what has room there, and outline those on the principal variation."""
    looks = cell_looks(axes.theme)
    inks = {cell: _readable(look.fill, axes.theme) for cell, look in looks.items()}
    for tile in variation_tiles(trace, found):
        axes.shapes.append(_rectangle(axes, tile, page.body, Paint(line=axes.theme.variation, width=OUTLINE)))
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


def _rectangle(axes: Axes, tile: Tile, height: float, paint: Paint) -> Rectangle:
    left, top = axes.x(tile.begin), axes.y(-tile.ply)
    return Rectangle(left, top, axes.x(tile.end) - left, axes.y(-tile.ply - height) - top, paint)


def _area(axes: Axes, tile: Tile, look: CellLook, page: Page) -> None:
    box = _rectangle(axes, tile, page.body, Paint())
    axes.shapes += sheet.area(box.x, box.y, box.width, box.height, look)
    axes.shapes.append(replace(box, paint=Paint(line=axes.theme.background, width=min(DIVISION, page.unit * 0.3))))


def _never_visited(axes: Axes, trace: Trace, axis: Spans, look: CellLook, height: float) -> None:
    """The nodes below pruned branches: as many as there are, though not each in its place."""
    if axis.below is None or not len(axis.below.branch):
        return
    branch, ply = axis.below.branch, trace.columns.ply
    ids = slice(axis.root, int(trace.columns.end[axis.root]))
    begin, end = (places[branch - axis.root] for places in axis.of(ids))
    top = ply[branch] - ply[axis.root] + axis.below.depth
    low = top + height * axis.below.share
    for left, right, high, deep in zip(begin.tolist(), end.tolist(), top.tolist(), low.tolist(), strict=True):
        x, y = axes.x(left), axes.y(-high)
        axes.shapes += sheet.area(x, y, axes.x(right) - x, axes.y(-deep) - y, look)


def _cutoffs(axes: Axes, found: Sequence[Tile], page: Page) -> None:
    middle, paint = (1 + page.body) / 2, Paint(line=axes.theme.cutoff, width=CUTOFF_WIDTH)
    for tile in found:
        y = axes.y(-tile.ply - middle)
        ends = ((axes.x(tile.begin) + DIVISION, y), (axes.x(tile.end) - DIVISION, y))
        axes.shapes.append(Path(ends, paint))


def _label(axes: Axes, trace: Trace, tile: Tile, look: CellLook, colour: str, page: Page) -> None:
    """Write as many of a node's lines as have room."""
    fitting, room = [], (tile.end - tile.begin) * page.unit
    for line in _words(trace, tile)[: int(page.ply * page.body // (SMALL * sheet.LEADING))]:
        if room < NARROWEST or font.width(line, SMALL) > room - PADDING:
            break
        fitting.append(line)
    x, middle, leading = axes.x((tile.begin + tile.end) / 2), axes.y(-tile.ply - page.body / 2), SMALL * LEADING
    if look.hatch and fitting:  # which would make the text hard to read
        wide, high = max(font.width(line, SMALL) for line in fitting) + 1.2, len(fitting) * leading + 1.2
        axes.shapes.append(Rectangle(x - wide / 2, middle - high / 2, wide, high, Paint(fill=look.fill)))
    for place, line in enumerate(fitting):
        y = middle + (place - (len(fitting) - 1) / 2) * leading
        axes.text(line, x, y, colour=colour, size=SMALL, anchor=Anchor.MIDDLE)


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
