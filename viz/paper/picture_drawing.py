"""A picture in plyscope's own layout: the tree at its place, the caption above it, the players in the margin."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, lru_cache
from math import hypot

from viz.paper import edge_labels, figures, font
from viz.paper.canvas import Anchor, Canvas, Dash, Group, Paint, Path, Point, Rectangle, Shape, Text
from viz.paper.edge_routes import MIN_STRAIGHT_PART
from viz.paper.page_division import PageDivision, divide_page, shown_min_text
from viz.paper.placed_tree import TreeLayout
from viz.paper.tree_layout import lay_out, lay_out_like
from viz.pictures.boxes import Picture
from viz.pictures.theme import EdgeLook

BAR_HALF_LENGTH = 4.5
"""Half the length of the bar at a refuting edge's end."""
BAR_TO_NODE = 2.6
"""Between the bar and the node."""


@lru_cache(maxsize=1 << 10)
def _edge_paint(look: EdgeLook) -> Paint:
    dash = Dash.NONE if look.style == "solid" else Dash(look.style)
    return Paint(line=look.line, width=look.width, dash=dash)


def _draw_bar(look: EdgeLook, line_point: Point, line_end: Point) -> Shape:
    direction_x, direction_y = line_end[0] - line_point[0], line_end[1] - line_point[1]
    length = hypot(direction_x, direction_y) or 1.0
    direction_x, direction_y = direction_x / length, direction_y / length
    x, y = line_end[0] - BAR_TO_NODE * direction_x, line_end[1] - BAR_TO_NODE * direction_y
    bar_ends = (
        (x - BAR_HALF_LENGTH * direction_y, y + BAR_HALF_LENGTH * direction_x),
        (x + BAR_HALF_LENGTH * direction_y, y - BAR_HALF_LENGTH * direction_x),
    )
    return Path(bar_ends, Paint(line=look.line, width=max(2.2, look.width)))


