"""The overview of a trace of any size: nodes across, ply down, every node in its place, no node left out.

Where each node is at least a pixel wide the picture is made of rectangles with text in them. Elsewhere every column of
pixels is a slice of the nodes (`viz.charts.slices`), and each ply is filled from the top by the share of the slice that
is at or below its nodes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from tracer.text import clean
from tracer.tracing import Trace
from viz.charts import plot, raster, sheet, tiles
from viz.charts.cells import NAMES, Cell, cell_looks
from viz.charts.chart import Chart
from viz.charts.slices import CUT, Slices, depth, slices, sums
from viz.charts.spans import Spans, spans
from viz.pictures import legend
from viz.pictures.best_first import counted
from viz.pictures.options import reading
from viz.pictures.theme import LIGHT, Theme

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["figure", "slices"]

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
MARKED = 0.05
"""Inches of a ply from which on that is done."""
MOST_NUMBERS = 26
"""Plies that are numbered at most."""


def figure(
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
) -> Figure:
    """An overview as a matplotlib figure. Call it inside `plot.drawing`.

    Args:
        trace: what was recorded.
        root: the node at the top.
        across: `nodes` in the order of the visits, or `steps` of the recording.
        mass: a pruned branch is as wide as one node (`branches`), or as all never visited `nodes` below it, which are
            then drawn too; that needs the game. None is as the nodes, where they can be counted.
        bounds: what signs before values say: what is `proved`, or the `classical` ones, by windows.
        theme: the colours.
        width: inches.
        dpi: dots an inch of a bitmap; None is 200.
        title: what stands above it in place of what was searched.
        subtitle: what stands below that in place of the result.

    Raises:
        PlyscopeError: an option is wrong, or the pruned nodes cannot be counted.
    """
    trace, looks, dpi = reading(trace, bounds), plot.looks(theme), plot.DPI if dpi is None else dpi
    columns = sheet.dots(width, dpi)
    axis = spans(trace, root=root, across=across, mass=mass)
    plies = depth(trace, axis)
    drawn = axis.total <= columns
    rows = plies if drawn else min(plies, int(HEIGHT * dpi) // 2)
    found = sums(trace, axis, columns, rows)
    row = max(1, int(min(ROW, HEIGHT / len(found.covered)) * dpi))
    page = tiles.Page(columns * 72 / dpi / axis.total, row * 72 / dpi, 1 - LANE)
    marked = tiles.tiles(trace, axis, 1 if drawn else DIVIDED / page.unit) if row >= MARKED * dpi or drawn else ()
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
    )
    laid_out = sheet.lay_out(around, (columns, row * len(found.covered)), width=width, dpi=dpi)
    axes = laid_out.axes[0]
    if drawn:
        tiles.draw(axes, trace, axis, wide, looks, page)
    else:
        image = raster.paint(found, looks, row=row, lane=max(1, round(row * LANE)) if row > 2 else 0, dpi=dpi)
        lowest = len(found.covered) * found.band
        axes.imshow(image, extent=(0, found.total, lowest, 0), aspect="auto", interpolation="none")
        tiles.divide(axes, wide, looks, page)
    tiles.mark(axes, trace, wide, looks, page)
    _number(axes, found)
    return laid_out.figure


def _in_rows(wide: Iterable[tiles.Tile], total: int) -> list[tiles.Tile]:
    """Wide nodes of the plies that they fill at least half of: elsewhere few lines would say what does not hold."""
    found = list(wide)
    filled = Counter[int]()
    for tile in found:
        filled[tile.ply] += tile.end - tile.begin
    return [tile for tile in found if 2 * filled[tile.ply] >= total]


def _number(axes: Any, found: Slices) -> None:
    """The two axes with their numbers."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.set_xlim(0, found.total)
    axes.set_ylim(len(found.covered) * found.band, 0)
    axes.set_xlabel(found.unit, labelpad=3)
    axes.set_ylabel("ply", labelpad=5)
    axes.xaxis.set_major_locator(MaxNLocator(8, steps=[1, 2, 2.5, 5, 10], integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: plot.abbreviate(value)))
    rounds = (factor * 10**power for power in range(12) for factor in (1, 2, 5))
    every = next(plies for plies in rounds if found.plies <= MOST_NUMBERS * plies)
    numbered = range(0, found.plies, every)
    axes.set_yticks([ply + 0.5 for ply in numbered], [plot.abbreviate(ply) for ply in numbered])


def _result(trace: Trace, axis: Spans, found: Slices) -> str:
    """The value and the counts of what is drawn."""
    counts, root = found.counts.sum(axis=(0, 2)), axis.root
    after = f"after {clean(' '.join(trace.node(root).path), 60)}" if root else ""
    if trace.columns.log is not None:  # it prunes nothing
        return " · ".join(filter(None, (after, legend.outcome(trace, root), counted(trace, root))))
    pruned = trace.counts.paths.pruned[root : int(trace.columns.end[root])]
    known, exact = trace.counts.pruned_known, trace.counts.pruned_branches_exact
    branches = legend.branches(int(np.count_nonzero(pruned)) if known else None, exact=exact)
    again = int(trace.columns.visited_before[root] - trace.columns.visited_before[root + len(pruned)])
    again += len(pruned) - int(np.count_nonzero(pruned))  # branches whose moves were pruned before, or are visited
    parts = [
        after,
        legend.outcome(trace, root),
        f"{counts[: Cell.PRUNED].sum():,} visited",
        f"{counts[CUT]:,} cutoff{'' if counts[CUT] == 1 else 's'}" if counts[CUT] else "",
        branches if axis.below is None else f"{counts[Cell.PRUNED] - again:,} pruned nodes below {branches}",
    ]
    return " · ".join(part for part in parts if part)


def _missing(axis: Spans, found: Slices, across: str) -> Iterator[str]:
    """That most of what was pruned is not in the picture, where it is not."""
    branches = found.counts.sum(axis=(0, 2))[Cell.PRUNED]
    if axis.below is None and across == "nodes" and branches:
        yield "PRUNED BRANCHES STAND HERE AS ONE NODE EACH: what lies below them is not drawn, and has no width"


def _signs(found: Slices, theme: Theme, *, several: bool) -> Iterator[Any]:
    """What the legend explains: what kinds of nodes occur, and cutoffs; `several`: a pruned branch is all its nodes."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    counts = found.counts.sum(axis=(0, 2))
    for cell, look in cell_looks(theme).items():
        if counts[cell]:
            name = "pruned nodes, never visited" if several and cell is Cell.PRUNED else NAMES[cell]
            yield Patch(facecolor=look.fill, edgecolor=look.stripe, hatch=look.hatch, linewidth=0, label=name)
    if counts[CUT]:
        yield Line2D([], [], color=theme.cutoff, linewidth=1.8, label="cutoff, below the node that was cut")


def _variation(theme: Theme) -> Any:
    from matplotlib.patches import Patch

    return Patch(fill=False, edgecolor=theme.variation, linewidth=tiles.OUTLINE, label="principal variation")


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
    figure=figure,
    takes=("root", "theme", "dpi", "mass", "across", "bounds", "title", "subtitle"),
)
