"""The terminal explorer."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from textual.app import App, SystemCommand
from textual.screen import Screen

from tracer.tracing import Trace
from tui import themes
from tui.model.browser import Browser
from tui.model.keys import all_keys
from tui.screens.explorer import Explorer
from tui.screens.stage import Stage, actions
from tui.terminal import status
from tui.terminal.shutdown import divert_signals

if TYPE_CHECKING:
    from tui.terminal.options import Options


class ExplorerApp(App[None]):
    """Explores recordings.

    Args:
        trace: what is explored first; None asks for a search.
        source: what the user named it by.
        against: another recording of the same position, to be shown beside it.
        path: the file it was opened from, in which bookmarks are kept.
        follow: whether that file is still being written.
        served: whether it is shown in a browser; then it writes no files and starts no other searches.
    """

    CSS_PATH = "explorer.tcss"
    TITLE = "plyscope"

    def __init__(
        self,
        trace: Trace | None,
        source: str = "",
        *,
        against: Trace | None = None,
        path: str | None = None,
        follow: bool = False,
        served: bool = False,
    ) -> None:
        super().__init__()
        self.source, self.served = source, served
        for theme in (themes.DARK, themes.LIGHT):
            self.register_theme(theme)
        self._loop_to_wake: asyncio.AbstractEventLoop | None = None
        self._first = self._screen(trace, against, None if served else path)
        self._followed = path if follow else None

    def _screen(self, trace: Trace | None, against: Trace | None, path: str | None) -> Screen[None]:
        if trace is None:
            return Screen()
        if against is not None:
            from tui.screens.side_by_side import SideBySide

            return SideBySide(Browser(trace), Browser(against), self.source, served=self.served)
        return Explorer(Browser(trace, path), self.source, served=self.served)

    @property
    def first(self) -> Explorer | None:
        """The screen of the one recording that is explored first."""
        return self._first if isinstance(self._first, Explorer) else None

    @property
    def browser(self) -> Browser:
        """The browser of the screen in front of all dialogs, or behind them."""
        return next(screen for screen in reversed(self.screen_stack) if isinstance(screen, Stage)).browser

    def get_default_screen(self) -> Screen[None]:
        """The screen that stays."""
        return self._first

    def on_load(self) -> None:
        """Remember the loop: a signal comes while it sleeps."""
        self._loop_to_wake = asyncio.get_running_loop()

    def leave(self, status: int) -> None:
        """Leave the terminal as it was, and end; called by a signal's handler.

        Raises:
            KeyboardInterrupt: the app does not run yet.
        """
        if self._loop_to_wake is None:
            raise KeyboardInterrupt
        self._loop_to_wake.call_soon_threadsafe(partial(self.exit, return_code=status))

    def on_mount(self) -> None:
        """Ask for a search where there is none yet; follow the file that is still written."""
        if isinstance(self._first, Explorer):
            if self._followed is not None:
                from tui.screens.follower import Follower

                Follower(self._first, self._followed, self._first.browser.trace.game)
            if self._first.browser.places.notice:
                self.notify(self._first.browser.places.notice, severity="warning", markup=False)
        elif not isinstance(self._first, Stage):
            self.start()

    def explore(self, trace: Trace, source: str) -> None:
        """Explore another recording on a screen of its own; leaving it comes back here."""
        self.push_screen(Explorer(Browser(trace), source, served=self.served))

    def on_stage_exploration_requested(self, event: Stage.ExplorationRequested) -> None:
        """Explore what came of a search."""
        self.explore(event.trace, event.source)

    def on_stage_search_requested(self) -> None:
        """Ask for another search."""
        self.start()

    def start(self) -> None:
        """Ask for a search, run it, and explore it."""
        from tui.screens.start import Start

        self.push_screen(Start(), self._run_search)

    def _run_search(self, wanted: tuple[str, Options] | None) -> None:
        if wanted is None:
            self._ended(None, "")
        else:
            from tui.screens.start import SearchRun

            self.push_screen(SearchRun(*wanted), partial(self._ended, source=wanted[0]))

    def _ended(self, found: Trace | None, source: str) -> None:
        if found is not None:
            self.explore(found, source)
        elif source and not isinstance(self.screen, Stage):
            self.start()
        elif not isinstance(self.screen, Stage):
            self.exit()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every key, by its help, in the command palette; and the themes."""
        if isinstance(screen, Stage):
            for key in all_keys():
                title = key.help[0].upper() + key.help[1:]
                for name, action in actions(key):
                    named = f"{title}: {name}" if key.digits else title
                    yield SystemCommand(named, f"Key {key.label}", partial(screen.run_action, action))
        yield SystemCommand("Theme", "Change the colours", self.search_themes)


def run(app: ExplorerApp) -> int:
    """Run the explorer until the user leaves it, or a signal ends it. Gives the exit status."""
    settle()
    status.clear()
    with divert_signals(app.leave):
        app.run()
    return app.return_code or 0


def settle() -> None:
    """Keep what exists now out of garbage collection, which would hold a frame up otherwise."""
    gc.collect()
    gc.freeze()
