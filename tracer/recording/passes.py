"""What a driver records instead of a move: an iteration begins in the position that the driver itself has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracer.recording.columns import Columns


@dataclass(frozen=True, slots=True)
class Pass:
    """An iteration of a driver, such as one depth of an iterative deepening: no move, and no part of a path.

    `record.enter(Pass("depth 3"), turn, …)` begins it, below the node of the driver.
    """

    label: str = "pass"
    """What it is called where moves are."""

    def __str__(self) -> str:
        return self.label


def best_pass(columns: Columns, driver: int, passes: Sequence[int]) -> int | None:
    """The iteration that gives a driver its move; None where none has returned. O(passes).

    It is the last one that returned, for that has looked deepest. But a null window proves a move on one side alone: of
    the iterations with that value and depth it is the last one in which the player to move reached the value.
    """
    turn, values, depth = columns.turn.item(driver), columns.value, columns.depth
    returned = [one for one in passes if values.item(one) == values.item(one)]
    if not returned:
        return None
    last = returned[-1]
    for one in reversed(returned):
        if values.item(one) != values.item(last) or (depth is not None and depth.item(one) != depth.item(last)):
            break
        if turn * values.item(one) > turn * (columns.alpha if turn > 0 else columns.beta).item(one):
            return one
    return last
