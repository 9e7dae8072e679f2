"""What rows go by: who stands beside and below a node, what a filter lets through, and what is folded.

Each is found by bisection, so one move among a million costs as much as one among two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import numpy as np

from tracer.recording.columns import Bools, Ints
from tracer.recording.slices import Beat
from tui.model.row_order import Frontier, Order, drop_nested


@dataclass(frozen=True, eq=False)
class FilterResult:
    """What a filter lets through."""

    is_shown: Bools
    """By node: whether it is shown."""
    shown_before: Ints
    """By slot, and for the end: how many before it are shown."""
    hidden_below: Ints
    """By node: how many are left out below it, beyond its children that are shown."""
    order: Order
    """The order of the slots."""

    def in_order(self, order: Order) -> FilterResult:
        """The same in another order of the nodes. O(n), vectorised."""
        if order is self.order:
            return self
        return replace(self, shown_before=_count_shown_before(self.is_shown, order), order=order)


def make_filter_result(
    is_shown: Bools, order: Order, subtree_end: Ints, parent: Ints, report_progress: Beat
) -> FilterResult:
    """What follows from a filter. O(n), vectorised.

    Args:
        is_shown: for each node whether it is shown.
        order: the order of the rows.
        subtree_end: one past the last id of every node's subtree.
        parent: every node's parent.
        report_progress: called in between.
    """
    shown_before = _count_shown_before(is_shown, order)
    report_progress(1, 2)
    hidden_nodes = np.flatnonzero(~is_shown)
    hidden_below = np.bincount(parent[hidden_nodes], subtree_end[hidden_nodes] - hidden_nodes, minlength=len(is_shown))
    return FilterResult(is_shown, shown_before, hidden_below.astype(subtree_end.dtype), order)


def _count_shown_before(is_shown: Bools, order: Order) -> Ints:
    shown_before = np.zeros(len(is_shown) + 1, order.subtree_end.dtype)
    np.cumsum(order.by_slot(is_shown), out=shown_before[1:])
    return shown_before


class Folding(NamedTuple):
    """What is open in a tree view, to be found again."""

    order: Order
    """Which node stands in which slot."""
    collapsed_slots: Ints
    """The outermost collapsed slots, ascending."""
    inner_slots: dict[int, Ints]
    """By collapsed slot: the outermost ones inside it, to be found again when it is expanded."""
    roots: tuple[int, ...]
    """The nodes from which on the tree was shown, the last of them now."""

    def in_order(self, order: Order) -> Folding:
        """The same in another order of the same nodes. O(n), vectorised."""
        return self._map_slots(order, lambda slots, _: order.find_slots(np.sort(self.order.find_nodes(slots))))

    def extended(self, order: Order, subtree_end: Ints, parent: Ints) -> Folding:
        """The same in a longer recording, where what is new is collapsed. O(n), vectorised.

        Args:
            order: the order of its nodes.
            subtree_end: by node, one past the last id of its subtree.
            parent: every node's parent.
        """
        old_count = len(self.order.subtree_end)
        new_inner_nodes = np.append(
            np.arange(old_count, len(subtree_end))[parent[old_count:] < old_count], old_count - 1
        )
        new_inner_nodes = new_inner_nodes[subtree_end[new_inner_nodes] > new_inner_nodes + 1]

        def inside(slots: Ints, node: int) -> Ints:
            new_below = new_inner_nodes[(new_inner_nodes > node) & (new_inner_nodes < subtree_end[node])]
            return drop_nested(
                order.subtree_end, order.find_slots(np.sort(np.append(self.order.find_nodes(slots), new_below)))
            )

        return self._map_slots(order, inside)

    def _map_slots(self, order: Order, map_inner_slots: Callable[[Ints, int], Ints]) -> Folding:
        """The same in other slots; a function gives those of what is collapsed below a node."""
        old_node = self.order.find_node
        stash = {
            order.find_slot(old_node(old_slot)): map_inner_slots(slots, old_node(old_slot))
            for old_slot, slots in self.inner_slots.items()
        }
        return Folding(order, map_inner_slots(self.collapsed_slots, 0), stash, self.roots)


class Relatives:
    """Who stands beside and below a node.

    Args:
        order: the order of the rows.
        frontier: which slots are shown.
        parent: every node's parent; −1 at the root.
    """

    def __init__(self, order: Order, frontier: Frontier, parent: Ints) -> None:
        self._order, self._frontier, self._parent = order, frontier, parent

    def with_cache(self) -> Relatives:
        """The same for as long as nothing is folded, filtered or sorted: what was looked up is not looked up again."""
        caching = Relatives(self._order, self._frontier, self._parent)
        caching._child_range = cache(self._child_range)  # type: ignore[method-assign]
        return caching

    def _child_range(self, node: int) -> tuple[int, int]:
        """The numbers, among all slots that are shown, of the first below a node and of the first after it."""
        slot = self._order.find_slot(node)
        return self._frontier.count_before(slot + 1), self._frontier.count_before(int(self._order.subtree_end[slot]))

    def first_child(self, node: int) -> int | None:
        """The first child that is shown; None where none is."""
        first_number, end_number = self._child_range(node)
        return self._order.find_node(self._frontier.slot_after(first_number)) if first_number < end_number else None

    def next_sibling(self, node: int) -> int | None:
        """The next sibling that is shown; None at the last, and at the root."""
        parent = int(self._parent[node])
        if parent < 0:
            return None
        next_number = self._child_range(node)[1]
        return (
            self._order.find_node(self._frontier.slot_after(next_number))
            if next_number < self._child_range(parent)[1]
            else None
        )

    def previous_sibling(self, node: int) -> int | None:
        """The sibling before that is shown; None at the first, and at the root. O(plies below it)."""
        parent = int(self._parent[node])
        if parent < 0 or not self.count_before(node):
            return None
        # What stands right before a node is the last one at or below its sibling.
        sibling = self._order.find_node(self._frontier.slot_after(self._child_range(node)[0] - 2))
        while self._parent[sibling] != parent:
            sibling = int(self._parent[sibling])
        return sibling

    def count_shown(self, node: int) -> int:
        """How many nodes at and below a node are shown."""
        first_number, end_number = self._child_range(node)
        return end_number - first_number + 1

    def count_before(self, node: int) -> int:
        """How many nodes at and below the siblings before a node are shown."""
        return self._child_range(node)[0] - 1 - self._child_range(int(self._parent[node]))[0]

    def count_after(self, node: int) -> int:
        """How many nodes at and below the siblings after a node are shown."""
        return self._child_range(int(self._parent[node]))[1] - self._child_range(node)[1]
