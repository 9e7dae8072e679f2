"""What tests of screens share: an app at work, what stands on it, and waiting for what it does in the background."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from copy import copy
from time import monotonic
from types import NoneType
from typing import Any

from patience import PATIENCE
from textual.pilot import Pilot
from textual.widgets import Input, Static

import tracer
from tui.app import ExplorerApp
from tui.screens.explorer import Explorer
from tui.widgets.tree_view import TreeView

HOSTILE = ("[@click=app.quit]x[/]", "[/]", "a\x1b]0;b\x07c", "\u202eevil", "[b]bold")
"""Labels that are markup, or that a terminal would obey."""
_recordings: dict[str, tracer.Trace] = {}


def shown(spec: Any = "tictactoe", search: str = "alphabeta", **options: Any) -> ExplorerApp:
    """An explorer of a search."""
    against = options.pop("against", None)
    served = options.pop("served", False)
    return ExplorerApp(recording(spec, search, **options), str(spec)[:60], against=against, served=served)


def recording(spec: Any, search: str = "alphabeta", **options: Any) -> tracer.Trace:
    """A search; one that plain words and numbers tell is recorded once, and a test may give its copy another header."""
    if not all(isinstance(part, (str, int, float, list, NoneType)) for part in (spec, *options.values())):
        return tracer.trace(spec, search, **options)
    told = repr((spec, search, options))
    if told not in _recordings:
        _recordings[told] = tracer.trace(spec, search, **options)
    found = copy(_recordings[told])
    found._answers = dict(vars(found).get("_answers", {}))  # what one test has worked out, another may ask for
    return found


@asynccontextmanager
async def running(app: ExplorerApp, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    """The app on a screen."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


async def until(pilot: Pilot[None], holds: Callable[[], object]) -> None:
    """Let the app run until something is so."""
    deadline = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < deadline, "it never came true"
        await pilot.pause(0.01)


def text(app: ExplorerApp) -> str:
    """What stands on the screen in front."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


def rows(app: ExplorerApp) -> list[str]:
    """The rows of the tree that has the keys."""
    view = app.focused if isinstance(app.focused, TreeView) else app.screen.query(TreeView).first()
    return [view.render_line(y).text.rstrip() for y in range(view.size.height)]


def told(app: ExplorerApp) -> list[str]:
    """The notifications so far."""
    return [note.message for note in app._notifications]


def answer(app: ExplorerApp) -> str:
    """What the dialog in front says of what was typed."""
    return str(app.screen.query_one("#answer", Static).render())


def notice(app: ExplorerApp) -> str:
    """Why a key did nothing, or what came of it; empty where the moment is shown."""
    assert isinstance(app.screen, Explorer), app.screen
    return app.screen.query_one("TimeLine").notice  # type: ignore[attr-defined, no-any-return]


async def fill(pilot: Pilot[None], value: str) -> None:
    """Put a text into the line that has the keys, as pasting it would."""
    line = pilot.app.focused
    assert isinstance(line, Input), line
    line.value = value
    line.cursor_position = len(value)
    await pilot.pause()


async def ask(pilot: Pilot[None], key: str, value: str) -> None:
    """Open a prompt by its key, put a text into it, and press enter."""
    await pilot.press(key)
    await fill(pilot, value)
    await pilot.press("enter")
