"""What stands above a tree: the heading, the signs with what they mean, and how values are to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TypeVar

from viz.paper import figures, font
from viz.paper.canvas import Anchor, Shape, Text
from viz.paper.outlines import outline
from viz.pictures.boxes import Picture
from viz.pictures.labels import Pieces
from viz.pictures.legend import Entry
from viz.pictures.theme import Look, Theme

_Item = TypeVar("_Item")

NARROWEST, WIDEST = 420.0, 900.0
"""Width of a caption: as wide as the tree is, between these."""
TITLE, LINE = 13.0, 10.0
"""Sizes of the first line of the heading and of the others."""
SIGN = 26.0, 15.0
"""Width and height of a sign, at least."""
PICTOGRAM = 18.0
"""Width of a shape that stands as a sign for itself."""
BESIDE, COLUMNS, ROWS = 6.0, 18.0, 4.0
"""Room between a sign and its meaning, between columns, and between rows."""
BELOW = 6.0
"""Room between heading, signs and note."""


@dataclass(frozen=True)
class Caption:
    """Shapes with the room they take, seen from the top left corner."""

    shapes: tuple[Shape, ...]
    width: float
    height: float


def caption(picture: Picture, width: float, *, left: float, top: float) -> Caption:
    """All that is said of a picture.

    Args:
        picture: what is drawn.
        width: of the tree.
        left: where the caption begins on the page.
        top: where it begins, downwards.
    """
    writing = _Writing(picture.theme, lines(width), left, top)
    writing.heading(picture.heading)
    writing.legend(picture)
    return writing.caption(top)


def lines(width: float) -> float:
    """How wide the lines of a caption are above a tree of some width."""
    return min(max(width, NARROWEST), WIDEST)


def heading(picture: Picture, room: float, *, left: float = 0.0, top: float = 0.0, scale: float = 1.0) -> Caption:
    """The heading of a picture.

    Args:
        picture: what is drawn.
        room: width of its lines at most.
        left: where it begins on the page.
        top: where it begins, downwards.
        scale: its size, in sizes of a caption's.
    """
    writing = _Writing(picture.theme, room, left, top, scale)
    writing.heading(picture.heading)
    return writing.caption(top)


def legend(picture: Picture, room: float, *, left: float = 0.0, top: float = 0.0, scale: float = 1.0) -> Caption:
    """The signs of a picture and how its values are to be read; see `heading`."""
    writing = _Writing(picture.theme, room, left, top, scale)
    writing.legend(picture)
    return writing.caption(top)


def smallest(picture: Picture, scale: float) -> float:
    """The smallest text of a picture's heading and legend of some size; infinity where it has none."""
    sizes = [LINE] if picture.heading else []
    return min([*sizes, *([picture.theme.small] if picture.legend or picture.note else [])], default=inf) * scale


class _Writing:
    """A caption while it is written from the top down."""

    def __init__(self, theme: Theme, room: float, left: float, top: float, scale: float = 1.0) -> None:
        self.theme, self.room, self.left, self.y, self.scale = theme, room, left, top, scale
        self.small = theme.small * scale
        self.shapes: list[Shape] = []
        self.widest = 0.0

    def caption(self, top: float) -> Caption:
        """What is written, from its top on."""
        return Caption(tuple(self.shapes), self.widest, self.y - top)

    def heading(self, lines: Sequence[str]) -> None:
        """The title, and what is said below it."""
        for count, line in enumerate(lines):
            self._paragraph(line, TITLE if count == 0 else LINE, self.theme.text)

    def legend(self, picture: Picture) -> None:
        """The signs, and how values are to be read."""
        if picture.legend:
            self._entries(picture.legend)
        if picture.note:
            self.y += BELOW / 2 * self.scale
            self._paragraph(picture.note, self.theme.small, self.theme.faint)

    def _entries(self, entries: Sequence[Entry]) -> None:
        """The signs in columns, in as few rows as fit."""
        scale, small = self.scale, self.small
        self.y += BELOW * scale
        widths = [self._widths(entry) for entry in entries]
        rows = next(rows for rows in range(1, len(entries) + 1) if self._fits(widths, rows))
        x, leading = self.left, (SIGN[1] + ROWS) * scale
        for column, inside in zip(_columns(entries, rows), _columns(widths, rows), strict=True):
            sign, meaning = max(sign for sign, _ in inside), max(said for _, said in inside)
            for row, entry in enumerate(column):
                y = self.y + row * leading
                self.shapes += _sign(entry, x, y, sign, scale, self.theme)
                said, base = font.shorten(entry.meaning, small, self.room), font.middle(y + SIGN[1] / 2 * scale, small)
                self.shapes.append(Text(x + sign + BESIDE * scale, base, said, small, self.theme.faint, Anchor.START))
            x += sign + meaning + (BESIDE + COLUMNS) * scale
        self.widest = max(self.widest, x - COLUMNS * scale - self.left)
        self.y += rows * leading

    def _fits(self, widths: Sequence[tuple[float, float]], rows: int) -> bool:
        if rows >= len(widths):
            return True
        between = BESIDE * self.scale
        columns = [
            max(sign for sign, _ in one) + max(said for _, said in one) + between for one in _columns(widths, rows)
        ]
        return sum(columns) + (len(columns) - 1) * COLUMNS * self.scale <= self.room

    def _widths(self, entry: Entry) -> tuple[float, float]:
        """The widths of a sign, and of what it means."""
        small, scale = self.small, self.scale
        sign = max(SIGN[0] * scale, font.width(entry.sign, small) + 8 * scale)
        return sign, min(font.width(entry.meaning, small), self.room)

    def _paragraph(self, text: str, size: float, colour: str) -> None:
        size *= self.scale
        for line in font.wrap(text, size, self.room):
            leading = size * 1.35
            self.shapes.append(
                Text(self.left, font.middle(self.y + leading / 2, size), line, size, colour, Anchor.START)
            )
            self.widest = max(self.widest, font.width(line, size))
            self.y += leading


def _columns(entries: Sequence[_Item], rows: int) -> list[Sequence[_Item]]:
    """The signs, or their widths, in columns of so many rows, the last one perhaps shorter."""
    return [entries[begin : begin + rows] for begin in range(0, len(entries), rows)]


def _sign(entry: Entry, x: float, y: float, width: float, scale: float, theme: Theme) -> Iterator[Shape]:
    """A sign in its column: a shape stands for itself, a word stands in an outline or alone."""
    height, size = SIGN[1] * scale, theme.small * scale
    if entry.look is not None:
        look = entry.look
        if len(entry.sign) == 1:
            # The sign names a shape that text formats lack; here is the shape.
            wide = PICTOGRAM * scale
            yield from outline(look, x + (width - wide) / 2, y + scale, wide, height - 2 * scale)
            return
        yield from outline(replace(look, shape="box"), x, y, width, height)
    if isinstance(entry.sign, Pieces):
        look, left = Look("plain", "", "", entry.colour, size=size), x + (width - font.width(entry.sign, size)) / 2
        yield from figures.draw_row(entry.sign.pieces, left, y + height / 2, look, theme)
        return
    yield Text(x + width / 2, font.middle(y + height / 2, size), entry.sign, size, entry.colour)
