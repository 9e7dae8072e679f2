"""Which node stands in which row of a tree that is partly collapsed, filtered, sorted, and seen from one of its nodes.

A flag says of each node whether it is collapsed. Rows follow from the outermost collapsed slots: there is never a list
of rows, and a row is found by bisection.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

import numpy as np

from tracer.recording.columns import Bools, Columns, Ints
from tracer.recording.slices import Beat, unheard
from tracer.recording.tree_shape import prefix_sums
from tui.model.row_order import Order, ShownNodes


class Frontier:
    """The outermost collapsed slots, ascending, and the rows they leave of what is shown."""

    def __init__(self, shown: ShownNodes, collapsed_slots: Ints) -> None:
        self.shown, self.subtree_end, self.collapsed_slots = shown, shown.order.subtree_end, collapsed_slots
        first_hidden, end_hidden = collapsed_slots + 1, self.subtree_end[collapsed_slots]
        if shown.shown_before is not None:
            first_hidden, end_hidden = shown.shown_before[first_hidden], shown.shown_before[end_hidden]
        self._hidden_before = prefix_sums(end_hidden - first_hidden, np.dtype(np.int64))

    def row_of(self, slot: int) -> int:
        """How many rows stand above a slot that no collapsed one hides, or above the end. O(log collapsed)."""
        return self.shown.slots_before(slot) - int(self._hidden_before[self.collapsed_slots.searchsorted(slot)])

    def slot_in_row(self, row: int) -> int:
        """The slot in a row. O(log n)."""
        collapsed, hidden_before, slots_before = self.collapsed_slots, self._hidden_before, self.shown.slots_before
        collapsed_above = bisect_left(
            range(len(collapsed)), row, key=lambda k: slots_before(int(collapsed[k])) - int(hidden_before[k])
        )
        return self.shown.slot_after(row + int(hidden_before[collapsed_above]))

    def with_inside(self, slot: int, collapsed_inside: Ints) -> Frontier:
        """The rows with these slots in place of the collapsed ones inside a subtree, its top included. O(collapsed)."""
        first, last = self.collapsed_slots.searchsorted((slot, int(self.subtree_end[slot])))
        slots = np.concatenate([self.collapsed_slots[:first], collapsed_inside, self.collapsed_slots[last:]])
        return Frontier(self.shown, slots)


class Folding(NamedTuple):
    """What is open in a tree view, to be found again."""

    is_collapsed: Bools
    """By node."""
    frontier: Frontier
    """The rows that follow from it."""
    roots: tuple[int, ...]
    """The nodes from which on the tree was shown, the last of them now."""


class Rows:
    """The rows of a tree view. The root starts open with its children collapsed.

    Attributes:
        relatives: what the filter lets through; who stands beside and below a node, folded or not.
    """

    def __init__(self, columns: Columns, order: Order | None = None) -> None:
        self._subtree_end, self._ply, self._parent = columns.end, columns.ply, columns.parent
        self.relatives = ShownNodes(order or Order(columns.end), columns.parent)
        self._is_collapsed = self._has_children()
        self._is_collapsed[0] = False
        self._unfiltered: Bools | None = None
        """What was collapsed before a filter left nodes out; None while none does."""
        self._root_stack = [0]
        self._find_frontier()

    def _has_children(self) -> Bools:
        return self._subtree_end > np.arange(1, len(self._subtree_end) + 1)

    @property
    def _order(self) -> Order:
        return self.relatives.order

    def _find_frontier(self) -> None:
        """Work the rows out anew. O(n), vectorised."""
        self._frontier = Frontier(self.relatives, self._collapsed_slots(0))

    def _refold(self, node: int) -> bool:
        """Work the rows of a subtree out anew. O(nodes below), vectorised. Gives True."""
        self._frontier = self._frontier.with_inside(self._order.find_slot(node), self._collapsed_slots(node))
        return True

    def _collapsed_slots(self, node: int) -> Ints:
        """The outermost collapsed slots of a subtree, its top included. O(nodes below), vectorised."""
        nodes = node + np.flatnonzero(self._is_collapsed[node : self._subtree_end[node]])
        if len(nodes) > 1:
            earlier_end = np.maximum.accumulate(self._subtree_end[nodes])[:-1]
            nodes = nodes[np.append(True, nodes[1:] >= earlier_end)]
        return self._order.find_slots(nodes)

    @property
    def _first_row(self) -> int:
        """How many rows there would be above the root of the rows."""
        return self._frontier.row_of(self._order.find_slot(self.root))

    def __len__(self) -> int:
        return self._frontier.row_of(int(self._order.subtree_end[self._order.find_slot(self.root)])) - self._first_row

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
        if folding.frontier.shown is self.relatives:
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
        slot, subtree_end = self._order.find_slot(self.root), self._order.subtree_end
        end, collapsed = int(subtree_end[slot]), self._frontier.collapsed_slots
        collapsed = collapsed[slice(*collapsed.searchsorted((slot, end)))]
        collapsed_depth = np.zeros(end - slot + 1, np.int64)
        collapsed_depth[collapsed + 1 - slot] += 1
        np.subtract.at(collapsed_depth, subtree_end[collapsed] - slot, 1)
        is_visible = np.cumsum(collapsed_depth[:-1]) == 0
        if self.relatives.shown_before is not None:
            is_visible &= np.diff(self.relatives.shown_before[slot : end + 1]) > 0
        return self._order.find_nodes(np.flatnonzero(is_visible) + slot)

    @property
    def root(self) -> int:
        """The node of the first row."""
        return self._root_stack[-1]

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

    def filter_rows(self, is_shown: Bools | None, report_progress: Beat = unheard) -> ShownNodes:
        """What follows from a filter, in any thread; None shows all. O(n), vectorised."""
        return ShownNodes(self._order, self._parent, is_shown, report_progress)

    def apply_filter(self, shown: ShownNodes) -> None:
        """Leave nodes out, or show all again, collapsed as they were before some were left out."""
        if shown.mask is None and self._unfiltered is not None:
            self._is_collapsed, self._unfiltered = self._unfiltered, None
        elif shown.mask is not None and self._unfiltered is None:
            self._unfiltered = self._is_collapsed.copy()
        self.relatives = shown if shown.order is self._order else self.filter_rows(shown.mask)
        self._find_frontier()
        self._leave_hidden_roots()

    def set_order(self, order: Order) -> None:
        """Put the rows into another order; what was collapsed stays so. O(n), vectorised."""
        self.relatives = ShownNodes(order, self._parent, self.relatives.mask)
        self._find_frontier()

    def is_shown(self, node: int) -> bool:
        """Whether the filter lets a node through; it may still be inside a collapsed one."""
        return self.relatives.is_shown(node)

    def count_left_out(self, node: int) -> int:
        """How many nodes the filter leaves out below a node, beyond its children that are shown."""
        return self.relatives.count_left_out(node)

    def count_below(self, node: int) -> int:
        """How many nodes below it would have rows, all expanded."""
        return self.relatives.count_shown(node) - 1

    def has_rows_after(self, node: int, ancestor: int) -> bool:
        """Whether any shown node comes after a node's subtree inside an ancestor's: the guide line goes on then."""
        return self.relatives.child_range(ancestor)[1] > self.relatives.child_range(node)[1]

    def collapsed_ancestor(self, node: int) -> int | None:
        """The collapsed node that hides this one; None where it is not inside any. O(log collapsed)."""
        slot, collapsed_slots = self._order.find_slot(node), self._frontier.collapsed_slots
        index = int(collapsed_slots.searchsorted(slot))
        if index == 0 or self._order.subtree_end[nearest_before := int(collapsed_slots[index - 1])] <= slot:
            return None
        return self._order.find_node(nearest_before)

    def nearest_visible(self, node: int) -> int:
        """The node itself, or the nearest node above it that has a row, or the root. O(log collapsed)."""
        if not self._is_below_root(node):
            return self.root
        while not self.is_shown(node):
            node = int(self._parent[node])
        return node if (hidden_by := self.collapsed_ancestor(node)) is None else hidden_by

    def row_of(self, node: int) -> int:
        """The row of a node, or of the nearest node above it that has one. O(log collapsed)."""
        return self._frontier.row_of(self._order.find_slot(self.nearest_visible(node))) - self._first_row

    def node_in_row(self, row: int) -> int:
        """The node in a row. O(log n).

        Raises:
            IndexError: there is no such row.
        """
        if not 0 <= row < len(self):
            raise IndexError(f"row {row}: there are {len(self)}")
        return self._order.find_node(self._frontier.slot_in_row(row + self._first_row))

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
        return self._refold(node)

    def expand(self, node: int) -> bool:
        """Show the children of a collapsed node: as they were when it was collapsed, else each collapsed."""
        if not self._is_collapsed[node] or self.collapsed_ancestor(node) is not None:
            return False
        self._is_collapsed[node] = False
        return self._refold(node)

    def toggle(self, node: int) -> bool:
        """Expand or collapse; False where neither does anything."""
        return self.expand(node) or self.collapse(node)

    def reveal_node(self, node: int) -> bool:
        """Open every collapsed node above this one, and leave a root that it is not below. False where it had a row."""
        has_left_root = self._unroot_to(node)
        if (top := self.collapsed_ancestor(node)) is None:
            return has_left_root
        while node != top:
            node = int(self._parent[node])
            self._is_collapsed[node] = False
        return self._refold(top)

    def expand_chain(self, node: int) -> bool:
        """Open a node, and those below it as long as there is exactly one shown child. False where none was closed."""
        last_node = node
        while (child := self.relatives.first_child(last_node)) is not None and self.relatives.next_sibling(
            child
        ) is None:
            last_node = child
        return last_node != node and self.reveal_node(last_node)

    def expand_all(self, node: int) -> bool:
        """Open a node and everything below it; False where nothing was collapsed."""
        is_collapsed = self._is_collapsed[node : self._subtree_end[node]]
        if not is_collapsed.any():
            return False
        is_collapsed[:] = False
        return self._refold(node)

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
        return self._refold(parent)

    def collapse_all(self) -> bool:
        """Leave only the root open; what was open below is forgotten. False where it is so already."""
        return self.expand_to(1)

    def collapse_all_but(self, node: int) -> bool:
        """Leave only the path to a node open, and leave a root that it is not below. False where it is so already."""
        has_left_root, earlier_slots = self._unroot_to(node), self._frontier.collapsed_slots
        self.collapse_all()
        self.reveal_node(node)
        return has_left_root or not np.array_equal(self._frontier.collapsed_slots, earlier_slots)

    def expand_to(self, plies: int) -> bool:
        """Show so many plies below the root, and nothing deeper; False where it is so already. O(n), vectorised."""
        below, earlier_slots = slice(self.root, int(self._subtree_end[self.root])), self._frontier.collapsed_slots
        self._is_collapsed[below] = self._has_children()[below] & (self._ply[below] >= self._ply[self.root] + plies)
        self._refold(self.root)
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
