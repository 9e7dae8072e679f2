"""The form for a search, and the search at work."""

import threading
from pathlib import Path

import pytest
from screens import answer, running, shown, text, told, until
from strategies import AIMA
from textual.widgets import Input, Select, Static

import tracer
from tracer.searches.registry import SEARCHES
from tui.app import ExplorerApp
from tui.screens.explorer import Explorer
from tui.screens.search_form import SearchForm
from tui.screens.side_by_side import SideBySide
from tui.screens.start_screen import StartScreen
from tui.screens.trace_loading import SearchProgress
from tui.terminal import trace_source
from tui.terminal.options import Options
from tui.terminal.trace_source import TraceRequest


def put(app: ExplorerApp, **fields: str) -> None:
    for name, value in fields.items():
        app.screen.query_one(f"#{name}", Input).value = value


async def test_a_search_is_chosen_run_and_explored_and_leaving_it_comes_back():
    app = ExplorerApp(None)
    async with running(app) as pilot:
        await pilot.press("o")
        put(app, source="nim:1,2,3", depth="4", order="reversed", max_nodes="1000")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        header = app.browser.trace.header
        assert (header.game, header.search, header.depth) == ("nim:1,2,3", "alphabeta", 4)
        assert header.options["order"] == "reversed"
        await pilot.press("q")
        assert isinstance(app.screen, StartScreen)
        await pilot.press("q")
        await until(pilot, lambda: app.return_code is not None)


async def test_the_form_says_which_options_each_search_has_of_its_own():
    app = shown(AIMA)
    async with running(app, size=(80, 40)) as pilot:
        await pilot.press("ctrl+n")
        await until(pilot, lambda: isinstance(app.screen, SearchForm))
        for search, one in SEARCHES.items():
            app.screen.query_one("#search", Select).value = search
            hint = app.screen.query_one("#option", Input)
            wanted = " ".join(f"{own.word}={own.values}" for own in one.own) or f"{search} has none"
            await until(pilot, lambda hint=hint, wanted=wanted: hint.placeholder == wanted)
            lines = str(app.screen.query_one("#own", Static).render())
            assert [line.partition(":")[0] for line in lines.splitlines()] == [own.word for own in one.own]


async def test_two_searches_stand_side_by_side_each_with_the_options_it_has():
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("ctrl+n")
        put(app, source="nim:1,2", alpha="-1", beta="1")
        app.screen.query_one("#second", Select).value = "minimax"
        app.screen._submit()
        await until(pilot, lambda: isinstance(app.screen, SideBySide) and app.screen.is_mounted)
        one, two = app.screen.pair.browsers
        assert (one.trace.header.search, two.trace.header.search) == ("alphabeta", "minimax")
        assert one.trace.header.options["window"] == (-1.0, 1.0)


