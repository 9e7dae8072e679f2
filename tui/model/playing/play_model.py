"""What lies before who plays: the board with its cursor, the legal moves, the moves made; and what a choice means."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.games.board import Board, draw_board
from tracer.games.rules import blame, optional, show
from tracer.playing.match import Match
from tracer.text import clean, clean_lines
from tui.model.explorer_state import PromptFeedback
from tui.model.playing.board_drawing import BoardFrame, BoardMarks, BoardText, fit_board, format_board, infer_axis_names
from tui.model.playing.move_lists import (
    Line,
    flow_words,
    neighbour_word,
    visible_legal_lines,
    visible_played_lines,
    word_at,
)
from tui.model.playing.session import Session
from tui.model.playing.square_moves import (
    Square,
    SquareMoves,
    is_dropping_game,
    is_nested_game,
    square_moves_of,
    starting_square_moves,
)

BOARD, LEGAL, PLAYED = "board", "legal", "made"
"""What the arrows are for."""
MIN_BOARD_WIDTH = 22
"""Columns of the board's part at least: below the board it says what enter does."""
LINES_BELOW_BOARD = 2
"""Lines below the board: the letters of its columns, or an empty one, and what enter does."""


MAX_TOLD_CHARACTERS, MAX_TOLD_LINES = 60, 40
"""Characters of a line, and lines, of what a game tells of a position."""


class ChoiceOutcome(NamedTuple):
    """What came of a choice."""

    notice: str = ""
    candidates: tuple[str, ...] = ()
    """The moves of which one is still to be named."""


