"""Which node stands in which row of a tree that is partly collapsed, filtered, sorted, and seen from one of its nodes.

Nodes go in and come out; inside, everything is ranges of slots: `ordering` turns nodes into slots, `frontier` slots
into rows. There is never a list of rows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

import numpy as np

from tracer.recording.columns import Bools, Ints
from tracer.recording.slices import Beat, unheard
from tui.model.row_order import NO_SLOTS, Frontier, Order, inner_children, join_slots
from tui.model.row_relatives import FilterResult, Folding, Relatives, make_filter_result


class Rows:
    """The rows of a tree view. The root starts open with its children collapsed.

    Args:
        subtree_end: one past the last id of every node's subtree, in visit order.
        ply: every node's distance from the root.
        parent: every node's parent; −1 at the root.
        order: the order of siblings; that of the search where none is given.
    """

    def __init__(self, subtree_end: Ints, ply: Ints, parent: Ints, order: Order | None = None) -> None:
        self._subtree_end, self._ply, self._parent = subtree_end, ply, parent
        self._order = order or Order(subtree_end)
        self._filter_result: FilterResult | None = None
        self._inner_slots: dict[int, Ints] = {}
        """By slot: the frontier inside a collapsed node, to be found again when it is expanded."""
        self._unfiltered: Folding | None = None
        """What was collapsed before a filter left nodes out; None while none does."""
        self._root_stack = [0]
        self._frontier = Frontier(self._order.subtree_end)
        self.collapse_all()

    def __len__(self) -> int:
        root_slot = self._order.find_slot(self.root)
        return self._frontier.row_of(int(self._order.subtree_end[root_slot])) - self._frontier.row_of(root_slot)

    @property
    def collapsed_nodes(self) -> Ints:
        """The outermost collapsed nodes, in the order of the rows."""
        return self._order.find_nodes(self._frontier.collapsed_slots)

    @property
    def folding(self) -> Folding:
        """What is open. O(nodes collapsed by hand)."""
        return Folding(self._order, self._frontier.collapsed_slots, dict(self._inner_slots), tuple(self._root_stack))

    def restore_folding(self, folding: Folding) -> None:
        """Open and collapse as it was; nothing where the rows have been put into another order since. O(collapsed)."""
        if folding.order is not self._order:
            if not self._order.is_same_kind_as(folding.order):
                return
            folding = folding.in_order(self._order)
        self._inner_slots, self._root_stack = dict(folding.inner_slots), list(folding.roots)
        if folding.collapsed_slots is not self._frontier.collapsed_slots:
            self._frontier = self._frontier.with_collapsed(folding.collapsed_slots)
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
        """What follows from a filter, in any thread; None where all is shown. O(n), vectorised.

        Args:
            is_shown: for each node whether it is shown, and its parent with it; None shows every node.
            report_progress: called in between.
        """
        if is_shown is None:
            return None
        return make_filter_result(is_shown, self._order, self._subtree_end, self._parent, report_progress)

    def apply_filter(self, filter_result: FilterResult | None) -> None:
        """Leave nodes out, or show all again, collapsed as they were before some were left out.

        Args:
            filter_result: what `filter_rows` gave.
        """
        slots, unfiltered = self._frontier.collapsed_slots, self._unfiltered
        if filter_result is None and unfiltered is not None:
            slots, self._inner_slots, self._unfiltered = unfiltered.collapsed_slots, unfiltered.inner_slots, None
        elif filter_result is not None and unfiltered is None:
            self._unfiltered = self.folding
        self._filter_result = filter_result
        self._frontier = Frontier(self._order.subtree_end, self._shown_before(), slots)
        while not self.is_shown(self.root) and self.show_previous_root():
            pass

    def _shown_before(self) -> Ints | None:
        """By slot, and for the end: how many before it are shown; None where all are."""
        self._filter_result = None if self._filter_result is None else self._filter_result.in_order(self._order)
        return None if self._filter_result is None else self._filter_result.shown_before

    def set_order(self, order: Order) -> None:
        """Put the rows into another order; what was collapsed stays so. O(n), vectorised."""
        current, unfiltered = self.folding.in_order(order), self._unfiltered
        self._order, self._inner_slots = order, current.inner_slots
        self._unfiltered = None if unfiltered is None else unfiltered.in_order(order)
        self._frontier = Frontier(order.subtree_end, self._shown_before(), current.collapsed_slots)

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
        ancestor_end, node_end = (
            subtree_end.item(self._order.find_slot(ancestor)),
            subtree_end.item(self._order.find_slot(node)),
        )
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
        return self._order.find_slot(node) in self._frontier

    def can_expand(self, node: int) -> bool:
        """Whether there is anything below that the filter shows."""
        return self.count_below(node) > 0

    def collapse(self, node: int) -> bool:
        """Hide what is below a node, to be found again as it was. False where there is nothing to hide."""
        slot = self._order.find_slot(node)
        is_leaf = self._subtree_end[node] == node + 1
        if is_leaf or slot in self._frontier or self._frontier.collapsed_ancestor(slot) is not None:
            return False
        self._inner_slots[slot] = self._frontier.collapsed_within(slot).copy()
        self._frontier.replace_inside(slot, _slot_array([slot]))
        return True

    def expand(self, node: int) -> bool:
        """Show the children of a collapsed node: as they were when it was collapsed, else each collapsed."""
        slot = self._order.find_slot(node)
        if slot not in self._frontier:
            return False
        self._frontier.replace_inside(slot, self._slots_when_opened(slot))
        return True

    def _slots_when_opened(self, slot: int) -> Ints:
        """The frontier inside a collapsed slot once it is opened."""
        inner_slots = self._inner_slots.pop(slot, None)
        return _slot_array(inner_children(self._order.subtree_end, slot)) if inner_slots is None else inner_slots

    def toggle(self, node: int) -> bool:
        """Expand or collapse; False where neither does anything."""
        return self.expand(node) or self.collapse(node)

    def reveal_node(self, node: int) -> bool:
        """Open every collapsed node above this one, and leave a root that it is not below. False where it had a row.

        O(plies opened × branching).
        """
        has_left_root = self._unroot_to(node)
        slot = self._order.find_slot(node)
        collapsed_slot = self._frontier.collapsed_ancestor(slot)
        if collapsed_slot is None:
            return has_left_root
        self._frontier.replace_inside(collapsed_slot, self._opened_down_to(slot, collapsed_slot))
        return True

    def _opened_down_to(self, slot: int, outer_slot: int) -> Ints:
        """The frontier inside a collapsed slot once it and all between it and another are opened."""
        subtree_end = self._order.subtree_end
        slots_before: list[Ints | list[int]] = []
        slots_after: list[Ints | list[int]] = []
        hiding_slot: int | None = outer_slot
        while hiding_slot is not None:
            stored_slots = self._inner_slots.pop(hiding_slot, None)
            inner_slots = inner_children(self._order.subtree_end, hiding_slot) if stored_slots is None else stored_slots
            index = bisect_right(inner_slots, slot)
            slot_before = int(inner_slots[index - 1]) if index else slot
            hiding_slot = slot_before if slot_before != slot and subtree_end[slot_before] > slot else None
            slots_before.append(inner_slots[: index if hiding_slot is None else index - 1])
            slots_after.append(inner_slots[index:])
        return join_slots([*slots_before, *reversed(slots_after)])

    def expand_chain(self, node: int) -> bool:
        """Open a node, and those below it as long as there is exactly one shown child. False where none was closed."""
        last_node = self._order.find_node(self._last_of_chain(self._order.find_slot(node)))
        return last_node != node and self.reveal_node(last_node)

    def _last_of_chain(self, slot: int) -> int:
        """The last slot of the line of only children that are shown."""
        subtree_end, frontier = self._order.subtree_end, self._frontier
        while (end := frontier.count_before(int(subtree_end[slot]))) > (first := frontier.count_before(slot + 1)):
            child = frontier.slot_after(first)
            if frontier.count_before(int(subtree_end[child])) < end:
                break
            slot = child
        return slot

    def expand_all(self, node: int) -> bool:
        """Open a node and everything below it; False where nothing was collapsed."""
        slot = self._order.find_slot(node)
        if not len(self._frontier.collapsed_within(slot)):
            return False
        self._frontier.replace_inside(slot, NO_SLOTS)
        return True

    def collapse_siblings(self, node: int) -> bool:
        """Collapse every sibling of a node that has a row; False where that hides nothing. O(siblings)."""
        if node == self.root:
            return False
        slot, parent_slot = self._order.find_slot(node), self._order.find_slot(int(self._parent[node]))
        siblings = [child for child in inner_children(self._order.subtree_end, parent_slot) if child != slot]
        open_siblings = [child for child in siblings if child not in self._frontier]
        if not any(self.can_expand(self._order.find_node(child)) for child in open_siblings):
            return False
        for child in open_siblings:
            self._inner_slots[child] = self._frontier.collapsed_within(child).copy()
        collapsed = np.append(self._frontier.collapsed_within(slot), _slot_array(siblings))
        self._frontier.replace_inside(parent_slot, np.sort(collapsed))
        return True

    def collapse_all(self) -> bool:
        """Leave only the root open; what was open below is forgotten. False where it is so already."""
        return self._reset_folding(
            _slot_array(inner_children(self._order.subtree_end, self._order.find_slot(self.root)))
        )

    def collapse_all_but(self, node: int) -> bool:
        """Leave only the path to a node open, and leave a root that it is not below. False where it is so already."""
        has_left_root = self._unroot_to(node)
        self._forget_inner_slots()
        root_slot = self._order.find_slot(self.root)
        return self._reset_folding(self._opened_down_to(self._order.find_slot(node), root_slot)) or has_left_root

    def expand_to(self, plies: int) -> bool:
        """Show so many plies below the root, and nothing deeper; False where it is so already. O(n), vectorised."""
        first, end = self.root, int(self._subtree_end[self.root])
        nodes = first + np.flatnonzero(self._ply[first:end] == self._ply[first] + plies)
        return self._reset_folding(self._order.find_slots(nodes[self._subtree_end[nodes] > nodes + 1]))

    def _reset_folding(self, collapsed_slots: Ints) -> bool:
        """Take another frontier below the root, all unopened below it. False where it is the old one."""
        self._forget_inner_slots()
        root_slot = self._order.find_slot(self.root)
        has_changed = not np.array_equal(self._frontier.collapsed_within(root_slot), collapsed_slots)
        self._frontier.replace_inside(root_slot, collapsed_slots)
        return has_changed

    def _forget_inner_slots(self) -> None:
        """Forget how the collapsed nodes below the root looked inside."""
        root_slot = self._order.find_slot(self.root)
        stop = int(self._order.subtree_end[root_slot])
        self._inner_slots = {slot: stash for slot, stash in self._inner_slots.items() if not root_slot <= slot < stop}

    def extended(self, subtree_end: Ints, ply: Ints, parent: Ints, order: Order | None = None) -> Rows:
        """The rows of the same search recorded further: the same ids and more.

        What was collapsed stays so, what is new arrives collapsed; filters are to be given again. O(n), vectorised.

        Args:
            subtree_end: as for a new `Rows`, and so are the others.
            ply: see above.
            parent: see above.
            order: see above.
        """
        rows = Rows(subtree_end, ply, parent, order)
        if len(self._subtree_end) == 1:
            return rows
        current, unfiltered = self.folding.extended(rows._order, subtree_end, parent), self._unfiltered
        rows._inner_slots, rows._frontier = current.inner_slots, rows._frontier.with_collapsed(current.collapsed_slots)
        rows._unfiltered = None if unfiltered is None else unfiltered.extended(rows._order, subtree_end, parent)
        rows._root_stack = list(self._root_stack)
        return rows


def _slot_array(slots: Iterable[int]) -> Ints:
    return np.fromiter(slots, np.int64)
