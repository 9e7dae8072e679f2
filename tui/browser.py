"""The explorer without a screen: what is shown, what is selected, where in time, and everything a key can do to that.

Each method that a key calls gives the empty string, or a notice that says why nothing happened.
"""

from __future__ import annotations

from tracer.text import number
from tracer.trace import Trace
from tui.cursor import Cursor, Phase
from tui.rows import Rows

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
    """

    def __init__(self, trace: Trace) -> None:
        columns = trace.columns
        self.trace = trace
        self.rows = Rows(columns.end, columns.ply, columns.parent)
        self.cursor = Cursor(trace)
        self.selected = 0
        self.page = 10
        self.shows_pruned = True
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

    def _by(self, rows: int) -> str:
        before = self.row
        self.select_row(before + rows)
        if self.row != before:
            return ""
        return "this is the last row" if rows > 0 else "this is the first row"

    def down(self) -> str:
        """Select the next row."""
        return self._by(1)

    def up(self) -> str:
        """Select the previous row."""
        return self._by(-1)

    def page_down(self) -> str:
        """Select a row one page on."""
        return self._by(self.page)

    def page_up(self) -> str:
        """Select a row one page back."""
        return self._by(-self.page)

    def top(self) -> str:
        """Select the first row."""
        return self.select_row(0)

    def bottom(self) -> str:
        """Select the last row."""
        return self.select_row(len(self.rows) - 1)

    def right(self) -> str:
        """Expand the selected node; where it is expanded, select its first child."""
        if self.rows.expand(self.selected):
            return ""
        return self.down() if self.rows.can_expand(self.selected) else "there is nothing below this node"

    def left(self) -> str:
        """Collapse the selected node; where that does nothing, select its parent."""
        if self.rows.can_expand(self.selected) and self.rows.collapse(self.selected):
            return ""
        above = int(self.trace.columns.parent[self.selected])
        return self.select(above) if above >= 0 else "this is the root"

    def toggle(self) -> str:
        """Expand or collapse the selected node."""
        return "" if self.rows.toggle(self.selected) else "there is nothing below this node"

    def expand_all(self) -> str:
        """Expand everything below the selected node."""
        return "" if self.rows.expand_all(self.selected) else "everything below this node is expanded already"

    def collapse_all(self) -> str:
        """Collapse everything below the root."""
        done = self.rows.collapse_all()
        self.selected = self.rows.visible(self.selected)
        return "" if done else "everything is collapsed already"

    def toggle_pruned(self) -> str:
        """Show or leave out pruned branches."""
        seen = self.trace.columns.visited_before
        if seen[-1] == len(self.trace):
            return "this search pruned nothing"
        self.shows_pruned = not self.shows_pruned
        self.rows.show_only(None if self.shows_pruned else seen)
        self.selected = self.rows.visible(self.selected)
        return ""

    def follow(self) -> str:
        """Expand the principal variation and select its next node."""
        line = self.cursor.principal_variation()
        if len(line) == 1:
            return "no move has a value yet at this step" if self.rows.can_expand(0) else "the root has no moves"
        end = self.trace.columns.end
        known = max((place for place, node in enumerate(line) if node <= self.selected < end[node]), default=0)
        self.rows.reveal(line[-1])
        on_it = line[known] == self.selected
        if on_it and known == len(line) - 1:
            return "the principal variation ends here"
        return self.select(line[known + 1])

    def now(self) -> str:
        """Select the node of the current step: where it is a cutoff, the node that was cut."""
        cut = self.cursor.cut_node
        return self.select(self.cursor.node if cut is None else cut)

    def _moved(self, moved: bool, why_not: str) -> str:
        return self.now() if moved else why_not

    def forward(self) -> str:
        """One step on."""
        return self._moved(self.cursor.forward(), "the recording ends here; 0 goes to its start")

    def back(self) -> str:
        """One step back."""
        return self._moved(self.cursor.back(), "the recording starts here")

    def over(self) -> str:
        """Skip what is below the node just entered."""
        return self._moved(self.cursor.over(), "the recording ends here; 0 goes to its start")

    def out(self) -> str:
        """Go to the return of the node above."""
        return self._moved(self.cursor.out(), "there is no node above to return to")

    def next_cutoff(self) -> str:
        """Go to the next cutoff."""
        return self._moved(self.cursor.next_cutoff(), self._no_cutoff("after"))

    def previous_cutoff(self) -> str:
        """Go to the previous cutoff."""
        return self._moved(self.cursor.previous_cutoff(), self._no_cutoff("before"))

    def _no_cutoff(self, where: str) -> str:
        return f"no cutoff {where} this step" if len(self.cursor.cutoff_steps) else "this search had no cutoffs"

    def start(self) -> str:
        """Go to the first step."""
        return self._moved(self.cursor.start(), "the recording starts here")

    def finish(self) -> str:
        """Go to the last step."""
        return self._moved(self.cursor.finish(), "the recording ends here")

    def visit(self) -> str:
        """Set the time to the step at which the selected node was entered, or pruned."""
        return "" if self.cursor.visit(self.selected) else "this is the step at which it was met"

    def go_to_step(self, step: int) -> str:
        """Go to a step."""
        return self._moved(self.cursor.go(step), f"this is step {step:,}")

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
