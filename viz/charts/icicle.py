"""The overview of a trace of any size: nodes across, ply down, every node in its place, no node left out.

Where each node is at least a pixel wide the picture is made of rectangles with text in them. Elsewhere every column of
pixels is a slice of the nodes (`viz.charts.slices`), and each ply is filled from the top by the share of the slice that
is at or below its nodes.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tracer.recording.columns import Bools, Floats
from tracer.text import clean
from tracer.tracing import Trace
from viz.charts import plot, sheet, tiles
from viz.charts.axes import Axes, round_numbers, written
from viz.charts.cells import NAMES, Cell, cell_looks
from viz.charts.plot import Chart
from viz.charts.slices import CUT, Slices, Spans, depth, spans, sums
from viz.paper.canvas import Canvas, Paint, Rectangle
from viz.pictures import headings
from viz.pictures.best_first import counted
from viz.pictures.options import reading
from viz.pictures.theme import LIGHT, Theme

SIGNATURE = b"\x89PNG\r\n\x1a\n"
DEPTH, COLOURED, TRANSPARENT = 8, 2, 6
"""Bits of a colour, and the kinds of pictures that have red, green and blue, and how opaque each pixel is."""


def png(pixels: npt.NDArray[np.uint8], level: int = 9) -> bytes:
    """Return a PNG file of (rows, columns, 3) colours: red, green and blue; of 4 the last is how opaque they are.

    Args:
        pixels: the colours.
        level: how much time is taken to make the file small, 0 to 9.

    >>> png(np.zeros((2, 3, 3), np.uint8))[16:24].hex(" ", 4)
    '00000003 00000002'
    """
    rows, columns, parts = pixels.shape
    lines = np.zeros((rows, 1 + parts * columns), np.uint8)  # each line begins with its filter, which is none
    lines[:, 1:] = pixels.reshape(rows, -1)
    head = struct.pack(">IIBBBBB", columns, rows, DEPTH, COLOURED if parts == 3 else TRANSPARENT, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(lines.tobytes(), level)), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


Pixels = npt.NDArray[np.uint8]

PERIOD = 0.04
"""Inches from one line of a hatching to the next."""


def paint(shares: Floats, theme: Theme, *, row: int, lane: int, dpi: int, corner: tuple[int, int] = (0, 0)) -> Pixels:
    """The overview as (rows × row, columns, 3) colours, red, green and blue.

    Args:
        shares: what each column holds, as `Slices.shares` has it.
        theme: the colours.
        row: pixels of a row, from the top of one to the top of the next.
        lane: of these the lowest, which are kept for cutoffs.
        dpi: dots an inch, for the size of hatchings.
        corner: pixels left of it and above it, where it is a part of a picture whose hatchings go through.
    """
    image = np.empty((len(shares) * row, shares.shape[2], 3), np.uint8)
    colours = _Colours(theme, corner[0], shares.shape[2], dpi)
    for ply, held in enumerate(shares):
        top = ply * row
        image[top : top + row - lane] = _filled(held[: len(Cell)], colours, corner[1] + top, row - lane)
        if lane:
            image[top + row - lane : top + row] = colours.cutoffs(held[CUT])
    return image


def _filled(held: Floats, colours: _Colours, top: int, height: int) -> Pixels:
    """The pixels of one ply: its cells on top of one another, each as high as its share."""
    lows = np.cumsum(held, axis=0) * height
    highs = lows - held * height
    rows = np.arange(height)[:, None]
    painted = np.zeros((height, held.shape[1], 3))
    empty = np.ones((height, held.shape[1]))
    for cell in np.flatnonzero(held.any(axis=1)).tolist():
        # How much of each pixel lies inside the cell: a part of one at its ends.
        inside = np.clip(lows[cell] - rows, 0, 1) - np.clip(highs[cell] - rows, 0, 1)
        painted += inside[:, :, None] * colours.cell(Cell(cell), top, height)
        empty -= inside
    painted += empty[:, :, None] * colours.background
    return _pixels(painted)


def _pixels(colours: Floats) -> Pixels:
    return np.clip(np.rint(colours), 0, 255).astype(np.uint8)


class _Colours:
    """The colours of one picture, hatched where they are."""

    def __init__(self, theme: Theme, left: int, columns: int, dpi: int) -> None:
        self.background = _rgb(theme.background)
        self._cutoff = _rgb(theme.cutoff)
        self._period = max(3, round(PERIOD * dpi))
        self._thick = max(1, self._period // 6)
        self._across = np.arange(left, left + columns)
        self._looks = {
            cell: (_rgb(look.fill), _rgb(look.stripe), look.hatch) for cell, look in cell_looks(theme).items()
        }

    def cell(self, cell: Cell, top: int, height: int) -> Floats:
        """The colours of some rows of pixels as they are where one kind of cell fills them."""
        fill, stripe, hatch = self._looks[cell]
        if not hatch:
            return fill
        return np.where(self._hatched(hatch, np.arange(top, top + height)[:, None])[:, :, None], stripe, fill)

    def cutoffs(self, share: Floats) -> Pixels:
        """The colours of the lane for cutoffs."""
        return _pixels(self.background + share[:, None] * (self._cutoff - self.background))

    def _hatched(self, hatch: str, down: npt.NDArray[np.int64]) -> Bools:
        across, period, thick = self._across[None, :], self._period, self._thick
        falling, rising = (across - down) % period < thick, (across + down) % period < thick
        hatched: Bools = {
            "/": rising,
            "\\": falling,
            "x": rising | falling,
            "-": (down % period < thick) & (across >= 0),
            ".": (down % period <= thick) & (across % period <= thick),
        }[hatch]
        return hatched


def _rgb(colour: str) -> Floats:
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], float)


WIDTH = 8.0
"""Inches of the figure: a slide, or a page without its margins."""
HEIGHT = 4.2
"""Inches of all plies together, at most."""
ROW = 0.34
"""Inches of a ply, at most."""
LANE = 0.12
"""Share of a ply's height that is kept for cutoffs, below its nodes."""
DIVIDED = 4.0
"""Points from which on a node of a huge trace is told from its neighbours by a line, and may have text."""
MARKED = 3.6
"""Points of a ply from which on that is done."""
MOST_NUMBERS = 26
"""Plies that are numbered at most."""


