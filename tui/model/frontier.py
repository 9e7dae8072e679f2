"""The collapsed nodes of a tree view, as two sorted arrays: which slot stands in which row follows from them.

With everything expanded, row r is slot r. A collapsed node hides the range of slots below it, so the rows follow from
the collapsed nodes alone. Only the *outermost* ones matter; they are the frontier. Which nodes are shown at all is a
prefix count over slots, so a filter costs no list either.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain, groupby

import numpy as np

from tracer.recording.columns import Ints

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
