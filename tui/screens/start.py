"""The dialog that starts a search: game, search, options and position; then the search runs and shows how far it is."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Button, Input, Label, Select, Static
from textual.worker import get_current_worker

import tracer
from tracer.errors import GameError, PlyscopeError
from tracer.games.registry import GAMES
from tracer.recording.recorder import Stop
from tracer.run.plan import prepare
from tracer.searches.ordering import ORDERS
from tracer.searches.registry import DEFAULT, SEARCHES
from tracer.text import clean
from tui.screens.prompt import CleanInput
from tui.terminal.options import Options

FIELDS: dict[str, tuple[str, str]] = {
    "game": ("Game", "tictactoe, connect4:5,4,4, a tree file, [[3,12,8],[2,4,6]]"),
    "position": ("Position", "a board, or moves such as b2/a1; empty is the start"),
    "depth": ("Depth", "plies; empty searches to the end"),
    "alpha": ("Alpha", "-∞"),
    "beta": ("Beta", "∞"),
    "order": ("Move order", "natural"),
    "max_nodes": ("At most", "nodes; empty has no limit"),
}
"""The lines of the dialog: name, label and what they may hold."""
CHOICES = {"fail": ("soft", "hard"), "cut": (">=", ">")}


class Start(ModalScreen[tuple[str, Options] | None]):
    """Asks for a search until one makes sense, or escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, game: str = "tictactoe", search: str = DEFAULT) -> None:
        super().__init__()
        self._game, self._search = game, search

    def compose(self) -> ComposeResult:
        """A line for each option."""
        with VerticalScroll(id="start", can_focus=False) as box:
            box.border_title = "Search"
            box.border_subtitle = "enter starts · tab goes on · esc leaves"
            with Horizontal(classes="line"):
                yield Label("Search")
                yield Select(
                    [(f"{found.name}: {found.summary}", name) for name, found in SEARCHES.items()],
                    value=self._search,
                    allow_blank=False,
                    id="search",
                    compact=True,
                )
            for name, (label, hint) in FIELDS.items():
                with Horizontal(classes="line"):
                    yield Label(label)
                    yield CleanInput(
                        self._game if name == "game" else "",
                        placeholder=hint,
                        id=name,
                        compact=True,
                        suggester=SuggestFromList(_known(name)),
                    )
            for name, values in CHOICES.items():
                with Horizontal(classes="line"):
                    yield Label("Values" if name == "fail" else "Cutoff test")
                    shown = [(f"fail-{value}" if name == "fail" else value, value) for value in values]
                    yield Select(shown, value=values[0], allow_blank=False, id=name, compact=True)
            yield Static(id="answer")
            yield Button("Start", id="go", compact=True)

    def on_mount(self) -> None:
        """The game comes first."""
        self.query_one("#game", Input).focus()

    def on_input_submitted(self) -> None:
        """Start."""
        self._start()

    def on_button_pressed(self) -> None:
        """Start."""
        self._start()

    def _start(self) -> None:
        try:
            source, options = self._wanted()
            prepare(tracer.game(source), options.search or DEFAULT, **options.arguments())
            if options.max_nodes is not None and options.max_nodes < 1:
                raise PlyscopeError(f"at most a number of nodes, 1 or more, not {options.max_nodes}")
        except (PlyscopeError, ValueError) as error:
            answer = self.query_one("#answer", Static)
            answer.update(Text(clean(str(error), 400)))
            answer.add_class("wrong")
            self.app.bell()
        else:
            self.dismiss((source, options))

    def _wanted(self) -> tuple[str, Options]:
        texts = {name: self.query_one(f"#{name}", Input).value.strip() for name in FIELDS}
        search = str(self.query_one("#search", Select).value)
        chosen = {name: str(self.query_one(f"#{name}", Select).value) for name in CHOICES}
        differing = {name: None if value == CHOICES[name][0] else value for name, value in chosen.items()}
        options = Options(
            search=search,
            depth=_whole(texts["depth"], "depth"),
            alpha=_number(texts["alpha"], "alpha"),
            beta=_number(texts["beta"], "beta"),
            order=texts["order"] or None,
            position=texts["position"] or None,
            max_nodes=_whole(texts["max_nodes"], "the most nodes"),
            fail=differing["fail"],
            cut=differing["cut"],
        )
        return texts["game"], options


def _known(name: str) -> list[str]:
    return list(GAMES) if name == "game" else list(ORDERS) if name == "order" else []


def _whole(text: str, what: str) -> int | None:
    try:
        return int(text) if text else None
    except ValueError:
        raise PlyscopeError(f"{what} is a whole number, not {text!r}") from None


def _number(text: str, what: str) -> float | None:
    try:
        return float(text.replace("∞", "inf")) if text else None
    except ValueError:
        raise PlyscopeError(f"{what} is a number, not {text!r}") from None


class SearchRun(ModalScreen[tracer.Trace | None]):
    """A search at work; escape or Ctrl-C keeps what there is."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+c,q", "stop", "Stop", priority=True)]

    def __init__(self, source: str, options: Options) -> None:
        super().__init__()
        self._source, self._options = source, options
        self._stopping = False

    def compose(self) -> ComposeResult:
        """How far it is."""
        with Vertical(id="running") as box:
            box.border_title = Text(clean(f"{self._options.search} of {self._source}", 60))
            box.border_subtitle = "esc stops and keeps what there is"
            yield Static("0 nodes", id="nodes")

    def on_mount(self) -> None:
        """Start the search."""
        self.run_worker(self._work, thread=True, exit_on_error=False)

    def action_stop(self) -> None:
        """Keep what there is."""
        self._stopping = True

    def _work(self) -> None:
        worker = get_current_worker()

        def report(nodes: int) -> None:
            if self._stopping or worker.is_cancelled:
                raise Stop("by hand")
            self.app.call_from_thread(self.query_one("#nodes", Static).update, f"{nodes:,} nodes")

        options = self._options
        found: tracer.Trace | None = None
        try:
            found = tracer.trace(
                self._source,
                options.search or DEFAULT,
                progress=report,
                **options.limits(),
                **options.arguments(),
            )
        except GameError as error:
            found = error.trace
            self._complain(str(error))
        except PlyscopeError as error:
            self._complain(str(error))
        except Exception as error:  # whatever it was, the dialog must not stay for ever
            self._complain(f"the search failed: {type(error).__name__}: {error}")
        if not worker.is_cancelled:
            self.app.call_from_thread(self.dismiss, found)

    def _complain(self, problem: str) -> None:
        self.app.call_from_thread(partial(self.app.notify, clean(problem, 400), severity="error", markup=False))
