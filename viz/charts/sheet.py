"""A chart around its axes: title above, legend and note below, everything as wide as the text in it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tracer.errors import PlyscopeError
from viz.charts.axes import BOLD, SMALL, TEXT, Axes, hatched, sign
from viz.charts.cells import CellLook
from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Paint, Path, Rectangle, Shape, Text
from viz.pictures.theme import Theme

NARROWEST, WIDEST = 3.0, 40.0
"""Inches of a chart."""
COARSEST, FINEST = 50, 1_200
"""Dots an inch."""
TITLE = 9.0
"""Size of the title in points."""
LEADING = 1.45
"""Height of a line of text in its size."""
LEFT, RIGHT, EDGE = 0.62, 0.2, 0.1
"""Inches left and right of the axes, and around everything."""
TICKS = 0.44
"""Inches below the axes for the numbers and their name."""
GAP = 4.0
"""Points between the legend and the note."""
LEGEND = 12.5
"""Points from one row of the legend to the next."""
SIGN, APART, COLUMN = 1.7, 0.5, 1.0
"""Width of a sign of the legend, the space behind it and that behind its words, in text sizes."""
HATCH_WIDTH = 0.6
"""Of the lines of a hatching, in points."""
MOST_LINES = 3
"""Of a text that is wider than the chart."""

Signs = Callable[[float, float, float, float], Sequence[Shape]]
"""Draws a sign of a legend into an area: left, top, width and height."""


@dataclass(frozen=True)
class Sign:
    """An entry of a legend."""

    label: str
    draw: Signs


@dataclass(frozen=True)
class Sheet:
    """A chart with its title, legend and note in place, and axes as large as was asked for."""

    width: float
    height: float
    around: Around
    shapes: Sequence[Shape]
    """Title, legend and note."""
    axes: Sequence[Axes]

    @property
    def canvas(self) -> Canvas:
        """The drawing, with what was drawn between the axes until now."""
        drawn = [shape for axes in self.axes for shape in axes.shapes]
        theme, lines = self.around.theme, (*self.around.lines, self.around.note)
        said = " ".join(filter(None, lines))
        return Canvas(self.width, self.height, theme.background, (*drawn, *self.shapes), self.around.title, said)


@dataclass(frozen=True)
class Around:
    """What stands around the axes."""

    title: str
    lines: Sequence[str]
    """Below the title."""
    signs: Sequence[Sign]
    """Of the legend."""
    note: str
    theme: Theme
    titled: bool = False
    """Whether the axes have titles of their own, which need a line."""
    numbered: bool = True
    """Whether there are numbers below the axes."""


@dataclass(frozen=True)
class Margins:
    """What is kept free left and right of all axes, in inches."""

    left: float = LEFT
    right: float = RIGHT


MARGINS = Margins()


def room(width: float, panels: int = 1, gap: float = 0.0, margins: Margins = MARGINS) -> float:
    """Return the points across that are left for each of some axes beside one another, in so many inches.

    Raises:
        PlyscopeError: the width draws nothing that could be read.
    """
    if not NARROWEST <= width <= WIDEST:
        raise PlyscopeError(f"width is {width:g}: give inches, {NARROWEST:g} to {WIDEST:g}")
    return 72 * (width - margins.left - margins.right - gap * (panels - 1)) / panels


def check_dots(dpi: int | None) -> None:
    """Refuse a resolution that draws nothing that could be read.

    Raises:
        PlyscopeError: it is one.
    """
    if dpi is not None and not COARSEST <= dpi <= FINEST:
        raise PlyscopeError(f"dpi is {dpi}: give {COARSEST} to {FINEST} dots an inch")


def lay_out(
    around: Around,
    size: tuple[float, float],
    *,
    width: float,
    panels: int = 1,
    gap: float = 0,
    margins: Margins = MARGINS,
) -> Sheet:
    """Lay a chart out from the top down: title, axes, numbers, legend, note.

    Args:
        around: what stands around the axes.
        size: of each of the axes, across and down, in points.
        width: inches.
        panels: axes beside one another.
        gap: inches between them.
        margins: what is free left and right of them.
    """
    theme, inside, left = around.theme, (width - 2 * EDGE) * 72, EDGE * 72
    shapes: list[Shape] = []
    top = left
    for lines, line_size, colour, bold in (
        (wrap([around.title], TITLE, inside), TITLE, theme.text, False),
        (wrap(around.lines, TEXT, inside), TEXT, theme.faint, False),
    ):
        for line in lines:
            shapes.append(_text(line, left, top, line_size, colour, bold=bold))
            top += line_size * LEADING
    top += left + (TEXT * LEADING if around.titled else 0)
    axes = [Axes(72 * margins.left + k * (size[0] + 72 * gap), top, *size, theme) for k in range(panels)]
    top += size[1] + (TICKS if around.numbered else EDGE) * 72
    for row in _rows(around.signs, inside):
        _legend(shapes, row, left, top, theme)
        top += LEGEND
    note = wrap([around.note] if around.note else [], SMALL, inside)
    top += GAP if note else 0
    for line in note:
        shapes.append(_text(line, left, top, SMALL, theme.faint))
        top += SMALL * LEADING
    return Sheet(width * 72, top + left, around, shapes, axes)


def wrap(lines: Sequence[str], size: float, points: float) -> list[str]:
    """Break lines of text that are wider than so many points; at most `MOST_LINES` of each."""
    found: list[str] = []
    for line in lines:
        parts = list(font.wrap(line, size, points)) if line.strip() else []
        found += parts if len(parts) <= MOST_LINES else [*parts[: MOST_LINES - 1], f"{parts[MOST_LINES - 1]} …"]
    return found


def swatch(label: str, look: CellLook) -> Sign:
    """Return the entry of a kind of areas."""
    return Sign(label, lambda left, top, width, height: area(left, top, width, height, look))


def area(left: float, top: float, width: float, height: float, look: CellLook) -> list[Shape]:
    """Return an area with its hatching."""
    lines = Paint(line=look.stripe, width=HATCH_WIDTH)
    filled = Rectangle(left, top, width, height, Paint(fill=look.fill))
    return [filled, *hatched((left, top, left + width, top + height), look.hatch, lines)]


def outlined(label: str, paint: Paint) -> Sign:
    """Return the entry of an outline."""
    return Sign(label, lambda left, top, width, height: [Rectangle(left, top, width, height, paint)])


def line_sign(label: str, paint: Paint | None, kind: str = "", size: float = 0.0, marked: Paint | None = None) -> Sign:
    """Return the entry of a line, of the signs on it, or of both."""

    def draw(left: float, top: float, width: float, height: float) -> list[Shape]:
        middle = top + height / 2
        found: list[Shape] = [] if paint is None else [Path(((left, middle), (left + width, middle)), paint)]
        if kind and marked is not None:
            found.append(sign(kind, left + width / 2, middle, size, marked))
        return found

    return Sign(label, draw)


def _text(line: str, left: float, top: float, size: float, colour: str, *, bold: bool = False) -> Text:
    return Text(left, top + font.ASCENT * size, line, size, colour, Anchor.START, BOLD if bold else 0.0)


def _rows(signs: Sequence[Sign], inside: float) -> list[list[Sign]]:
    """The signs of a legend in rows, as many in each as have room."""
    rows: list[list[Sign]] = []
    left = 0.0
    for one in signs:
        width = _width(one)
        if not rows or width > left:
            rows.append([])
            left = inside
        rows[-1].append(one)
        left -= width
    return rows


def _width(one: Sign) -> float:
    return font.width(one.label, TEXT) + (SIGN + APART + COLUMN) * TEXT


def _legend(shapes: list[Shape], row: Sequence[Sign], left: float, top: float, theme: Theme) -> None:
    """Draw a row of a legend."""
    high = 0.7 * TEXT
    for one in row:
        shapes += one.draw(left, top + (LEGEND - high) / 2, SIGN * TEXT, high)
        words = left + (SIGN + APART) * TEXT
        shapes.append(Text(words, font.middle(top + LEGEND / 2, TEXT), one.label, TEXT, theme.text, Anchor.START))
        left += _width(one)
