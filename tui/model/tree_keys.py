"""The tree as it is shown: which row is selected, what is open, what is left out, in which order, and where it begins.

Each method that is a key gives the empty string, or a notice that says why nothing happened.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial, partialmethod
from typing import Any

import numpy as np

from tracer.recording.columns import Bools, Ints
from tracer.recording.slices import Beat, unheard
from tui.model.explorer_state import ExplorerState
from tui.model.row_order import ORDER_MAKERS, Filters, Order, ShownNodes, Sorting, available_sortings, order_by_visits
from tui.model.tree_rows import Rows

MAX_PATH_MOVES = 6
"""Moves of the path to the root of the rows that the title says at most."""
NOTHING_BELOW, NOTHING_BESIDE = "there is nothing below this node", "nothing stands beside this node here"


class IndentedPlies:
    """A window of plies. It follows the selected row, and keys move it.

    Attributes:
        first_ply: the ply at which indentation begins.
        ply_count: how many plies can be indented, the first not counted.
        gutter_plies: how many of them are given up to the mark of the rows further left, where there are such.
    """

    def __init__(self) -> None:
        self.first_ply, self.ply_count, self.gutter_plies = 0, 8, 0
        self._followed_key: object = None

    def last_ply(self, root_ply: int) -> int:
        """The deepest ply that is indented, if the first row has the given ply."""
        return self.first_ply + self.ply_count - (self.gutter_plies if self.first_ply > root_ply else 0)

    def bring_into_range(self, ply: int, root_ply: int, key: object) -> None:
        """Bring a ply into the window, not left of the root's, once for each key: it can be moved away by hand."""
        if key == self._followed_key:
            return
        self._followed_key = key
        self.first_ply = max(self.first_ply, root_ply)
        if ply <= root_ply + self.ply_count:
            self.first_ply = root_ply  # all plies above it have room
        # The row's own parent stays in sight too, where there is one.
        elif not self.first_ply + (self.first_ply > root_ply) <= ply <= self.last_ply(root_ply):
            self.first_ply = max(root_ply, ply - self._half_range)

    @property
    def _half_range(self) -> int:
        return max((self.ply_count - self.gutter_plies) // 2, 1)

    def shift_by_half(self, direction: int, root_ply: int, deepest_ply: int) -> bool:
        """Move the window by half its width to the left (−1) or to the right (+1); False where it ends there."""
        max_first_ply = (
            root_ply
            if deepest_ply <= root_ply + self.ply_count
            else deepest_ply - max(self.ply_count - self.gutter_plies, 0)
        )
        shifted_first = max(root_ply, min(self.first_ply + direction * self._half_range, max_first_ply))
        has_moved = shifted_first != self.first_ply
        self.first_ply = shifted_first
        return has_moved


class TreeKeys:
    """The keys of the tree: what is left out, how siblings stand, and which plies are indented."""

    def __init__(self, explorer: ExplorerState) -> None:
        self._explorer = explorer
        self.filters = Filters()
        self.sorting = available_sortings(explorer.trace.columns)[0]
        self.indented_plies = IndentedPlies()
        self._orders: dict[Sorting, Order] = {}

    @property
    def rows(self) -> Rows:
        """The rows of the tree."""
        return self._explorer.rows

    @property
    def selected(self) -> int:
        """The selected node."""
        return self._explorer.selected

    def _select_by_rows(self, rows: int) -> str:
        earlier_row = self._explorer.selected_row
        self._explorer.select_row(earlier_row + rows)
        if self._explorer.selected_row != earlier_row:
            return ""
        return "this is the last row" if rows > 0 else "this is the first row"

    select_next = partialmethod(_select_by_rows, 1)
    select_previous = partialmethod(_select_by_rows, -1)

    def _select_by_pages(self, pages: int) -> str:
        return self._select_by_rows(pages * self._explorer.page_height)

    page_down = partialmethod(_select_by_pages, 1)
    page_up = partialmethod(_select_by_pages, -1)

    def select_first(self) -> str:
        """Select the first row."""
        return self._explorer.select_row(0)

    def select_last(self) -> str:
        """Select the last row."""
        return self._explorer.select_row(len(self.rows) - 1)

    def expand_or_enter(self) -> str:
        """Expand the selected node; where it is expanded, select its first child."""
        if not self.rows.can_expand(self.selected):
            return self._nothing_below
        return "" if self.rows.expand(self.selected) else self.select_next()

    def collapse_or_leave(self) -> str:
        """Collapse the selected node; where that does nothing, select its parent, if it has a row."""
        if self.rows.can_expand(self.selected) and self.rows.collapse(self.selected):
            return ""
        return self.select_parent()

    def select_parent(self) -> str:
        """Select the parent, if it has a row."""
        if self.selected == self.rows.root:
            return "the tree is shown from this node on" if self.selected else "this is the root"
        return self._explorer.select(int(self._explorer.trace.columns.parent[self.selected]))

    def toggle(self) -> str:
        """Expand or collapse the selected node."""
        can_expand = self.rows.can_expand(self.selected)
        return "" if can_expand and self.rows.toggle(self.selected) else self._nothing_below

    @property
    def _nothing_below(self) -> str:
        hidden_count = self.rows.count_left_out(self.selected)
        if hidden_count:
            return f"what is below this node is left out: {', '.join(self.filters.descriptions)}"
        return NOTHING_BELOW

    def expand_all(self) -> str:
        """Expand everything below the selected node."""
        return "" if self.rows.expand_all(self.selected) else "everything below this node is expanded already"

    def collapse_all(self) -> str:
        """Collapse everything below the root."""
        return self._select_visible(self.rows.collapse_all(), "everything is collapsed already")

    def expand_to(self, plies: int) -> str:
        """Show so many plies below the root, and nothing deeper."""
        plies_text = "1 ply is" if plies == 1 else f"{plies} plies are"
        return self._select_visible(self.rows.expand_to(plies), f"{plies_text} what is expanded already")

    def expand_variation(self) -> str:
        """Open the nodes of the principal variation."""
        variation = self._explorer.cursor.principal_variation()
        if len(variation) == 1:
            return self._no_variation
        if self.rows.reveal_node(self._explorer.nearest_shown(variation[-1])):
            return ""
        return "the principal variation is expanded already"

    @property
    def _no_variation(self) -> str:
        if self.rows.can_expand(0):
            return "no move has a value yet at this step"
        return "the root has no moves" if len(self._explorer.trace) == 1 else self._nothing_below

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
        return self._select_visible(
            self.rows.collapse_all_but(self._explorer.nearest_shown(self._explorer.cursor.node)),
            "everything but the open path is collapsed already",
        )

    def follow(self) -> str:
        """Expand the principal variation and select its next node."""
        variation = self._explorer.cursor.principal_variation()
        if len(variation) == 1:
            return self._no_variation
        end = self._explorer.trace.columns.end
        variation_index = max(
            (index for index, node in enumerate(variation) if node <= self.selected < end[node]), default=0
        )
        if variation_index == len(variation) - 1:
            return "the principal variation ends here"
        if not self.rows.is_shown(variation[variation_index + 1]):
            return f"the principal variation is left out from here on: {', '.join(self.filters.descriptions)}"
        self.rows.reveal_node(self._explorer.nearest_shown(variation[-1]))
        return self._explorer.select(variation[variation_index + 1])

    @property
    def title_notes(self) -> list[str]:
        """What is not as it was at the beginning, for the title of the tree."""
        notes = [f"root: {self._path(self.rows.root)}"] if self.rows.root else []
        return [
            *notes,
            *self.filters.descriptions,
            *([] if self.sorting is self._sortings[0] else [self.sorting.value]),
        ]

    def _path(self, node: int) -> str:
        trace, labels = self._explorer.trace, deque[str]()
        while node > 0 and len(labels) < MAX_PATH_MOVES:
            labels.appendleft(trace.label(node))
            node = int(trace.columns.parent[node])
        return "/".join(["…"] * (node > 0) + list(labels))

    def _select_visible(self, has_changed: bool, refusal: str) -> str:
        """The selection moves to where there is a row."""
        self._explorer.selected = self.rows.nearest_visible(self.selected)
        return "" if has_changed else refusal

    def _change_filters(self, **changes: Any) -> str:
        return self._apply_filters(replace(self.filters, **changes))

    def _apply_filters(self, filters: Filters) -> str:
        return self._explorer.schedule(
            "leaving rows out", self._filter_rows_with(filters), partial(self._show_filtered, filters)
        )

    def _filter_rows_with(self, filters: Filters) -> Callable[[Beat], ShownNodes]:
        rows, columns = self.rows, self._explorer.trace.columns
        return lambda beat: rows.filter_rows(filters.mask(columns, beat), beat)

    def _show_filtered(self, filters: Filters, shown: ShownNodes) -> str:
        self.filters = filters
        self.rows.apply_filter(shown)
        if filters:
            return self._select_visible(True, "")
        return self._explorer.select(self.selected)  # it may be inside what was collapsed before the filter

    def toggle_pruned(self) -> str:
        """Leave out pruned branches, or show them again."""
        if self._explorer.trace.columns.visited == len(self._explorer.trace):
            return "this search pruned no branch"
        return self._change_filters(hides_pruned=not self.filters.hides_pruned)

    def toggle_cutoffs(self) -> str:
        """Show only cutoffs, what refuted them, what they pruned and what is above; or everything again."""
        if not self._explorer.trace.columns.cutoff.any():
            return "this search had no cutoffs"
        return self._change_filters(only_cutoffs=not self.filters.only_cutoffs)

    def toggle_deeper(self) -> str:
        """Leave out what is deeper than the selected node, or show it again."""
        if self.filters.max_ply is not None:
            return self._change_filters(max_ply=None)
        return self.limit_plies(int(self._explorer.trace.columns.ply[self.selected]))

    def limit_plies(self, max_ply: int | None) -> str:
        """Leave out what is deeper than a ply; None shows every ply."""
        deepest_ply = int(self._explorer.trace.columns.ply.max())
        if max_ply is not None and max_ply >= deepest_ply:
            return f"nothing is deeper than ply {deepest_ply:,}"
        return self._change_filters(max_ply=max_ply)

    def show_only_nodes(self, mask: Bools | None, name: str = "") -> str:
        """Show only the nodes of a mask, named for the title, and what is above them; None shows all again."""
        if mask is not None and not mask.any():
            return f"there are no {name}"
        return self._change_filters(chosen_nodes=mask, chosen_name=name)

    def toggle_only_nodes(self, nodes: Ints, name: str) -> str:
        """Show only some nodes and what is above them, or the others again where only some are shown."""
        if self.filters.chosen_nodes is not None:
            return self.show_only_nodes(None)
        mask = np.zeros(len(self._explorer.trace), bool)
        mask[nodes] = True
        return self.show_only_nodes(mask, name)

    def show_all(self) -> str:
        """Show again what filters left out."""
        if not self.filters:
            return "nothing is left out"
        return self._apply_filters(Filters())

    def reroot(self) -> str:
        """Show the selected node and what is below it, and nothing else."""
        if self.selected == self.rows.root:
            return "the tree is shown from this node on already"
        return "" if self.rows.show_below(self.selected) else NOTHING_BELOW

    def unroot(self) -> str:
        """Show the tree from the node before the last `reroot`."""
        return "" if self.rows.show_previous_root() else "the tree is shown from its root on"

    def next_order(self) -> str:
        """Sort siblings by value, best for the mover first; by nodes; as searched; or by visits at the step in hand."""
        sortings, columns = self._sortings, self._explorer.trace.columns
        sorting = sortings[(sortings.index(self.sorting) + 1) % len(sortings)]
        if sorting is Sorting.VISITS:
            self.sorting = sorting
            return self.sort_by_step()
        if sorting in self._orders:
            return self._set_order(sorting, self._orders[sorting])
        make_order, set_order = partial(ORDER_MAKERS[sorting], columns), partial(self._set_order, sorting)
        return self._explorer.schedule("putting the moves in order", make_order, set_order)

    @property
    def _sortings(self) -> list[Sorting]:
        return available_sortings(self._explorer.trace.columns)

    def sort_by_step(self) -> str:
        """Sort siblings by their visits at the step in hand, where they are sorted so."""
        if self.sorting is Sorting.VISITS:
            self.rows.set_order(order_by_visits(self._explorer.trace.columns, self._explorer.cursor.step))
        return ""

    def _set_order(self, sorting: Sorting, order: Order) -> str:
        self.sorting, self._orders[sorting] = sorting, order
        self.rows.set_order(order)
        return ""

    def _shift_indentation(self, direction: int, refusal: str) -> str:
        ply = self._explorer.trace.columns.ply
        has_moved = self.indented_plies.shift_by_half(direction, int(ply[self.rows.root]), int(ply.max()))
        return "" if has_moved else refusal

    shift_left = partialmethod(_shift_indentation, -1, "the indentation begins at the root")
    shift_right = partialmethod(_shift_indentation, 1, "no row is indented further")

    def extend_rows(self) -> None:
        """Take over a recording of the same search that has grown: the trace is the new one already."""
        columns = self._explorer.trace.columns
        if self.sorting not in self._sortings:
            self.sorting = Sorting.SEARCH
        is_by_visits = self.sorting is Sorting.VISITS
        self._orders = {} if is_by_visits else {self.sorting: ORDER_MAKERS[self.sorting](columns, unheard)}
        order = order_by_visits(columns, self._explorer.cursor.step) if is_by_visits else self._orders[self.sorting]
        self._explorer.rows = self.rows.extended(columns, order)
        self._show_filtered(self.filters, self._filter_rows_with(self.filters)(unheard))
