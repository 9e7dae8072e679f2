"""The optional columns as they are told while a search is recorded: those of the next nodes, and late ones."""

from __future__ import annotations

import numpy as np

from tracer.recording.columns import MISSING, OPTIONAL, Array
from tracer.recording.source import Source
from tracer.recording.told import Told


class Beside:
    """What stands beside the columns that every trace has, part by part.

    Args:
        told: where it is told.
    """

    def __init__(self, told: Told) -> None:
        self._told = told
        self._ahead: dict[str, Array] = {}
        """Pairs of nodes that come later: they were told while a part was made."""
        self.texts: list[str] = []
        """The texts that come next in the table."""
        self.sources: list[Source] = []
        """The functions that come next."""
        self._functions = 0
        """Functions that were taken."""

    def take(self) -> None:
        """Take what was told since the last time."""
        pairs, self.texts = self._told.take()
        for name, fresh in pairs.items():
            before = self._ahead.get(name)
            self._ahead[name] = fresh if before is None else np.concatenate([before, fresh])
        self.sources = self._told.sources[self._functions :]
        self._functions += len(self.sources)

    def columns(self, first: int, size: int) -> dict[str, Array]:
        """The optional columns of the next nodes; a column of which nothing is told there is left out."""
        columns: dict[str, Array] = {}
        for name, pairs in self._cut(first, first + size).items():
            columns[name] = np.full(size, MISSING[name], OPTIONAL[name])
            columns[name][pairs[:, 0].astype(np.int64) - first] = pairs[:, 1]
        return columns

    def late(self, before: int) -> list[dict[str, Array]]:
        """What was told of nodes that are in the file already, a block for each column."""
        return [
            {"node": pairs[:, 0].astype(np.int64), name: pairs[:, 1].astype(OPTIONAL[name])}
            for name, pairs in self._cut(0, before).items()
        ]

    def _cut(self, first: int, stop: int) -> dict[str, Array]:
        """The pairs of some nodes, which are kept no longer."""
        found = {}
        for name, pairs in list(self._ahead.items()):
            here = (pairs[:, 0] >= first) & (pairs[:, 0] < stop)
            if here.any():
                found[name] = pairs[here]
                self._ahead[name] = pairs[~here]
        return found
