"""The terminal explorer."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.command import Provider
from textual.css.query import NoMatches
from textual.events import Event, Key
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import MountError
from textual.worker import WorkerFailed

from tracer.errors import PlyscopeError, TraceFileError
from tracer.text import clean
from tracer.tracing import Trace
from tui.model.browser import Browser
from tui.screens.base_screens import TypedAheadQueue, is_typed_input
from tui.screens.explorer import Explorer
from tui.screens.prompt import Prompt
from tui.screens.trace_screen import DARK_THEME, LIGHT_THEME, TraceScreen
from tui.terminal import status_line
from tui.terminal.output import stderr_on_terminal
from tui.terminal.shutdown import divert_signals
from tui.terminal.user_state import UserState

if TYPE_CHECKING:
    from tracer.file.reading import Reading
    from tui.screens.start_screen import StartScreen
    from tui.terminal.trace_source import TraceRequest


SUSPEND = "ctrl+z"
"""The key that gives the terminal to the shell, on every screen."""
LONGEST_WAIT = 2.0
"""Seconds that keys wait for a prompt at most."""


def _palette() -> type[Provider]:
    from tui.screens.base_screens import KeyCommandProvider  # not before it is asked for

    return KeyCommandProvider


class ExplorerApp(App[None]):
    """Explores recordings.

    Args:
        trace: what is explored first; None offers some.
        source: what the user named it by.
        against: another recording of the same position, to be shown beside it.
        path: the file it was opened from, in which bookmarks are kept.
        beside: the file of the recording beside it, for its bookmarks.
        follow: whether that file is still being written.
        rest: that file, where the recording is only its beginning.
        served: whether it is shown in a browser; then it writes no files and starts no other searches.
        memory: what is remembered of the user; None is nothing, and then nothing is explained.
        tour: whether the tour is shown where there is no trace.
        notice: what is said on the first screen.
        chosen: what is explored from the first screen at once: leaving it comes back there.
        step: where exploring begins; None is the end.
        opening: the screen that is shown first, where that is neither a recording nor the offer of some.
        rescue: saves what would be lost, before a signal ends the program.

    Attributes:
        script: a script of the user's own with its arguments, to be recorded after the screen is left.
    """

    CSS_PATH = "explorer.tcss"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_palette}
    TITLE = "plyscope"

    def __init__(
        self,
        trace: Trace | None,
        source: str = "",
        *,
        against: Trace | None = None,
        path: str | None = None,
        beside: str | None = None,
        follow: bool = False,
        rest: Reading | None = None,
        served: bool = False,
        memory: UserState | None = None,
        tour: bool = False,
        notice: str = "",
        chosen: TraceRequest | None = None,
        step: int | None = None,
        opening: Screen[None] | None = None,
        rescue: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self._typed_ahead = TypedAheadQueue(super().on_event)
        self._longest_wait: Timer | None = None
        self.source, self.served = source, served
        self.script: list[str] | None = None
        self._rescue, self._chosen = rescue, chosen
        for theme in (DARK_THEME, LIGHT_THEME):
            self.register_theme(theme)
        self._loop_to_wake: asyncio.AbstractEventLoop | None = None
        self._memory = memory or UserState(None)
        files = path, beside
        if trace is not None:
            self._first: Screen[None] = self._stage(trace, source, against, files, step)
        else:
            self._first = opening or self._begin(notice, tour=tour)
        self._followed, self._rest = path if follow else None, rest

    def _begin(self, notice: str, *, tour: bool) -> Screen[None]:
        if tour:
            from tui.screens.explorer import TourScreen

            return TourScreen()
        from tui.screens.start_screen import StartScreen

        return StartScreen(self._memory.recent_files, notice)

    def _stage(
        self,
        trace: Trace,
        source: str,
        against: Trace | None = None,
        files: tuple[str | None, str | None] = (None, None),
        step: int | None = None,
    ) -> TraceScreen:
        """A screen on which a recording is explored, or two; with the files in which their bookmarks are kept."""
        path, beside = (None, None) if self.served else files
        if against is not None:
            from tui.screens.side_by_side import SideBySide, distinct_file_names

            both = Browser(trace, path), Browser(against, beside)
            return SideBySide(*both, source, files=distinct_file_names(*files), served=self.served)
        if path is not None:
            self._memory.add_recent_file(path)
        browser = Browser(trace, path)
        if step is not None:
            browser.time.go_to_step(step)
        on_explained = None if self._memory.is_explained else self._memory.mark_explained
        return Explorer(browser, source, served=self.served, on_explained=on_explained)

    @property
    def first(self) -> Explorer | None:
        """The screen of the one recording that is explored first."""
        return self._first if isinstance(self._first, Explorer) else None

    @property
    def browser(self) -> Browser:
        """The browser of the screen in front of all dialogs, or behind them."""
        return next(screen for screen in reversed(self.screen_stack) if isinstance(screen, TraceScreen)).browser

    def action_command_palette(self) -> None:
        """Show the command palette."""
        from tui.screens.base_screens import CommandFinder  # not before it is asked for

        if not isinstance(self.screen, CommandFinder):
            self.push_screen(CommandFinder(id="--command-palette"))

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
        self._loop_to_wake.call_soon_threadsafe(self._leave, status)

    def _leave(self, status: int) -> None:
        self._rescue()
        self.exit(return_code=status)

    async def action_quit(self) -> None:
        """End, whatever screen is in front."""
        self._rescue()
        self.exit()

    def on_driver_signal_resume(self) -> None:
        """Paint the screen of a terminal that something else has written on."""
        self.refresh(layout=True)

    def on_mount(self) -> None:
        """Follow the file that is still written, and explore what is chosen already."""
        self._attend(self._first, self._followed)
        if self._rest is not None and self.first is not None:
            from tui.screens.trace_loading import RestReader

            RestReader(self.first, self._rest)
        self._search(self._chosen)

    def _attend(self, screen: Screen[None], followed: str | None) -> None:
        """Have a screen follow its file, and say what is wrong with the bookmarks in it."""
        if not isinstance(screen, TraceScreen):
            return
        if followed is not None and isinstance(screen, Explorer):
            from tui.screens.trace_loading import Follower

            Follower(screen, followed, screen.browser.trace.game)
        for browser in screen.browsers:
            if browser.places.notice:
                self.notify(browser.places.notice, severity="warning", markup=False)

    async def explore(self, screen: TraceScreen, followed: str | None = None) -> None:
        """Explore another recording, or two, on a screen of its own; leaving it comes back here."""
        await self.push_screen(screen)
        self._attend(screen, followed)

    async def on_browsing_screen_exploration_requested(self, event: TraceScreen.ExplorationRequested) -> None:
        """Explore what came of a search: from its begin, for what it found was told already, or from a node."""
        stage = self._stage(event.trace, event.source, step=0 if event.node is None else None)
        if event.node is not None:
            stage.browser.select(event.node)
        await self.explore(stage)

    def on_browsing_screen_search_requested(self) -> None:
        """Ask for another search."""
        from tui.screens.search_form import SearchForm

        self.push_screen(SearchForm(), self._search)

    def on_start_screen_chosen(self, event: StartScreen.Chosen) -> None:
        """Search, or open, what was chosen."""
        self._search(event.request)

    def on_start_screen_script_chosen(self, event: StartScreen.ScriptChosen) -> None:
        """Leave the screen: the script needs the terminal for itself."""
        self.script = event.command_words
        self.exit()

    def _search(self, wanted: TraceRequest | None) -> None:
        if wanted is None or self._shows_game(wanted):
            return
        from tui.screens.trace_loading import SearchProgress

        self.push_screen(SearchProgress(wanted), partial(self._found, wanted))

    def _shows_game(self, wanted: TraceRequest) -> bool:
        """List the moves of a whole game, where that is wanted; whether it is."""
        try:
            played = wanted.load_game()
        except PlyscopeError as error:
            self.notify(clean(str(error), 400), severity="error", markup=False)
            return True
        if played is not None:
            from tui.screens.kept_game_screen import GameMoves

            self.push_screen(GameMoves(played, clean(wanted.source)))
        return played is not None

    async def _found(self, wanted: TraceRequest, found: tuple[Trace, Trace | None] | None) -> None:
        if found is not None:
            screen = self._stage(found[0], clean(wanted.source), found[1], wanted.files, wanted.step)
            await self.explore(screen, wanted.path if wanted.follow else None)

    def _handle_exception(self, error: Exception) -> None:
        """End with a traceback; but what a screen misses that is taken down while it is being built is no mistake.

        Nor is a file that somebody cut while it was shown, of which there is no more to be seen.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(cause, TraceFileError):
            self.exit(return_code=2, message=f"plyscope: {cause}")
        elif not (self._exit and isinstance(cause, NoMatches | MountError)):
            super()._handle_exception(error)

    async def on_event(self, event: Event) -> None:
        """What is typed while a prompt opens or closes waits for it."""
        if not is_typed_input(event):
            await super().on_event(event)
            return
        if isinstance(event, Key) and event.key == SUSPEND and not isinstance(self.screen, TraceScreen):
            self.action_suspend_process()  # a dialog hands no key on
            return
        waited = self._typed_ahead.is_holding
        await self._typed_ahead.take(event, self.screen)
        if self._typed_ahead.is_holding and not waited:
            self._limit_wait()

    def _limit_wait(self) -> None:
        if self._longest_wait is not None:
            self._longest_wait.stop()
        held = self._typed_ahead.is_holding
        self._longest_wait = self.set_timer(LONGEST_WAIT, self._release) if held else None

    async def _release(self) -> None:
        if self.screen_stack:  # none is left while it ends
            await self._typed_ahead.release(lambda: self.screen)
            self._limit_wait()

    async def on_prompt_opened(self) -> None:
        """A prompt takes keys from now on; or has refused what stands in it."""
        await self._release()

    async def on_prompting_screen_input_released(self) -> None:
        """A question was answered, or was none: keys are for the screen again, unless another prompt opens."""
        if not any(isinstance(screen, Prompt) for screen in self.screen_stack):
            await self._release()


def run(app: ExplorerApp) -> int:
    """Run the explorer until the user leaves it, or a signal ends it. Gives the exit status."""
    settle()
    status_line.clear_status()
    with nullcontext() if app.served else stderr_on_terminal(), divert_signals(app.leave):
        app.run()
    return app.return_code or 0


def settle() -> None:
    """Keep what exists now out of garbage collection, which would hold a frame up otherwise."""
    gc.collect()
    gc.freeze()
