"""Events of entries, those of each together: what the last write before each event left."""

from __future__ import annotations

import math

import numpy as np

from tracer.recording.columns import Bools, Floats, Ints

INFINITY = math.inf


class Grouped:
    """Events in order, those of an entry together; and which of them write it.

    Args:
        entry: the number of each event's entry, rising.
        writes: the events that write it.
    """

    def __init__(self, entry: Ints, writes: Bools) -> None:
        self._writes, size = writes, len(entry)
        new = np.diff(entry, prepend=-1) != 0
        self._group = np.cumsum(new)
        first = np.maximum.accumulate(np.where(new, np.arange(size), 0))
        last = np.maximum.accumulate(np.where(writes, np.arange(size), -1))
        before = np.concatenate([[-1], last[:-1]])[:size]
        self._last, self._before = np.where(last >= first, last, -1), np.where(before >= first, before, -1)

    @property
    def before(self) -> Bools:
        """Whether the entry was written before each event."""
        before: Bools = self._before >= 0
        return before

    @property
    def any(self) -> Bools:
        """Whether each event's entry is ever written."""
        written = np.zeros(int(self._group[-1]) + 1 if len(self._group) else 1, bool)
        written[self._group[self._writes]] = True
        found: Bools = written[self._group]
        return found

    def last(self, told: Floats, none: float) -> Floats:
        """What the last write up to each event left."""
        return np.where(self._last >= 0, told[self._last], none)

    def least(self, told: Floats) -> Floats:
        """The least that writes up to each event left; ∞ where there are none."""
        told = np.where(self._writes, told, INFINITY)
        values, ranks = np.unique(told, return_inverse=True)
        ranks = ranks.reshape(-1) - self._group * len(values)  # which keeps the entries apart on one line
        least: Floats = values[np.minimum.accumulate(ranks) + self._group * len(values)]
        return least

    def changed(self, *columns: Floats | Ints) -> Bools:
        """Whether each event differs in something from what the last write before it left."""
        differs = np.zeros(len(self._before), np.bool_)
        for column in columns:
            differs |= column != column[self._before]
        return differs & self.before
