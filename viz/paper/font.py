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
LINE_SPACING = 1.22
"""From line to line, in ems."""
FULL_WIDTH_ADVANCE, UNKNOWN_ADVANCE = 1.0, 0.7
"""Ems of a character that the font lacks: of those that fill a square in East Asian text, and of all others."""


def text_width(text: str, size: float) -> float:
    """The width of a line of text, in the unit of `size`; kerning, of which there is little, is left out.

    >>> text_width("[3, ∞]", 10) > text_width("[3, 8]", 10)
    True
    """
    return _width_in_ems(text) * size


def base_line_at(centre: float, size: float) -> float:
    """The base line of text whose capitals and digits have their middle at `centre`, y downwards."""
    return centre + CAPITAL * size / 2


def shorten_to_width(text: str, size: float, max_width: float) -> str:
    """The beginning of a text that is too wide, with an ellipsis at its end.

    >>> shorten_to_width("pruned branches", 10, 50)
    'pruned…'
    >>> shorten_to_width("pruned", 10, 50)
    'pruned'
    """
    if text_width(text, size) <= max_width:
        return text
    room_left = max_width - text_width("…", size)
    for index, character in enumerate(text):
        room_left -= text_width(character, size)
        if room_left < 0:
            return text[:index].rstrip() + "…"
    return text


def wrap_text(text: str, size: float, max_width: float) -> Iterator[str]:
    """The lines of a text no wider than `max_width`, broken at spaces; a longer word is shortened.

    >>> list(wrap_text("visited and pruned", 10, 70))
    ['visited and', 'pruned']
    """
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if not line or text_width(longer, size) <= max_width:
            line = longer
        else:
            yield shorten_to_width(line, size, max_width)
            line = word
    yield shorten_to_width(line, size, max_width)


def lacks_glyph(text: str) -> bool:
    """Whether the font has no glyph for a character."""
    return not text.isascii() and any(character not in _advances() for character in text)


def is_right_to_left(text: str) -> bool:
    """Whether a text has letters that run from the right to the left; numbers after them would run on so."""
    return not text.isascii() and any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)


@lru_cache(maxsize=1 << 16)
def _width_in_ems(text: str) -> float:
    advances = _advances()
    return sum(advances[character] if character in advances else _guess_advance(character) for character in text)


def _guess_advance(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0.0
    return FULL_WIDTH_ADVANCE if unicodedata.east_asian_width(character) in "WF" else UNKNOWN_ADVANCE


@cache
def _advances() -> dict[str, float]:
    """The advance of every character that the font has, in ems (OpenType 1.9: head, hhea, hmtx, cmap)."""
    data = FILE.read_bytes()
    tables = dict(_iter_tables(data))
    (units,) = struct.unpack_from(">H", data, tables["head"] + 18)
    (count,) = struct.unpack_from(">H", data, tables["hhea"] + 34)
    widths = [advance / units for advance, _ in struct.iter_unpack(">Hh", data[tables["hmtx"] :][: 4 * count])]
    # Glyphs after the last that has a width of its own are as wide as that one.
    return {chr(code): widths[min(glyph, count - 1)] for code, glyph in _iter_glyphs(data, tables["cmap"])}


def _iter_tables(data: bytes) -> Iterator[tuple[str, int]]:
    (count,) = struct.unpack_from(">H", data, 4)
    for tag, _, offset, _ in struct.iter_unpack(">4sIII", data[12 : 12 + 16 * count]):
        yield tag.decode("ascii"), offset


def _iter_glyphs(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Characters with their glyphs, from the table for all of Unicode (cmap format 12)."""
    (table_count,) = struct.unpack_from(">H", data, start + 2)
    table_offsets = [
        start + offset for _, _, offset in struct.iter_unpack(">HHI", data[start + 4 : start + 4 + 8 * table_count])
    ]
    table_offset = next(place for place in table_offsets if struct.unpack_from(">H", data, place) == (12,))
    (group_count,) = struct.unpack_from(">I", data, table_offset + 12)
    for first, last, glyph in struct.iter_unpack(
        ">III", data[table_offset + 16 : table_offset + 16 + 12 * group_count]
    ):
        yield from zip(range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True)
