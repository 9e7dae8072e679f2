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
from tracer.count.layers import TooMany
from tracer.count.sizes import Sizes
from tracer.errors import GameError, PlyscopeError
from tracer.games.places import place
from tracer.games.registry import GAMES, builtin
from tracer.games.rules import blame
from tracer.run.plan import prepare
from tracer.run.search_arguments import search_name
from tracer.searches.ordering import ORDERS
from tracer.searches.registry import DEFAULT, SEARCHES
from tracer.text import clean, typed_number
from tui.screens.prompt import CleanInput, ClosesOnce
from tui.terminal.options import Options
from tui.terminal.source import Wanted, is_trace_file

FIELDS = {
    "source": "tictactoe, connect4:5,4,4, t.plyscope, tree.json, [[3,12,8],[2,4,6]]",
    "position": "a board, or moves such as b2/a1; empty is the start",
    "depth": "plies; empty searches to the end",
    "order": "natural",
    "evaluate": "the game's own, zero, rollouts:20, file.py:function",
    "prefer": "payoffs as they are; fast: win soon, lose late",
    "max_nodes": "nodes; empty has no limit",
    "alpha": "−∞",
    "beta": "∞",
    "option": "",
    "max_memory": "512M, 4G; empty has no limit",
    "other": "another game or file of the same position, side by side",
    "game": "where it is not built in: package.module:name",
}
"""The lines to type into, and what they may hold."""
NOTHING = "–"
CHOICES = {
    "fail": ("soft", "hard"),
    "cut": (">=", ">"),
    "second": (NOTHING, *SEARCHES),
    "follow": ("no", "yes"),
}
"""The lines to choose in, the usual choice first."""
LABELS = {
    "source": "Game or file",
    "search": "Search",
    "position": "Position",
    "depth": "Depth",
    "order": "Move order",
    "evaluate": "Evaluation",
    "prefer": "Prefer",
    "max_nodes": "At most",
    "alpha": "Alpha",
    "beta": "Beta",
    "fail": "Values",
    "cut": "Cutoff test",
    "option": "Its own",
    "max_memory": "Memory",
    "second": "And search",
    "other": "Beside it",
    "follow": "Follow file",
    "game": "File's game",
}
"""All lines from top to bottom."""
COUNTED = 20_000
"""Positions looked at to tell how large a game is: some hundredths of a second."""
PAUSE = 0.3
"""Seconds after the last key until that is worked out."""


class SearchForm(ClosesOnce[Wanted | None]):
    """Asks what is to be explored until that makes sense, or escape.

    Args:
        wanted: what stands in the lines at first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, wanted: Wanted | None = None) -> None:
        super().__init__()
        self._first = wanted or Wanted("tictactoe")
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """A line for each option."""
        with VerticalScroll(id="start", can_focus=False) as box:
            box.border_title = "Explore"
            box.border_subtitle = "enter starts · tab goes on · esc leaves"
            for name, label in LABELS.items():
                with Horizontal(classes="line"):
                    yield Label(label)
                    yield self._field(name)
                if name == "option":
                    yield Static(id="own")
            yield Static(id="size")
            yield Static(id="answer")
            yield Button("Start", id="go", compact=True)

    def _field(self, name: str) -> Input | Select[str]:
        """One line, with what stands in it at first."""
        wanted = self._first
        found = vars(wanted.options) | {"source": wanted.source, "other": wanted.other, "game": wanted.game}
        searches = [*wanted.searches, DEFAULT][:1] + [*wanted.searches, NOTHING, NOTHING][1:2]
        found |= {"search": searches[0], "second": searches[1], "follow": "yes" if wanted.follow else "no"}
        if name == "search":
            shown = [(f"{one.name}: {one.summary}", key) for key, one in SEARCHES.items()]
            shown += [(text, text) for text in wanted.searches[:1] if text not in SEARCHES]
        elif name in CHOICES:
            shown = [(f"fail-{value}" if name == "fail" else value, value) for value in CHOICES[name]]
        else:
            first = found[name]
            text = " ".join(first) if isinstance(first, list) else "" if first is None else str(first)
            known = list(GAMES) if name in ("source", "other") else list(ORDERS) if name == "order" else []
            hint = own_options(searches) if name == "option" else FIELDS[name]
            suggester = SuggestFromList(known)
            return CleanInput(text, placeholder=hint, id=name, compact=True, suggester=suggester)
        return Select(shown, value=found[name] or shown[0][1], allow_blank=False, id=name, compact=True)

    def on_mount(self) -> None:
        """The game comes first."""
        self.query_one("#source", Input).focus()
        self.on_select_changed()
        self._measure()

    def on_select_changed(self) -> None:
        """Say which options the chosen searches have of their own."""
        chosen = [str(self.query_one(f"#{name}", Select).value) for name in ("search", "second")]
        self.query_one("#option", Input).placeholder = own_options(chosen)
        own, told = self.query_one("#own", Static), own_told(chosen)
        own.display = bool(told)
        own.update(Text(told))

    def on_input_changed(self) -> None:
        """Work out how large that is when the keys rest."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(PAUSE, self._measure)

    def _measure(self) -> None:
        source, position, depth = (self.query_one(f"#{name}", Input).value for name in ("source", "position", "depth"))
        work = partial(self._tell_size, source, position.strip(), depth.strip())
        self.run_worker(work, thread=True, exclusive=True, exit_on_error=False)

    def _tell_size(self, source: str, position: str, depth: str) -> None:
        text = size_text(source, position, depth)
        self.app.call_from_thread(self.query_one("#size", Static).update, Text(clean(text, 200)))

    def on_input_submitted(self) -> None:
        """Start."""
        self._start()

    def on_button_pressed(self) -> None:
        """Start."""
        self._start()

    def _start(self) -> None:
        try:
            wanted = self._wanted()
            need_sense(wanted)
        except (PlyscopeError, ValueError) as error:
            answer = self.query_one("#answer", Static)
            answer.update(Text(clean(str(error), 400)))
            answer.add_class("wrong")
            answer.scroll_visible(animate=False)
            self.app.bell()
        else:
            self.dismiss(wanted)

    def _wanted(self) -> Wanted:
        texts = {name: self.query_one(f"#{name}", Input).value.strip() for name in FIELDS}
        chosen = {name: str(self.query_one(f"#{name}", Select).value) for name in ("search", *CHOICES)}
        differing = {name: None if chosen[name] == values[0] else chosen[name] for name, values in CHOICES.items()}
        options = Options(
            depth=_whole(texts["depth"], "depth"),
            alpha=_number(texts["alpha"], "alpha"),
            beta=_number(texts["beta"], "beta"),
            order=texts["order"] or None,
            evaluate=texts["evaluate"] or None,
            prefer=texts["prefer"] or None,
            position=texts["position"] or None,
            max_nodes=_whole(texts["max_nodes"], "the most nodes"),
            max_memory=texts["max_memory"] or None,
            option=texts["option"].split() or None,
            fail=differing["fail"],
            cut=differing["cut"],
        )
        files = is_trace_file(texts["source"]) and (not texts["other"] or is_trace_file(texts["other"]))
        searches = () if files else (chosen["search"], *([differing["second"]] if differing["second"] else []))
        return Wanted(
            texts["source"],
            texts["other"] or None,
            searches,
            texts["game"] or None,
            options,
            follow=differing["follow"] is not None,
        )


