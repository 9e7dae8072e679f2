"""A drawing before it is a file: shapes at places, in points, y downwards. Each kind of file has its writer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from viz.paper import font

Point = tuple[float, float]
WIDE_LINE = 2.0
"""Width of a line, in points, from which on its dots and dashes grow with it."""


class Dash(StrEnum):
    """How a line is broken."""

    NONE = ""
    DASHED = "dashed"
    DOTTED = "dotted"
    DASHDOTTED = "dashdotted"

    @property
    def pattern(self) -> tuple[float, ...]:
        """Lengths drawn and left out in turn, in points."""
        return {
            Dash.NONE: (),
            Dash.DASHED: (4.0, 2.5),
            Dash.DOTTED: (1.2, 2.2),
            Dash.DASHDOTTED: (5.0, 2.0, 1.2, 2.0),
        }[self]


class Anchor(StrEnum):
    """Which part of a text stands at its place."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is filled and outlined."""

    fill: str = ""
    """A colour, `#rrggbb`; empty: the shape is not filled."""
    line: str = ""
    """Colour of the outline; empty: there is none."""
    width: float = 1.0
    """Of the outline."""
    dash: Dash = Dash.NONE
    dashes: tuple[float, ...] = ()
    """Lengths drawn and left out in turn, in points, in place of those of `dash`."""

    @property
    def pattern(self) -> tuple[float, ...]:
        """Lengths of the outline drawn and left out in turn, in points; longer where it is wide."""
        if self.dashes:
            return self.dashes
        scale = max(1.0, self.width / WIDE_LINE)
        return tuple(length * scale for length in self.dash.pattern)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle, by its top left corner."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint
    radius: float = 0.0
    """Of its corners."""
    png: bytes = b""
    """Pixels that fill it, in place of its paint, each as a sharp square."""


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An ellipse, by its centre."""

    x: float
    y: float
    across: float
    """Half its width."""
    down: float
    """Half its height."""
    paint: Paint


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points, or the shape that it closes around."""

    points: tuple[Point, ...]
    """Where it is curved: the beginning, and then two controls and an end for each cubic Bézier curve."""
    paint: Paint
    closed: bool = False
    curved: bool = False
    pairs: bool = False
    """Whether every two points are a line of their own, as those of a hatching are."""


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text on its base line, in DejaVu Sans."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: Anchor = Anchor.MIDDLE
    outline: float = 0.0
    """Width of a line of the same colour around the letters, which makes them bold and no wider."""

    @classmethod
    def at_middle(
        cls,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str,
        anchor: Anchor = Anchor.MIDDLE,
        outline: float = 0.0,
    ) -> Text:
        """Return text whose capitals and digits have their middle at `y`."""
        return cls(x, font.base_line_at(y, size), text, size, colour, anchor, outline)


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that are one thing."""

    shapes: tuple[Shape, ...]
    name: str = ""
    """Its own in the drawing, of letters, digits and dots."""
    title: str = ""
    """What is said of it to whoever rests on it or cannot see it."""


Shape = Rectangle | Ellipse | Path | Text | Group


@dataclass(frozen=True, slots=True)
class Canvas:
    """A whole drawing."""

    width: float
    height: float
    background: str
    shapes: tuple[Shape, ...]
    """From the back to the front."""
    title: str = ""
    """What it shows, in a line."""
    description: str = ""
    """What else is to be said to those who cannot see it."""
    scale: float = 1.0
    """A file of it is so many times as large."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a file of it, in points."""
        return self.width * self.scale, self.height * self.scale

    def iter_texts(self) -> Iterator[Text]:
        """Every line of text, from the back to the front."""
        for shape in iter_flat_shapes(self.shapes):
            if isinstance(shape, Text):
                yield shape


def iter_flat_shapes(shapes: Iterable[Shape]) -> Iterator[Rectangle | Ellipse | Path | Text]:
    """The shapes without their groups. Groups are nested as deep as they were made: a few levels."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from iter_flat_shapes(shape.shapes)
        else:
            yield shape


def move_shape(shape: Shape, right: float, down: float, *, scale: float = 1.0, prefix: str = "") -> Shape:
    """A shape so many times larger, its lines as wide as they were, and then moved; `prefix` begins its names."""
    if isinstance(shape, Group):
        shapes = tuple(move_shape(child, right, down, scale=scale, prefix=prefix) for child in shape.shapes)
        return replace(shape, name=f"{prefix}{shape.name}" if shape.name else "", shapes=shapes)
    if isinstance(shape, Path):
        return replace(shape, points=tuple((x * scale + right, y * scale + down) for x, y in shape.points))
    scaled = {Rectangle: ("width", "height", "radius"), Ellipse: ("across", "down"), Text: ("size", "outline")}
    lengths = {name: getattr(shape, name) * scale for name in scaled[type(shape)]}
    return replace(shape, x=shape.x * scale + right, y=shape.y * scale + down, **lengths)


def shape_bounds(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a shape; of a text, which has no width before a font, of its place."""
    if isinstance(shape, Group):
        lefts, tops, rights, bottoms = zip(*map(shape_bounds, shape.shapes), strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)
    if isinstance(shape, Path):
        across, down = zip(*shape.points, strict=True)
        return min(across), min(down), max(across), max(down)
    if isinstance(shape, Rectangle):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Ellipse):
        return shape.x - shape.across, shape.y - shape.down, shape.x + shape.across, shape.y + shape.down
    return shape.x, shape.y, shape.x, shape.y


def format_length(value: float) -> str:
    """A length to a hundredth, as short as it can be.

    >>> format_length(12.0), format_length(0.126), format_length(-0.001)
    ('12', '0.13', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text if text != "-0" else "0"
