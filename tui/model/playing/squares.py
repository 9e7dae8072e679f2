"""A board as lines of text, its squares as large as there is room for, each mark a colour and a sign."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from tracer.games.board import Board, Squares
from tui.model.playing.touching import Square, Touching

LABEL = re.compile(r"([A-Za-z]+)([0-9]+)")
"""A move that is called by a letter and a number, as `b2`."""


class Names(NamedTuple):
    """What columns and rows are called; none where they have no names."""

    columns: Sequence[str] = ()
    rows: Sequence[str] = ()

    @property
    def margin(self) -> int:
        """Columns of the screen for the names of rows, and one beside them."""
        return max(map(len, self.rows), default=-1) + 1


NO_NAMES = Names()


def names(found: Touching | None) -> Names:
    """The names that hold for every move: in each column the same letters and in no other, or numbers; so for rows."""
    if found is None:
        return NO_NAMES
    parts: list[tuple[tuple[str, str], frozenset[tuple[int, int]]]] = []
    for label, squares in found.touched.items():
        if (match := LABEL.fullmatch(label)) is None:
            return NO_NAMES
        parts.append(((match[1], match[2]), squares))

    def called(axis: int, part: int) -> Sequence[str]:
        told: dict[int, set[str]] = {}
        for both, squares in parts:
            for square in squares:
                told.setdefault(square[axis], set()).add(both[part])
        ones = {place: next(iter(words)) for place, words in told.items() if len(words) == 1}
        if len(ones) < len(told) or len(set(ones.values())) < len(ones):
            return ()
        return [ones.get(place, "") for place in range((found.board.rows, found.board.columns)[axis])]

    columns, rows = called(1, 0), called(0, 1)
    return Names(columns or (() if rows else called(1, 1)), rows or (() if columns else called(0, 0)))


SIZES = ((11, 5), (7, 3), (5, 2), (3, 1), (2, 1), (1, 1))
"""Columns and rows of a square, the largest first; the first that leaves room for the whole board is taken."""
SIGNS = {"chosen": ("<", ">"), "cursor": ("[", "]"), "last": ("(", ")")}
"""What stands left and right on a square that is marked, the most important mark first."""
HINT, TARGET, FREE = "★", "•", "·"
"""On a square of the recommended move, on one that goes with those that are chosen, and on one where nothing is."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
STONES = {"X": "max", "O": "min", **dict.fromkeys("♔♕♖♗♘♙", "strong"), **dict.fromkeys("♚♛♜♝♞♟", "min")}
"""Whose a stone is, for its colour."""


class Piece(NamedTuple):
    """Some characters of a line."""

    text: str
    style: str = ""
    ground: str = ""
    """The name of the style whose ground lies under it."""


@dataclass(frozen=True)
class Marks:
    """What is marked on a board."""

    cursor: Square | None = None
    chosen: Collection[Square] = ()
    last: Collection[Square] = ()
    hint: Collection[Square] = ()
    """The squares of the recommended move."""
    targets: Collection[Square] = ()
    """The squares that go with those that are chosen."""
    heads: Mapping[int, str] | None = None
    """What stands above columns; None where no line is left for that."""

    def of(self, square: Square) -> str:
        """The most important mark of a square; empty where it has none."""
        return next((name for name in SIGNS if self._has(name, square)), "")

    def _has(self, name: str, square: Square) -> bool:
        return square == self.cursor if name == "cursor" else square in getattr(self, name)


@dataclass(frozen=True)
class Frame:
    """How large the squares are, and which of them are in sight."""

    width: int
    height: int
    """Columns and rows of one square."""
    top: int
    left: int
    """The first row and column of squares that is in sight."""
    rows: int
    columns: int
    """How many are."""
    names: Names = NO_NAMES
    """What stands below the board, and left of it."""

    @property
    def margin(self) -> int:
        """Columns left of the board, for the names of its rows."""
        return self.names.margin

    def square_at(self, x: int, y: int) -> Square | None:
        """The square at a place of the drawing, below what stands above the columns; None beside the board."""
        row, column = y // self.height, (x - self.margin) // self.width
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        return row + self.top, column + self.left


