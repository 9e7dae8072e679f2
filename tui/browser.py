"""The explorer without a screen: what is shown, what is selected, and where in time."""

from __future__ import annotations

from tracer.moments import Phase
from tracer.text import number
from tracer.trace import Trace
from tui.cursor import Cursor
from tui.folding import Folding
from tui.rows import Rows
from tui.travel import Travel

SMALL = 40
"""A tree of so many nodes opens with everything expanded: it can be read at a glance."""


class Browser:
    """A trace being explored.

    Attributes:
        trace: the recording.
        rows: which node stands in which row.
        cursor: the place in time.
        selected: the node that the panels describe; it always has a row.
        page: how many rows the screen holds.
        tree: the keys of the tree.
        time: the keys of time.
    """

    def __init__(self, trace: Trace) -> None:
        columns = trace.columns
        self.trace = trace
        self.rows = Rows(columns.end, columns.ply, columns.parent)
        self.cursor = Cursor(trace)
        self.selected = 0
        self.page = 10
        self.shows_pruned = True
        self.tree, self.time = Folding(self), Travel(self)
        if len(trace) <= SMALL:
            self.rows.expand_all(0)

    @property
    def row(self) -> int:
        """The row of the selected node."""
        return self.rows.row(self.selected)

    def select(self, node: int) -> str:
        """Select a node, opening what hides it; a branch that is left out gives way to its parent."""
        while not self.rows.is_shown(node):
            node = int(self.trace.columns.parent[node])
        self.rows.reveal(node)
        self.selected = node
        return ""

    def select_row(self, row: int) -> str:
        """Select what stands in a row, or in the nearest row there is."""
        self.selected = self.rows.node(min(max(row, 0), len(self.rows) - 1))
        return ""

    def value_text(self, node: int) -> str:
        """A node's value at this step with what it says of the true one, as a row shows it."""
        phase = self.cursor.phase(node)
        if phase is Phase.RETURNED:
            bound = self.trace.bound(node)
            return f"{'?' if bound is None else bound.sign} {number(float(self.trace.columns.value[node]))}"
        if phase is Phase.OPEN:
            best = self.cursor.frame(node).best
            return "…" if best is None else f"… {number(best)}"
        return "·" if phase is Phase.AHEAD else ""