async def test_a_file_is_opened_and_followed_and_takes_no_options_of_a_search(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tracer.trace(AIMA).save("a.plyscope")
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("ctrl+n")
        put(app, source="a.plyscope", depth="3")
        app.screen._submit()
        await pilot.pause()
        assert "a.plyscope is a recorded trace: --depth cannot change it" in answer(app)
        put(app, source="tictactoe", depth="")
        app.screen.query_one("#follow", Select).value = "yes"
        app.screen._submit()
        await pilot.pause()
        assert "one trace file alone is followed" in answer(app)
        put(app, source="a.plyscope")
        app.screen._submit()
        await until(pilot, lambda: isinstance(app.screen, Explorer) and app.screen.source == "a.plyscope")
        assert app.browser.places.folder == Path()
        await until(pilot, lambda: follows(app))


def follows(app: ExplorerApp) -> bool:
    """Whether the screen has a timer that looks at its file."""
    return any(timer._callback.__qualname__ == "Follower._check_file" for timer in app.screen._timers)


async def test_what_stands_in_the_form_is_what_was_given():
    wanted = TraceRequest(
        "nim:1,2",
        searches=("alphabeta-memo", "minimax"),
        options=Options(depth=3, alpha=-1.0, order="reversed", max_nodes=9, cut=">", fail="hard", option=["a=b"]),
    )
    form = SearchForm(wanted)
    app = shown(AIMA)
    async with running(app) as pilot:
        app.push_screen(form)
        await pilot.pause()
        assert form._read_request() == wanted


async def test_the_form_says_how_large_that_is():
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("ctrl+n")
        await until(pilot, lambda: "the full tree has 549,946 nodes" in text(app))
        put(app, depth="2")
        await until(pilot, lambda: "the full tree has 82 nodes" in text(app))
        put(app, source="connect4", depth="")
        await until(pilot, lambda: "more than 20,000 positions" in text(app))


async def test_another_search_is_explored_on_top_and_q_comes_back():
    app = shown(AIMA)
    async with running(app) as pilot:
        first = app.browser
        await pilot.press("ctrl+n")
        app.screen.query_one("#search", Select).value = "minimax"
        put(app, source="[[5,[1]],[2]]")
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
            ({"source": "nope"}, "unknown game 'nope'"),
            ({"source": ""}, "unknown game"),
            ({"source": "[[3],[/]]"}, "unexpected '/'"),
            ({"source": "[" * 3_999}, "the tree, line 1"),
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
            put(app, **({"source": "tictactoe"} | fields))
            app.screen._submit()
            await pilot.pause()
            assert isinstance(app.screen, SearchForm), fields
            assert said in answer(app), fields
            assert not {"\x1b"} & set(text(app))
            put(app, **dict.fromkeys(fields, ""))
        put(app, source="tictactoe", alpha="-1", beta="1")
        app.screen.query_one("#search", Select).value = "minimax"
        app.screen._submit()
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

    monkeypatch.setattr(trace_source.tracer, "trace", trace)
    yield allowed
    allowed.set()


async def test_escape_keeps_what_was_recorded(slow):
    app = ExplorerApp(None)
    async with running(app) as pilot:
        await pilot.press("o")
        put(app, source="mnk:4,4,4")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SearchProgress))
        await until(pilot, lambda: "searching mnk:4,4,4: " in text(app) and ": 1 nodes" not in text(app))
        await pilot.press("escape")
        slow.set()
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        assert app.browser.trace.header.stopped == "by hand"
        assert len(app.browser.trace) > 1
        await until(pilot, lambda: "stopped by hand" in text(app))


async def test_the_title_of_a_search_at_work_is_data(monkeypatch):
    app = shown(AIMA)
    async with running(app) as pilot:
        app.push_screen(SearchProgress(TraceRequest("[/b][@click=app.quit]\x1b")))
        await until(pilot, lambda: told(app))
        assert "unexpected '/'; a tree is JSON" in told(app)[0]
        assert isinstance(app.screen, Explorer)
        ended = threading.Event()
        monkeypatch.setattr(trace_source, "record", lambda *_, **__: ended.wait(60) and None)
        app.push_screen(SearchProgress(TraceRequest("[[3, 12, 8], [2, 4, 6]]")))
        await until(pilot, lambda: "[[3, 12, 8], [2, 4, 6]]" in text(app))
        ended.set()
        await until(pilot, lambda: isinstance(app.screen, Explorer))


async def test_whatever_goes_wrong_the_dialog_does_not_stay(monkeypatch):
    def broken(*_, **__):
        raise MemoryError("too much")

    app = shown(AIMA)
    async with running(app) as pilot:
        monkeypatch.setattr(trace_source, "record", broken)
        app.push_screen(SearchProgress(TraceRequest("tictactoe")))
        await until(pilot, lambda: isinstance(app.screen, Explorer) and told(app))
        assert told(app) == ["the search failed: MemoryError: too much"]


async def test_a_game_that_misbehaves_is_reported_and_what_was_recorded_is_kept(monkeypatch):
    def moves(game, state):
        raise ZeroDivisionError("[/] in the game")

    app = shown(AIMA)
    async with running(app) as pilot:
        monkeypatch.setattr(type(tracer.game("tictactoe")), "moves", moves)
        kept: list[tuple[tracer.Trace, None] | None] = []
        app.push_screen(SearchProgress(TraceRequest("tictactoe", searches=("minimax",))), kept.append)
        await until(pilot, lambda: kept)
        assert kept[0] is not None
        assert kept[0][0].header.stopped == "by an error of the game"
        assert "[/] in the game" in told(app)[0]


async def test_every_field_is_reached_on_a_low_screen():
    app = shown(AIMA)
    async with running(app, (80, 10)) as pilot:
        await pilot.press("ctrl+n", *["tab"] * 8)
        assert app.focused is not None
        assert app.focused.id == "alpha"
        assert "Alpha" in text(app)
