"""What every screen of the explorer is: it hands keys to the models and the helpers, and shows what came of it."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from tui.model.browser import Browser
from tui.model.keys import Key, every, footer
from tui.screens.ask import Ask
from tui.screens.help import Help
from tui.screens.lab import Lab
from tui.screens.out import Out
from tui.screens.player import Player

if TYPE_CHECKING:
    from tui.app import ExplorerApp


HELPERS = ("player", "ask", "lab", "out", "pair")
"""What a key may name besides the models of the browser."""


def actions(key: Key) -> list[tuple[str, str]]:
    """The names of keys and their action: a method of a model or of a helper, or of the screen."""
    if key.digits:
        return [(digit, f"do('{key.action}', {digit})") for digit in key.keys.split(",")]
    return [(key.keys, f"do('{key.action}')" if "." in key.action else key.action)]


def bindings() -> list[BindingType]:
    """The bindings of the table of keys, those of the footer first and in its order."""
    shown = footer()
    rest = [key for key in every() if key not in shown]
    return [
        Binding(
            names,
            action,
            key.footer or key.help,
            show=key in shown,
            key_display=key.shown.split(" ", 1)[0],
            tooltip=key.help,
        )
        for key in [*shown, *rest]
        for names, action in actions(key)
    ]


class Stage(Screen[None]):
    """A screen on which a trace is explored.

    Attributes:
        source: what the user named the trace by.
        player: plays the search as time goes by.
        ask: asks the user for a place, a condition, a name.
        lab: searches and replays in the background.
        out: takes what is on the screen elsewhere.
    """

    app: ExplorerApp
    BINDINGS: ClassVar[list[BindingType]] = bindings()

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.player, self.ask, self.lab, self.out = Player(self), Ask(self), Lab(self), Out(self)

    @property
    @abstractmethod
    def browser(self) -> Browser:
        """The browser that keys go to."""

    @abstractmethod
    def sync(self, notice: str = "") -> None:
        """Show what the browser says now; a notice says why nothing changed, or what else there is to know."""

    def action_do(self, name: str, *arguments: int) -> None:
        """Do what a key says."""
        owner, _, method = name.partition(".")
        if owner not in HELPERS:
            self.act(self.browser.do(name, *arguments))
        elif (helper := getattr(self, owner, None)) is None:
            self.act("only one search is explored; plyscope explore A B shows two side by side")
        else:
            self.act(getattr(helper, method)())

    def act(self, notice: str) -> None:
        """Show what an action did; its notice says why it did nothing."""
        self.sync(notice)
        if notice:
            self.app.bell()

    def action_stop(self) -> None:
        """Pause, and give up what runs in the background."""
        self.act(self.player.pause() or self.lab.cancel())

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(Help())

    def action_dark(self) -> None:
        """Change between the dark and the light theme."""
        self.app.theme = "textual-light" if self.app.current_theme.dark else "textual-dark"

    async def action_quit(self) -> None:
        """Leave this screen; the last one ends the program."""
        below = self.app.screen_stack[-2:-1]
        if below and isinstance(below[0], Stage):
            self.dismiss()
        else:
            self.app.exit()
