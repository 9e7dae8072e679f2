"""What is wrong with a search, listed in the explorer: each line leads to where it is."""

from __future__ import annotations

from dataclasses import replace

from screens import notice, running, shown, text
from strategies import AIMA

import tracer
from tracer.tracing import Trace
from tui.app import ExplorerApp
from tui.model.history import Place
from tui.screens.listing import Listing


def sick() -> Trace:
    """The least of three values is returned at the root, where MAX moves."""
    trace = tracer.trace(AIMA, "minimax")
    value = trace.columns.value.copy()
    value[0] = 2
    columns = replace(trace.columns, value=value)
    return Trace(columns, [], trace.header, trace.game, labels=trace.move_labels)


async def test_findings_are_listed_and_enter_goes_there():
    app = ExplorerApp(sick())
    async with running(app, (100, 30)) as pilot:
        app.browser.go_to(Place(3, 2))
        await pilot.press("C")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, Listing)
        assert "error: " in text(app)
        assert "at the root" in text(app)
        assert "d removes" not in text(app)
        await pilot.press("d")
        assert isinstance(app.screen, Listing)
        await pilot.press("down", "enter")
        assert app.browser.place == Place(app.browser.trace.left(0), 0)


async def test_a_sound_search_says_that_nothing_was_found():
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("C")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert notice(app) == "nothing wrong was found"
        app.browser.trace.game = None
        app.browser.trace.header = replace(app.browser.trace.header, game="mine")
        await pilot.press("C")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert notice(app) == "nothing wrong was found; without its game, leaves and moves were not judged"
