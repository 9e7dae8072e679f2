"""The first screen where nothing was named: a textbook tree, a tour, games, recordings, and what is the user's own."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tracer.errors import PlyscopeError
from tracer.file.reading import looks_like_game, looks_like_trace, open_regular
from tracer.games.registry import GAMES
from tracer.games.tree import TreeGame
from tracer.text import clean, split_words
from tui.model.notices import PromptFeedback
from tui.screens.asking import Layer
from tui.screens.prompt import Prompt
from tui.screens.search_form import SearchForm
from tui.terminal.options import Options
from tui.terminal.progress import file_size
from tui.terminal.source import Wanted
from tui.widgets.footer import Footer

TEXTBOOK = "[[3,12,8],[2,4,6],[14,5,2]]"
"""The tree of Russell and Norvig's chapter on games."""
MOST_FILES = 50
"""Recordings of this folder that are listed; more are counted."""
NAME, SIZE = 24, 12
"""Columns of what is to be explored, and of how large it is."""
TREE_HINT = "[[3,12,8],[2,4,6]]: lists of moves, numbers at the ends; MAX begins"
SCRIPT_HINT = "search.py --depth 4: a Python program with its arguments"


class Choice(NamedTuple):
    """One line: what it says, and what it leads to."""

    name: str
    size: str = ""
    about: str = ""
    wanted: Wanted | None = None
    """What is explored; None for a line that asks for more."""
    action: str = ""
    """The action of the screen, for such a line."""

    @property
    def line(self) -> Text:
        """The line, in three columns."""
        name = clean(self.name, 200)
        return Text(f"{name.ljust(NAME)} {self.size.rjust(SIZE)}  {self.about}".rstrip())


class Choices(OptionList):
    """The lines; the one in hand has a sign, too, for who sees no colours."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "explore"),
        Binding("j", "cursor_down", "the next line", show=False),
        Binding("k", "cursor_up", "the line before", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="choices")
        self._choices: list[Choice | None] = []
        """For each line; None for a heading."""
        self._marked: int | None = None

    def add(self, title: str, choices: Sequence[Choice]) -> None:
        """List more under a heading."""
        if choices:
            self._choices += [None, *choices]
            options = [Option(Text("  ").append(choice.line)) for choice in choices]
            self.add_options([Option(Text(title, "bold"), disabled=True), *options])

    @property
    def choice(self) -> Choice | None:
        """The line in hand."""
        return None if self.highlighted is None else self._choices[self.highlighted]

    def on_option_list_option_highlighted(self) -> None:
        """Move the sign."""
        for place, sign in ((self._marked, " "), (self.highlighted, "❯")):
            if place is not None and (choice := self._choices[place]) is not None:
                self.replace_option_prompt_at_index(place, Text(f"{sign} ").append(choice.line))
        self._marked = self.highlighted


class Start(Layer):
    """Offers what can be explored.

    Args:
        recent: recordings that were explored before, the last one first.
        notice: what went wrong with what was chosen last.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "options", "options"),
        Binding("question_mark,f1", "help", "help", key_display="?"),
        Binding("q,escape,ctrl+q", "app.quit", "quit", key_display="q"),
    ]

    class Chosen(Message):
        """Something is to be explored."""

        def __init__(self, wanted: Wanted) -> None:
            super().__init__()
            self.wanted = wanted

    class ScriptChosen(Message):
        """A script is to be run and recorded."""

        def __init__(self, words: list[str]) -> None:
            super().__init__()
            self.words = words

    class TourChosen(Message):
        """The tour is to be shown."""

    def __init__(self, recent: Sequence[Path] = (), notice: str = "") -> None:
        super().__init__()
        self._recent, self._notice = recent, notice

    def compose(self) -> ComposeResult:
        """The list, and below it the command that does the same."""
        yield Static(Text("plyscope: a time-travel debugger for game-tree search", no_wrap=True), id="greeting")
        if self._notice:
            yield Static(Text(self._notice), id="told")
        yield Choices()
        yield Static(id="same")
        yield Footer()

    def on_mount(self) -> None:
        """List what there is; folders are looked through in the background, for they may be large or far away."""
        choices = self.query_one(Choices)
        choices.add("Begin here", _first())
        choices.add("Games, by alpha-beta", _games())
        choices.add("Your own", _own())
        choices.highlighted = 1
        self.run_worker(self._look, thread=True, exit_on_error=False)

    def _look(self) -> None:
        here, more = _recordings(Path.cwd())
        recent = [path for path in self._recent if path.parent != Path.cwd() and _is_recording(path)]
        add = self.query_one(Choices).add
        self.app.call_from_thread(add, f"Recordings in this folder{more}", [_recording(path) for path in here])
        self.app.call_from_thread(add, "Recordings explored before", [_recording(path) for path in recent])

    def on_option_list_option_highlighted(self) -> None:
        """Say how a command line does the same."""
        choice = self.query_one(Choices).choice
        same = "" if choice is None or choice.wanted is None else f"the same: {choice.wanted.command}"
        self.query_one("#same", Static).update(Text(clean(same, 400), no_wrap=True, overflow="ellipsis"))

    def on_option_list_option_selected(self) -> None:
        """Do it."""
        choice = self.query_one(Choices).choice
        if choice is not None and choice.wanted is not None:
            self.post_message(self.Chosen(choice.wanted))
        elif choice is not None:
            getattr(self, f"action_{choice.action}")()

    def action_options(self) -> None:
        """Explore what is highlighted with other options."""
        choice = self.query_one(Choices).choice
        wanted = choice.wanted if choice is not None else None
        self.app.push_screen(SearchForm(wanted or Wanted("tictactoe")), self._take)

    def _take(self, wanted: Wanted | None) -> None:
        if wanted is not None:
            self.post_message(self.Chosen(wanted))

    def action_tour(self) -> None:
        """Show the tour."""
        self.post_message(self.TourChosen())

    def action_type_tree(self) -> None:
        """Ask for a tree."""
        self.app.push_screen(Prompt("A tree of your own", TREE_HINT, _judge_tree), self._take_tree)

    def _take_tree(self, text: str | None) -> None:
        self._take(None if text is None else Wanted(text.strip()))

    def action_record_script(self) -> None:
        """Ask for a script."""
        self.app.push_screen(Prompt("Record a script", SCRIPT_HINT, _judge_script), self._take_script)

    def _take_script(self, text: str | None) -> None:
        if text is not None:
            self.post_message(self.ScriptChosen(split_words(text)))


