"""Comments in games of chess are read in one go, whatever stands in them."""

import io
from pathlib import Path
from typing import Any

import pytest

from tracer.playing import pgn
from tracer.playing.game_file import load

SIZE = 40_000


@pytest.mark.parametrize("piece", ["[%a ", "[%", "[%a  ", "[ %a", "[%eval 1] [%"])
def test_a_comment_is_gone_through_once(piece: str) -> None:
    """A time that grows as its square would be minutes here; the rest takes no second."""
    pgn._parse_comment(piece * (20 * SIZE // len(piece)))
    pgn._parse_comment("[%a" + " " * 20 * SIZE + "[")


def test_many_comments_are_joined_once(tmp_path: Path, need: Any) -> None:
    need("chess")
    path = tmp_path / "many.pgn"
    path.write_text("1. e4 " + "\n".join("{" + "x" * 20 + "}" for _ in range(SIZE)) + " e5 {[%eval 0.5] good} *\n")
    found = load(path).match
    assert found.labels == ["e4", "e5"]
    assert len(found.choices[0].note) <= pgn.MAX_NOTE_LENGTH
    assert (found.choices[1].value, found.choices[1].note) == (0.5, "good")


def test_what_was_written_is_read(need: Any) -> None:
    need("chess")
    text = b'[White "x"]\n\n1. e4 {[%eval 0.17] [%emt 0:00:01.5]\n[%line e4 e5] so} {[%nodes  12]} *\n'
    choice = pgn.read(io.BytesIO(text), "x").match.choices[0]
    assert (choice.value, choice.seconds, choice.visited, choice.line) == (0.17, 1.5, 12, ("e4", "e5"))
    assert choice.note == "so"
