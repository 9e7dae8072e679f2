"""A node as a figure: how large its text and board make it, where edges meet it, and its shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from tracer.games.board import Board
from viz.paper import boards, font
from viz.paper.canvas import Anchor, Paint, Path, Shape, Text
from viz.paper.outlines import ASIDE, OVER, ROWS, SIZES, SUBTREE, TRIANGLE, TRIANGLES, box_size, outline
from viz.pictures.labels import Changed, Move, Pieces, Struck, Value, in_a_row
from viz.pictures.theme import MOVE, SMALL, Look, Theme

WIDEST_LINE = 320.0
"""Points that a line of text may take; the rest of it is left out."""
BOARD_GAP = 2.5
"""Between the text and the board."""
BOLD = 0.045
"""Width of the line that makes a value bold, in text sizes."""
STRIKE = 1.5
"""By so many points the line through a value goes beyond it."""
STROKE = 0.085
"""Width of the line through or below a text, in text sizes."""
UNDERLINE = 0.55
"""Below the middle of a text that changed is its line, in text sizes."""
BEHIND = 2.5
"""How far another figure of the kind is seen behind one."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A node with its size, in points; places are seen from its top left corner."""

    look: Look
    rows: tuple[tuple[str, ...], ...]
    """The text, top first; more than one piece in a row where reading order would change across them."""
    board: Board | None
    width: float
    height: float
    axis: tuple[float, float]
    """The place below which its children stand, when the tree grows downwards, or beside which, when sideways."""
    head: tuple[float, float]
    """How far along the edge to it ends: when the tree grows downwards, and when sideways."""
    foot: tuple[float, float]
    """How far along the edges to its children begin."""
    content: tuple[float, float]
    """The top left corner of the text and the board, and"""
    room: float
    """their width, and"""
    tall: float
    """their height."""
    aside: float | None = None
    """How far to the right of where the text begins the board does; None where it stands below it."""

    @property
    def smallest(self) -> float:
        """Its smallest text; infinity where it has none."""
        texts = [_size_of(piece, self.look.size) for row in self.rows for piece in row]
        return min([*texts, *([] if self.board is None else [boards.smallest(self.board)])], default=inf)


def figure(
    look: Look,
    lines: Sequence[str],
    board: Board | None = None,
    *,
    joint: str | None = None,
    sideways: bool = False,
    least: tuple[float, float] = (0.0, 0.0),
) -> Figure:
    """The figure of a node with its text and its board.

    Args:
        look: how it is drawn.
        lines: the text.
        board: the position.
        joint: what to put between the lines to make them one, with the board beside it; None leaves them below one
            another, with the board at the end.
        sideways: whether the tree grows to the right, so that text beside a triangle would be in the way of edges.
        least: width and height for which there is room at least.
    """
    shown = [_shorten(line, look.size) for line in lines]
    if joint is not None and look.shape in ROWS:
        look = replace(look, shape=ROWS[look.shape])
    elif sideways and look.shape in OVER:
        look = replace(look, shape=OVER[look.shape])
    board_width, board_height = (0.0, 0.0) if board is None else boards.size(board)
    # Lines stand below one another beside a board that is as high as they are.
    if joint is not None and shown and len(shown) * look.size * font.LEADING > board_height:
        rows: tuple[tuple[str, ...], ...] = (one_row(in_a_row(shown), joint),)
    else:
        rows = tuple(pieces_of(line) for line in shown)
    words, tall = max([0.0, *(_row_width(row, look.size) for row in rows)]), len(rows) * look.size * font.LEADING
    gap = BOARD_GAP if board and rows else 0.0
    aside = None if joint is None or board is None else words + 2 * gap
    room, needed = max(board_width, words), tall + gap + board_height
    if aside is not None:
        room, needed = aside + board_width, max(tall, board_height)
    room, tall = max(room, least[0]), max(needed, least[1])
    size, (left, top) = (SIZES.get(look.shape) or box_size)(room, tall)
    if look.stacked:
        size = size[0] + BEHIND, size[1] + BEHIND
    # Text beside a triangle begins at its top; other text stands in the middle.
    content = (left, top if look.shape in TRIANGLES else top + (tall - needed) / 2)
    axis, head, foot = (size[0] / 2, size[1] / 2), (0.0, 0.0), (size[1], size[0])
    if look.shape in TRIANGLES:
        axis, foot = (TRIANGLE[0] / 2, TRIANGLE[1] / 2), (TRIANGLE[1], size[0])
    elif look.shape in OVER.values():
        # A triangle is half as wide at half its height.
        axis, head = (size[0] / 2, TRIANGLE[1] / 2), (0.0, (size[0] - TRIANGLE[0] / 2) / 2)
        foot = (size[1], (size[0] + TRIANGLE[0] / 2) / 2)
    return Figure(look, rows, board, *size, axis, head, foot, content, room, tall, aside)


