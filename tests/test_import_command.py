"""`plyscope import`: a file or a pipe becomes a trace, and what is wrong in it gets one line that says where."""

import fcntl
import json
import re
import signal
import subprocess
import sys
import termios
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest
from children import Children
from commands import Run, running
from laws import check_laws
from making.kept import DOCS
from making.page import Page
from naive_lines import lines_of
from patience import PATIENCE, wait_until
from strategies import AIMA, columns_of

import tracer
from tracer.lines.blocks import MAX_LINE_BYTES
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED

Piped = Callable[..., "subprocess.Popen[bytes]"]
HEADER = '{"plyscope": 1}'
ROOT = '{"enter": null, "turn": "MAX"}'
LEAF = '{"leave": 1}'


run = running("import")


@pytest.fixture
def piped(tmp_path: Path, launch: Children) -> Piped:
    """Starts `plyscope import -` as a process of its own, with a pipe at each end."""

    def start(*words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tui.cli", "import", "-", *words]
        pipe = subprocess.PIPE
        return launch(*command, cwd=tmp_path, stdin=pipe, stdout=pipe, stderr=pipe)

    return start


def written(*lines: str, name: str = "engine.jsonl") -> str:
    """A file of lines."""
    Path(name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return name


def names() -> list[str]:
    """The files there are."""
    return sorted(path.name for path in Path().iterdir())


def test_a_file_becomes_a_trace_and_its_counts_are_printed(run: Run) -> None:
    own = tracer.trace("tictactoe")
    code, out, err = run(written(*lines_of(own)), "-o", "t.plyscope")
    assert (code, err) == (0, "saved to t.plyscope\n")
    assert out.startswith("tictactoe, alphabeta\nprincipal variation  a1 b2 b1 c1 a3 a2 c2 b3 c3\n")
    rows = {line[:20].strip(): line[20:].split() for line in out.splitlines()}
    assert (rows["visited nodes"], rows["pruned branches"]) == (["18,297"], ["6,930"])
    assert (rows["pruned nodes"], rows["full tree"]) == (["531,649"], ["549,946"])
    assert columns_of(tracer.load("t.plyscope")) == columns_of(own)


def test_without_an_output_it_says_that_nothing_is_kept(run: Run) -> None:
    code, out, err = run(written(HEADER, ROOT, LEAF))
    assert code == 0
    assert "unknown game, imported" in out
    assert err == "pruned nodes need the game: --game package.module:name\nnot saved: -o FILE keeps it\n"
    assert names() == ["engine.jsonl"]


def test_a_pipe_becomes_a_trace(tmp_path: Path, piped: Piped) -> None:
    own = tracer.trace(AIMA)
    child = piped("-o", "t.plyscope")
    out, err = child.communicate("\n".join(lines_of(own)).encode(), timeout=PATIENCE)
    assert (child.returncode, err) == (0, b"saved to t.plyscope\n")
    assert b"visited nodes" in out
    assert columns_of(tracer.load(tmp_path / "t.plyscope")) == columns_of(own)


def test_an_error_in_a_pipe_names_stdin_and_its_line(piped: Piped) -> None:
    child = piped()
    out, err = child.communicate(f"{HEADER}\n{ROOT}\nSegmentation fault\n".encode(), timeout=PATIENCE)
    assert (child.returncode, out) == (2, b"")
    assert err == b'plyscope: stdin, line 3: not JSON: expecting value at character 1 of "Segmentation fault"\n'


def unread(pipe: IO[bytes]) -> int:
    """Bytes in a pipe."""
    there = array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, there)
    return there[0]


def test_ctrl_c_before_the_first_node_leaves_nothing(tmp_path: Path, piped: Piped) -> None:
    child = piped("-o", "t.plyscope")
    assert child.stdin is not None
    child.stdin.write(f"{HEADER}\n".encode())
    child.stdin.flush()
    wait_until(lambda: not unread(child.stdin), "the header to be read")
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, err) == (130, b"")
    assert list(tmp_path.iterdir()) == []


def test_an_engine_that_stops_in_the_middle_leaves_a_valid_trace(run: Run) -> None:
    lines = lines_of(tracer.trace("nim:1,2"))
    code, out, err = run(written(*lines[:20]), "-o", "n.plyscope")
    assert code == 0
    assert "unfinished" in out
    assert "stopped where its recording ends, after line 20" in err
    assert tracer.load("n.plyscope").root.status is OPEN


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(run: Run) -> None:
    own = tracer.trace(AIMA)
    Path("w.jsonl").write_bytes("\r\n".join(lines_of(own)).encode("utf-8-sig"))
    assert run("w.jsonl", "-o", "w.plyscope")[0] == 0
    assert columns_of(tracer.load("w.plyscope")) == columns_of(own)


def test_an_error_keeps_what_came_before_it(run: Run) -> None:
    code, out, err = run(written(HEADER, ROOT, '{"enter": "a"}', '{"leave": "high"}'), "-o", "t.plyscope")
    assert (code, out) == (2, "")
    assert err == (
        'plyscope: engine.jsonl, line 4: "leave" is the value that the visit returns, a number, not "high"; '
        "the 2 nodes before it are in t.plyscope\n"
    )
    assert len(tracer.load("t.plyscope")) == 2


