"""Widths of text: those of the font that comes along."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz.paper import font


def test_every_width_is_the_fonts_own(need: Callable[[str], None]) -> None:
    """As a library reads it."""
    need("fontTools")
    from fontTools.ttLib import TTFont

    read = TTFont(font.FILE)
    widths, units = read["hmtx"], read["head"].unitsPerEm
    characters = read.getBestCmap()
    assert len(characters) > 4_500
    for code, glyph in characters.items():
        assert font.text_width(chr(code), 1) == widths[glyph][0] / units
        assert not font.lacks_glyph(chr(code))


@pytest.mark.parametrize("text", ["αβγ ≤≥≠∞ −× ±½", "△▽○□▢⛁┄━", "✂ … · → ↳", "♔♕♖♗♘♙♚♛♜♝♞♟", "éüñß Ж א ع"])
def test_the_font_has_what_drawings_say(text: str) -> None:
    assert not font.lacks_glyph(text)


def test_what_the_font_lacks_has_an_honest_width() -> None:
    """A character of East Asian text fills a square, and a combining mark adds nothing."""
    assert font.lacks_glyph("日")
    assert font.text_width("日本", 10) == 20
    assert font.lacks_glyph("🎲")
    assert font.text_width("a\U00011301", 10) == font.text_width("a", 10)


@given(st.text(), st.text())
def test_widths_add_up(one: str, other: str) -> None:
    assert font.text_width(one + other, 11) == pytest.approx(font.text_width(one, 11) + font.text_width(other, 11))
    assert font.text_width(one, 22) == pytest.approx(2 * font.text_width(one, 11))


@given(st.text(), st.floats(20, 200))
def test_shortened_text_fits(text: str, room: float) -> None:
    """And is the text itself where that fits."""
    found = font.shorten_to_width(text, 10, room)
    assert font.text_width(found, 10) <= room + 1e-6
    assert found == text or (font.text_width(text, 10) > room and text.startswith(found[:-1]))


@given(st.lists(st.text("abc…é日", min_size=1, max_size=40), max_size=12).map(" ".join))
def test_wrapped_text_fits_and_loses_nothing_but_the_ends_of_long_words(text: str) -> None:
    lines = list(font.wrap_text(text, 10, 100))
    assert all(font.text_width(line, 10) <= 100 + 1e-6 for line in lines)
    if all(font.text_width(word, 10) <= 100 for word in text.split(" ")):
        assert " ".join(lines) == text


def test_backward_text_is_known() -> None:
    assert font.is_right_to_left("ply שלום")
    assert font.is_right_to_left("مرحبا")
    assert not font.is_right_to_left("αβ 日本 [3, ∞]")
