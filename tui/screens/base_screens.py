"""What screens share, and what they are to the helpers that stand in files of their own.

A key may open a prompt: what is typed ahead waits for the prompt, and then goes there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Container, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.css.query import NoMatches
from textual.events import Event, Mount
from textual.message import Message
from textual.screen import Screen

from tracer.errors import PlyscopeError
from tracer.text import clean
from tracer.tracing import Trace
from tui.model.browser import Browser
from tui.model.explorer_state import SuccessNotice
from tui.model.keys import Key
from tui.model.list_model import ListPaneModel
from tui.screens.prompt import Prompt
from tui.widgets.background_jobs import MAX_MESSAGE_LENGTH

if TYPE_CHECKING:
    from tui.model.playing.play_model import PlayModel
    from tui.model.playing.session import Session


MODIFIER_KEYS = ("shift", "control", "alt", "super", "hyper", "meta", "_lock")
"""How the names of keys end that change others."""


def bind_key(key: Key, names: str, action: str, *, is_shown: bool) -> Binding:
    """Bind some names of a key of the table to an action."""
    label = key.label.split(" ", 1)[0]
    return Binding(names, action, key.footer or key.help, show=is_shown, key_display=label, tooltip=key.help)


class BaseScreen(Screen[None]):
    """A screen that may lie over others."""

    def action_help(self) -> None:
        """Show the keys of this screen, then the signs and keys of what can be explored from here."""
        from tui.screens.help import Help, collect_help_groups  # not before it is asked for

        shown = [active.binding for active in self.active_bindings.values() if active.binding.show]
        own_keys = dict.fromkeys((self.app.get_key_display(binding), binding.description) for binding in shown)
        self.app.push_screen(Help({"This screen": list(own_keys), **collect_help_groups()}))

    def ask_for_text(self, prompt: Prompt, on_answer: Callable[[str], Any]) -> None:
        """Show a prompt; what was typed goes to a function, unless the prompt was left."""
        self.app.push_screen(prompt, lambda text: None if text is None else on_answer(text))

    async def action_quit(self) -> None:
        """Leave this screen; the last one ends the program."""
        if len(self.app.screen_stack) > 1:
            self.dismiss()
        else:
            self.app.exit()


class PromptingScreen(BaseScreen):
    """A screen some of whose keys open a prompt."""

    class InputReleased(Message):
        """What was asked for was answered, or needed no answer."""

    @abstractmethod
    def opens_prompt(self, key: str) -> bool:
        """Whether a key opens a prompt now."""

    @abstractmethod
    def iter_key_commands(self) -> Iterator[tuple[Key, str, str]]:
        """What the command palette finds: a key, its name where each of several does something else, and its action."""

    def on_screen_resume(self) -> None:
        """The keys are for this screen again."""
        self.post_message(self.InputReleased())

    def name_of_idle_key(self, event: events.Key, known_keys: Container[str]) -> str | None:
        """The name of a key that does nothing here; None of one that does something, or is held to change another."""
        if event.key in known_keys or event.key.endswith(MODIFIER_KEYS) or event.key in self.active_bindings:
            return None
        return event.character if event.character and event.is_printable else event.key

    @abstractmethod
    def sync(self, notice: str = "") -> None:
        """Show what is there now; a notice says why nothing changed, or what else there is to know."""

    def show_outcome(self, notice: str) -> None:
        """Show what an action did; its notice says why it did nothing, unless it is a report."""
        self.sync(notice)
        if notice and not isinstance(notice, SuccessNotice):
            self.app.bell()


class BrowsingScreen(PromptingScreen):
    """A screen of the explorer, as its helpers know it.

    Attributes:
        served: whether it is shown in somebody else's browser, and writes and starts nothing.
        pane: the lists, one of which is in front.
    """

    served: bool
    pane: ListPaneModel

    class ExplorationRequested(Message):
        """Another recording is to be explored: from its begin, or from a node of it."""

        def __init__(self, trace: Trace, source: str, node: int | None = None) -> None:
            super().__init__()
            self.trace, self.source, self.node = trace, source, node

    class SearchRequested(Message):
        """Another search is to be asked for."""

    @property
    @abstractmethod
    def browser(self) -> Browser:
        """The browser that keys go to."""

    @property
    def browsers(self) -> Sequence[Browser]:
        """Those of all recordings on the screen."""
        return (self.browser,)

    @abstractmethod
    def open_lists(self, name: str) -> None:
        """Show the lists below the tree, one of them in front."""

    def show_code(self) -> None:
        """Have the code in sight, where there is room for one panel: here it is nowhere, or always."""


class GamePlayScreen(PromptingScreen):
    """The screen of a game, as its helpers know it."""

    session: Session
    desk: PlayModel

    @abstractmethod
    def show_notice(self, notice: str) -> None:
        """Show how far something is."""

    @contextmanager
    def show_errors(self) -> Iterator[None]:
        """Show what is wrong where something raises it."""
        try:
            yield
        except PlyscopeError as error:
            self.show_outcome(clean(str(error), MAX_MESSAGE_LENGTH))


CLOSING_KEYS = frozenset(("enter", "escape"))
"""The keys that close it."""


class TypedAheadQueue:
    """What was typed and waits."""

    def __init__(self, dispatch: Callable[[Event], Awaitable[None]]) -> None:
        self._dispatch = dispatch
        self._queued_events: deque[Event] = deque()
        self.is_holding = False
        """Whether keys wait now."""

    async def take(self, event: Event, screen: Screen[object]) -> None:
        """Pass on what was typed, or let it wait."""
        if self.is_holding:
            self._queued_events.append(event)
            return
        self.is_holding = _opens_or_closes_prompt(event, screen)
        await self._dispatch(event)

    async def release(self, get_screen: Callable[[], Screen[object]]) -> None:
        """Pass on what has waited, up to a key after which the rest has to wait again."""
        self.is_holding = False
        while self._queued_events and not self.is_holding:
            await self.take(self._queued_events.popleft(), get_screen())


def is_typed_input(event: Event) -> bool:
    """Whether an event is what somebody has typed or pasted just now."""
    return isinstance(event, events.Key | events.Paste) and not event.is_forwarded


def _opens_or_closes_prompt(event: Event, screen: Screen[object]) -> bool:
    """Whether a key opens a prompt, or closes one."""
    if not isinstance(event, events.Key):
        return False
    if isinstance(screen, Prompt):
        return event.key in CLOSING_KEYS
    return isinstance(screen, PromptingScreen) and screen.opens_prompt(event.key)


PREFIX_SCORE = 100.0
"""What a word that begins as typed is worth more than letters that stand somewhere in a title."""


PaletteCommand = tuple[str, str, str, Callable[[], Any]]
"""A command: its title, what is said of it, what else people call it, and what it does."""


class KeyCommandProvider(Provider):
    """Finds commands by their titles and by other words for them."""

    def _iter_commands(self) -> Iterator[PaletteCommand]:
        yield "Theme", "Change the colours", "dark light colors scheme", self.app.search_themes
        screen = self.screen
        if isinstance(screen, PromptingScreen):
            for key, name, action in screen.iter_key_commands():
                title = key.help[0].upper() + key.help[1:] + (f": {name}" if name else "")
                keywords = f"{key.footer} {key.synonyms}".strip()
                yield title, f"Key {key.label}", keywords, partial(screen.run_action, action)

    async def discover(self) -> Hits:
        """All commands, by title."""
        for title, about, _, run in sorted(self._iter_commands()):
            yield DiscoveryHit(title, run, help=about)

    async def search(self, query: str) -> Hits:
        """The commands that something was typed of: those with a word that begins so first."""
        matcher = self.matcher(query)
        for title, about, keywords, run in self._iter_commands():
            score = matcher.match(title)
            matching_words = [keyword for keyword in keywords.split() if keyword.startswith(query.strip().casefold())]
            if matching_words:
                yield Hit(
                    score + PREFIX_SCORE, matcher.highlight(title), run, help=f"{about} · {' '.join(matching_words)}"
                )
            elif score > 0:
                yield Hit(score, matcher.highlight(title), run, help=about)


class CommandFinder(CommandPalette):
    """The palette. Keys and clicks may come before its list is there, and after it was closed."""

    def _on_mount(self, event: Mount) -> None:
        if not self.is_current:  # it was closed before it was there
            event.prevent_default()

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close, unless it is closed already."""
        return super().dismiss(result) if self.is_current else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        with suppress(NoMatches, KeyError):  # a list that has no height yet knows no lines
            super()._action_command_list(action)

    def _action_cursor_down(self) -> None:
        with suppress(NoMatches):
            super()._action_cursor_down()
