"""The form for all that can be explored: game or file, search, options and position, and what stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.suggester import SuggestFromList
from textual.timer import Timer
from textual.widgets import Button, Input, Label, Select, Static

import tracer
from tracer.errors import GameError, PlyscopeError
from tracer.games.registry import GAMES, builtin_game
from tracer.games.root_positions import resolve_position
from tracer.games.rules import blame
from tracer.run.plan import prepare
from tracer.run.search_arguments import search_name
from tracer.searches.ordering import ORDERS
from tracer.searches.registry import DEFAULT, SEARCHES
from tracer.text import clean, typed_number
from tui.screens.prompt import CleanInput, ClosesOnce
from tui.terminal.options import Options
from tui.terminal.search_size_limits import count_tree
from tui.terminal.trace_source import TraceRequest, is_trace_file

NO_CHOICE = "–"
FIELDS: dict[str, tuple[str, str | tuple[str, ...]]] = {
    "source": ("Game or file", "tictactoe, connect4:5,4,4, t.plyscope, tree.json, [[3,12,8],[2,4,6]]"),
    "search": ("Search", ()),
    "position": ("Position", "a board, or moves such as b2/a1; empty is the start"),
    "depth": ("Depth", "plies; empty searches to the end"),
    "order": ("Move order", "natural"),
    "evaluate": ("Evaluation", "the game's own, zero, rollouts:20, file.py:function"),
    "prefer": ("Prefer", "payoffs as they are; fast: win soon, lose late"),
    "max_nodes": ("At most", "nodes; empty has no limit"),
    "alpha": ("Alpha", "−∞"),
    "beta": ("Beta", "∞"),
    "fail": ("Values", ("soft", "hard")),
    "cut": ("Cutoff test", (">=", ">")),
    "option": ("Its own", ""),
    "max_memory": ("Memory", "512M, 4G; empty has no limit"),
    "second": ("And search", (NO_CHOICE, *SEARCHES)),
    "other": ("Beside it", "another game or file of the same position, side by side"),
    "follow": ("Follow file", ("no", "yes")),
    "game": ("File's game", "where it is not built in: package.module:name"),
}
"""All lines from top to bottom: what each is called, and what may be typed, or be chosen, the usual choice first."""
MAX_COUNTED_POSITIONS = 20_000
"""Positions looked at to tell how large a game is: some hundredths of a second."""
TYPING_PAUSE = 0.3
"""Seconds after the last key until that is worked out."""


class SearchForm(ClosesOnce[TraceRequest | None]):
    """Asks what is to be explored until that makes sense, or escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, request: TraceRequest | None = None) -> None:
        super().__init__()
        self._initial_request = request or TraceRequest("tictactoe")
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """A line for each option."""
        with VerticalScroll(id="start", can_focus=False) as box:
            box.border_title = "Explore"
            box.border_subtitle = "enter starts · tab goes on · esc leaves"
            for name, (label, _) in FIELDS.items():
                with Horizontal(classes="line"):
                    yield Label(label)
                    yield self._make_field(name)
                if name == "option":
                    yield Static(id="own")
            yield Static(id="size")
            yield Static(id="answer")
            yield Button("Start", id="go", compact=True)

    def _make_field(self, name: str) -> Input | Select[str]:
        request = self._initial_request
        field_values = vars(request.options) | {"source": request.source, "other": request.other, "game": request.game}
        searches = [*request.searches, DEFAULT][:1] + [*request.searches, NO_CHOICE, NO_CHOICE][1:2]
        field_values |= {"search": searches[0], "second": searches[1], "follow": "yes" if request.follow else "no"}
        if name == "search":
            select_options = [(f"{search.name}: {search.summary}", key) for key, search in SEARCHES.items()]
            select_options += [(text, text) for text in request.searches[:1] if text not in SEARCHES]
        elif isinstance(content := FIELDS[name][1], tuple):
            select_options = [(f"fail-{value}" if name == "fail" else value, value) for value in content]
        else:
            initial_value = field_values[name]
            initial_value = " ".join(initial_value) if isinstance(initial_value, list) else initial_value
            text = "" if initial_value is None else str(initial_value)
            suggestions = list(GAMES) if name in ("source", "other") else list(ORDERS) if name == "order" else []
            hint = describe_own_options(searches) if name == "option" else content
            suggester = SuggestFromList(suggestions)
            return CleanInput(text, placeholder=hint, id=name, compact=True, suggester=suggester)
        return Select(
            select_options, value=field_values[name] or select_options[0][1], allow_blank=False, id=name, compact=True
        )

    def on_mount(self) -> None:
        """The game comes first."""
        self.query_one("#source", Input).focus()
        self.on_select_changed()
        self._count_tree_later()

    def on_select_changed(self) -> None:
        """Say which options the chosen searches have of their own."""
        chosen_searches = [str(self.query_one(f"#{name}", Select).value) for name in ("search", "second")]
        self.query_one("#option", Input).placeholder = describe_own_options(chosen_searches)
        own_options_widget, explanation = self.query_one("#own", Static), explain_own_options(chosen_searches)
        own_options_widget.display = bool(explanation)
        own_options_widget.update(Text(explanation))

    def on_input_changed(self) -> None:
        """Work out how large that is when the keys rest."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(TYPING_PAUSE, self._count_tree_later)

    def _count_tree_later(self) -> None:
        source, position, depth = (self.query_one(f"#{name}", Input).value for name in ("source", "position", "depth"))
        count_and_show = partial(self._show_tree_size, source, position.strip(), depth.strip())
        self.run_worker(count_and_show, thread=True, exclusive=True, exit_on_error=False)

    def _show_tree_size(self, source: str, position: str, depth: str) -> None:
        text = describe_tree_size(source, position, depth)
        self.app.call_from_thread(self.query_one("#size", Static).update, Text(clean(text, 200)))

    def on_input_submitted(self) -> None:
        """Start."""
        self._submit()

    def on_button_pressed(self) -> None:
        """Start."""
        self._submit()

    def _submit(self) -> None:
        try:
            request = self._read_request()
            need_valid_request(request)
        except (PlyscopeError, ValueError) as error:
            answer = self.query_one("#answer", Static)
            answer.update(Text(clean(str(error), 400)))
            answer.add_class("wrong")
            answer.scroll_visible(animate=False)
            self.app.bell()
        else:
            self.dismiss(request)

    def _read_request(self) -> TraceRequest:
        texts = {name: field.value.strip() for field in self.query(Input) if (name := field.id)}
        chosen_values = {name: str(field.value) for field in self.query(Select) if (name := field.id)}
        changed_choices = {
            name: None if chosen_values[name] == content[0] else chosen_values[name]
            for name, (_, content) in FIELDS.items()
            if isinstance(content, tuple) and content
        }
        options = Options(
            depth=_parse_whole_number(texts["depth"], "depth"),
            alpha=_parse_number(texts["alpha"], "alpha"),
            beta=_parse_number(texts["beta"], "beta"),
            order=texts["order"] or None,
            evaluate=texts["evaluate"] or None,
            prefer=texts["prefer"] or None,
            position=texts["position"] or None,
            max_nodes=_parse_whole_number(texts["max_nodes"], "the most nodes"),
            max_memory=texts["max_memory"] or None,
            option=texts["option"].split() or None,
            fail=changed_choices["fail"],
            cut=changed_choices["cut"],
        )
        are_files = is_trace_file(texts["source"]) and (not texts["other"] or is_trace_file(texts["other"]))
        searches = (
            ()
            if are_files
            else (chosen_values["search"], *([changed_choices["second"]] if changed_choices["second"] else []))
        )
        return TraceRequest(
            texts["source"],
            texts["other"] or None,
            searches,
            texts["game"] or None,
            options,
            follow=changed_choices["follow"] is not None,
        )


def describe_own_options(searches: Sequence[str]) -> str:
    """How the options that searches have of their own are typed.

    >>> describe_own_options(["mtdf", "–"]), describe_own_options(["minimax"])
    ('guess=N|inf|-inf table=position|path', 'minimax has none')
    """
    known_searches = [SEARCHES[name] for name in map(search_name, searches) if name in SEARCHES]
    descriptions = {option.word: f"{option.word}={option.values}" for search in known_searches for option in search.own}
    return " ".join(descriptions.values()) or f"{' and '.join(search.name for search in known_searches)} has none"


def explain_own_options(searches: Sequence[str]) -> str:
    """What these options are, a line each."""
    explanations = [
        f"{option.word}: {option.summary}" + (f": {', '.join(option.choices)}" if option.choices else "")
        for name in map(search_name, searches)
        if name in SEARCHES
        for option in SEARCHES[name].own
    ]
    return "\n".join(dict.fromkeys(explanations))


def need_valid_request(request: TraceRequest) -> None:
    """Refuse what cannot be searched, before the form is left.

    Raises:
        PlyscopeError: the game, a search or an option is wrong.
    """
    options = request.options
    if options.max_nodes is not None and options.max_nodes < 1:
        raise PlyscopeError(f"at most a number of nodes, 1 or more, not {options.max_nodes}")
    options.limits()
    if request.follow and request.path is None:
        raise PlyscopeError("one trace file alone is followed")
    if request.path is not None and options.flags():
        raise PlyscopeError(f"{request.path} is a recorded trace: {', '.join(options.flags())} cannot change it")
    sources = [request.source, *([] if request.other is None else [request.other])]
    for source in sources:
        if is_trace_file(source):
            continue
        game = tracer.game(source)
        for search in request.searches or (DEFAULT,):
            search_options = options.for_search(search, is_compared=len(request.searches) > 1)
            prepare(game, search_options.search or DEFAULT, **search_options.arguments())


def describe_tree_size(source: str, position: str, depth: str) -> str:
    """How large the full tree of a built-in game is, in a few words; empty where that is not known at once.

    >>> describe_tree_size("tictactoe", "", "2")
    'the full tree has 82 nodes: minimax visits them all, a search that prunes fewer'
    >>> describe_tree_size("connect4", "", "")
    'more than 20,000 positions: a small depth, or a limit of nodes, keeps it small'
    """
    try:
        game = builtin_game(source)
        if game is None:
            return ""
        with blame(game):
            start = resolve_position(game, position or None)
            nodes = count_tree(game, start, float(depth or "inf"), MAX_COUNTED_POSITIONS)
    except (PlyscopeError, GameError, ValueError):
        return ""
    if nodes is None:
        return f"more than {MAX_COUNTED_POSITIONS:,} positions: a small depth, or a limit of nodes, keeps it small"
    return f"the full tree has {nodes:,} nodes: minimax visits them all, a search that prunes fewer"


def _parse_whole_number(text: str, field_name: str) -> int | None:
    try:
        return int(text) if text else None
    except ValueError:
        raise PlyscopeError(f"{field_name} is a whole number, not {text!r}") from None


def _parse_number(text: str, field_name: str) -> float | None:
    try:
        return typed_number(text) if text else None
    except ValueError:
        raise PlyscopeError(f"{field_name} is a number, not {text!r}") from None
