"""Cutoffs that a recording noted while it ran, and took back at its end, when it knew how the search cuts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tracer.recording.columns import Array, Bools

_MIN_WENT_ON_SHARE = 0.9
"""Of the nodes where it could be told, the part at which no cutoff was made."""
_MIN_EVIDENCE_SHARE = 0.2
"""Nodes that surely went on, as a part of those of which nobody knows whether they had moves left, at least."""


@dataclass(frozen=True)
class Withdrawn:
    """Which cutoffs are none after all."""

    strict: bool = False
    """Those at nodes whose value is the very end of their window: the search goes on at such values."""
    turns: tuple[int, ...] = ()
    """Those of these players: they go on wherever it can be seen."""

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Withdrawn:
        """Read what the end of a file says; what is not understood withdraws nothing."""
        turns = document.get("uncut")
        return cls(
            document.get("strict") is True, tuple(turn for turn in (1, -1) if isinstance(turns, list) and turn in turns)
        )

    def as_json(self) -> dict[str, Any]:
        """Return what `from_json` reads; nothing where nothing is withdrawn."""
        strict: dict[str, Any] = {"strict": True} if self.strict else {}
        return strict | ({"uncut": list(self.turns)} if self.turns else {})

    def without(self, cutoff: Bools, turn: Array, alpha: Array, beta: Array, value: Array) -> Bools:
        """Return the column of cutoffs without those that are none."""
        if self.strict:
            cutoff = cutoff & (value != np.where(turn > 0, beta, alpha))
        if self.turns:
            cutoff = cutoff & ~np.isin(turn, self.turns)
        return cutoff


NONE_WITHDRAWN = Withdrawn()
"""All cutoffs stay."""


def rarely_cuts(went_on: int, cut: int, unclear: int) -> bool:
    """Whether a player made no cutoff nearly wherever one was due.

    Some nodes went on after a value beyond the end of their window, some cut, and of some it is unclear.
    """
    return went_on > 0 and went_on >= _MIN_WENT_ON_SHARE * (went_on + cut) and went_on >= _MIN_EVIDENCE_SHARE * unclear
