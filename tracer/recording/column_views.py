"""The columns of a trace as views, from which single numbers are read faster than from NumPy's arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from tracer.recording.columns import Array
from tracer.recording.recording import Recording
from tracer.recording.slices import Beat, Item, ReportedNumbers, iter_reported, slices, unheard
from tracer.recording.status import PRUNED


def as_memoryview(column: Array) -> memoryview[Any]:
    """Return a column whose entries are plain numbers; it is the column itself, and takes no memory."""
    return np.ascontiguousarray(column).data


class ColumnViews:
    """The columns of one trace, by node. Values and windows are MAX's view."""

    def __init__(self, trace: Recording, beat: Beat = unheard) -> None:
        columns = trace.columns
        self.beat = beat
        self.end: Sequence[int] = as_memoryview(columns.end)
        self.move: Sequence[int] = as_memoryview(columns.move)
        self.alpha: Sequence[float] = as_memoryview(columns.alpha)
        self.beta: Sequence[float] = as_memoryview(columns.beta)
        self.value: Sequence[float] = as_memoryview(columns.value)
        self.cutoff: Sequence[bool] = as_memoryview(columns.cutoff)
        self.turn, self.status = (self._copy_small_column(column) for column in (columns.turn, columns.status))

    def _copy_small_column(self, column: Array) -> memoryview[Any]:
        """Return a column of numbers from −128 to 127 that may be changed."""
        copy = np.empty(len(column), np.int8)
        for part in slices(len(column), self.beat):
            copy[part] = column[part]
        return as_memoryview(copy)

    def walk(self, entries: Sequence[Item], slice_length: int | None = None) -> Iterator[Item]:
        """Some entries, one after another, heard now and then."""
        return iter_reported(entries, self.beat, slice_length)

    @cached_property
    def visited(self) -> Sequence[int]:
        """The nodes that are no pruned branches."""
        return ReportedNumbers(np.flatnonzero(np.asarray(self.status) != PRUNED), self.beat)

    def children(self, node: int) -> list[int]:
        """All children, pruned branches included."""
        end, stop, child, children = self.end, self.end[node], node + 1, []
        while child < stop:
            children.append(child)
            child = end[child]
        return children

    def visits(self, node: int) -> list[int]:
        """The children that are no pruned branches."""
        return [child for child in self.children(node) if self.status[child] != PRUNED]
