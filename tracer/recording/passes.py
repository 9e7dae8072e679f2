"""What a driver records instead of a move: an iteration begins in the position that the driver itself has."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pass:
    """An iteration of a driver, such as one depth of an iterative deepening: no move, and no part of a path.

    `record.enter(Pass("depth 3"), turn, …)` begins it, below the node of the driver.
    """

    label: str = "pass"
    """What it is called where moves are."""

    def __str__(self) -> str:
        return self.label
