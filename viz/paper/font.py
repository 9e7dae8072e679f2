"""How wide text is in the font that comes along: DejaVu Sans, whose own tables say so."""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

FILE = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
"""The font, for whatever draws text; its licence is beside it."""
FAMILY = "DejaVu Sans"
FALLBACKS = "DejaVu Sans, Verdana, sans-serif"
"""For a reader of SVG that has no DejaVu: Verdana is as wide."""
CAPITAL = 0.729
"""Height of a capital letter, in ems."""
ASCENT, DESCENT = 0.93, 0.24
"""Height that text takes above and below its line, in ems."""
LEADING = 1.22
"""From line to line, in ems."""
FULL_WIDTH, UNKNOWN = 1.0, 0.7
"""Ems of a character that the font lacks: of those that fill a square in East Asian text, and of all others."""


def width(text: str, size: float) -> float:
    """The width of a line of text, in the unit of `size`; kerning, of which there is little, is left out.

    >>> width("[3, ∞]", 10) > width("[3, 8]", 10)
    True
    """
    return _ems(text) * size


def middle(centre: float, size: float) -> float:
    """The base line of text whose capitals and digits have their middle at `centre`, y downwards."""
    return centre + CAPITAL * size / 2


def shorten(text: str, size: float, room: float) -> str:
    """The beginning of a text that is too wide, with an ellipsis at its end.

    >>> shorten("pruned branches", 10, 50)
    'pruned…'
    >>> shorten("pruned", 10, 50)
    'pruned'
    """
    if width(text, size) <= room:
        return text
    left = room - width("…", size)
    for count, character in enumerate(text):
        left -= width(character, size)
        if left < 0:
            return text[:count].rstrip() + "…"
    return text


def wrap(text: str, size: float, room: float) -> Iterator[str]:
    """The lines of a text no wider than `room`, broken at spaces; a longer word is shortened.

    >>> list(wrap("visited and pruned", 10, 70))
    ['visited and', 'pruned']
    """
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if not line or width(longer, size) <= room:
            line = longer
        else:
            yield shorten(line, size, room)
            line = word
    yield shorten(line, size, room)


def lacks(text: str) -> bool:
    """Whether the font has no glyph for a character."""
    return not text.isascii() and any(character not in _advances() for character in text)


def is_backwards(text: str) -> bool:
    """Whether a text has letters that run from the right to the left; numbers after them would run on so."""
    return not text.isascii() and any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)


@lru_cache(maxsize=1 << 16)
def _ems(text: str) -> float:
    known = _advances()
    return sum(known[character] if character in known else _guess(character) for character in text)


def _guess(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0.0
    return FULL_WIDTH if unicodedata.east_asian_width(character) in "WF" else UNKNOWN


@cache
def _advances() -> dict[str, float]:
    """The advance of every character that the font has, in ems (OpenType 1.9: head, hhea, hmtx, cmap)."""
    data = FILE.read_bytes()
    tables = dict(_tables(data))
    (units,) = struct.unpack_from(">H", data, tables["head"] + 18)
    (count,) = struct.unpack_from(">H", data, tables["hhea"] + 34)
    widths = [advance / units for advance, _ in struct.iter_unpack(">Hh", data[tables["hmtx"] :][: 4 * count])]
    # Glyphs after the last that has a width of its own are as wide as that one.
    return {chr(code): widths[min(glyph, count - 1)] for code, glyph in _glyphs(data, tables["cmap"])}


def _tables(data: bytes) -> Iterator[tuple[str, int]]:
    """The tables of a font file: name and place."""
    (count,) = struct.unpack_from(">H", data, 4)
    for tag, _, offset, _ in struct.iter_unpack(">4sIII", data[12 : 12 + 16 * count]):
        yield tag.decode("ascii"), offset


def _glyphs(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Characters with their glyphs, from the table for all of Unicode (cmap format 12)."""
    (count,) = struct.unpack_from(">H", data, start + 2)
    places = [start + offset for _, _, offset in struct.iter_unpack(">HHI", data[start + 4 : start + 4 + 8 * count])]
    found = next(place for place in places if struct.unpack_from(">H", data, place) == (12,))
    (groups,) = struct.unpack_from(">I", data, found + 12)
    for first, last, glyph in struct.iter_unpack(">III", data[found + 16 : found + 16 + 12 * groups]):
        yield from zip(range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True)
