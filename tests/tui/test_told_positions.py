"""Positions that the search itself told, as a search in another language does: shown wherever a game's would be."""

from dataclasses import replace

import numpy as np
import pytest
from screens import running, until
from test_out import copied

import tracer
import viz
from tracer.count.transpositions import Positions
from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.tracing import Trace
from tui.app import ExplorerApp
from tui.model.counted_lists import PositionList
from tui.widgets.board import draw_position
from viz.page.boards import make_boards

__all__ = ["copied"]


def told(position: str = "XOX\nOXO\n...") -> Trace:
    """Tic-tac-toe without its game, every position but one written out by the search."""
    known = tracer.trace("tictactoe", position=position)
    texts = [
        known.position(node).replace(".", "-") if known.columns.status[node] != PRUNED else ""
        for node in range(len(known))
    ]
    numbers = np.where(known.columns.status == PRUNED, -1, np.arange(len(known))).astype(np.int32)
    numbers[1] = -1
    columns = replace(known.columns, text=numbers)
    return Trace(columns, [], replace(known.header, game="mine"), labels=known.move_labels, texts=texts)


def plain(trace: Trace, node: int) -> list[str]:
    return [line.plain for line in draw_position(trace, node)]


def test_the_panel_shows_it_with_the_last_move_marked():
    trace = told()
    assert plain(trace, 0) == ["XOX", "OXO", "---"]
    deep = int(np.argmax(trace.columns.ply == 2))
    assert "".join(plain(trace, deep)).count("-") == 1
    assert plain(trace, 1) == ["no position told"]
    pruned = int(np.argmax(trace.columns.status == PRUNED))
    assert plain(trace, pruned) == ["never visited"]
    second = trace.children(0)[1]
    if trace.columns.status[second] != PRUNED:
        assert [str(span.style) for line in draw_position(trace, second) for span in line.spans] == ["max", "last"]


async def test_it_is_copied(copied):
    app = ExplorerApp(told())
    async with running(app) as pilot:
        await pilot.press("Y")
        assert copied == ["XOX\nOXO\n---"]


async def test_the_same_positions_are_found_by_their_texts():
    trace = told("XO.\n.X.\n...")
    app = ExplorerApp(trace)
    async with running(app) as pilot:
        browser = app.browser
        assert PositionList(browser).empty_text == "s finds the same positions, by the texts that the search told"
        known = Positions(trace)
        node = next(node for node in range(2, len(trace)) if known.next(node) is not None)
        browser.select(node)
        await pilot.press("s")
        await until(pilot, lambda: not app.screen.lab.is_busy and browser.selected != node)
        assert trace.text(browser.selected) == trace.text(node)
        assert browser.positions is not None


async def test_a_check_finds_them_too():
    app = ExplorerApp(told())
    async with running(app) as pilot:
        await pilot.press("C")
        await until(pilot, lambda: app.browser.findings.is_checked)
        assert app.browser.positions is not None


def test_it_is_drawn_and_stands_in_the_page():
    trace = told()
    first = viz.picture(trace, board=True).boxes[0].board
    assert first is not None
    assert first.cells[0] == ("X", "O", "X")
    page = make_boards(trace)
    assert page.board_numbers is not None
    assert page.texts[page.board_numbers[0] - 1] == "XOX\nOXO\n---"
    assert page.board_numbers[1] == 0
    assert "XOX" in viz.to_dot(trace, board=True)


def test_a_trace_that_tells_nothing_has_none():
    trace = told()
    assert trace.position(0) == "XOX\nOXO\n---"
    with pytest.raises(PlyscopeError, match="game 'mine' is not built in"):
        trace.position(1)
