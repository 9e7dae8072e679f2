"""Games of chess as PGN, beside what python-chess says of the same files; and games as JSON documents."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from kept_games import SETTINGS, played

from tracer.errors import PlyscopeError
from tracer.playing.choice import Choice
from tracer.playing.game_file import load, save
from tracer.playing.match import Match
from tracer.playing.opponents import player_of
from tracer.playing.pgn import MAX_LINE_BYTES
from tracer.playing.settings import Settings
from tracer.text import clean

chess = pytest.importorskip("chess", reason="python-chess is not installed")
pgn = pytest.importorskip("chess.pgn")
ENDGAME = "8/8/8/4pK2/4P3/2k5/8/8 b - - 0 1"
SIDES = {1: "alphabeta:depth=2", -1: "human"}
FOREIGN = """[Event "Somewhere"]
[White "Doe, Jane"]
[Black "Roe, R"]
[Result "1-0"]

{ a beginning }
1. e4 $1 e5 (1... c5 2. Nf3 (2. c3 {Alapin}) d6) (1... e6) 2. Qh5!? {[%eval 0.2] [%clk 0:01:00] early} Nc6
; to the end of the line
3. Bc4 Nf6?? {[%eval #1,20]} 4. Qxf7# 1-0

[Event "Another"]
[FEN "8/8/8/4pK2/4P3/2k5/8/8 b - - 0 1"]

1... Kd4 2. Kf6 *
"""
MOVES = ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]


def written(path: Path, match: Match) -> Path:
    save(match, path, sides=SIDES, settings=Settings())
    return path


def made(*words: str, position: str | None = None, **known: Any) -> Match:
    match = Match("chess", position)
    for word in words:
        match.play(Choice(move=match.find(word), **known))
    return match


def theirs(path: Path) -> Any:
    """The game as python-chess reads it."""
    game = pgn.read_game(io.StringIO(path.read_text(encoding="utf-8")))
    assert not game.errors
    return game


@given(moves=some.lists(some.integers(0, 60), max_size=30), value=some.floats(-999, 999), seconds=some.floats(0, 9999))
def test_a_game_comes_back_with_what_is_known_of_its_moves(
    tmp_path_factory: pytest.TempPathFactory, moves: list[int], value: float, seconds: float
) -> None:
    match = Match("chess")
    for pick in moves:
        if legal := list(match.legal.values()):
            line = (match.game.label(legal[0]),) if pick % 2 else ()  # type: ignore[attr-defined]
            known = {"value": value, "seconds": seconds, "visited": pick, "line": line, "note": "well" if pick else ""}
            match.play(Choice(move=legal[pick % len(legal)], by="human" if pick % 3 else "pvs", **known))  # type: ignore[arg-type]
    path = written(tmp_path_factory.mktemp("game") / "g.pgn", match)
    found = load(path)
    assert found.sides == SIDES
    assert found.match.labels == match.labels
    assert found.match.state == match.state
    for one, other in zip(found.match.choices, match.choices, strict=True):
        assert (one.by, one.visited, one.line, one.note) == (other.by, other.visited, other.line, other.note)
        assert one.value == pytest.approx(value, abs=1e-12)
        assert one.seconds == pytest.approx(seconds, abs=1e-6)


def test_python_chess_reads_moves_values_and_times(tmp_path: Path) -> None:
    match = made("e4", "e5", "Nf3", value=0.25, seconds=3661.5, visited=20)
    game = theirs(written(tmp_path / "g.pgn", match))
    assert [node.san() for node in game.mainline()] == ["e4", "e5", "Nf3"]
    first = game.next()
    assert first.eval().white().score() == 25
    assert first.emt() == pytest.approx(3661.5)
    assert (game.headers["White"], game.headers["Black"], game.headers["Result"]) == ("alphabeta:depth=2", "human", "*")
    assert "FEN" not in game.headers


@pytest.mark.parametrize(
    ("words", "result"),
    [(MOVES, "1-0"), (["f3", "e5", "g4", "Qh4#"], "0-1"), (["e4"], "*")],
    ids=["white", "black", "on"],
)
def test_the_result_is_that_of_the_rules(tmp_path: Path, words: list[str], result: str) -> None:
    assert theirs(written(tmp_path / "g.pgn", made(*words))).headers["Result"] == result


@pytest.mark.parametrize("spec", ["chess", f"chess:{ENDGAME}"])
def test_where_a_game_begins_stands_in_the_headers(tmp_path: Path, spec: str) -> None:
    match = Match(spec, ENDGAME if spec == "chess" else None)
    match.play(Choice(move=match.find("Kd4")))
    path = written(tmp_path / "g.pgn", match)
    assert theirs(path).headers["FEN"] == ENDGAME
    found = load(path).match
    assert found.state == match.state
    assert found.turn == match.turn


def test_a_strangers_game_is_read_without_its_variations(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(FOREIGN, encoding="utf-8")
    found = load(path)
    match = found.match
    assert match.labels == MOVES
    assert match.utility == 1_000
    assert [choice.by for choice in match.choices[:2]] == ["Doe, Jane", "Roe, R"]
    assert found.sides == {1: "human", -1: "human"}
    assert match.choices[2].value == 0.2
    assert match.choices[2].note == "early"
    assert match.choices[5].value == 1_000
    assert "variations were passed over: 2" in found.notices
    assert any("games.pgn#2" in notice for notice in found.notices)
    second = load(f"{path}#2")
    assert second.match.labels == ["Kd4", "Kf6"]
    assert not second.notices
    with pytest.raises(PlyscopeError, match="2 games and no game 3"):
        load(f"{path}#3")
    with pytest.raises(PlyscopeError, match="2 games and no game"):
        load(f"{path}#999999999")


def test_a_file_of_games_that_were_not_written_here_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "g.pgn"
    written(path, made("e4"))
    written(path, made("d4"))
    assert load(path).match.labels == ["d4"]
    path.write_text(path.read_text(encoding="utf-8") * 2, encoding="utf-8")
    for text in (path.read_text(encoding="utf-8"), FOREIGN):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(PlyscopeError, match="something else is there"):
            written(path, made("e4"))
        assert path.read_text(encoding="utf-8") == text


def test_only_chess_is_written_as_pgn(tmp_path: Path) -> None:
    with pytest.raises(PlyscopeError, match=r"\.plyscope or \.json"):
        written(tmp_path / "g.pgn", played())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no game"),
        ("\n\n", "no game"),
        ("1. e4 e5 2. Ke3 *", "move 3.*illegal"),
        ("1. e4 e4 *", "move 2"),
        ("1. e4 -- 2. d4 *", "move 2"),
        ('[FEN "nonsense"]\n\n1. e4 *', "FEN|fen|board"),
        ('[Variant "Atomic"]\n\n1. e4 *', "Atomic"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', "position"),
        ("1. e4 {" + "x" * MAX_LINE_BYTES, "bytes"),
        ("1. e4 {\n" + "x\n" * 600_000, "bytes"),
        ("1. e4 $" + "9" * 5_000, "cannot be opened"),
        ("\x00\x01\x02", "no game|move 1"),
    ],
)
def test_what_is_no_game_is_refused_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "g.pgn"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PlyscopeError, match=said) as refused:
        load(path)
    assert str(refused.value).isprintable()


def test_names_and_comments_cannot_break_out_of_their_place(tmp_path: Path) -> None:
    evil = 'x"]\n[White "y"] } [%eval 9] { \x1b[31m\\'
    match = Match("chess")
    match.play(Choice(move=match.find("e4"), by=evil, note=evil, line=(evil,), value=0.5))
    save(match, tmp_path / "g.pgn", sides={1: evil, -1: evil}, settings=Settings())
    game = theirs(tmp_path / "g.pgn")
    assert [node.san() for node in game.mainline()] == ["e4"]
    assert game.headers["Black"] == game.headers["White"]
    assert game.headers["Annotator"] == "plyscope"
    assert load(tmp_path / "g.pgn").match.choices[0].value == 0.5


def test_a_document_says_all_but_the_searches(tmp_path: Path) -> None:
    match, path = played("tictactoe", 4), tmp_path / "g.json"
    save(match, path, sides=SIDES, settings=SETTINGS)
    found = load(path)
    assert list(found.match.choices) == list(match.choices)
    assert not any(choice.recorded for choice in found.match.choices)
    assert (found.sides, found.settings) == (SIDES, SETTINGS)
    said = json.loads(path.read_text(encoding="utf-8"))
    assert (said["format"], said["game"], said["result"]) == ("plyscope game 1", "tictactoe", None)
    assert [one["move"] for one in said["moves"]] == match.labels
    assert said["moves"][0]["visited"] == 18_297
    save(found.match, path, sides=found.sides, settings=found.settings)
    assert json.loads(path.read_text(encoding="utf-8")) == said


KEYS = ["format", "game", "position", "sides", "settings", "moves", "move", "value", "by", "line", "max", "ties"]
PLAIN = some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False) | some.text(max_size=5)


def _nested(inner: some.SearchStrategy[Any]) -> some.SearchStrategy[Any]:
    return some.lists(inner, max_size=3) | some.dictionaries(some.sampled_from(KEYS), inner, max_size=4)


@given(text=some.recursive(PLAIN, _nested, max_leaves=12))
def test_any_document_is_refused_in_one_line_or_is_a_game(tmp_path_factory: pytest.TempPathFactory, text: Any) -> None:
    path = tmp_path_factory.mktemp("game") / "g.json"
    base = {"format": "plyscope game 1", "game": "nim:1,2", "moves": []}
    for said in (text, base | text if isinstance(text, dict) else base | {"moves": text}):
        path.write_text(json.dumps(said), encoding="utf-8")
        try:
            load(path)
        except PlyscopeError as error:
            in_one_line(error)


def in_one_line(error: Exception) -> None:
    assert clean(str(error), 10_000) == str(error)


@pytest.mark.parametrize(
    ("word", "position", "said"),
    [
        ("alphabeta:depth=3", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "#1"),
        ("alphabeta:depth=3", "r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1", "#-1"),
        ("alphabeta:depth=3,prefer=fast", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "#2"),
    ],
)
def test_mates_stand_as_mates_and_are_read_back(tmp_path: Path, word: str, position: str, said: str) -> None:
    match = Match("chess", position)
    player = player_of(word, match.game)
    assert player is not None
    choice = player.choose(match)
    assert choice is not None
    assert choice.value is not None
    assert abs(choice.value) > 900
    match.play(choice)
    path = written(tmp_path / "g.pgn", match)
    assert f"[%eval {said},3]" in path.read_text(encoding="utf-8")
    mate = theirs(path).variations[0].eval().white()
    assert (mate.mate(), load(path).match.choices[0].value) == (int(said[1:]), choice.value)


def test_the_mate_of_an_engine_is_as_far_as_it_says_and_one_of_unknown_length_is_a_number(tmp_path: Path) -> None:
    path = written(tmp_path / "g.pgn", made("e4", value=-1_000.0, note="mate in 3"))
    assert theirs(path).variations[0].eval().white().mate() == -3
    assert (load(path).match.choices[0].value, load(path).match.choices[0].note) == (-1_000, "mate in 3")
    path = written(tmp_path / "other.pgn", made("e4", value=1_000.0, line=("e4", "e5")))
    assert "[%eval 1000.00]" in path.read_text(encoding="utf-8")


def test_the_depth_of_a_value_stands_behind_it(tmp_path: Path) -> None:
    path = written(tmp_path / "g.pgn", made("e4", value=0.25, depth=12))
    node = theirs(path).variations[0]
    assert (node.eval().white().score(), node.eval_depth()) == (25, 12)
    assert load(path).match.choices[0].depth == 12
