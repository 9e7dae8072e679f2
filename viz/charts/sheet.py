"""A figure around its axes: title above, legend and note below, everything as wide as the text in it needs."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tracer.errors import PlyscopeError
from viz.charts import plot
from viz.pictures.theme import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NARROWEST, WIDEST = 3.0, 40.0
"""Inches of a figure."""
COARSEST, FINEST = 50, 1_200
"""Dots an inch."""
TITLE, SMALL = 9.0, 7.0
"""Sizes of text in points, beside the ordinary one."""
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
SWATCH = 3.2
"""Width of a sign of the legend and the space beside it, in text sizes."""


@dataclass(frozen=True)
class Sheet:
    """A figure with its title, legend and note in place, and axes as large as was asked for, on whole pixels."""

    figure: Figure
    axes: Sequence[Axes]
    pixels: tuple[int, int]
    """Of each of the axes, across and down."""


@dataclass(frozen=True)
class Around:
    """What stands around the axes."""

    title: str
    lines: Sequence[str]
    """Below the title."""
    signs: Sequence[Any]
    """Of the legend: artists with a label."""
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


def dots(width: float, dpi: int, panels: int = 1, gap: float = 0.0, margins: Margins = MARGINS) -> int:
    """Pixels across that are left for each of some axes beside one another.

    Raises:
        PlyscopeError: the width or the resolution draws nothing that could be read.
    """
    if not NARROWEST <= width <= WIDEST:
        raise PlyscopeError(f"width is {width:g}: give inches, {NARROWEST:g} to {WIDEST:g}")
    if not COARSEST <= dpi <= FINEST:
        raise PlyscopeError(f"dpi is {dpi}: give {COARSEST} to {FINEST} dots an inch")
    return int((width - margins.left - margins.right - gap * (panels - 1)) * dpi / panels)


def lay_out(
    around: Around,
    pixels: tuple[int, int],
    *,
    width: float,
    dpi: int,
    panels: int = 1,
    gap: float = 0,
    margins: Margins = MARGINS,
) -> Sheet:
    """Lay a figure out from the bottom up: note, legend, numbers, axes, title.

    Args:
        around: what stands around the axes.
        pixels: of each of the axes, across and down; from `across`.
        width: inches.
        dpi: dots an inch.
        panels: axes beside one another.
        gap: inches between them.
        margins: what is free left and right of them.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    room = (width - 2 * EDGE) * 72
    title, lines = wrap([around.title], TITLE, room), wrap(around.lines, plot.TEXT, room)
    note = wrap([around.note] if around.note else [], SMALL, room)
    rows = _rows(around.signs, room)
    noted = EDGE + (len(note) * SMALL * LEADING + (GAP if note else 0)) / 72
    below = noted + len(rows) * LEGEND / 72 + (TICKS if around.numbered else EDGE)
    above = (len(title) * TITLE + (len(lines) + around.titled) * plot.TEXT) * LEADING / 72 + EDGE * 2
    bottom = round(below * dpi)
    box = (round(width * dpi), bottom + pixels[1] + round(above * dpi))
    height = box[1] / dpi
    # A little more than so many pixels, for a bitmap has the whole ones.
    inches = ((box[0] + 0.001) / dpi, (box[1] + 0.001) / dpi)
    figure = Figure(inches, dpi=dpi, facecolor=around.theme.background)
    FigureCanvasAgg(figure)
    axes = [
        figure.add_axes((left / box[0], bottom / box[1], pixels[0] / box[0], pixels[1] / box[1]))
        for left in (round(margins.left * dpi) + k * (pixels[0] + round(gap * dpi)) for k in range(panels))
    ]
    for one in axes:
        _dress(one, around.theme)
    _write(figure, [(line, TITLE, around.theme.text) for line in title], height - EDGE)
    _write(
        figure,
        [(line, plot.TEXT, around.theme.faint) for line in lines],
        height - EDGE - len(title) * TITLE * LEADING / 72,
    )
    _write(figure, [(line, SMALL, around.theme.faint) for line in note], EDGE + len(note) * SMALL * LEADING / 72)
    _legend(figure, rows, around.theme, noted)
    return Sheet(figure, axes, pixels)


def wrap(lines: Sequence[str], size: float, room: float) -> list[str]:
    """Lines of text, broken where they are wider than so many points; at most three of each."""
    found: list[str] = []
    for line in lines:
        limit = len(line)
        while limit > 8 and max((plot.extent(part, size) for part in _broken(line, limit)), default=0) > room:
            limit = limit * 9 // 10
        parts = _broken(line, limit)
        found += [*parts[:2], parts[2] + " …"] if len(parts) > 3 else parts
    return found


def _broken(line: str, limit: int) -> list[str]:
    return textwrap.wrap(line, limit, break_on_hyphens=False) if line.strip() else []


def _write(figure: Figure, lines: Sequence[tuple[str, float, str]], top: float) -> None:
    """Write lines of text under one another, from so many inches above the bottom on."""
    width, height = figure.get_size_inches()
    for text, size, colour in lines:
        figure.text(EDGE / width, top / height, text, size=size, color=colour, va="top")
        top -= size * LEADING / 72


def _dress(axes: Axes, theme: Theme) -> None:
    axes.set_facecolor(theme.background)
    axes.xaxis.label.set_color(theme.text)
    axes.yaxis.label.set_color(theme.text)
    axes.tick_params(colors=theme.edge, labelcolor=theme.faint, width=0.6, length=3, labelsize=plot.TEXT)
    for side, spine in axes.spines.items():
        spine.set_color(theme.edge)
        spine.set_visible(side in ("left", "bottom"))


def _rows(signs: Sequence[Any], room: float) -> list[list[Any]]:
    """The signs of a legend in rows, as many in each as have room."""
    rows: list[list[Any]] = []
    left = 0.0
    for sign in signs:
        width = plot.extent(sign.get_label(), plot.TEXT) + SWATCH * plot.TEXT
        if not rows or width > left:
            rows.append([])
            left = room
        rows[-1].append(sign)
        left -= width
    return rows


def _legend(figure: Figure, rows: Sequence[Sequence[Any]], theme: Theme, bottom: float) -> None:
    """Write the rows of a legend, the last of them so many inches above the bottom."""
    width, height = figure.get_size_inches()
    for place, row in enumerate(reversed(rows)):
        legend = figure.legend(
            handles=list(row),
            loc="lower left",
            bbox_to_anchor=(EDGE / width, (bottom + place * LEGEND / 72) / height),
            ncols=len(row),
            frameon=False,
            borderpad=0,
            borderaxespad=0,
            handlelength=1.7,
            handletextpad=0.5,
            columnspacing=1.0,
            fontsize=plot.TEXT,
            labelcolor=theme.text,
        )
        legend.set_gid(f"legend-{place}")
