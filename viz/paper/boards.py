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

SQUARE_SIDE = 10.0
"""Side of a square, in points."""
CHARACTER_SIZE = 7.0, 11.0
"""Width and height of a square that holds one character of a board drawn as text."""
LIGHT_SQUARE, DARK_SQUARE, PIECE_COLOUR = "#f3e9d7", "#d0b48c", "#1a1a1a"
"""Of a chequered board, which looks the same on every background; black pieces are darker than both squares."""
LAST_MOVE_COLOUR = "#f2d64b"
"""Of a chequered board: the square that the last move changed."""


def board_size(board: Board) -> tuple[float, float]:
    """Width and height of a board, in points."""
    square_width, square_height = _square_size(board)
    return board.columns * square_width, board.rows * square_height


def min_text_size(board: Board) -> float:
    """The smallest text on a board; infinity where there is none."""
    return min((shape.size for shape in draw_board(board, 0.0, 0.0, LIGHT) if isinstance(shape, Text)), default=inf)


def draw_board(board: Board, x: float, y: float, theme: Theme) -> Iterator[Shape]:
    """The shapes of a board by its top left corner, from the back to the front."""
    yield from _DRAW_BY_SQUARES[board.squares](_PlacedBoard(board, x, y, theme))


def _square_size(board: Board) -> tuple[float, float]:
    return CHARACTER_SIZE if board.squares is Squares.TEXT else (SQUARE_SIDE, SQUARE_SIDE)


@dataclass(frozen=True)
class _PlacedBoard:
    board: Board
    x: float
    y: float
    theme: Theme

    def iter_squares(self) -> Iterator[tuple[int, int, str]]:
        """Row, column and content of every square."""
        for row, cells in enumerate(self.board.cells):
            for column, cell in enumerate(cells):
                yield row, column, cell

    def square_corner(self, row: int, column: int) -> tuple[float, float]:
        """The top left corner of a square."""
        square_width, square_height = _square_size(self.board)
        return self.x + column * square_width, self.y + row * square_height

    def square_centre(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a square."""
        square_width, square_height = _square_size(self.board)
        x, y = self.square_corner(row, column)
        return x + square_width / 2, y + square_height / 2

    def mark_last_squares(self, colour: str) -> Iterator[Shape]:
        """The ground of the squares that the last move changed."""
        square_width, square_height = _square_size(self.board)
        for row, column in sorted(self.board.last):
            yield Rectangle(*self.square_corner(row, column), square_width, square_height, Paint(fill=colour))

    def draw_ground(self, colour: str, radius: float = 0.0, line: str = "") -> Shape:
        """All of the board in one colour."""
        return Rectangle(self.x, self.y, *board_size(self.board), Paint(colour, line, 0.8), radius)

    def draw_sign(self, row: int, column: int, text: str, colour: str) -> Shape:
        """What stands on a square, as text that fits in it."""
        x, y = self.square_centre(row, column)
        square_width, square_height = _square_size(self.board)
        # A little wider than its square is better than smaller than its neighbours.
        text_size = min(0.8 * square_height, 1.15 * square_width / max(font.text_width(text, 1), 0.1))
        return Text.at_middle(x, y, text, text_size, colour)

    def player_colour(self, stone: str) -> str:
        """The colour of a player's stones."""
        return self.theme.kinds[Kind.MAX if stone == "X" else Kind.MIN].line


def _draw_lined_board(placed: _PlacedBoard) -> Iterator[Shape]:
    width, height = board_size(placed.board)
    yield from placed.mark_last_squares(placed.theme.last)
    line_paint = Paint(line=placed.theme.faint, width=0.8)
    for column in range(1, placed.board.columns):
        x = placed.x + column * SQUARE_SIDE
        yield Path(((x, placed.y), (x, placed.y + height)), line_paint)
    for row in range(1, placed.board.rows):
        y = placed.y + row * SQUARE_SIDE
        yield Path(((placed.x, y), (placed.x + width, y)), line_paint)
    for row, column, cell in placed.iter_squares():
        if cell == "X":
            yield from draw_cross(
                *placed.square_centre(row, column),
                0.29 * SQUARE_SIDE,
                Paint(line=placed.player_colour(cell), width=1.6),
            )
        elif cell == "O":
            ring = Paint(line=placed.player_colour(cell), width=1.6)
            yield Ellipse(*placed.square_centre(row, column), 0.31 * SQUARE_SIDE, 0.31 * SQUARE_SIDE, ring)
        elif cell.strip():
            yield placed.draw_sign(row, column, cell, placed.theme.text)


def draw_cross(x: float, y: float, half_width: float, paint: Paint) -> Iterator[Shape]:
    """Draw two lines that cross at a point."""
    yield Path(((x - half_width, y - half_width), (x + half_width, y + half_width)), paint)
    yield Path(((x - half_width, y + half_width), (x + half_width, y - half_width)), paint)


def _draw_holed_board(placed: _PlacedBoard) -> Iterator[Shape]:
    """A slab with holes; discs with a cross or a ring on them, so that they differ without colour too."""
    theme, hole_radius, disc_radius = placed.theme, 0.43 * SQUARE_SIDE, 0.37 * SQUARE_SIDE
    yield placed.draw_ground(theme.edge, radius=2.5)
    yield from placed.mark_last_squares(theme.last)
    for row, column, cell in placed.iter_squares():
        centre = placed.square_centre(row, column)
        yield Ellipse(*centre, hole_radius, hole_radius, Paint(fill=theme.background))
        if cell in ("X", "O"):
            yield Ellipse(*centre, disc_radius, disc_radius, Paint(fill=placed.player_colour(cell)))
        mark_paint = Paint(line=theme.background, width=1.1)
        if cell == "X":
            yield from draw_cross(*centre, 0.16 * SQUARE_SIDE, mark_paint)
        elif cell == "O":
            yield Ellipse(*centre, 0.2 * SQUARE_SIDE, 0.2 * SQUARE_SIDE, mark_paint)
        elif cell.strip():
            yield placed.draw_sign(row, column, cell, theme.text)


def _draw_chequered_board(placed: _PlacedBoard) -> Iterator[Shape]:
    yield placed.draw_ground(LIGHT_SQUARE)
    dark_paint = Paint(fill=DARK_SQUARE)
    for row, column, _ in placed.iter_squares():
        if (row + column) % 2:
            yield Rectangle(*placed.square_corner(row, column), SQUARE_SIDE, SQUARE_SIDE, dark_paint)
    yield from placed.mark_last_squares(LAST_MOVE_COLOUR)
    yield Rectangle(placed.x, placed.y, *board_size(placed.board), Paint(line=placed.theme.edge, width=0.6))
    for row, column, cell in placed.iter_squares():
        if cell.strip():
            yield placed.draw_sign(row, column, cell, PIECE_COLOUR)


def _draw_text_board(placed: _PlacedBoard) -> Iterator[Shape]:
    yield from placed.mark_last_squares(placed.theme.last)
    for row, column, cell in placed.iter_squares():
        if cell.strip():
            yield placed.draw_sign(row, column, cell, placed.theme.text)


_DRAW_BY_SQUARES: dict[Squares, Callable[[_PlacedBoard], Iterator[Shape]]] = {
    Squares.LINES: _draw_lined_board,
    Squares.HOLES: _draw_holed_board,
    Squares.CHEQUERED: _draw_chequered_board,
    Squares.TEXT: _draw_text_board,
}
