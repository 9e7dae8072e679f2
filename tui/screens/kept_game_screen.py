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
from tui.model.explorer_state import PLAYER_SIGNS
from tui.model.playing.move_lists import COLUMN_TITLES, NUMBER_COLUMNS, played_move_rows
from tui.screens.base_screens import BaseScreen, BrowsingScreen
from tui.widgets.background_jobs import MAX_MESSAGE_LENGTH, Jobs
from tui.widgets.board import changed_cells
from tui.widgets.hint_strips import Footer

MIN_WIDE_COLUMNS = 80
"""Columns from which the position stands beside the moves."""
SEARCHED_MARK = "⏎"
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
        self.add_columns(*map(_make_cell, range(len(COLUMN_TITLES)), COLUMN_TITLES), "")
        for row, choice in zip(played_move_rows(self._match), self._match.choices, strict=True):
            self.add_row(
                *map(_make_cell, range(len(COLUMN_TITLES)), row), Text(SEARCHED_MARK if choice.recorded else "")
            )

    @property
    def selected_index(self) -> int | None:
        """The number of the move in hand, from 0 on; None where there are none."""
        return self.cursor_row if self.row_count else None


def _make_cell(column: int, text: str) -> Text:
    return Text(text, justify="right" if column in NUMBER_COLUMNS else "left", no_wrap=True)


class GameMoves(BaseScreen):
    """Lists the moves of a game; Enter explores the search of the one in hand, and leaving that comes back here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "explore", "look behind the move", priority=True),
        Binding("question_mark,f1", "help", "help", key_display="?"),
        Binding("q,escape,ctrl+q", "quit", "quit", key_display="q"),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (MIN_WIDE_COLUMNS, "-wide")]  # noqa: RUF012  # declared so by Textual

    def __init__(self, saved_game: Played, source: str) -> None:
        super().__init__()
        self._match, self._source = saved_game.match, source
        self._notices, self._sides = saved_game.notices, saved_game.sides
        self._jobs = Jobs(self)

    def compose(self) -> ComposeResult:
        """What is played, the moves with the position beside them, what is known of the one in hand, and the keys."""
        yield Static(Text(clean(self._game_description), no_wrap=True, overflow="ellipsis"), id="greeting")
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
        self._show_move()

    @property
    def _game_description(self) -> str:
        sides = ", ".join(f"{PLAYER_SIGNS[side][0]} {word}" for side, word in self._sides.items())
        value = self._match.utility
        result_text = "goes on" if value is None else f"ends with {number(value)}"
        return " · ".join(text for text in (self._source, describe(self._match.game), sides, result_text) if text)

    def on_data_table_row_highlighted(self) -> None:
        """Show another position."""
        self._show_move()

    def _show_move(self) -> None:
        index = self.query_one(MovesPlayed).selected_index
        lines = board_lines_after(self._match, index)
        self.query_one("#after", Static).update(Text("\n").join(lines))
        self.query_one("#of-move", Static).update(Text(clean(describe_move(self._match, index), 600)))

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Explore the search of a move that was clicked."""
        event.stop()
        self.action_explore()

    def action_explore(self) -> None:
        """Explore the search of the move in hand."""
        index = self.query_one(MovesPlayed).selected_index
        if index is None:
            return
        choice, source = self._match.choices[index], f"{self._source}#{index + 1}"
        if not choice.recorded:
            self._show_problem(f"the search of move {index + 1} was not recorded")
            return

        def explore(trace: Trace | None) -> str:
            if self.is_current and trace is not None:
                self.post_message(BrowsingScreen.ExplorationRequested(trace, source))
            return ""

        self._jobs.start(lambda _: choice.trace, explore, on_progress=lambda _: None, on_end=self._show_problem)

    def _show_problem(self, problem: str) -> None:
        if problem:
            self.app.bell()
            self.notify(clean(problem, MAX_MESSAGE_LENGTH), severity="warning", markup=False)


def board_lines_after(match: Match, index: int | None) -> list[Text]:
    """The position after a move, what it changed marked; without a move, where the game begins."""
    try:
        lines_after = clean_lines(show(match.game, match.state_before(0 if index is None else index + 1)))
        lines = [Text(line) for line in lines_after]
        lines_before = lines_after if index is None else clean_lines(show(match.game, match.state_before(index)))
        for line, column in changed_cells(lines_before, lines_after):
            lines[line].stylize("bold reverse", column, column + 1)
    except PlyscopeError as error:
        return [Text(clean(str(error)))]
    return lines


def describe_move(match: Match, index: int | None) -> str:
    """What is known of a move besides what the list says: the line that was expected, and what was played instead."""
    if index is None:
        return "no move was made yet"
    choice, expected_moves = match.choices[index], expected_line(match, index)
    sentences = [] if choice.recorded else ["its search was not recorded"]
    sentences += [choice.note] if choice.note else []
    if expected_moves:
        sentences.append(f"expected {' '.join(expected_moves)}")
        played_moves = match.labels[index + 1 : index + 1 + len(expected_moves)]
        for offset, (expected_move, played_move) in enumerate(zip(expected_moves, played_moves, strict=False)):
            if expected_move != played_move:
                sentences.append(f"move {index + 2 + offset} was {played_move}")
                break
    return " · ".join(sentences)


def expected_line(match: Match, index: int) -> tuple[str, ...]:
    """The moves that were expected after a move; none where another one was recommended."""
    if match.recommended_move(index):
        return ()
    line = match.choices[index].line
    return line[1:] if line[:1] == (match.label(index),) else line
