"""The moves of a game that was kept: each with its position, and its search to look into."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.widgets import DataTable, Static

from tracer.errors import PlyscopeError
from tracer.games.rules import describe, show
from tracer.playing.match import Match
from tracer.playing.played import Played
from tracer.text import clean, clean_lines, number
from tracer.tracing import Trace
from tui.model.node_text import PLAYER_SIGNS
from tui.model.playing.move_lists import COLUMN_TITLES, NUMBER_COLUMNS, played_move_rows
from tui.screens.asking import Layer
from tui.screens.stage import Stage
from tui.widgets.board import changed_cells
from tui.widgets.footer import Footer

WIDE = 80
"""Columns from which the position stands beside the moves."""
SEARCHED = "⏎"
"""The sign of a move whose search was recorded: enter opens it."""


class MovesPlayed(DataTable[Text]):
    """The list of a game's moves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
        Binding("home", "scroll_top", show=False),
        Binding("end", "scroll_bottom", show=False),
    ]

    def __init__(self, match: Match) -> None:
        super().__init__(id="moves", cursor_type="row", zebra_stripes=False)
        self._match = match

    def on_mount(self) -> None:
        """Have the moves, those with a search to look into marked."""
        self.add_columns(*map(_cell, range(len(COLUMN_TITLES)), COLUMN_TITLES), "")
        for row, choice in zip(played_move_rows(self._match), self._match.choices, strict=True):
            self.add_row(*map(_cell, range(len(COLUMN_TITLES)), row), Text(SEARCHED if choice.recorded else ""))

    @property
    def in_hand(self) -> int | None:
        """The number of the move in hand, from 0 on; None where there are none."""
        return self.cursor_row if self.row_count else None


def _cell(column: int, text: str) -> Text:
    return Text(text, justify="right" if column in NUMBER_COLUMNS else "left", no_wrap=True)


class GameMoves(Layer):
    """Lists the moves of a game; Enter explores the search of the one in hand, and leaving that comes back here.

    Args:
        played: the game.
        source: what the user named it by.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "explore", "look behind the move", priority=True),
        Binding("question_mark,f1", "help", "help", key_display="?"),
        Binding("q,escape,ctrl+q", "quit", "quit", key_display="q"),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012  # declared so by Textual

    def __init__(self, played: Played, source: str) -> None:
        super().__init__()
        self._match, self._source = played.match, source
        self._notices, self._sides = played.notices, played.sides
        self._opening = False

    def compose(self) -> ComposeResult:
        """What is played, the moves with the position beside them, what is known of the one in hand, and the keys."""
        yield Static(Text(clean(self._title), no_wrap=True, overflow="ellipsis"), id="greeting")
        with Container(id="of-game"):
            yield MovesPlayed(self._match)
            yield Static(id="after")
        yield Static(id="of-move")
        yield Footer()

    def on_mount(self) -> None:
        """Begin with the first move, and say what is to be said of the file."""
        moves = self.query_one(MovesPlayed)
        moves.focus()
        for notice in self._notices:
            self.notify(notice, severity="warning", markup=False)
        self._show()

    @property
    def _title(self) -> str:
        sides = ", ".join(f"{PLAYER_SIGNS[side][0]} {word}" for side, word in self._sides.items())
        value = self._match.utility
        end = "goes on" if value is None else f"ends with {number(value)}"
        return " · ".join(part for part in (self._source, describe(self._match.game), sides, end) if part)

    def on_data_table_row_highlighted(self) -> None:
        """Show another position."""
        self._show()

    def _show(self) -> None:
        place = self.query_one(MovesPlayed).in_hand
        lines = after(self._match, place)
        self.query_one("#after", Static).update(Text("\n").join(lines))
        self.query_one("#of-move", Static).update(Text(clean(about(self._match, place), 600)))

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Explore the search of a move that was clicked."""
        event.stop()
        self.action_explore()

    def action_explore(self) -> None:
        """Explore the search of the move in hand."""
        place = self.query_one(MovesPlayed).in_hand
        if place is None or self._opening:
            return
        if not self._match.choices[place].recorded:
            self._refuse(f"the search of move {place + 1} was not recorded")
            return
        self._opening = True
        self.run_worker(lambda: self._open(place), thread=True, exit_on_error=False)

    def _open(self, place: int) -> None:
        try:
            trace = self._match.choices[place].trace
        except PlyscopeError as error:
            self.app.call_from_thread(self._opened, place, None, str(error))
            return
        self.app.call_from_thread(self._opened, place, trace, "")

    def _opened(self, place: int, trace: Trace | None, problem: str) -> None:
        self._opening = False
        if trace is None:
            self._refuse(problem)
        elif self.is_current:
            self.post_message(Stage.ExplorationRequested(trace, f"{self._source}#{place + 1}"))

    def _refuse(self, problem: str) -> None:
        self.app.bell()
        self.notify(clean(problem, 400), severity="warning", markup=False)


def after(match: Match, place: int | None) -> list[Text]:
    """The position after a move, what it changed marked; without a move, where the game begins."""
    try:
        last = clean_lines(show(match.game, match.state_before(0 if place is None else place + 1)))
        lines = [Text(line) for line in last]
        before = last if place is None else clean_lines(show(match.game, match.state_before(place)))
        for line, column in changed_cells(before, last):
            lines[line].stylize("bold reverse", column, column + 1)
    except PlyscopeError as error:
        return [Text(clean(str(error)))]
    return lines


def about(match: Match, place: int | None) -> str:
    """What is known of a move besides what the list says: the line that was expected, and what was played instead."""
    if place is None:
        return "no move was made yet"
    choice, line = match.choices[place], expected(match, place)
    parts = [] if choice.recorded else ["its search was not recorded"]
    parts += [choice.note] if choice.note else []
    if line:
        parts.append(f"expected {' '.join(line)}")
        played = match.labels[place + 1 : place + 1 + len(line)]
        for there, (one, other) in enumerate(zip(line, played, strict=False)):
            if one != other:
                parts.append(f"move {place + 2 + there} was {other}")
                break
    return " · ".join(parts)


def expected(match: Match, place: int) -> tuple[str, ...]:
    """The moves that were expected after a move; none where another one was recommended."""
    if match.advised(place):
        return ()
    line = match.choices[place].line
    return line[1:] if line[:1] == (match.label(place),) else line
