"""The text at an edge: a move, a window, the mark of a cutoff. Its ground hides the line, so that it can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from viz.paper import font
from viz.paper.canvas import Anchor, Paint, Rectangle, Shape, Text
from viz.pictures.boxes import Picture
from viz.pictures.theme import Theme

MAX_LABEL_WIDTH = 200.0
"""Points that a line may take; the rest of it is left out."""
LABEL_PADDING = 1.5
"""Ground beside the text."""
GROUND_HEIGHT = 1.0
"""Height of the ground of a row, in text sizes: what brackets and scissors need, so that most of the edge is seen."""
PIECE_GAP = 4.0
"""Between a line and the mark after it."""
MIN_MARK_ROW = 40.0
"""Points up to which a line and a mark stand in one row, where no other row is as wide."""

ColouredText = tuple[str, str]
"""A text and its colour."""


@dataclass(frozen=True, slots=True)
class EdgeLabel:
    """Rows of text, and the room they take."""

    rows: tuple[tuple[ColouredText, ...], ...]
    size: float
    """Of the text."""
    width: float
    height: float


def make_edge_label(lines: Sequence[str], mark: str, picture: Picture) -> EdgeLabel | None:
    """The label of an edge or a link, the cutoff's mark last, nearest to the node; None where there is nothing to say.

    It is one line long where the tree grows sideways.
    """
    if not lines and not mark:
        return None
    lines = ["  ".join(lines)] if lines and picture.sideways else lines
    theme, size = picture.theme, picture.theme.small
    rows: list[tuple[ColouredText, ...]] = [
        ((font.shorten_to_width(line, size, MAX_LABEL_WIDTH), theme.faint),) for line in lines
    ]
    if mark:
        mark_row = ((mark, theme.cutoff),)
        max_row_width = max([MIN_MARK_ROW, *(_row_width(row, size) for row in rows)])
        if rows and _row_width(rows[-1] + mark_row, size) <= max_row_width:
            rows[-1] += mark_row
        else:
            rows.append(mark_row)
    width = max(_row_width(row, size) for row in rows) + 2 * LABEL_PADDING
    return EdgeLabel(tuple(rows), size, width, len(rows) * size * font.LINE_SPACING)


def draw_label(label: EdgeLabel, x: float, y: float, theme: Theme) -> Iterator[Shape]:
    """The shapes of a label by its centre."""
    size, line_height = label.size, label.size * font.LINE_SPACING
    height = label.height - line_height + GROUND_HEIGHT * size
    yield Rectangle(x - label.width / 2, y - height / 2, label.width, height, Paint(fill=theme.background))
    for index, row in enumerate(label.rows):
        middle = y - label.height / 2 + (index + 0.5) * line_height
        if len(row) == 1:
            yield Text.at_middle(x, middle, row[0][0], size, row[0][1])
            continue
        left = x - _row_width(row, size) / 2
        for text, colour in row:
            yield Text.at_middle(left, middle, text, size, colour, Anchor.START)
            left += font.text_width(text, size) + PIECE_GAP


def _row_width(row: Sequence[ColouredText], size: float) -> float:
    return sum(font.text_width(text, size) for text, _ in row) + PIECE_GAP * (len(row) - 1)
