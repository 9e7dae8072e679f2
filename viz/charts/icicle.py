"""The overview of a trace of any size: nodes across, ply down, every node in its place, no node left out.

Where each node is at least a pixel wide the picture is made of rectangles with text in them. Elsewhere every column of
pixels is a slice of the nodes (`viz.charts.icicle_slices`), and each ply is filled from the top by the share of the
slice that is at or below its nodes.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from tracer.recording.columns import Bools, Floats
from tracer.text import clean
from tracer.tracing import Trace
from tracer.why.sentences import format_count
from viz.charts import chart_sheet, icicle_tiles, plot
from viz.charts.axes import Axes, make_ticks, round_numbers
from viz.charts.cell_kinds import CELL_NAMES, CellKind, cell_looks
from viz.charts.icicle_slices import CUTOFF_LAYER, NodeSpans, PlySlices, choose_spans, count_plies, sum_slices
from viz.charts.plot import Chart
from viz.paper.canvas import Canvas, Paint, Rectangle
from viz.pictures import headings
from viz.pictures.best_first import describe_work_below
from viz.pictures.options import with_bounds
from viz.pictures.theme import Theme

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
BITS_PER_SAMPLE, RGB_TYPE, RGBA_TYPE = 8, 2, 6
"""Bits of a colour, and the kinds of pictures that have red, green and blue, and how opaque each pixel is."""


def encode_png(pixels: npt.NDArray[np.uint8], level: int = 9) -> bytes:
    """Return a PNG file of (rows, columns, 3) colours: red, green and blue; of 4 the last is how opaque they are.

    `level` is how much time is taken to make the file small, 0 to 9.

    >>> encode_png(np.zeros((2, 3, 3), np.uint8))[16:24].hex(" ", 4)
    '00000003 00000002'
    """
    rows, columns, channels = pixels.shape
    scan_lines = np.zeros((rows, 1 + channels * columns), np.uint8)  # each line begins with its filter, which is none
    scan_lines[:, 1:] = pixels.reshape(rows, -1)
    header = struct.pack(">IIBBBBB", columns, rows, BITS_PER_SAMPLE, RGB_TYPE if channels == 3 else RGBA_TYPE, 0, 0, 0)
    chunks = (b"IHDR" + header, b"IDAT" + zlib.compress(scan_lines.tobytes(), level), b"IEND")
    return PNG_SIGNATURE + b"".join(
        struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) for chunk in chunks
    )


Pixels = npt.NDArray[np.uint8]

HATCH_PERIOD = 0.04
"""Inches from one line of a hatching to the next."""


def paint_overview(
    shares: Floats, theme: Theme, *, row_height: int, lane_height: int, dpi: int, hatch_origin: tuple[int, int] = (0, 0)
) -> Pixels:
    """The overview as (rows × row, columns, 3) colours, red, green and blue.

    Args:
        shares: what each column holds, as `PlySlices.shares` has it.
        theme: the colours.
        row_height: pixels of a row, from the top of one to the top of the next.
        lane_height: of these the lowest, which are kept for cutoffs.
        dpi: dots an inch, for the size of hatchings.
        hatch_origin: pixels left of it and above it, where it is a part of a picture whose hatchings go through.
    """
    image = np.empty((len(shares) * row_height, shares.shape[2], 3), np.uint8)
    colours = _OverviewColours(theme, hatch_origin[0], shares.shape[2], dpi)
    for ply, ply_shares in enumerate(shares):
        top = ply * row_height
        image[top : top + row_height - lane_height] = _paint_ply(
            ply_shares[: len(CellKind)], colours, hatch_origin[1] + top, row_height - lane_height
        )
        if lane_height:
            image[top + row_height - lane_height : top + row_height] = colours.cutoff_colours(ply_shares[CUTOFF_LAYER])
    return image


def _paint_ply(ply_shares: Floats, colours: _OverviewColours, top: int, height: int) -> Pixels:
    """The pixels of one ply: its cells on top of one another, each as high as its share."""
    lower_edges = np.cumsum(ply_shares, axis=0) * height
    upper_edges = lower_edges - ply_shares * height
    rows = np.arange(height)[:, None]
    colour_sums = np.zeros((height, ply_shares.shape[1], 3))
    uncovered = np.ones((height, ply_shares.shape[1]))
    for cell in np.flatnonzero(ply_shares.any(axis=1)).tolist():
        # How much of each pixel lies inside the cell: a part of one at its ends.
        coverage = np.clip(lower_edges[cell] - rows, 0, 1) - np.clip(upper_edges[cell] - rows, 0, 1)
        colour_sums += coverage[:, :, None] * colours.cell_colours(CellKind(cell), top, height)
        uncovered -= coverage
    colour_sums += uncovered[:, :, None] * colours.background
    return _to_pixels(colour_sums)


def _to_pixels(colours: Floats) -> Pixels:
    return np.clip(np.rint(colours), 0, 255).astype(np.uint8)


class _OverviewColours:
    """The colours of one picture, hatched where they are."""

    def __init__(self, theme: Theme, left: int, columns: int, dpi: int) -> None:
        self.background = _parse_rgb(theme.background)
        self._cutoff_colour = _parse_rgb(theme.cutoff)
        self._period = max(3, round(HATCH_PERIOD * dpi))
        self._stripe_width = max(1, self._period // 6)
        self._columns = np.arange(left, left + columns)
        self._looks = {
            cell: (_parse_rgb(look.fill), _parse_rgb(look.stripe), look.hatch)
            for cell, look in cell_looks(theme).items()
        }

    def cell_colours(self, cell: CellKind, top: int, height: int) -> Floats:
        """The colours of some rows of pixels as they are where one kind of cell fills them."""
        fill, stripe, hatch = self._looks[cell]
        if not hatch:
            return fill
        return np.where(self._hatch_mask(hatch, np.arange(top, top + height)[:, None])[:, :, None], stripe, fill)

    def cutoff_colours(self, share: Floats) -> Pixels:
        """The colours of the lane for cutoffs."""
        return _to_pixels(self.background + share[:, None] * (self._cutoff_colour - self.background))

    def _hatch_mask(self, hatch: str, row_numbers: npt.NDArray[np.int64]) -> Bools:
        column_numbers, period, stripe_width = self._columns[None, :], self._period, self._stripe_width
        is_falling = (column_numbers - row_numbers) % period < stripe_width
        is_rising = (column_numbers + row_numbers) % period < stripe_width
        mask: Bools = {
            "/": is_rising,
            "\\": is_falling,
            "x": is_rising | is_falling,
            "-": (row_numbers % period < stripe_width) & (column_numbers >= 0),
            ".": (row_numbers % period <= stripe_width) & (column_numbers % period <= stripe_width),
        }[hatch]
        return mask


def _parse_rgb(colour: str) -> Floats:
    return np.array([int(colour[index : index + 2], 16) for index in (1, 3, 5)], float)


HEIGHT = 4.2
"""Inches of all plies together, at most."""
MAX_ROW_HEIGHT = 0.34
"""Inches of a ply, at most."""
CUTOFF_LANE_SHARE = 0.12
"""Share of a ply's height that is kept for cutoffs, below its nodes."""
MIN_DIVIDED_WIDTH = 4.0
"""Points from which on a node of a huge trace is told from its neighbours by a line, and may have text."""
MIN_MARKED_HEIGHT = 3.6
"""Points of a ply from which on that is done."""
MAX_PLY_NUMBERS = 26
"""Plies that are numbered at most."""


