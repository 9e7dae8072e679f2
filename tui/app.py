"""The terminal explorer."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from functools import partial

from textual.app import App, SystemCommand
from textual.screen import Screen

from tracer.trace import Trace
from tui.browser import Browser
from tui.explorer import Explorer, action
from tui.keys import every


class ExplorerApp(App[None]):
    """Explores one recording."""

    CSS_PATH = "explorer.tcss"
    TITLE = "plyscope"

    def __init__(self, trace: Trace, source: str) -> None:
        super().__init__()
        self.browser, self.source = Browser(trace), source

    def get_default_screen(self) -> Screen[None]:
        """The explorer is the only screen that stays."""
        return Explorer(self.browser, self.source)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every key, by its help, in the command palette."""
        for key in every():
            title = key.help[0].upper() + key.help[1:]
            yield SystemCommand(title, f"Key {key.shown}", partial(screen.run_action, action(key)))


def explore(trace: Trace, source: str) -> None:
    """Run the explorer until the user leaves it.

    Args:
        trace: the recording.
        source: what the user named it by: a file or the spec of a game.
    """
    settle()
    ExplorerApp(trace, source).run()


def settle() -> None:
    """Keep what exists now out of garbage collection, which would hold a frame up otherwise."""
    gc.collect()
    gc.freeze()
