"""The outlines of figures: their shapes, and how large each is around what stands in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from viz.paper.canvas import Dash, Ellipse, Paint, Path, Rectangle, Shape
from viz.pictures.theme import Look

SHAPE_PADDING = 5.5, 3.5
"""Room around the content, at its sides and above and below it."""
MIN_BOX_SIDE = 12.0
"""Sides of a box at least, which may have nothing in it."""
CORNER_RADIUS = 5.0
"""Radius of rounded corners."""
CYLINDER_CAP = 2.6
"""Half the height of the ellipse on a cylinder."""
HEXAGON_TIP = 6.0
"""How far the sides of a hexagon come to a point."""
TRIANGLE_SIZE = 17.0, 15.0
"""Width and height of a small triangle."""
TRIANGLE_GAP = 4.0
"""Between a small triangle and the text beside it."""
TRIANGLE_SHAPES = ("triangle", "invtriangle")
SHAPES_ABOVE_TEXT = {shape: f"{shape} over" for shape in TRIANGLE_SHAPES}
"""The same with the text below them, where beside them it would be in the way of edges to the right."""
SHAPES_IN_ROWS = {"subtree": "subtree aside"}
"""Shapes whose text stands beside them where it is one line."""
SUBTREE_SIZE = 26.0, 13.0
"""Width and height of the triangle that stands for a subtree."""
ASIDE_SIZE = 13.0, 14.0
"""The same, where the tree grows sideways and the text stands behind it."""


def draw_outline(look: Look, x: float, y: float, width: float, height: float) -> Iterator[Shape]:
    """The outline of a look, filled, in a given rectangle; nothing where it has none."""
    paint = _outline_paint(look)
    right, bottom, middle_x = x + width, y + height, x + width / 2
    match look.shape:
        case "plain":
            return
        case "ellipse":
            yield Ellipse(middle_x, y + height / 2, width / 2, height / 2, paint)
        case "cylinder":
            yield from _draw_cylinder(x, y, width, height, paint)
        case "triangle" | "triangle over" | "subtree":
            yield Path(((middle_x, y), (right, bottom), (x, bottom)), paint, closed=True)
        case "invtriangle" | "invtriangle over":
            yield Path(((x, y), (right, y), (middle_x, bottom)), paint, closed=True)
        case "hexagon":
            middle_y, tip_width = y + height / 2, min(HEXAGON_TIP, width / 4)
            top_points = ((x + tip_width, y), (right - tip_width, y))
            bottom_points = ((right - tip_width, bottom), (x + tip_width, bottom))
            yield Path((*top_points, (right, middle_y), *bottom_points, (x, middle_y)), paint, closed=True)
        case "subtree aside":
            yield Path(((x, y + height / 2), (right, y), (right, bottom)), paint, closed=True)
        case "house":
            eaves = y + _roof_height(width, height)
            yield Path(((middle_x, y), (right, eaves), (right, bottom), (x, bottom), (x, eaves)), paint, closed=True)
        case "invhouse":
            eaves = bottom - _roof_height(width, height)
            yield Path(((x, y), (right, y), (right, eaves), (middle_x, bottom), (x, eaves)), paint, closed=True)
        case _:
            yield Rectangle(x, y, width, height, paint, CORNER_RADIUS if "rounded" in look.style else 0.0)


@lru_cache(maxsize=1 << 10)
def _outline_paint(look: Look) -> Paint:
    words = look.style.split(",")
    dash = next((Dash(word) for word in words if word and word in set(Dash)), Dash.NONE)
    return Paint(look.fill if "filled" in words else "", look.line, look.width, dash)


def _draw_cylinder(x: float, y: float, width: float, height: float, paint: Paint) -> Iterator[Shape]:
    # Four thirds of an arc's height bring a cubic curve up to it.
    right, top, bottom, bulge = x + width, y + CYLINDER_CAP, y + height - CYLINDER_CAP, 4 / 3 * CYLINDER_CAP
    wall: tuple[tuple[float, float], ...] = ((x, top), (x, top), (x, bottom), (x, bottom))
    floor = ((x, bottom + bulge), (right, bottom + bulge), (right, bottom))
    back = ((right, bottom), (right, top), (right, top))
    lid = ((right, top - bulge), (x, top - bulge), (x, top))
    yield Path((*wall, *floor, *back, *lid), paint, closed=True, curved=True)
    rim = ((x, top), (x, top + bulge), (right, top + bulge), (right, top))
    yield Path(rim, Paint(line=paint.line, width=paint.width, dash=paint.dash), curved=True)


def _roof_height(width: float, height: float) -> float:
    return min(0.2 * width, 0.3 * height)


SizeWithCorner = tuple[tuple[float, float], tuple[float, float]]
"""Width and height of a figure, and the top left corner of the content in it."""


def box_size(content_width: float, content_height: float) -> SizeWithCorner:
    """The size of a box."""
    width = max(content_width + 2 * SHAPE_PADDING[0], MIN_BOX_SIDE)
    box_height = max(content_height + 2 * SHAPE_PADDING[1], MIN_BOX_SIDE)
    return (width, box_height), ((width - content_width) / 2, (box_height - content_height) / 2)


def _plain_size(content_width: float, content_height: float) -> SizeWithCorner:
    return (content_width + 4, content_height), (2.0, 0.0)


def _ellipse_size(content_width: float, content_height: float) -> SizeWithCorner:
    width, ellipse_height = 1.22 * content_width + 2 * SHAPE_PADDING[0], 1.22 * content_height + 2 * SHAPE_PADDING[1]
    return (width, ellipse_height), ((width - content_width) / 2, (ellipse_height - content_height) / 2)


def _cylinder_size(content_width: float, content_height: float) -> SizeWithCorner:
    return (content_width + 2 * SHAPE_PADDING[0], content_height + 4 * CYLINDER_CAP + SHAPE_PADDING[1]), (
        SHAPE_PADDING[0],
        2 * CYLINDER_CAP + SHAPE_PADDING[1] / 2,
    )


def _house_size(content_width: float, content_height: float) -> SizeWithCorner:
    width = content_width + 2 * SHAPE_PADDING[0]
    # The first line reaches a little into the roof, where it is wide already.
    body_height = content_height + 2 * SHAPE_PADDING[1] - 1.5
    roof_height = min(0.2 * width, 0.3 / 0.7 * body_height)
    return (width, body_height + roof_height), (SHAPE_PADDING[0], roof_height + SHAPE_PADDING[1] - 1.5)


def _inverted_house_size(content_width: float, content_height: float) -> SizeWithCorner:
    size, _ = _house_size(content_width, content_height)
    return size, SHAPE_PADDING


def _hexagon_size(content_width: float, content_height: float) -> SizeWithCorner:
    (width, box_height), (left, top) = box_size(content_width, content_height)
    return (width + HEXAGON_TIP, box_height), (left + HEXAGON_TIP / 2, top)


def _subtree_size(content_width: float, content_height: float) -> SizeWithCorner:
    width = max(SUBTREE_SIZE[0], content_width)
    return (width, SUBTREE_SIZE[1] + 1.0 + content_height), ((width - content_width) / 2, SUBTREE_SIZE[1] + 1.0)


def _subtree_aside_size(content_width: float, content_height: float) -> SizeWithCorner:
    full_height = max(ASIDE_SIZE[1], content_height)
    return (ASIDE_SIZE[0] + TRIANGLE_GAP + content_width, full_height), (
        ASIDE_SIZE[0] + TRIANGLE_GAP,
        (full_height - content_height) / 2,
    )


def _triangle_over_size(content_width: float, content_height: float) -> SizeWithCorner:
    width = max(TRIANGLE_SIZE[0], content_width)
    return (width, TRIANGLE_SIZE[1] + 1.0 + content_height), ((width - content_width) / 2, TRIANGLE_SIZE[1] + 1.0)


def _triangle_size(content_width: float, content_height: float) -> SizeWithCorner:
    triangle_width = TRIANGLE_SIZE[0] + TRIANGLE_GAP
    # A single line stands level with the triangle.
    top = max(0.0, (TRIANGLE_SIZE[1] - content_height) / 2)
    return (
        triangle_width + content_width if content_width else TRIANGLE_SIZE[0],
        max(TRIANGLE_SIZE[1], top + content_height),
    ), (triangle_width, top)


SIZE_BY_SHAPE: dict[str, Callable[[float, float], SizeWithCorner]] = {
    "plain": _plain_size,
    "ellipse": _ellipse_size,
    "cylinder": _cylinder_size,
    "house": _house_size,
    "invhouse": _inverted_house_size,
    "hexagon": _hexagon_size,
    "subtree": _subtree_size,
    "subtree aside": _subtree_aside_size,
    "triangle": _triangle_size,
    "invtriangle": _triangle_size,
    "triangle over": _triangle_over_size,
    "invtriangle over": _triangle_over_size,
}
