"""Commands on files of games: each search by its number, all of them counted, and opening books."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from kept_games import SETTINGS, SIDES, contents, played

import tracer
from tracer.playing.choice import Choice
from tracer.playing.game_file import load, save
from tracer.playing.match import Match
from tracer.playing.opponents import player_of
from tracer.text import number
from tui import program
from tui.screens.explorer import Explorer
from tui.screens.kept_game_screen import GameMoves
from tui.terminal.trace_source import TraceRequest, get_trace, is_trace_file


@pytest.fixture
def match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A game, in `game.plyscope` and `game.json` of the current folder."""
    monkeypatch.chdir(tmp_path)
    made = played("tictactoe", 4)
    for name in ("game.plyscope", "game.json"):
        save(made, name, sides=SIDES, settings=SETTINGS)
    return made


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    return (program.run(list(words)), *capsys.readouterr())


def test_a_whole_game_is_counted_search_by_search(match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "count", "game.plyscope", "--json")
    found = json.loads(out)
    assert status == 0
    recorded = [choice.trace for choice in match.choices]
    for row, trace, label in zip(found["moves"], recorded, match.labels, strict=True):
        assert row["move"] == label
        assert row["recorded"] == (trace is not None)
        if trace is not None:
            counts = trace.counts
            counted = (row["visited"], row["cutoffs"], row["pruned_branches"])
            assert counted == (counts.visited, counts.cutoffs, counts.pruned_branches)
    assert [row["side"] for row in found["moves"]] == ["max", "min", "max", "min"]
    total = found["total"]
    assert total["searches"] == 3
    assert total["visited"] == sum(trace.counts.visited for trace in recorded if trace is not None)
    assert found["sides"] == {"max": "alphabeta", "min": "minimax"}
    status, out, _ = run(capsys, "count", "game.plyscope")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[3:7]] == ["1", "2", "3", "4"]
    assert lines[4].split()[1] == "*"
    assert f"{total['visited']:,}" in lines[7]
    assert "was not recorded" in out


