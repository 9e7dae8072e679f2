"""The tree as it is shown: which row is selected, what is open, what is left out, in which order, and where it begins.

Each method that is a key gives the empty string, or a notice that says why nothing happened.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from tracer.recording.columns import Bools, Ints
from tracer.recording.slices import Beat, unheard
from tui.model.explored import Explored
from tui.model.filters import Filters, Kinds, Sideways
from tui.model.kin import Shown
from tui.model.ordering import WAYS, Order, Sorting, by_visits, ways
from tui.model.rows import Rows

MASKS = 8
"""Answers of filters that are kept, each of one byte a node."""
PATH = 6
"""Moves of the path to the root of the rows that the title says at most."""
NOTHING_BELOW = "there is nothing below this node"


class Tree:
    """The keys of the tree.

    Attributes:
        filters: what is left out.
        sorting: how siblings stand.
        sideways: which plies are indented.
    """

    def __init__(self, explored: Explored) -> None:
        self._explored = explored
        self.filters = Filters()
        self.sorting = ways(explored.trace.columns)[0]
        self.sideways = Sideways()
        self._masks: dict[Kinds, Bools] = {}
        self._orders: dict[Sorting, Order] = {}

    @property
    def rows(self) -> Rows:
        """The rows of the tree."""
        return self._explored.rows

    @property
    def selected(self) -> int:
        """The selected node."""
        return self._explored.selected

    def _by(self, rows: int) -> str:
        before = self._explored.row
        self._explored.select_row(before + rows)
        if self._explored.row != before:
            return ""
        return "this is the last row" if rows > 0 else "this is the first row"

    def select_next(self) -> str:
        """Select the next row."""
        return self._by(1)

    def select_previous(self) -> str:
        """Select the previous row."""
        return self._by(-1)

    def page_down(self) -> str:
        """Select a row one page on."""
        return self._by(self._explored.page)

    def page_up(self) -> str:
        """Select a row one page back."""
        return self._by(-self._explored.page)

    def select_first(self) -> str:
        """Select the first row."""
        return self._explored.select_row(0)

    def select_last(self) -> str:
        """Select the last row."""
        return self._explored.select_row(len(self.rows) - 1)

    def expand_or_enter(self) -> str:
        """Expand the selected node; where it is expanded, select its first child."""
        if not self.rows.can_expand(self.selected):
            return self._nothing_below
        return "" if self.rows.expand(self.selected) else self.select_next()

    def collapse_or_leave(self) -> str:
        """Collapse the selected node; where that does nothing, select its parent, if it has a row."""
        if self.rows.can_expand(self.selected) and self.rows.collapse(self.selected):
            return ""
        if self.selected == 0:
            return "this is the root"
        if self.selected == self.rows.root:
            return "the tree is shown from this node on"
        return self._explored.select(int(self._explored.trace.columns.parent[self.selected]))

    def toggle(self) -> str:
        """Expand or collapse the selected node."""
        shows = self.rows.can_expand(self.selected)
        return "" if shows and self.rows.toggle(self.selected) else self._nothing_below

    @property
    def _nothing_below(self) -> str:
        hidden = self.rows.count_left_out(self.selected)
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
        line = self._explored.cursor.principal_variation()
        if len(line) == 1:
            return self._no_variation
        return "" if self.rows.reveal(self._nearest(line[-1])) else "the principal variation is expanded already"

    def _nearest(self, node: int) -> int:
        """The node, or the nearest node above it that no filter leaves out."""
        while not self.rows.is_shown(node):
            node = int(self._explored.trace.columns.parent[node])
        return node

    @property
    def _no_variation(self) -> str:
        if self.rows.can_expand(0):
            return "no move has a value yet at this step"
        return "the root has no moves" if len(self._explored.trace) == 1 else self._nothing_below

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
            self.rows.collapse_beside(self._nearest(self._explored.cursor.node)),
            "everything but the open path is collapsed already",
        )

    def follow(self) -> str:
        """Expand the principal variation and select its next node."""
        line = self._explored.cursor.principal_variation()
        if len(line) == 1:
            return self._no_variation
        end = self._explored.trace.columns.end
        known = max((place for place, node in enumerate(line) if node <= self.selected < end[node]), default=0)
        if known == len(line) - 1:
            return "the principal variation ends here"
        if not self.rows.is_shown(line[known + 1]):
            return f"the principal variation is left out from here on: {', '.join(self.filters.names)}"
        self.rows.reveal(self._nearest(line[-1]))
        return self._explored.select(line[known + 1])

    @property
    def titles(self) -> list[str]:
        """What is not as it was at the beginning, for the title of the tree."""
        found = [f"root: {self._path(self.rows.root)}"] if self.rows.root else []
        return [*found, *self.filters.names, *([] if self.sorting is self._ways[0] else [self.sorting.value])]

    def _path(self, node: int) -> str:
        trace, labels = self._explored.trace, deque[str]()
        while node > 0 and len(labels) < PATH:
            labels.appendleft(trace.label(node))
            node = int(trace.columns.parent[node])
        return "/".join(["…"] * (node > 0) + list(labels))

    def _kept(self, done: bool, why_not: str) -> str:
        """The selection moves to where there is a row."""
        self._explored.selected = self.rows.nearest_visible(self.selected)
        return "" if done else why_not

    def _filter(self, **changes: Any) -> str:
        return self._leave_out(replace(self.filters, **changes))

    def _leave_out(self, filters: Filters) -> str:
        return self._explored.later("leaving rows out", self._work(filters), partial(self._take, filters))

    def _work(self, filters: Filters) -> Callable[[Beat], Shown | None]:
        """What works out what filters let through."""
        rows, columns, mask = self.rows, self._explored.trace.columns, self._masks.get(filters.key)
        return lambda beat: rows.work_out(filters.mask(columns, beat) if mask is None else mask, beat)

    def _take(self, filters: Filters, shown: Shown | None) -> str:
        """Show what filters let through; the last few are kept, so that they are worked out once."""
        if len(self._masks) == MASKS:
            self._masks.clear()
        if shown is not None and filters.chosen is None:
            self._masks[filters.key] = shown.mask
        self.filters = filters
        self.rows.show_only(shown)
        if filters:
            return self._kept(True, "")
        return self._explored.select(self.selected)  # it may be inside what was collapsed before the filter

    def toggle_pruned(self) -> str:
        """Leave out pruned branches, or show them again."""
        if self._explored.trace.columns.visited_before[-1] == len(self._explored.trace):
            return "this search pruned no branch"
        return self._filter(pruned=not self.filters.pruned)

    def toggle_cutoffs(self) -> str:
        """Show only cutoffs, what refuted them, what they pruned and what is above; or everything again."""
        if not self._explored.trace.columns.cutoff.any():
            return "this search had no cutoffs"
        return self._filter(cutoffs=not self.filters.cutoffs)

    def toggle_deeper(self) -> str:
        """Leave out what is deeper than the selected node, or show it again."""
        if self.filters.plies is not None:
            return self._filter(plies=None)
        return self.limit(int(self._explored.trace.columns.ply[self.selected]))

    def limit(self, plies: int | None) -> str:
        """Leave out what is deeper than a ply; None shows every ply."""
        deepest = int(self._explored.trace.columns.ply.max())
        if plies is not None and plies >= deepest:
            return f"nothing is deeper than ply {deepest:,}"
        return self._filter(plies=plies)

    def show_only(self, mask: Bools | None, name: str = "") -> str:
        """Show only some nodes and what is above them; None shows the others again.

        Args:
            mask: for each node whether it is to be shown.
            name: what they are, for the title: `breakpoint hits`.
        """
        if mask is not None and not mask.any():
            return f"there are no {name}"
        return self._filter(chosen=mask, name=name)

    def toggle_only(self, nodes: Ints, name: str) -> str:
        """Show only some nodes and what is above them, or the others again where only some are shown."""
        if self.filters.chosen is not None:
            return self.show_only(None)
        mask = np.zeros(len(self._explored.trace), bool)
        mask[nodes] = True
        return self.show_only(mask, name)

    def show_all(self) -> str:
        """Show again what filters left out."""
        if not self.filters:
            return "nothing is left out"
        return self._leave_out(Filters())

    def reroot(self) -> str:
        """Show the selected node and what is below it, and nothing else."""
        if self.selected == self.rows.root:
            return "the tree is shown from this node on already"
        return "" if self.rows.reroot(self.selected) else "there is nothing below this node"

    def unroot(self) -> str:
        """Show the tree from the node before the last `reroot`."""
        return "" if self.rows.unroot() else "the tree is shown from its root on"

    def next_order(self) -> str:
        """Sort siblings by value, best for the mover first; by nodes; as searched; or by visits at the step in hand."""
        sorting, columns = self.sorting.following(self._ways), self._explored.trace.columns
        if sorting is Sorting.VISITS:
            self.sorting = sorting
            return self.follow_step()
        if sorting in self._orders:
            return self._arrange(sorting, self._orders[sorting])
        work, then = partial(WAYS[sorting], columns), partial(self._arrange, sorting)
        return self._explored.later("putting the moves in order", work, then)

    @property
    def _ways(self) -> list[Sorting]:
        return ways(self._explored.trace.columns)

    def follow_step(self) -> str:
        """Sort siblings by their visits at the step in hand, where they are sorted so."""
        if self.sorting is Sorting.VISITS:
            self.rows.arrange(by_visits(self._explored.trace.columns, self._explored.cursor.step))
        return ""

    def _arrange(self, sorting: Sorting, order: Order) -> str:
        self.sorting, self._orders[sorting] = sorting, order
        self.rows.arrange(order)
        return ""

    def shift_left(self) -> str:
        """Begin the indentation further up."""
        return "" if self._shift(-1) else "the indentation begins at the root"

    def shift_right(self) -> str:
        """Begin the indentation further down."""
        return "" if self._shift(1) else "no row is indented further"

    def _shift(self, by: int) -> bool:
        ply = self._explored.trace.columns.ply
        return self.sideways.shift(by, int(ply[self.rows.root]), int(ply.max()))

    def grow(self) -> None:
        """Take over a recording of the same search that has grown: the trace is the new one already."""
        columns = self._explored.trace.columns
        self._masks.clear()
        if self.sorting not in self._ways:
            self.sorting = Sorting.SEARCH
        by_step = self.sorting is Sorting.VISITS
        self._orders = {} if by_step else {self.sorting: WAYS[self.sorting](columns, unheard)}
        order = by_visits(columns, self._explored.cursor.step) if by_step else self._orders[self.sorting]
        self._explored.rows = self.rows.grow(columns.end, columns.ply, columns.parent, order)
        self._take(self.filters, self._work(self.filters)(unheard))
