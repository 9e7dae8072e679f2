"""Text that can be read on the ground that it stands on, in every theme."""

from __future__ import annotations

from functools import lru_cache

from rich.style import Style
from textual.color import BLACK, WHITE, Color

PLAIN, FAINT = 4.5, 3.0
"""Contrast of text at least, and of text that is meant to stand back (WCAG 2, 1.4.3)."""
STANDS_BACK = frozenset({"ahead", "pruned", "pruned-detail", "off"})
"""Names of styles of text that stands back."""
LINES = frozenset({"guide", "bar", "edge"})
"""Names of styles of what is no text."""
NEARER = 0.05
"""By so much of the way to black or white a colour is changed at a time."""


def contrast(one: Color, other: Color) -> float:
    """How well two colours are told apart, from 1 to 21: the contrast ratio of WCAG 2.

    >>> round(contrast(BLACK, WHITE)), round(contrast(Color.parse("#777777"), WHITE), 1)
    (21, 4.5)
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def legible(style: Style, name: str, ground: Style) -> Style:
    """A style on a ground, its colour changed no more than it has to be to be read there.

    Args:
        style: colour and ground of a text.
        name: the name of the style, by which it is text, text that stands back, or none.
        ground: the style whose ground is laid under it instead of its own.
    """
    laid = style + Style(bgcolor=ground.bgcolor)
    if laid.color is None or laid.bgcolor is None or name in LINES:
        return laid
    if laid.color.triplet is None or laid.bgcolor.triplet is None:
        return laid  # the terminal's own colours, which nobody knows
    colour, under = Color.from_rich_color(laid.color), Color.from_rich_color(laid.bgcolor)
    return laid + Style(color=_nearer(colour, under, FAINT if name in STANDS_BACK else PLAIN).rich_color)


@lru_cache(maxsize=1024)
def _nearer(colour: Color, ground: Color, least: float) -> Color:
    end = max(BLACK, WHITE, key=lambda one: contrast(one, ground))
    part, found = 0.0, colour
    while contrast(found, ground) < least and part < 1:
        part += NEARER
        found = colour.blend(end, min(part, 1))
    return found


def _luminance(colour: Color) -> float:
    """How bright a colour is to the eye, from 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
