"""How many nodes of each ply a search had met by a step."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tracer.count.paths import paths_of
from tracer.recording.columns import Bools, Ints
from tracer.recording.status import PRUNED

if TYPE_CHECKING:
    from tracer.recording.recording import Recording


class Level(NamedTuple):
    """One ply."""

    visited: int
    """Nodes entered so far."""
    pruned: int
    """Branches pruned so far: paths that were skipped and that no visit has entered so far."""
    visited_total: int
    """Nodes entered in the end."""
    pruned_total: int
    """Branches pruned in the end."""


class Levels:
    """The ids of each ply, ascending, so that those below some id are found by bisection."""

    def __init__(self, trace: Recording) -> None:
        self._columns, self._paths = trace.columns, paths_of(trace)

    @cached_property
    def _pruned(self) -> tuple[list[Ints], list[Ints]]:
        """Where paths become pruned branches, and where such are visited after all."""
        changes = self._paths.pruned_changes
        return self._split(changes > 0), self._split(changes < 0)

    @cached_property
    def _visited(self) -> list[Ints]:
        return self._split(self._columns.status != PRUNED)

    def _split(self, which: Bools) -> list[Ints]:
        born = self._columns.born
        if born is not None:
            rows, plies = born[which], self._paths.ply[which]
            counts = np.bincount(plies, minlength=self.deepest + 1)
            return np.split(rows[np.lexsort((rows, plies))], np.cumsum(counts)[:-1])
        ids = np.flatnonzero(which).astype(self._columns.end.dtype)
        plies = self._paths.ply[ids]
        counts = np.bincount(plies, minlength=self.deepest + 1)
        return np.split(ids[np.argsort(plies, kind="stable")], np.cumsum(counts)[:-1])

    @cached_property
    def deepest(self) -> int:
        """The deepest ply."""
        return int(self._paths.ply.max())

    def at(self, ply: int, met: int) -> Level:
        """The counts of a ply among the ids up to `met`, of a best-first search up to this step. O(log n)."""
        visited, (pruned, entered) = self._visited[ply], (those[ply] for those in self._pruned)
        stop = visited.dtype.type(met)

        def so_far(ids: Ints) -> int:
            return int(np.searchsorted(ids, stop, side="right"))

        return Level(so_far(visited), so_far(pruned) - so_far(entered), len(visited), len(pruned) - len(entered))
