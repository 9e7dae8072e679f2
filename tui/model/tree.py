"""The keys of the tree: moving through rows, opening and closing them.

Each method gives the empty string, or a notice that says why nothing happened.
"""

from __future__ import annotations

from tui.model.showing import Showing

NOTHING_BELOW = "there is nothing below this node"


class Folding(Showing):
    """The keys of the tree: those that move and fold, and those that say what is shown."""

    def _by(self, rows: int) -> str:
        before = self.browser.row
        self.browser.select_row(before + rows)
        if self.browser.row != before:
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
        return self._by(self.browser.page)

    def page_up(self) -> str:
        """Select a row one page back."""
        return self._by(-self.browser.page)

    def top(self) -> str:
        """Select the first row."""
        return self.browser.select_row(0)

    def bottom(self) -> str:
        """Select the last row."""
        return self.browser.select_row(len(self.rows) - 1)

    def right(self) -> str:
        """Expand the selected node; where it is expanded, select its first child."""
        if not self.rows.can_expand(self.selected):
            return self._nothing_below
        return "" if self.rows.expand(self.selected) else self.down()

    def left(self) -> str:
        """Collapse the selected node; where that does nothing, select its parent, if it has a row."""
        if self.rows.can_expand(self.selected) and self.rows.collapse(self.selected):
            return ""
        if self.selected == 0:
            return "this is the root"
        if self.selected == self.rows.root:
            return "the tree is shown from this node on"
        return self.browser.select(int(self.browser.trace.columns.parent[self.selected]))

    def toggle(self) -> str:
        """Expand or collapse the selected node."""
        shows = self.rows.can_expand(self.selected)
        return "" if shows and self.rows.toggle(self.selected) else self._nothing_below

    @property
    def _nothing_below(self) -> str:
        hidden = self.rows.left_out(self.selected)
        return f"what is below this node is left out: {', '.join(self.filters.names)}" if hidden else NOTHING_BELOW

    def expand_all(self) -> str:
        """Expand everything below the selected node."""
        return "" if self.rows.expand_all(self.selected) else "everything below this node is expanded already"

    def collapse_all(self) -> str:
        """Collapse everything below the root."""
        return self._kept(self.rows.collapse_all(), "everything is collapsed already")

    def expand_to(self, plies: int) -> str:
        """Show so many plies below the root, and nothing deeper."""
        some = "1 ply is" if plies == 1 else f"{plies} plies are"
        return self._kept(self.rows.expand_to(plies), f"{some} what is expanded already")

    def expand_variation(self) -> str:
        """Open the nodes of the principal variation."""
        line = self.browser.cursor.principal_variation()
        if len(line) == 1:
            return self._no_variation
        return "" if self.rows.reveal(self._nearest(line[-1])) else "the principal variation is expanded already"

    def _nearest(self, node: int) -> int:
        """The node, or the nearest node above it that no filter leaves out."""
        while not self.rows.is_shown(node):
            node = int(self.browser.trace.columns.parent[node])
        return node

    @property
    def _no_variation(self) -> str:
        if self.rows.can_expand(0):
            return "no move has a value yet at this step"
        return "the root has no moves" if len(self.browser.trace) == 1 else self._nothing_below

    def expand_chain(self) -> str:
        """Open the selected node, and those below it as long as there is exactly one child."""
        if not self.rows.can_expand(self.selected):
            return self._nothing_below
        return "" if self.rows.expand_chain(self.selected) else "no only child below this node is hidden"

    def collapse_siblings(self) -> str:
        """Collapse the selected node's siblings."""
        return "" if self.rows.collapse_siblings(self.selected) else "no sibling of this node is expanded"

    def collapse_beside(self) -> str:
        """Collapse everything but the path to the node of the current step."""
        return self._kept(
            self.rows.collapse_beside(self._nearest(self.browser.cursor.node)),
            "everything but the open path is collapsed already",
        )

    def follow(self) -> str:
        """Expand the principal variation and select its next node."""
        line = self.browser.cursor.principal_variation()
        if len(line) == 1:
            return self._no_variation
        end = self.browser.trace.columns.end
        known = max((place for place, node in enumerate(line) if node <= self.selected < end[node]), default=0)
        if known == len(line) - 1:
            return "the principal variation ends here"
        if not self.rows.is_shown(line[known + 1]):
            return f"the principal variation is left out from here on: {', '.join(self.filters.names)}"
        self.rows.reveal(self._nearest(line[-1]))
        return self.browser.select(line[known + 1])
