"""The overview of a small trace: a rectangle a node, with the text that has room in it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tracer.text import MOVE_LIMIT, clean, number
from tracer.tracing import Trace
from viz.charts import chart_sheet
from viz.charts.axes import SMALL_TEXT_SIZE, Axes
from viz.charts.cell_kinds import CellKind, CellLook, cell_codes, cell_looks
from viz.charts.icicle_slices import CHUNK_SIZE, NodeSpans
from viz.paper import font
from viz.paper.canvas import Anchor, Paint, Path, Rectangle
from viz.pictures.theme import Theme

DIVISION_WIDTH = 0.7
"""Of the line between two nodes, in points."""
OUTLINE_WIDTH = 1.6
"""Of the line around a node on the principal variation, in points."""
CUTOFF_WIDTH = 1.8
"""Of the line at a cutoff, in points."""
LABEL_PADDING = 3.0
"""Points left of a text and right of it, together."""
MIN_LABEL_WIDTH = 6.0
"""Points that a rectangle needs for any text."""
LINE_SPACING = 1.25
"""Height of a line of such a text in its size."""


@dataclass(frozen=True, slots=True)
class TileScale:
    """How large units and plies are on paper."""

    unit_width: float
    """Points of a unit across."""
    ply_height: float
    """Points of a ply."""
    filled_share: float
    """Share of a ply's height that nodes take; the rest, below, is for cutoffs."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One node."""

    node: int
    cell: CellKind
    begin: int
    end: int
    ply: int
    """Below the root of the picture."""


def draw_tiles(axes: Axes, trace: Trace, node_spans: NodeSpans, tiles: Sequence[Tile], scale: TileScale) -> None:
    """Draw each node of an axis as a rectangle."""
    looks = cell_looks(axes.theme)
    _draw_pruned_levels(axes, trace, node_spans, looks[CellKind.PRUNED], scale.filled_share)
    for tile in tiles:
        _draw_tile(axes, tile, looks[tile.cell], scale)
    _draw_cutoffs(axes, [tile for tile in tiles if trace.columns.cutoff[tile.node]], scale)


def draw_divisions(axes: Axes, tiles: Sequence[Tile], scale: TileScale) -> None:
    """Draw a thin line at both ends of each of some nodes, so that neighbours are told apart."""
    ends = {(position, tile.ply) for tile in tiles for position in (tile.begin, tile.end)}
    paint = Paint(line=axes.theme.background, width=DIVISION_WIDTH)
    points = [
        (axes.x_position(position), axes.y_position(-lower_ply))
        for position, ply in sorted(ends)
        for lower_ply in (ply, ply + scale.filled_share)
    ]
    axes.shapes += [Path(tuple(points), paint, pairs=True)] if points else []


def draw_labels(axes: Axes, trace: Trace, tiles: Sequence[Tile], scale: TileScale) -> None:
    """Write into each of some nodes what has room there, and outline those on the principal variation."""
    looks = cell_looks(axes.theme)
    text_colours = {cell: _readable_colour(look.fill, axes.theme) for cell, look in looks.items()}
    outline = Paint(line=axes.theme.variation, width=OUTLINE_WIDTH)
    for tile in variation_tiles(trace, tiles):
        axes.shapes.append(_tile_rectangle(axes, tile, scale.filled_share, outline))
    for tile in tiles:
        _draw_label(axes, trace, tile, looks[tile.cell], text_colours[tile.cell], scale)


def variation_tiles(trace: Trace, tiles: Sequence[Tile]) -> list[Tile]:
    """Those of some nodes that are on the principal variation of the trace."""
    # The root alone is none: nothing has returned yet.
    variation = set(trace.principal_variation) if len(trace.principal_variation) > 1 else set()
    return [tile for tile in tiles if tile.node in variation]


def variation_sign(theme: Theme) -> chart_sheet.LegendSign:
    """Return the entry of a legend for the principal variation."""
    paint = Paint(line=theme.variation, width=OUTLINE_WIDTH)
    return chart_sheet.LegendSign(
        "principal variation", lambda left, top, width, height: [Rectangle(left, top, width, height, paint)]
    )


def iter_tiles(trace: Trace, node_spans: NodeSpans, min_units: float = 1) -> Iterator[Tile]:
    """The nodes of an axis that are at least so many units wide, in the order of the search."""
    columns, root = trace.columns, node_spans.root
    stop = int(columns.end[root])
    for start in range(root, stop, CHUNK_SIZE):
        ids = slice(start, min(start + CHUNK_SIZE, stop))
        starts, ends = node_spans.spans_of(ids)
        wide_indices = np.flatnonzero(ends - starts >= min_units)
        plies = columns.ply[ids][wide_indices] - columns.ply[root]
        cell_kinds = cell_codes(columns, ids)[wide_indices]
        rows = zip(
            *(
                column.tolist()
                for column in (wide_indices + start, cell_kinds, starts[wide_indices], ends[wide_indices], plies)
            ),
            strict=True,
        )
        for node, cell, tile_start, tile_end, ply in rows:
            yield Tile(node, CellKind(cell), tile_start, tile_end, ply)


