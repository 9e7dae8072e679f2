"""What a picture is to be shown on: its size, and how small a text can be read there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from tracer.errors import PlyscopeError
from tracer.text import clean, nearest

DEFAULT_FIT = "slide"
"""What a picture is shown on unless something else is said."""
NO_FIT = "none"
"""A picture as large as it comes."""
POINTS_PER_PIXEL = 0.75
"""Points of a pixel at its own size."""
MM_PER_INCH = 25.4
"""Millimetres, or 72 points."""
MIN_SCREEN_TEXT, MIN_PAPER_TEXT = 14 * POINTS_PER_PIXEL, 7.0
"""Points of the smallest text that is read: 14 pixels of 1,080 lines, and in print."""
NEAR_SCREEN_TEXT = 11 * POINTS_PER_PIXEL
"""The same in a small picture, which is read from as near as the text around it."""
SMALL_SIDE, LARGE_SIDE = 500, 800
"""Pixels of the longer side of a picture that is small, and of one that is none any more."""
PRINT_DPI = 300
"""Dots an inch of paper."""
PRINT_HEIGHT = 230.0
"""Millimetres of text on a page, without a caption of two lines."""
REFERENCE_SCREEN_HEIGHT = 1080
"""Lines of a screen up to which a pixel is as large as any; those of a finer one are smaller."""
MIN_SIDE, MAX_SIDE = 100, 20_000
"""Pixels of a side."""


@dataclass(frozen=True, slots=True)
class DisplaySize:
    """What a picture is shown on."""

    width: float
    """In points."""
    height: float
    min_text_size: float
    """Points that text has at least, at that size."""
    dpi: int
    """Dots an inch that it has."""

    def scale(self, width: float, height: float) -> float:
        """By how much a drawing of some size grows until it fills this."""
        return min(self.width / width, self.height / height)

    def describe_size(self, width: float, height: float) -> str:
        """A size in points as it is known there: in pixels of a screen, in millimetres of paper.

        >>> NAMED_SIZES["slide"].describe_size(1440, 810), NAMED_SIZES["page"].describe_size(720, 360)
        ('1,920×1,080 pixels', '254×127 mm')
        """
        if self.dpi == PRINT_DPI:
            return f"{ceil(width * MM_PER_INCH / 72):,}×{ceil(height * MM_PER_INCH / 72):,} mm"
        return f"{ceil(width / POINTS_PER_PIXEL):,}×{ceil(height / POINTS_PER_PIXEL):,} pixels"


def _screen_size(width: int, height: int) -> DisplaySize:
    smallness = (LARGE_SIDE - max(width, height)) / (LARGE_SIDE - SMALL_SIDE)
    min_text_size = MIN_SCREEN_TEXT - min(max(smallness, 0.0), 1.0) * (MIN_SCREEN_TEXT - NEAR_SCREEN_TEXT)
    return DisplaySize(
        width * POINTS_PER_PIXEL,
        height * POINTS_PER_PIXEL,
        min_text_size * max(1.0, height / REFERENCE_SCREEN_HEIGHT),
        96,
    )


def _paper_size(width: float, height: float) -> DisplaySize:
    return DisplaySize(width * 72 / MM_PER_INCH, height * 72 / MM_PER_INCH, MIN_PAPER_TEXT, PRINT_DPI)


NAMED_SIZES: Mapping[str, DisplaySize | None] = {
    DEFAULT_FIT: _screen_size(1920, 1080),
    "page": _paper_size(160, PRINT_HEIGHT),
    "column": _paper_size(85, PRINT_HEIGHT),
    "square": _screen_size(1080, 1080),
    NO_FIT: None,
}
"""By the names that the command line knows: a screen, the text of a page of A4, one of its two columns, a post."""


def parse_display_size(name: str) -> DisplaySize | None:
    """What a name or a size in pixels means; None where a picture is as large as it comes.

    >>> parse_display_size("1600x900")
    DisplaySize(width=1200.0, height=675.0, min_text_size=10.5, dpi=96)
    >>> parse_display_size("400x300")
    DisplaySize(width=300.0, height=225.0, min_text_size=8.25, dpi=96)

    Raises:
        PlyscopeError: it is neither.
    """
    if name in NAMED_SIZES:
        return NAMED_SIZES[name]
    if (pixel_sides := re.fullmatch(r"(\d{1,6})[x×](\d{1,6})", name)) is None:
        known_names = ", ".join(NAMED_SIZES)
        raise PlyscopeError(
            f"fit is {clean(name)!r}{nearest(name, NAMED_SIZES)}; there are: {known_names}, or pixels as in 1600x900"
        )
    width, height = map(int, pixel_sides.groups())
    if not (MIN_SIDE <= width <= MAX_SIDE and MIN_SIDE <= height <= MAX_SIDE):
        raise PlyscopeError(f"fit is {clean(name)}: give {MIN_SIDE} to {MAX_SIDE:,} pixels a side")
    return _screen_size(width, height)
