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
from tui.model.explorer_state import ExplorerState

MIN_SHOWN_STEPS = 16
"""Steps that the line shows at least."""
ZOOM_FACTOR = 2
"""How much shorter or longer one key makes it."""
HEIGHTS = "┄▁▂▃▄▅▆▇"
"""How much a cell of the line stands for, from nothing to the most."""
MARK_SIGNS = BEST, HIT, STOP, WRONG, KEPT = "★", "•", "●", "⚠", "⚑"
"""A new best move at the root, a hit of what was looked for, a breakpoint's, a finding, a bookmark."""
COUNT_SHADES = "░▒▓"
"""How many marks of one kind a cell stands for, from few to the most, where cells side by side have some."""
MAX_SEPARATE_MARKS = 2
"""Cells side by side in which marks of one kind are told one by one at most."""
MAX_LABEL_WIDTH = 40
"""Cells of a label or of a path on the scale."""


class MarkedSteps(NamedTuple):
    """What the line marks besides its heights. Steps ascend."""

    hits: Ints
    breakpoint_hits: Ints
    findings: Ints
    bookmarks: Ints


class ShownRange(NamedTuple):
    """A row of cells, and the steps that they show, both ends included."""

    first_step: int
    last_step: int
    cell_count: int

    def cell_of(self, step: int) -> int:
        """The cell of a step."""
        return (step - self.first_step) * (self.cell_count - 1) // max(self.last_step - self.first_step, 1)

    def step_at(self, cell: int) -> int:
        """The step that a cell leads to; the first and the last cell to the first and the last step."""
        clamped_cell = min(max(cell, 0), self.cell_count - 1)
        return self.first_step + round(clamped_cell * (self.last_step - self.first_step) / max(self.cell_count - 1, 1))

    @property
    def cell_edges(self) -> Ints:
        """By cell, its first step; one more for the end."""
        cells = np.arange(self.cell_count)
        edges = self.first_step - (-cells * max(self.last_step - self.first_step, 1) // max(self.cell_count - 1, 1))
        return np.append(edges, max(self.last_step + 1, int(edges[-1])))


class TimeScale:
    """Which part of a recording the line of time shows: all of it, or a stretch about the current step."""

    def __init__(self, explorer: ExplorerState) -> None:
        self._explorer = explorer
        self._zoomed_range: tuple[int, int] | None = None

    @property
    def is_whole(self) -> bool:
        """Whether the whole recording is shown."""
        return self._zoomed_range is None

    def shown_range(self, cell_count: int) -> ShownRange:
        """What so many cells show now. A line that is closer goes along with a step that leaves it."""
        cursor = self._explorer.cursor
        if self._zoomed_range is None:
            return ShownRange(0, cursor.last, cell_count)
        first_step, last_step = self._zoomed_range
        if not first_step <= cursor.step <= last_step <= cursor.last:
            self._show_range(last_step - first_step)
        first_step, last_step = (0, cursor.last) if self.is_whole else self._zoomed_range
        return ShownRange(first_step, last_step, cell_count)

    def _show_range(self, length: int, cursor_share: float = 0.5) -> None:
        """Show a stretch of this length, with the current step at a share of it, as far as the ends allow that."""
        cursor = self._explorer.cursor
        if length >= cursor.last:
            self._zoomed_range = None
            return
        first_step = min(max(cursor.step - round(cursor_share * length), 0), cursor.last - length)
        self._zoomed_range = first_step, first_step + length

    def zoom_in(self) -> str:
        """Show half of what is shown; the current step stays where it is on the line."""
        first_step, last_step, _ = self.shown_range(1)
        if last_step - first_step <= MIN_SHOWN_STEPS:
            return f"the line of time shows {last_step - first_step + 1} steps: closer it does not go"
        return self._zoom_to(max((last_step - first_step) // ZOOM_FACTOR, MIN_SHOWN_STEPS))

    def zoom_out(self) -> str:
        """Show twice as much; the current step stays where it is on the line."""
        if self.is_whole:
            return "the line of time shows the whole search"
        first_step, last_step, _ = self.shown_range(1)
        return self._zoom_to((last_step - first_step + 1) * ZOOM_FACTOR)

    def _zoom_to(self, length: int) -> str:
        first_step, last_step, _ = self.shown_range(1)
        self._show_range(length, (self._explorer.cursor.step - first_step) / max(last_step - first_step, 1))
        return ""


def draw_time_line(cursor: Cursor, shown_range: ShownRange, marked_steps: MarkedSteps) -> str:
    """The line of time without the place on it. O(cells · log n).

    Heights say how many cutoffs that skip a branch a cell stands for; where a search has none, how many leaves. Of many
    marks of one kind side by side the first is a sign, and the others shades of how many there are.
    """
    edges = shown_range.cell_edges
    pruning = cursor.pruning_steps
    counts = (
        _count_between(pruning, edges)
        if len(pruning)
        else np.diff(cursor.leaves_before[_last_met_nodes(cursor.trace, edges - 1) + 1])
    )
    heights = -(-counts * (len(HEIGHTS) - 1) // max(int(counts.max()), 1))
    line = np.array(list(HEIGHTS))[heights]
    best_changes = cursor.landmarks.best_changes
    mark_types, mark_shades = np.zeros(shown_range.cell_count, np.int8), np.zeros(shown_range.cell_count, np.int8)
    for mark_type, steps in enumerate((best_changes, *marked_steps), 1):
        mark_counts = _count_between(steps, edges)
        max_count = int(mark_counts.max())
        mark_types[mark_counts > 0] = mark_type
        mark_shades[mark_counts > 0] = (
            ((mark_counts[mark_counts > 0] - 1) * len(COUNT_SHADES) // max_count) if max_count > 1 else -1
        )
    for run in np.split(np.arange(shown_range.cell_count), np.flatnonzero(np.diff(mark_types)) + 1):
        if mark_type := int(mark_types[run[0]]):
            line[run] = MARK_SIGNS[mark_type - 1]
            if len(run) > MAX_SEPARATE_MARKS and mark_shades[run[0]] >= 0:
                line[run[1:]] = np.array(list(COUNT_SHADES))[mark_shades[run[1:]]]
    return "".join(line)


def _count_between(steps: Ints, cell_edges: Ints) -> Ints:
    return np.diff(np.searchsorted(steps, cell_edges))


def _last_met_nodes(trace: Trace, steps: Ints) -> Ints:
    """For each of some steps the largest id that was met by then; −1 before the first. O(steps · log n), vectorised."""
    low, high = np.full(len(steps), -1), np.full(len(steps), len(trace) - 1)
    while (open_ := low < high).any():
        middle = (low + high + 1) // 2
        is_entered = trace.columns.entered(np.maximum(middle, 0)) <= steps
        low, high = np.where(open_ & is_entered, middle, low), np.where(open_ & ~is_entered, middle - 1, high)
    return low


def draw_move_row(trace: Trace, shown_range: ShownRange) -> str:
    """The row below the line: where each move begins, and its label where there is room for it before the next.

    They are the moves at the root; where all that is shown lies below one node, the moves there, after its path.
    O(cells · log n + ply).
    """
    top_node = _open_top_node(trace, shown_range)
    path = clean("/".join(trace.node(top_node).path), MAX_LABEL_WIDTH)
    path_text = set_cell_size(path, min(cell_len(path), shown_range.cell_count // 2)) + "▸" if path else ""
    path_width = cell_len(path_text)
    row = [*path_text, *[""] * (path_width - len(path_text)), *" " * (shown_range.cell_count - path_width)]
    move_starts = _move_starts(trace, shown_range, top_node)
    next_cells = [*(cell for cell, _ in move_starts[1:]), shown_range.cell_count]
    for (cell, label), stop in zip(
        move_starts, next_cells, strict=False
    ):  # where no move begins there is one stop more
        first_cell = max(cell, path_width)
        sign = "╵" if cell == first_cell else "‹"
        label_text = sign + label if cell_len(label) < stop - first_cell else sign
        if stop > first_cell:
            row[first_cell : first_cell + cell_len(label_text)] = [label_text] + [""] * (cell_len(label_text) - 1)
    return "".join(row)


def _open_top_node(trace: Trace, shown_range: ShownRange) -> int:
    """The deepest node that was open during all the steps shown."""
    if trace.columns.log is not None:
        return 0
    event, node = event_at(trace, shown_range.first_step)
    parent, end = trace.columns.parent, trace.columns.end
    if event is not Event.ENTERED and node > 0:
        node = int(parent[node])
    last_met_node = last_pruned_together(trace, shown_range.last_step)
    while node > 0 and (
        end[node] <= last_met_node or trace.left(node) < shown_range.last_step or end[node] == node + 1
    ):
        node = int(parent[node])
    return node


def _move_starts(trace: Trace, shown_range: ShownRange, top_node: int) -> list[tuple[int, str]]:
    """The cell in which each move below a node begins, and its label; −1 for one that had begun before the first."""
    columns = trace.columns
    if columns.log is not None:
        return []  # a best-first search goes from move to move
    nodes = _last_met_nodes(trace, shown_range.cell_edges[:-1])
    nodes = np.unique(nodes[nodes > top_node])
    move_ply = int(columns.ply[top_node]) + 1
    while len(deeper := np.flatnonzero(columns.ply[nodes] > move_ply)):
        nodes[deeper] = columns.parent[nodes[deeper]]
        nodes = np.unique(nodes)
    move_starts = []
    for node in nodes.tolist():
        step = trace.entered(node)
        move_starts.append(
            (
                shown_range.cell_of(step) if step >= shown_range.first_step else -1,
                clean(trace.label(node), MAX_LABEL_WIDTH),
            )
        )
    return move_starts
