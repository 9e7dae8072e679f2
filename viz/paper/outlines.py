"""The outlines of figures: their shapes, and how large each is around what stands in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from viz.paper.canvas import Dash, Ellipse, Paint, Path, Rectangle, Shape
from viz.pictures.theme import Look

PAD = 5.5, 3.5
"""Room around the content, at its sides and above and below it."""
SMALLEST = 12.0
"""Sides of a box at least, which may have nothing in it."""
CORNER = 5.0
"""Radius of rounded corners."""
CAP = 2.6
"""Half the height of the ellipse on a cylinder."""
TIP = 6.0
"""How far the sides of a hexagon come to a point."""
TRIANGLE = 17.0, 15.0
"""Width and height of a small triangle."""
TRIANGLE_GAP = 4.0
"""Between a small triangle and the text beside it."""
TRIANGLES = ("triangle", "invtriangle")
OVER = {shape: f"{shape} over" for shape in TRIANGLES}
"""The same with the text below them, where beside them it would be in the way of edges to the right."""
ROWS = {"subtree": "subtree aside"}
"""Shapes whose text stands beside them where it is one line."""
SUBTREE = 26.0, 13.0
"""Width and height of the triangle that stands for a subtree."""
ASIDE = 13.0, 14.0
"""The same, where the tree grows sideways and the text stands behind it."""


def outline(look: Look, x: float, y: float, width: float, height: float) -> Iterator[Shape]:
    """The outline of a look, filled, in a given rectangle; nothing where it has none."""
    paint = _paint(look)
    right, bottom, middle = x + width, y + height, x + width / 2
    match look.shape:
        case "plain":
            return
        case "ellipse":
            yield Ellipse(middle, y + height / 2, width / 2, height / 2, paint)
        case "cylinder":
            yield from _cylinder(x, y, width, height, paint)
        case "triangle" | "triangle over" | "subtree":
            yield Path(((middle, y), (right, bottom), (x, bottom)), paint, closed=True)
        case "invtriangle" | "invtriangle over":
            yield Path(((x, y), (right, y), (middle, bottom)), paint, closed=True)
        case "hexagon":
            half, tip = y + height / 2, min(TIP, width / 4)
            top, foot = ((x + tip, y), (right - tip, y)), ((right - tip, bottom), (x + tip, bottom))
            yield Path((*top, (right, half), *foot, (x, half)), paint, closed=True)
        case "subtree aside":
            yield Path(((x, y + height / 2), (right, y), (right, bottom)), paint, closed=True)
        case "house":
            eaves = y + _roof(width, height)
            yield Path(((middle, y), (right, eaves), (right, bottom), (x, bottom), (x, eaves)), paint, closed=True)
        case "invhouse":
            eaves = bottom - _roof(width, height)
            yield Path(((x, y), (right, y), (right, eaves), (middle, bottom), (x, eaves)), paint, closed=True)
        case _:
            yield Rectangle(x, y, width, height, paint, CORNER if "rounded" in look.style else 0.0)


@lru_cache(maxsize=1 << 10)
def _paint(look: Look) -> Paint:
    words = look.style.split(",")
    dash = next((Dash(word) for word in words if word and word in set(Dash)), Dash.NONE)
    return Paint(look.fill if "filled" in words else "", look.line, look.width, dash)


def _cylinder(x: float, y: float, width: float, height: float, paint: Paint) -> Iterator[Shape]:
    # Four thirds of an arc's height bring a cubic curve up to it.
    right, top, bottom, bulge = x + width, y + CAP, y + height - CAP, 4 / 3 * CAP
    wall: tuple[tuple[float, float], ...] = ((x, top), (x, top), (x, bottom), (x, bottom))
    floor = ((x, bottom + bulge), (right, bottom + bulge), (right, bottom))
    back = ((right, bottom), (right, top), (right, top))
    lid = ((right, top - bulge), (x, top - bulge), (x, top))
    yield Path((*wall, *floor, *back, *lid), paint, closed=True, curved=True)
    rim = ((x, top), (x, top + bulge), (right, top + bulge), (right, top))
    yield Path(rim, Paint(line=paint.line, width=paint.width, dash=paint.dash), curved=True)


def _roof(width: float, height: float) -> float:
    """The height of the pointed part of a house of this size."""
    return min(0.2 * width, 0.3 * height)


Sized = tuple[tuple[float, float], tuple[float, float]]
"""Width and height of a figure, and the top left corner of the content in it."""


def box_size(room: float, height: float) -> Sized:
    """The size of a box."""
    width, tall = max(room + 2 * PAD[0], SMALLEST), max(height + 2 * PAD[1], SMALLEST)
    return (width, tall), ((width - room) / 2, (tall - height) / 2)


def _plain(room: float, height: float) -> Sized:
    return (room + 4, height), (2.0, 0.0)


def _ellipse(room: float, height: float) -> Sized:
    width, tall = 1.22 * room + 2 * PAD[0], 1.22 * height + 2 * PAD[1]
    return (width, tall), ((width - room) / 2, (tall - height) / 2)


def _cylinder_size(room: float, height: float) -> Sized:
    return (room + 2 * PAD[0], height + 4 * CAP + PAD[1]), (PAD[0], 2 * CAP + PAD[1] / 2)


def _house(room: float, height: float) -> Sized:
    width = room + 2 * PAD[0]
    # The first line reaches a little into the roof, where it is wide already.
    body = height + 2 * PAD[1] - 1.5
    roof = min(0.2 * width, 0.3 / 0.7 * body)
    return (width, body + roof), (PAD[0], roof + PAD[1] - 1.5)


def _inverted_house(room: float, height: float) -> Sized:
    size, _ = _house(room, height)
    return size, PAD


def _hexagon(room: float, height: float) -> Sized:
    (width, tall), (left, top) = box_size(room, height)
    return (width + TIP, tall), (left + TIP / 2, top)


def _subtree(room: float, height: float) -> Sized:
    width = max(SUBTREE[0], room)
    return (width, SUBTREE[1] + 1.0 + height), ((width - room) / 2, SUBTREE[1] + 1.0)


def _subtree_aside(room: float, height: float) -> Sized:
    tall = max(ASIDE[1], height)
    return (ASIDE[0] + TRIANGLE_GAP + room, tall), (ASIDE[0] + TRIANGLE_GAP, (tall - height) / 2)


def _triangle_over(room: float, height: float) -> Sized:
    width = max(TRIANGLE[0], room)
    return (width, TRIANGLE[1] + 1.0 + height), ((width - room) / 2, TRIANGLE[1] + 1.0)


def _triangle(room: float, height: float) -> Sized:
    beside = TRIANGLE[0] + TRIANGLE_GAP
    # A single line stands level with the triangle.
    top = max(0.0, (TRIANGLE[1] - height) / 2)
    return (beside + room if room else TRIANGLE[0], max(TRIANGLE[1], top + height)), (beside, top)


SIZES: dict[str, Callable[[float, float], Sized]] = {
    "plain": _plain,
    "ellipse": _ellipse,
    "cylinder": _cylinder_size,
    "house": _house,
    "invhouse": _inverted_house,
    "hexagon": _hexagon,
    "subtree": _subtree,
    "subtree aside": _subtree_aside,
    "triangle": _triangle,
    "invtriangle": _triangle,
    "triangle over": _triangle_over,
    "invtriangle over": _triangle_over,
}
