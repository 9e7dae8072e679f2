"""Where the explorer has been: back and forward, as in a web browser."""

from __future__ import annotations

from typing import NamedTuple

LONGEST = 1_000
"""Places that are kept."""


class Place(NamedTuple):
    """A step and the node that was selected there."""

    step: int
    node: int


class History:
    """The places jumped from. Small movements make no new entry, so that one key undoes one jump."""

    def __init__(self) -> None:
        self._behind: list[Place] = []
        self._ahead: list[Place] = []

    def leave(self, place: Place) -> None:
        """Remember a place that is jumped from; what lay ahead is forgotten."""
        self._ahead.clear()
        if not self._behind or self._behind[-1] != place:
            self._behind.append(place)
        del self._behind[:-LONGEST]

    def go_back(self, here: Place) -> Place | None:
        """The place before; None at the beginning."""
        return self._turn(here, self._behind, self._ahead)

    def go_forward(self, here: Place) -> Place | None:
        """The place after, where one has gone back; None at the end."""
        return self._turn(here, self._ahead, self._behind)

    def _turn(self, here: Place, source: list[Place], other: list[Place]) -> Place | None:
        while source and source[-1] == here:
            source.pop()
        if not source:
            return None
        other.append(here)
        return source.pop()
