"""The line of time without a screen: which steps it shows, what stands in each of its cells, and its scale."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from rich.cells import cell_len, set_cell_size

from tracer.recording.columns import Ints
from tracer.text import clean
from tracer.time.moments import Event, event_at, last_pruned_together
from tracer.tracing import Trace
from tui.model.cursor import Cursor
from tui.model.explored import Explored

LEAST = 16
"""Steps that the line shows at least."""
CLOSER = 2
"""How much shorter or longer one key makes it."""
HEIGHTS = "┄▁▂▃▄▅▆▇"
"""How much a cell of the line stands for, from nothing to the most."""
SIGNS = BEST, HIT, STOP, WRONG, KEPT = "★", "•", "●", "⚠", "⚑"
"""A new best move at the root, a hit of what was looked for, a breakpoint's, a finding, a bookmark."""
SHADES = "░▒▓"
"""How many marks of one kind a cell stands for, from few to the most, where cells side by side have some."""
ALONE = 2
"""Cells side by side in which marks of one kind are told one by one at most."""
LONGEST = 40
"""Cells of a label or of a path on the scale."""


class Sights(NamedTuple):
    """What the line marks besides its heights. Steps ascend."""

    hits: Ints
    stops: Ints
    found: Ints
    kept: Ints


class Stretch(NamedTuple):
    """A row of cells, and the steps that they show, both ends included."""

    first: int
    last: int
    cells: int

    def cell(self, step: int) -> int:
        """The cell of a step."""
        return (step - self.first) * (self.cells - 1) // max(self.last - self.first, 1)

    def step(self, cell: int) -> int:
        """The step that a cell leads to; the first and the last cell to the first and the last step."""
        inside = min(max(cell, 0), self.cells - 1)
        return self.first + round(inside * (self.last - self.first) / max(self.cells - 1, 1))

    @property
    def edges(self) -> Ints:
        """By cell, its first step; one more for the end."""
        cells = np.arange(self.cells)
        edges = self.first - (-cells * max(self.last - self.first, 1) // max(self.cells - 1, 1))
        return np.append(edges, max(self.last + 1, int(edges[-1])))


class Scale:
    """Which part of a recording the line of time shows: all of it, or a stretch about the current step."""

    def __init__(self, explored: Explored) -> None:
        self._explored = explored
        self._stretch: tuple[int, int] | None = None

    @property
    def whole(self) -> bool:
        """Whether the whole recording is shown."""
        return self._stretch is None

    def stretch(self, cells: int) -> Stretch:
        """What so many cells show now. A line that is closer goes along with a step that leaves it."""
        cursor = self._explored.cursor
        if self._stretch is None:
            return Stretch(0, cursor.last, cells)
        first, last = self._stretch
        if not first <= cursor.step <= last <= cursor.last:
            self._show(last - first)
        first, last = (0, cursor.last) if self.whole else self._stretch
        return Stretch(first, last, cells)

    def _show(self, length: int, share: float = 0.5) -> None:
        """Show a stretch of this length, with the current step at a share of it, as far as the ends allow that."""
        cursor = self._explored.cursor
        if length >= cursor.last:
            self._stretch = None
            return
        first = min(max(cursor.step - round(share * length), 0), cursor.last - length)
        self._stretch = first, first + length

    def zoom_in(self) -> str:
        """Show half of what is shown; the current step stays where it is on the line."""
        first, last, _ = self.stretch(1)
        if last - first <= LEAST:
            return f"the line of time shows {last - first + 1} steps: closer it does not go"
        return self._zoom(max((last - first) // CLOSER, LEAST))

    def zoom_out(self) -> str:
        """Show twice as much; the current step stays where it is on the line."""
        if self.whole:
            return "the line of time shows the whole search"
        first, last, _ = self.stretch(1)
        return self._zoom((last - first + 1) * CLOSER)

    def _zoom(self, length: int) -> str:
        first, last, _ = self.stretch(1)
        self._show(length, (self._explored.cursor.step - first) / max(last - first, 1))
        return ""


def marks(cursor: Cursor, stretch: Stretch, sights: Sights) -> str:
    """The line of time without the place on it. O(cells · log n).

    Heights say how many cutoffs that skip a branch a cell stands for; where a search has none, how many leaves. Of many
    marks of one kind side by side the first is a sign, and the others shades of how many there are.
    """
    edges = stretch.edges
    pruning = cursor.pruning_steps
    counts = (
        _among(pruning, edges) if len(pruning) else np.diff(cursor.leaves_before[_met(cursor.trace, edges - 1) + 1])
    )
    heights = -(-counts * (len(HEIGHTS) - 1) // max(int(counts.max()), 1))
    line = np.array(list(HEIGHTS))[heights]
    best = cursor.landmarks.best_changes
    kinds, tones = np.zeros(stretch.cells, np.int8), np.zeros(stretch.cells, np.int8)
    for kind, steps in enumerate((best, *sights), 1):
        marked = _among(steps, edges)
        most = int(marked.max())
        kinds[marked > 0] = kind
        tones[marked > 0] = ((marked[marked > 0] - 1) * len(SHADES) // most) if most > 1 else -1
    for run in np.split(np.arange(stretch.cells), np.flatnonzero(np.diff(kinds)) + 1):
        if kind := int(kinds[run[0]]):
            line[run] = SIGNS[kind - 1]
            if len(run) > ALONE and tones[run[0]] >= 0:
                line[run[1:]] = np.array(list(SHADES))[tones[run[1:]]]
    return "".join(line)


def _among(steps: Ints, edges: Ints) -> Ints:
    """How many of some ascending steps are between each edge and the next."""
    return np.diff(np.searchsorted(steps, edges))


def _met(trace: Trace, steps: Ints) -> Ints:
    """For each of some steps the largest id that was met by then; −1 before the first. O(steps · log n), vectorised."""
    low, high = np.full(len(steps), -1), np.full(len(steps), len(trace) - 1)
    while (open_ := low < high).any():
        middle = (low + high + 1) // 2
        there = trace.columns.entered(np.maximum(middle, 0)) <= steps
        low, high = np.where(open_ & there, middle, low), np.where(open_ & ~there, middle - 1, high)
    return low


def boundaries(trace: Trace, stretch: Stretch) -> str:
    """The row below the line: where each move begins, and its label where there is room for it before the next.

    They are the moves at the root; where all that is shown lies below one node, the moves there, after its path.
    O(cells · log n + ply).
    """
    top = _top(trace, stretch)
    path = clean("/".join(trace.node(top).path), LONGEST)
    head = set_cell_size(path, min(cell_len(path), stretch.cells // 2)) + "▸" if path else ""
    left = cell_len(head)
    row = [*head, *[""] * (left - len(head)), *" " * (stretch.cells - left)]
    begun = _moves(trace, stretch, top)
    stops = [*(cell for cell, _ in begun[1:]), stretch.cells]
    for (cell, label), stop in zip(begun, stops, strict=False):  # where no move begins there is one stop more
        first = max(cell, left)
        sign = "╵" if cell == first else "‹"
        shown = sign + label if cell_len(label) < stop - first else sign
        if stop > first:
            row[first : first + cell_len(shown)] = [shown] + [""] * (cell_len(shown) - 1)
    return "".join(row)


def _top(trace: Trace, stretch: Stretch) -> int:
    """The deepest node that was open during all the steps shown."""
    if trace.columns.log is not None:
        return 0
    event, node = event_at(trace, stretch.first)
    parent, end = trace.columns.parent, trace.columns.end
    if event is not Event.ENTERED and node > 0:
        node = int(parent[node])
    last = last_pruned_together(trace, stretch.last)
    while node > 0 and (end[node] <= last or trace.left(node) < stretch.last or end[node] == node + 1):
        node = int(parent[node])
    return node


def _moves(trace: Trace, stretch: Stretch, top: int) -> list[tuple[int, str]]:
    """The cell in which each move below a node begins, and its label; −1 for one that had begun before the first."""
    columns = trace.columns
    if columns.log is not None:
        return []  # a best-first search goes from move to move
    nodes = _met(trace, stretch.edges[:-1])
    nodes = np.unique(nodes[nodes > top])
    level = int(columns.ply[top]) + 1
    while len(deeper := np.flatnonzero(columns.ply[nodes] > level)):
        nodes[deeper] = columns.parent[nodes[deeper]]
        nodes = np.unique(nodes)
    found = []
    for node in nodes.tolist():
        step = trace.entered(node)
        found.append((stretch.cell(step) if step >= stretch.first else -1, clean(trace.label(node), LONGEST)))
    return found
