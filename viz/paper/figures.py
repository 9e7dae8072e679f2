"""A node as a figure: how large its text and board make it, where edges meet it, and its shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf

from tracer.games.board import Board
from viz.paper import boards, font
from viz.paper.canvas import Anchor, Dash, Ellipse, Paint, Path, Rectangle, Shape, Text
from viz.pictures.labels import Changed, Move, Pieces, Struck, Value, in_a_row
from viz.pictures.theme import MOVE, SMALL, Look, Theme

WIDEST_LINE = 320.0
"""Points that a line of text may take; the rest of it is left out."""
PAD = 5.5, 3.5
"""Room around the content, at its sides and above and below it."""
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
SMALLEST = 12.0
"""Sides of a box at least, which may have nothing in it."""
CORNER = 5.0
"""Radius of rounded corners."""
CAP = 2.6
"""Half the height of the ellipse on a cylinder."""
TIP = 6.0
"""How far the sides of a hexagon come to a point."""
TRIANGLE = 17.0, 15.0
"""Width and height of a small triangle."""
TRIANGLE_GAP = 4.0
"""Between a small triangle and the text beside it."""
TRIANGLES = ("triangle", "invtriangle")
SUBTREE = 26.0, 13.0
"""Width and height of the triangle that stands for a subtree."""
ASIDE = 13.0, 14.0
"""The same, where the tree grows sideways and the text stands behind it."""
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
    least: tuple[float, float] = (0.0, 0.0),
) -> Figure:
    """The figure of a node with its text and its board.

    Args:
        look: how it is drawn.
        lines: the text.
        board: the position.
        joint: what to put between the lines to make them one; None leaves them below one another.
        least: width and height for which there is room at least.
    """
    if look.shape == "subtree" and joint is not None:
        look = replace(look, shape="subtree aside")
    shown = [_shorten(line, look.size) for line in lines]
    rows = tuple(pieces_of(line) for line in shown) if joint is None or not shown else (_row(in_a_row(shown), joint),)
    board_width, board_height = (0.0, 0.0) if board is None else boards.size(board)
    room = max([board_width, least[0], *(_row_width(row, look.size) for row in rows)])
    needed = len(rows) * look.size * font.LEADING + board_height + (BOARD_GAP if board and rows else 0)
    tall = max(needed, least[1])
    size, (left, top) = (_SIZES.get(look.shape) or _box)(room, tall)
    if look.stacked:
        size = size[0] + BEHIND, size[1] + BEHIND
    # Text beside a triangle begins at its top; other text stands in the middle.
    content = (left, top if look.shape in TRIANGLES else top + (tall - needed) / 2)
    axis, head, foot = (size[0] / 2, size[1] / 2), (0.0, 0.0), (size[1], size[0])
    if look.shape in TRIANGLES:
        # A triangle is half as wide at half its height. Edges to the right begin beside the text.
        axis, head = (TRIANGLE[0] / 2, TRIANGLE[1] / 2), (0.0, TRIANGLE[0] / 4)
        foot = (TRIANGLE[1], size[0] + 2 if room else 0.75 * TRIANGLE[0])
    return Figure(look, rows, board, *size, axis, head, foot, content, room, tall)


def draw(figure: Figure, x: float, y: float, theme: Theme) -> Iterator[Shape]:
    """The shapes of a figure by its top left corner, from the back to the front."""
    look = figure.look
    yield from _ground(figure, x, y)
    left, top = x + figure.content[0], y + figure.content[1]
    leading = look.size * font.LEADING
    beside = look.shape in TRIANGLES
    for row in figure.rows:
        middle = top + leading / 2
        if len(row) == 1 and not beside:
            yield from _text(left + figure.room / 2, middle, row[0], look, theme, Anchor.MIDDLE)
        else:
            at = left if beside else left + (figure.room - _row_width(row, look.size)) / 2
            yield from draw_row(row, at, middle, look, theme)
        top += leading
    if figure.board is not None:
        spare = 0.0 if beside else (figure.room - boards.size(figure.board)[0]) / 2
        yield from boards.draw(figure.board, left + spare, top + (BOARD_GAP if figure.rows else 0), theme)


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
    elif look.shape == "subtree":
        x, (width, height) = x + (width - SUBTREE[0]) / 2, SUBTREE
    elif look.shape == "subtree aside":
        y, (width, height) = y + (height - ASIDE[1]) / 2, ASIDE
    elif look.stacked:
        width, height = width - BEHIND, height - BEHIND
        yield from outline(look, x + BEHIND, y + BEHIND, width, height)
    yield from outline(look, x, y, width, height)


def _row(lines: Sequence[str], joint: str) -> tuple[str, ...]:
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


def outline(look: Look, x: float, y: float, width: float, height: float) -> Iterator[Shape]:
    """The outline of a look, filled, in a given rectangle; nothing where it has none."""
    paint = _paint(look)
    right, bottom, middle = x + width, y + height, x + width / 2
    match look.shape:
        case "plain":
            return
        case "ellipse":
            yield Ellipse(middle, y + height / 2, width / 2, height / 2, paint)
        case "cylinder":
            yield from _cylinder(x, y, width, height, paint)
        case "triangle" | "subtree":
            yield Path(((middle, y), (right, bottom), (x, bottom)), paint, closed=True)
        case "invtriangle":
            yield Path(((x, y), (right, y), (middle, bottom)), paint, closed=True)
        case "hexagon":
            half, tip = y + height / 2, min(TIP, width / 4)
            top, foot = ((x + tip, y), (right - tip, y)), ((right - tip, bottom), (x + tip, bottom))
            yield Path((*top, (right, half), *foot, (x, half)), paint, closed=True)
        case "subtree aside":
            yield Path(((x, y + height / 2), (right, y), (right, bottom)), paint, closed=True)
        case "house":
            eaves = y + _roof(width, height)
            yield Path(((middle, y), (right, eaves), (right, bottom), (x, bottom), (x, eaves)), paint, closed=True)
        case "invhouse":
            eaves = bottom - _roof(width, height)
            yield Path(((x, y), (right, y), (right, eaves), (middle, bottom), (x, eaves)), paint, closed=True)
        case _:
            yield Rectangle(x, y, width, height, paint, CORNER if "rounded" in look.style else 0.0)


@lru_cache(maxsize=1 << 10)
def _paint(look: Look) -> Paint:
    words = look.style.split(",")
    dash = next((Dash(word) for word in words if word in (Dash.DASHED, Dash.DOTTED)), Dash.NONE)
    return Paint(look.fill if "filled" in words else "", look.line, look.width, dash)


def _cylinder(x: float, y: float, width: float, height: float, paint: Paint) -> Iterator[Shape]:
    # Four thirds of an arc's height bring a cubic curve up to it.
    right, top, bottom, bulge = x + width, y + CAP, y + height - CAP, 4 / 3 * CAP
    wall: tuple[tuple[float, float], ...] = ((x, top), (x, top), (x, bottom), (x, bottom))
    floor = ((x, bottom + bulge), (right, bottom + bulge), (right, bottom))
    back = ((right, bottom), (right, top), (right, top))
    lid = ((right, top - bulge), (x, top - bulge), (x, top))
    yield Path((*wall, *floor, *back, *lid), paint, closed=True, curved=True)
    rim = ((x, top), (x, top + bulge), (right, top + bulge), (right, top))
    yield Path(rim, Paint(line=paint.line, width=paint.width, dash=paint.dash), curved=True)


def _roof(width: float, height: float) -> float:
    """The height of the pointed part of a house of this size."""
    return min(0.2 * width, 0.3 * height)


_Sized = tuple[tuple[float, float], tuple[float, float]]
"""Width and height of a figure, and the top left corner of the content in it."""


def _box(room: float, height: float) -> _Sized:
    width, tall = max(room + 2 * PAD[0], SMALLEST), max(height + 2 * PAD[1], SMALLEST)
    return (width, tall), ((width - room) / 2, (tall - height) / 2)


def _plain(room: float, height: float) -> _Sized:
    return (room + 4, height), (2.0, 0.0)


def _ellipse(room: float, height: float) -> _Sized:
    width, tall = 1.22 * room + 2 * PAD[0], 1.22 * height + 2 * PAD[1]
    return (width, tall), ((width - room) / 2, (tall - height) / 2)


def _cylinder_size(room: float, height: float) -> _Sized:
    return (room + 2 * PAD[0], height + 4 * CAP + PAD[1]), (PAD[0], 2 * CAP + PAD[1] / 2)


def _house(room: float, height: float) -> _Sized:
    width = room + 2 * PAD[0]
    # The first line reaches a little into the roof, where it is wide already.
    body = height + 2 * PAD[1] - 1.5
    roof = min(0.2 * width, 0.3 / 0.7 * body)
    return (width, body + roof), (PAD[0], roof + PAD[1] - 1.5)


def _inverted_house(room: float, height: float) -> _Sized:
    size, _ = _house(room, height)
    return size, PAD


def _hexagon(room: float, height: float) -> _Sized:
    (width, tall), (left, top) = _box(room, height)
    return (width + TIP, tall), (left + TIP / 2, top)


def _subtree(room: float, height: float) -> _Sized:
    width = max(SUBTREE[0], room)
    return (width, SUBTREE[1] + 1.0 + height), ((width - room) / 2, SUBTREE[1] + 1.0)


def _subtree_aside(room: float, height: float) -> _Sized:
    tall = max(ASIDE[1], height)
    return (ASIDE[0] + TRIANGLE_GAP + room, tall), (ASIDE[0] + TRIANGLE_GAP, (tall - height) / 2)


def _triangle(room: float, height: float) -> _Sized:
    beside = TRIANGLE[0] + TRIANGLE_GAP
    # A single line stands level with the triangle.
    top = max(0.0, (TRIANGLE[1] - height) / 2)
    return (beside + room if room else TRIANGLE[0], max(TRIANGLE[1], top + height)), (beside, top)


_SIZES: dict[str, Callable[[float, float], _Sized]] = {
    "plain": _plain,
    "ellipse": _ellipse,
    "cylinder": _cylinder_size,
    "house": _house,
    "invhouse": _inverted_house,
    "hexagon": _hexagon,
    "subtree": _subtree,
    "subtree aside": _subtree_aside,
    "triangle": _triangle,
    "invtriangle": _triangle,
}