MARKED_BORDER = 4.0
"""How far the ground behind a marked node reaches beyond it."""
LINE_HALF = 0.5
"""Half of the width of its line."""
LAYER_TEXT_SIZE = 10.0
"""Of the text in the margin."""
LAYER_MARGIN = 16.0
"""Room between the text in the margin and the tree."""


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """No search for cycles: shapes have none, and to look through a million of them takes as long as to make them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@_without_garbage_collection()
def draw_picture(picture: Picture, *, like: Picture | None = None) -> Canvas:
    """A picture as a drawing; the same picture gives the same drawing. O(n) but for the sorting of edges and links.

    With `like`, which has every box of the picture, these stand where they stand there.

    Raises:
        PlyscopeError: there is a box that `like` has not.
    """
    if like is None:
        return PictureDrawing(lay_out(picture)).draw_canvas()
    full_page = PictureDrawing(lay_out(replace(like, heading=picture.heading)))
    return PictureDrawing(lay_out_like(picture, full_page.layout), full_page=full_page).draw_canvas()


class PictureDrawing:
    """A page with a tree on it."""

    def __init__(self, layout: TreeLayout, *, full_page: PictureDrawing | None = None) -> None:
        """Where everything on it is.

        Args:
            layout: the tree.
            full_page: a page of the same size, which has the tree where this one then has it.
        """
        self.layout, self.picture, self.theme = layout, layout.picture, layout.picture.theme
        self.sideways = layout.sideways
        layer_margin = self._layer_margin()
        turn_room = (layout.link_turn_room, 0.0) if self.sideways else (0.0, layout.link_turn_room)
        width, height = (
            tree_side + margin_side + 2 * turn_side
            for tree_side, margin_side, turn_side in zip(layout.size, layer_margin, turn_room, strict=True)
        )
        self.sheet: PageDivision = (
            divide_page(self.picture, width, height, layout.min_text_size) if full_page is None else full_page.sheet
        )
        left, top = self.sheet.tree_corner
        self.origin = left + layer_margin[0] + turn_room[0], top + layer_margin[1] + turn_room[1]
        if full_page is not None:
            self.origin = full_page.origin

    @property
    def shown_min_text(self) -> float:
        """The smallest text of the page when it fills what it is shown on, in points."""
        return shown_min_text(self.sheet, self.picture.fit)

    @property
    def shown_tree_text(self) -> float:
        """The smallest text of the tree then."""
        fit, sheet = self.picture.fit, self.sheet
        return self.layout.min_text_size * (fit.scale(sheet.width, sheet.height) if fit else 1.0)

    @property
    def filled_share(self) -> float:
        """How much of what it is shown on it takes then."""
        fit, sheet = self.picture.fit, self.sheet
        if fit is None:
            return 1.0
        return sheet.width * sheet.height * fit.scale(sheet.width, sheet.height) ** 2 / (fit.width * fit.height)

    @property
    def is_readable(self) -> bool:
        """Whether its smallest text can be read there."""
        return self.picture.fit is None or self.shown_min_text >= self.picture.fit.min_text_size

    def draw_canvas(self) -> Canvas:
        """All of the page."""
        title, *subtitles = self.picture.heading or ("",)
        tree = (
            *self._draw_marked_grounds(),
            *self._draw_edges(),
            *self._draw_figures(),
        )
        shapes = (*self.sheet.draw_caption(self.picture), *self._draw_layers(), *tree)
        description = ". ".join(filter(None, [*subtitles, self.picture.note]))
        sheet = self.sheet
        return Canvas(sheet.width, sheet.height, self.theme.background, shapes, title, description, sheet.scale)

    def page_point(self, across: float, along: float) -> Point:
        """A point of the tree."""
        x, y = self.origin
        return (x + along, y + across) if self.sideways else (x + across, y + along)

    def box_corner(self, box: int) -> Point:
        """The top left corner of a box."""
        return self.page_point(self.layout.across_span(box)[0], self.layout.box_starts[box])

    def _draw_edges(self) -> Iterator[Shape]:
        """Lines first, the thin ones behind, then what is written at them."""
        theme = self.layout.picture.theme
        boxes, edge_look = self.layout.picture.boxes, cache(theme.edge_look)
        tree_edges = [
            (edge_look(box.role), self._edge_points(child)) for child, box in enumerate(boxes) if box.parent >= 0
        ]
        for look, points in sorted(tree_edges, key=lambda edge: edge[0].width):
            yield Path(tuple(points), _edge_paint(look))
        routes = zip(self.layout.picture.links, self.layout.routes, strict=True)
        link_edges = [
            (edge_look(link.role), [self.page_point(*point) for point in route.curve_points]) for link, route in routes
        ]
        for look, curve in link_edges:
            yield Path(tuple(curve), _edge_paint(look), curved=True)
        for look, points in tree_edges + link_edges:
            if look.head == "tee":
                yield _draw_bar(look, points[-2], points[-1])
        for route in self.layout.routes:
            if route.label:
                yield from edge_labels.draw_label(route.label, *self.page_point(*route.label_middle), theme)
        for label, middle in self.layout.iter_edge_labels():
            yield from edge_labels.draw_label(label, *self.page_point(*middle), theme)

    def _edge_points(self, child: int) -> list[Point]:
        """The line to a box from the one above it."""
        layout = self.layout
        box = layout.picture.boxes[child]
        if child in layout.chain_paths:
            return [self.page_point(*place) for place in layout.chain_paths[child]]
        if box.parent in layout.trunk_positions:
            row_middle = layout.row_middle(child)
            if (own_trunk := layout.trunk_positions.get(child)) is None:
                return [
                    self.page_point(layout.across_span(box.parent)[1], row_middle),
                    self.page_point(layout.across_span(child)[0], row_middle),
                ]
            corners = (
                (own_trunk, layout.row_middle(box.parent)),
                (own_trunk, row_middle),
                (layout.across_span(child)[0], row_middle),
            )
            return [self.page_point(*corner) for corner in corners]
        parent_position = layout.axis_positions[box.parent]
        edge_start = layout.edge_start(box.parent)
        layer_end = layout.layer_ends[box.ply - 1]
        points = [self.page_point(parent_position, edge_start)] if edge_start < layer_end - MIN_STRAIGHT_PART else []
        points.append(self.page_point(parent_position, layer_end if points else edge_start))
        if child in layout.trunk_positions:
            trunk, row_middle = layout.trunk_positions[child], layout.row_middle(child)
            corners = (
                (trunk, layout.layer_starts[box.ply]),
                (trunk, row_middle),
                (layout.across_span(child)[0], row_middle),
            )
            return [*points, *(self.page_point(*corner) for corner in corners)]
        if lane := layout.label_lanes[box.ply - 1]:
            points.append(self.page_point(layout.axis_positions[child], layout.layer_starts[box.ply] - lane))
        points.append(self.page_point(layout.axis_positions[child], layout.layer_starts[box.ply]))
        if layout.edge_end(child) > layout.layer_starts[box.ply]:
            points.append(self.page_point(layout.axis_positions[child], layout.edge_end(child)))
        return points

    def _draw_figures(self) -> Iterator[Shape]:
        for box_index, (box, figure) in enumerate(zip(self.picture.boxes, self.layout.figures, strict=True)):
            x, y = self.box_corner(box_index)
            yield Group(tuple(figures.draw_figure(figure, x, y, self.theme)), box.name, box.why)

    def _draw_marked_grounds(self) -> Iterator[Shape]:
        for box_index in self.picture.marked:
            (x, y), figure = self.box_corner(box_index), self.layout.figures[box_index]
            left, top = (max(side - MARKED_BORDER, LINE_HALF) for side in (x, y))  # at the margin it is narrower
            size = x + figure.width + MARKED_BORDER - left, y + figure.height + MARKED_BORDER - top
            yield Rectangle(left, top, *size, Paint(self.theme.last, self.theme.text), MARKED_BORDER)

    def _layer_margin(self) -> Point:
        """Room for the players: to the left of the tree, or above it."""
        name_widths = [font.text_width(name, LAYER_TEXT_SIZE) for name in self.picture.layers if name]
        if not name_widths:
            return 0.0, 0.0
        return (0.0, LAYER_TEXT_SIZE * 2) if self.sideways else (max(name_widths) + LAYER_MARGIN, 0.0)

    def _draw_layers(self) -> Iterator[Shape]:
        """The players beside the plies at which they move, with a faint line to the first node of each."""
        layout, line_paint = self.layout, Paint(line=self.theme.faint, width=0.6, dash=Dash.DOTTED)
        first_boxes: dict[int, int] = {}
        for box_index, box in enumerate(self.picture.boxes):
            first_boxes.setdefault(box.ply, box_index)
        for ply, name in enumerate(self.picture.layers):
            if not name or ply not in first_boxes or layout.chain_paths:
                continue
            if self.sideways:
                x, y = self.page_point(0.0, layout.layer_starts[ply])
                yield Text(x, y - LAYER_TEXT_SIZE, name, LAYER_TEXT_SIZE, self.theme.text, Anchor.START)
                continue
            across = layout.across_span(first_boxes[ply])[0]
            along = layout.layer_starts[ply] + layout.figures[first_boxes[ply]].axis_point[1]
            line_end, y = self.page_point(across, along)
            line_start = self.sheet.tree_corner[0] + font.text_width(name, LAYER_TEXT_SIZE)
            left = self.sheet.tree_corner[0]
            yield Text.at_middle(left, y, name, LAYER_TEXT_SIZE, self.theme.text, Anchor.START)
            if line_end - line_start > 3 * LAYER_MARGIN:
                yield Path(((line_start + 5, y), (line_end - 5, y)), line_paint)
