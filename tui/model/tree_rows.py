"""Which node stands in which row of a tree that is partly collapsed, filtered, sorted, and seen from one of its nodes.

A flag says of each node whether it is collapsed. Rows follow from the outermost collapsed slots: there is never a list
of rows, and a row is found by bisection.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracer.recording.columns import Bools, Columns, Ints
from tracer.recording.slices import Beat, unheard
from tracer.recording.tree_shape import prefix_sums
from tui.model.row_order import NO_SLOTS, Frontier, Order, Relatives


class FilterResult(NamedTuple):
    """What a filter lets through."""

    is_shown: Bools
    """By node: whether it is shown."""
    shown_before: Ints
    """By slot, and for the end: how many before it are shown."""
    hidden_below: Ints
    """By node: how many are left out below it, beyond its children that are shown."""
    order: Order
    """The order of the slots."""


class Folding(NamedTuple):
    """What is open in a tree view, to be found again."""

    is_collapsed: Bools
    """By node."""
    frontier: Frontier
    """The rows that follow from it."""
    roots: tuple[int, ...]
    """The nodes from which on the tree was shown, the last of them now."""


class Rows:
    """The rows of a tree view. The root starts open with its children collapsed."""

    def __init__(self, columns: Columns, order: Order | None = None) -> None:
        self._subtree_end, self._ply, self._parent = columns.end, columns.ply, columns.parent
        self._order = order or Order(columns.end)
        self._filter_result: FilterResult | None = None
        self._is_collapsed = self._has_children()
        self._is_collapsed[0] = False
        self._unfiltered: Bools | None = None
        """What was collapsed before a filter left nodes out; None while none does."""
        self._root_stack = [0]
        self._find_frontier()

    def _has_children(self) -> Bools:
        return self._subtree_end > np.arange(1, len(self._subtree_end) + 1)

    def _find_frontier(self) -> None:
        """Work the rows out anew. O(n), vectorised."""
        if self._filter_result is not None and self._filter_result.order is not self._order:
            self._filter_result = self.filter_rows(self._filter_result.is_shown)
        shown_before = None if self._filter_result is None else self._filter_result.shown_before
        self._frontier = Frontier(self._order.subtree_end, shown_before, self._collapsed_slots(0))

    def _collapsed_slots(self, node: int) -> Ints:
        """The outermost collapsed slots of a subtree, its top included. O(nodes below), vectorised."""
        nodes = node + np.flatnonzero(self._is_collapsed[node : self._subtree_end[node]])
        if len(nodes) > 1:
            earlier_end = np.maximum.accumulate(self._subtree_end[nodes])[:-1]
            nodes = nodes[np.append(True, nodes[1:] >= earlier_end)]
        return self._order.find_slots(nodes)

    def __len__(self) -> int:
        root_slot = self._order.find_slot(self.root)
        return self._frontier.row_of(int(self._order.subtree_end[root_slot])) - self._frontier.row_of(root_slot)

    @property
    def collapsed_nodes(self) -> Ints:
        """The outermost collapsed nodes, in the order of the rows."""
        return self._order.find_nodes(self._frontier.collapsed_slots)

    @property
    def folding(self) -> Folding:
        """What is open. O(n), a copy."""
        return Folding(self._is_collapsed.copy(), self._frontier, tuple(self._root_stack))

    def restore_folding(self, folding: Folding) -> None:
        """Open and collapse as it was; nothing where the rows have been put into another order since."""
        is_same_order = folding.frontier.subtree_end is self._order.subtree_end
        if len(folding.is_collapsed) != len(self._is_collapsed) or not (is_same_order or self._order.is_of_one_step):
            return
        self._is_collapsed, self._root_stack = folding.is_collapsed.copy(), list(folding.roots)
        if is_same_order and folding.frontier.shown_before is self._frontier.shown_before:
            self._frontier = folding.frontier
        else:
            self._find_frontier()
        self._leave_hidden_roots()

    def _leave_hidden_roots(self) -> None:
        while not self.is_shown(self.root) and self.show_previous_root():
            pass

    @property
    def visible_nodes(self) -> Ints:
        """The nodes that have rows, in the order of the rows. O(n), vectorised."""
        return self._order.find_nodes(self._frontier.visible_slots(self._order.find_slot(self.root)))

    @property
    def root(self) -> int:
        """The node of the first row."""
        return self._root_stack[-1]

    @property
    def relatives(self) -> Relatives:
        """Who stands beside and below a node, folded or not."""
        return Relatives(self._order, self._frontier, self._parent)

    def show_below(self, node: int) -> bool:
        """Show a node that has a row, and what is below it, and nothing else; False where there is nothing below."""
        if node == self.root or not self.can_expand(node):
            return False
        self._root_stack.append(node)
        self.expand(node)
        return True

    def show_previous_root(self) -> bool:
        """Go back to the root before; False at the root of the tree."""
        if len(self._root_stack) > 1:
            self._root_stack.pop()
            return True
        return False

    def _is_below_root(self, node: int) -> bool:
        return self.root <= node < int(self._subtree_end[self.root])

    def _unroot_to(self, node: int) -> bool:
        """Go back to the nearest root that a node is below; False where it is already."""
        has_left_root = False
        while not self._is_below_root(node):
            has_left_root = self.show_previous_root()
        return has_left_root

    def filter_rows(self, is_shown: Bools | None, report_progress: Beat = unheard) -> FilterResult | None:
        """What follows from a filter, in any thread; None where all is shown. O(n), vectorised."""
        if is_shown is None:
            return None
        is_shown_by_slot = is_shown if self._order.node_at is None else is_shown[self._order.node_at]
        shown_before = prefix_sums(is_shown_by_slot, self._subtree_end.dtype)
        report_progress(1, 2)
        hidden = np.flatnonzero(~is_shown)
        hidden_below = np.bincount(self._parent[hidden], self._subtree_end[hidden] - hidden, minlength=len(is_shown))
        return FilterResult(is_shown, shown_before, hidden_below.astype(self._subtree_end.dtype), self._order)

    def apply_filter(self, filter_result: FilterResult | None) -> None:
        """Leave nodes out, or show all again, collapsed as they were before some were left out."""
        if filter_result is None and self._unfiltered is not None:
            self._is_collapsed, self._unfiltered = self._unfiltered, None
        elif filter_result is not None and self._unfiltered is None:
            self._unfiltered = self._is_collapsed.copy()
        self._filter_result = filter_result
        self._find_frontier()
        self._leave_hidden_roots()

    def set_order(self, order: Order) -> None:
        """Put the rows into another order; what was collapsed stays so. O(n), vectorised."""
        self._order = order
        self._find_frontier()

    def is_shown(self, node: int) -> bool:
        """Whether the filter lets a node through; it may still be inside a collapsed one."""
        return self._filter_result is None or bool(self._filter_result.is_shown[node])

    def count_left_out(self, node: int) -> int:
        """How many nodes the filter leaves out below a node, beyond its children that are shown."""
        return 0 if self._filter_result is None else int(self._filter_result.hidden_below[node])

    def count_below(self, node: int) -> int:
        """How many nodes below it would have rows, all expanded."""
        slot = self._order.find_slot(node)
        return self._frontier.count_before(int(self._order.subtree_end[slot])) - self._frontier.count_before(slot + 1)

    def has_rows_after(self, node: int, ancestor: int) -> bool:
        """Whether any shown node comes after a node's subtree inside an ancestor's: the guide line goes on then."""
        subtree_end = self._order.subtree_end
        ancestor_end = subtree_end.item(self._order.find_slot(ancestor))
        node_end = subtree_end.item(self._order.find_slot(node))
        return self._frontier.count_before(ancestor_end) > self._frontier.count_before(node_end)

    def collapsed_ancestor(self, node: int) -> int | None:
        """The collapsed node that hides this one; None where it is not inside any. O(log collapsed)."""
        slot = self._frontier.collapsed_ancestor(self._order.find_slot(node))
        return None if slot is None else self._order.find_node(slot)

    def nearest_visible(self, node: int) -> int:
        """The node itself, or the nearest node above it that has a row, or the root. O(log collapsed)."""
        if not self._is_below_root(node):
            return self.root
        while not self.is_shown(node):
            node = int(self._parent[node])
        hidden_by = self.collapsed_ancestor(node)
        return node if hidden_by is None else hidden_by

    def row_of(self, node: int) -> int:
        """The row of a node, or of the nearest node above it that has one. O(log collapsed)."""
        slot, root_slot = self._order.find_slot(self.nearest_visible(node)), self._order.find_slot(self.root)
        return self._frontier.row_of(slot) - self._frontier.row_of(root_slot)

    def node_in_row(self, row: int) -> int:
        """The node in a row. O(log n).

        Raises:
            IndexError: there is no such row.
        """
        if not 0 <= row < len(self):
            raise IndexError(f"row {row}: there are {len(self)}")
        return self._order.find_node(
            self._frontier.slot_in_row(row + self._frontier.row_of(self._order.find_slot(self.root)))
        )

    def is_collapsed(self, node: int) -> bool:
        """Whether a node that has a row hides what is below it."""
        return bool(self._is_collapsed[node])

    def can_expand(self, node: int) -> bool:
        """Whether there is anything below that the filter shows."""
        return self.count_below(node) > 0

    def collapse(self, node: int) -> bool:
        """Hide what is below a node, to be found again as it was. False where there is nothing to hide."""
        if self._subtree_end[node] == node + 1 or self._is_collapsed[node] or self.collapsed_ancestor(node) is not None:
            return False
        self._is_collapsed[node] = True
        self._frontier = self._frontier.with_inside(self._order.find_slot(node), self._collapsed_slots(node))
        return True

    def expand(self, node: int) -> bool:
        """Show the children of a collapsed node: as they were when it was collapsed, else each collapsed."""
        if self._order.find_slot(node) not in self._frontier:
            return False
        self._is_collapsed[node] = False
        self._frontier = self._frontier.with_inside(self._order.find_slot(node), self._collapsed_slots(node))
        return True

    def toggle(self, node: int) -> bool:
        """Expand or collapse; False where neither does anything."""
        return self.expand(node) or self.collapse(node)

    def reveal_node(self, node: int) -> bool:
        """Open every collapsed node above this one, and leave a root that it is not below. False where it had a row."""
        has_left_root = self._unroot_to(node)
        top = self.collapsed_ancestor(node)
        if top is None:
            return has_left_root
        self._open_above(node, top)
        self._frontier = self._frontier.with_inside(self._order.find_slot(top), self._collapsed_slots(top))
        return True

    def _open_above(self, node: int, top: int) -> None:
        while node != top:
            node = int(self._parent[node])
            self._is_collapsed[node] = False

    def expand_chain(self, node: int) -> bool:
        """Open a node, and those below it as long as there is exactly one shown child. False where none was closed."""
        relatives, last_node = self.relatives, node
        while (child := relatives.first_child(last_node)) is not None and relatives.next_sibling(child) is None:
            last_node = child
        return last_node != node and self.reveal_node(last_node)

    def expand_all(self, node: int) -> bool:
        """Open a node and everything below it; False where nothing was collapsed."""
        if not self._is_collapsed[node : self._subtree_end[node]].any():
            return False
        self._is_collapsed[node : self._subtree_end[node]] = False
        self._frontier = self._frontier.with_inside(self._order.find_slot(node), NO_SLOTS)
        return True

    def collapse_siblings(self, node: int) -> bool:
        """Collapse every sibling of a node that has a row; False where that hides nothing. O(siblings)."""
        if node == self.root:
            return False
        parent = int(self._parent[node])
        sibling, open_siblings = parent + 1, list[int]()
        while sibling < self._subtree_end[parent]:
            next_sibling = int(self._subtree_end[sibling])
            if sibling != node and next_sibling > sibling + 1 and not self._is_collapsed[sibling]:
                open_siblings.append(sibling)
            sibling = next_sibling
        if not any(map(self.can_expand, open_siblings)):
            return False
        self._is_collapsed[open_siblings] = True
        self._frontier = self._frontier.with_inside(self._order.find_slot(parent), self._collapsed_slots(parent))
        return True

    def collapse_all(self) -> bool:
        """Leave only the root open; what was open below is forgotten. False where it is so already."""
        return self.expand_to(1)

    def collapse_all_but(self, node: int) -> bool:
        """Leave only the path to a node open, and leave a root that it is not below. False where it is so already."""
        has_left_root, earlier_slots = self._unroot_to(node), self._frontier.collapsed_slots
        self.collapse_all()
        self.reveal_node(node)
        return not np.array_equal(self._frontier.collapsed_slots, earlier_slots) or has_left_root

    def expand_to(self, plies: int) -> bool:
        """Show so many plies below the root, and nothing deeper; False where it is so already. O(n), vectorised."""
        below, earlier_slots = slice(self.root, int(self._subtree_end[self.root])), self._frontier.collapsed_slots
        self._is_collapsed[below] = self._has_children()[below] & (self._ply[below] >= self._ply[self.root] + plies)
        self._frontier = self._frontier.with_inside(self._order.find_slot(self.root), self._collapsed_slots(self.root))
        return not np.array_equal(self._frontier.collapsed_slots, earlier_slots)

    def extended(self, columns: Columns, order: Order | None = None) -> Rows:
        """The rows of the same search recorded further: the same ids and more.

        What was collapsed stays so, what is new arrives collapsed; filters are to be given again. O(n), vectorised.
        """
        rows = Rows(columns, order)
        if len(self._subtree_end) == 1:
            return rows
        if self._unfiltered is not None:
            rows._unfiltered = self._extend_flags(self._unfiltered, rows)
        rows._is_collapsed = self._extend_flags(self._is_collapsed, rows)
        rows._root_stack = list(self._root_stack)
        rows._find_frontier()
        return rows

    def _extend_flags(self, is_collapsed: Bools, rows: Rows) -> Bools:
        """What was collapsed, and what had nothing below it and has now."""
        flags = rows._has_children()
        flags[: len(is_collapsed)] &= is_collapsed | ~self._has_children()
        return flags