class PlayModel:
    """The parts of the screen and what is in hand in each. Squares, words and rows become moves here."""

    def __init__(self, session: Session) -> None:
        self.session = session
        starting_squares = starting_square_moves(session.match.game)
        self._is_dropping, self._is_nested, self._axis_names = (
            is_dropping_game(starting_squares),
            is_nested_game(starting_squares),
            infer_axis_names(starting_squares),
        )
        self._seen_position: tuple[Match, int, object] | None = None
        self.legal: Mapping[str, Hashable] = {}
        """The legal moves by their labels."""
        self._square_moves: SquareMoves | None = None
        self._last_changed: frozenset[Square] = frozenset()
        self.cursor: Square = (0, 0)
        self.chosen_squares: tuple[Square, ...] = ()
        self._word_index, self._move_index = 0, 0
        self._wanted_part = BOARD
        self._board_frame = BoardFrame(1, 1, 0, 0, 1, 1)
        self._widths = {LEGAL: 80, PLAYED: 80}
        self._first_lines = {LEGAL: 0, PLAYED: 0}
        self.read_position()
        self._centre_cursor()

    def read_position(self) -> None:
        """See the position as it is now; what was chosen in another one is chosen no more."""
        match = self.session.match
        position = (match, len(match.choices), match.state)
        if (
            self._seen_position is not None
            and self._seen_position[:2] == position[:2]
            and self._seen_position[2] is position[2]
        ):
            return
        self._seen_position, self.chosen_squares, self._word_index = position, (), 0
        try:
            self.legal = match.legal
        except PlyscopeError:  # a game of the user's own, which says so as its end
            self.legal = {}
        self._square_moves = square_moves_of(
            match, self.legal, is_dropping=self._is_dropping, is_nested=self._is_nested
        )
        self._last_changed = _last_changed_squares(match, self._square_moves)
        self._move_cursor(0, 0)
        self._move_index = len(match.choices) - 1

    def _centre_cursor(self) -> None:
        if (square_moves := self._square_moves) is not None:
            self.cursor = row, column = (square_moves.board.rows - 1) // 2, (square_moves.board.columns - 1) // 2
            if self._is_nested:  # on a counter, not beside a short heap
                touched_squares = sorted(frozenset[Square]().union(*square_moves.squares_of_move.values()))
                self.cursor = min(
                    touched_squares,
                    key=lambda square: abs(square[0] - row) + abs(square[1] - column),
                    default=self.cursor,
                )

    @property
    def active_part(self) -> str:
        """What the arrows are for: the board where there is one, else the legal moves."""
        return LEGAL if self._wanted_part == BOARD and self._square_moves is None else self._wanted_part

    @property
    def selected_move(self) -> int | None:
        """The number of the move in hand among those made; None where none is."""
        if self.active_part == PLAYED and 0 <= self._move_index < len(self.session.match.choices):
            return self._move_index
        return None

    @property
    def legal_labels(self) -> list[str]:
        """The legal moves."""
        return list(self.legal)

    def turn_to_next_part(self) -> str:
        """Have the arrows for the next part. Gives its name."""
        available_parts = [BOARD, LEGAL, PLAYED] if self._square_moves is not None else [LEGAL, PLAYED]
        self._wanted_part = available_parts[(available_parts.index(self.active_part) + 1) % len(available_parts)]
        return self._wanted_part

    def move(self, row_offset: int, column_offset: int) -> None:
        """Move what is in hand."""
        if self.active_part == PLAYED:
            last_index = len(self.session.match.choices) - 1
            self._move_index = min(max(self._move_index + row_offset + column_offset, 0), max(last_index, 0))
        elif self.active_part == LEGAL:
            if self.legal_labels:
                self._word_index = neighbour_word(
                    flow_words(self.legal_labels, self._widths[LEGAL]), self._word_index, row_offset, column_offset
                )
        else:
            self._move_cursor(row_offset, column_offset)

    def _move_cursor(self, row_offset: int, column_offset: int) -> None:
        if (square_moves := self._square_moves) is not None:
            row, column = self.cursor[0] + row_offset, self.cursor[1] + column_offset
            last_row, last_column = square_moves.board.rows - 1, square_moves.board.columns - 1
            self.cursor = min(max(row, 0), last_row), min(max(column, 0), last_column)

    def choose(self) -> ChoiceOutcome:
        """Play what is in hand, or choose the square."""
        if self.active_part == BOARD:
            return self.choose_square(self.cursor)
        if self.active_part == LEGAL and self.legal_labels:
            return ChoiceOutcome(
                self.session.play(self.legal_labels[min(self._word_index, len(self.legal_labels) - 1)])
            )
        return ChoiceOutcome("there is nothing to choose")

    def choose_square(self, square: Square) -> ChoiceOutcome:
        """Choose a square: play what it means with those that are chosen, or have it chosen."""
        self.cursor, self._wanted_part = square, BOARD
        if (square_moves := self._square_moves) is None:
            return ChoiceOutcome("the moves of this position are in the list: tab goes there")
        if notice := self.session.refusal:
            return ChoiceOutcome(notice)
        outcome = square_moves.choose_square(square, self.chosen_squares)
        earlier_chosen, self.chosen_squares = self.chosen_squares, outcome.chosen_squares
        if outcome.move is not None:
            return ChoiceOutcome(self.session.play(outcome.move))
        if outcome.is_ambiguous:
            return ChoiceOutcome(candidates=self._sort_best_first(outcome.possible_moves))
        return ChoiceOutcome(
            "" if outcome.chosen_squares or square in earlier_chosen else "no legal move changes this square"
        )

    def _sort_best_first(self, labels: Sequence[str]) -> tuple[str, ...]:
        """Moves, what the game evaluates best for who moves first; as they were where it evaluates nothing."""
        match = self.session.match
        game, mover = match.game, match.turn
        evaluate = optional(game, "evaluate")
        if evaluate is None:
            return tuple(labels)

        def worth(label: str) -> float:
            next_state = game.play(match.state, self.legal[label])
            utility = game.utility(next_state)
            return -mover * float(evaluate(next_state) if utility is None else utility)

        try:
            with blame(game):
                return tuple(sorted(labels, key=worth))
        except PlyscopeError:
            return tuple(labels)

    def begins_move(self, letter: str, *, any_case: bool = False) -> bool:
        """Return whether a character, or in any case of letters, begins a legal move that a person may type now."""
        typing = len(letter) == 1 and self.active_part != PLAYED and not self.session.refusal
        begins = (letter, letter.swapcase()) if any_case else letter
        return typing and any(name.startswith(begins) for name in self.legal)

    @property
    def enter_hint(self) -> str:
        """What enter would do."""
        if (square_moves := self._square_moves) is None or self.active_part != BOARD or self.session.refusal:
            return ""
        outcome = square_moves.choose_square(self.cursor, self.chosen_squares)
        if outcome.move is not None:
            return f"⏎ plays {outcome.move}"
        labels = " ".join(outcome.possible_moves)
        return f"⏎ {labels}" if labels else ""

    def board_width(self, width: int, height: int) -> int:
        """How many of some columns the board's part takes."""
        if (square_moves := self._square_moves) is None:
            return max(MIN_BOARD_WIDTH, *(len(line) for line in self._position_lines()))
        frame = self._fit_board(square_moves.board, width, height)
        return max(min(frame.square_width * frame.column_count + frame.margin, width), MIN_BOARD_WIDTH)

    def board_lines(self, width: int, height: int) -> list[Line]:
        """The position, and what enter does."""
        if (square_moves := self._square_moves) is None:
            return [(BoardText(line, "strong"),) for line in self._position_lines()]
        self._board_frame = self._fit_board(square_moves.board, width, height)
        lines: list[Line] = list(format_board(square_moves.board, self._board_frame, self._board_marks(square_moves)))
        blank_line: list[Line] = [] if self._board_frame.axis_names.columns else [()]
        return [*lines, *blank_line, (BoardText(self.enter_hint, "about"),)]

    def _fit_board(self, board_: Board, width: int, height: int) -> BoardFrame:
        return fit_board(board_, width, height - LINES_BELOW_BOARD - self._is_dropping, self.cursor, self._axis_names)

    def _position_lines(self) -> list[str]:
        try:
            game, state = self.session.match.game, self.session.match.state
            if (tell_position := optional(game, "tell")) is None:
                return clean_lines(show(game, state))
            with blame(game):
                return [clean(str(line), MAX_TOLD_CHARACTERS) for line in islice(tell_position(state), MAX_TOLD_LINES)]
        except PlyscopeError as error:
            return [str(error)]

    def _board_marks(self, square_moves: SquareMoves) -> BoardMarks:
        moves_from_chosen = (
            square_moves.choose_square(self.chosen_squares[-1], self.chosen_squares[:-1]).possible_moves
            if self.chosen_squares
            else ()
        )
        targets = {square for label in moves_from_chosen for square in square_moves.squares_of_move[label]} - set(
            self.chosen_squares
        )
        column_heads = None
        if self._is_dropping:
            column_heads = {
                column: label for label, squares in square_moves.squares_of_move.items() for _, column in squares
            }
        return BoardMarks(
            self.cursor if self.active_part == BOARD else None,
            self.chosen_squares,
            self._last_changed,
            square_moves.squares_of_move.get(self._hint_label, frozenset()),
            targets,
            column_heads,
        )

    @property
    def _hint_label(self) -> str:
        hint = self.session.hint
        return next((name for name, move in self.legal.items() if hint is not None and move == hint.move), "")

    def legal_height(self, width: int) -> int:
        """How many lines the legal moves take."""
        return len(flow_words(self.legal_labels, width))

    def legal_lines(self, width: int, height: int) -> list[Line]:
        """The legal moves, the one in hand and the recommended one marked."""
        lines = flow_words(self.legal_labels, width)
        self._widths[LEGAL] = width
        selected_word = self._word_index if self.active_part == LEGAL else None
        self._first_lines[LEGAL], drawn_lines = visible_legal_lines(lines, selected_word, self._hint_label, height)
        return drawn_lines

    def made_lines(self, width: int, height: int) -> list[Line]:
        """The moves that were made."""
        self._first_lines[PLAYED], drawn_lines = visible_played_lines(
            self.session.match, self.selected_move, width, height
        )
        return drawn_lines

    def click(self, part: str, x: int, y: int) -> ChoiceOutcome:
        """Choose what stands at a place of a part."""
        if part == BOARD:
            square = self._board_frame.square_at(x, y - self._is_dropping)
            return ChoiceOutcome() if square is None or self._square_moves is None else self.choose_square(square)
        if part == LEGAL:
            index = word_at(flow_words(self.legal_labels, self._widths[LEGAL]), x, y + self._first_lines[LEGAL])
            return ChoiceOutcome() if index is None else ChoiceOutcome(self.session.play(self.legal_labels[index]))
        index = y - 1 + self._first_lines[PLAYED]
        if y and index < len(self.session.match.choices):
            self._wanted_part, self._move_index = PLAYED, index
        return ChoiceOutcome()


def _last_changed_squares(match: Match, square_moves: SquareMoves | None) -> frozenset[Square]:
    if square_moves is None or not match.choices:
        return frozenset()
    try:
        return square_moves.board.after(draw_board(match.game, match.state_before(len(match.choices) - 1))).last
    except PlyscopeError:
        return frozenset()


def judge_move(match: Match, word: str, key_help: Mapping[str, str] = MappingProxyType({})) -> PromptFeedback:
    """What is said of a move while it is typed; `key_help` are words that do something else, with what that is."""
    legal = list(match.legal)
    completions = tuple(name for name in legal if word and name.casefold().startswith(word.strip().casefold()))
    if not word:
        return PromptFeedback("a legal move, such as:", is_acceptable=False, completions=tuple(legal))
    if word not in legal and key_help.get(word):
        return PromptFeedback(f"enter does what {word} does: {key_help[word]}", completions=completions)
    try:
        match.find(word)
    except PlyscopeError as error:
        return PromptFeedback("" if completions else str(error), is_acceptable=False, completions=completions)
    return PromptFeedback("enter takes it", completions=completions if len(completions) > 1 else ())