def fit(board: Board, width: int, height: int, cursor: Square | None = None, names: Names = NO_NAMES) -> Frame:
    """The largest squares of which all fit; where none do, the smallest, and those about the cursor are in sight.

    The squares of a chequered board have their names everywhere.
    """
    if board.squares is Squares.CHEQUERED:
        letters = [LETTERS[at : at + 1] for at in range(board.columns)]
        names = Names(letters, [str(board.rows - row) for row in range(board.rows)])
    room = width - names.margin
    one = next(
        (size for size in SIZES if size[0] * board.columns <= room and size[1] * board.rows <= height), SIZES[-1]
    )
    rows, columns = min(board.rows, max(height // one[1], 1)), min(board.columns, max(room // one[0], 1))
    row, column = cursor or (0, 0)
    top = min(max(row - rows // 2, 0), board.rows - rows)
    left = min(max(column - columns // 2, 0), board.columns - columns)
    return Frame(*one, top, left, rows, columns, names)


def draw(board: Board, frame: Frame, marks: Marks) -> list[tuple[Piece, ...]]:
    """The board, line by line: above it what stands above columns, below and beside it the names."""
    rows = range(frame.top, frame.top + frame.rows)
    lines = [_line(board, frame, marks, row, part) for row in rows for part in range(frame.height)]
    columns = range(frame.left, frame.left + frame.columns)
    before = [Piece(" " * frame.margin)] if frame.margin else []
    if marks.heads is not None:
        heads = [Piece(_centred(marks.heads.get(column, ""), frame.width), "about") for column in columns]
        lines.insert(0, (*before, *heads))
    if frame.names.columns:
        letters = [Piece(_centred(frame.names.columns[column], frame.width), "about") for column in columns]
        lines.append((*before, *letters))
    return lines


def _line(board: Board, frame: Frame, marks: Marks, row: int, part: int) -> tuple[Piece, ...]:
    middle = part == (frame.height - 1) // 2
    name = f"{frame.names.rows[row]} " if middle and frame.margin else ""
    pieces = [Piece(name.rjust(frame.margin), "about")] if frame.margin else []
    for column in range(frame.left, frame.left + frame.columns):
        square = row, column
        ground = marks.of(square) or _ground(board, square)
        pieces += _middle(board, frame, marks, square, ground) if middle else [Piece(" " * frame.width, "", ground)]
    return tuple(pieces)


def _ground(board: Board, square: Square) -> str:
    if board.squares is Squares.TEXT:
        return "text"
    return ("light", "dark")[sum(square) % 2]


def _middle(board: Board, frame: Frame, marks: Marks, square: Square, ground: str) -> list[Piece]:
    """The row of a square in which its stone stands, between the signs of its marks."""
    cell = board.cells[square[0]][square[1]]
    mark = marks.of(square)
    left, right = SIGNS.get(mark, (" ", " "))
    if square in marks.hint:
        right = HINT
    stone = Piece(cell, STONES.get(cell, "strong"), ground)
    if not cell or cell == FREE:
        free = " " if board.squares is Squares.CHEQUERED else FREE
        empty = HINT if square in marks.hint else TARGET if square in marks.targets else free
        right = " " if right == HINT else right
        stone = Piece(empty, "hint" if square in marks.hint else "mark" if empty == TARGET else "free", ground)
    elif square in marks.targets and not mark:
        left, right = TARGET, right if right == HINT else " "
    inner = max(frame.width - (frame.width > 1) - (frame.width > 2), 1)
    pieces = [Piece(left, "mark", ground)] if frame.width > 1 else []
    pieces.append(stone._replace(text=_centred(stone.text, inner)))
    if frame.width > 2:  # a sign at either side
        pieces.append(Piece(right, "hint" if right == HINT else "mark", ground))
    return pieces


def _centred(text: str, width: int) -> str:
    """A text in the middle of some columns, cut where it is longer.

    >>> _centred("X", 5), _centred("XY", 5), _centred("12345", 3)
    ('  X  ', ' XY  ', '123')
    """
    before = max((width - cell_len(text)) // 2, 0)
    return set_cell_size(" " * before + text, width)


def plain(lines: Sequence[Sequence[Piece]]) -> list[str]:
    """The characters of some lines."""
    return ["".join(piece.text for piece in line) for line in lines]
