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
from tui.model.explorer_state import PromptFeedback
from tui.screens.base_screens import BaseScreen
from tui.screens.prompt import Prompt
from tui.screens.search_form import SearchForm
from tui.terminal.options import Options
from tui.terminal.progress import format_file_size
from tui.terminal.trace_source import TraceRequest
from tui.widgets.hint_strips import Footer

TEXTBOOK = "[[3,12,8],[2,4,6],[14,5,2]]"
"""The tree of Russell and Norvig's chapter on games."""
MAX_FILES_LISTED = 50
"""Recordings of this folder that are listed; more are counted."""
NAME_WIDTH, SIZE_WIDTH = 24, 12
"""Columns of what is to be explored, and of how large it is."""
TREE_HINT = "[[3,12,8],[2,4,6]]: lists of moves, numbers at the ends; MAX begins"
SCRIPT_HINT = "search.py --depth 4: a Python program with its arguments"


class StartChoice(NamedTuple):
    """One line: what it says, and what it leads to."""

    name: str
    size: str = ""
    about: str = ""
    request: TraceRequest | None = None
    """What is explored; None for a line that asks for more."""
    action: str = ""
    """The action of the screen, for such a line."""

    @property
    def line(self) -> Text:
        """The line, in three columns."""
        name = clean(self.name, 200)
        return Text(f"{name.ljust(NAME_WIDTH)} {self.size.rjust(SIZE_WIDTH)}  {self.about}".rstrip())


class StartChoices(OptionList):
    """The lines; the one in hand has a sign, too, for who sees no colours."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "explore"),
        Binding("j", "cursor_down", "the next line", show=False),
        Binding("k", "cursor_up", "the line before", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="choices")
        self._choices: list[StartChoice | None] = []
        """For each line; None for a heading."""
        self._marked_index: int | None = None

    def add(self, title: str, choices: Sequence[StartChoice]) -> None:
        """List more under a heading."""
        if choices:
            self._choices += [None, *choices]
            options = [Option(Text("  ").append(choice.line)) for choice in choices]
            self.add_options([Option(Text(title, "bold"), disabled=True), *options])

    @property
    def highlighted_choice(self) -> StartChoice | None:
        """The line in hand."""
        return None if self.highlighted is None else self._choices[self.highlighted]

    def on_option_list_option_highlighted(self) -> None:
        """Move the sign."""
        for index, mark in ((self._marked_index, " "), (self.highlighted, "❯")):
            if index is not None and (choice := self._choices[index]) is not None:
                self.replace_option_prompt_at_index(index, Text(f"{mark} ").append(choice.line))
        self._marked_index = self.highlighted


class StartScreen(BaseScreen):
    """Offers what can be explored."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "options", "options"),
        Binding("question_mark,f1", "help", "help", key_display="?"),
        Binding("q,escape,ctrl+q", "app.quit", "quit", key_display="q"),
    ]

    class Chosen(Message):
        """Something is to be explored."""

        def __init__(self, request: TraceRequest) -> None:
            super().__init__()
            self.request = request

    class ScriptChosen(Message):
        """A script is to be run and recorded."""

        def __init__(self, command_words: list[str]) -> None:
            super().__init__()
            self.command_words = command_words

    def __init__(self, recent: Sequence[Path] = (), notice: str = "") -> None:
        super().__init__()
        self._recent, self._notice = recent, notice

    def compose(self) -> ComposeResult:
        """The list, and below it the command that does the same."""
        yield Static(Text("plyscope: a time-travel debugger for game-tree search", no_wrap=True), id="greeting")
        if self._notice:
            yield Static(Text(self._notice), id="told")
        yield StartChoices()
        yield Static(id="same")
        yield Footer()

    def on_mount(self) -> None:
        """List what there is; folders are looked through in the background, for they may be large or far away."""
        choices = self.query_one(StartChoices)
        choices.add("Begin here", _beginner_choices())
        choices.add("Games, by alpha-beta", _game_choices())
        choices.add("Your own", _own_choices())
        choices.highlighted = 1
        self.run_worker(self._add_recordings, thread=True, exit_on_error=False)

    def _add_recordings(self) -> None:
        folder_recordings, total_note = _newest_recordings(Path.cwd())
        recent = [path for path in self._recent if path.parent != Path.cwd() and _is_recording(path)]
        add_choices = self.query_one(StartChoices).add
        self.app.call_from_thread(
            add_choices,
            f"Recordings in this folder{total_note}",
            [_recording_choice(path) for path in folder_recordings],
        )
        self.app.call_from_thread(
            add_choices, "Recordings explored before", [_recording_choice(path) for path in recent]
        )

    def on_option_list_option_highlighted(self) -> None:
        """Say how a command line does the same."""
        choice = self.query_one(StartChoices).highlighted_choice
        command_hint = "" if choice is None or choice.request is None else f"the same: {choice.request.command}"
        self.query_one("#same", Static).update(Text(clean(command_hint, 400), no_wrap=True, overflow="ellipsis"))

    def on_option_list_option_selected(self) -> None:
        """Do it."""
        choice = self.query_one(StartChoices).highlighted_choice
        if choice is not None and choice.request is not None:
            self.post_message(self.Chosen(choice.request))
        elif choice is not None:
            getattr(self, f"action_{choice.action}")()

    def action_options(self) -> None:
        """Explore what is highlighted with other options."""
        choice = self.query_one(StartChoices).highlighted_choice
        request = choice.request if choice is not None else None
        self.app.push_screen(SearchForm(request or TraceRequest("tictactoe")), self._choose_request)

    def _choose_request(self, request: TraceRequest | None) -> None:
        if request is not None:
            self.post_message(self.Chosen(request))

    def action_tour(self) -> None:
        """Show the tour; leaving it comes back here."""
        from tui.screens.explorer import TourScreen

        self.app.push_screen(TourScreen())

    def action_type_tree(self) -> None:
        """Ask for a tree."""
        self.ask_for_text(
            Prompt("A tree of your own", TREE_HINT, _judge_tree),
            lambda text: self._choose_request(TraceRequest(text.strip())),
        )

    def action_record_script(self) -> None:
        """Ask which script to record."""
        self.ask_for_text(
            Prompt("Record a script", SCRIPT_HINT, _judge_script),
            lambda text: self.post_message(self.ScriptChosen(split_words(text))),
        )


