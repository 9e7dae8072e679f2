"""The steps at which nodes that fulfil a condition are met."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tracer.recording.columns import Array, Ints


class Hit(NamedTuple):
    """A step at which a node fulfils a condition."""

    step: int
    node: int


@dataclass(frozen=True, eq=False)
class Hits:
    """All hits of a condition in one trace, in the order of the search."""

    steps: Ints
    """Ascending. A cutoff and the first branch that it prunes share a step."""
    nodes: Ints
    """The node of each step; they ascend where the steps are the same."""

    @classmethod
    def ordered(cls, steps: Array, nodes: Array) -> Hits:
        """From hits whose nodes ascend."""
        order = np.argsort(steps, kind="stable")
        return cls(steps[order], nodes[order])

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, place: int) -> Hit:
        return Hit(int(self.steps[place]), int(self.nodes[place]))

    def __iter__(self) -> Iterator[Hit]:
        return (self[place] for place in range(len(self)))

    def next(self, step: int) -> Hit | None:
        """The first hit after a step. O(log n)."""
        place = int(np.searchsorted(self.steps, step, side="right"))
        return self[place] if place < len(self) else None

    def previous(self, step: int) -> Hit | None:
        """The last step with a hit before a step, with the first node that is hit there. O(log n)."""
        place = int(np.searchsorted(self.steps, step, side="left")) - 1
        return None if place < 0 else self[int(np.searchsorted(self.steps, self.steps[place], side="left"))]
