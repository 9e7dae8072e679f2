"""What a filter lets through, with what follows from that for each row: O(n), and worked out in any thread."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from tracer.recording.columns import Bools, Ints
from tracer.recording.slices import Beat
from tui.model.ordering import Order


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
