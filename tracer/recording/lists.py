"""The lists into which a recorder's three calls put their entries, until they are handed on as columns."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

OPEN_FATE = 0
"""The fate of a node that was not left."""
SPARE = 8
"""Slots left empty at the front of the lists, so that no slot has the number of a status."""
PRUNED_TURN = 101
"""Stands in the list of turns for a pruned branch; nobody takes it for a player."""
Late = tuple[int, float, int, bool, int]
"""Node, value, status, cutoff and end of a node of an earlier part."""


@dataclass(eq=False, slots=True)
class Lists:
    """The lists into which the three calls put their entries; `count` nodes stand in them."""

    count: int
    moves: list[Hashable]
    turns: list[int]
    windowed: bool
    alphas: list[float]
    betas: list[float]
    values: list[float]
    fates: list[int]
    """0 until the node is left; then the status of a leaf, or the slot of an expanded node's end."""
    cutoffs: list[int]
    """Slots of nodes with a cutoff."""
    late: list[Late]

    def copy(self, count: Callable[[], int]) -> Lists:
        """What the lists hold while their search may go on in another thread; `count` gives how many nodes there are.

        A node's fate is stored last, so it is copied first, and nodes are counted when all that may end at them is.
        """
        fates = self.fates[: SPARE + self.count]
        values, cutoffs, late = self.values[:], self.cutoffs[:], self.late[:]
        now = count()
        fates += [OPEN_FATE] * (now - self.count)
        return Lists(now, self.moves, self.turns, self.windowed, self.alphas, self.betas, values, fates, cutoffs, late)

    def clear(self) -> None:
        """Make every slot that was used as good as new; only its fate has to be reset for that."""
        self.fates[SPARE : SPARE + self.count] = [OPEN_FATE] * self.count
        self.cutoffs.clear()
        self.late.clear()

    def reserve(self, count: int) -> None:
        """Have slots for exactly so many nodes: the store into the slot after the last one calls for the next look."""
        fillers: list[tuple[list[Any], Any]] = [(self.moves, None), (self.turns, 0), (self.fates, OPEN_FATE)]
        fillers += [(self.alphas, 0.0), (self.betas, 0.0), (self.values, 0)]
        for entries, filler in fillers:
            del entries[SPARE + count :]
            entries.extend([filler] * (SPARE + count - len(entries)))
