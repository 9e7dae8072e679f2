"""Recordings that are not whole: each command that reads one reports it once, and so do the documents made from it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Run, running
from framed import apart, together
from strategies import AIMA

import tracer
from tracer.file import frames
from tracer.run.plan import prepare
from tracer.run.run import write
from tui.terminal.trace_source import TraceRequest

run = running()
Tear = Callable[[bytes], bytes]


def without_end(data: bytes) -> bytes:
    return together([part for part in apart(data) if part[0] != frames.END])


def between_frames(data: bytes) -> bytes:
    return together(apart(data)[:4])


TEARS: dict[str, Tear] = {
    "within a frame": lambda data: data[: len(data) * 2 // 3],
    "between two frames": between_frames,
    "before its end": without_end,
    "within its end": lambda data: data[:-5],
}
COMMANDS = ["count", "check", "why", "find {} cutoff", "table", "diff {} whole.plyscope"]
DRAWN = ("x.svg", "x.dot", "x.mmd", "x.tex", "x.efg", "x.speedscope.json", "x.json", "x.graphml", "x.html")


@pytest.fixture
def torn(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A recording of a search with a table that was torn, beside a whole one."""
    path = tmp_path / "half.plyscope"
    write(prepare(tracer.game(str(AIMA)), "alphabeta-memo"), tmp_path / "whole.plyscope")
    path.write_bytes(TEARS[request.param]((tmp_path / "whole.plyscope").read_bytes()))
    return path


@pytest.mark.parametrize("torn", TEARS, indirect=True)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_reports_once_what_an_unfinished_recording_holds(run: Run, torn: Path, command: str) -> None:
    words = command.split()
    words = [torn.name if word == "{}" else word for word in words] if "{}" in words else [*words, torn.name]
    _, _, err = run(*words)
    visited = int(tracer.load(torn).columns.visited_before[-1])
    lines = [line for line in err.splitlines() if "unfinished" in line or "stopped" in line]
    assert len(lines) == 1
    assert lines[0].startswith(f"half.plyscope is unfinished: it holds {visited} visited node")


@pytest.mark.parametrize("torn", TEARS, indirect=True)
def test_documents_of_an_unfinished_recording_say_so(run: Run, torn: Path) -> None:
    code, out, err = run("export", torn.name, *[word for name in DRAWN for word in ("-o", name)])
    assert (code, out, err.count("unfinished")) == (0, "", 1)
    for name in DRAWN:
        assert "where its file ends" in (torn.parent / name).read_text(), name


@pytest.mark.parametrize("torn", ["within its end"], indirect=True)
def test_two_pictures_beside_one_another_say_which_is_unfinished(run: Run, torn: Path) -> None:
    for words in ((), ("--diff",)):
        _, _, err = run("export", torn.name, "whole.plyscope", "-o", "two.svg", *words)
        assert err.count("unfinished") == 1
        assert "unfinished" in (torn.parent / "two.svg").read_text()


@pytest.mark.parametrize("torn", ["within a frame"], indirect=True)
def test_the_explorer_reports_it_unless_it_follows(torn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    TraceRequest(str(torn)).load_traces()
    assert capsys.readouterr().err.count("is unfinished") == 1
    TraceRequest(str(torn), follow=True).load_traces()
    assert capsys.readouterr().err == ""


def test_a_search_that_was_stopped_is_reported_once(run: Run) -> None:
    for command in ("count", "check", "why"):
        assert run(command, "tictactoe", "--max-nodes", "50")[2].count("stopped after 50 nodes") == 1
    run("trace", "tictactoe", "--max-nodes", "50", "-o", "t.plyscope")
    assert run("count", "t.plyscope")[2].count("it holds 50 visited nodes, no value; it stopped after 50 nodes") == 1


def test_the_search_of_a_move_says_that_the_file_of_its_game_was_cut(run: Run, tmp_path: Path) -> None:
    assert run("play", "tictactoe", "--max", "alphabeta", "--min", "alphabeta", "-o", "game.plyscope")[0] == 0
    data = (tmp_path / "game.plyscope").read_bytes()
    (tmp_path / "cut.plyscope").write_bytes(data[:-100])
    code, _, err = run("count", "cut.plyscope#3")
    assert (code, err.count("was cut")) == (0, 1)
    assert "cut" not in run("count", "game.plyscope#3")[2]