def draw(
    trace: Trace,
    *,
    root: int = 0,
    across: str = "nodes",
    mass: str | None = None,
    bounds: str = "proved",
    theme: Theme | str = LIGHT,
    width: float = WIDTH,
    dpi: int | None = None,
    title: str | None = None,
    subtitle: str | None = None,
) -> Canvas:
    """Draw an overview.

    Args:
        trace: what was recorded.
        root: the node at the top.
        across: `nodes` in the order of the visits, or `steps` of the recording.
        mass: a pruned branch is as wide as one node (`branches`), or as all never visited `nodes` below it, which are
            then drawn too; that needs the game. None is as the nodes, where they can be counted.
        bounds: what signs before values say: what is `proved`, or the `classical` ones, by windows.
        theme: the colours.
        width: inches.
        dpi: dots an inch; None is 200.
        title: what stands above it in place of what was searched.
        subtitle: what stands below that in place of the result.

    Raises:
        PlyscopeError: an option is wrong, or the pruned nodes cannot be counted.
    """
    sheet.check_dots(dpi)
    trace, looks, dot = reading(trace, bounds), plot.looks(theme), 72 / (dpi or plot.DPI)
    columns = round(sheet.room(width) / dot)
    axis = spans(trace, root=root, across=across, mass=mass)
    plies = depth(trace, axis)
    drawn = axis.total <= columns
    found = sums(trace, axis, columns, plies if drawn else min(plies, int(72 * HEIGHT / dot) // 2))
    rows = len(found.covered)
    row = max(1, int(72 * min(ROW, HEIGHT / rows) / dot))
    page = tiles.Page(columns * dot / axis.total, row * dot, 1 - LANE)
    marked = tiles.tiles(trace, axis, 1 if drawn else DIVIDED / page.unit) if row * dot >= MARKED or drawn else ()
    wide = list(marked) if drawn else _in_rows(marked, axis.total)
    around = sheet.Around(
        title=clean(title or trace.header.title),
        lines=[clean(subtitle) if subtitle else _result(trace, axis, found), *_missing(axis, found, across)],
        signs=[
            *_signs(found, looks, several=axis.below is not None),
            *([_variation(looks)] if tiles.variation_tiles(trace, wide) else []),
        ],
        note=" ".join(_notes(axis, found, across, drawn=drawn)),
        theme=looks,
        titled=True,
    )
    laid_out = sheet.lay_out(around, (columns * dot, row * rows * dot), width=width)
    axes = laid_out.axes[0]
    axes.left, axes.top = (round(place / dot) * dot for place in (axes.left, axes.top))  # on whole pixels
    axes.across, axes.up = (0, found.total), (-rows * found.band, 0)
    if drawn:
        tiles.draw(axes, trace, axis, wide, page)
    else:
        pixels = paint(
            found.shares, looks, row=row, lane=max(1, round(row * LANE)) if row > 2 else 0, dpi=round(72 / dot)
        )
        axes.shapes.append(Rectangle(axes.left, axes.top, axes.width, axes.height, Paint(), png=png(pixels)))
        tiles.divide(axes, wide, page)
    tiles.mark(axes, trace, wide, page)
    _number(axes, found)
    canvas = laid_out.canvas
    return replace(canvas, height=math.ceil(canvas.height / dot) * dot)  # else it would be scaled to whole pixels


def _in_rows(wide: Iterable[tiles.Tile], total: int) -> list[tiles.Tile]:
    """Wide nodes of the plies that they fill at least half of: elsewhere few lines would say what does not hold."""
    found = list(wide)
    filled = Counter[int]()
    for tile in found:
        filled[tile.ply] += tile.end - tile.begin
    return [tile for tile in found if 2 * filled[tile.ply] >= total]


def _number(axes: Axes, found: Slices) -> None:
    """The two axes with their numbers."""
    axes.title("ply")
    axes.number_across(written(round_numbers(0, found.total, 8, whole=True), plot.abbreviate), found.unit)
    rounds = (factor * 10**power for power in range(12) for factor in (1, 2, 5))
    every = next(plies for plies in rounds if found.plies <= MOST_NUMBERS * plies)
    axes.number_up([(-ply - 0.5, plot.abbreviate(ply)) for ply in range(0, found.plies, every)])


def _result(trace: Trace, axis: Spans, found: Slices) -> str:
    """The value and the counts of what is drawn."""
    counts, root = found.counts.sum(axis=(0, 2)), axis.root
    after = f"after {clean(' '.join(trace.node(root).path), 60)}" if root else ""
    if trace.columns.log is not None:  # it prunes nothing
        return " · ".join(filter(None, (after, headings.outcome(trace, root), counted(trace, root))))
    pruned = trace.counts.paths.pruned[root : int(trace.columns.end[root])]
    known, exact = trace.counts.pruned_known, trace.counts.pruned_branches_exact
    again = int(trace.columns.visited_before[root] - trace.columns.visited_before[root + len(pruned)])
    again += len(pruned) - int(np.count_nonzero(pruned))  # branches whose moves were pruned before, or are visited
    nodes = trace.counts.pruned_nodes_below(root) if axis.below is None else int(counts[Cell.PRUNED]) - again
    branches = headings.branches(int(np.count_nonzero(pruned)) if known else None, nodes, exact=exact)
    parts = [
        after,
        headings.outcome(trace, root),
        f"{counts[: Cell.PRUNED].sum():,} visited",
        f"{counts[CUT]:,} cutoff{'' if counts[CUT] == 1 else 's'}" if counts[CUT] else "",
        branches,
    ]
    return " · ".join(part for part in parts if part)


def _missing(axis: Spans, found: Slices, across: str) -> Iterator[str]:
    """That most of what was pruned is not in the picture, where it is not."""
    branches = found.counts.sum(axis=(0, 2))[Cell.PRUNED]
    if axis.below is None and across == "nodes" and branches:
        yield "PRUNED BRANCHES STAND HERE AS ONE NODE EACH: what lies below them is not drawn, and has no width"


def _signs(found: Slices, theme: Theme, *, several: bool) -> Iterator[sheet.Sign]:
    """What the legend explains: what kinds of nodes occur, and cutoffs; `several`: a pruned branch is all its nodes."""
    counts = found.counts.sum(axis=(0, 2))
    for cell, look in cell_looks(theme).items():
        if counts[cell]:
            yield sheet.swatch("pruned nodes, never visited" if several and cell is Cell.PRUNED else NAMES[cell], look)
    if counts[CUT]:
        yield sheet.line_sign("cutoff, below the node that was cut", Paint(line=theme.cutoff, width=1.8))


def _variation(theme: Theme) -> sheet.Sign:
    return sheet.outlined("principal variation", Paint(line=theme.variation, width=tiles.OUTLINE))


def _notes(axis: Spans, found: Slices, across: str, *, drawn: bool) -> Iterator[str]:
    """How what is not drawn node by node is to be read."""
    if not drawn:
        units = found.total / len(found.widths)
        width = f"{units:,.0f}" if units >= 10 else f"{units:.1f}"
        rows = f", a row {found.band} plies" if found.band > 1 else ""
        what = "row" if rows else "ply"
        yield (
            f"A column of pixels is {width} {across}{rows}; each {what} is filled from the top by the share of them "
            "that is at or below its nodes."
        )
    if axis.below is not None and len(axis.below.branch):
        yield "Pruned nodes are counted ply by ply, and spread evenly over the width of their branch."


CHART = Chart(
    name="icicle",
    shows="all nodes of a trace at once, a ply a row",
    draw=draw,
    takes=("root", "theme", "dpi", "mass", "across", "bounds", "title", "subtitle"),
)
