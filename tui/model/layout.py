"""How a row is laid out: the widths of its columns, and which plies are indented."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from rich.cells import cell_len, set_cell_size

from tracer.recording.columns import Columns, Floats
from tracer.text import number, window_text
from tracer.tracing import Trace
from tui.model.node_text import heads_of, node_title

SAMPLE = 512
"""Values looked at to find how wide a column of numbers has to be."""
STEP = 2
"""Columns by which one ply is indented."""
LABEL_ROOM = 16
"""Columns that the longest label is given at most; a longer one is cut short, the details show it whole."""
NOTE_ROOM = 14
"""Columns that the last column is left at least."""
WIDE_NOTE = 28
"""Columns that it is left before the sizes of subtrees get a column."""
SHORTEST_BAR, BAR = 3, 6
"""Columns of the bar that shows the share of all visits, at least and at most."""
SHARE = 5
"""Columns of that share in percent."""
NOTE_BESIDE_BAR = 15
"""Columns that the last column is left at least where there is a bar."""
NUMBER = 7
"""Columns of a number of a Monte Carlo search."""
FIXED = 8
"""Columns of the pointers, the star and the sign, with their gaps."""


class Layout(NamedTuple):
    """Widths of the columns of a row, in cells."""

    name: int
    """Guides, mark, player and label."""
    value: int
    window: int
    """0 where the search has no window."""
    visited: int
    """Visited nodes at and below it; 0 where there is no room for it."""
    bar: int
    """The bar of the share of all visits; 0 where there is no room for it."""
    share: int
    """That share in percent; 0 where there is no room for it."""
    note: int
    levels: int
    """How many plies can be indented, the first not counted."""
    gutter: int
    """What the plies of the rows further left take of the indentation, where it begins further down than the rows."""
    first: int = 0
    """The ply at which indentation begins."""
    margin: int = 0
    """The gutter where it is needed, else 0."""
    numbers: tuple[str, ...] = ()
    """Names of the columns of numbers that a Monte Carlo search has, each `NUMBER` wide; as many as have room."""
    valued: str = "value"
    """The name of the column of values."""

    @classmethod
    def fit(cls, trace: Trace, width: int) -> Layout:
        """The columns that suit a trace on a view of some width. O(n), vectorised."""
        columns = trace.columns
        value = min(max(_widest(columns.value) + 2, 5), 13)
        heads, valued = heads_of(trace)
        if columns.log is not None:
            value = max(value, 8)
        window = 0
        if trace.header.windowed:
            window = min(max(_widest_window(columns), 7), 22)
        labels = [*trace.move_labels[:SAMPLE], *(node_title(trace, node) for node in islice(trace.names, SAMPLE))]
        label = min(max(map(cell_len, labels), default=4), LABEL_ROOM)
        room = width - FIXED - value - (window + 1 if window else 0)
        deepest = int(columns.ply.max())
        gutter = -(-len(f"‹{deepest:,} ") // STEP) * STEP
        wanted = max(9, width // 8) + gutter // STEP
        plies = STEP * min(deepest, wanted)
        name = plies + 4 + max(label, len("root") - plies)
        name = max(min(name, room - NOTE_ROOM), 12)
        levels = min(deepest, max((name - 4 - label) // STEP, 1))
        note = max(room - name, 0)
        numbers = heads[: max((note - NOTE_ROOM) // (NUMBER + 1), 0)]
        note -= len(numbers) * (NUMBER + 1)
        bar = min(note - NOTE_BESIDE_BAR - 2, BAR)
        bar = bar if bar >= SHORTEST_BAR else 0
        note -= bar + 2 if bar else 0
        visited = max(len(f"{int(columns.visited_before[-1]):,}"), len("visited"))
        visited = visited if bar and not numbers and note - visited - 1 >= WIDE_NOTE else 0
        note -= visited + 1 if visited else 0
        share = SHARE if visited and note - SHARE - 1 >= WIDE_NOTE else 0
        note -= share + 1 if share else 0
        gutter = min(gutter, STEP * (levels - 1)) if levels < deepest else 0
        return cls(name, value, window, visited, bar, share, note, levels, gutter, numbers=numbers, valued=valued)

    def indent_from(self, first: int, root: int) -> Layout:
        """The same columns with the indentation beginning at a ply, the first row being of another."""
        return self._replace(first=first, margin=self.gutter if first > root else 0)

    @property
    def last(self) -> int:
        """The deepest ply that is indented."""
        return self.first + self.levels - self.margin // STEP

    def title(self, width: int, states: Sequence[str] = ()) -> str:
        """The names of the columns above them, and on the right what is not as usual."""
        window = f"{'window':<{self.window}} " if self.window else ""
        visited = f"{'visited':>{self.visited}} " if self.visited else ""
        bar = f"{'share':>{self.share}}{'':<{self.bar}}  " if self.bar else ""
        numbers = "".join(f"{head:>{NUMBER}} " for head in self.numbers)
        names = f"  {'node':<{self.name}} {self.valued:<{self.value}} {numbers}{window}{visited}{bar}"
        state = " · ".join(states)
        if cell_len(state) > width - 2:
            state = set_cell_size(state, max(width - 3, 0)) + "…"
        room = max(width - cell_len(state), 0)
        if state and cell_len(names.rstrip()) >= room:
            # A name that is cut says nothing; those after it go with it.
            names = set_cell_size(names, room).rpartition(" ")[0]
        return set_cell_size(names, room) + state if state else names

    def guide(self, ply: int, guides: Sequence[bool]) -> str:
        """The lines that show the nesting; outside the indentation the ply, and on which side of it the row is."""
        if ply < self.first:
            return _fitting(f"‹{ply:,} ", "‹ ", max(self.margin, STEP)).ljust(max(self.margin, STEP))
        if ply > self.last:
            return _fitting(f"{ply:,}› ", "› ", STEP * self.levels).rjust(STEP * self.levels)
        *above, last = guides or (None,)
        lines = "".join("│ " if goes_on else "  " for goes_on in above)
        return " " * self.margin + lines + ("" if last is None else "├╴" if last else "└╴")


def _fitting(text: str, short: str, width: int) -> str:
    """The text, or where it is too long a short one."""
    return text if len(text) <= width else short


def _widest_window(columns: Columns) -> int:
    """Return how long the longest window is as it is written, of a sample."""
    windows = np.stack([end[:: max(len(columns) // SAMPLE, 1)] for end in (columns.alpha, columns.beta)], 1)
    known = np.unique(windows[~np.isnan(windows).any(1)], axis=0)
    return max((cell_len(window_text(alpha, beta)) for alpha, beta in known.tolist()), default=1)


def _widest(values: Floats) -> int:
    """How long the longest number is, of a sample and both ends."""
    known = values[:: max(len(values) // SAMPLE, 1)]
    known = known[~np.isnan(known)]
    return max((len(number(float(value))) for value in known), default=1)
