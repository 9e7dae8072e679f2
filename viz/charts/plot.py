"""What charts have in common: their registry entries, their formats and colours, how their numbers are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tracer.errors import PlyscopeError
from tracer.text import clean, nearest
from viz.paper.canvas import Canvas, Paint
from viz.pictures.roles import Kind
from viz.pictures.theme import Theme, theme_by_name


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A picture of a whole trace, however large."""

    name: str
    """As the command line knows it."""
    shows: str
    """In a few words."""
    draw: Callable[..., Canvas]
    """Draws a trace; its options shape it."""
    takes: tuple[str, ...]
    """The options of `viz.Options` that shape it."""
    several: bool = False
    """Whether it compares several traces, which it then takes in place of one."""


CHART_FORMATS = ("svg", "png", "pdf")
DEFAULT_DPI = 200
"""Dots an inch of a bitmap: fit for print."""
DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (4, 1.5),
    (1.2, 1.2),
    (6, 1.5, 1.2, 1.5),
    (2.5, 1),
    (8, 2),
)
"""Of lines that are told apart without colour, too: lengths drawn and left out, in line widths. As many as
`line_colours`."""
MARKERS = "os^Dv*"
"""Signs on lines, by the letters of `axes.draw_sign`."""
LINE_WIDTH = 1.2
"""Of a line, in points."""
_UNITS = ("", "k", "M", "G", "T", "P", "E")


def abbreviate(count: float) -> str:
    """A large number as an axis has it.

    >>> [abbreviate(count) for count in (0, 950, 1_000, 12_500, 1_200_000, 3e9, 1e24)]
    ['0', '950', '1 k', '12.5 k', '1.2 M', '3 G', '1e+24']
    """
    unit = 0
    while abs(count) >= 1_000 and unit < len(_UNITS) - 1:
        count, unit = count / 1_000, unit + 1
    return f"{count:.4g} {_UNITS[unit]}".strip() if abs(count) < 1_000 else f"{count * 1_000.0**unit:.0e}"


FIT_WIDTHS = {"slide": None, "page": 160 / 25.4, "column": 85 / 25.4}
"""Inches of what a figure is shown on; None is as wide as it comes, at 16:9: then a bitmap has 1920×1080 pixels."""


def fit_size(fit: str | None, slide_width: float) -> tuple[float, float | None]:
    """Return width and height in inches for what a figure is shown on; None is nothing in particular.

    Raises:
        PlyscopeError: it is none of `FIT_WIDTHS`.
    """
    if fit is None:
        return slide_width, None
    if fit not in FIT_WIDTHS:
        raise PlyscopeError(f"--fit is {', '.join(FIT_WIDTHS)}, not {clean(fit, 40)!r}{nearest(fit, FIT_WIDTHS)}")
    width = FIT_WIDTHS[fit]
    return (slide_width, slide_width * 9 / 16) if width is None else (width, None)


def resolve_theme(wanted: Theme | str) -> Theme:
    """A theme, or the one of a name.

    Raises:
        PlyscopeError: there is none of that name.
    """
    return theme_by_name(wanted) if isinstance(wanted, str) else wanted


def line_colours(theme: Theme) -> list[str]:
    """Colours of lines that are compared."""
    kinds = (Kind.MAX, Kind.MIN, Kind.TABLE, Kind.CHANCE)
    return [*(theme.kinds[kind].line for kind in kinds), theme.text, theme.cutoff]


def curve_paint(colour: str, number: int) -> Paint:
    """Return how a line is drawn that is told from others by one of `DASHES`, too."""
    return Paint(
        line=colour, width=LINE_WIDTH, dashes=tuple(length * LINE_WIDTH for length in DASHES[number % len(DASHES)])
    )


def marker_paint(colour: str, theme: Theme, *, is_hollow: bool) -> Paint:
    """Return how a sign on such a line is drawn."""
    return Paint(fill=theme.background if is_hollow else colour, line=colour, width=0.9)
