"""The text at an edge: a move, a window, the mark of a cutoff. Its ground hides the line, so that it can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from viz.paper import font
from viz.paper.canvas import Anchor, Paint, Rectangle, Shape, Text
from viz.pictures.theme import Theme

WIDEST = 200.0
"""Points that a line may take; the rest of it is left out."""
PAD = 1.5
"""Ground beside the text."""
GROUND = 1.0
"""Height of the ground of a row, in text sizes: what brackets and scissors need, so that most of the edge is seen."""
BETWEEN = 4.0
"""Between a line and the mark after it."""
SHORT = 40.0
"""Points up to which a line and a mark stand in one row, where no other row is as wide."""

Piece = tuple[str, str]
"""A text and its colour."""


@dataclass(frozen=True, slots=True)
class EdgeLabel:
    """Rows of text, and the room they take."""

    rows: tuple[tuple[Piece, ...], ...]
    size: float
    """Of the text."""
    width: float
    height: float


def edge_label(lines: Sequence[str], mark: str, theme: Theme) -> EdgeLabel | None:
    """The label of an edge, the cutoff's mark last, nearest to the node; None where there is nothing to say."""
    if not lines and not mark:
        return None
    size = theme.small
    rows: list[tuple[Piece, ...]] = [((font.shorten(line, size, WIDEST), theme.faint),) for line in lines]
    if mark:
        marked = ((mark, theme.cutoff),)
        room = max([SHORT, *(_width(row, size) for row in rows)])
        if rows and _width(rows[-1] + marked, size) <= room:
            rows[-1] += marked
        else:
            rows.append(marked)
    width = max(_width(row, size) for row in rows) + 2 * PAD
    return EdgeLabel(tuple(rows), size, width, len(rows) * size * font.LEADING)


def draw(label: EdgeLabel, x: float, y: float, theme: Theme) -> Iterator[Shape]:
    """The shapes of a label by its centre."""
    size, leading = label.size, label.size * font.LEADING
    height = label.height - leading + GROUND * size
    yield Rectangle(x - label.width / 2, y - height / 2, label.width, height, Paint(fill=theme.background))
    for count, row in enumerate(label.rows):
        base = font.middle(y - label.height / 2 + (count + 0.5) * leading, size)
        if len(row) == 1:
            yield Text(x, base, row[0][0], size, row[0][1])
            continue
        left = x - _width(row, size) / 2
        for text, colour in row:
            yield Text(left, base, text, size, colour, Anchor.START)
            left += font.width(text, size) + BETWEEN


def _width(row: Sequence[Piece], size: float) -> float:
    return sum(font.width(text, size) for text, _ in row) + BETWEEN * (len(row) - 1)
