"""The order of the rows, as the search goes or sorted by value or nodes; and which of them are folded away.

A node's place in it is its *slot*. A subtree fills as many slots as it has nodes in every order, so it stays a range,
and whatever works on ranges of ids works on ranges of slots.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain, groupby
from typing import Any

import numpy as np

from tracer.recording.columns import Array, Columns, Ints, index_dtype
from tracer.recording.log_numbers import log_of
from tracer.recording.slices import Beat, unheard

MOST_FOLLOWED = 150_000
"""Nodes of a recording of which the order by visits is worked out anew at each step."""
FEW = 32
"""One node in so many is few enough to sort their slots by comparing them."""


@dataclass(frozen=True, eq=False)
class Order:
    """A pre-order of the nodes of a tree."""

    end: Ints
    """By slot: one past the last slot of the subtree."""
    node_at: Ints | None = None
    """By slot: the node. None where slots are ids."""
    slot_of: Ints | None = None
    """By node: its slot. None where slots are ids."""
    by_step: bool = False
    """Whether it is that of one step, and another one at the next."""

    def follows(self, other: Order) -> bool:
        """Whether both are in one order that follows the time, of the same nodes."""
        return self.by_step and other.by_step and len(self.end) == len(other.end)

    def node(self, slot: int) -> int:
        """The node in a slot."""
        return slot if self.node_at is None else int(self.node_at[slot])

    def slot(self, node: int) -> int:
        """The slot of a node."""
        return node if self.slot_of is None else int(self.slot_of[node])

    def nodes(self, slots: Ints) -> Ints:
        """The nodes in some slots."""
        return slots if self.node_at is None else self.node_at[slots]

    def slots(self, nodes: Ints) -> Ints:
        """The slots of some nodes, ascending; ids have to ascend. O(n) where slots are not ids."""
        if self.slot_of is None:
            return nodes
        slots = self.slot_of[nodes]
        if len(slots) * FEW < len(self.slot_of):
            return np.sort(slots)
        # No two nodes have one slot, so many are sorted fastest by flags.
        there = np.zeros(len(self.slot_of), bool)
        there[slots] = True
        return np.flatnonzero(there)

    def arrange(self, column: Any) -> Any:
        """A column by node as a column by slot."""
        return column if self.node_at is None else column[self.node_at]


class Sorting(Enum):
    """How siblings stand."""

    SEARCH = "in the order of the search"
    VALUE = "by value"
    NODES = "by nodes"
    VISITS = "by visits at this step"
    """In Monte Carlo tree search alone."""

    def following(self, ways: Sequence[Sorting]) -> Sorting:
        """The next one of some; after the last comes the first."""
        return ways[(ways.index(self) + 1) % len(ways)]


def by_search(columns: Columns, _beat: Beat = unheard) -> Order:
    """Siblings as the search met them: slots are ids."""
    return Order(columns.end)


def by_value(columns: Columns, beat: Beat = unheard) -> Order:
    """Siblings sorted by the value they returned, best for the player who chooses among them first.

    Equal ones stay in the order of the search, as do all at a chance node. What has no value comes last: pruned
    branches, and visits that never returned. O(n log n), vectorised.
    """
    parent = columns.parent
    mover = np.where(parent < 0, 0, columns.turn[parent])
    # Adding 0 turns -0 into 0; a chance node keeps NaN apart from numbers and nothing else.
    return _sorted(columns, np.where(mover == 0, columns.value * 0, -mover * columns.value + 0.0), beat)


def by_nodes(columns: Columns, beat: Beat = unheard) -> Order:
    """Siblings sorted by the visits at and below them, most first; equal ones stay in the order of the search.

    O(n log n), vectorised.
    """
    seen = columns.visited_before
    return _sorted(columns, seen[:-1] - seen[columns.end], beat)


def by_visits(columns: Columns, step: int) -> Order:
    """Siblings sorted by how often each was visited by a step, most first; equal ones stay as they are.

    O(n log n), vectorised.
    """
    order = _sorted(columns, -log_of(columns).cached_visits(columns.end, step), unheard)
    return replace(order, by_step=True)


def ways(columns: Columns) -> list[Sorting]:
    """The orders that a recording has, the one that it begins with first."""
    counted = columns.log is not None and columns.log.counts_visits and len(columns) <= MOST_FOLLOWED
    return [*([Sorting.VISITS] if counted else []), *WAYS]


WAYS: dict[Sorting, Callable[[Columns, Beat], Order]] = {
    Sorting.SEARCH: by_search,
    Sorting.VALUE: by_value,
    Sorting.NODES: by_nodes,
}
"""How each order is made."""


def _sorted(columns: Columns, key: Array, beat: Beat) -> Order:
    """Siblings by a number of each node, the smallest first."""
    parent, size = columns.parent, len(columns)
    order = np.lexsort((key, parent))
    beat(3, 6)
    sizes = columns.end - np.arange(size)
    before = _sums_within(sizes[order], parent[order])
    beat(4, 6)
    step = np.empty(size, np.int64)
    step[order] = before + 1
    step[0] = 0
    slot_of = _sums_above(step, columns.end)
    beat(5, 6)
    return _order(columns.end, sizes, slot_of)


def _sums_within(sizes: Ints, group: Ints) -> Ints:
    """For each element the sum of those before it in its group; groups stand together."""
    before = np.cumsum(sizes, dtype=np.int64) - sizes
    begins = np.ones(len(group), bool)
    begins[1:] = group[1:] != group[:-1]
    return before - np.maximum.accumulate(np.where(begins, before, 0))


def _sums_above(step: Ints, end: Ints) -> Ints:
    """For each node the sum of a column over it and the nodes above it: those before it whose range has not ended."""
    ended = np.bincount(end, weights=step, minlength=len(end) + 1)[: len(end)].astype(np.int64)
    return np.cumsum(step) - np.cumsum(ended)


def _order(end: Ints, sizes: Ints, slot_of: Ints) -> Order:
    slot_of = slot_of.astype(index_dtype(len(end)))
    node_at = np.empty_like(slot_of)
    node_at[slot_of] = np.arange(len(end), dtype=slot_of.dtype)
    return Order((np.arange(len(end)) + sizes[node_at]).astype(end.dtype), node_at, slot_of)


NONE: Ints = np.empty(0, np.int64)


class Frontier:
    """The outermost collapsed slots, and the rows they leave.

    Args:
        end: by slot, one past the last slot of the subtree.
        shown_before: n + 1 long: for each slot, how many of those before it are shown; None shows all. A slot that is
            shown has all above it shown.
        slots: the outermost collapsed slots, ascending.
    """

    def __init__(self, end: Ints, shown_before: Ints | None = None, slots: Ints = NONE) -> None:
        self._end, self._shown, self.slots = end, shown_before, slots
        self._hidden = np.zeros(len(slots) + 1, np.int64)
        np.cumsum(self._sizes(slots), out=self._hidden[1:])

    def count_before(self, slot: int) -> int:
        """How many of the slots before this one are shown."""
        return slot if self._shown is None else int(self._shown[slot])

    def slot_after(self, number: int) -> int:
        """The slot that so many shown ones come before. O(log n)."""
        if self._shown is None:
            return number
        # Bisection in the array's own type: a wider number would make NumPy convert the whole array first.
        return int(np.searchsorted(self._shown, self._shown.dtype.type(number), side="right")) - 1

    def _sizes(self, slots: Ints) -> Ints:
        """How many rows each of these slots hides when it is collapsed."""
        ends = self._end[slots]
        return ends - slots - 1 if self._shown is None else self._shown[ends] - self._shown[slots + 1]

    def row(self, slot: int) -> int:
        """How many rows stand above a slot that no collapsed one hides, or above the end. O(log collapsed)."""
        return self.count_before(slot) - int(self._hidden[self.slots.searchsorted(slot)])

    def slot(self, row: int) -> int:
        """The slot in a row. O(log n)."""
        slots, hidden = self.slots, self._hidden
        above = bisect_left(range(len(slots)), row, key=lambda k: self.count_before(int(slots[k])) - int(hidden[k]))
        return self.slot_after(row + int(hidden[above]))

    def __contains__(self, slot: int) -> bool:
        place = int(self.slots.searchsorted(slot))
        return place < len(self.slots) and int(self.slots[place]) == slot

    def collapsed_above(self, slot: int) -> int | None:
        """The collapsed slot that hides this one; None where none does. O(log collapsed)."""
        place = int(self.slots.searchsorted(slot))
        if place == 0:
            return None
        last = int(self.slots[place - 1])
        return last if self._end[last] > slot else None

    def collapsed_within(self, slot: int) -> Ints:
        """The collapsed slots of a subtree, its top included."""
        first, last = self.slots.searchsorted((slot, int(self._end[slot])))
        return self.slots[first:last]

    def open_slots(self, slot: int) -> Ints:
        """The slots of a subtree that have rows, ascending. O(n), vectorised."""
        stop = int(self._end[slot])
        collapsed = self.collapsed_within(slot)
        depth = np.zeros(stop - slot + 1, np.int64)
        depth[collapsed + 1 - slot] += 1
        np.subtract.at(depth, self._end[collapsed] - slot, 1)
        seen = np.cumsum(depth[:-1]) == 0
        if self._shown is not None:
            seen &= np.diff(self._shown[slot : stop + 1]) > 0
        return np.flatnonzero(seen) + slot

    def with_slots(self, slots: Ints) -> Frontier:
        """The rows that other outermost collapsed slots leave. O(collapsed)."""
        return Frontier(self._end, self._shown, slots)

    def replace(self, slot: int, inside: Ints) -> None:
        """Put these slots in place of the frontier inside a subtree, its top included. O(collapsed)."""
        first, last = self.slots.searchsorted((slot, int(self._end[slot])))
        sums = np.cumsum(self._sizes(inside)) + self._hidden[first]
        after = sums[-1] if len(sums) else self._hidden[first]
        tail = self._hidden[last + 1 :] + (after - self._hidden[last])
        self._hidden = np.concatenate([self._hidden[: first + 1], sums, tail])
        self.slots = np.concatenate([self.slots[:first], inside, self.slots[last:]])


def drop_nested(end: Ints, slots: Ints) -> Ints:
    """Those of some slots that are not below another, ascending."""
    slots = np.sort(slots)
    if len(slots) < 2:
        return slots
    reached = np.maximum.accumulate(end[slots])
    kept = np.ones(len(slots), bool)
    kept[1:] = slots[1:] >= reached[:-1]
    return slots[kept]


def inner_children(end: Ints, slot: int) -> list[int]:
    """The slots of the children that have children themselves. O(children)."""
    child, stop, found = slot + 1, int(end[slot]), []
    while child < stop:
        following = int(end[child])
        if following > child + 1:
            found.append(child)
        child = following
    return found


def join(pieces: list[Ints | list[int]]) -> Ints:
    """Arrays and lists as one array. Neighbouring lists become one array, since one for each would be slow."""
    arrays: list[Ints] = [NONE]
    for listed, group in groupby(filter(len, pieces), key=lambda piece: isinstance(piece, list)):
        if listed:
            arrays.append(np.fromiter(chain.from_iterable(group), np.int64))
        else:
            arrays.extend(np.asarray(piece) for piece in group)
    return np.concatenate(arrays)
