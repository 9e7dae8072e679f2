"""A chart around its axes: title above, legend and note below, everything as wide as the text in it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tracer.errors import PlyscopeError
from tracer.text import clean
from viz.charts import plot
from viz.charts.axes import SMALL_TEXT_SIZE, TEXT_SIZE, Axes, draw_sign, iter_hatch_lines
from viz.charts.cell_kinds import CellLook
from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Paint, Path, Rectangle, Shape, Text
from viz.pictures.theme import LIGHT, Theme

MIN_WIDTH, MAX_WIDTH = 3.0, 40.0
"""Inches of a chart."""
MIN_DPI, MAX_DPI = 50, 1_200
"""Dots an inch."""
TITLE_SIZE = 9.0
"""Size of the title in points."""
LINE_SPACING = 1.45
"""Height of a line of text in its size."""
LEFT_MARGIN, RIGHT_MARGIN, SHEET_EDGE = 0.62, 0.2, 0.1
"""Inches left and right of the axes, and around everything."""
TICK_ROOM = 0.44
"""Inches below the axes for the numbers and their name."""
NOTE_GAP = 4.0
"""Points between the legend and the note."""
LEGEND_ROW_HEIGHT = 12.5
"""Points from one row of the legend to the next."""
SIGN_WIDTH, SIGN_GAP, ENTRY_GAP = 1.7, 0.5, 1.0
"""Width of a sign of the legend, the space behind it and that behind its words, in text sizes."""
HATCH_WIDTH = 0.6
"""Of the lines of a hatching, in points."""
MAX_LINES = 3
"""Of a text that is wider than the chart."""

DrawSign = Callable[[float, float, float, float], Sequence[Shape]]
"""Draws a sign of a legend into an area: left, top, width and height."""


@dataclass(frozen=True)
class LegendSign:
    """An entry of a legend."""

    label: str
    draw: DrawSign


@dataclass(frozen=True)
class ChartSheet:
    """A chart with its title, legend and note in place, and axes as large as was asked for."""

    width: float
    height: float
    frame_texts: FrameTexts
    shapes: Sequence[Shape]
    """Title, legend and note."""
    axes: Sequence[Axes]

    @property
    def canvas(self) -> Canvas:
        """The drawing, with what was drawn between the axes until now."""
        axes_shapes = [shape for axes in self.axes for shape in axes.shapes]
        theme, lines = self.frame_texts.theme, (*self.frame_texts.lines, self.frame_texts.note)
        description = " ".join(filter(None, lines))
        return Canvas(
            self.width, self.height, theme.background, (*axes_shapes, *self.shapes), self.frame_texts.title, description
        )


@dataclass(frozen=True)
class FrameTexts:
    """What stands around the axes."""

    title: str
    lines: Sequence[str]
    """Below the title."""
    signs: Sequence[LegendSign]
    """Of the legend."""
    note: str
    theme: Theme
    has_panel_titles: bool = False
    """Whether the axes have titles of their own, which need a line."""
    has_numbers: bool = True
    """Whether there are numbers below the axes."""


@dataclass(frozen=True)
class Margins:
    """What is kept free left and right of all axes, in inches."""

    left: float = LEFT_MARGIN
    right: float = RIGHT_MARGIN


DEFAULT_MARGINS = Margins()


def panel_width(width: float, panels: int = 1, gap: float = 0.0, margins: Margins = DEFAULT_MARGINS) -> float:
    """Return the points across that are left for each of some axes beside one another, in so many inches.

    Raises:
        PlyscopeError: the width draws nothing that could be read.
    """
    if not MIN_WIDTH <= width <= MAX_WIDTH:
        raise PlyscopeError(f"width is {width:g}: give inches, {MIN_WIDTH:g} to {MAX_WIDTH:g}")
    return 72 * (width - margins.left - margins.right - gap * (panels - 1)) / panels


@dataclass(frozen=True, kw_only=True)
class ChartLook:
    """What shapes every chart.

    Raises:
        PlyscopeError: there is no such theme, or the resolution draws nothing that could be read.
    """

    theme: Theme | str = LIGHT
    """The colours."""
    width: float = 8.0
    """Inches; by itself a slide, or a page without its margins."""
    dpi: int | None = None
    """Dots an inch of a bitmap; None is 200."""
    title: str | None = None
    """What stands above it in place of what was searched."""
    subtitle: str | None = None
    """What stands below that in place of the result."""

    def __post_init__(self) -> None:
        if self.dpi is not None and not MIN_DPI <= self.dpi <= MAX_DPI:
            raise PlyscopeError(f"dpi is {self.dpi}: give {MIN_DPI} to {MAX_DPI} dots an inch")

    @property
    def colours(self) -> Theme:
        """The theme."""
        return plot.resolve_theme(self.theme)

    def lay_out(
        self,
        title: str,
        result_lines: Sequence[str],
        height: float,
        *,
        panels: int = 1,
        gap: float = 0.0,
        margins: Margins = DEFAULT_MARGINS,
        **others: Any,
    ) -> ChartSheet:
        """Lay a chart out whose axes have so many points of height; see `lay_out_sheet` and `FrameTexts`.

        Its title and its result are said unless others are wanted.
        """
        lines = [clean(self.subtitle)] if self.subtitle else result_lines
        frame_texts = FrameTexts(title=clean(self.title or title), lines=lines, theme=self.colours, **others)
        size = (panel_width(self.width, panels, gap, margins), height)
        return lay_out_sheet(frame_texts, size, width=self.width, panels=panels, gap=gap, margins=margins)


def lay_out_sheet(
    frame_texts: FrameTexts,
    size: tuple[float, float],
    *,
    width: float,
    panels: int = 1,
    gap: float = 0,
    margins: Margins = DEFAULT_MARGINS,
) -> ChartSheet:
    """Lay a chart out from the top down: title, axes, numbers, legend, note.

    `size` is that of each of the axes, in points; `width` and `gap`, between axes beside one another, are inches.
    """
    theme, text_width, left = frame_texts.theme, (width - 2 * SHEET_EDGE) * 72, SHEET_EDGE * 72
    shapes: list[Shape] = []
    top = left

    def write_lines(lines: Sequence[str], size: float, colour: str) -> None:
        nonlocal top
        for line in wrap_lines(lines, size, text_width):
            shapes.append(Text(left, top + font.ASCENT * size, line, size, colour, Anchor.START))
            top += size * LINE_SPACING

    write_lines([frame_texts.title], TITLE_SIZE, theme.text)
    write_lines(frame_texts.lines, TEXT_SIZE, theme.faint)
    top += left + (TEXT_SIZE * LINE_SPACING if frame_texts.has_panel_titles else 0)
    axes = [Axes(72 * margins.left + index * (size[0] + 72 * gap), top, *size, theme) for index in range(panels)]
    top += size[1] + (TICK_ROOM if frame_texts.has_numbers else SHEET_EDGE) * 72
    for row in _legend_rows(frame_texts.signs, text_width):
        _draw_legend_row(shapes, row, left, top, theme)
        top += LEGEND_ROW_HEIGHT
    top += NOTE_GAP if frame_texts.note.strip() else 0
    write_lines([frame_texts.note], SMALL_TEXT_SIZE, theme.faint)
    return ChartSheet(width * 72, top + left, frame_texts, shapes, axes)


def wrap_lines(lines: Sequence[str], size: float, points: float) -> list[str]:
    """Break lines of text that are wider than so many points; at most `MAX_LINES` of each."""
    wrapped: list[str] = []
    for line in lines:
        line_parts = list(font.wrap_text(line, size, points)) if line.strip() else []
        wrapped += (
            line_parts
            if len(line_parts) <= MAX_LINES
            else [*line_parts[: MAX_LINES - 1], f"{line_parts[MAX_LINES - 1]} …"]
        )
    return wrapped


def area_sign(label: str, look: CellLook) -> LegendSign:
    """Return the entry of a kind of areas."""
    return LegendSign(label, lambda left, top, width, height: area_shapes(left, top, width, height, look))


def area_shapes(left: float, top: float, width: float, height: float, look: CellLook) -> list[Shape]:
    """Return an area with its hatching."""
    lines = Paint(line=look.stripe, width=HATCH_WIDTH)
    filled = Rectangle(left, top, width, height, Paint(fill=look.fill))
    return [filled, *iter_hatch_lines((left, top, left + width, top + height), look.hatch, lines)]


def line_sign(
    label: str, paint: Paint | None, sign_name: str = "", sign_size: float = 0.0, sign_paint: Paint | None = None
) -> LegendSign:
    """Return the entry of a line, of the signs on it, or of both."""

    def draw_line_sign(left: float, top: float, width: float, height: float) -> list[Shape]:
        middle = top + height / 2
        shapes: list[Shape] = [] if paint is None else [Path(((left, middle), (left + width, middle)), paint)]
        if sign_name and sign_paint is not None:
            shapes.append(draw_sign(sign_name, left + width / 2, middle, sign_size, sign_paint))
        return shapes

    return LegendSign(label, draw_line_sign)


def _legend_rows(signs: Sequence[LegendSign], row_width: float) -> list[list[LegendSign]]:
    """The signs of a legend in rows, as many in each as have room."""
    rows: list[list[LegendSign]] = []
    room_left = 0.0
    for sign in signs:
        width = _sign_width(sign)
        if not rows or width > room_left:
            rows.append([])
            room_left = row_width
        rows[-1].append(sign)
        room_left -= width
    return rows


def _sign_width(sign: LegendSign) -> float:
    return font.text_width(sign.label, TEXT_SIZE) + (SIGN_WIDTH + SIGN_GAP + ENTRY_GAP) * TEXT_SIZE


def _draw_legend_row(shapes: list[Shape], row: Sequence[LegendSign], left: float, top: float, theme: Theme) -> None:
    sign_height = 0.7 * TEXT_SIZE
    for sign in row:
        shapes += sign.draw(left, top + (LEGEND_ROW_HEIGHT - sign_height) / 2, SIGN_WIDTH * TEXT_SIZE, sign_height)
        label_left = left + (SIGN_WIDTH + SIGN_GAP) * TEXT_SIZE
        middle = top + LEGEND_ROW_HEIGHT / 2
        shapes.append(Text.at_middle(label_left, middle, sign.label, TEXT_SIZE, theme.text, Anchor.START))
        left += _sign_width(sign)
