"""What stands above a tree: the heading, the signs with what they mean, and how values are to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from viz.paper import figures, font
from viz.paper.canvas import Anchor, Shape, Text
from viz.pictures.boxes import Picture
from viz.pictures.labels import Pieces
from viz.pictures.legend import Entry
from viz.pictures.theme import Look, Theme

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
    """The caption of a picture.

    Args:
        picture: what is drawn.
        width: of the tree.
        left: where the caption begins on the page.
        top: where it begins, downwards.
    """
    room = min(max(width, NARROWEST), WIDEST)
    writing = _Writing(picture.theme, room, left, top)
    writing.heading(picture.heading)
    if picture.legend:
        writing.legend(picture.legend)
    if picture.note:
        writing.note(picture.note)
    return Caption(tuple(writing.shapes), writing.widest, writing.y - top)


class _Writing:
    """A caption while it is written from the top down."""

    def __init__(self, theme: Theme, room: float, left: float, top: float) -> None:
        self.theme, self.room, self.left, self.y = theme, room, left, top
        self.shapes: list[Shape] = []
        self.widest = 0.0

    def heading(self, lines: Sequence[str]) -> None:
        """The title, and what is said below it."""
        for count, line in enumerate(lines):
            self._paragraph(line, TITLE if count == 0 else LINE, self.theme.text)

    def note(self, text: str) -> None:
        """How values are to be read."""
        self.y += BELOW / 2
        self._paragraph(text, self.theme.small, self.theme.faint)

    def legend(self, entries: Sequence[Entry]) -> None:
        """The signs in columns, in as few rows as fit."""
        self.y += BELOW
        rows = next(rows for rows in range(1, len(entries) + 1) if self._fits(entries, rows))
        x, small = self.left, self.theme.small
        for column in _columns(entries, rows):
            sign, meaning = self._widths(column)
            for row, entry in enumerate(column):
                y = self.y + row * (SIGN[1] + ROWS)
                self.shapes += _sign(entry, x, y, sign, self.theme)
                said, base = font.shorten(entry.meaning, small, self.room), font.middle(y + SIGN[1] / 2, small)
                self.shapes.append(Text(x + sign + BESIDE, base, said, small, self.theme.faint, Anchor.START))
            x += sign + BESIDE + meaning + COLUMNS
        self.widest = max(self.widest, x - COLUMNS - self.left)
        self.y += rows * (SIGN[1] + ROWS)

    def _fits(self, entries: Sequence[Entry], rows: int) -> bool:
        columns = _columns(entries, rows)
        widths = [sum(self._widths(column)) + BESIDE for column in columns]
        return len(columns) == 1 or sum(widths) + (len(columns) - 1) * COLUMNS <= self.room

    def _widths(self, column: Sequence[Entry]) -> tuple[float, float]:
        """The widths of a column: of its signs, and of what they mean."""
        small = self.theme.small
        signs = [max(SIGN[0], font.width(entry.sign, small) + 8) for entry in column]
        return max(signs), max(min(font.width(entry.meaning, small), self.room) for entry in column)

    def _paragraph(self, text: str, size: float, colour: str) -> None:
        for line in font.wrap(text, size, self.room):
            leading = size * 1.35
            self.shapes.append(
                Text(self.left, font.middle(self.y + leading / 2, size), line, size, colour, Anchor.START)
            )
            self.widest = max(self.widest, font.width(line, size))
            self.y += leading


def _columns(entries: Sequence[Entry], rows: int) -> list[Sequence[Entry]]:
    """The signs in columns of so many rows, the last one perhaps shorter."""
    return [entries[begin : begin + rows] for begin in range(0, len(entries), rows)]


def _sign(entry: Entry, x: float, y: float, width: float, theme: Theme) -> Iterator[Shape]:
    """A sign in its column: a shape stands for itself, a word stands in an outline or alone."""
    size = theme.small
    if entry.look is not None:
        look = entry.look
        if len(entry.sign) == 1:
            # The sign names a shape that text formats lack; here is the shape.
            yield from figures.outline(look, x + (width - PICTOGRAM) / 2, y + 1, PICTOGRAM, SIGN[1] - 2)
            return
        yield from figures.outline(replace(look, shape="box"), x, y, width, SIGN[1])
    if isinstance(entry.sign, Pieces):
        look, left = Look("plain", "", "", entry.colour, size=size), x + (width - font.width(entry.sign, size)) / 2
        yield from figures.draw_row(entry.sign.pieces, left, y + SIGN[1] / 2, look, theme)
        return
    yield Text(x + width / 2, font.middle(y + SIGN[1] / 2, size), entry.sign, size, entry.colour)
