"""The columns of a trace as lists, which are several times faster to read one by one."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from tracer.recording.columns import Array, Floats, Ints
from tracer.recording.recording import Recording
from tracer.recording.slices import SLICE, Beat, One, Walked, slices, unheard, walk
from tracer.recording.status import PRUNED


class Rows:
    """The columns of one trace, by node. Values and windows are MAX's view.

    Args:
        trace: the trace.
        beat: called as lists are made, and as one walks over those of nodes.

    Attributes:
        beat: the same.
    """

    def __init__(self, trace: Recording, beat: Beat = unheard) -> None:
        columns = trace.columns
        self.beat = beat
        self.ids: list[int] = []
        for part in slices(len(columns.end) + 1, beat):
            self.ids += range(part.start, part.stop)
        self.end: list[int] = self.nodes(columns.end)
        self.move: list[int] = self.listed(columns.move)
        self.turn = self.small(columns.turn)
        self.alpha, self.beta, self.value = map(self.numbers, (columns.alpha, columns.beta, columns.value))
        self.status, self.cutoff = self.small(columns.status), self.small(columns.cutoff)

    def forget(self) -> None:
        """Let go of all lists, a slice at a time: to free millions of entries at once holds up all others."""
        lists = [*vars(self).values()]
        vars(self).clear()
        while lists:
            entries = lists.pop()
            if isinstance(entries, tuple):
                lists += entries
            while isinstance(entries, list) and entries:
                del entries[-SLICE:]

    def walk(self, entries: Sequence[One], each: int | None = None) -> Iterator[One]:
        """Some entries, one after another, heard now and then."""
        return walk(entries, self.beat, each)

    def listed(self, column: Array) -> list[Any]:
        """A column as a list."""
        found: list[Any] = []
        for part in slices(len(column), self.beat):
            found += column[part].tolist()
        return found

    def small(self, column: Array) -> array[int]:
        """A column of whole numbers from −128 to 127: a byte each, and read as fast as a list."""
        found = array("b")
        for part in slices(len(column), self.beat):
            found.frombytes(column[part].astype(np.int8).tobytes())
        return found

    def column(self, entries: list[Any] | array[int], kind: Any) -> Array:
        """A list as a column."""
        found = np.empty(len(entries), kind)
        for part in slices(len(entries), self.beat):
            found[part] = entries[part]
        return found

    def nodes(self, numbers: Ints) -> list[int]:
        """Numbers of nodes as a list in which equal ones are one object, which takes a quarter of the memory."""
        found: list[int] = []
        for part in slices(len(numbers), self.beat):
            found += map(self.ids.__getitem__, numbers[part].tolist())
        return found

    def numbers(self, column: Floats) -> list[float]:
        """A column as a list in which equal numbers are one object."""
        found: list[float] = []
        met: dict[Any, Any] = {None: math.nan}
        for part in slices(len(column), self.beat):
            values: list[Any] = column[part].tolist()
            for place in np.flatnonzero(np.isnan(column[part])).tolist():
                values[place] = None  # as keys, no two of these would be equal
            found += map(met.setdefault, values, values)
        return found

    @cached_property
    def visited(self) -> list[int]:
        """The nodes that are no pruned branches."""
        return Walked(self.nodes(np.flatnonzero(self.column(self.status, np.int8) != PRUNED)), self.beat)

    def children(self, node: int) -> list[int]:
        """All children, pruned branches included."""
        end, stop, child, found = self.end, self.end[node], node + 1, []
        while child < stop:
            found.append(child)
            child = end[child]
        return found

    def visits(self, node: int) -> list[int]:
        """The children that are no pruned branches."""
        return [child for child in self.children(node) if self.status[child] != PRUNED]
