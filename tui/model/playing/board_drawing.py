"""A board as lines of text, its squares as large as there is room for, each mark a colour and a sign."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from tracer.games.board import Board, Squares
from tui.model.playing.square_moves import Square, SquareMoves

LETTER_NUMBER_LABEL = re.compile(r"([A-Za-z]+)([0-9]+)")
"""A move that is called by a letter and a number, as `b2`."""


class AxisNames(NamedTuple):
    """What columns and rows are called; none where they have no names."""

    columns: Sequence[str] = ()
    rows: Sequence[str] = ()

    @property
    def margin(self) -> int:
        """Columns of the screen for the names of rows, and one beside them."""
        return max(map(len, self.rows), default=-1) + 1


NO_AXIS_NAMES = AxisNames()


def infer_axis_names(square_moves: SquareMoves | None) -> AxisNames:
    """The names that hold for every move: in each column the same letters and in no other, or numbers; so for rows."""
    if square_moves is None:
        return NO_AXIS_NAMES
    labelled_squares: list[tuple[tuple[str, str], frozenset[tuple[int, int]]]] = []
    for label, squares in square_moves.squares_of_move.items():
        if (match := LETTER_NUMBER_LABEL.fullmatch(label)) is None:
            return NO_AXIS_NAMES
        labelled_squares.append(((match[1], match[2]), squares))

    def called(axis_index: int, word_index: int) -> Sequence[str]:
        words_by_place: dict[int, set[str]] = {}
        for letter_and_number, squares in labelled_squares:
            for square in squares:
                words_by_place.setdefault(square[axis_index], set()).add(letter_and_number[word_index])
        single_words = {
            axis_place: next(iter(words)) for axis_place, words in words_by_place.items() if len(words) == 1
        }
        if len(single_words) < len(words_by_place) or len(set(single_words.values())) < len(single_words):
            return ()
        return [
            single_words.get(axis_place, "")
            for axis_place in range((square_moves.board.rows, square_moves.board.columns)[axis_index])
        ]

    columns, rows = called(1, 0), called(0, 1)
    return AxisNames(columns or (() if rows else called(1, 1)), rows or (() if columns else called(0, 0)))


SQUARE_SIZES = ((11, 5), (7, 3), (5, 2), (3, 1), (2, 1), (1, 1))
"""Columns and rows of a square, the largest first; the first that leaves room for the whole board is taken."""
MARK_SIGNS = {"chosen": ("<", ">"), "cursor": ("[", "]"), "last": ("(", ")")}
"""What stands left and right on a square that is marked, the most important mark first."""
HINT, TARGET, FREE = "★", "•", "·"
"""On a square of the recommended move, on one that goes with those that are chosen, and on one where nothing is."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
STONE_STYLES = {"X": "max", "O": "min", **dict.fromkeys("♔♕♖♗♘♙", "strong"), **dict.fromkeys("♚♛♜♝♞♟", "min")}
"""Whose a stone is, for its colour."""


class BoardText(NamedTuple):
    """Some characters of a line."""

    text: str
    style: str = ""
    ground: str = ""
    """The name of the style whose ground lies under it."""


@dataclass(frozen=True)
class BoardMarks:
    """What is marked on a board."""

    cursor: Square | None = None
    chosen: Collection[Square] = ()
    last: Collection[Square] = ()
    hint_squares: Collection[Square] = ()
    """The squares of the recommended move."""
    targets: Collection[Square] = ()
    """The squares that go with those that are chosen."""
    column_heads: Mapping[int, str] | None = None
    """What stands above columns; None where no line is left for that."""

    def mark_of(self, square: Square) -> str:
        """The most important mark of a square; empty where it has none."""
        if square == self.cursor and square not in self.chosen:
            return "cursor"
        return next((name for name in ("chosen", "last") if square in getattr(self, name)), "")


@dataclass(frozen=True)
class BoardFrame:
    """How large the squares are, and which of them are in sight."""

    square_width: int
    square_height: int
    """Columns and rows of one square."""
    first_row: int
    first_column: int
    """The first row and column of squares that is in sight."""
    row_count: int
    column_count: int
    """How many are."""
    axis_names: AxisNames = NO_AXIS_NAMES
    """What stands below the board, and left of it."""

    @property
    def margin(self) -> int:
        """Columns left of the board, for the names of its rows."""
        return self.axis_names.margin

    def square_at(self, x: int, y: int) -> Square | None:
        """The square at a place of the drawing, below what stands above the columns; None beside the board."""
        row, column = y // self.square_height, (x - self.margin) // self.square_width
        if not (0 <= row < self.row_count and 0 <= column < self.column_count):
            return None
        return row + self.first_row, column + self.first_column