def test_a_game_without_searches_is_counted_by_what_its_file_says(
    match: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(capsys, "count", "game.json", "--json")
    found = json.loads(out)
    assert [row["visited"] for row in found["moves"]] == [choice.visited for choice in match.choices]
    assert found["total"]["searches"] == 0


@pytest.mark.parametrize(
    "words",
    [
        ("count", "game.plyscope#3"),
        ("find", "game.plyscope#3", "cutoff"),
        ("why", "game.plyscope#3", "5"),
        ("check", "game.plyscope#3"),
        ("export", "game.plyscope#3", "-o", "t.svg"),
        ("export", "game.plyscope#3", "-o", "t.csv"),
        ("diff", "game.plyscope#3", "game.plyscope#3"),
    ],
    ids=lambda words: words[0],
)
def test_every_command_takes_the_search_of_a_move(
    match: Match, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = run(capsys, *words)
    assert status == 0, err
    assert "cannot" not in err


def test_the_search_is_the_one_that_was_recorded(match: Match) -> None:
    from tui.terminal.options import Options

    trace = match.choices[2].trace
    assert trace is not None
    assert contents(get_trace("game.plyscope#3", Options())) == contents(trace)
    assert is_trace_file("game.plyscope#3")
    assert not is_trace_file("nothing#3")
    assert TraceRequest("game.plyscope#3").path is None, "bookmarks have no place in it"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("find", "game.plyscope", "cutoff"), r"whole game.*#NUMBER.*moves 1, 3-4"),
        (("export", "game.plyscope", "-o", "t.svg"), r"whole game.*moves 1, 3-4"),
        (("count", "game.plyscope#2"), r"move 2 .*was not recorded.*moves 1, 3-4"),
        (("count", "game.plyscope#5"), r"4 moves and no move 5"),
        (("count", "game.json#1"), r"was not recorded; it has no searches"),
        (("count", "game.plyscope", "-a", "minimax"), r"whole game"),
        (("count", "game.plyscope", "--by-ply"), r"whole game.*#1"),
        (("count", "game.plyscope#1", "-a", "minimax"), r"cannot change it"),
        (("export", "game.plyscope#1", "-o", "game.plyscope"), r"no format for .\.plyscope."),
        (("trace", "game.plyscope#1"), r"recorded trace already"),
        (("worksheet", "game.plyscope#1", "-o", "w.pdf"), r"recorded trace"),
        (("count", "missing.pgn"), r"missing.pgn cannot be opened as a game: No such file"),
    ],
)
def test_what_names_no_search_is_refused_in_one_line(
    match: Match, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = Path("game.plyscope").read_bytes()
    status, out, err = run(capsys, *words)
    assert status == 2
    assert not out
    assert err.count("\n") == 1
    assert re.search(said, err), err
    assert Path("game.plyscope").read_bytes() == before


def test_explore_lists_the_moves_of_a_game_and_opens_the_search_of_one(
    match: Match, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screens: list[object] = []
    monkeypatch.setattr("tui.app.run", lambda app: screens.append(app.get_default_screen()))
    monkeypatch.setattr("tui.commands.explore.has_terminal", lambda: True)
    for source in ("game.plyscope", "game.json", "game.plyscope#3"):
        status, _, err = run(capsys, "explore", source)
        assert status == 0, err
    assert list(map(type, screens)) == [GameMoves, GameMoves, Explorer]
    status, _, err = run(capsys, "explore", "game.plyscope", "-a", "minimax")
    assert status == 2
    assert "options of searches do not fit" in err


def test_a_book_is_made_looked_into_and_looked_up(match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "book", "tictactoe", "--plies", "2", "-a", "alphabeta", "-o", "book.json")
    assert (status, out) == (0, "")
    assert "10 positions in the first 2 plies" in err
    status, out, _ = run(capsys, "book", "book.json")
    assert out.count("\n") == 13
    assert "the start" in out
    status, out, _ = run(capsys, "book", "book.json", "-p", "b2", "--json")
    state = tracer.game("tictactoe").play(tracer.game("tictactoe").start(), 4)
    assert json.loads(out) == {"move": "a1", "value": tracer.search("tictactoe", position=state).value}
    status, out, err = run(capsys, "book", "nim:1,2", "--plies", "1")
    assert status == 0
    assert "1 position in the first ply" in out
    assert "not saved" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("book", "book.json", "-p", "a1/b1/c1"), "does not know the position"),
        (("book", "book.json", "--plies", "3"), "is a book already"),
        (("book", "tictactoe", "--plies", "2", "--max-positions", "5"), "more than 5 positions"),
        (("book", "tictactoe", "-a", "nobody"), "nobody"),
        (("book", "tictactoe", "--plies", "1", "-o", "game.json"), "something else is there than a book"),
        (("book", "tictactoe", "--game", "nim:1,2"), "is a game already"),
        (("book", "missing.bin"), "cannot be opened as a book"),
    ],
)
def test_what_makes_no_book_is_refused_in_one_line(
    match: Match, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert program.run(["book", "tictactoe", "--plies", "1", "-o", "book.json"]) == 0
    capsys.readouterr()
    status, out, err = run(capsys, *words)
    assert status == 2
    assert not out
    assert err.count("\n") == 1
    assert said in err


def test_a_book_that_is_interrupted_leaves_nothing(
    match: Match, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tracer.playing.book_maker._choose_move", interrupt)
    status, _, err = run(capsys, "book", "tictactoe", "--plies", "1", "-o", "book.json")
    assert status == 130
    assert "no book was written" in err
    assert not Path("book.json").exists()


def test_a_game_that_was_cut_says_so_on_stderr(match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("game.plyscope")
    path.write_bytes(path.read_bytes()[:-200])
    assert load(path).notices
    status, out, err = run(capsys, "count", "game.plyscope")
    assert status == 0
    assert "was cut" in err
    assert "visited" in out


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there is no /dev/stdout")
def test_a_book_and_a_game_are_written_into_what_goes_on_to_somebody_else(
    match: Match, capfd: pytest.CaptureFixture[str]
) -> None:
    assert program.run(["book", "nim:1,2", "--plies", "1", "-o", "/dev/stdout"]) == 0
    assert json.loads(capfd.readouterr().out)["game"] == "nim:1,2"
    Path("game").symlink_to("/dev/stdout")
    save(match, "game", sides=SIDES, settings=SETTINGS)
    assert Path("game").is_symlink()
    assert "\ufffdPLG" in capfd.readouterr().out


def test_a_search_that_recommended_another_move_is_counted_as_that_of_the_recommended_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hint = player_of("alphabeta", tracer.game("nim:1,2,2")).choose(Match("nim:1,2,2"))
    assert hint is not None
    assert hint.value is not None
    game, best = Match("nim:1,2,2"), hint.line[0]
    other = next(name for name in game.legal if name != best)
    game.play(Choice(move=game.find(other), value=hint.value, visited=hint.visited, line=hint.line, trace=hint.given))
    save(game, tmp_path / "hinted.plyscope", sides=SIDES, settings=SETTINGS)
    table = run(capsys, "count", str(tmp_path / "hinted.plyscope"))[1]
    assert re.search(rf"human; best {best} {number(hint.value)} +–", table)
    document = json.loads(run(capsys, "count", str(tmp_path / "hinted.plyscope"), "--json")[1])
    assert document["moves"][0]["best"] == best
