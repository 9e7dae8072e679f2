"""A node as a figure: how large its text and board make it, where edges meet it, and its shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from tracer.games.board import Board
from viz.paper import boards, font
from viz.paper.canvas import Anchor, Paint, Path, Shape, Text
from viz.paper.node_shapes import (
    ASIDE_SIZE,
    SHAPES_ABOVE_TEXT,
    SHAPES_IN_ROWS,
    SIZE_BY_SHAPE,
    SUBTREE_SIZE,
    TRIANGLE_SHAPES,
    TRIANGLE_SIZE,
    box_size,
    draw_outline,
)
from viz.pictures.boxes import ChangedText, MoveText, PiecedLine, StruckNumber, ValueText, with_move_colons
from viz.pictures.theme import MOVE_TEXT_SCALE, SMALL_TEXT_SIZE, Look, Theme

MAX_LINE_WIDTH = 320.0
"""Points that a line of text may take; the rest of it is left out."""
BOARD_GAP = 2.5
"""Between the text and the board."""
BOLD_OUTLINE = 0.045
"""Width of the line that makes a value bold, in text sizes."""
STRIKE_OVERHANG = 1.5
"""By so many points the line through a value goes beyond it."""
STRIKE_WIDTH = 0.085
"""Width of the line through or below a text, in text sizes."""
UNDERLINE_OFFSET = 0.55
"""Below the middle of a text that changed is its line, in text sizes."""
STACK_OFFSET = 2.5
"""How far another figure of the kind is seen behind one."""


@dataclass(frozen=True, slots=True)
class NodeFigure:
    """A node with its size, in points; places are seen from its top left corner."""

    look: Look
    rows: tuple[tuple[str, ...], ...]
    """The text, top first; more than one piece in a row where reading order would change across them."""
    board: Board | None
    width: float
    height: float
    axis_point: tuple[float, float]
    """The place below which its children stand, when the tree grows downwards, or beside which, when sideways."""
    edge_end: tuple[float, float]
    """How far along the edge to it ends: when the tree grows downwards, and when sideways."""
    edge_start: tuple[float, float]
    """How far along the edges to its children begin."""
    content_corner: tuple[float, float]
    """The top left corner of the text and the board, and"""
    content_width: float
    """their width, and"""
    content_height: float
    """their height."""
    board_offset: float | None = None
    """How far to the right of where the text begins the board does; None where it stands below it."""

    @property
    def min_text_size(self) -> float:
        """Its smallest text; infinity where it has none."""
        texts = [_piece_size(piece, self.look.size) for row in self.rows for piece in row]
        return min([*texts, *([] if self.board is None else [boards.min_text_size(self.board)])], default=inf)


def make_figure(
    look: Look,
    lines: Sequence[str],
    board: Board | None = None,
    *,
    separator: str | None = None,
    sideways: bool = False,
    min_content: tuple[float, float] = (0.0, 0.0),
) -> NodeFigure:
    """The figure of a node with its text and its board.

    Args:
        look: how it is drawn.
        lines: the text.
        board: the position.
        separator: what to put between the lines to make them one, with the board beside it; None leaves them below one
            another, with the board at the end.
        sideways: whether the tree grows to the right, so that text beside a triangle would be in the way of edges.
        min_content: width and height for which there is room at least.
    """
    short_lines = [_shorten_line(line, look.size) for line in lines]
    if separator is not None and look.shape in SHAPES_IN_ROWS:
        look = replace(look, shape=SHAPES_IN_ROWS[look.shape])
    elif sideways and look.shape in SHAPES_ABOVE_TEXT:
        look = replace(look, shape=SHAPES_ABOVE_TEXT[look.shape])
    board_width, board_height = (0.0, 0.0) if board is None else boards.board_size(board)
    # Lines stand below one another beside a board that is as high as they are.
    if separator is not None and short_lines and len(short_lines) * look.size * font.LINE_SPACING > board_height:
        rows: tuple[tuple[str, ...], ...] = (join_lines(with_move_colons(short_lines), separator),)
    else:
        rows = tuple(split_pieces(line) for line in short_lines)
    text_width = max([0.0, *(_row_width(row, look.size) for row in rows)])
    text_height = len(rows) * look.size * font.LINE_SPACING
    board_gap = BOARD_GAP if board and rows else 0.0
    board_offset = None if separator is None or board is None else text_width + 2 * board_gap
    content_width, needed_height = max(board_width, text_width), text_height + board_gap + board_height
    if board_offset is not None:
        content_width, needed_height = board_offset + board_width, max(text_height, board_height)
    content_width, text_height = max(content_width, min_content[0]), max(needed_height, min_content[1])
    size, (left, top) = (SIZE_BY_SHAPE.get(look.shape) or box_size)(content_width, text_height)
    if look.stacked:
        size = size[0] + STACK_OFFSET, size[1] + STACK_OFFSET
    # Text beside a triangle begins at its top; other text stands in the middle.
    content_corner = (left, top if look.shape in TRIANGLE_SHAPES else top + (text_height - needed_height) / 2)
    axis_point, edge_end, edge_start = (size[0] / 2, size[1] / 2), (0.0, 0.0), (size[1], size[0])
    if look.shape in TRIANGLE_SHAPES:
        axis_point, edge_start = (TRIANGLE_SIZE[0] / 2, TRIANGLE_SIZE[1] / 2), (TRIANGLE_SIZE[1], size[0])
    elif look.shape in SHAPES_ABOVE_TEXT.values():
        # A triangle is half as wide at half its height.
        axis_point, edge_end = (size[0] / 2, TRIANGLE_SIZE[1] / 2), (0.0, (size[0] - TRIANGLE_SIZE[0] / 2) / 2)
        edge_start = (size[1], (size[0] + TRIANGLE_SIZE[0] / 2) / 2)
    return NodeFigure(
        look,
        rows,
        board,
        *size,
        axis_point,
        edge_end,
        edge_start,
        content_corner,
        content_width,
        text_height,
        board_offset,
    )


def draw_figure(figure: NodeFigure, x: float, y: float, theme: Theme) -> Iterator[Shape]:
    """The shapes of a figure by its top left corner, from the back to the front."""
    look, board = figure.look, figure.board
    yield from _draw_ground(figure, x, y)
    left, top = x + figure.content_corner[0], y + figure.content_corner[1]
    line_height = look.size * font.LINE_SPACING
    board_width, board_height = (0.0, 0.0) if board is None else boards.board_size(board)
    text_room, board_offset = figure.content_width, BOARD_GAP + line_height * len(figure.rows) if figure.rows else 0.0
    is_text_beside = look.shape in TRIANGLE_SHAPES
    board_corner = left if is_text_beside else left + (text_room - board_width) / 2, top + board_offset
    if figure.board_offset is not None:
        row_height = max(board_height, line_height * len(figure.rows))
        left += 0.0 if is_text_beside else (text_room - figure.board_offset - board_width) / 2
        board_corner = left + figure.board_offset, top + (row_height - board_height) / 2
        text_room, top = figure.board_offset - 2 * BOARD_GAP, top + (row_height - line_height * len(figure.rows)) / 2
    for row in figure.rows:
        middle = top + line_height / 2
        if len(row) == 1 and not is_text_beside:
            yield from _draw_text(left + text_room / 2, middle, row[0], look, theme, Anchor.MIDDLE)
        else:
            row_left = left if is_text_beside else left + (text_room - _row_width(row, look.size)) / 2
            yield from draw_text_row(row, row_left, middle, look, theme)
        top += line_height
    if board is not None:
        yield from boards.draw_board(board, *board_corner, theme)


def draw_text_row(row: Sequence[str], x: float, middle: float, look: Look, theme: Theme) -> Iterator[Shape]:
    """Pieces of text one after the other, from `x` on."""
    for piece in row:
        yield from _draw_text(x, middle, piece, look, theme, Anchor.START)
        x += _piece_width(piece, look.size)


def split_pieces(line: str) -> tuple[str, ...]:
    """What a line is made of, each piece of one look."""
    return line.pieces if isinstance(line, PiecedLine) else (line,)


def _shorten_line(line: str, size: float) -> str:
    if isinstance(line, PiecedLine):
        return line
    return type(line)(font.shorten_to_width(line, size, MAX_LINE_WIDTH))


def _draw_ground(figure: NodeFigure, x: float, y: float) -> Iterator[Shape]:
    """What the text of a figure stands in, below or beside."""
    look, width, height = figure.look, figure.width, figure.height
    if look.shape in TRIANGLE_SHAPES:
        width, height = TRIANGLE_SIZE
    elif look.shape in SHAPES_ABOVE_TEXT.values():
        x, (width, height) = x + (width - TRIANGLE_SIZE[0]) / 2, TRIANGLE_SIZE
    elif look.shape == "subtree":
        x, (width, height) = x + (width - SUBTREE_SIZE[0]) / 2, SUBTREE_SIZE
    elif look.shape == "subtree aside":
        y, (width, height) = y + (height - ASIDE_SIZE[1]) / 2, ASIDE_SIZE
    elif look.stacked:
        width, height = width - STACK_OFFSET, height - STACK_OFFSET
        yield from draw_outline(look, x + STACK_OFFSET, y + STACK_OFFSET, width, height)
    yield from draw_outline(look, x, y, width, height)


def join_lines(lines: Sequence[str], separator: str) -> tuple[str, ...]:
    """Lines as one: a single text, or several where they look different or one runs from the right to the left."""
    if any(type(line) is not str or font.is_right_to_left(line) for line in lines):
        return tuple(piece for line in lines for piece in (separator, *split_pieces(line)))[1:]
    return (separator.join(lines),)


def _row_width(row: tuple[str, ...], size: float) -> float:
    return sum([_piece_width(piece, size) for piece in row])


def _piece_width(piece: str, size: float) -> float:
    return font.text_width(piece, _piece_size(piece, size))


def _piece_size(piece: str, size: float) -> float:
    return max(size * MOVE_TEXT_SCALE, min(size, SMALL_TEXT_SIZE)) if isinstance(piece, MoveText) else size


def _draw_text(x: float, middle: float, text: str, look: Look, theme: Theme, anchor: Anchor) -> Iterator[Shape]:
    if not text.strip():
        return
    is_move = isinstance(text, MoveText)
    size = _piece_size(text, look.size)
    colour = theme.move_colour(look) if is_move else look.text
    outline = BOLD_OUTLINE * size if isinstance(text, ValueText | ChangedText) else 0.0
    yield Text.at_middle(x, middle, str(text), size, colour, anchor, outline)
    width = font.text_width(text, size)
    left = x - (width / 2 if anchor is Anchor.MIDDLE else 0.0)
    if isinstance(text, StruckNumber):
        yield Path(
            ((left - STRIKE_OVERHANG, middle), (left + width + STRIKE_OVERHANG, middle)),
            Paint(line=colour, width=STRIKE_WIDTH * size),
        )
    elif isinstance(text, ChangedText):
        underline_y = middle + UNDERLINE_OFFSET * size
        yield Path(
            ((left, underline_y), (left + width, underline_y)), Paint(line=colour, width=1.2 * STRIKE_WIDTH * size)
        )
