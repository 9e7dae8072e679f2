"""The children of each call in their order: what they had told by the time the next one was called."""

from __future__ import annotations

import numpy as np

from tracer.assembling.batch import Batch
from tracer.assembling.visit import SoFar
from tracer.recording.columns import Array, Bools, Floats, Ints

_INFINITY = float("inf")


class Siblings:
    """Follows the children of all calls of a batch. Values are the parent's view: greater is better for its mover.

    Args:
        batch: the calls.
        windowed: whether their functions have alpha and beta.
    """

    def __init__(self, batch: Batch, *, windowed: bool) -> None:
        self._batch, size = batch, len(batch)
        known = [batch.visit(row).so_far or SoFar() for row in range(batch.carried)]
        rest = [SoFar()]
        self.reached = _spread([one.reached for one in known], rest[0].reached, size)
        """By call: whether its last child that returned reached the end of the window, and no other was called."""
        self.ignored = _spread([one.ignored for one in known], rest[0].ignored, size)
        """Whether another child was called after one that reached it."""
        self.passed = _spread([one.passed for one in known], rest[0].passed, size)
        """Whether another move was searched after one whose value was beyond it."""
        self.best: Floats = _spread([np.nan if one.best is None else one.best for one in known], np.nan, size)
        """The best value of a child, MAX's view; NaN where none has returned."""
        self.move: Ints = _spread([one.move for one in known], rest[0].move, size)
        """The number of the move to the last child that returned."""
        self.called_at: Ints = _spread([one.called_at for one in known], rest[0].called_at, size)
        """The line of the call for it."""
        self.sign = np.where(batch.turn > 0, 1.0, -1.0)
        self.far: Floats = np.where(batch.turn > 0, batch.beta, -batch.alpha)
        """The end of its window at which a call is cut, its mover's view."""
        self.went_on = np.empty(0, np.int64)
        """The calls that were made after a sibling that reached the end, each by its parent and whether beyond it."""
        self.beyond = np.empty(0, bool)
        self.went_on_after: Ints = np.empty(0, np.int64)
        """The line of the call for that sibling."""
        self._follow(windowed=windowed)

    def so_far(self, row: int) -> SoFar:
        """What the children of a call that is still open have told."""
        best = float(self.best[row])
        return SoFar(
            bool(self.reached[row]),
            bool(self.ignored[row]),
            bool(self.passed[row]),
            None if best != best else best,
            int(self.move[row]),
            int(self.called_at[row]),
        )

    def _follow(self, *, windowed: bool) -> None:
        batch = self._batch
        rows = np.flatnonzero(batch.parent >= 0)
        if not len(rows):
            return
        child = rows[np.argsort(batch.parent[rows], kind="stable")]
        fresh = child >= batch.carried  # of the others only what they returned is new
        parent = batch.parent[child]
        first = np.append(True, parent[1:] != parent[:-1])
        value = batch.value[child]
        returned = value == value
        mine = np.where(returned, self.sign[parent] * value, -_INFINITY)
        before = self.sign[parent] * self.best[parent]
        best = np.fmax(_running_best(mine, first), before)
        reached = returned & (mine >= self.far[parent]) if windowed else np.zeros(len(child), bool)
        move, called_at = batch.move[child], batch.called_at[child]
        previous_reached = np.where(first, self.reached[parent], np.append(False, reached[:-1]))
        previous_best = np.where(first, before, np.append(0.0, best[:-1]))
        previous_move = np.where(first, self.move[parent], np.append(-1, move[:-1]))
        previous_line = np.where(first, self.called_at[parent], np.append(0, called_at[:-1]))
        previous_reached &= fresh
        self.ignored[parent[previous_reached]] = True
        other = previous_reached & (previous_move != move) & ~batch.is_no_move(previous_move)
        self.went_on, self.beyond = parent[other], (previous_best != self.far[parent])[other]
        self.went_on_after = previous_line[other]
        self.passed[self.went_on[self.beyond]] = True
        last = np.append(first[1:], True)
        self.reached[parent[last]] = reached[last]
        self.best[parent[last]] = np.where(best[last] == -_INFINITY, np.nan, self.sign[parent[last]] * best[last])
        at = np.maximum.accumulate(np.where(returned, np.arange(len(child)), -1))[last]
        some = at >= np.flatnonzero(first)
        self.move[parent[last][some]] = move[at[some]]
        self.called_at[parent[last][some]] = called_at[at[some]]


def _spread(known: list[bool] | list[float] | list[int], otherwise: float, size: int) -> Array:
    """An array that begins with what is known."""
    found = np.full(size, otherwise)
    found[: len(known)] = known
    return found


def _running_best(values: Floats, first: Bools) -> Floats:
    """The greatest value so far, anew from each first one."""
    levels, rank = np.unique(values, return_inverse=True)
    begun = (np.cumsum(first) - 1) * len(levels)
    found: Floats = levels[np.maximum.accumulate(rank.reshape(-1) + begun) - begun]
    return found
