"""Where the searches of a recording go, and what ends them early."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True)
class Outlet:
    """Where the searches of a recording go."""

    path: Path | None = None
    """The file of one of them; None keeps all of them in memory."""
    number: int | None = None
    """Which one, counted from 1; None is the last: each takes the place of the one before as soon as it has nodes."""
    max_nodes: int | None = None
    """Visits at most, of each search; the recorder raises `Stop` into the search before the next one."""
    progress: Callable[[int], None] | None = None
    """Called ten times a second or so with the number of nodes visited; it may raise `Stop`, too."""
    wanted: bool = True
    """Whether the search in hand goes to the file; the others are forgotten."""

    def search(self, number: int) -> Outlet:
        """That of the search of a number."""
        return replace(self, wanted=self.number in (None, number))
