"""What leads to a node and is no move of the game: an iteration of a driver, a null move, standing pat."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from tracer.recording.columns import Bools, Columns, Ints
from tracer.recording.shape import parts
from tracer.recording.status import PRUNED


@dataclass(frozen=True, slots=True)
class NoMove:
    """What stands where a move does, and is none of the game's: one of the kinds below."""

    label: str
    """What it is called where moves are."""

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class Pass(NoMove):
    """An iteration of a driver, such as one depth of an iterative deepening: no move, and no part of a path.

    `record.enter(Pass("depth 3"), turn, …)` begins it, below the node of the driver, in whose position it begins.
    """

    label: str = "pass"
    """What it is called where moves are."""


@dataclass(frozen=True, slots=True)
class Onward(Pass):
    """A position that is handed on to another function, such as a quiescence search: no move, and no iteration either.

    It is recorded as a pass is, below the node that hands on, and is no part of a path.
    """

    label: str = "onward"
    """What it is called where moves are."""


@dataclass(frozen=True, slots=True)
class Null(NoMove):
    """A null move: the turn changes and nothing else, as `Game.null` says. It is part of a path."""

    label: str = "null move"
    """What it is called where moves are."""


@dataclass(frozen=True, slots=True)
class Stand(NoMove):
    """Standing pat in a quiescence search: a leaf with its parent's position and the evaluation as its value."""

    label: str = "stand pat"
    """What it is called where moves are."""


KINDS: dict[str, type[NoMove]] = {"pass": Pass, "null": Null, "stand": Stand, "onward": Onward}
"""What is no move, by the words that files have for them."""


def kind_of(move: Hashable) -> str:
    """The word for what leads to a node: one of `KINDS`, or "move"."""
    return next((word for word, kind in KINDS.items() if type(move) is kind), "move")


def pass_nodes(columns: Columns, passes: Collection[int]) -> Bools:
    """N long: the iterations of drivers, by the numbers of the moves that are none. O(n), O(1) where there are none."""
    none: Bools = np.broadcast_to(np.False_, len(columns))
    return np.isin(columns.move, list(passes)) & (columns.status != PRUNED) if passes else none


def moves_made(columns: Columns, passes: Collection[int]) -> Ints:
    """N long: the moves on each node's path: its distance from the root, without the iterations on the way. O(n)."""
    begun = pass_nodes(columns, passes)
    if not begun.any():
        return columns.ply
    closed = np.bincount(columns.end[begun], minlength=len(columns) + 1)[: len(columns)]
    return columns.ply - (np.cumsum(begun) - np.cumsum(closed)).astype(columns.ply.dtype)


def searched_again(columns: Columns, passes: Collection[int]) -> Bools:
    """N long: visits right after a visit by the same move, as after a scout that failed. Iterations are none. O(n)."""
    end, status, begun = columns.end, columns.status, pass_nodes(columns, passes)
    found: Bools = np.zeros(len(columns), bool)
    for part in parts(len(columns)):
        visits = np.flatnonzero((status[part] != PRUNED) & ~begun[part]) + part.start
        visits = visits[(visits > 0) & (end[visits] < len(end))]
        after = end[visits]
        again = (columns.parent[after] == columns.parent[visits]) & (columns.move[after] == columns.move[visits])
        found[after[again & (status[after] != PRUNED)]] = True
    return found


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
