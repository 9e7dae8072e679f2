"""The order of the rows, as the search goes or sorted by value or nodes; and what filters leave out of them.

A node's place in it is its *slot*. A subtree fills as many slots as it has nodes in every order, so it stays a range,
and whatever works on ranges of ids works on ranges of slots. Filters are closed under parents.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from tracer.recording.columns import Array, Bools, Columns, Ints, index_dtype, last_visits
from tracer.recording.log_numbers import log_of
from tracer.recording.slices import Beat, slices, unheard
from tracer.recording.status import PRUNED
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


@dataclass(frozen=True, eq=False)
class Filters:
    """The filters in force; a node is shown if each lets it through."""

    hides_pruned: bool = False
    """Pruned branches are left out."""
    only_cutoffs: bool = False
    """Only the nodes that were cut, what refuted them, what that pruned, and what is above them."""
    max_ply: int | None = None
    """Nodes of a greater ply are left out."""
    chosen_nodes: Bools | None = None
    """Only these nodes and what is above them."""
    chosen_name: str = ""
    """What the chosen nodes are."""

    def __bool__(self) -> bool:
        return bool(self.descriptions)

    @property
    def descriptions(self) -> list[str]:
        """The filters in force, for people."""
        descriptions = ["no pruned branches"] if self.hides_pruned else []
        if self.only_cutoffs:
            descriptions.append("only cutoffs")
        if self.max_ply is not None:
            descriptions.append(f"ply ≤ {self.max_ply:,}")
        return [*descriptions, f"only {self.chosen_name}"] if self.chosen_nodes is not None else descriptions

    def mask(self, columns: Columns, report_progress: Beat = unheard) -> Bools | None:
        """For each node whether it is shown; None where nothing is left out. O(n), vectorised."""
        masks: list[Bools] = []
        if self.hides_pruned:
            masks.append(columns.status != PRUNED)
        if self.only_cutoffs:
            masks.append(mask_around_cutoffs(columns, report_progress))
        if self.max_ply is not None:
            masks.append(columns.ply <= self.max_ply)
        if self.chosen_nodes is not None:
            is_chosen = np.zeros(len(columns), bool)  # a recording that has grown has nodes that are not chosen
            is_chosen[: len(self.chosen_nodes)] = self.chosen_nodes
            masks.append(mask_with_ancestors(is_chosen, columns, report_progress))
        return np.logical_and.reduce(masks) if masks else None


def mask_with_ancestors(mask: Bools, columns: Columns, report_progress: Beat = unheard) -> Bools:
    """The nodes of a mask, what is above them, and the root. O(n), vectorised.

    A node is above one of the mask if its range holds one.
    """
    masked_before = prefix_sums(mask, columns.end.dtype)
    has_masked_below = np.empty(len(columns), bool)
    for node_slice in slices(len(columns), report_progress):
        has_masked_below[node_slice] = masked_before[columns.end[node_slice]] > masked_before[node_slice]
    has_masked_below[0] = True
    return has_masked_below


def mask_around_cutoffs(columns: Columns, report_progress: Beat = unheard) -> Bools:
    """The nodes that were cut, the child that refuted each, the branches pruned there, and what is above them. O(n)."""
    is_pruned = columns.status == PRUNED
    is_refuting_move = np.zeros(len(columns), bool)
    is_refuting_move[last_visits(columns)[columns.cutoff]] = True
    return mask_with_ancestors(columns.cutoff | is_refuting_move | is_pruned, columns, report_progress)


class ShownNodes:
    """What a filter lets through in some order, and who stands beside and below whom there, folded or not.

    Args:
        order: the order of the slots.
        parent: by node.
        mask: by node, whether it is shown; one that is has all above it shown. None shows all.

    Attributes:
        shown_before: by slot, and for the end: how many before it are shown; None where all are.
    """

    def __init__(self, order: Order, parent: Ints, mask: Bools | None = None, report_progress: Beat = unheard) -> None:
        self.order, self.mask, self._parent = order, mask, parent
        self.shown_before: Ints | None = None
        self._child_ranges: dict[int, tuple[int, int]] = {}
        if mask is not None:
            mask_by_slot = mask if order.node_at is None else mask[order.node_at]
            self.shown_before = prefix_sums(mask_by_slot, order.subtree_end.dtype)
            report_progress(1, 2)
            hidden = np.flatnonzero(~mask_by_slot)
            parents, sizes = parent[order.find_nodes(hidden)], order.subtree_end[hidden] - hidden
            self._hidden_below = np.bincount(parents, sizes, minlength=len(mask)).astype(order.subtree_end.dtype)

    def is_shown(self, node: int) -> bool:
        """Whether the filter lets a node through; it may still be inside a collapsed one."""
        return self.mask is None or bool(self.mask[node])

    def count_left_out(self, node: int) -> int:
        """How many nodes the filter leaves out below a node, beyond its children that are shown."""
        return 0 if self.mask is None else int(self._hidden_below[node])

    def slots_before(self, slot: int) -> int:
        """How many of the slots before this one are shown."""
        return slot if self.shown_before is None else int(self.shown_before[slot])

    def slot_after(self, shown_count: int) -> int:
        """The slot that so many shown ones come before. O(log n)."""
        if self.shown_before is None:
            return shown_count
        # Bisection in the array's own type: a wider number would make NumPy convert the whole array first.
        return int(np.searchsorted(self.shown_before, self.shown_before.dtype.type(shown_count), side="right")) - 1

    def child_range(self, node: int) -> tuple[int, int]:
        """The numbers, among all slots that are shown, of the first below a node and of the first after it."""
        if (child_range := self._child_ranges.get(node)) is None:
            slot = self.order.find_slot(node)
            child_range = self.slots_before(slot + 1), self.slots_before(int(self.order.subtree_end[slot]))
            self._child_ranges[node] = child_range
        return child_range

    def first_child(self, node: int) -> int | None:
        """The first child that is shown; None where none is."""
        first_number, end_number = self.child_range(node)
        return self.order.find_node(self.slot_after(first_number)) if first_number < end_number else None

    def next_sibling(self, node: int) -> int | None:
        """The next sibling that is shown; None at the last, and at the root."""
        parent = int(self._parent[node])
        if parent < 0 or not self.count_after(node):
            return None
        return self.order.find_node(self.slot_after(self.child_range(node)[1]))

    def previous_sibling(self, node: int) -> int | None:
        """The sibling before that is shown; None at the first, and at the root. O(plies below it)."""
        parent = int(self._parent[node])
        if parent < 0 or not self.count_before(node):
            return None
        # What stands right before a node is the last one at or below its sibling.
        sibling = self.order.find_node(self.slot_after(self.child_range(node)[0] - 2))
        while self._parent[sibling] != parent:
            sibling = int(self._parent[sibling])
        return sibling

    def count_shown(self, node: int) -> int:
        """How many nodes at and below a node are shown."""
        first_number, end_number = self.child_range(node)
        return end_number - first_number + 1

    def count_before(self, node: int) -> int:
        """How many nodes at and below the siblings before a node are shown."""
        return self.child_range(node)[0] - 1 - self.child_range(int(self._parent[node]))[0]

    def count_after(self, node: int) -> int:
        """How many nodes at and below the siblings after a node are shown."""
        return self.child_range(int(self._parent[node]))[1] - self.child_range(node)[1]
