"""A key runs the recorded script again, once somebody has agreed, and its lines are stepped forwards and backwards."""

from __future__ import annotations

import contextlib
import io
from dataclasses import replace
from pathlib import Path

import pytest
from screens import answer, notice, running, text, until
from textual.widgets import Input

import tracer
from tracer.errors import PlyscopeError
from tracer.tracing import Trace
from tui.app import ExplorerApp
from tui.commands import explore
from tui.program import run
from tui.screens.prompt import Prompt
from tui.widgets.board import Board
from tui.widgets.code import Code
from tui.widgets.lists_pane import ListsPane

SCRIPT = """
import sys
with open("runs", "a") as runs:
    runs.write("x")

def winner(board):
    for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if board[a] != "." and board[a] == board[b] == board[c]:
            return 1 if board[a] == "X" else -1
    return 0 if "." not in board else None

def minimax(board, maximizing):
    score = winner(board)
    if score is not None:
        return score
    best = -2 if maximizing else 2
    for square in range(9):
        if board[square] != ".":
            continue
        board[square] = "X" if maximizing else "O"
        value = minimax(board, not maximizing)
        board[square] = "."
        best = max(best, value) if maximizing else min(best, value)
    return best

print(minimax([list(word) for word in sys.argv[1:]][0], True))
"""


@pytest.fixture
def trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trace:
    """A search of a script, recorded in the folder in which we are."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(SCRIPT, "utf-8")
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said), contextlib.suppress(SystemExit):
        run(["run", "mine.py", "--attach", "minimax", "-o", "t.plyscope", "--", "XOX.O...."])
    Path("runs").unlink()
    return tracer.load("t.plyscope")


def panel(app: ExplorerApp, kind: type[Code] | type[Board] = Code) -> list[str]:
    """The lines of a panel as they stand on the screen."""
    found = app.screen.query_one(kind)
    return [found.render_line(y).text.rstrip() for y in range(found.size.height)]


def current(app: ExplorerApp) -> str:
    """The line at which the pointer stands."""
    (line,) = (line for line in panel(app) if line.startswith("▶"))
    return SCRIPT.split("\n")[int(line[1:].split()[0]) - 1].strip()


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (168, 60)])
async def test_lines_are_stepped_both_ways_and_left_again(trace: Trace, size: tuple[int, int]) -> None:
    app = ExplorerApp(trace, "t", path="t.plyscope")
    async with running(app, size) as pilot:
        app.screen.show_outcome(app.browser.jump_to_node(1))
        await pilot.press("r", "a")
        await pilot.pause()
        assert isinstance(app.screen, Prompt)
        assert app.screen.query_one(Input).value == "mine.py"
        assert "enter runs mine.py XOX.O.... in " in answer(app)
        assert not Path("runs").exists()  # nothing runs before somebody has agreed
        await pilot.press("enter")
        await until(pilot, lambda: app.browser.current_call)
        assert Path("runs").read_text(encoding="utf-8") == "x"
        await pilot.pause()
        place = app.browser.location
        assert current(app) == "score = winner(board)"
        assert any("maximizing •False" in line for line in panel(app))
        await pilot.press("n")
        assert current(app) == "if score is not None:"
        assert any("score •None" in line for line in panel(app))
        found = app.browser.current_call
        assert found is not None
        while not found.line.children:
            await pilot.press("n")
        child = found.line.children[0]
        assert trace.node(child).parent == trace.node(1)
        assert any(f"→ node {child} (" in line and "returned" in line for line in panel(app))
        if size[0] > 80:  # there is room for one panel, and that is the code's
            assert [line for line in panel(app, Board) if line][: len(found.line.board)] == list(found.line.board)
        assert current(app) == 'board[square] = "."'
        await pilot.press("b")
        assert current(app) == "value = minimax(board, not maximizing)"
        assert app.browser.location == place
        found.line_index = len(found.call_lines.lines) - 1
        await pilot.press("n")
        assert "the call ends here" in notice(app)
        assert any(f"returned {trace.node(1).value:g}" in line for line in panel(app))
        await pilot.press("escape")
        await pilot.pause()
        assert app.browser.current_call is None
        assert app.browser.location == place
        await pilot.press("a")  # it was agreed to
        await until(pilot, lambda: app.browser.current_call)
        app.screen.show_outcome(app.browser.jump_to_node(0))
        await pilot.pause()
        assert app.browser.current_call is None
        await pilot.press("b")
        assert app.browser.cursor.step == place.step - 1


@pytest.mark.parametrize("key", ["a", "tab"])
async def test_a_panel_that_is_asked_for_is_in_sight_where_the_lists_stood_in_its_place(trace: Trace, key: str) -> None:
    app = ExplorerApp(trace, "t", path="t.plyscope")
    async with running(app, (90, 36)) as pilot:
        app.screen.show_outcome(app.browser.jump_to_node(1))
        app.screen.open_lists("Hits")
        app.screen.focus_tree()
        await pilot.press("r", key)
        await pilot.pause()
        if key == "a":
            await pilot.press("enter")
            await until(pilot, lambda: app.browser.current_call)
            await pilot.pause()
        assert any(line.startswith("▶") for line in panel(app))
        assert not app.screen.query_one(ListsPane).display


async def test_a_script_that_has_changed_is_not_run(trace: Trace) -> None:
    Path("mine.py").write_text(SCRIPT + "\n", "utf-8")
    app = ExplorerApp(trace, "t")
    async with running(app, (120, 40)) as pilot:
        await pilot.press("a")
        await pilot.pause()
        assert "has changed since" in answer(app)
        await pilot.press("enter")
        assert isinstance(app.screen, Prompt)
        await pilot.press("escape")
        assert not Path("runs").exists()


async def test_a_browser_session_and_a_recording_without_a_script_run_nothing(trace: Trace) -> None:
    for app, words in (
        (ExplorerApp(trace, "t", served=True), "shown in a browser"),
        (ExplorerApp(_without_notes(trace), "t"), "no script is known"),
    ):
        async with running(app, (120, 40)) as pilot:
            await pilot.press("a")
            await pilot.pause()
            assert words in notice(app)
            assert not Path("runs").exists()


def _without_notes(trace: Trace) -> Trace:
    return trace.with_columns(trace.columns, replace(trace.header, notes={}))


async def test_a_second_run_that_differs_is_told_on_the_screen(trace: Trace) -> None:
    columns = replace(trace.columns, called_at=trace.columns.called_at + 1)  # type: ignore[operator]
    app = ExplorerApp(trace.with_columns(columns, trace.header), "t")
    async with running(app, (120, 40)) as pilot:
        app.screen.show_outcome(app.browser.jump_to_node(3))
        await pilot.press("a", "enter")
        await until(pilot, lambda: "differs from the recording at visit 2" in text(app))
        assert app.browser.current_call is None


async def test_a_script_that_was_named_with_its_arguments_needs_no_question(trace: Trace) -> None:
    for script, words in (
        ("mine.py", "--script 'mine.py XOX.O....'"),
        ("mine.py X", "other arguments"),
        ("no.py", "no script"),
    ):
        with pytest.raises(PlyscopeError, match=words):
            named(trace, script)
    app = named(trace, "mine.py XOX.O....")
    async with running(app, (120, 40)) as pilot:
        await pilot.press("a")
        await until(pilot, lambda: app.browser.current_call)


def named(trace: Trace, script: str) -> ExplorerApp:
    app = ExplorerApp(trace, "t.plyscope", path="t.plyscope")
    explore._allow_script(app, "t.plyscope", script)
    return app
