"""The breakpoints: conditions at whose hits one stops."""

from __future__ import annotations

import numpy as np

from tui.model.history import Place
from tui.model.lists.listed import Listed, Piece, Visitor
from tui.model.stops import Stops


class BreakpointList(Listed):
    """The breakpoints, in the order in which they were set. Each leads to its next hit."""

    name = "Breakpoints"
    removes = True

    def __init__(self, visitor: Visitor, stops: Stops) -> None:
        super().__init__(visitor)
        self._stops = stops

    def __len__(self) -> int:
        return len(self._stops.conditions)

    @property
    def empty(self) -> str:
        """How to set one."""
        return "no condition is set: / sets one, such as cutoff and ply == 3"

    def line(self, number: int, width: int) -> list[Piece]:
        """The condition, and how often it is hit."""
        text = self._stops.conditions[number]
        hits = len(self._stops.hits(text))
        return [(text, "label"), (f"  {hits:,} hit{'' if hits == 1 else 's'}", "about")]

    def place(self, number: int, step: int) -> Place | None:
        """Its next hit after a step; after the last one, its first."""
        hits = self._stops.hits(self._stops.conditions[number])
        hit = hits.next(step) or (hits[0] if len(hits) else None)
        return None if hit is None else Place(*hit)

    def is_here(self, number: int) -> bool:
        """Whether it is hit at the current step."""
        steps, step = self._stops.hits(self._stops.conditions[number]).steps, self._visitor.cursor.step
        place = int(np.searchsorted(steps, step))
        return place < len(steps) and int(steps[place]) == step

    def remove(self, number: int) -> str:
        """Do not stop there any more."""
        return self._stops.remove(self._stops.conditions[number])
