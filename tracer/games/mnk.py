"""Tic-tac-toe and its family: two players fill a board, k in a row wins (m,n,k games).

MAX plays X and begins, so whose turn it is follows from the stones. a1 is the top left, b1 stands to its right, a2
below it.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import chain

from tracer.errors import PlyscopeError
from tracer.games.board import Board as DrawnBoard
from tracer.games.board import Squares, cells_from_text
from tracer.games.game_entry import DemoSearch, GameEntry, Parameter, parse_whole_numbers
from tracer.games.rules import MAX, MIN, BuiltIn, Turn

Board = tuple[int, int]
"""A position: two bitboards, MAX's stones (X) and MIN's (O). Square s is bit s, in reading order."""

MAX_SIDE = 26
"""Columns are named by one letter."""


class StonesGame(BuiltIn):
    """X (MAX) and O (MIN) put stones on a board by turns, X first, and k in a row win. A position is two bitboards."""

    win: float = 1
    _look = Squares.LINES
    _stones, _rows_hint = "stones", "such as X.O/.X./..O"
    """What the stones are called, and what is said of the rows of a position."""
    _square_rows: list[list[int]]
    """The bit of each square, row by row from the top."""
    _has_line: Callable[[int], bool]

    def __init__(self, name: str, columns: int, rows: int, in_a_row: int, *, max_side: int, min_in_a_row: int) -> None:
        if not (1 <= columns <= max_side and 1 <= rows <= max_side):
            raise PlyscopeError(f"{name}: a board has 1 to {max_side} columns and rows, not {columns} × {rows}")
        if not min_in_a_row <= in_a_row <= max(columns, rows):
            raise PlyscopeError(f"{name}: {in_a_row} in a row do not fit on {columns} × {rows}")
        self.columns, self.rows, self.in_a_row = columns, rows, in_a_row

    @cached_property
    def _full_board(self) -> int:
        return sum(map(sum, self._square_rows))

    def start(self) -> Board:
        """The empty board."""
        return (0, 0)

    def turn(self, state: Board) -> Turn:
        """X when both have as many stones."""
        return MAX if state[0].bit_count() == state[1].bit_count() else MIN

    def utility(self, state: Board) -> float | None:
        """1 (in Connect Four 1000) where X has a row, −1 (−1000) where O has one, 0 on a full board."""
        x, o = state
        if self._has_line(x):
            return self.win
        if self._has_line(o):
            return -self.win
        return 0 if x | o == self._full_board else None

    def show(self, state: Board) -> str:
        """Rows of `X`, `O` and `.`, the top row first."""
        x, o = state
        rows = [["X" if x & square else "O" if o & square else "." for square in row] for row in self._square_rows]
        return "\n".join(map("".join, rows))

    def board(self, state: Board) -> DrawnBoard:
        """The squares as they look."""
        return DrawnBoard(cells_from_text(self.show(state)), self._look)

    def _parse_rows(self, text: str) -> Board:
        """What `show` writes as a position; its players may have moved by turns."""
        rows = text.strip().upper().translate(str.maketrans("/-_", "\n..")).split()
        if len(rows) != self.rows or any(len(row) != self.columns for row in rows):
            raise ValueError(f"a position has {self.rows} rows of {self.columns} squares, {self._rows_hint}")
        if wrong_characters := set("".join(rows)) - set("XO."):
            raise ValueError(f"a square is X, O or '.', not {sorted(wrong_characters)[0]!r}")
        squares = list(zip("".join(rows), chain.from_iterable(self._square_rows), strict=True))
        x, o = (sum(square for cell, square in squares if cell == stone) for stone in "XO")
        if x.bit_count() - o.bit_count() not in (0, 1):
            raise ValueError(f"X begins, so X has as many {self._stones} as O or one more")
        return (x, o)


class MNK(StonesGame):
    """The m,n,k game: m columns, n rows, k in a row wins. MAX plays X and wins 1; MIN plays O and wins −1."""

    def __init__(self, columns: int = 3, rows: int = 3, in_a_row: int = 3) -> None:
        super().__init__("mnk", columns, rows, in_a_row, max_side=MAX_SIDE, min_in_a_row=1)
        self.spec = "tictactoe" if (columns, rows, in_a_row) == (3, 3, 3) else f"mnk:{columns},{rows},{in_a_row}"
        self._square_rows = [[1 << row * columns + column for column in range(columns)] for row in range(rows)]
        self._line_masks = tuple(_line_masks(columns, rows, in_a_row))
        self._has_line = lru_cache(1 << 16)(lambda stones: any(stones & line == line for line in self._line_masks))
        self._cached_empty_squares = lru_cache(1 << 16)(self._empty_squares)
        self.orders = {"centre-first": self._centre_first}
        squares = range(columns * rows)
        self._centre_rank = sorted(squares, key=lambda s: (self._centre_group(s), self._centre_distance(s), s))
        self._centre_rank = [self._centre_rank.index(square) for square in squares]

    def moves(self, state: Board) -> Sequence[int]:
        """The empty squares in reading order."""
        return self._cached_empty_squares(state[0] | state[1])

    def play(self, state: Board, move: int) -> Board:
        """The mover's stone on the square."""
        x, o = state
        return (x | 1 << move, o) if x.bit_count() == o.bit_count() else (x, o | 1 << move)

    def evaluate(self, state: Board) -> float:
        """Rows still open to X less those still open to O, as a share: always strictly between −1 and 1."""
        x, o = state
        difference = sum((not line & o) - (not line & x) for line in self._line_masks)
        return difference / (len(self._line_masks) + 1)

    def label(self, move: int) -> str:
        """The square: column letter, then row number from the top."""
        row, column = divmod(move, self.columns)
        return f"{string.ascii_lowercase[column]}{row + 1}"

    def parse(self, text: str) -> Board:
        """Read what `show` writes; `/` may stand for a new line, `-` or `_` for an empty square."""
        x, o = self._parse_rows(text)
        if not self._is_reachable((x, o)):
            raise ValueError("no game leads to this position: it went on after a row was complete")
        return (x, o)

    def _is_reachable(self, state: Board) -> bool:
        """Whether the stones can have been placed one by one with nobody winning before the last."""
        x, o = state
        last_mover_stones, other_stones = (x, o) if self.turn(state) is MIN else (o, x)
        if self._has_line(other_stones):
            return False
        return not self._has_line(last_mover_stones) or any(
            not self._has_line(last_mover_stones & ~(1 << square))
            for square in range(last_mover_stones.bit_length())
            if last_mover_stones >> square & 1
        )

    def _empty_squares(self, occupied: int) -> tuple[int, ...]:
        return tuple(square for square in range(self.columns * self.rows) if not occupied >> square & 1)

    def _centre_first(self, _state: Board, moves: Sequence[int]) -> list[int]:
        return sorted(moves, key=self._centre_rank.__getitem__)

    def _centre_group(self, square: int) -> int:
        """0 in the centre, 1 on a corner, 2 elsewhere: the order in which people look at tic-tac-toe."""
        row, column = divmod(square, self.columns)
        is_corner = column in (0, self.columns - 1) and row in (0, self.rows - 1)
        return 0 if self._centre_distance(square) <= 1 else 1 if is_corner and self.columns == self.rows == 3 else 2

    def _centre_distance(self, square: int) -> int:
        """Twice the distance from the centre, in king's moves."""
        row, column = divmod(square, self.columns)
        return max(abs(2 * column - self.columns + 1), abs(2 * row - self.rows + 1))


