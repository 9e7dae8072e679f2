"""The dialog that starts a search, and the search at work."""

from __future__ import annotations

import threading

import pytest
from screens import answer, running, shown, text, told, until
from strategies import AIMA
from textual.widgets import Input, Select

import tracer
from tui.app import ExplorerApp
from tui.screens import start
from tui.screens.explorer import Explorer
from tui.screens.start import SearchRun, Start
from tui.terminal.options import Options


def put(app: ExplorerApp, **fields: str) -> None:
    for name, value in fields.items():
        app.screen.query_one(f"#{name}", Input).value = value


async def test_without_a_trace_the_dialog_asks_and_escape_ends_the_program():
    app = ExplorerApp(None)
    async with running(app) as pilot:
        assert isinstance(app.screen, Start)
        assert "tictactoe" in text(app)
        await pilot.press("escape")
        await until(pilot, lambda: app.return_code is not None)
    assert app.return_code == 0


async def test_a_search_is_chosen_run_and_explored_and_leaving_it_ends_the_program():
    app = ExplorerApp(None)
    async with running(app) as pilot:
        put(app, game="nim:1,2,3", depth="4", order="reversed", max_nodes="1000")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        header = app.browser.trace.header
        assert (header.game, header.search, header.depth) == ("nim:1,2,3", "alphabeta", 4)
        assert header.options["order"] == "reversed"
        await pilot.press("q")
        await until(pilot, lambda: app.return_code is not None)


async def test_another_search_is_explored_on_top_and_q_comes_back():
    app = shown(AIMA)
    async with running(app) as pilot:
        first = app.browser
        await pilot.press("ctrl+n")
        app.screen.query_one("#search", Select).value = "minimax"
        put(app, game="[[5,[1]],[2]]")
        app.screen.query_one("#go").focus()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Explorer) and app.browser is not first)
        assert app.browser.trace.header.search == "minimax"
        await pilot.press("q")
        assert app.browser is first
        await pilot.press("ctrl+n", "escape")
        assert app.browser is first
        assert app.return_code is None


async def test_what_makes_no_sense_is_answered_and_the_dialog_stays():
    app = shown(AIMA)
    async with running(app, (100, 40)) as pilot:
        await pilot.press("ctrl+n")
        for fields, said in (
            ({"game": "nope"}, "unknown game 'nope'"),
            ({"game": ""}, "unknown game"),
            ({"game": "[[3],[/]]"}, "unexpected '/'"),
            ({"game": "[" * 3_999}, "the tree, line 1"),
            ({"depth": "four"}, "depth is a whole number, not 'four'"),
            ({"depth": "-1"}, "0 or more"),
            ({"alpha": "x"}, "alpha is a number, not 'x'"),
            ({"alpha": "∞"}, "empty"),
            ({"alpha": "3", "beta": "1"}, "empty"),
            ({"order": "zz"}, "no order 'zz'"),
            ({"position": "[@click=app.quit]"}, "'[@click=app.quit]'"),
            ({"position": "\x1b[2J"}, "␛[2J"),
            ({"max_nodes": "0"}, "1 or more"),
            ({"max_nodes": "-3"}, "1 or more"),
        ):
            put(app, **({"game": "tictactoe"} | fields))
            app.screen._start()
            await pilot.pause()
            assert isinstance(app.screen, Start), fields
            assert said in answer(app), fields
            assert not {"\x1b"} & set(text(app))
            put(app, **dict.fromkeys(fields, ""))
        put(app, game="tictactoe", alpha="-1", beta="1")
        app.screen.query_one("#search", Select).value = "minimax"
        app.screen._start()
        await pilot.pause()
        assert "minimax has no option window" in answer(app)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """A search that stops at its second report until it is allowed to go on."""
    allowed, whole = threading.Event(), tracer.trace

    def trace(*arguments, progress=None, **options):
        def report(nodes: int) -> None:
            progress(nodes)
            if nodes > 1:
                assert allowed.wait(60)
                progress(nodes)

        return whole(*arguments, progress=progress and report, **options)

    monkeypatch.setattr(start.tracer, "trace", trace)
    yield allowed
    allowed.set()


async def test_escape_keeps_what_was_recorded(slow):
    app = ExplorerApp(None)
    async with running(app) as pilot:
        put(app, game="mnk:4,4,4")
        await pilot.press("enter")
        seen = ("0 nodes", " 1 nodes")
        await until(pilot, lambda: isinstance(app.screen, SearchRun) and not any(one in text(app) for one in seen))
        await pilot.press("escape")
        slow.set()
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        assert app.browser.trace.header.stopped == "by hand"
        assert len(app.browser.trace) > 1
        await until(pilot, lambda: "stopped by hand" in text(app))


async def test_the_title_of_a_search_at_work_is_data(monkeypatch):
    app = shown(AIMA)
    async with running(app) as pilot:
        app.push_screen(SearchRun("[/b][@click=app.quit]\x1b", Options(search="minimax")))
        await until(pilot, lambda: told(app))
        assert "unexpected '/'; a tree is JSON" in told(app)[0]
        assert isinstance(app.screen, Explorer)
        ended = threading.Event()
        monkeypatch.setattr(start.tracer, "trace", lambda *_, **__: ended.wait(60) and None)
        app.push_screen(SearchRun("[[3, 12, 8], [2, 4, 6]]", Options(search="minimax")))
        await until(pilot, lambda: "minimax of [[3, 12, 8], [2, 4, 6]]" in text(app))
        ended.set()
        await until(pilot, lambda: isinstance(app.screen, Explorer))


async def test_whatever_goes_wrong_the_dialog_does_not_stay(monkeypatch):
    def broken(*_, **__):
        raise MemoryError("too much")

    app = shown(AIMA)
    async with running(app) as pilot:
        monkeypatch.setattr(start.tracer, "trace", broken)
        app.push_screen(SearchRun("tictactoe", Options()))
        await until(pilot, lambda: isinstance(app.screen, Explorer) and told(app))
        assert told(app) == ["the search failed: MemoryError: too much"]


async def test_a_game_that_misbehaves_is_reported_and_what_was_recorded_is_kept(monkeypatch):
    def moves(game, state):
        raise ZeroDivisionError("[/] in the game")

    app = shown(AIMA)
    async with running(app) as pilot:
        monkeypatch.setattr(type(tracer.game("tictactoe")), "moves", moves)
        kept: list[tracer.Trace | None] = []
        app.push_screen(SearchRun("tictactoe", Options(search="minimax")), kept.append)
        await until(pilot, lambda: kept)
        assert kept[0] is not None
        assert kept[0].header.stopped == "by an error of the game"
        assert "[/] in the game" in told(app)[0]


async def test_every_field_is_reached_on_a_low_screen():
    app = shown(AIMA)
    async with running(app, (80, 10)) as pilot:
        await pilot.press("ctrl+n", "tab", "tab", "tab", "tab", "tab", "tab")
        assert app.focused is not None
        assert app.focused.id == "max_nodes"
        assert "At most" in text(app)
