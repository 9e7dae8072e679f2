"""A drawing as SVG: the same drawing gives the same text, and nothing in it links, loads or runs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape

from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Ellipse, Group, Paint, Path, Point, Rectangle, Shape, Text

SIZE = 11.0
"""Of text that does not say its own, in points."""
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text(canvas: Canvas) -> str:
    """A drawing as the text of an SVG file, whose unit is the point."""
    return "\n".join([*lines(canvas), ""])


def lines(canvas: Canvas) -> Iterator[str]:
    """The lines of the file."""
    yield from document(canvas, shapes(canvas.shapes))


def document(canvas: Canvas, body: Iterable[str]) -> Iterator[str]:
    """The lines of a file that has a drawing's size and words, and a body of its own."""
    width, height = number(canvas.width), number(canvas.height)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="{font.FALLBACKS}" font-size="{number(SIZE)}" '
        'text-anchor="middle">'
    )
    if canvas.title:
        yield f"<title>{quoted(canvas.title)}</title>"
    if canvas.description:
        yield f"<desc>{quoted(canvas.description)}</desc>"
    yield f'<rect width="{width}" height="{height}" fill="{quoted(canvas.background)}"/>'
    yield from body
    yield "</svg>"


def quoted(text: str) -> str:
    r"""Text as it stands in an element or an attribute; what XML cannot hold becomes the replacement character.

    >>> quoted('<a href="x">&\x00')
    '&lt;a href=&quot;x&quot;&gt;&amp;�'
    """
    return escape(_NOT_XML.sub("\ufffd", text))


def number(value: float) -> str:
    """A length to a hundredth, as short as it can be.

    >>> number(12.0), number(0.126), number(-0.001)
    ('12', '0.13', '0')
    """
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return shown if shown != "-0" else "0"


def shapes(drawn: Iterable[Shape]) -> Iterator[str]:
    """Shapes as elements."""
    for shape in drawn:
        if isinstance(shape, Text):
            yield _text(shape)
        elif isinstance(shape, Path):
            yield _path(shape)
        elif isinstance(shape, Rectangle):
            yield _rectangle(shape)
        elif isinstance(shape, Ellipse):
            yield (
                f'<ellipse cx="{number(shape.x)}" cy="{number(shape.y)}" rx="{number(shape.across)}" '
                f'ry="{number(shape.down)}"{_paint(shape.paint)}/>'
            )
        else:
            yield from _group(shape)


def _group(group: Group) -> Iterator[str]:
    name = f' id="{quoted(group.name)}"' if group.name else ""
    title = f"<title>{quoted(group.title)}</title>" if group.title else ""
    yield f"<g{name}>{title}"
    yield from shapes(group.shapes)
    yield "</g>"


def _text(shape: Text) -> str:
    size = "" if shape.size == SIZE else f' font-size="{number(shape.size)}"'
    anchor = "" if shape.anchor is Anchor.MIDDLE else f' text-anchor="{shape.anchor}"'
    # Runs of spaces would shrink to one.
    shown = quoted(shape.text).replace("  ", "\u00a0 ")
    return (
        f'<text x="{number(shape.x)}" y="{number(shape.y)}"{size}{anchor} fill="{_colour(shape.colour)}">{shown}</text>'
    )


def _path(shape: Path) -> str:
    paint = _paint(shape.paint)
    if shape.curved:
        first, *rest = shape.points
        return f'<path d="M{_points([first])}C{_points(rest)}{"Z" if shape.closed else ""}"{paint}/>'
    return f'<{"polygon" if shape.closed else "polyline"} points="{_points(shape.points)}"{paint}/>'


def _points(points: Iterable[Point]) -> str:
    return " ".join([f"{number(x)},{number(y)}" for x, y in points])


def _rectangle(shape: Rectangle) -> str:
    radius = f' rx="{number(shape.radius)}"' if shape.radius else ""
    return (
        f'<rect x="{number(shape.x)}" y="{number(shape.y)}" width="{number(shape.width)}" '
        f'height="{number(shape.height)}"{radius}{_paint(shape.paint)}/>'
    )


@lru_cache(maxsize=1 << 10)
def _colour(colour: str) -> str:
    return quoted(colour)


@lru_cache(maxsize=1 << 10)
def _paint(paint: Paint) -> str:
    """The attributes of a shape's paint."""
    fill = f' fill="{quoted(paint.fill or "none")}"'
    if not paint.line:
        return fill
    width = "" if paint.width == 1 else f' stroke-width="{number(paint.width)}"'
    dashes = ",".join(map(number, paint.pattern))
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'{fill} stroke="{quoted(paint.line)}"{width}{dash}'
