"""Text in TeX: seen as it was, whatever it is."""

import re

import pytest
from forests import untex
from hypothesis import given
from hypothesis import strategies as st

import tracer
from viz.latex.tex import escape_tex


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_printable_ascii_is_seen_as_it_was(text: str) -> None:
    """Whatever TeX makes of it elsewhere."""
    assert untex(escape_tex(text)) == text


@given(st.text())
def test_no_text_is_live_or_beyond_ascii(text: str) -> None:
    """Each character is one of the few known commands, or a frame with its code."""
    written = escape_tex(tracer.text.clean(text))
    assert written.isascii()
    assert "\n" not in written
    commands = set(re.findall(r"\\[a-zA-Z]+", written.replace(r"\\", "")))
    assert not commands & {r"\input", r"\write", r"\immediate", r"\catcode", r"\def", r"\par", r"\end", r"\begin"}
    assert re.sub(r"\\.", "", written).count("{") == re.sub(r"\\.", "", written).count("}")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("≥ −3", r"$\geq$ $-$3"),
        ("[−∞, 0.5]", r"[$-\infty$, 0.5]"),
        ("a-b", "a{-}b"),
        ("°°", r"${}^\circ{}^\circ$"),
        ("naïve Škoda", r"na\"{\i}ve \v {S}koda"),
        ("♞f3", "Nf3"),
        ("a  b", "a ~b"),
        ("日", r"\plyscopeother{65E5}"),
        ("--", "{-}{-}"),
        ("", ""),
    ],
)
def test_known_characters_are_typeset(text: str, written: str) -> None:
    """Signs as mathematics, accents as accents, pieces by their letters; no two hyphens make a dash."""
    assert escape_tex(text) == written
