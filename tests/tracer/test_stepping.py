"""A script is run again up to one visit, and that call is watched: every variable is the program's at every line."""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import tracer
from tracer.errors import PlyscopeError
from tracer.recording.header import Header
from tracer.stepping.recorded_program import find_program, program_notes
from tracer.stepping.replay_watcher import format_variable
from tracer.stepping.stepped_call import SteppedCall, step_through_call
from tracer.tracing import Trace
from tui.program import run

SCRIPT = """
import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
count = 0


class Player:
    def __init__(self, text):
        self.board = list(text)
        self.nodes = 0
        self.name = "both"

    def result(self):
        for a, b, c in LINES:
            if self.board[a] != "." and self.board[a] == self.board[b] == self.board[c]:
                return 1 if self.board[a] == "X" else -1
        return 0 if "." not in self.board else None

    def high(self, alpha, beta):
        global count
        count += 1
        self.nodes += 1
        over = self.result()
        if over is not None:
            return over
        best, move = -2, None
        for square in range(9):
            if self.board[square] == ".":
                self.board[square] = "X"
                try:
                    value = self.low(alpha, beta)
                finally:
                    self.board[square] = "."
                if value > best:
                    best, move = value, (square, "X")
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        del over
        return best

    def low(self, alpha, beta):
        self.nodes += 1
        over = self.result()
        if over is not None:
            return over
        best = 2.0
        for square in [k for k in range(9) if self.board[k] == "."]:
            self.board[square] = "O"
            best = min(best, self.high(alpha, beta))
            self.board[square] = "."
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best


for text in sys.argv[1:]:
    print(Player(text).high(-2, 2))
"""
ARGUMENTS = ["XOXOXO...", "XO.XO....", "XOX......"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(SCRIPT, "utf-8")
    return tmp_path


def recorded(script: str = "mine.py", names: str = "Player.high,Player.low", search: int = 2, *more: str) -> Trace:
    """One of the searches of the script, by `plyscope run`."""
    arguments = more or ARGUMENTS
    words = ["run", script, "--attach", names, "-o", "t.plyscope", "--search", str(search), "--", *arguments]
    quietly(words)
    return tracer.load("t.plyscope")


def quietly(words: list[str]) -> str:
    """Run a command; gives what it says on both streams."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said), contextlib.suppress(SystemExit):
        run(words)
    return said.getvalue()


def inside(trace: Trace, node: int) -> SteppedCall:
    return step_through_call(trace, node, find_program(trace.header))


def own_variables(search: int, visit: int) -> list[tuple[int, dict[str, str]]]:
    """At each line of one call its variables, by a tracer that has nothing of ours: run in this process, once more."""
    found: list[tuple[int, dict[str, str]]] = []
    depth = searches = visits = 0
    plain = (int, float, str, bool, type(None))

    def state(frame: FrameType) -> dict[str, str]:
        shown = {name: repr(value) for name, value in frame.f_locals.items() if type(value) in plain}
        shown |= {
            name: repr(value)
            for name, value in frame.f_locals.items()
            if type(value) is tuple and all(type(one) in plain for one in value)
        }
        mine = frame.f_locals["self"]
        return shown | {f"self.{name}": repr(value) for name, value in vars(mine).items() if type(value) in plain}

    def watch(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal depth
        if event in ("line", "return"):
            found.append((frame.f_lineno, state(frame) | {"board": "".join(frame.f_locals["self"].board)}))
        if event == "return":
            depth -= 1
        return watch

    def count(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal depth
        if event == "return":
            depth -= 1
        return count

    def calls(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal depth, searches, visits
        if event != "call" or frame.f_code.co_name not in ("high", "low"):
            return None
        searches += depth == 0
        depth += 1
        if searches != search:
            return count
        visits += 1
        return watch if visits == visit + 1 else count

    before, arguments = sys.gettrace(), sys.argv
    sys.argv = ["mine.py", *ARGUMENTS]
    sys.settrace(calls)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path("mine.py", run_name="__main__")
    finally:
        sys.settrace(before)
        sys.argv = arguments
    return found


@pytest.mark.parametrize("visit", [0, 1, 7, 20])
def test_every_variable_is_the_programs_own_at_every_line(folder: Path, visit: int) -> None:
    trace = recorded()
    visits = [node.index for node in trace if node.status is not tracer.Status.PRUNED]
    found, wanted = inside(trace, visits[visit]), own_variables(2, visit)
    assert [line.number for line in found.lines] == [line for line, _ in wanted]
    assert len(found.lines) > 3
    for line, (_, values) in zip(found.lines, wanted, strict=True):
        board = values.pop("board")
        shown = {name: text for name, text in line.values.items() if name != "count"}
        assert shown == values
        assert "".join(line.board) == board
    assert not found.is_cut_short


def test_children_stand_at_the_lines_that_led_to_them(folder: Path) -> None:
    trace = recorded()
    found = inside(trace, 0)
    called = [(before.number, child) for before, line in pairwise(found.lines) for child in line.children]
    children = [child for child in trace.children(0) if trace.columns.status[child] != tracer.Status.PRUNED]
    assert called == [(trace.called_at(child), child) for child in children]
    assert found.lines[-1].message == f"returned {trace.value:g}"
    assert found.lines[-1].number == trace.left_at(0)
    assert found.lines[-1].values["count"] == str(sum(trace.columns.ply % 2 == 0) + 2)  # two calls of the first search


def test_a_second_run_may_end_where_a_child_is_called_or_after_the_first_line(folder: Path) -> None:
    trace = recorded()
    whole, program = inside(trace, 0), find_program(trace.header)
    first = step_through_call(trace, 0, program, until=0)
    assert (first.lines, first.is_cut_short) == (whole.lines[:1], True)
    child = trace.children(0)[1]
    after = next(place for place, line in enumerate(whole.lines) if child in line.children)
    found = step_through_call(trace, 0, program, until=child)
    assert found.lines[:after] == whole.lines[:after]
    assert (len(found.lines), found.is_cut_short) == (after + 1, True)
    assert found.lines[after].children == (child,)


def test_a_function_above_and_bare_functions_are_stepped_too(folder: Path) -> None:
    source = """
def value(n, turn):
    if n > 5:
        return n % 3
    found = [value(2 * n + k, not turn) for k in (0, 1)]
    return max(found) if turn else min(found)

def root(n):
    best = -1
    for k in (0, 1):
        best = max(best, value(2 * n + k, False))
    return "move", best

root(1)
"""
    Path("above.py").write_text(source, "utf-8")
    run(["run", "above.py", "--attach", "value", "--root", "root", "--state", "n", "-o", "t.plyscope"])
    trace = tracer.load("t.plyscope")
    assert trace.root.source is not None
    assert trace.root.source.name == "root"
    found = inside(trace, 0)
    assert found.lines[-1].message == "returned ('move', 2)"
    assert [child for line in found.lines for child in line.children] == trace.children(0)
    assert inside(trace, 2).lines[0].values == {"n": "4", "turn": "True"}


def test_an_exception_inside_is_told(folder: Path) -> None:
    source = "def f(n):\n    try:\n        1 // (n - 2)\n    except ZeroDivisionError:\n        n += 0\n" \
        "    if n == 3:\n        raise ValueError('no 3')\n    return f(n + 1) if n < 9 else n\n\nf(1)\n"  # fmt: skip
    Path("fails.py").write_text(source, "utf-8")
    trace = recorded("fails.py", "f", 1, "x")
    assert [node.status for node in trace] == [tracer.Status.OPEN] * 3
    said = [line.message for line in inside(trace, 1).lines]
    assert said[2] == "ZeroDivisionError: integer division or modulo by zero was raised"
    assert said[-1] == "left by ValueError: no 3"


def test_a_second_run_that_differs_is_found(folder: Path) -> None:
    """From one run to the next: other values, other calls, other positions, fewer of them."""
    for extra, words in (("0", "it returned"), ("f(state * 3, d - 1) if now % 2 else 0", "called on line")):
        Path("luck").write_text("4", "utf-8")
        Path("luck.py").write_text(
            "import pathlib\nluck = pathlib.Path('luck')\nnow = int(luck.read_text())\nluck.write_text(str(now + 1))\n"
            "def f(state, d):\n    if d == 0:\n        return state + now\n"
            f"    extra = 0 * ({extra})\n"
            "    return max(f(state * 2, d - 1), f(state * 2 + 1, d - 1)) + extra\n\nf(1, 3)\n",
            "utf-8",
        )
        trace = recorded("luck.py", "f", 1, "x")
        assert trace.counts.visited == 15
        with pytest.raises(PlyscopeError, match=f"differs from the recording.*({words}).*not deterministic"):
            inside(trace, 14)


def test_another_position_is_found_by_its_text(folder: Path) -> None:
    Path("luck").write_text("4", "utf-8")
    Path("luck.py").write_text(
        "import pathlib\nluck = pathlib.Path('luck')\nnow = int(luck.read_text())\nluck.write_text(str(now + 1))\n"
        "def f(board):\n    if len(board) > 3:\n        return 1\n    letters = 'ab'[:: -1 if now % 2 else 1]\n"
        "    return max(f(board + c) for c in letters)\n\nf('a')\n",
        "utf-8",
    )  # fmt: skip
    trace = recorded("luck.py", "f", 1, "x")
    with pytest.raises(PlyscopeError, match=r"at visit 2 \(node 1\): its board is another position"):
        inside(trace, 1)


def test_what_cannot_be_run_again_is_refused_in_one_line(folder: Path) -> None:
    trace = recorded()
    with pytest.raises(PlyscopeError, match="no script is known of this recording"):
        find_program(replace(trace.header, notes={}))
    with pytest.raises(PlyscopeError, match=r"there is no script other\.py here$"):
        find_program(trace.header, script_option="other.py")
    (folder / "sub").mkdir()
    (folder / "mine.py").rename(folder / "sub" / "mine.py")
    with pytest.raises(PlyscopeError, match=r"there is no script mine\.py here: --script PATH names it"):
        find_program(trace.header)
    assert find_program(trace.header, script_option="sub/mine.py").path == Path("sub/mine.py")
    assert find_program(trace.header, recording_folder=folder / "sub").path == folder / "sub" / "mine.py"
    (folder / "sub" / "mine.py").write_text(SCRIPT + "\n", "utf-8")
    with pytest.raises(PlyscopeError, match="is not what was recorded, or has changed since"):
        find_program(trace.header, script_option="sub/mine.py")


def test_a_module_that_has_changed_since_is_refused(folder: Path) -> None:
    module = "def f(n):\n    return n if n > 9 else max(f(2 * n), f(2 * n + 1))\n"
    (folder / "module.py").write_text(module, "utf-8")
    (folder / "uses.py").write_text("from module import f\nf(1)\n", "utf-8")
    trace = recorded("uses.py", "f", 1, "x")
    assert inside(trace, 3).lines[-1].message.startswith("returned")
    sys.modules.pop("module")
    (folder / "module.py").write_text(module.replace("2 * n + 1", "2 * n + 2"), "utf-8")
    with pytest.raises(PlyscopeError, match=r"module\.py has changed since it was recorded"):
        inside(trace, 3)


@pytest.mark.parametrize(("name", "file"), [("pkg_a.play", "pkg_a/play.py"), ("pkg_b", "pkg_b/__main__.py")])
def test_a_module_is_run_again_as_a_module(folder: Path, name: str, file: str) -> None:
    package = (folder / file).parent
    package.mkdir()
    (package / "__init__.py").write_text("", "utf-8")
    (package / "rules.py").write_text("def worth(n):\n    return n % 7\n", "utf-8")
    (folder / file).write_text(
        "import sys\nfrom .rules import worth\n\ndef f(n, sign):\n"
        "    if n > int(sys.argv[1]):\n        return sign * worth(n)\n"
        "    return max(-f(2 * n, -sign), -f(2 * n + 1, -sign))\n\nf(1, 1)\n",
        "utf-8",
    )  # fmt: skip
    quietly(["run", "-m", name, "--attach", "f", "-o", "t.plyscope", "--", "9"])
    trace = tracer.load("t.plyscope")
    program = find_program(trace.header)
    assert program.command == f"-m {name} 9"
    assert not program.is_agreed
    assert find_program(trace.header, script_option=f"-m {name} 9").is_agreed
    assert not find_program(trace.header, script_option=f"-m {name}").is_agreed
    with pytest.raises(PlyscopeError, match="other arguments are another search"):
        find_program(trace.header, script_option=f"-m {name} 10")
    with pytest.raises(PlyscopeError, match="is another program"):
        find_program(trace.header, script_option=file)
    assert inside(trace, 1).lines[-1].message.startswith("returned")
    (folder / file).write_text("changed = True\n", "utf-8")
    with pytest.raises(PlyscopeError, match="has changed since"):
        find_program(trace.header)
    (folder / file).unlink()
    with pytest.raises(PlyscopeError, match=f"there is no module {name} here"):
        find_program(trace.header)
    for other in ("../evil", "os; x", "", 7):
        with pytest.raises(PlyscopeError, match="no script is known"):
            find_program(replace(trace.header, notes=trace.header.notes | {"module": other}))


READER = """
def value(n, is_max):
    if not n:
        return 0
    return (max if is_max else min)(value(n - 1, not is_max), value(n - 1, not is_max))


value(int(input()), True)
"""


def test_a_standard_input_is_named_as_in_a_shell(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("reader.py").write_text(READER)
    Path("three moves.txt").write_text("3\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO("3\n"))
    quietly(["run", "reader.py", "-o", "t.plyscope"])
    trace = tracer.load("t.plyscope")
    program = find_program(trace.header, script_option="reader.py < 'three moves.txt'")
    assert program.is_agreed
    assert program.command == "reader.py < 'three moves.txt'"
    assert step_through_call(trace, 1, program).lines[0].values["n"] == "2"
    with pytest.raises(PlyscopeError, match=r"EOF.*, or it reads an input: --script 'reader.py < FILE' gives it"):
        inside(trace, 1)
    with pytest.raises(PlyscopeError, match=r"there is no file gone\.txt here to be the standard input"):
        find_program(trace.header, script_option="reader.py < gone.txt")


def test_an_argument_may_look_like_a_standard_input(folder: Path) -> None:
    trace = recorded("mine.py", "Player.high,Player.low", 2, *ARGUMENTS, "<", "mine.py")
    program = find_program(trace.header, script_option=find_program(trace.header).command)
    assert program.is_agreed
    assert program.stdin is None


def test_a_pruned_branch_and_a_function_without_source_have_no_lines(folder: Path) -> None:
    trace = recorded()
    bare = Trace(trace.columns, [], trace.header, labels=trace.move_labels, texts=trace.texts)
    with pytest.raises(PlyscopeError, match="no source of node 0"):
        inside(bare, 0)


@pytest.mark.parametrize(
    ("notes", "words"),
    [
        ({"script": "/bin/evil.py"}, "no script"),
        ({"script": "../evil.py"}, "no script"),
        ({"script": 7}, "no script is known"),
        ({"arguments": "rm"}, "no script is known"),
        ({"arguments": '["a", 1]'}, "no script is known"),
        ({"arguments": '["\\u0000"]'}, "no script is known"),
        ({"search": True}, "no script is known"),
        ({"search": 0}, "no script is known"),
        ({"sha256": "0" * 64}, "has changed"),
    ],
)
def test_what_a_file_says_of_its_script_is_a_strangers_word(folder: Path, notes: dict[str, Any], words: str) -> None:
    (folder.parent / "evil.py").write_text(SCRIPT, "utf-8")
    good = program_notes("mine.py", ["a b", "c"]) | {"search": 1}
    header = Header(notes=good)
    assert find_program(header).command == "mine.py 'a b' c"
    hidden = replace(header, notes=good | {"arguments": json.dumps(["x" * 150, "--delete", "\x1b[2J"])})
    assert find_program(hidden).command == f"mine.py {'x' * 150} --delete '␛[2J'"
    with pytest.raises(PlyscopeError, match=words):
        find_program(replace(header, notes=good | notes))


def test_notes_have_no_folder_of_this_machine(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "s.py").write_text("", "utf-8")
    assert program_notes("sub/s.py", [])["script"] == "sub/s.py"
    assert program_notes(str(folder / "sub" / "s.py"), [])["script"] == "s.py"
    assert program_notes("sub/../mine.py", [])["script"] == "mine.py"
    assert program_notes("mine.py", ["x" * 300]) == {}
    assert json.loads(program_notes("mine.py", ["ä\n"])["arguments"]) == ["ä\n"]


def test_values_are_written_without_the_help_of_their_classes() -> None:
    class Loud(int):
        def __repr__(self) -> str:
            raise AssertionError("asked")

    assert [format_variable(value) for value in (Loud(3), [1], {}, object(), (Loud(1),))] == [None] * 5
    assert format_variable("\x1b" * 200) == "'" + r"\x1b" * 14 + r"\x" + "…"
    assert format_variable(10**5000) == "a number of more than 40 digits"
    assert format_variable(((1, 2),)) is None


def test_a_file_that_is_opened_runs_nothing(folder: Path) -> None:
    trace = recorded()
    Path("mine.py").write_text("open('ran', 'w')\n" + SCRIPT, "utf-8")
    notes = trace.header.notes | program_notes("mine.py", [])
    trace.header = replace(trace.header, notes=notes)
    trace.save("u.plyscope")
    for words in (["count", "u.plyscope"], ["why", "u.plyscope", "3"], ["check", "u.plyscope"]):
        quietly(words)
    assert not Path("ran").exists()
    said = quietly(["why", "u.plyscope", "#3", "--lines"])  # nobody is at a terminal
    assert "nothing was run; --script mine.py" in said
    assert not Path("ran").exists()


def test_the_command_prints_the_call_line_by_line_and_says_what_it_runs(folder: Path) -> None:
    trace = recorded()
    said = quietly(["why", "t.plyscope", "#0", "--lines", "--script", "mine.py"])  # the arguments are the file's
    command = "mine.py XOXOXO... XO.XO.... XOX......"
    assert f"nothing was run; --script '{command}' runs it" in said
    said = quietly(["why", "t.plyscope", "#0", "--lines", "--script", "mine.py --delete"])
    assert f"the recording is one of {command}: other arguments are another search" in said
    said = quietly(["why", "t.plyscope", "#0", "--lines", "--script", command])
    assert "running mine.py XOXOXO... XO.XO.... XOX...... again, up to node 0" in said
    source = trace.sources[0]
    called = trace.called_at(1)
    assert called is not None
    line = next(line for line in said.split("\n") if line.startswith(f"{called} "))
    assert source.lines[called - source.line].strip() in line
    assert "→ node 1 (" in line
    assert f"value = {trace.node(1).value:g}" in line
    assert said.rstrip().endswith(f"returned {trace.value:g}")
    assert "--script is for --lines" in quietly(["why", "t.plyscope", "#0", "--script", "mine.py"])


def test_a_search_that_was_found_by_running_is_stepped_too(folder: Path) -> None:
    """Below a function that hands its position on, of two searches that begin with other functions."""
    source = """
def above(n):
    return value(n, True)

def value(n, turn):
    if n > 40:
        return n % 7
    return (max if turn else min)(value(2 * n + k, not turn) for k in (0, 1))

def other(n):
    return n if n > 9 else max(other(2 * n), other(2 * n + 1))

print(other(1), above(1), above(2))
"""
    Path("found.py").write_text(source, "utf-8")
    quietly(["run", "found.py", "-o", "t.plyscope", "--attach", "value,other"])
    files = sorted(Path().glob("t*.plyscope"))
    assert len(files) == 3
    for file in files:
        trace = tracer.load(file)
        last = inside(trace, len(trace) - 1).lines[-1]
        assert last.message == f"returned {trace.node(len(trace) - 1).value:g}"
    quietly(["run", "mine.py", "-o", "u.plyscope", "--", "XO.XO...."])
    trace = tracer.load("u.plyscope")
    assert inside(trace, 2).lines[-1].message == f"returned {trace.node(2).value:g}"
