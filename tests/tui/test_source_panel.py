"""The panel of the search shows a program's own source, with the line at every step, whatever the room and the text."""

from __future__ import annotations

import textwrap
from dataclasses import replace

import numpy as np
import pytest
from attached import OWN_CODE, own_code
from screens import running, text

from tracer.attaching.attach_functions import attach
from tracer.recording.source import Source
from tracer.searches.registry import SEARCHES
from tracer.tracing import Trace
from tracer.why.code_at_step import find_code_location
from tui.app import ExplorerApp
from tui.widgets.code import Code, excerpt


@pytest.fixture(scope="module")
def trace() -> Trace:
    """A class's two methods, one for each player; one of the first searches of a whole game."""
    game = own_code("board_class").TicTacToe()
    game.board = [["X", "O", "X"], [".", "O", "."], [".", ".", "."]]
    with attach(type(game).max, type(game).min, state="self.board") as recording:
        game.max(-2, 2)
    return recording.trace


def panel(app: ExplorerApp) -> list[str]:
    """The lines of the panel as they stand on the screen."""
    found = app.screen.query_one(Code)
    return [found.render_line(y).text.rstrip() for y in range(found.size.height)]


def current(lines: list[str]) -> tuple[int, str]:
    """The number of the line at which the pointer stands, and the line."""
    (line,) = (line for line in lines if line.startswith("▶"))
    number, _, code = line[1:].strip().partition(" ")
    return int(number), code.strip()


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (168, 60)])
async def test_the_line_of_the_users_code_is_in_sight_at_every_step(trace: Trace, size: tuple[int, int]) -> None:
    file = (OWN_CODE / "board_class.py").read_text(encoding="utf-8").split("\n")
    app = ExplorerApp(trace, "t")
    invented = {line.strip() for search in SEARCHES.values() for line in search.code.lines if len(line) > 20}
    async with running(app, size) as pilot:
        if size[0] < 100:
            await pilot.press("tab")
        for step in (*range(30), trace.steps - 1):
            app.browser.time.go_to_step(step)
            app.screen.sync()
            await pilot.pause()
            lines = panel(app)
            place = find_code_location(trace, step)
            assert place is not None
            number, code = current(lines)
            assert number == place.line
            assert file[number - 1].strip().startswith(code.rstrip("…"))
            assert lines[0].startswith(f"{place.source.name} in board_class.py")
            assert not {line.strip() for line in lines} & invented
            assert not any(" best " in line or " alpha " in line for line in lines[:2])


async def test_a_frame_above_is_shown_on_the_line_of_its_call(trace: Trace) -> None:
    app = ExplorerApp(trace, "t")
    async with running(app, (120, 40)) as pilot:
        app.browser.time.go_to_step(trace.entered(3))
        app.screen.sync()
        await pilot.press("K")
        await pilot.pause()
        assert app.browser.selected == int(trace.columns.parent[3])
        assert current(panel(app))[0] == trace.called_at(3)


def with_source(trace: Trace, **fields: object) -> Trace:
    """The trace with other texts of its functions."""
    sources = [replace(source, **fields) for source in trace.sources]  # type: ignore[arg-type]  # as a test names them
    return Trace(
        trace.columns, [], trace.header, labels=trace.move_labels, texts=trace.texts, sources=sources
    )  # fmt: skip


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("def f():\n    x = '\x1b]0;owned\x07'\n", "␛]0;owned␇"),
        ("def f():\n    [@click=app.quit]x[/]\n", "[@click=app.quit]x[/]"),
        ("def f():\n    return '\u202eevil'\n", "return"),
        ("def f():\n    '漢字漢字'\n", "漢字漢字"),
    ],
)
async def test_a_hostile_source_is_text(trace: Trace, hostile: str, shown: str) -> None:
    app = ExplorerApp(with_source(trace, text=hostile), "t")
    async with running(app, (120, 40)) as pilot:
        await pilot.press("0")
        assert shown in text(app)
        assert not {"\x1b", "\x07", "\u202e"} & set(text(app))


async def test_a_line_that_is_not_there_is_told_so(trace: Trace) -> None:
    """The text of a long function is cut, and code that was made has none."""
    for source in ("def f():\n    return 1\n", ""):
        app = ExplorerApp(with_source(trace, text=source, line=1), "t")
        async with running(app, (168, 60)) as pilot:
            app.browser.time.go_to_step(trace.left(5))
            app.screen.sync()
            await pilot.pause()
            assert f"▶ line {trace.left_at(5)}, of which no text is kept" in panel(app)


async def test_lines_that_no_file_has_break_nothing(trace: Trace) -> None:
    huge = np.full(len(trace), 2**31 - 1, np.int32)
    columns = replace(trace.columns, called_at=huge, left_at=huge, function=-huge)
    hostile = Trace(columns, [], trace.header, labels=trace.move_labels, texts=trace.texts, sources=trace.sources)
    app = ExplorerApp(hostile, "t")
    async with running(app, (120, 40)) as pilot:
        await pilot.press("0", "n", "n", "K", "end")
        assert any("the recording has no source" in line for line in panel(app))


LONG = Source("f", "f.py", 9, "def f():\n" + "".join(f"    x{number} = {number}\n" for number in range(400)))


@pytest.mark.parametrize("line", [9, 10, 200, 408, 409])
@pytest.mark.parametrize("height", [1, 2, 7, 30, 500])
def test_an_excerpt_has_the_line_in_it_and_fills_the_room(line: int, height: int) -> None:
    rows = excerpt(LONG, line, 40, height)
    assert len(rows) == min(height, 401)
    (here,) = (row for row in rows if row.is_current)
    assert (here.margin, here.text) == (f"▶{line:>3} ", LONG.lines[line - 9])


def test_a_current_line_that_is_too_long_is_wrapped() -> None:
    words = " + ".join(f"name{number}" for number in range(40))
    source = Source("f", "f.py", 1, f"def f():\n    return {words}\n    pass\n")
    for height in (3, 8, 60):
        rows = excerpt(source, 2, 30, height)
        assert len(rows) <= height
        here = [row.text for row in rows if row.is_current]
        assert all(len(row.margin + row.text) <= 30 for row in rows if row.is_current)
        shown = "".join(part.strip() for part in here).replace(" ", "")
        whole = f"return {words}".replace(" ", "")
        assert whole.startswith(shown)
        assert (shown == whole) == (height == 60)


def test_an_excerpt_of_nothing_is_empty_and_of_no_line_points_at_none() -> None:
    assert excerpt(Source("f", "f.py", 1, ""), 3, 40, 10) == []
    assert not any(row.is_current for line in (None, 8, 410, -1) for row in excerpt(LONG, line, 40, 10))


def test_a_nested_function_stands_at_the_margin() -> None:
    source = Source("f", "f.py", 5, textwrap.indent("def f():\n\treturn 1\n", "        "))
    assert [row.text for row in excerpt(source, 6, 40, 9)] == ["def f():", "    return 1"]