def own_options(searches: Sequence[str]) -> str:
    """How the options that searches have of their own are typed.

    >>> own_options(["mtdf", "–"]), own_options(["minimax"])
    ('guess=N|inf|-inf table=position|path', 'minimax has none')
    """
    known = [SEARCHES[name] for name in map(search_name, searches) if name in SEARCHES]
    found = {one.word: f"{one.word}={one.values}" for search in known for one in search.own}
    return " ".join(found.values()) or f"{' and '.join(search.name for search in known)} has none"


def own_told(searches: Sequence[str]) -> str:
    """What these options are, a line each."""
    told = [
        f"{one.word}: {one.summary}" + (f": {', '.join(one.choices)}" if one.choices else "")
        for name in map(search_name, searches)
        if name in SEARCHES
        for one in SEARCHES[name].own
    ]
    return "\n".join(dict.fromkeys(told))


def need_sense(wanted: Wanted) -> None:
    """Refuse what cannot be searched, before the form is left.

    Raises:
        PlyscopeError: the game, a search or an option is wrong.
    """
    options = wanted.options
    if options.max_nodes is not None and options.max_nodes < 1:
        raise PlyscopeError(f"at most a number of nodes, 1 or more, not {options.max_nodes}")
    options.limits()
    if wanted.follow and wanted.path is None:
        raise PlyscopeError("one trace file alone is followed")
    if wanted.path is not None and options.flags():
        raise PlyscopeError(f"{wanted.path} is a recorded trace: {', '.join(options.flags())} cannot change it")
    sources = [wanted.source, *([] if wanted.other is None else [wanted.other])]
    for source in sources:
        if is_trace_file(source):
            continue
        found = tracer.game(source)
        for search in wanted.searches or (DEFAULT,):
            given = options.of(search, beside=len(wanted.searches) > 1)
            prepare(found, given.search or DEFAULT, **given.arguments())


def size_text(source: str, position: str, depth: str) -> str:
    """How large the full tree of a built-in game is, in a few words; empty where that is not known at once.

    >>> size_text("tictactoe", "", "2")
    'the full tree has 82 nodes: minimax visits them all, a search that prunes fewer'
    >>> size_text("connect4", "", "")
    'more than 20,000 positions: a depth, or a limit of nodes, keeps it small'
    """
    try:
        found = builtin(source)
        if found is None:
            return ""
        with blame(found):
            start = place(found, position or None)
            nodes = sum(Sizes(found, COUNTED).levels(start, float(depth or "inf")))
    except TooMany:
        return f"more than {COUNTED:,} positions: a depth, or a limit of nodes, keeps it small"
    except (PlyscopeError, GameError, ValueError):
        return ""
    return f"the full tree has {nodes:,} nodes: minimax visits them all, a search that prunes fewer"


def _whole(text: str, what: str) -> int | None:
    try:
        return int(text) if text else None
    except ValueError:
        raise PlyscopeError(f"{what} is a whole number, not {text!r}") from None


def _number(text: str, what: str) -> float | None:
    try:
        return typed_number(text) if text else None
    except ValueError:
        raise PlyscopeError(f"{what} is a number, not {text!r}") from None
