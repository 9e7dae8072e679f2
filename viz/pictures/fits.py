"""What a picture is to be shown on: its size, and how small a text can be read there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from tracer.errors import PlyscopeError
from tracer.text import clean, nearest

SLIDE = "slide"
"""What a picture is shown on unless something else is said."""
NONE = "none"
"""A picture as large as it comes."""
PIXEL = 0.75
"""Points of a pixel at its own size."""
INCH = 25.4
"""Millimetres, or 72 points."""
READ_ON_SCREENS, READ_ON_PAPER = 14 * PIXEL, 7.0
"""Points of the smallest text that is read: 14 pixels of 1,080 lines, and in print."""
READ_NEAR = 11 * PIXEL
"""The same in a small picture, which is read from as near as the text around it."""
SMALL, LARGE = 500, 800
"""Pixels of the longer side of a picture that is small, and of one that is none any more."""
PRINTED = 300
"""Dots an inch of paper."""
PRINTED_HEIGHT = 230.0
"""Millimetres of text on a page, without a caption of two lines."""
LINES = 1080
"""Lines of a screen up to which a pixel is as large as any; those of a finer one are smaller."""
LEAST, MOST = 100, 20_000
"""Pixels of a side."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What a picture is shown on."""

    width: float
    """In points."""
    height: float
    smallest: float
    """Points that text has at least, at that size."""
    dpi: int
    """Dots an inch that it has."""

    def scale(self, width: float, height: float) -> float:
        """By how much a drawing of some size grows until it fills this."""
        return min(self.width / width, self.height / height)

    def told(self, width: float, height: float) -> str:
        """A size in points as it is known there: in pixels of a screen, in millimetres of paper.

        >>> FITS["slide"].told(1440, 810), FITS["page"].told(720, 360)
        ('1,920×1,080 pixels', '254×127 mm')
        """
        if self.dpi == PRINTED:
            return f"{ceil(width * INCH / 72):,}×{ceil(height * INCH / 72):,} mm"
        return f"{ceil(width / PIXEL):,}×{ceil(height / PIXEL):,} pixels"


def _on_screen(width: int, height: int) -> Fit:
    smallness = (LARGE - max(width, height)) / (LARGE - SMALL)
    smallest = READ_ON_SCREENS - min(max(smallness, 0.0), 1.0) * (READ_ON_SCREENS - READ_NEAR)
    return Fit(width * PIXEL, height * PIXEL, smallest * max(1.0, height / LINES), 96)


def _on_paper(width: float, height: float) -> Fit:
    return Fit(width * 72 / INCH, height * 72 / INCH, READ_ON_PAPER, PRINTED)


FITS: Mapping[str, Fit | None] = {
    SLIDE: _on_screen(1920, 1080),
    "page": _on_paper(160, PRINTED_HEIGHT),
    "column": _on_paper(85, PRINTED_HEIGHT),
    "square": _on_screen(1080, 1080),
    NONE: None,
}
"""By the names that the command line knows: a screen, the text of a page of A4, one of its two columns, a post."""


def fit(name: str) -> Fit | None:
    """What a name or a size in pixels means; None where a picture is as large as it comes.

    >>> fit("1600x900"), fit("400x300")
    (Fit(width=1200.0, height=675.0, smallest=10.5, dpi=96), Fit(width=300.0, height=225.0, smallest=8.25, dpi=96))

    Raises:
        PlyscopeError: it is neither.
    """
    if name in FITS:
        return FITS[name]
    if (size := re.fullmatch(r"(\d{1,6})[x×](\d{1,6})", name)) is None:
        known = ", ".join(FITS)
        raise PlyscopeError(
            f"fit is {clean(name)!r}{nearest(name, FITS)}; there are: {known}, or pixels as in 1600x900"
        )
    width, height = map(int, size.groups())
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise PlyscopeError(f"fit is {clean(name)}: give {LEAST} to {MOST:,} pixels a side")
    return _on_screen(width, height)
