"""What is said of a tree: the heading, the signs with what they mean, and how values are to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TypeVar

from viz.paper import figures, font
from viz.paper.canvas import Anchor, Shape, Text
from viz.paper.node_shapes import draw_outline
from viz.pictures.boxes import LegendEntry, Picture, PiecedLine
from viz.pictures.theme import Look, Theme

_Item = TypeVar("_Item")

MIN_LINE_WIDTH, MAX_LINE_WIDTH = 420.0, 900.0
"""Width of a caption: as wide as the tree is, between these."""
TITLE_SIZE, LINE_SIZE = 13.0, 10.0
"""Sizes of the first line of the heading and of the others."""
SIGN_SIZE = 26.0, 15.0
"""Width and height of a sign, at least."""
PICTOGRAM_WIDTH = 18.0
"""Width of a shape that stands as a sign for itself."""
SIGN_GAP, COLUMN_GAP, ROW_GAP = 6.0, 18.0, 4.0
"""Room between a sign and its meaning, between columns, and between rows."""
LEGEND_GAP = 6.0
"""Room between heading, signs and note."""


@dataclass(frozen=True)
class Caption:
    """Shapes with the room they take, seen from the top left corner."""

    shapes: tuple[Shape, ...]
    width: float
    height: float


def draw_caption(
    picture: Picture, max_width: float, *, left: float = 0.0, top: float = 0.0, scale: float = 1.0
) -> Caption:
    """Draw the heading of a picture, its signs, and how its values are to be read: as much of it as it has."""
    writer = _CaptionWriter(picture.theme, max_width, left, top, scale)
    for index, line in enumerate(picture.heading):
        writer.write_paragraph(line, TITLE_SIZE if index == 0 else LINE_SIZE, picture.theme.text)
    if picture.legend:
        writer.write_entries(picture.legend)
    if picture.note:
        writer.y += LEGEND_GAP / 2 * scale
        writer.write_paragraph(picture.note, picture.theme.small, picture.theme.faint)
    return Caption(tuple(writer.shapes), writer.widest_line, writer.y - top)


def line_width(width: float) -> float:
    """How wide the lines of a caption are above a tree of some width."""
    return min(max(width, MIN_LINE_WIDTH), MAX_LINE_WIDTH)


def min_text_size(picture: Picture, scale: float) -> float:
    """The smallest text of a picture's heading and legend of some size; infinity where it has none."""
    sizes = [LINE_SIZE] if picture.heading else []
    return min([*sizes, *([picture.theme.small] if picture.legend or picture.note else [])], default=inf) * scale


class _CaptionWriter:
    def __init__(self, theme: Theme, max_width: float, left: float, top: float, scale: float) -> None:
        self.theme, self.max_width, self.left, self.y, self.scale = theme, max_width, left, top, scale
        self.small_size = theme.small * scale
        self.shapes: list[Shape] = []
        self.widest_line = 0.0

    def write_entries(self, entries: Sequence[LegendEntry]) -> None:
        """The signs in columns, in as few rows as fit."""
        scale, text_size = self.scale, self.small_size
        self.y += LEGEND_GAP * scale
        entry_widths = [self._entry_widths(entry) for entry in entries]
        row_count = next(
            row_count for row_count in range(1, len(entries) + 1) if self._do_rows_fit(entry_widths, row_count)
        )
        x, row_height = self.left, (SIGN_SIZE[1] + ROW_GAP) * scale
        for column, column_widths in zip(
            _split_into_columns(entries, row_count), _split_into_columns(entry_widths, row_count), strict=True
        ):
            sign_width = max(sign_width for sign_width, _ in column_widths)
            meaning_width = max(meaning_text for _, meaning_text in column_widths)
            for row, entry in enumerate(column):
                y = self.y + row * row_height
                self.shapes += _draw_sign(entry, x, y, sign_width, scale, self.theme)
                meaning_text = font.shorten_to_width(entry.meaning, text_size, self.max_width)
                left, middle = x + sign_width + SIGN_GAP * scale, y + SIGN_SIZE[1] / 2 * scale
                self.shapes.append(
                    Text.at_middle(left, middle, meaning_text, text_size, self.theme.faint, Anchor.START)
                )
            x += sign_width + meaning_width + (SIGN_GAP + COLUMN_GAP) * scale
        self.widest_line = max(self.widest_line, x - COLUMN_GAP * scale - self.left)
        self.y += row_count * row_height

    def _do_rows_fit(self, widths: Sequence[tuple[float, float]], row_count: int) -> bool:
        if row_count >= len(widths):
            return True
        sign_gap = SIGN_GAP * self.scale
        column_totals = [
            max(sign for sign, _ in column_widths) + max(meaning for _, meaning in column_widths) + sign_gap
            for column_widths in _split_into_columns(widths, row_count)
        ]
        return sum(column_totals) + (len(column_totals) - 1) * COLUMN_GAP * self.scale <= self.max_width

    def _entry_widths(self, entry: LegendEntry) -> tuple[float, float]:
        text_size, scale = self.small_size, self.scale
        sign_width = max(SIGN_SIZE[0] * scale, font.text_width(entry.sign, text_size) + 8 * scale)
        return sign_width, min(font.text_width(entry.meaning, text_size), self.max_width)

    def write_paragraph(self, text: str, size: float, colour: str) -> None:
        """A text in as many lines as it needs."""
        size *= self.scale
        for line in font.wrap_text(text, size, self.max_width):
            line_height = size * 1.35
            middle = self.y + line_height / 2
            self.shapes.append(Text.at_middle(self.left, middle, line, size, colour, Anchor.START))
            self.widest_line = max(self.widest_line, font.text_width(line, size))
            self.y += line_height


def _split_into_columns(entries: Sequence[_Item], row_count: int) -> list[Sequence[_Item]]:
    """The signs, or their widths, in columns of so many rows, the last one perhaps shorter."""
    return [entries[begin : begin + row_count] for begin in range(0, len(entries), row_count)]


def _draw_sign(entry: LegendEntry, x: float, y: float, width: float, scale: float, theme: Theme) -> Iterator[Shape]:
    """A sign in its column: a shape stands for itself, a word stands in an outline or alone."""
    height, size = SIGN_SIZE[1] * scale, theme.small * scale
    if entry.look is not None:
        look = entry.look
        if len(entry.sign) == 1:
            # The sign names a shape that text formats lack; here is the shape.
            pictogram_width = PICTOGRAM_WIDTH * scale
            yield from draw_outline(
                look, x + (width - pictogram_width) / 2, y + scale, pictogram_width, height - 2 * scale
            )
            return
        yield from draw_outline(replace(look, shape="box"), x, y, width, height)
    if isinstance(entry.sign, PiecedLine):
        look, left = Look("plain", "", "", entry.colour, size=size), x + (width - font.text_width(entry.sign, size)) / 2
        yield from figures.draw_text_row(entry.sign.pieces, left, y + height / 2, look, theme)
        return
    yield Text.at_middle(x + width / 2, y + height / 2, entry.sign, size, entry.colour)
