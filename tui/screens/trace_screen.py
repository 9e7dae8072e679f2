"""What every screen of the explorer is: it hands keys to the models and the helpers, and shows what came of it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain

from textual.binding import BindingType
from textual.events import Key
from textual.theme import Theme

from tracer.text import clean
from tracer.tracing import Trace
from tui.model import keys
from tui.model.best_first_keys import is_best_first, keys_for
from tui.model.browser import Browser
from tui.model.list_model import ListModel, ListPaneModel
from tui.screens.ask import Ask
from tui.screens.base_screens import BrowsingScreen, bind_key
from tui.screens.help import Help, collect_help_groups
from tui.screens.lab import Lab
from tui.screens.player import Player
from tui.screens.quiz import Quiz
from tui.screens.writer import Writer
from tui.widgets.canvas import NodeClicked, Panel
from tui.widgets.lists_pane import ListsPane
from tui.widgets.tree_pane import TreePane

DARK_THEME = Theme(
    name="okabe-ito-dark",
    primary="#56B4E9",
    secondary="#CC79A7",
    accent="#F0E442",
    warning="#E69F00",
    error="#D55E00",
    success="#009E73",
    foreground="#E6E6E6",
    background="#101214",
    surface="#181B1F",
    panel="#22272E",
)
LIGHT_THEME = Theme(
    name="okabe-ito-light",
    primary="#0072B2",
    secondary="#CC79A7",
    accent="#8A5A00",
    warning="#B06F00",
    error="#B34700",
    success="#00805A",
    foreground="#1A1C1E",
    background="#FFFFFF",
    surface="#F3F4F6",
    panel="#E4E7EB",
    dark=False,
)
"""Two themes whose colours stay apart for every kind of colour vision (Okabe and Ito 2008), beside Textual's own."""

ACTION_OWNERS = ("player", "ask", "quiz", "lab", "writer", "pair")
"""What a key may name besides the models of the browser."""
PROMPTING_OWNERS = ("ask", "quiz")
"""Those of them that open a prompt."""
STEP_ACTION = "time.step_forward"
"""What is asked before, while one predicts."""
PROMPTING_KEYS = frozenset(
    name for key in keys.all_keys() if key.action.partition(".")[0] in PROMPTING_OWNERS for name in key.keys.split(",")
)
"""The keys that open a prompt."""
STEP_KEYS = frozenset(name for key in keys.all_keys() if key.action == STEP_ACTION for name in key.keys.split(","))
"""The keys that do so where one predicts."""
KNOWN_KEYS = frozenset(name for key in keys.all_keys() for name in key.keys.split(","))
"""The keys that do something, of which most are pressed: no more is asked of these."""


def keys_and_actions(key: keys.Key) -> list[tuple[str, str]]:
    """The names of keys and their action: a method of a model or of a helper, or of the screen."""
    if key.is_digit:
        return [(digit, f"do('{key.action}', {digit})") for digit in key.keys.split(",")]
    return [(key.keys, f"do('{key.action}')" if "." in key.action else key.action)]


def make_bindings(footer_keys: Sequence[keys.Key]) -> list[BindingType]:
    """The bindings of the table of keys, those of a footer first and in its order."""
    footer_actions = {key.action for key in footer_keys}
    hidden_keys = [key for key in keys.all_keys() if key.action not in footer_actions]
    return [
        bind_key(key, names, action, is_shown=key.action in footer_actions)
        for key in [*footer_keys, *hidden_keys]
        for names, action in keys_and_actions(key)
    ]


