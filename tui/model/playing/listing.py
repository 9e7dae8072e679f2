"""The legal moves as words in lines, and the moves that were made as rows, each with one of them in hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from tracer.playing.match import Match
from tracer.text import clean, number
from tui.model.playing.seats import GLYPHS
from tui.model.playing.squares import Piece
from tui.model.playing.telling import best_text, seconds_text

HEADS = ("", "move", "value", "nodes", "time", "best", "by")
"""The columns of the moves that were made; `best` is what was recommended where another move was made."""
NUMBERS = (0, 2, 3, 4)
"""Those that stand to the right."""
STYLES = {1: "max", -1: "min", 0: "chance"}
Line = tuple[Piece, ...]


class Word(NamedTuple):
    """A word in a line."""

    place: int
    """Its number."""
    left: int
    text: str


def flow(words: Sequence[str], width: int) -> list[list[Word]]:
    """Words in lines, each as far from the last as to be told from it.

    >>> [[word.text for word in line] for line in flow(["a1", "b1", "c1"], 7)]
    [['a1', 'b1'], ['c1']]
    """
    lines: list[list[Word]] = [[]]
    left = 0
    for place, word in enumerate(words):
        if lines[-1] and left + cell_len(word) > width - 1:
            lines.append([])
            left = 0
        lines[-1].append(Word(place, left, word))
        left += cell_len(word) + 2
    return lines


def legal_lines(lines: Sequence[Sequence[Word]], hand: int | None, best: str, height: int) -> tuple[int, list[Line]]:
    """The lines of words that are in sight, the one in hand among them, and the number of the first.

    Args:
        lines: all lines.
        hand: the place of the word in hand; None is none.
        best: the recommended word; empty is none.
        height: how many lines there is room for.
    """
    at = next((row for row, line in enumerate(lines) if any(word.place == hand for word in line)), 0)
    top = min(max(at - height // 2, 0), max(len(lines) - height, 0))
    return top, [_words(line, hand, best) for line in lines[top : top + height]]


def _words(line: Sequence[Word], hand: int | None, best: str) -> Line:
    pieces: list[Piece] = []
    for word in line:
        mine, advised = word.place == hand, word.text == best
        pieces.append(Piece("❯" if mine else "★" if advised else " ", "hint" if advised else "mark"))
        style = "hint" if advised else "strong" if mine else ""
        pieces.append(Piece(word.text, style, "hand" if mine else ""))
        pieces.append(Piece(" "))
    return tuple(pieces)


def word_at(lines: Sequence[Sequence[Word]], x: int, y: int) -> int | None:
    """The place of the word at a column and a row; None where there is none."""
    if not 0 <= y < len(lines):
        return None
    return next((word.place for word in lines[y] if word.left <= x <= word.left + cell_len(word.text)), None)


def beside(lines: Sequence[Sequence[Word]], place: int, down: int, right: int) -> int:
    """The place of the word below, above or beside another; itself where there is none."""
    last = sum(map(len, lines)) - 1
    if right:
        return min(max(place + right, 0), last)
    row = next(row for row, line in enumerate(lines) if line and line[-1].place >= place)
    wanted = row + down
    if not 0 <= wanted < len(lines):
        return place
    left = next(word.left for word in lines[row] if word.place == place)
    return min(lines[wanted], key=lambda word: abs(word.left - left)).place


def made_rows(match: Match) -> list[tuple[str, ...]]:
    """For each move that was made: its number, the move, and what is known of how it was chosen."""
    rows: list[tuple[str, ...]] = []
    for place, choice in enumerate(match.choices):
        label = match.label(place)
        best = best_text(match, place)
        known = None if best else choice
        rows.append(
            (
                f"{place + 1}",
                f"{GLYPHS[match.turn_at(place)]} {label}",
                "" if known is None or known.value is None else number(known.value),
                "" if known is None or known.visited is None else f"{known.visited:,}",
                "" if known is None or known.seconds is None else seconds_text(known.seconds),
                best,
                clean(f"{choice.by} {choice.note}".strip(), 60),
            )
        )
    return rows


def made_lines(match: Match, hand: int | None, width: int, height: int) -> tuple[int, list[Line]]:
    """The moves that were made, the last ones or those about the one in hand, below the heads of their columns.

    Gives also the number of the first one that is in sight.
    """
    rows = made_rows(match)
    if not rows or height < 2:  # a row below the heads
        return 0, [(Piece("no move was made yet" if not rows else "…", "about"),)]
    widths = [max(cell_len(row[column]) for row in [HEADS, *rows]) for column in range(len(HEADS))]
    room = height - 1
    at = len(rows) - 1 if hand is None else hand
    top = min(max(at - room // 2, 0), max(len(rows) - room, 0)) if hand is not None else max(len(rows) - room, 0)
    lines: list[Line] = [(Piece(_row(HEADS, widths, width), "about"),)]
    for place, row in list(enumerate(rows))[top : top + room]:
        text = _row(row, widths, width)
        begin = 1 + widths[0] + 1
        end = begin + widths[1]
        ground = "hand" if place == hand else ""
        mover = Piece(text[begin:end], STYLES[int(match.turn_at(place))], ground)
        sign = "❯" if place == hand else " "
        lines.append((Piece(sign + text[1:begin], "", ground), mover, Piece(text[end:], "", ground)))
    return top, lines


def _row(row: Sequence[str], widths: Sequence[int], width: int) -> str:
    """A row in columns, numbers to the right; a column for which there is no room is left out."""
    text = ""
    for column, (cell, size) in enumerate(zip(row, widths, strict=True)):
        if not size or (text and len(text) + 1 + min(size, 6) > width):
            continue
        text += " " + (" " * (size - cell_len(cell)) + cell if column in NUMBERS else set_cell_size(cell, size))
    return set_cell_size(text, width) if cell_len(text) > width else text
