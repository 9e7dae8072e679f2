"""The legal moves as words in lines, and the moves that were made as rows, each with one of them in hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from tracer.playing.match import Match
from tracer.text import clean, number
from tui.model.explorer_state import PLAYER_SIGNS
from tui.model.playing.board_drawing import BoardText, first_in_sight
from tui.model.playing.move_texts import describe_hint, format_seconds

COLUMN_TITLES = ("", "move", "value", "nodes", "time", "best", "by")
"""The columns of the moves that were made; `best` is what was recommended where another move was made."""
NUMBER_COLUMNS = (0, 2, 3, 4)
"""Those that stand to the right."""
Line = tuple[BoardText, ...]


class PlacedWord(NamedTuple):
    """A word in a line."""

    word_index: int
    """Its number."""
    left_column: int
    text: str


def flow_words(words: Sequence[str], width: int) -> list[list[PlacedWord]]:
    """Words in lines, each as far from the last as to be told from it.

    >>> [[word.text for word in line] for line in flow_words(["a1", "b1", "c1"], 7)]
    [['a1', 'b1'], ['c1']]
    """
    lines: list[list[PlacedWord]] = [[]]
    column = 0
    for index, word in enumerate(words):
        if lines[-1] and column + cell_len(word) > width - 1:
            lines.append([])
            column = 0
        lines[-1].append(PlacedWord(index, column, word))
        column += cell_len(word) + 2
    return lines


def visible_legal_lines(
    lines: Sequence[Sequence[PlacedWord]], selected_index: int | None, hint_label: str, height: int
) -> tuple[int, list[Line]]:
    """The lines of words that are in sight, the one in hand among them, and the number of the first."""
    selected_line = next(
        (row for row, line in enumerate(lines) if any(word.word_index == selected_index for word in line)), 0
    )
    first_line = first_in_sight(selected_line, len(lines), height)
    return first_line, [
        _word_pieces(line, selected_index, hint_label) for line in lines[first_line : first_line + height]
    ]


def _word_pieces(line: Sequence[PlacedWord], selected_index: int | None, hint_label: str) -> Line:
    pieces: list[BoardText] = []
    for word in line:
        is_selected, is_hint = word.word_index == selected_index, word.text == hint_label
        pieces.append(BoardText("❯" if is_selected else "★" if is_hint else " ", "hint" if is_hint else "mark"))
        style = "hint" if is_hint else "strong" if is_selected else ""
        pieces.append(BoardText(word.text, style, "hand" if is_selected else ""))
        pieces.append(BoardText(" "))
    return tuple(pieces)


def word_at(lines: Sequence[Sequence[PlacedWord]], x: int, y: int) -> int | None:
    """The place of the word at a column and a row; None where there is none."""
    if not 0 <= y < len(lines):
        return None
    return next(
        (word.word_index for word in lines[y] if word.left_column <= x <= word.left_column + cell_len(word.text)), None
    )


def neighbour_word(lines: Sequence[Sequence[PlacedWord]], index: int, line_offset: int, word_offset: int) -> int:
    """The place of the word below, above or beside another; itself where there is none."""
    last_index = sum(map(len, lines)) - 1
    if word_offset:
        return min(max(index + word_offset, 0), last_index)
    line_index = next(line_index for line_index, line in enumerate(lines) if line and line[-1].word_index >= index)
    target_line = line_index + line_offset
    if not 0 <= target_line < len(lines):
        return index
    left_column = next(word.left_column for word in lines[line_index] if word.word_index == index)
    return min(lines[target_line], key=lambda word: abs(word.left_column - left_column)).word_index


def played_move_rows(match: Match) -> list[tuple[str, ...]]:
    """For each move that was made: its number, the move, and what is known of how it was chosen."""
    rows: list[tuple[str, ...]] = []
    for move_index, choice in enumerate(match.choices):
        label = match.label(move_index)
        hint_text = describe_hint(match, move_index)
        shown_choice = None if hint_text else choice
        rows.append(
            (
                f"{move_index + 1}",
                f"{PLAYER_SIGNS[match.turn_at(move_index)][0]} {label}",
                "" if shown_choice is None or shown_choice.value is None else number(shown_choice.value),
                "" if shown_choice is None or shown_choice.visited is None else f"{shown_choice.visited:,}",
                "" if shown_choice is None or shown_choice.seconds is None else format_seconds(shown_choice.seconds),
                hint_text,
                clean(f"{choice.by} {choice.note}".strip(), 60),
            )
        )
    return rows


def visible_played_lines(match: Match, selected_index: int | None, width: int, height: int) -> tuple[int, list[Line]]:
    """The moves that were made, the last ones or those about the one in hand, below the heads of their columns.

    Gives also the number of the first one that is in sight.
    """
    rows = played_move_rows(match)
    if not rows or height < 2:  # a row below the heads
        return 0, [(BoardText("no move was made yet" if not rows else "…", "about"),)]
    widths = [max(cell_len(row[column]) for row in [COLUMN_TITLES, *rows]) for column in range(len(COLUMN_TITLES))]
    row_count = height - 1
    first_row = first_in_sight(len(rows) - 1 if selected_index is None else selected_index, len(rows), row_count)
    lines: list[Line] = [(BoardText(_format_row(COLUMN_TITLES, widths, width), "about"),)]
    for move_index, row in list(enumerate(rows))[first_row : first_row + row_count]:
        text = _format_row(row, widths, width)
        move_start = 1 + widths[0] + 1
        move_end = move_start + widths[1]
        ground_style = "hand" if move_index == selected_index else ""
        move_piece = BoardText(text[move_start:move_end], PLAYER_SIGNS[match.turn_at(move_index)][1], ground_style)
        pointer = "❯" if move_index == selected_index else " "
        lines.append(
            (
                BoardText(pointer + text[1:move_start], "", ground_style),
                move_piece,
                BoardText(text[move_end:], "", ground_style),
            )
        )
    return first_row, lines


def _format_row(row: Sequence[str], widths: Sequence[int], width: int) -> str:
    """A row in columns, numbers to the right; a column for which there is no room is left out."""
    text = ""
    for column, (cell, column_width) in enumerate(zip(row, widths, strict=True)):
        if not column_width or (text and len(text) + 1 + min(column_width, 6) > width):
            continue
        text += " " + (
            " " * (column_width - cell_len(cell)) + cell
            if column in NUMBER_COLUMNS
            else set_cell_size(cell, column_width)
        )
    return set_cell_size(text, width) if cell_len(text) > width else text
