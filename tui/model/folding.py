"""What is collapsed in a tree, as it is kept: to be found again, in another order, in a longer recording."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from tracer.recording.columns import Ints
from tui.model.frontier import drop_nested
from tui.model.ordering import Order


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