def _beginner_choices() -> list[StartChoice]:
    return [
        StartChoice("the textbook tree", "13 nodes", TEXTBOOK, TraceRequest(TEXTBOOK)),
        StartChoice("a tour", "five keys", "bounds, cutoffs and what-if, on a small tree", action="tour"),
    ]


def _game_choices() -> list[StartChoice]:
    """The games that are there, each with a search that is done in a second or two."""
    choices = []
    for entry in GAMES.values():
        game_offer = entry.demo_search
        if game_offer is not None and (not entry.needs or find_spec(entry.needs) is not None):
            depth = "" if game_offer.depth is None else f" --depth {game_offer.depth}"
            request = TraceRequest(game_offer.spec, options=Options(depth=game_offer.depth))
            choices.append(
                StartChoice(f"{game_offer.spec}{depth}", f"{game_offer.visited:,} nodes", entry.summary, request)
            )
    return choices


def _own_choices() -> list[StartChoice]:
    return [
        StartChoice("type a tree …", action="type_tree"),
        StartChoice("record my script …", action="record_script"),
        StartChoice(
            "any search or file …",
            about="all options; two side by side; a file in writing",
            action="options",
        ),
    ]


def _newest_recordings(folder: Path) -> tuple[list[Path], str]:
    """The recordings in a folder, the newest first, and how many more there are in a few words."""
    try:
        recordings = sorted(_iter_recordings(folder), reverse=True)
    except OSError:
        return [], ""
    total_note = f", {MAX_FILES_LISTED} newest of {len(recordings):,}" if len(recordings) > MAX_FILES_LISTED else ""
    return [path for _, path in recordings[:MAX_FILES_LISTED]], total_note


def _iter_recordings(folder: Path) -> Iterator[tuple[float, Path]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".plyscope") and entry.is_file():
                yield entry.stat().st_mtime, folder / entry.name


def _is_recording(path: Path) -> bool:
    """Whether a file begins as a recording does; its name says nothing."""
    try:
        with open_regular(path) as file:
            first_bytes = file.read(100) or b""
            return looks_like_trace(first_bytes) or looks_like_game(first_bytes)
    except (OSError, PlyscopeError):
        return False


def _recording_choice(path: Path) -> StartChoice:
    is_in_this_folder = path.parent == Path.cwd()
    name = path.name if is_in_this_folder else str(path)
    try:
        size = format_file_size(path.stat().st_size)
    except OSError:  # it is gone by now
        size = ""
    return StartChoice(path.name, size, "" if is_in_this_folder else clean(str(path.parent), 200), TraceRequest(name))


def _judge_tree(text: str) -> PromptFeedback:
    if text.strip()[:1] not in ("[", "{"):
        return PromptFeedback(TREE_HINT, is_acceptable=False)
    TreeGame.from_text(text)
    return PromptFeedback("enter explores it")


def _judge_script(text: str) -> PromptFeedback:
    try:
        command_words = split_words(text)
    except ValueError as error:
        return PromptFeedback(str(error), is_acceptable=False)
    if not command_words:
        return PromptFeedback(SCRIPT_HINT, is_acceptable=False)
    if not Path(command_words[0]).is_file():
        return PromptFeedback(f"there is no file {command_words[0]}", is_acceptable=False)
    return PromptFeedback(
        f"enter leaves this screen, runs {command_words[0]} with Python, and explores its longest search"
    )