def first_in_sight(centre: int, count: int, room: int) -> int:
    """The first of some things in a row that is in sight, where one is to be in the middle of those that are."""
    return min(max(centre - room // 2, 0), max(count - room, 0))


def fit_board(
    board: Board, width: int, height: int, cursor: Square | None = None, axis_names: AxisNames = NO_AXIS_NAMES
) -> BoardFrame:
    """The largest squares of which all fit; where none do, the smallest, and those about the cursor are in sight.

    The squares of a chequered board have their names everywhere.
    """
    if board.squares is Squares.CHEQUERED:
        letters = [LETTERS[column : column + 1] for column in range(board.columns)]
        axis_names = AxisNames(letters, [str(board.rows - row) for row in range(board.rows)])
    board_width = width - axis_names.margin
    square_size = next(
        (size for size in SQUARE_SIZES if size[0] * board.columns <= board_width and size[1] * board.rows <= height),
        SQUARE_SIZES[-1],
    )
    row_count = min(board.rows, max(height // square_size[1], 1))
    column_count = min(board.columns, max(board_width // square_size[0], 1))
    cursor_row, cursor_column = cursor or (0, 0)
    first_row = first_in_sight(cursor_row, board.rows, row_count)
    first_column = first_in_sight(cursor_column, board.columns, column_count)
    return BoardFrame(*square_size, first_row, first_column, row_count, column_count, axis_names)


def format_board(board: Board, frame: BoardFrame, marks: BoardMarks) -> list[tuple[BoardText, ...]]:
    """The board, line by line: above it what stands above columns, below and beside it the names."""
    rows = range(frame.first_row, frame.first_row + frame.row_count)
    lines = [
        _draw_line(board, frame, marks, row, square_line) for row in rows for square_line in range(frame.square_height)
    ]
    columns = range(frame.first_column, frame.first_column + frame.column_count)
    margin_piece = [BoardText(" " * frame.margin)] if frame.margin else []
    if marks.column_heads is not None:
        head_pieces = [
            BoardText(_centre_text(marks.column_heads.get(column, ""), frame.square_width), "about")
            for column in columns
        ]
        lines.insert(0, (*margin_piece, *head_pieces))
    if frame.axis_names.columns:
        name_pieces = [
            BoardText(_centre_text(frame.axis_names.columns[column], frame.square_width), "about") for column in columns
        ]
        lines.append((*margin_piece, *name_pieces))
    return lines


def _draw_line(board: Board, frame: BoardFrame, marks: BoardMarks, row: int, square_line: int) -> tuple[BoardText, ...]:
    is_middle = square_line == (frame.square_height - 1) // 2
    row_name = f"{frame.axis_names.rows[row]} " if is_middle and frame.margin else ""
    pieces = [BoardText(row_name.rjust(frame.margin), "about")] if frame.margin else []
    for column in range(frame.first_column, frame.first_column + frame.column_count):
        square = row, column
        ground_style = marks.mark_of(square) or _ground_style(board, square)
        pieces += (
            _draw_square(board, frame, marks, square, ground_style)
            if is_middle
            else [BoardText(" " * frame.square_width, "", ground_style)]
        )
    return tuple(pieces)


def _ground_style(board: Board, square: Square) -> str:
    if board.squares is Squares.TEXT:
        return "text"
    return ("light", "dark")[sum(square) % 2]


def _draw_square(
    board: Board, frame: BoardFrame, marks: BoardMarks, square: Square, ground_style: str
) -> list[BoardText]:
    """The row of a square in which its stone stands, between the signs of its marks."""
    cell = board.cells[square[0]][square[1]]
    mark = marks.mark_of(square)
    left_sign, right_sign = MARK_SIGNS.get(mark, (" ", " "))
    if square in marks.hint_squares:
        right_sign = HINT
    stone = BoardText(cell, STONE_STYLES.get(cell, "strong"), ground_style)
    if not cell or cell == FREE:
        free_sign = " " if board.squares is Squares.CHEQUERED else FREE
        empty_sign = HINT if square in marks.hint_squares else TARGET if square in marks.targets else free_sign
        right_sign = " " if right_sign == HINT else right_sign
        stone = BoardText(
            empty_sign,
            "hint" if square in marks.hint_squares else "mark" if empty_sign == TARGET else "free",
            ground_style,
        )
    elif square in marks.targets and not mark:
        left_sign, right_sign = TARGET, right_sign if right_sign == HINT else " "
    stone_width = max(frame.square_width - (frame.square_width > 1) - (frame.square_width > 2), 1)
    pieces = [BoardText(left_sign, "mark", ground_style)] if frame.square_width > 1 else []
    pieces.append(stone._replace(text=_centre_text(stone.text, stone_width)))
    if frame.square_width > 2:  # a sign at either side
        pieces.append(BoardText(right_sign, "hint" if right_sign == HINT else "mark", ground_style))
    return pieces


def _centre_text(text: str, width: int) -> str:
    """A text in the middle of some columns, cut where it is longer.

    >>> _centre_text("X", 5), _centre_text("XY", 5), _centre_text("12345", 3)
    ('  X  ', ' XY  ', '123')
    """
    left_padding = max((width - cell_len(text)) // 2, 0)
    return set_cell_size(" " * left_padding + text, width)
