"""Children and siblings among the nodes that filters let through, in the order of the rows, folded or not.

Each is found by bisection, so one move among a million costs as much as one among two.
"""

from __future__ import annotations

from functools import cache

from tracer.recording.columns import Ints
from tui.model.frontier import Frontier
from tui.model.ordering import Order


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
