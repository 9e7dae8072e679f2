"""Plots: matplotlib set up so that the same trace gives the same bytes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

from tracer.errors import PlyscopeError
from tracer.text import clean, nearest
from viz.libraries import REMEDIES
from viz.pictures.roles import Kind
from viz.pictures.theme import Theme, theme

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")
DPI = 200
"""Dots an inch of a bitmap: fit for print."""
FONT = "DejaVu Sans"
"""Comes with matplotlib, so that it is the same everywhere."""
TEXT = 7.5
"""Size of text in points."""

DASHES: tuple[Any, ...] = ("-", (0, (4, 1.5)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)), (0, (2.5, 1)), (0, (8, 2)))
"""Of lines that are told apart without colour, too; as many as `line_colours`."""

_RC: dict[str, Any] = {
    "font.family": [FONT],
    "font.size": TEXT,
    "svg.fonttype": "none",
    "svg.hashsalt": "plyscope",
    "pdf.fonttype": 42,
    # A label is never read as TeX.
    "text.parse_math": False,
    "text.usetex": False,
    "axes.linewidth": 0.6,
    "hatch.linewidth": 0.6,
    "path.simplify": False,
}
_METADATA: dict[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
_UNITS = ("", "k", "M", "G", "T", "P", "E")


@contextmanager
def drawing() -> Iterator[None]:
    """Matplotlib as plots need it, whatever the user's own settings are.

    Raises:
        PlyscopeError: matplotlib is not installed.
    """
    try:
        import matplotlib.style
    except ImportError as error:
        raise PlyscopeError(REMEDIES["matplotlib"]) from error
    with matplotlib.style.context([_RC], after_reset=True), warnings.catch_warnings():
        # What the font has no picture of is drawn as a box.
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        yield


def save(figure: Figure, stream: BinaryIO, format: str) -> None:
    """Write a figure, inside `drawing`.

    Raises:
        PlyscopeError: there is no such format.
    """
    wanted = format.lower().lstrip(".")
    if wanted not in FORMATS:
        raise PlyscopeError(f"no plot as {clean(format)!r}{nearest(wanted, FORMATS)}; there are: {', '.join(FORMATS)}")
    figure.savefig(stream, format=wanted, metadata=_METADATA[wanted], facecolor=figure.get_facecolor())


def abbreviate(count: float) -> str:
    """A large number as an axis has it.

    >>> [abbreviate(count) for count in (0, 950, 1_000, 12_500, 1_200_000, 3e9, 1e24)]
    ['0', '950', '1 k', '12.5 k', '1.2 M', '3 G', '1e+24']
    """
    unit = 0
    while abs(count) >= 1_000 and unit < len(_UNITS) - 1:
        count, unit = count / 1_000, unit + 1
    return f"{count:.4g} {_UNITS[unit]}".strip() if abs(count) < 1_000 else f"{count * 1_000.0**unit:.0e}"


def looks(wanted: Theme | str) -> Theme:
    """A theme, or the one of a name.

    Raises:
        PlyscopeError: there is none of that name.
    """
    return theme(wanted) if isinstance(wanted, str) else wanted


def line_colours(theme: Theme) -> list[str]:
    """Colours of lines that are compared."""
    kinds = (Kind.MAX, Kind.MIN, Kind.TABLE, Kind.CHANCE)
    return [*(theme.kinds[kind].line for kind in kinds), theme.text, theme.cutoff]


def extent(text: str, size: float) -> float:
    """Width of a line of text in points; call it inside `drawing`."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    width: float = text_to_path.get_text_width_height_descent(
        text, FontProperties(family=[FONT], size=size), ismath=False
    )[0]
    return width
