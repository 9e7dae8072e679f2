"""Whether visits are entered and left as calls are: the last one entered is left first, below one root."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Bools, Ints, plies
from tracer.recording.entries import LEAF
from tracer.recording.lists import Late
from tracer.recording.status import EXPANDED, OPEN, PRUNED, Status

ONE_ROOT = "a trace has one root; give each search {}, or enter a node above them first"
"""What is wrong with a node that is entered after the root was left."""


class Nesting:
    """Follows the visits that are open from one draining of a recorder's lists to the next."""

    def __init__(self) -> None:
        self._open: Ints = np.empty(0, np.int64)
        """The nodes that were open at the last draining, from the root down."""

    @classmethod
    def of_open(cls, nodes: Sequence[int]) -> Nesting:
        """One to which these nodes are open, from the root down."""
        nesting = cls()
        nesting._open = np.array(nodes, np.int64)
        return nesting

    def follow(self, first: int, columns: dict[str, Array], late: Sequence[Late]) -> None:
        """Go on with what the lists hold. O(n), vectorised: the test is that of `verify`.

        Places count the nodes that were open, and then those in the lists. What is open still ends beyond one more
        place, which stands for whatever comes next.

        Args:
            first: the id of the first node in the lists.
            columns: of all nodes in them; those not left yet have end −1.
            late: the news of nodes that are in the lists no more, or were abandoned.

        Raises:
            PlyscopeError: the visits do not nest; the message names the first node at fault, and what to do.
        """
        before, left = len(self._open), columns["end"]
        size, shift = before + len(left), before - first
        end = np.full(size + 1, size + 1, np.int64)
        listed = end[before:size]
        np.add(left, shift, out=listed)
        listed[left < 0] = size + 1
        if late:
            self._end_late(end, late, shift)
        early = end <= np.arange(size + 1)
        if early.any():
            raise PlyscopeError(f"node {self._ids(first, size)[np.argmax(early)]}: it was left before it was entered")
        ply = plies(end)
        roots = size - np.count_nonzero(ply[:size])
        if roots > (before > 0 or first == 0) or (first == 0 and PRUNED in columns["status"][:1]):
            _refuse_root(self._ids(first, size), ply[:size] == 0, columns["status"])
        overlaps = np.append(ply, 0)[end] > ply
        if overlaps.any():
            _refuse_order(self._ids(first, size), end, overlaps)
        still = np.flatnonzero(end[:size] > size)
        self._open = np.concatenate([self._open[still[still < before]], still[still >= before] - shift])

    def _end_late(self, end: Ints, late: Sequence[Late], shift: int) -> None:
        """Put the ends of nodes that were left or abandoned late in their places; `shift` leads from an id to one."""
        nodes, status, left = (np.array([row[k] for row in late], np.int64) for k in (0, 2, 4))
        before, size = len(self._open), len(end) - 1
        earlier = nodes + shift < before
        places = np.where(earlier, np.searchsorted(self._open, nodes), np.minimum(nodes + shift, size))
        known = ~earlier | (np.append(self._open, -1)[np.minimum(places, before)] == nodes)
        known &= (end[places] > size) & (places < size) | (status == OPEN)
        if not known.all():
            wrong = int(np.argmin(known))
            raise PlyscopeError(f"node {nodes[wrong]}: it was left, but it is not open: leave each node once")
        inner = (status == EXPANDED) | (status == OPEN) | (left == nodes + 1)
        if not inner.all():
            wrong = int(np.argmin(inner))
            what = LEAF.format(Status(int(status[wrong])).name, "something was searched or pruned below it")
            raise PlyscopeError(f"node {nodes[wrong]}: {what}")
        end[places] = left + shift

    def _ids(self, first: int, size: int) -> Ints:
        """The id at each place."""
        return np.concatenate([self._open, np.arange(first, first + size - len(self._open))])


def _refuse_root(ids: Ints, top: Bools, status: Array) -> None:
    """Refuse a second root, and a branch that is pruned where nothing is open.

    Args:
        ids: the id at each place.
        top: where no open node is above.
        status: of the nodes in the lists, which have the last places.
    """
    pruned = np.concatenate([np.zeros(len(ids) - len(status), bool), status == PRUNED])
    place = int(np.argmax(top & ((ids > 0) | pruned)))
    node = int(ids[place])
    if pruned[place]:
        raise PlyscopeError(f"node {node}: prune() without an open node{': the root was left' if node else ''}")
    raise PlyscopeError(
        f"node {node}: enter() after the root was left: {ONE_ROOT.format('a Recorder')}, "
        'and each iteration below it with a move such as plyscope.Pass("depth 3")'
    )


def _refuse_order(ids: Ints, end: Ints, overlaps: Bools) -> None:
    """Name the two nodes of which the upper one was left first.

    All nodes nest until the first is left too early; of those below it, the first one open by then is at fault.
    """
    places = np.flatnonzero(overlaps)
    upper = int(places[np.lexsort((-places, end[places]))[0]])
    lower = upper + 1 + int(np.argmax(end[upper + 1 : end[upper]] > end[upper]))
    above, below = int(ids[upper]), int(ids[lower])
    if end[lower] > len(ids):
        raise PlyscopeError(
            f"node {below}: it was never left, though node {above} above it was: end every visit with leave(node, "
            "value), also where it returns early, or with abandon(node) where it returns no value"
        )
    raise PlyscopeError(f"node {above}: it was left before node {below} below it: the last one entered is left first")
