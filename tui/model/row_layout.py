"""How a row is laid out: the widths of its columns, and which plies are indented."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from tracer.recording.columns import Columns
from tracer.recording.status import Status
from tracer.text import number, window_text
from tracer.tracing import Trace
from tui.model.node_text import log_column_names, node_title, shorten

SAMPLE_SIZE = 512
"""Nodes next to the root, and as many elsewhere, that are looked at to find how wide a column has to be."""
MEAN_WIDTH = 8
"""Columns of a mean, such as −0.01235."""
INDENT = 2
"""Columns by which one ply is indented."""
MAX_LABEL_WIDTH = 16
"""Columns that the longest label is given at most; a longer one is cut short, the details show it whole."""
MIN_NOTE_WIDTH = 14
"""Columns that the last column is left at least."""
MIN_WIDE_NOTE = 28
"""Columns that it is left before the sizes of subtrees get a column."""
MIN_BAR_WIDTH, MAX_BAR_WIDTH = 3, 6
"""Columns of the bar that shows the share of all visits, at least and at most."""
SHARE_WIDTH = 5
"""Columns of that share in percent."""
MIN_NOTE_BESIDE_BAR = 15
"""Columns that the last column is left at least where there is a bar."""
NUMBER_WIDTH = 7
"""Columns of a number of a Monte Carlo search."""
FIXED_WIDTH = 8
"""Columns of the pointers, the star and the sign, with their gaps."""


class Layout(NamedTuple):
    """Widths of the columns of a row, in cells."""

    name_width: int
    """Guides, mark, player and label."""
    value_width: int
    window_width: int
    """0 where the search has no window."""
    visited_width: int
    """Visited nodes at and below it; 0 where there is no room for it."""
    bar_width: int
    """The bar of the share of all visits; 0 where there is no room for it."""
    share_width: int
    """That share in percent; 0 where there is no room for it."""
    note_width: int
    indented_plies: int
    """How many plies can be indented, the first not counted."""
    gutter_width: int
    """What the plies of the rows further left take of the indentation, where it begins further down than the rows."""
    first_ply: int = 0
    """The ply at which indentation begins."""
    margin_width: int = 0
    """The gutter where it is needed, else 0."""
    number_columns: tuple[str, ...] = ()
    """Names of the columns of numbers that a Monte Carlo search has, each `NUMBER_WIDTH` wide; as many as have room."""
    value_title: str = "value"
    """The name of the column of values."""

    @classmethod
    def fit_to_width(cls, trace: Trace, width: int) -> Layout:
        """The columns that suit a trace on a view of some width. O(n), vectorised."""
        columns = trace.columns
        value_width = min(max(_max_number_width(columns) + 2, 5), 13)
        number_titles, value_title = log_column_names(trace)
        if columns.log is not None:
            value_width = max(value_width, 8)
        window_width = 0
        if trace.header.windowed:
            window_width = min(max(_max_window_width(columns), 7), 22)
        labels = [
            *trace.move_labels[:SAMPLE_SIZE],
            *(node_title(trace, node) for node in islice(trace.names, SAMPLE_SIZE)),
        ]
        label_width = min(max(map(cell_len, labels), default=4), MAX_LABEL_WIDTH)
        name_and_note = width - FIXED_WIDTH - value_width - (window_width + 1 if window_width else 0)
        deepest_ply = int(columns.ply.max())
        gutter_width = -(-len(f"‹{deepest_ply:,} ") // INDENT) * INDENT
        wanted_plies = max(9, width // 8) + gutter_width // INDENT
        plies_width = INDENT * min(deepest_ply, wanted_plies)
        name_width = plies_width + 4 + max(label_width, len("root") - plies_width)
        name_width = max(min(name_width, name_and_note - MIN_NOTE_WIDTH), 12)
        indented_plies = min(deepest_ply, max((name_width - 4 - label_width) // INDENT, 1))
        note_width = max(name_and_note - name_width, 0)
        number_columns = number_titles[: max((note_width - MIN_NOTE_WIDTH) // (NUMBER_WIDTH + 1), 0)]
        note_width -= len(number_columns) * (NUMBER_WIDTH + 1)
        bar_width = min(note_width - MIN_NOTE_BESIDE_BAR - 2, MAX_BAR_WIDTH)
        bar_width = bar_width if bar_width >= MIN_BAR_WIDTH else 0
        note_width -= bar_width + 2 if bar_width else 0
        visited_width = share_width = 0
        if bar_width and not number_columns:
            wanted_width = max(len(f"{columns.visited:,}"), len("visited"))
            if note_width - wanted_width - 1 >= MIN_WIDE_NOTE:
                visited_width, note_width = wanted_width, note_width - wanted_width - 1
            if visited_width and note_width - SHARE_WIDTH - 1 >= MIN_WIDE_NOTE:
                share_width, note_width = SHARE_WIDTH, note_width - SHARE_WIDTH - 1
        gutter_width = min(gutter_width, INDENT * (indented_plies - 1)) if indented_plies < deepest_ply else 0
        return cls(
            name_width,
            value_width,
            window_width,
            visited_width,
            bar_width,
            share_width,
            note_width,
            indented_plies,
            gutter_width,
            number_columns=number_columns,
            value_title=value_title,
        )

    def indented_from(self, first_ply: int, root_ply: int) -> Layout:
        """The same columns with the indentation beginning at a ply, the first row being of another."""
        return self._replace(first_ply=first_ply, margin_width=self.gutter_width if first_ply > root_ply else 0)

    @property
    def last_ply(self) -> int:
        """The deepest ply that is indented."""
        return self.first_ply + self.indented_plies - self.margin_width // INDENT

    def format_title(self, width: int, states: Sequence[str] = ()) -> str:
        """The names of the columns above them, and on the right what is not as usual."""
        window_title = f"{'window':<{self.window_width}} " if self.window_width else ""
        visited_title = f"{'visited':>{self.visited_width}} " if self.visited_width else ""
        bar_title = f"{'share':>{self.share_width}}{'':<{self.bar_width}}  " if self.bar_width else ""
        number_titles = "".join(f"{head:>{NUMBER_WIDTH}} " for head in self.number_columns)
        first_titles = f"  {'node':<{self.name_width}} {self.value_title:<{self.value_width}} "
        column_titles = first_titles + number_titles + window_title + visited_title + bar_title
        state = shorten(" · ".join(states), width - 2)
        title_room = max(width - cell_len(state), 0)
        if state and cell_len(column_titles.rstrip()) >= title_room:
            # A name that is cut says nothing; those after it go with it.
            column_titles = set_cell_size(column_titles, title_room).rpartition(" ")[0]
        return set_cell_size(column_titles, title_room) + state if state else column_titles

    def draw_guides(self, ply: int, guides: Sequence[bool]) -> str:
        """The lines that show the nesting; outside the indentation the ply, and on which side of it the row is."""
        if not self.first_ply <= ply <= self.last_ply:
            is_left = ply < self.first_ply
            width = max(self.margin_width, INDENT) if is_left else INDENT * self.indented_plies
            text, short_text = (f"‹{ply:,} ", "‹ ") if is_left else (f"{ply:,}› ", "› ")
            text = text if len(text) <= width else short_text
            return text.ljust(width) if is_left else text.rjust(width)
        *outer_guides, own_guide = guides or (None,)
        guide_lines = "".join("│ " if goes_on else "  " for goes_on in outer_guides)
        return " " * self.margin_width + guide_lines + ("" if own_guide is None else "├╴" if own_guide else "└╴")


def _max_window_width(columns: Columns) -> int:
    windows = {(columns.alpha.item(node), columns.beta.item(node)) for node in _sample_nodes(columns)}
    return max((cell_len(window_text(*window)) for window in windows if not any(map(math.isnan, window))), default=1)


def _max_number_width(columns: Columns) -> int:
    """The columns of the widest value of some nodes, and of any mean that a chance node has until it returns."""
    sample = _sample_nodes(columns)
    values = {columns.value.item(node) for node in sample}
    widest = max((len(number(value)) for value in values if not math.isnan(value)), default=1)
    has_means = any(columns.turn.item(node) == 0 and columns.status[node] == Status.EXPANDED for node in sample)
    return max(widest, MEAN_WIDTH) if has_means else widest


def _sample_nodes(columns: Columns) -> list[int]:
    """The nodes next to the root, which are looked at most, and others from all over the recording.

    Columns of a large file are read entry by entry: asked for any other way they would be read whole.
    """
    near_root, node = [0], 1
    while node < len(columns) and len(near_root) < SAMPLE_SIZE:
        near_root.append(node)
        node = columns.end.item(node)
    return sorted({*near_root, *range(0, len(columns), max(len(columns) // SAMPLE_SIZE, 1))})
