"""Positions as real boards: squares, stones and pieces, small enough to stand in a node."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf

from tracer.games.board import Board, Squares
from viz.paper import font
from viz.paper.canvas import Ellipse, Paint, Path, Rectangle, Shape, Text
from viz.pictures.roles import Kind
from viz.pictures.theme import LIGHT, Theme

SQUARE = 10.0
"""Side of a square, in points."""
CHARACTER = 7.0, 11.0
"""Width and height of a square that holds one character of a board drawn as text."""
LIGHT_SQUARE, DARK_SQUARE, INK = "#f3e9d7", "#d0b48c", "#1a1a1a"
"""Of a chequered board, which looks the same on every background; black pieces are darker than both squares."""
LAST_SQUARE = "#f2d64b"
"""Of a chequered board: the square that the last move changed."""


def size(board: Board) -> tuple[float, float]:
    """Width and height of a board, in points."""
    across, down = _square(board)
    return board.columns * across, board.rows * down


def smallest(board: Board) -> float:
    """The smallest text on a board; infinity where there is none."""
    return min((shape.size for shape in draw(board, 0.0, 0.0, LIGHT) if isinstance(shape, Text)), default=inf)


def draw(board: Board, x: float, y: float, theme: Theme) -> Iterator[Shape]:
    """The shapes of a board by its top left corner, from the back to the front."""
    yield from _DRAWN[board.squares](_Placed(board, x, y, theme))


def _square(board: Board) -> tuple[float, float]:
    return CHARACTER if board.squares is Squares.TEXT else (SQUARE, SQUARE)


@dataclass(frozen=True)
class _Placed:
    """A board at its place."""

    board: Board
    x: float
    y: float
    theme: Theme

    def squares(self) -> Iterator[tuple[int, int, str]]:
        """Row, column and content of every square."""
        for row, cells in enumerate(self.board.cells):
            for column, cell in enumerate(cells):
                yield row, column, cell

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """The top left corner of a square."""
        across, down = _square(self.board)
        return self.x + column * across, self.y + row * down

    def centre(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a square."""
        across, down = _square(self.board)
        x, y = self.corner(row, column)
        return x + across / 2, y + down / 2

    def last(self, colour: str) -> Iterator[Shape]:
        """The ground of the squares that the last move changed."""
        across, down = _square(self.board)
        for row, column in sorted(self.board.last):
            yield Rectangle(*self.corner(row, column), across, down, Paint(fill=colour))

    def ground(self, colour: str, radius: float = 0.0, line: str = "") -> Shape:
        """All of the board in one colour."""
        return Rectangle(self.x, self.y, *size(self.board), Paint(colour, line, 0.8), radius)

    def sign(self, row: int, column: int, text: str, colour: str) -> Shape:
        """What stands on a square, as text that fits in it."""
        x, y = self.centre(row, column)
        across, down = _square(self.board)
        # A little wider than its square is better than smaller than its neighbours.
        points = min(0.8 * down, 1.15 * across / max(font.width(text, 1), 0.1))
        return Text(x, font.middle(y, points), text, points, colour)

    def player(self, stone: str) -> str:
        """The colour of a player's stones."""
        return self.theme.kinds[Kind.MAX if stone == "X" else Kind.MIN].line


def _lines(placed: _Placed) -> Iterator[Shape]:
    """Lines between the squares; crosses and rings."""
    width, height = size(placed.board)
    yield from placed.last(placed.theme.last)
    rule = Paint(line=placed.theme.faint, width=0.8)
    for column in range(1, placed.board.columns):
        x = placed.x + column * SQUARE
        yield Path(((x, placed.y), (x, placed.y + height)), rule)
    for row in range(1, placed.board.rows):
        y = placed.y + row * SQUARE
        yield Path(((placed.x, y), (placed.x + width, y)), rule)
    for row, column, cell in placed.squares():
        if cell == "X":
            yield from _cross(*placed.centre(row, column), 0.29 * SQUARE, Paint(line=placed.player(cell), width=1.6))
        elif cell == "O":
            ring = Paint(line=placed.player(cell), width=1.6)
            yield Ellipse(*placed.centre(row, column), 0.31 * SQUARE, 0.31 * SQUARE, ring)
        elif cell.strip():
            yield placed.sign(row, column, cell, placed.theme.text)


def _cross(x: float, y: float, reach: float, paint: Paint) -> Iterator[Shape]:
    yield Path(((x - reach, y - reach), (x + reach, y + reach)), paint)
    yield Path(((x - reach, y + reach), (x + reach, y - reach)), paint)


def _holes(placed: _Placed) -> Iterator[Shape]:
    """A slab with holes; discs with a cross or a ring on them, so that they differ without colour too."""
    theme, reach, disc = placed.theme, 0.43 * SQUARE, 0.37 * SQUARE
    yield placed.ground(theme.edge, radius=2.5)
    yield from placed.last(theme.last)
    for row, column, cell in placed.squares():
        centre = placed.centre(row, column)
        yield Ellipse(*centre, reach, reach, Paint(fill=theme.background))
        if cell in ("X", "O"):
            yield Ellipse(*centre, disc, disc, Paint(fill=placed.player(cell)))
        mark = Paint(line=theme.background, width=1.1)
        if cell == "X":
            yield from _cross(*centre, 0.16 * SQUARE, mark)
        elif cell == "O":
            yield Ellipse(*centre, 0.2 * SQUARE, 0.2 * SQUARE, mark)
        elif cell.strip():
            yield placed.sign(row, column, cell, theme.text)


def _chequered(placed: _Placed) -> Iterator[Shape]:
    """Light and dark squares; the signs of the pieces."""
    yield placed.ground(LIGHT_SQUARE)
    dark = Paint(fill=DARK_SQUARE)
    for row, column, _ in placed.squares():
        if (row + column) % 2:
            yield Rectangle(*placed.corner(row, column), SQUARE, SQUARE, dark)
    yield from placed.last(LAST_SQUARE)
    yield Rectangle(placed.x, placed.y, *size(placed.board), Paint(line=placed.theme.edge, width=0.6))
    for row, column, cell in placed.squares():
        if cell.strip():
            yield placed.sign(row, column, cell, INK)


def _text(placed: _Placed) -> Iterator[Shape]:
    """Characters under one another."""
    yield from placed.last(placed.theme.last)
    for row, column, cell in placed.squares():
        if cell.strip():
            yield placed.sign(row, column, cell, placed.theme.text)


_DRAWN: dict[Squares, Callable[[_Placed], Iterator[Shape]]] = {
    Squares.LINES: _lines,
    Squares.HOLES: _holes,
    Squares.CHEQUERED: _chequered,
    Squares.TEXT: _text,
}
