"""The order of the rows, as the search goes or sorted by value or nodes; and which of them are folded away.

A node's place in it is its *slot*. A subtree fills as many slots as it has nodes in every order, so it stays a range,
and whatever works on ranges of ids works on ranges of slots.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, partial

import numpy as np

from tracer.recording.columns import Array, Columns, Ints, index_dtype
from tracer.recording.log_numbers import log_of
from tracer.recording.slices import Beat, unheard
from tracer.recording.tree_shape import prefix_sums

MAX_SORTED_EACH_STEP = 150_000
"""Nodes of a recording of which the order by visits is worked out anew at each step."""
SPARSE_FRACTION = 32
"""One node in so many is few enough to sort their slots by comparing them."""


@dataclass(frozen=True, eq=False)
class Order:
    """A pre-order of the nodes of a tree."""

    subtree_end: Ints
    """By slot: one past the last slot of the subtree."""
    node_at: Ints | None = None
    """By slot: the node. None where slots are ids."""
    slot_of: Ints | None = None
    """By node: its slot. None where slots are ids."""
    is_of_one_step: bool = False
    """Whether it is that of one step, and another one at the next."""

    def find_node(self, slot: int) -> int:
        """The node in a slot."""
        return slot if self.node_at is None else int(self.node_at[slot])

    def find_slot(self, node: int) -> int:
        """The slot of a node."""
        return node if self.slot_of is None else int(self.slot_of[node])

    def find_nodes(self, slots: Ints) -> Ints:
        """The nodes in some slots."""
        return slots if self.node_at is None else self.node_at[slots]

    def find_slots(self, nodes: Ints) -> Ints:
        """The slots of some nodes, ascending; ids have to ascend. O(n) where slots are not ids."""
        if self.slot_of is None:
            return nodes
        slots = self.slot_of[nodes]
        if len(slots) * SPARSE_FRACTION < len(self.slot_of):
            return np.sort(slots)
        # No two nodes have one slot, so many are sorted fastest by flags.
        is_used = np.zeros(len(self.slot_of), bool)
        is_used[slots] = True
        return np.flatnonzero(is_used)


class Sorting(Enum):
    """How siblings stand."""

    SEARCH = "in the order of the search"
    VALUE = "by value"
    NODES = "by nodes"
    VISITS = "by visits at this step"
    """In Monte Carlo tree search alone."""


def order_by_search(columns: Columns, _report_progress: Beat = unheard) -> Order:
    """Siblings as the search met them: slots are ids."""
    return Order(columns.end)


def order_by_value(columns: Columns, report_progress: Beat = unheard) -> Order:
    """Siblings sorted by the value they returned, best for the player who chooses among them first.

    Equal ones stay in the order of the search, as do all at a chance node. What has no value comes last: pruned
    branches, and visits that never returned. O(n log n), vectorised.
    """
    parent = columns.parent
    choosing_player = np.where(parent < 0, 0, columns.turn[parent])
    # Adding 0 turns -0 into 0; a chance node keeps NaN apart from numbers and nothing else.
    return _order_by_keys(
        columns,
        np.where(choosing_player == 0, columns.value * 0, -choosing_player * columns.value + 0.0),
        report_progress,
    )


def order_by_nodes(columns: Columns, report_progress: Beat = unheard) -> Order:
    """Siblings sorted by the visits at and below them, most first; equal ones stay in the order of the search.

    O(n log n), vectorised.
    """
    visited_before = columns.visited_before
    return _order_by_keys(columns, visited_before[:-1] - visited_before[columns.end], report_progress)


def order_by_visits(columns: Columns, step: int) -> Order:
    """Siblings sorted by how often each was visited by a step, most first; equal ones stay as they are.

    O(n log n), vectorised.
    """
    order = _order_by_keys(columns, -log_of(columns).cached_visits(columns.end, step), unheard)
    return replace(order, is_of_one_step=True)


def available_sortings(columns: Columns) -> list[Sorting]:
    """The orders that a recording has, the one that it begins with first."""
    can_sort_by_visits = columns.log is not None and columns.log.counts_visits and len(columns) <= MAX_SORTED_EACH_STEP
    return [*([Sorting.VISITS] if can_sort_by_visits else []), *ORDER_MAKERS]


ORDER_MAKERS: dict[Sorting, Callable[[Columns, Beat], Order]] = {
    Sorting.SEARCH: order_by_search,
    Sorting.VALUE: order_by_value,
    Sorting.NODES: order_by_nodes,
}
"""How each order is made."""


def _order_by_keys(columns: Columns, sort_keys: Array, report_progress: Beat) -> Order:
    parent, size = columns.parent, len(columns)
    order = np.lexsort((sort_keys, parent))
    report_progress(3, 6)
    sizes = columns.end - np.arange(size)
    offset_in_parent = _sums_before_in_group(sizes[order], parent[order])
    report_progress(4, 6)
    distance_from_parent = np.empty(size, np.int64)
    distance_from_parent[order] = offset_in_parent + 1
    distance_from_parent[0] = 0
    slot_of = _sums_over_ancestors(distance_from_parent, columns.end)
    report_progress(5, 6)
    return _order_from_slots(columns.end, sizes, slot_of)


def _sums_before_in_group(sizes: Ints, groups: Ints) -> Ints:
    """For each element the sum of those before it in its group; groups stand together."""
    sums_before = np.cumsum(sizes, dtype=np.int64) - sizes
    is_first_of_group = np.ones(len(groups), bool)
    is_first_of_group[1:] = groups[1:] != groups[:-1]
    return sums_before - np.maximum.accumulate(np.where(is_first_of_group, sums_before, 0))


def _sums_over_ancestors(values: Ints, subtree_end: Ints) -> Ints:
    """For each node the sum of a column over it and the nodes above it: those before it whose range has not ended."""
    sums_of_ended = np.bincount(subtree_end, weights=values, minlength=len(subtree_end) + 1)[: len(subtree_end)].astype(
        np.int64
    )
    return np.cumsum(values) - np.cumsum(sums_of_ended)


def _order_from_slots(subtree_end: Ints, sizes: Ints, slot_of: Ints) -> Order:
    slot_of = slot_of.astype(index_dtype(len(subtree_end)))
    node_at = np.empty_like(slot_of)
    node_at[slot_of] = np.arange(len(subtree_end), dtype=slot_of.dtype)
    return Order((np.arange(len(subtree_end)) + sizes[node_at]).astype(subtree_end.dtype), node_at, slot_of)


NO_SLOTS: Ints = np.empty(0, np.int64)


class Frontier:
    """The outermost collapsed slots, and the rows they leave.

    Args:
        subtree_end: by slot, one past the last slot of the subtree.
        shown_before: n + 1 long: for each slot, how many of those before it are shown; None shows all. A slot that is
            shown has all above it shown.
        collapsed_slots: the outermost collapsed slots, ascending.
    """

    def __init__(self, subtree_end: Ints, shown_before: Ints | None = None, collapsed_slots: Ints = NO_SLOTS) -> None:
        self.subtree_end, self.shown_before, self.collapsed_slots = subtree_end, shown_before, collapsed_slots
        self._hidden_before = prefix_sums(self._hidden_sizes(collapsed_slots), np.dtype(np.int64))

    def count_before(self, slot: int) -> int:
        """How many of the slots before this one are shown."""
        return slot if self.shown_before is None else int(self.shown_before[slot])

    def slot_after(self, shown_count: int) -> int:
        """The slot that so many shown ones come before. O(log n)."""
        if self.shown_before is None:
            return shown_count
        # Bisection in the array's own type: a wider number would make NumPy convert the whole array first.
        return int(np.searchsorted(self.shown_before, self.shown_before.dtype.type(shown_count), side="right")) - 1

    def _hidden_sizes(self, slots: Ints) -> Ints:
        """How many rows each of these slots hides when it is collapsed."""
        subtree_ends = self.subtree_end[slots]
        if self.shown_before is None:
            return subtree_ends - slots - 1
        return self.shown_before[subtree_ends] - self.shown_before[slots + 1]

    def row_of(self, slot: int) -> int:
        """How many rows stand above a slot that no collapsed one hides, or above the end. O(log collapsed)."""
        return self.count_before(slot) - int(self._hidden_before[self.collapsed_slots.searchsorted(slot)])

    def slot_in_row(self, row: int) -> int:
        """The slot in a row. O(log n)."""
        collapsed, hidden_before = self.collapsed_slots, self._hidden_before
        collapsed_above = bisect_left(
            range(len(collapsed)), row, key=lambda k: self.count_before(int(collapsed[k])) - int(hidden_before[k])
        )
        return self.slot_after(row + int(hidden_before[collapsed_above]))

    def __contains__(self, slot: int) -> bool:
        index = int(self.collapsed_slots.searchsorted(slot))
        return index < len(self.collapsed_slots) and int(self.collapsed_slots[index]) == slot

    def collapsed_ancestor(self, slot: int) -> int | None:
        """The collapsed slot that hides this one; None where none does. O(log collapsed)."""
        index = int(self.collapsed_slots.searchsorted(slot))
        if index == 0:
            return None
        nearest_before = int(self.collapsed_slots[index - 1])
        return nearest_before if self.subtree_end[nearest_before] > slot else None

    def collapsed_within(self, slot: int) -> Ints:
        """The collapsed slots of a subtree, its top included."""
        first, last = self.collapsed_slots.searchsorted((slot, int(self.subtree_end[slot])))
        return self.collapsed_slots[first:last]

    def visible_slots(self, slot: int) -> Ints:
        """The slots of a subtree that have rows, ascending. O(n), vectorised."""
        end = int(self.subtree_end[slot])
        collapsed = self.collapsed_within(slot)
        collapsed_depth = np.zeros(end - slot + 1, np.int64)
        collapsed_depth[collapsed + 1 - slot] += 1
        np.subtract.at(collapsed_depth, self.subtree_end[collapsed] - slot, 1)
        is_visible = np.cumsum(collapsed_depth[:-1]) == 0
        if self.shown_before is not None:
            is_visible &= np.diff(self.shown_before[slot : end + 1]) > 0
        return np.flatnonzero(is_visible) + slot

    def with_inside(self, slot: int, collapsed_inside: Ints) -> Frontier:
        """The rows with these slots in place of the collapsed ones inside a subtree, its top included. O(collapsed)."""
        first, last = self.collapsed_slots.searchsorted((slot, int(self.subtree_end[slot])))
        slots = np.concatenate([self.collapsed_slots[:first], collapsed_inside, self.collapsed_slots[last:]])
        return Frontier(self.subtree_end, self.shown_before, slots)


def _find_child_range(order: Order, frontier: Frontier, node: int) -> tuple[int, int]:
    """The numbers, among all slots that are shown, of the first below a node and of the first after it."""
    slot = order.find_slot(node)
    return frontier.count_before(slot + 1), frontier.count_before(int(order.subtree_end[slot]))


class Relatives:
    """Who stands beside and below a node."""

    def __init__(self, order: Order, frontier: Frontier, parent: Ints) -> None:
        self._order, self._frontier, self._parent = order, frontier, parent
        self._child_range = cache(partial(_find_child_range, order, frontier))

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
        if next_number < self._child_range(parent)[1]:
            return self._order.find_node(self._frontier.slot_after(next_number))
        return None

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
