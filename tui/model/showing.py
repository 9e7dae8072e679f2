"""What the tree shows: what is left out, from which node on, in which order, and at which ply indentation begins.

Each method that is a key gives the empty string, or a notice that says why nothing happened.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tracer.recording.columns import Bools
from tui.model.filters import Filters
from tui.model.ordering import Order, by_value
from tui.model.rows import Rows
from tui.model.sideways import Sideways

if TYPE_CHECKING:
    from tui.model.browser import Browser

MASKS = 8
"""Answers of filters that are kept, each of one byte a node."""
PATH = 6
"""Moves of the path to the root of the rows that the title says at most."""


class Showing:
    """What is shown of a browser's tree.

    Attributes:
        filters: what is left out.
        sorted: siblings stand by value and not in the order of the search.
        sideways: which plies are indented.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.filters = Filters()
        self.sorted = False
        self.sideways = Sideways()
        self._masks: dict[tuple[bool, bool, int | None], Bools | None] = {}
        self._by_value: Order | None = None

    @property
    def rows(self) -> Rows:
        """The rows of the tree."""
        return self.browser.rows

    @property
    def selected(self) -> int:
        """The selected node."""
        return self.browser.selected

    @property
    def titles(self) -> list[str]:
        """What is not as it was at the beginning, for the title of the tree."""
        found = [f"root: {self._path(self.rows.root)}"] if self.rows.root else []
        return [*found, *self.filters.names, *(["by value"] if self.sorted else [])]

    def _path(self, node: int) -> str:
        trace, labels = self.browser.trace, deque[str]()
        while node > 0 and len(labels) < PATH:
            labels.appendleft(trace.label(node))
            node = int(trace.columns.parent[node])
        return "/".join(["…"] * (node > 0) + list(labels))

    def _kept(self, done: bool, why_not: str) -> str:
        """The selection moves to where there is a row."""
        self.browser.selected = self.rows.visible(self.selected)
        return "" if done else why_not

    def _filter(self, **changes: Any) -> str:
        self.filters = replace(self.filters, **changes)
        self.rows.show_only(self._shown)
        return self._kept(True, "")

    @property
    def _shown(self) -> Bools | None:
        """What the filters let through; the last few answers are kept, so that a filter is worked out once."""
        filters, columns = self.filters, self.browser.trace.columns
        if filters.chosen is not None:
            return filters.shown(columns)
        key = (filters.pruned, filters.cutoffs, filters.plies)
        if key not in self._masks:
            if len(self._masks) == MASKS:
                self._masks.clear()
            self._masks[key] = filters.shown(columns)
        return self._masks[key]

    def toggle_pruned(self) -> str:
        """Leave out pruned branches, or show them again."""
        if self.browser.trace.columns.visited_before[-1] == len(self.browser.trace):
            return "this search pruned nothing"
        return self._filter(pruned=not self.filters.pruned)

    def toggle_cutoffs(self) -> str:
        """Show only cutoffs, what refuted them, what they pruned and what is above; or everything again."""
        if not self.browser.trace.columns.cutoff.any():
            return "this search had no cutoffs"
        return self._filter(cutoffs=not self.filters.cutoffs)

    def toggle_deeper(self) -> str:
        """Leave out what is deeper than the selected node, or show it again."""
        if self.filters.plies is not None:
            return self._filter(plies=None)
        return self.limit(int(self.browser.trace.columns.ply[self.selected]))

    def limit(self, plies: int | None) -> str:
        """Leave out what is deeper than a ply; None shows every ply."""
        deepest = int(self.browser.trace.columns.ply.max())
        if plies is not None and plies >= deepest:
            return f"nothing is deeper than ply {deepest:,}"
        return self._filter(plies=plies)

    def only(self, mask: Bools | None, name: str = "") -> str:
        """Show only some nodes and what is above them; None shows the others again.

        Args:
            mask: for each node whether it is to be shown.
            name: what they are, for the title: `breakpoint hits`.
        """
        if mask is not None and not mask.any():
            return f"there are no {name}"
        return self._filter(chosen=mask, name=name)

    def show_all(self) -> str:
        """Show again what filters left out."""
        if not self.filters:
            return "nothing is left out"
        self.filters = Filters()
        return self._filter()

    def reroot(self) -> str:
        """Show the selected node and what is below it, and nothing else."""
        if self.selected == self.rows.root:
            return "the tree is shown from this node on already"
        return "" if self.rows.reroot(self.selected) else "there is nothing below this node"

    def unroot(self) -> str:
        """Show the tree from the node before the last `reroot`."""
        return "" if self.rows.unroot() else "the tree is shown from its root on"

    def toggle_sorted(self) -> str:
        """Sort siblings by value, best for the player who chooses first; or by the order of the search again."""
        self.sorted = not self.sorted
        self.rows.arrange(self._order)
        return ""

    @property
    def _order(self) -> Order:
        columns = self.browser.trace.columns
        if not self.sorted:
            return Order(columns.end)
        if self._by_value is None:
            self._by_value = by_value(columns)
        return self._by_value

    def shift_left(self) -> str:
        """Begin the indentation further up."""
        return "" if self._shift(-1) else "the indentation begins at the root"

    def shift_right(self) -> str:
        """Begin the indentation further down."""
        return "" if self._shift(1) else "no row is indented further"

    def _shift(self, by: int) -> bool:
        ply = self.browser.trace.columns.ply
        return self.sideways.shift(by, int(ply[self.rows.root]), int(ply.max()))

    def grow(self) -> None:
        """Take over a recording of the same search that has grown: the browser's trace is the new one already."""
        columns = self.browser.trace.columns
        self._masks.clear()
        self._by_value = None
        self.browser.rows = self.rows.grown(columns.end, columns.ply, columns.parent, self._order)
        self._filter()