def _tile_rectangle(axes: Axes, tile: Tile, height: float, paint: Paint) -> Rectangle:
    left, top = axes.x_position(tile.begin), axes.y_position(-tile.ply)
    return Rectangle(left, top, axes.x_position(tile.end) - left, axes.y_position(-tile.ply - height) - top, paint)


def _draw_tile(axes: Axes, tile: Tile, look: CellLook, scale: TileScale) -> None:
    box = _tile_rectangle(axes, tile, scale.filled_share, Paint())
    axes.shapes += chart_sheet.area_shapes(box.x, box.y, box.width, box.height, look)
    axes.shapes.append(
        replace(box, paint=Paint(line=axes.theme.background, width=min(DIVISION_WIDTH, scale.unit_width * 0.3)))
    )


def _draw_pruned_levels(axes: Axes, trace: Trace, node_spans: NodeSpans, look: CellLook, height: float) -> None:
    """The nodes below pruned branches: as many as there are, though not each in its place."""
    if node_spans.pruned_levels is None or not len(node_spans.pruned_levels.branch):
        return
    branch, ply = node_spans.pruned_levels.branch, trace.columns.ply
    ids = slice(node_spans.root, int(trace.columns.end[node_spans.root]))
    starts, ends = (positions[branch - node_spans.root] for positions in node_spans.spans_of(ids))
    top = ply[branch] - ply[node_spans.root] + node_spans.pruned_levels.depth
    bottom = top + height * node_spans.pruned_levels.share
    for left, right, tile_top, tile_bottom in zip(
        starts.tolist(), ends.tolist(), top.tolist(), bottom.tolist(), strict=True
    ):
        x, y = axes.x_position(left), axes.y_position(-tile_top)
        axes.shapes += chart_sheet.area_shapes(
            x, y, axes.x_position(right) - x, axes.y_position(-tile_bottom) - y, look
        )


def _draw_cutoffs(axes: Axes, tiles: Sequence[Tile], scale: TileScale) -> None:
    middle_share, paint = (1 + scale.filled_share) / 2, Paint(line=axes.theme.cutoff, width=CUTOFF_WIDTH)
    for tile in tiles:
        y = axes.y_position(-tile.ply - middle_share)
        ends = ((axes.x_position(tile.begin) + DIVISION_WIDTH, y), (axes.x_position(tile.end) - DIVISION_WIDTH, y))
        axes.shapes.append(Path(ends, paint))


def _draw_label(axes: Axes, trace: Trace, tile: Tile, look: CellLook, colour: str, scale: TileScale) -> None:
    """Write as many of a node's lines as have room."""
    fitting_lines, tile_width = [], (tile.end - tile.begin) * scale.unit_width
    for line in _tile_texts(trace, tile)[
        : int(scale.ply_height * scale.filled_share // (SMALL_TEXT_SIZE * chart_sheet.LINE_SPACING))
    ]:
        if tile_width < MIN_LABEL_WIDTH or font.text_width(line, SMALL_TEXT_SIZE) > tile_width - LABEL_PADDING:
            break
        fitting_lines.append(line)
    x = axes.x_position((tile.begin + tile.end) / 2)
    middle_y = axes.y_position(-tile.ply - scale.filled_share / 2)
    line_height = SMALL_TEXT_SIZE * LINE_SPACING
    if look.hatch and fitting_lines:  # which would make the text hard to read
        ground_width = max(font.text_width(line, SMALL_TEXT_SIZE) for line in fitting_lines) + 1.2
        ground_height = len(fitting_lines) * line_height + 1.2
        axes.shapes.append(
            Rectangle(
                x - ground_width / 2, middle_y - ground_height / 2, ground_width, ground_height, Paint(fill=look.fill)
            )
        )
    for index, line in enumerate(fitting_lines):
        y = middle_y + (index - (len(fitting_lines) - 1) / 2) * line_height
        axes.draw_text(line, x, y, colour=colour, size=SMALL_TEXT_SIZE, anchor=Anchor.MIDDLE)


def _tile_texts(trace: Trace, tile: Tile) -> list[str]:
    """The move, and the value with what it says of the true one."""
    move = clean(trace.label(tile.node), MOVE_LIMIT) if tile.node else "root"
    value, bound = float(trace.columns.value[tile.node]), trace.proved_bound(tile.node)
    texts = [move, f"{bound.sign if bound is not None else ''} {number(value)}".strip() if value == value else ""]
    return [text for text in texts if text.strip()]


def _readable_colour(fill: str, theme: Theme) -> str:
    """The colour of text on an area: the theme's text or its background, whichever stands out more."""
    return max(theme.text, theme.background, key=lambda colour: abs(_lightness(colour) - _lightness(fill)))


def _lightness(colour: str) -> float:
    red, green, blue = (int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5))
    return math.pow(0.3 * red**2.2 + 0.59 * green**2.2 + 0.11 * blue**2.2, 1 / 2.2)
