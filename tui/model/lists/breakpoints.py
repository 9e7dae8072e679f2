"""The breakpoints: conditions and changes of numbers at which one stops."""

from __future__ import annotations

import numpy as np

from tracer.condition.terms import Hits
from tui.model.history import Place
from tui.model.lists.listed import Listed, Piece, Visitor
from tui.model.stops import NONE_SET, Stops


class BreakpointList(Listed):
    """The breakpoints, in the order in which they were set. Each leads to its next hit."""

    name = "Breakpoints"
    removes = True
    switches = True

    def __init__(self, visitor: Visitor, stops: Stops) -> None:
        super().__init__(visitor)
        self._stops = stops

    def __len__(self) -> int:
        return len(self._stops.breakpoints)

    @property
    def empty(self) -> str:
        """How to set one."""
        return NONE_SET

    def _hits(self, number: int) -> Hits:
        return self._stops.hits(self._stops.breakpoints[number].text)

    def line(self, number: int, width: int) -> list[Piece]:
        """Whether it is on, how often it is hit up to this step and at all, and what it is."""
        one, steps = self._stops.breakpoints[number], self._hits(number).steps
        so_far = int(np.searchsorted(steps, self._visitor.cursor.step, side="right"))
        most = max(len(f"{len(self._hits(other)):,}") for other in range(len(self)))
        hits = f"{so_far:>{most},} of {len(steps):>{most},} hits" if len(steps) else "never hit"
        return [
            ("● on   " if one.enabled else "○ off  ", "wrong" if one.enabled else "off"),
            (hits.ljust(2 * most + len(" of  hits")) + "  ", "about"),
            (one.text, "label" if one.enabled else "off"),
        ]

    def place(self, number: int, step: int) -> Place | None:
        """Its next hit after a step; after the last one, its first."""
        hits = self._hits(number)
        hit = hits.next(step) or (hits[0] if len(hits) else None)
        return None if hit is None else Place(*hit)

    def is_here(self, number: int) -> bool:
        """Whether it is hit at the current step."""
        steps, step = self._hits(number).steps, self._visitor.cursor.step
        place = int(np.searchsorted(steps, step))
        return place < len(steps) and int(steps[place]) == step

    def remove(self, number: int) -> str:
        """Do not stop there any more."""
        return self._stops.remove(self._stops.breakpoints[number].text)

    def switch(self, number: int) -> str:
        """Switch it on or off."""
        return self._stops.switch(self._stops.breakpoints[number].text)
