"""What a driver records instead of a move: an iteration begins in the position that the driver itself has."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from tracer.recording.columns import Bools, Columns
from tracer.recording.status import PRUNED


@dataclass(frozen=True, slots=True)
class Pass:
    """An iteration of a driver, such as one depth of an iterative deepening: no move, and no part of a path.

    `record.enter(Pass("depth 3"), turn, …)` begins it, below the node of the driver.
    """

    label: str = "pass"
    """What it is called where moves are."""

    def __str__(self) -> str:
        return self.label


def pass_nodes(columns: Columns, passes: Collection[int]) -> Bools:
    """N long: the iterations of drivers, by the numbers of the moves that are none. O(n), O(1) where there are none."""
    none: Bools = np.broadcast_to(np.False_, len(columns))
    return np.isin(columns.move, list(passes)) & (columns.status != PRUNED) if passes else none


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