def draw(figure: Figure, x: float, y: float, theme: Theme) -> Iterator[Shape]:
    """The shapes of a figure by its top left corner, from the back to the front."""
    look, board = figure.look, figure.board
    yield from _ground(figure, x, y)
    left, top = x + figure.content[0], y + figure.content[1]
    leading = look.size * font.LEADING
    across, down = (0.0, 0.0) if board is None else boards.size(board)
    room, below = figure.room, BOARD_GAP + leading * len(figure.rows) if figure.rows else 0.0
    beside = look.shape in TRIANGLES
    corner = left if beside else left + (room - across) / 2, top + below
    if figure.aside is not None:
        high = max(down, leading * len(figure.rows))
        left += 0.0 if beside else (room - figure.aside - across) / 2
        corner = left + figure.aside, top + (high - down) / 2
        room, top = figure.aside - 2 * BOARD_GAP, top + (high - leading * len(figure.rows)) / 2
    for row in figure.rows:
        middle = top + leading / 2
        if len(row) == 1 and not beside:
            yield from _text(left + room / 2, middle, row[0], look, theme, Anchor.MIDDLE)
        else:
            at = left if beside else left + (room - _row_width(row, look.size)) / 2
            yield from draw_row(row, at, middle, look, theme)
        top += leading
    if board is not None:
        yield from boards.draw(board, *corner, theme)


def draw_row(row: Sequence[str], x: float, middle: float, look: Look, theme: Theme) -> Iterator[Shape]:
    """Pieces of text one after the other, from `x` on."""
    for piece in row:
        yield from _text(x, middle, piece, look, theme, Anchor.START)
        x += _width(piece, look.size)


def pieces_of(line: str) -> tuple[str, ...]:
    """What a line is made of, each piece of one look."""
    return line.pieces if isinstance(line, Pieces) else (line,)


def _shorten(line: str, size: float) -> str:
    if isinstance(line, Pieces):
        return line
    return type(line)(font.shorten(line, size, WIDEST_LINE))


def _ground(figure: Figure, x: float, y: float) -> Iterator[Shape]:
    """What the text of a figure stands in, below or beside."""
    look, width, height = figure.look, figure.width, figure.height
    if look.shape in TRIANGLES:
        width, height = TRIANGLE
    elif look.shape in OVER.values():
        x, (width, height) = x + (width - TRIANGLE[0]) / 2, TRIANGLE
    elif look.shape == "subtree":
        x, (width, height) = x + (width - SUBTREE[0]) / 2, SUBTREE
    elif look.shape == "subtree aside":
        y, (width, height) = y + (height - ASIDE[1]) / 2, ASIDE
    elif look.stacked:
        width, height = width - BEHIND, height - BEHIND
        yield from outline(look, x + BEHIND, y + BEHIND, width, height)
    yield from outline(look, x, y, width, height)


def one_row(lines: Sequence[str], joint: str) -> tuple[str, ...]:
    """Lines as one: a single text, or several where they look different or one runs from the right to the left."""
    if any(type(line) is not str or font.is_backwards(line) for line in lines):
        return tuple(piece for line in lines for piece in (joint, *pieces_of(line)))[1:]
    return (joint.join(lines),)


def _row_width(row: tuple[str, ...], size: float) -> float:
    return sum([_width(piece, size) for piece in row])


def _width(piece: str, size: float) -> float:
    return font.width(piece, _size_of(piece, size))


def _size_of(piece: str, size: float) -> float:
    """The size of a piece of text in a node of some size."""
    return max(size * MOVE, min(size, SMALL)) if isinstance(piece, Move) else size


def _text(x: float, middle: float, text: str, look: Look, theme: Theme, anchor: Anchor) -> Iterator[Shape]:
    if not text.strip():
        return
    is_move = isinstance(text, Move)
    size = _size_of(text, look.size)
    colour = theme.move_in(look) if is_move else look.text
    outline = BOLD * size if isinstance(text, Value | Changed) else 0.0
    yield Text(x, font.middle(middle, size), str(text), size, colour, anchor, outline)
    width = font.width(text, size)
    left = x - (width / 2 if anchor is Anchor.MIDDLE else 0.0)
    if isinstance(text, Struck):
        yield Path(((left - STRIKE, middle), (left + width + STRIKE, middle)), Paint(line=colour, width=STROKE * size))
    elif isinstance(text, Changed):
        below = middle + UNDERLINE * size
        yield Path(((left, below), (left + width, below)), Paint(line=colour, width=1.2 * STROKE * size))