class TraceScreen(BrowsingScreen):
    """A screen on which a trace is explored.

    Attributes:
        source: what the user named the trace by.
        served: whether it is shown in somebody else's browser, and writes and starts nothing.
        player: plays the search as time goes by.
        ask: asks the user for a place, a condition, a name.
        quiz: asks the user what comes next.
        lab: searches and replays in the background.
        writer: takes what is on the screen elsewhere.
        pane: the lists, one of which is in front.
    """

    BLANK = True  # what it holds covers it

    def __init__(self, source: str, *, served: bool = False) -> None:
        super().__init__()
        self.source, self.served = source, served
        self.writer = Writer(self)
        self.player, self.lab = Player(self), Lab(self)
        self.ask = Ask(self, self.writer, self.lab)
        self.quiz = Quiz(self)
        self.pane = ListPaneModel(lambda: self.browser, lambda: self.lists)
        self._themes = {True: "textual-dark", False: LIGHT_THEME.name}
        """By whether it is dark: the theme to change to."""

    def on_mount(self) -> None:
        """Have what takes long worked out in the background."""
        self.lab.attach_browsers(self.browsers)

    def on_unmount(self) -> None:
        """Have nothing done in the background any more."""
        self.lab.cancel()

    @cached_property
    def panels(self) -> list[Panel]:
        """All panels of the screen."""
        return [panel for panel in self.query("Panel") if isinstance(panel, Panel)]

    @property
    def trace_for_help(self) -> Trace | None:
        """The recording that says what keys do: any where all go depth first or none does; else None."""
        have_logs = {is_best_first(browser.trace) for browser in self.browsers}
        return self.browser.trace if len(have_logs) == 1 else None

    @property
    def lists(self) -> Sequence[ListModel]:
        """The lists that can be gone through."""
        return self.browser.lists

    @property
    @abstractmethod
    def tree_pane(self) -> TreePane:
        """The pane of the tree that has the keys."""

    def focus_tree(self) -> None:
        """Give the keys to the tree."""
        self.tree_pane.focus()

    def give_keys_to(self, browser: Browser) -> None:
        """Have keys go to a browser of the screen: there may be one alone."""

    def on_node_clicked(self, event: NodeClicked) -> None:
        """Select a node, and open, close or enter it."""
        self.give_keys_to(event.browser)
        self.sync((self.browser.jump_to_node if event.is_in_panel else self.browser.select)(event.node))
        if event.toggles:
            self.action_do("tree.toggle")

    def action_do(self, name: str, *arguments: int) -> None:
        """Do what a key says in the shape of the tree; while one predicts, a step on asks for it first."""
        if (replacement := self.tree_pane.find_replacement(name)) is not None:
            self.show_outcome(self.browser.run_and_record_jump(replacement))
            return
        if name == STEP_ACTION and self.browser.question is not None:
            name = "quiz.ask"
        owner, _, method = name.partition(".")
        if owner not in ACTION_OWNERS:
            self.show_outcome(self.browse(name, *arguments))
        elif (helper := getattr(self, owner, None)) is None:
            self.show_outcome("only one search is explored; plyscope explore A B shows two side by side")
        else:
            self.show_outcome(getattr(helper, method)())
        if owner in PROMPTING_OWNERS:
            self.post_message(self.InputReleased())

    def iter_key_commands(self) -> Iterator[tuple[keys.Key, str, str]]:
        """What the command palette finds: the keys, as they are in the recording on the screen."""
        for key in chain.from_iterable(keys_for(self.trace_for_help).values()):
            for name, action in keys_and_actions(key):
                yield key, name if key.is_digit else "", action

    def opens_prompt(self, key: str) -> bool:
        """Whether a key opens a prompt now: a step on does where one predicts, and there is something to ask."""
        return self.browser.question is not None if key in STEP_KEYS else key in PROMPTING_KEYS

    def browse(self, name: str, *arguments: int) -> str:
        """Do what a key says in the browser. Gives the notice."""
        return self.browser.run_action(name, *arguments)

    def on_key(self, event: Key) -> None:
        """Say so where a key does nothing: one that is pressed, and not held to change another."""
        if (name := self.name_of_idle_key(event, KNOWN_KEYS)) is not None:
            self.show_outcome(f"no key {clean(name, 20)}: ? lists them")

    def action_lists(self) -> None:
        """Open the lists; go into them where they are open; close them where one is in them."""
        if self.pane.is_open and self.query_one(ListsPane).has_focus:
            self._close_lists()
        else:
            self.open_lists(self.pane.active_list.name)

    def action_bookmarks(self) -> None:
        """Open the lists at the bookmarks."""
        self.open_lists("Bookmarks")
        self.sync()

    def open_lists(self, name: str) -> None:
        """Show the lists below the tree, one of them in front."""
        self.pane.activate_list(name)
        self.pane.is_open = True
        self.set_class(True, "-lists")
        self.query_one(ListsPane).focus()
        self.query_one(ListsPane).sync()
        self.refresh_bindings()

    def _close_lists(self) -> None:
        self.pane.is_open = False
        self.set_class(False, "-lists")
        self.focus_tree()

    def on_lists_pane_acted(self, event: ListsPane.Acted) -> None:
        """Show what a key of the lists did."""
        self.show_outcome(event.notice)
        if event.leaves:
            self.focus_tree()

    @property
    def is_busy(self) -> bool:
        """Whether something plays or runs, or a call is stepped line by line."""
        return bool(self.player.direction) or self.lab.is_busy or self.browser.stepped_call is not None

    def action_stop(self) -> None:
        """Pause, and give up what runs in the background; where nothing does, close the lists."""
        if not self.is_busy and self.pane.is_open:
            self._close_lists()
            self.sync()
            return
        self.browser.stepped_call = None
        self.show_outcome(self.player.pause() or self.lab.cancel())

    def action_suspend(self) -> None:
        """Give the terminal to the shell until it calls the explorer back."""
        self.player.pause()
        self.sync()
        self.app.action_suspend_process()

    def action_help(self) -> None:
        """Show the help; first the keys of the footer, which are others for two searches."""
        self.app.push_screen(Help(collect_help_groups(self.trace_for_help, is_pair=len(self.browsers) > 1)))

    def action_dark(self) -> None:
        """Change between the dark and the light theme, to the one that was there before."""
        is_dark = self.app.current_theme.dark
        self._themes[is_dark] = self.app.theme
        self.app.theme = self._themes[not is_dark]
