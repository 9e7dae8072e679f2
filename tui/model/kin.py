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
from tui.model.ordering import Frontier, Order, drop_nested


@dataclass(frozen=True, eq=False)
class Shown:
    """What a filter lets through."""

    mask: Bools
    """By node: whether it is shown."""
    before: Ints
    """By slot, and for the end: how many before it are shown."""
    left_out: Ints
    """By node: how many are left out below it, beyond its children that are shown."""
    order: Order
    """The order of the slots."""

    def arranged(self, order: Order) -> Shown:
        """The same in another order of the nodes. O(n), vectorised."""
        if order is self.order:
            return self
        return replace(self, before=_before(self.mask, order), order=order)


def work_out(mask: Bools, order: Order, end: Ints, parent: Ints, beat: Beat) -> Shown:
    """What follows from a filter. O(n), vectorised.

    Args:
        mask: for each node whether it is shown.
        order: the order of the rows.
        end: one past the last id of every node's subtree.
        parent: every node's parent.
        beat: called in between.
    """
    before = _before(mask, order)
    beat(1, 2)
    out = np.flatnonzero(~mask)
    counts = np.bincount(parent[out], end[out] - out, minlength=len(mask))
    return Shown(mask, before, counts.astype(end.dtype), order)


def _before(mask: Bools, order: Order) -> Ints:
    counts = np.zeros(len(mask) + 1, order.end.dtype)
    np.cumsum(order.arrange(mask), out=counts[1:])
    return counts


class Folding(NamedTuple):
    """What is open in a tree view, to be found again."""

    order: Order
    """Which node stands in which slot."""
    slots: Ints
    """The outermost collapsed slots, ascending."""
    stash: dict[int, Ints]
    """By collapsed slot: the outermost ones inside it, to be found again when it is expanded."""
    roots: tuple[int, ...]
    """The nodes from which on the tree was shown, the last of them now."""

    def arranged(self, order: Order) -> Folding:
        """The same in another order of the same nodes. O(n), vectorised."""
        return self._moved(order, lambda slots, _: order.slots(np.sort(self.order.nodes(slots))))

    def grown(self, order: Order, end: Ints, parent: Ints) -> Folding:
        """The same in a longer recording, where what is new is collapsed. O(n), vectorised.

        Args:
            order: the order of its nodes.
            end: by node, one past the last id of its subtree.
            parent: every node's parent.
        """
        known = len(self.order.end)
        arrived = np.append(np.arange(known, len(end))[parent[known:] < known], known - 1)
        arrived = arrived[end[arrived] > arrived + 1]

        def inside(slots: Ints, top: int) -> Ints:
            below = arrived[(arrived > top) & (arrived < end[top])]
            return drop_nested(order.end, order.slots(np.sort(np.append(self.order.nodes(slots), below))))

        return self._moved(order, inside)

    def _moved(self, order: Order, inside: Callable[[Ints, int], Ints]) -> Folding:
        """The same in other slots; a function gives those of what is collapsed below a node."""
        node = self.order.node
        stash = {order.slot(node(top)): inside(slots, node(top)) for top, slots in self.stash.items()}
        return Folding(order, inside(self.slots, 0), stash, self.roots)


class Kin:
    """Who stands beside and below a node.

    Args:
        order: the order of the rows.
        tree: which slots are shown.
        parent: every node's parent; −1 at the root.
    """

    def __init__(self, order: Order, tree: Frontier, parent: Ints) -> None:
        self._order, self._tree, self._parent = order, tree, parent

    def remembering(self) -> Kin:
        """The same for as long as nothing is folded, filtered or sorted: what was looked up is not looked up again."""
        same = Kin(self._order, self._tree, self._parent)
        same._inside = cache(self._inside)  # type: ignore[method-assign]
        return same

    def _inside(self, node: int) -> tuple[int, int]:
        """The numbers, among all slots that are shown, of the first below a node and of the first after it."""
        slot = self._order.slot(node)
        return self._tree.count_before(slot + 1), self._tree.count_before(int(self._order.end[slot]))

    def first_child(self, node: int) -> int | None:
        """The first child that is shown; None where none is."""
        first, stop = self._inside(node)
        return self._order.node(self._tree.slot_after(first)) if first < stop else None

    def next_sibling(self, node: int) -> int | None:
        """The next sibling that is shown; None at the last, and at the root."""
        above = int(self._parent[node])
        if above < 0:
            return None
        following = self._inside(node)[1]
        return self._order.node(self._tree.slot_after(following)) if following < self._inside(above)[1] else None

    def previous_sibling(self, node: int) -> int | None:
        """The sibling before that is shown; None at the first, and at the root. O(plies below it)."""
        above = int(self._parent[node])
        if above < 0 or not self.count_before(node):
            return None
        # What stands right before a node is the last one at or below its sibling.
        found = self._order.node(self._tree.slot_after(self._inside(node)[0] - 2))
        while self._parent[found] != above:
            found = int(self._parent[found])
        return found

    def count(self, node: int) -> int:
        """How many nodes at and below a node are shown."""
        first, stop = self._inside(node)
        return stop - first + 1

    def count_before(self, node: int) -> int:
        """How many nodes at and below the siblings before a node are shown."""
        return self._inside(node)[0] - 1 - self._inside(int(self._parent[node]))[0]

    def count_after(self, node: int) -> int:
        """How many nodes at and below the siblings after a node are shown."""
        return self._inside(int(self._parent[node]))[1] - self._inside(node)[1]