def draw_icicle(
    trace: Trace,
    *,
    root: int = 0,
    across: str = "nodes",
    mass: str | None = None,
    bounds: str = "proved",
    **look_options: Any,
) -> Canvas:
    """Draw an overview.

    Args:
        trace: what was recorded.
        root: the node at the top.
        across: `nodes` in the order of the visits, or `steps` of the recording.
        mass: a pruned branch is as wide as one node (`branches`), or as all never visited `nodes` below it, which are
            then drawn too; that needs the game. None is as the nodes, where they can be counted.
        bounds: what signs before values say: what is `proved`, or the `classical` ones, by windows.
        **look_options: what shapes every chart; see `chart_sheet.ChartLook`.

    Raises:
        PlyscopeError: an option is wrong, or the pruned nodes cannot be counted.
    """
    look = chart_sheet.ChartLook(**look_options)
    colours, dot_size = look.colours, 72 / (look.dpi or plot.DEFAULT_DPI)
    trace = with_bounds(trace, bounds)
    columns = round(chart_sheet.panel_width(look.width) / dot_size)
    node_spans = choose_spans(trace, root=root, unit_choice=across, mass=mass)
    plies = count_plies(trace, node_spans)
    fits_columns = node_spans.total_units <= columns
    slices = sum_slices(
        trace, node_spans, columns, plies if fits_columns else min(plies, int(72 * HEIGHT / dot_size) // 2)
    )
    rows = len(slices.covered)
    row_dots = max(1, int(72 * min(MAX_ROW_HEIGHT, HEIGHT / rows) / dot_size))
    page = icicle_tiles.TileScale(
        columns * dot_size / node_spans.total_units, row_dots * dot_size, 1 - CUTOFF_LANE_SHARE
    )
    markable_tiles = (
        icicle_tiles.iter_tiles(trace, node_spans, 1 if fits_columns else MIN_DIVIDED_WIDTH / page.unit_width)
        if row_dots * dot_size >= MIN_MARKED_HEIGHT or fits_columns
        else ()
    )
    wide_tiles = (
        list(markable_tiles) if fits_columns else _tiles_of_filled_plies(markable_tiles, node_spans.total_units)
    )
    frame_texts = chart_sheet.FrameTexts(
        title=clean(look.title or trace.header.title),
        lines=[
            clean(look.subtitle) if look.subtitle else _describe_result(trace, node_spans, slices),
            *_undrawn_nodes_note(node_spans, slices, across),
        ],
        signs=[
            *_legend_signs(slices, colours, with_pruned_nodes=node_spans.pruned_levels is not None),
            *([icicle_tiles.variation_sign(colours)] if icicle_tiles.variation_tiles(trace, wide_tiles) else []),
        ],
        note=" ".join(_reading_notes(node_spans, slices, across, is_drawn_by_node=fits_columns)),
        theme=colours,
        has_panel_titles=True,
    )
    drawn_sheet = chart_sheet.lay_out_sheet(
        frame_texts, (columns * dot_size, row_dots * rows * dot_size), width=look.width
    )
    axes = drawn_sheet.axes[0]
    axes.left, axes.top = (
        round(position / dot_size) * dot_size for position in (axes.left, axes.top)
    )  # on whole pixels
    axes.x_range, axes.y_range = (0, slices.total), (-rows * slices.plies_per_row, 0)
    if fits_columns:
        icicle_tiles.draw_tiles(axes, trace, node_spans, wide_tiles, page)
    else:
        pixels = paint_overview(
            slices.shares,
            colours,
            row_height=row_dots,
            lane_height=max(1, round(row_dots * CUTOFF_LANE_SHARE)) if row_dots > 2 else 0,
            dpi=round(72 / dot_size),
        )
        axes.shapes.append(Rectangle(axes.left, axes.top, axes.width, axes.height, Paint(), png=encode_png(pixels)))
        icicle_tiles.draw_divisions(axes, wide_tiles, page)
    icicle_tiles.draw_labels(axes, trace, wide_tiles, page)
    _draw_axes(axes, slices)
    canvas = drawn_sheet.canvas
    return replace(
        canvas, height=math.ceil(canvas.height / dot_size) * dot_size
    )  # else it would be scaled to whole pixels


def _tiles_of_filled_plies(wide_tiles: Iterable[icicle_tiles.Tile], total_units: int) -> list[icicle_tiles.Tile]:
    """Wide nodes of the plies that they fill at least half of: elsewhere few lines would say what does not hold."""
    all_tiles = list(wide_tiles)
    filled_units = Counter[int]()
    for tile in all_tiles:
        filled_units[tile.ply] += tile.end - tile.begin
    return [tile for tile in all_tiles if 2 * filled_units[tile.ply] >= total_units]


def _draw_axes(axes: Axes, slices: PlySlices) -> None:
    axes.draw_title("ply")
    axes.draw_x_axis(make_ticks(round_numbers(0, slices.total, 8, integers_only=True), plot.abbreviate), slices.unit)
    round_steps = (factor * 10**power for power in range(12) for factor in (1, 2, 5))
    ply_step = next(plies for plies in round_steps if slices.plies <= MAX_PLY_NUMBERS * plies)
    axes.draw_y_axis([(-ply - 0.5, plot.abbreviate(ply)) for ply in range(0, slices.plies, ply_step)])


def _describe_result(trace: Trace, node_spans: NodeSpans, slices: PlySlices) -> str:
    counts, root = slices.counts.sum(axis=(0, 2)), node_spans.root
    if trace.columns.log is not None:  # it prunes nothing
        return headings.describe_subtree(trace, root, describe_work_below(trace, root))
    pruned = trace.counts.paths.pruned[root : int(trace.columns.end[root])]
    is_known, is_exact = trace.counts.pruned_known, trace.counts.pruned_branches_exact
    revisited_count = int(trace.columns.visited_before[root] - trace.columns.visited_before[root + len(pruned)])
    revisited_count += len(pruned) - int(
        np.count_nonzero(pruned)
    )  # branches whose moves were pruned before, or are visited
    nodes = (
        trace.counts.pruned_nodes_below(root)
        if node_spans.pruned_levels is None
        else int(counts[CellKind.PRUNED]) - revisited_count
    )
    branches = headings.describe_pruned_branches(
        int(np.count_nonzero(pruned)) if is_known else None, nodes, exact=is_exact
    )
    visited, cutoffs = f"{counts[: CellKind.PRUNED].sum():,} visited", int(counts[CUTOFF_LAYER])
    return headings.describe_subtree(trace, root, visited, format_count(cutoffs, "cutoff") * bool(cutoffs), branches)


def _undrawn_nodes_note(node_spans: NodeSpans, slices: PlySlices, unit_choice: str) -> Iterator[str]:
    """That most of what was pruned is not in the picture, where it is not."""
    branch_count = slices.counts.sum(axis=(0, 2))[CellKind.PRUNED]
    if node_spans.pruned_levels is None and unit_choice == "nodes" and branch_count:
        yield "PRUNED BRANCHES STAND HERE AS ONE NODE EACH: what lies below them is not drawn, and has no width"


def _legend_signs(slices: PlySlices, theme: Theme, *, with_pruned_nodes: bool) -> Iterator[chart_sheet.LegendSign]:
    """What the legend explains: what kinds of nodes occur, and cutoffs; a pruned branch may be all its nodes."""
    counts = slices.counts.sum(axis=(0, 2))
    for cell, look in cell_looks(theme).items():
        if counts[cell]:
            yield chart_sheet.area_sign(
                "pruned nodes, never visited" if with_pruned_nodes and cell is CellKind.PRUNED else CELL_NAMES[cell],
                look,
            )
    if counts[CUTOFF_LAYER]:
        yield chart_sheet.line_sign("cutoff, below the node that was cut", Paint(line=theme.cutoff, width=1.8))


def _reading_notes(
    node_spans: NodeSpans, slices: PlySlices, unit_choice: str, *, is_drawn_by_node: bool
) -> Iterator[str]:
    """How what is not drawn node by node is to be read."""
    if not is_drawn_by_node:
        units_per_column = slices.total / len(slices.widths)
        width = f"{units_per_column:,.0f}" if units_per_column >= 10 else f"{units_per_column:.1f}"
        band_text = f", a row {slices.plies_per_row} plies" if slices.plies_per_row > 1 else ""
        row_name = "row" if band_text else "ply"
        yield (
            f"A column of pixels is {width} {unit_choice}{band_text}; "
            f"each {row_name} is filled from the top by the share of them "
            "that is at or below its nodes."
        )
    if node_spans.pruned_levels is not None and len(node_spans.pruned_levels.branch):
        yield "Pruned nodes are counted ply by ply, and spread evenly over the width of their branch."


CHART = Chart(
    name="icicle",
    shows="all nodes of a trace at once, a ply a row",
    draw=draw_icicle,
    takes=("root", "theme", "dpi", "mass", "across", "bounds", "title", "subtitle"),
)
