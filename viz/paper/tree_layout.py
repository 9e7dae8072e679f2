"""Where everything of a tree stands: its figures ply by ply, and the room between them for edges and their labels.

All is computed along (from the root on) and across, whichever way the tree grows on the page.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType

from tracer.errors import PlyscopeError
from tracer.games.board import Board
from viz.paper import column_layout, tidy_layout
from viz.paper.column_layout import COUSIN_GAPS, LayoutUnit, place_units
from viz.paper.edge_labels import EdgeLabel, make_edge_label
from viz.paper.edge_routes import route_links
from viz.paper.figures import NodeFigure, join_lines, make_figure
from viz.paper.placed_tree import TreeLayout
from viz.pictures.boxes import Picture, PiecedLine
from viz.pictures.roles import Kind, Role

MIN_LAYER_GAP = 34.0
"""Room between two plies at least, for the edges."""
MAX_LAYER_GAP = 120.0
"""At most, where edges spread far."""
GAP_PER_LINK = 4.0
"""The room between two plies grows by so much with each link, for its text."""
MAX_WIDENINGS, WIDENING_STEP = 6, 28.0
"""How often the room between two plies is made wider where texts of links cover something, and by how much."""
MIN_EDGE_SLOPE = 0.15, 0.16
"""The gap as a part of how far the edges in it spread: downwards, sideways."""
LABEL_CLEARANCE = 9.0
"""Between a label and the node below it, where the bar of a cutoff stands."""

FAN_ROOM = 20.0
"""For edges to spread, before they run straight beside their text."""

ContentSize = tuple[float, float]
"""The width and the height for which a box has room at least."""
NO_CONTENT: ContentSize = (0.0, 0.0)
ContentSizes = Mapping[str, ContentSize]
"""By the names of the boxes."""


def lay_out(picture: Picture, min_contents: ContentSizes = MappingProxyType({})) -> TreeLayout:
    """Everything of a picture at its place.

    Boxes have room for at least `min_contents`.
    """
    if column_layout.is_foldable_chain(picture):
        return _lay_out_chain(picture, min_contents)
    columns = column_layout.find_columns(picture)
    in_rows = {box for column in columns for row in column for box in row.boxes}
    figures, labels = _figures_and_labels(picture, min_contents, in_rows)
    layer_labels = [None if box in in_rows else label for box, label in enumerate(labels)]
    gaps, lengths, lanes = _gaps_for_labels(picture, layer_labels)
    shares = [1 - length / gap for length, gap in zip(lengths, gaps, strict=True)]
    layout_units = [
        LayoutUnit(picture, rows, figures, labels, shares, is_column=rows[0].boxes[0] in in_rows)
        for rows in column_layout.split_units(len(figures), columns)
    ]
    layer_count = 1 + max(unit.ply for unit in layout_units)
    unit_positions = (
        _positions_with_links(picture, layout_units)
        if picture.links
        else place_units(picture, layout_units, layer_count)
    )
    across, offsets, trunks = [0.0] * len(figures), [0.0] * len(figures), dict[int, float]()
    thickness, layer_of_box, breadth = [0.0] * layer_count, [0] * len(figures), 0.0
    for unit, position in zip(layout_units, unit_positions, strict=True):
        # A column reaches as far down as it needs: nothing stands below it.
        thickness[unit.ply] = max(thickness[unit.ply], 0.0 if unit.is_column else unit.thickness)
        breadth = max(breadth, position + unit.right_reach)
        for box, box_offset, along, trunk_offset in unit.iter_box_positions():
            across[box], offsets[box], layer_of_box[box] = position + box_offset, along, unit.ply
            if trunk_offset is not None:
                trunks[box] = position + trunk_offset
    gaps = _gaps_for_edges(
        picture, [trunks.get(box, position) for box, position in enumerate(across)], gaps[:layer_count], in_rows
    )

    def make_layout() -> TreeLayout:
        begins = tidy_layout.layer_starts(thickness, gaps)
        ends = [begin + layer_thickness for begin, layer_thickness in zip(begins, thickness, strict=True)]
        labels_along = [end + gap - length for end, gap, length in zip(ends, gaps, lengths, strict=False)]
        ends[-1] = max(begins[unit.ply] + unit.thickness for unit in layout_units)
        tops = [begins[ply] + offset for ply, offset in zip(layer_of_box, offsets, strict=True)]
        layout = TreeLayout(picture, figures, labels, across, tops, begins, ends, labels_along, lanes, breadth, trunks)
        return with_routes(replace(layout, layer_of_box=layer_of_box))

    for _ in range(MAX_WIDENINGS):
        layout = make_layout()
        crowded_plies = {route.ply for route in layout.routes if not route.is_label_free}
        if not crowded_plies:
            return layout
        gaps = [gap + WIDENING_STEP * (ply in crowded_plies) for ply, gap in enumerate(gaps)]
    return make_layout()


def with_routes(layout: TreeLayout) -> TreeLayout:
    """A tree whose boxes are at their places, with its further edges."""
    return replace(layout, routes=route_links(layout) if layout.picture.links else ())


def _positions_with_links(picture: Picture, layout_units: Sequence[LayoutUnit]) -> list[float]:
    """The place across of each box, where boxes have several above them."""
    edges = [(box.parent, index) for index, box in enumerate(picture.boxes) if box.parent >= 0]
    edges += [(link.parent, link.child) for link in picture.links]
    left_reaches = [unit.left_reach for unit in layout_units]
    right_reaches = [unit.right_reach for unit in layout_units]
    plies = [box.ply for box in picture.boxes]
    return tidy_layout.layered_coordinates(
        plies, edges, left_reaches, right_reaches, box_gap=COUSIN_GAPS[picture.sideways]
    )


def _lay_out_chain(picture: Picture, min_contents: ContentSizes) -> TreeLayout:
    figures, labels = _figures_and_labels(picture, min_contents, range(len(picture.boxes)))
    across, tops, paths, breadth, length = column_layout.fold_chain(figures, labels, sideways=picture.sideways)
    single_layer = [0.0], [length], [length], [0.0]
    return TreeLayout(picture, figures, labels, across, tops, *single_layer, breadth, chain_paths=paths)


def lay_out_like(
    picture: Picture, full_layout: TreeLayout, min_contents: ContentSizes = MappingProxyType({})
) -> TreeLayout:
    """A part of a picture, where its boxes stand in the whole; rooms as for `lay_out`.

    Raises:
        PlyscopeError: a box is not in the whole.
    """
    full_indices = {(box.name, box.ply): index for index, box in enumerate(full_layout.picture.boxes)}
    if missing_name := next((box.name for box in picture.boxes if (box.name, box.ply) not in full_indices), None):
        raise PlyscopeError(f"{missing_name} is not in the picture whose places are taken")
    box_indices = [full_indices[box.name, box.ply] for box in picture.boxes]
    in_rows = [box for box, index in enumerate(box_indices) if full_layout.is_in_row(index)]
    figures, labels = _figures_and_labels(picture, min_contents, in_rows)
    across, tops = (
        [positions[index] for index in box_indices]
        for positions in (full_layout.axis_positions, full_layout.box_starts)
    )
    trunks = {
        box: full_layout.trunk_positions[index]
        for box, index in enumerate(box_indices)
        if index in full_layout.trunk_positions
    }
    ways = {
        box: full_layout.chain_paths[index] for box, index in enumerate(box_indices) if index in full_layout.chain_paths
    }
    layout = replace(
        full_layout,
        picture=picture,
        figures=figures,
        labels=labels,
        axis_positions=across,
        box_starts=tops,
        trunk_positions=trunks,
        chain_paths=ways,
        layer_of_box=[full_layout.layer_of_box[index] for index in box_indices] if full_layout.layer_of_box else (),
    )
    return with_routes(layout)


def max_content_sizes(pictures: Iterable[Picture], full_layout: TreeLayout) -> dict[str, ContentSize]:
    """The width and the height of what each box of a whole has in it in some pictures, where they are most."""
    max_sizes: dict[str, ContentSize] = {}
    in_rows = {box.name for index, box in enumerate(full_layout.picture.boxes) if full_layout.is_in_row(index)}
    for picture in pictures:
        figures, _ = _figures_and_labels(
            picture, {}, {index for index, box in enumerate(picture.boxes) if box.name in in_rows}
        )
        for box, figure in zip(picture.boxes, figures, strict=True):
            max_width, max_height = max_sizes.get(box.name, NO_CONTENT)
            max_sizes[box.name] = max(max_width, figure.content_width), max(max_height, figure.content_height)
    return max_sizes


def _figures_and_labels(
    picture: Picture, min_contents: ContentSizes, in_rows: Collection[int]
) -> tuple[list[NodeFigure], list[EdgeLabel | None]]:
    """The figure of each box, and the label above it."""
    # Many nodes of a large tree have the same text.
    make_figure = cache(partial(_make_box_figure, picture))
    figures = [
        make_figure(
            box.role,
            box.lines,
            tuple(map(type, box.lines)),
            box.board,
            min_contents.get(box.name, NO_CONTENT),
            index in in_rows,
        )
        for index, box in enumerate(picture.boxes)
    ]
    return figures, [
        make_edge_label(box.edge, box.role.mark if box.parent >= 0 else "", picture) for box in picture.boxes
    ]


def _make_box_figure(
    picture: Picture,
    role: Role,
    lines: tuple[str, ...],
    text_types: tuple[type[str], ...],
    board: Board | None,
    min_content: ContentSize,
    is_row: bool,
) -> NodeFigure:
    """The figure of a box; the same letters look different with other `text_types`, such as a move and a value."""
    look = picture.theme.node_look(role)
    if picture.links and picture.sideways and board is None and len(lines) > 1 and role.kind is not Kind.STUB:
        # Between many edges a ply should be short: a position and below it what is known of it.
        return make_figure(
            look, (lines[0], PiecedLine(*join_lines(lines[1:], "  "))), sideways=True, min_content=min_content
        )
    # A row is as high as the two lines of a stub.
    if not picture.sideways and (not is_row or role.kind is Kind.STUB):
        return make_figure(look, lines, board, min_content=min_content)
    separator = " · " if role.kind is Kind.STUB else "  "
    return make_figure(look, lines, board, separator=separator, sideways=picture.sideways, min_content=min_content)


def _gaps_for_labels(
    picture: Picture, labels: Sequence[EdgeLabel | None]
) -> tuple[list[float], list[float], list[float]]:
    """The room below each ply that the labels in it ask for, how far before its end their middles are, the lanes."""
    max_ply = max(box.ply for box in picture.boxes)
    gaps, label_distances = [MIN_LAYER_GAP] * (max_ply + 1), [0.0] * (max_ply + 1)
    texts = [(box.ply, label) for box, label in zip(picture.boxes, labels, strict=True) if label]
    # The labels of links stand half-way.
    texts += [
        (picture.boxes[link.child].ply, label)
        for link in picture.links
        if (label := make_edge_label(link.lines, link.role.mark, picture))
    ]
    for ply, label in texts:
        length, spare_room = (label.width, 26.0) if picture.sideways else (1.2 * label.height, 24.0)
        gaps[ply - 1] = max(gaps[ply - 1], length + spare_room)
        label_distances[ply - 1] = max(
            label_distances[ply - 1], LABEL_CLEARANCE + (label.width if picture.sideways else label.height) / 2
        )
    lanes = [0.0] * (max_ply + 1)
    for box, label in zip(picture.boxes, labels, strict=True):
        if label and box.edge:
            lane = 2 * label_distances[box.ply - 1] - LABEL_CLEARANCE
            lanes[box.ply - 1], gaps[box.ply - 1] = lane, max(gaps[box.ply - 1], lane + FAN_ROOM)
    return gaps, label_distances, lanes


def _gaps_for_edges(
    picture: Picture, across: Sequence[float], gaps: Sequence[float], in_rows: Collection[int]
) -> list[float]:
    """Wider gaps where edges spread far, so that no edge lies too flat."""
    max_spreads: defaultdict[int, float] = defaultdict(float)
    for position, box in zip(across, picture.boxes, strict=True):
        if box.parent >= 0 and box.parent not in in_rows:
            max_spreads[box.ply - 1] = max(max_spreads[box.ply - 1], abs(position - across[box.parent]))
    slope = MIN_EDGE_SLOPE[picture.sideways]
    links = Counter(picture.boxes[link.child].ply - 1 for link in picture.links)
    wanted_gaps = [
        max(slope * max_spreads[ply], MIN_LAYER_GAP + GAP_PER_LINK * links[ply] if links[ply] else 0.0)
        for ply in range(len(gaps))
    ]
    return [max(gap, min(wanted_gap, MAX_LAYER_GAP)) for gap, wanted_gap in zip(gaps, wanted_gaps, strict=True)]
