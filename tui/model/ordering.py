"""The order of the rows with everything expanded: that of the search, or siblings sorted by value or by nodes.

A node's place in it is its *slot*. A subtree fills as many slots as it has nodes in every order, so it stays a range,
and whatever works on ranges of ids works on ranges of slots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np

from tracer.recording.columns import Array, Columns, Ints, index_dtype
from tracer.recording.numbers_of_log import log_of
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
    order = _sorted(columns, -log_of(columns).counted(columns.end, step), unheard)
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