def _line_masks(columns: int, rows: int, in_a_row: int) -> list[int]:
    """Every row of k squares as a bit mask: across, down and along both diagonals."""
    lines = []
    for row in range(rows):
        for column in range(columns):
            for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                last_column, last_row = column + right * (in_a_row - 1), row + down * (in_a_row - 1)
                if 0 <= last_column < columns and last_row < rows:
                    squares = ((row + down * step) * columns + column + right * step for step in range(in_a_row))
                    lines.append(sum(1 << square for square in squares))
    return list(dict.fromkeys(lines))


_FORM = "mnk:4,4,3"
ENTRY = GameEntry(
    name="mnk",
    make=lambda text: MNK(**parse_whole_numbers(_FORM, text, "columns rows in_a_row")),
    form=_FORM,
    summary="m columns, n rows, k in a row wins; own order: centre-first",
    parameters=(
        Parameter("columns", "columns of the board", "3", 1, MAX_SIDE),
        Parameter("rows", "rows", "3", 1, MAX_SIDE),
        Parameter("in_a_row", "stones in a row that win; no more than fit", "3", 1),
    ),
    test_specs=("mnk:3,2,3", "mnk:2,2,2", "mnk:26,1,26"),
    demo_search=DemoSearch("mnk:4,4,3", 39_031, depth=6),
)
