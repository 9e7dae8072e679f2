"""Positions as they stand on a real board, for pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from tracer.games.rules import AnyGame, blame, optional, show
from tracer.text import clean, clean_lines

MAX_TEXT_SIDE = 24
"""Rows, and squares of a row, that are kept of a board drawn as text: more is not read inside a node."""
MAX_CELL_LENGTH = 4
"""Characters kept of what stands on a square."""


class Squares(StrEnum):
    """How the squares of a board look."""

    LINES = "lines"
    """Lines between the squares, as in tic-tac-toe."""
    HOLES = "holes"
    """A slab with a round hole a square, as in Connect Four."""
    CHEQUERED = "chequered"
    """Light and dark squares, as in chess; the top left one is light."""
    TEXT = "text"
    """One character a square and nothing between them: the board of a game that draws it as text."""


@dataclass(frozen=True, slots=True)
class Board:
    """A position on its board."""

    cells: tuple[tuple[str, ...], ...]
    """Rows from the top: what stands on each square, `X` for MAX's and `O` for MIN's; empty where nothing does."""
    squares: Squares = Squares.TEXT
    """How its squares look."""
    last: frozenset[tuple[int, int]] = frozenset()
    """Row and column of the squares that the last move changed."""

    @property
    def rows(self) -> int:
        """Rows of squares."""
        return len(self.cells)

    @property
    def columns(self) -> int:
        """Squares of a row."""
        return len(self.cells[0]) if self.cells else 0

    def after(self, before: Board) -> Board:
        """The same board, on which the squares that differ from an earlier one are the last move's.

        >>> Board((("X", ""),)).after(Board((("", ""),))).last
        frozenset({(0, 0)})
        """
        if (self.rows, self.columns) != (before.rows, before.columns):
            return self
        changed = {
            (row, column)
            for row, cells in enumerate(self.cells)
            for column, cell in enumerate(cells)
            if cell != before.cells[row][column]
        }
        return replace(self, last=frozenset(changed))


def draw_board(game: AnyGame, state: Any) -> Board:
    """A position as its game draws it: by `board(state)`, or else by the text that `show(state)` gives.

    Raises:
        GameError: the game misbehaved.
    """
    draw = optional(game, "board")
    if draw is None:
        return board_from_text(show(game, state))
    with blame(game):
        drawn: Board = draw(state)
        if not isinstance(drawn, Board):
            raise TypeError(f"board() gives {type(drawn).__name__}; it must be a tracer.Board")
        if len({len(row) for row in drawn.cells}) > 1:
            raise ValueError("board() gives rows of different lengths")
        if not all(isinstance(cell, str) for row in drawn.cells for cell in row):
            raise TypeError("board() gives squares that are no text")
    return replace(drawn, cells=tuple(tuple(clean(cell, MAX_CELL_LENGTH) for cell in row) for row in drawn.cells))


def cells_from_text(text: str) -> tuple[tuple[str, ...], ...]:
    """The cells of a board written as rows of stones and `.` for an empty square."""
    return tuple(tuple("" if cell == "." else cell for cell in row) for row in text.split("\n"))


def board_from_text(text: str) -> Board:
    """A position that is known as text, one character a square."""
    lines = clean_lines(text, MAX_TEXT_SIDE)
    width = min(max(map(len, lines)), MAX_TEXT_SIDE)
    return Board(tuple(tuple(cell.strip() for cell in line[:width].ljust(width)) for line in lines))
