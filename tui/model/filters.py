"""What the tree leaves out. Every filter is closed under parents, so what is shown is a tree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tracer.recording.columns import Bools, Columns, last_visits
from tracer.recording.slices import Beat, slices, unheard
from tracer.recording.status import PRUNED

Kinds = tuple[bool, bool, int | None, bool]
"""Which filters are in force."""


@dataclass(frozen=True, eq=False)
class Filters:
    """The filters in force; a node is shown if each lets it through."""

    pruned: bool = False
    """Pruned branches are left out."""
    cutoffs: bool = False
    """Only the nodes that were cut, what refuted them, what that pruned, and what is above them."""
    plies: int | None = None
    """Nodes of a greater ply are left out."""
    chosen: Bools | None = None
    """Only these nodes and what is above them."""
    name: str = ""
    """What the chosen nodes are."""

    def __bool__(self) -> bool:
        return bool(self.names)

    @property
    def key(self) -> Kinds:
        """What is equal where the same is left out, unless nodes are chosen."""
        return (self.pruned, self.cutoffs, self.plies, self.chosen is not None)

    @property
    def names(self) -> list[str]:
        """The filters in force, for people."""
        found = ["no pruned branches"] if self.pruned else []
        if self.cutoffs:
            found.append("only cutoffs")
        if self.plies is not None:
            found.append(f"ply ≤ {self.plies:,}")
        return [*found, f"only {self.name}"] if self.chosen is not None else found

    def mask(self, columns: Columns, beat: Beat = unheard) -> Bools | None:
        """For each node whether it is shown; None where nothing is left out. O(n), vectorised."""
        masks: list[Bools] = []
        if self.pruned:
            masks.append(columns.status != PRUNED)
        if self.cutoffs:
            masks.append(around_cutoffs(columns, beat))
        if self.plies is not None:
            masks.append(columns.ply <= self.plies)
        if self.chosen is not None:
            masks.append(with_parents(pad(self.chosen, len(columns)), columns, beat))
        return np.logical_and.reduce(masks) if masks else None


def with_parents(mask: Bools, columns: Columns, beat: Beat = unheard) -> Bools:
    """The nodes of a mask, what is above them, and the root. O(n), vectorised.

    A node is above one of the mask if its range holds one.
    """
    before = np.zeros(len(columns) + 1, columns.end.dtype)
    np.cumsum(mask, out=before[1:])
    above = np.empty(len(columns), bool)
    for part in slices(len(columns), beat):
        above[part] = before[columns.end[part]] > before[part]
    above[0] = True
    return above


def around_cutoffs(columns: Columns, beat: Beat = unheard) -> Bools:
    """The nodes that were cut, the child that refuted each, the branches pruned there, and what is above them. O(n)."""
    pruned = columns.status == PRUNED
    refuting = np.zeros(len(columns), bool)
    refuting[last_visits(columns)[columns.cutoff]] = True
    return with_parents(columns.cutoff | refuting | pruned, columns, beat)


def pad(mask: Bools, size: int) -> Bools:
    """A mask of the first nodes of a recording that has grown; what is new is not in it."""
    return np.concatenate([mask, np.zeros(size - len(mask), bool)]) if len(mask) < size else mask