def _first() -> list[Choice]:
    return [
        Choice("the textbook tree", "13 nodes", TEXTBOOK, Wanted(TEXTBOOK)),
        Choice("a tour", "five keys", "bounds, cutoffs and what-if, on a small tree", action="tour"),
    ]


def _games() -> list[Choice]:
    """The games that are there, each with a search that is done in a second or two."""
    found = []
    for entry in GAMES.values():
        offer = entry.offer
        if offer is not None and (not entry.needs or find_spec(entry.needs) is not None):
            depth = "" if offer.depth is None else f" --depth {offer.depth}"
            wanted = Wanted(offer.spec, options=Options(depth=offer.depth))
            found.append(Choice(f"{offer.spec}{depth}", f"{offer.visited:,} nodes", entry.summary, wanted))
    return found


def _own() -> list[Choice]:
    return [
        Choice("type a tree …", action="type_tree"),
        Choice("record my script …", action="record_script"),
        Choice(
            "any search or file …",
            about="all options; two side by side; a file in writing",
            action="options",
        ),
    ]


def _recordings(folder: Path) -> tuple[list[Path], str]:
    """The recordings in a folder, the newest first, and how many more there are in a few words."""
    try:
        found = sorted(_files(folder), reverse=True)
    except OSError:
        return [], ""
    more = f", {MOST_FILES} newest of {len(found):,}" if len(found) > MOST_FILES else ""
    return [path for _, path in found[:MOST_FILES]], more


def _files(folder: Path) -> Iterator[tuple[float, Path]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".plyscope") and entry.is_file():
                yield entry.stat().st_mtime, folder / entry.name


def _is_recording(path: Path) -> bool:
    """Whether a file begins as a recording does; its name says nothing."""
    try:
        with open_regular(path) as file:
            start = file.read(100) or b""
            return looks_like_trace(start) or looks_like_game(start)
    except (OSError, PlyscopeError):
        return False


def _recording(path: Path) -> Choice:
    near = path.parent == Path.cwd()
    name = path.name if near else str(path)
    try:
        size = file_size(path.stat().st_size)
    except OSError:  # it is gone by now
        size = ""
    return Choice(path.name, size, "" if near else clean(str(path.parent), 200), Wanted(name))


def _judge_tree(text: str) -> PromptFeedback:
    if text.strip()[:1] not in ("[", "{"):
        return PromptFeedback(TREE_HINT, is_acceptable=False)
    try:
        TreeGame.from_text(text)
    except PlyscopeError as error:
        return PromptFeedback(str(error), is_acceptable=False)
    return PromptFeedback("enter explores it")


def _judge_script(text: str) -> PromptFeedback:
    try:
        words = split_words(text)
    except ValueError as error:
        return PromptFeedback(str(error), is_acceptable=False)
    if not words:
        return PromptFeedback(SCRIPT_HINT, is_acceptable=False)
    if not Path(words[0]).is_file():
        return PromptFeedback(f"there is no file {words[0]}", is_acceptable=False)
    return PromptFeedback(f"enter leaves this screen, runs {words[0]} with Python, and explores its longest search")
