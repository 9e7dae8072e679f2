"""The beginning of a search whose functions are known, and what a search was made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import CodeType

from tracer.attaching.beginning import MOST, Beginning
from tracer.deciding.call import Log
from tracer.deciding.decision import Decision


@dataclass(frozen=True, eq=False)
class Read:
    """What a whole search was made of."""

    log: Log
    first: int
    """The number of its first call there."""
    decision: Decision
    """What its calls mean."""


@dataclass(eq=False)
class Recognised:
    """The calls of a search that are looked at, or of several that follow one another, and their functions."""

    beginning: Beginning
    codes: tuple[CodeType, ...] = ()
    """The functions; none where they were named."""
    root: CodeType | None = None
    """The one above them."""
    memo: str | None = None
    """The name of what answers some calls of the search unseen."""
    handing: list[CodeType] = field(default_factory=list)
    """Functions that call one another with those of the search, and only hand on."""
    without: dict[CodeType, int] = field(default_factory=dict)
    """Functions that it calls with its window and that are no part of it, with their calls so far."""
    dropped: int = 0
    """Calls of the functions that were made before they were known to be a search, and are lost."""

    def stand_behind(self, log: Log | None) -> None:
        """Put the calls of earlier searches of the same functions in front: they tell what those of this one mean."""
        if log is not None and len(log) <= MOST:
            self.beginning.after(log)
