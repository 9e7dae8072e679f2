"""What is known of a recording that is in a file and nowhere else."""

from __future__ import annotations

from typing import Any, NamedTuple

from tracer.recording.header import Header

INTERRUPTED = "interrupted"
"""`Header.stopped` after Ctrl-C."""


class Written(NamedTuple):
    """What is known of a recording that is in a file and nowhere else."""

    header: Header
    nodes: int
    """Pruned branches included."""
    visited: int
    value: float | None
    """What the search returned, MAX's view; None where it was stopped."""
    error: BaseException | None = None
    """What ended it; what was recorded by then is in the file."""
    game: Any = None
    """The game, where it is known."""
    start: Any = None
    """The root position, where the game is known."""
    first_move: str = ""
    """The label of the first move at the root."""

    @property
    def pruned(self) -> int | None:
        """Branches that cutoffs skipped; None where nobody told the moves of a search that may have some."""
        branches = self.nodes - self.visited
        return branches if branches or self.game is not None or not self.header.windowed else None
