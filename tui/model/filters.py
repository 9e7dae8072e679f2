"""What the tree leaves out, and at which ply its rows are indented. Filters are closed under parents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tracer.recording.columns import Bools, Columns, last_visits
from tracer.recording.slices import Beat, slices, unheard
from tracer.recording.status import PRUNED


class Sideways:
    """A window of plies. It follows the selected row, and keys move it.

    Attributes:
        first: the ply at which indentation begins.
        levels: how many plies can be indented, the first not counted.
        gutter: how many of them are given up to the mark of the rows further left, where there are such.
    """

    def __init__(self) -> None:
        self.first, self.levels, self.gutter = 0, 8, 0
        self._followed: object = None

    def last(self, root: int) -> int:
        """The deepest ply that is indented, if the first row has the given ply."""
        return self.first + self.levels - (self.gutter if self.first > root else 0)

    def follow(self, ply: int, root: int, what: object) -> None:
        """Bring a ply into the window, once for each thing to follow, so that it can be moved away by hand.

        Args:
            ply: of the selected row.
            root: the ply of the first row; the window begins there or further right.
            what: stands for the row and the size of the window; only where it is another is the window moved.
        """
        if what == self._followed:
            return
        self._followed = what
        self.first = max(self.first, root)
        if ply <= root + self.levels:
            self.first = root  # all plies above it have room
        # The row's own parent stays in sight too, where there is one.
        elif not self.first + (self.first > root) <= ply <= self.last(root):
            self.first = max(root, ply - self._half)

    @property
    def _half(self) -> int:
        return max((self.levels - self.gutter) // 2, 1)

    def shift(self, by: int, root: int, deepest: int) -> bool:
        """Move the window by half its width to the left (−1) or to the right (+1); False where it ends there."""
        furthest = root if deepest <= root + self.levels else deepest - max(self.levels - self.gutter, 0)
        first = max(root, min(self.first + by * self._half, furthest))
        moved = first != self.first
        self.first = first
        return moved


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