BROKEN: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "engine.jsonl: it is empty; the first line is a header, such as"),
    "header only": (HEADER.encode(), 'line 1: it has a header and no nodes; an "enter" is what comes next'),
    "binary": (bytes(range(256)) * 64, "engine.jsonl, line 1: a header expected, such as"),
    "giant line": (
        b"x" * (MAX_LINE_BYTES + 1),
        "line 1: a line of more than 1,048,576 bytes: is this the line protocol?",
    ),
    "version": (b'{"plyscope": 2}\n', "version 2 of the line protocol; 1 is what can be read: upgrade plyscope"),
    "no header": (f"{ROOT}\n{LEAF}\n".encode(), "line 1: a header expected, such as"),
    "no event": (
        f"{HEADER}\n{ROOT}\n{{}}\n".encode(),
        'line 3: "enter", "leave", "prune" or "played" expected, not an empty',
    ),
    "two roots": (f"{HEADER}\n{ROOT}\n{LEAF}\n{ROOT}\n".encode(), 'line 4: "enter" after the root was left in line 3'),
    "escapes": (b'{"plyscope": "\x1b[2J"}\n', "line 1: a header expected"),
    "UTF-16": (f"{HEADER}\n{ROOT}\n".encode("utf-16"), "line 1: a header expected"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_bad_input_gets_one_line_and_exit_code_2(run: Run, name: str) -> None:
    data, message = BROKEN[name]
    Path("engine.jsonl").write_bytes(data)
    code, out, err = run("engine.jsonl", "-o", "t.plyscope")
    assert (code, out) == (2, "")
    assert err.startswith("plyscope: ")
    assert message in err
    assert err.rstrip("\n").isprintable()
    assert len(err) < 400


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.jsonl"], "cannot read nowhere.jsonl: No such file or directory"),
        (["."], "Is a directory"),
        (["engine.jsonl", "-o", "no/such/t.plyscope"], "cannot write no/such/t.plyscope: No such file or directory"),
        (["engine.jsonl", "-o", "."], "it is a folder"),
        (["engine.jsonl", "-o", "engine.jsonl"], "cannot be both what is read and the output"),
        (["engine.jsonl", "--game", "tictacto"], "unknown game 'tictacto' (did you mean tictactoe?)"),
        (["t.plyscope"], "t.plyscope is a trace already; `plyscope count t.plyscope` counts it"),
        ([], "Missing argument"),
    ],
)
def test_wrong_words_get_one_line_and_exit_code_2(run: Run, words: list[str], message: str) -> None:
    written(HEADER, ROOT, LEAF)
    tracer.trace([1, 2]).save("t.plyscope")
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert names() == ["engine.jsonl", "t.plyscope"]


def test_what_is_no_trace_keeps_its_name_and_stdout_takes_none(run: Run) -> None:
    Path("own.py").write_text("print(1)")
    source = written(HEADER, ROOT, LEAF)
    said = "plyscope: cannot write own.py: something else than a trace is there\n"
    assert run(source, "-o", "own.py") == (2, "", said)
    assert Path("own.py").read_text() == "print(1)"
    said = "plyscope: a trace is written to a file, such as -o t.plyscope, not to stdout\n"
    assert run(source, "-o", "-") == (2, "", said)
    assert run(source, "-o", source)[0] == 2


def test_a_terminal_is_no_pipe(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    assert run("-") == (2, "", "plyscope: - reads a pipe, and nothing is piped in: ./engine | plyscope import -\n")


def test_a_game_that_is_given_later_names_a_recording_without_one(run: Run) -> None:
    run(written(HEADER, *lines_of(tracer.trace("nim:1,2,3"))[1:]), "-o", "t.plyscope")
    assert tracer.load("t.plyscope").header.name == "unknown game"
    assert tracer.load("t.plyscope", game=tracer.game("nim:1,2,3")).header.name == "nim:1,2,3"


def test_a_game_that_does_not_know_the_moves_is_left_out(run: Run) -> None:
    lines = lines_of(tracer.trace([[3, 12], [2, 4]]))
    lines[0] = HEADER
    code, out, err = run(written(*lines), "--game", "connect4", "-o", "t.plyscope")
    assert code == 0
    assert "connect4 (its moves by other names), imported" in out
    assert "connect4 knows none of the moves at the root, such as 'a1': kept without its rules\n" in err
    assert tracer.load("t.plyscope").game is None


def test_a_move_that_is_wrong_further_down_is_kept_and_named(run: Run) -> None:
    lines = [line.replace('"enter": "b1"', '"enter": "e4"') for line in lines_of(tracer.trace("tictactoe"))]
    code, out, err = run(written(*lines), "-o", "t.plyscope")
    assert code == 0
    assert "18,297" in out
    assert "tictactoe offers no move 'e4' there" in err
    assert tracer.load("t.plyscope").game is not None


def test_a_game_of_ones_own_counts_what_was_pruned(run: Run) -> None:
    own = tracer.trace("nim:1,2,3")
    lines = [json.dumps({"plyscope": 1, "search": "mine"}), *lines_of(own)[1:]]
    _, out, err = run(written(*lines), "--game", "nim:1,2,3")
    assert out.startswith("nim:1,2,3, mine\n")
    assert re.search(rf"^pruned nodes +{own.counts.pruned_nodes:,}$", out, re.MULTILINE)
    assert "need the game" not in err


def test_the_lines_in_the_reference_are_a_search(run: Run) -> None:
    page = Page(DOCS / "reference" / "line-protocol.md")
    shown = next(block.text for block in page.blocks if block.options.get("title") == "engine.jsonl")
    code, out, _ = run(written(shown.rstrip("\n")), "-o", "t.plyscope")
    assert (code, out.startswith("unknown game, my engine, depth 2\n")) == (0, True)
    trace = tracer.load("t.plyscope")
    check_laws(trace)
    assert (trace.value, trace.pv, trace.counts.pruned_branches) == (3, ["a", "x"], 2)
    assert [node.status for node in trace] == [EXPANDED, EXPANDED, HORIZON, EXPANDED, HORIZON, PRUNED, PRUNED]
    assert (trace.text(0), trace.left_text(0)) == ("the board", None)
