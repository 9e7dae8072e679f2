"""What the tree shows: moving through rows, opening and closing them, leaving nodes out.

Each method gives the empty string, or a notice that says why nothing happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.browser import Browser


class Folding:
    """The keys of the tree."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

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
        return self.browser.select_row(len(self.browser.rows) - 1)

    def right(self) -> str:
        """Expand the selected node; where it is expanded, select its first child."""
        if self.browser.rows.expand(self.browser.selected):
            return ""
        return (
            self.down() if self.browser.rows.can_expand(self.browser.selected) else "there is nothing below this node"
        )

    def left(self) -> str:
        """Collapse the selected node; where that does nothing, select its parent."""
        if self.browser.rows.can_expand(self.browser.selected) and self.browser.rows.collapse(self.browser.selected):
            return ""
        above = int(self.browser.trace.columns.parent[self.browser.selected])
        return self.browser.select(above) if above >= 0 else "this is the root"

    def toggle(self) -> str:
        """Expand or collapse the selected node."""
        return "" if self.browser.rows.toggle(self.browser.selected) else "there is nothing below this node"

    def expand_all(self) -> str:
        """Expand everything below the selected node."""
        return (
            ""
            if self.browser.rows.expand_all(self.browser.selected)
            else "everything below this node is expanded already"
        )

    def collapse_all(self) -> str:
        """Collapse everything below the root."""
        done = self.browser.rows.collapse_all()
        self.browser.selected = self.browser.rows.visible(self.browser.selected)
        return "" if done else "everything is collapsed already"

    def toggle_pruned(self) -> str:
        """Show or leave out pruned branches."""
        seen = self.browser.trace.columns.visited_before
        if seen[-1] == len(self.browser.trace):
            return "this search pruned nothing"
        self.browser.shows_pruned = not self.browser.shows_pruned
        self.browser.rows.show_only(None if self.browser.shows_pruned else seen)
        self.browser.selected = self.browser.rows.visible(self.browser.selected)
        return ""

    def follow(self) -> str:
        """Expand the principal variation and select its next node."""
        line = self.browser.cursor.principal_variation()
        if len(line) == 1:
            return (
                "no move has a value yet at this step" if self.browser.rows.can_expand(0) else "the root has no moves"
            )
        end = self.browser.trace.columns.end
        known = max((place for place, node in enumerate(line) if node <= self.browser.selected < end[node]), default=0)
        self.browser.rows.reveal(line[-1])
        on_it = line[known] == self.browser.selected
        if on_it and known == len(line) - 1:
            return "the principal variation ends here"
        return self.browser.select(line[known + 1])
