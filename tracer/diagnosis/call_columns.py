"""What every call of a search had and did, as columns: its window, its children's, what they returned, what it gave.

All is in the view of the player who moves in the call: values and windows are turned so that the mover wants the
greatest. The near end of a window is the one that the mover's values raise, the far end the one at which it may stop.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from tracer.deciding.thresholds import TINY
from tracer.recording.columns import Array, Bools, Floats, Ints
from tracer.recording.slices import Beat
from tracer.recording.status import PRUNED

INFINITY = float("inf")
LEFT, ALL, UNKNOWN = 1, 0, -1
"""A node left moves; searched all it has; nobody knows."""


@dataclass(frozen=True, eq=False)
class CaseColumns:
    """The columns of a search as its examiners see them, by node; values and windows are MAX's view."""

    parent: Ints
    end: Ints
    move: Ints
    turn: Ints
    alpha: Floats
    beta: Floats
    value: Floats
    status: Array
    judged: Bools
    """Whether a player chose there among children, and nothing is wrong with the position."""
    aside: Bools
    """Whether the visit is none of a move."""
    repeat: bool
    """Whether some node has several children of one move."""
    skips: Bools
    """Whether it is a move that was left out on purpose, so that no cutoff is behind it."""
    beyond: Bools
    """Whether the visit looks at some of its moves alone, as beyond the horizon."""
    stands: Bools
    """Whether the visit has the position of its parent: it stands pat, hands on, or begins an iteration."""
    legal: Callable[[], Ints]
    """How many different legal moves there are; −1 where nobody knows."""
    beat: Beat
    """Called before each piece of work."""


class Calls:
    """The expanded nodes of one player whose visited children all returned, and these children.

    Columns by node have one entry a node, columns by child one a child; children stand in the order of their nodes,
    and of time. Of several visits of one move the last counts.

    Args:
        columns: the search.
        turn: the player who moves in the calls, MAX or MIN.
    """

    def __init__(self, columns: CaseColumns, turn: int) -> None:
        self._columns, self.turn = columns, turn
        columns.beat(0, 0)
        parent = columns.parent
        mine = columns.judged & (columns.turn == turn)
        child = np.flatnonzero((columns.status != PRUNED) & mine[parent] & ~columns.aside)
        child = child[child > 0]
        open_ = parent[child[np.isnan(columns.value[child])]]
        if len(open_):
            mine[open_] = False
            child = child[mine[parent[child]]]
        columns.beat(0, 0)
        order = np.argsort(parent[child], kind="stable")
        columns.beat(0, 0)
        child = child[order]
        again = np.zeros(len(child), bool)
        if columns.repeat:
            step = parent[child] * np.int64(1 + int(columns.move.max())) + columns.move[child]
            _, last, count = np.unique(step[::-1], return_index=True, return_counts=True)
            kept = np.zeros(len(child), bool)
            kept[len(child) - 1 - last] = True
            again[len(child) - 1 - last] = count > 1
            child, again = child[kept], again[kept]
        kind = parent.dtype
        self.child: Ints = child.astype(kind)
        """By child: its number in the trace."""
        self.again: Bools = again
        """By child: whether the move had been searched before at the same node."""
        above = parent[child]
        self.begins: Bools = np.ones(len(child), bool)
        """By child: whether it is the first of its node."""
        self.begins[1:] = above[1:] != above[:-1]
        self.node: Ints = above[self.begins]
        """By node: its number in the trace."""
        self.owner: Ints = np.cumsum(self.begins, dtype=kind) - 1
        """By child: which of the nodes is its parent."""
        self.first: Ints = np.flatnonzero(self.begins).astype(kind)
        """By node: its first child."""
        self.last: Ints = np.append(self.first[1:], len(child))[: len(self.first)] - 1
        """By node: its last child."""
        self.returned: Floats = turn * columns.value[child]
        """By child: what it returned."""
        self.value: Floats = turn * columns.value[self.node]
        """By node: what it returned."""
        self.near, self.far = self._window(self.node)
        """By node: its window."""

    def __len__(self) -> int:
        return len(self.node)

    @cached_property
    def given(self) -> tuple[Floats, Floats]:
        """By child: the near and the far end of its window, in its parent's view."""
        return self._window(self.child)

    def _window(self, nodes: Ints) -> tuple[Floats, Floats]:
        columns = self._columns
        if self.turn > 0:
            return columns.alpha[nodes], columns.beta[nodes]
        return -columns.beta[nodes], -columns.alpha[nodes]

    def greatest(self, values: Floats) -> Floats:
        """By child: the greatest of some values, one a child, of its node's children up to it. O(n log width)."""
        found, behind = values.copy(), 1
        while behind <= self._widest:
            self._columns.beat(0, 0)
            same = self.owner[behind:] == self.owner[:-behind]
            found[behind:][same] = np.maximum(found[behind:], found[:-behind])[same]
            behind *= 2
        return found

    def kept_by_negative(self, begin: float) -> Floats:
        """By child: what is kept where each value replaces it whose negative is more. O(n)."""
        found, kept = np.empty(len(self.child)), np.full(len(self), begin)
        for place in range(self._widest + 1):
            mine = np.flatnonzero(self.first + place <= self.last)
            value = self.returned[child := self.first[mine] + place]
            found[child] = kept[mine] = np.where(-value > kept[mine], value, kept[mine])
        return found

    @cached_property
    def _widest(self) -> int:
        """The most children that a node has, but for its first."""
        return int((self.last - self.first).max(initial=0))

    def gave(self, predicted: Floats) -> Bools:
        """By node: whether it gave this, as it is or clamped to its window."""
        found: Bools = (self.value == predicted) | (self.value == np.clip(predicted, self.near, self.far))
        return found

    def before(self, values: Floats, begin: float = -INFINITY) -> Floats:
        """By child: what stands at the child before it; a number at the first."""
        found = np.empty(len(values))
        found[1:] = values[:-1]
        found[self.begins] = begin
        return found

    @cached_property
    def best(self) -> Floats:
        """By child: the best that has returned by then, its own value among it."""
        return self.greatest(self.returned)

    @cached_property
    def worst(self) -> Floats:
        """By child: the worst that has returned by then."""
        return -self.greatest(-self.returned)

    @property
    def most(self) -> Floats:
        """By node: the best that its children returned."""
        found: Floats = self.best[self.last]
        return found

    @property
    def least(self) -> Floats:
        """By node: the worst that its children returned."""
        found: Floats = self.worst[self.last]
        return found

    @property
    def choosing(self) -> Bools:
        """By node: whether its children returned several values, so that it can be seen which of them it took."""
        return self.least < self.most

    @property
    def wrong(self) -> Bools:
        """By node: whether it gave anything but the best of its children's values, as it is or clamped."""
        return ~self.gave(self.most)

    @cached_property
    def inside(self) -> tuple[Bools, Bools]:
        """By node: whether its value is inside its children's; whether it also seems to be a mean of theirs.

        That is where it is neither the best nor the worst, nor its window's, and no child's but where the mean is.
        """
        self._columns.beat(0, 0)
        value, best, worst = self.value, self.most, self.least
        slack = TINY * np.where(np.isfinite(value), 1 + np.abs(value), 0)
        low, high = (value - slack)[self.owner], (value + slack)[self.owner]
        same = np.logical_or.reduceat((low <= self.returned) & (self.returned <= high), self.first)
        with np.errstate(invalid="ignore"):  # of infinities there is none
            mean = np.add.reduceat(self.returned, self.first) / (self.last - self.first + 1)
            same &= ~(np.abs(mean - value) <= slack)
        found: Bools = (worst <= value + slack) & (value - slack <= best)
        strictly = (worst + slack < value) & (value < best - slack)
        return found, strictly & ~same & (value != self.near) & (value != self.far)

    @cached_property
    def kept(self) -> Floats:
        """By child: what the call keeps as its best value by then: the best, unless it has a disease there."""
        return self.best

    @property
    def raised(self) -> Floats:
        """By child: its parent's near end as it was when the child was entered."""
        return np.maximum(self.near[self.owner], self.before(self.kept))

    @cached_property
    def left(self) -> Ints:
        """By node: whether it left moves."""
        columns, pruned = self._columns, self._columns.status == PRUNED
        legal, widths = columns.legal()[self.node], self.last - self.first + 1
        widths = widths - np.add.reduceat(columns.stands[self.child].astype(int), self.first) if len(self) else widths
        widths = widths + self._below(columns.skips)
        found = np.where(legal < 0, UNKNOWN, np.where(widths < legal, LEFT, ALL))
        found[(found == LEFT) & columns.beyond[self.node]] = UNKNOWN
        found[self._below(pruned & ~columns.skips) > 0] = LEFT
        return found

    def _below(self, which: Bools) -> Ints:
        """By node: how many of some children it has."""
        counts = np.bincount(self._columns.parent[which], minlength=len(which))
        found: Ints = counts[self.node]
        return found

    @cached_property
    def judged_windows(self) -> Bools:
        """By child: whether its window says something: not of a move that is searched again, nor once it was cut."""
        found: Bools = ~self.again & (self.before(self.best) < self.far[self.owner])
        found &= self.near[self.owner] < self.far[self.owner]
        return found


WON = 50
"""Values from which on people take a step off them."""
DISCOUNTS = (0.9, 0.95, 0.98, 0.99, 0.999)
"""The parts of a value that people leave it on its way up."""


def shrinks(players: Iterable[Calls], blamed: Collection[int]) -> bool:
    """Return whether values are made smaller on their way up, always in the same way, as some searches do on purpose.

    By a part of them, or by a step. Values that are too small to be wins may stay as they are.

    Args:
        players: the calls of each player.
        blamed: the nodes that do not count.
    """
    seen: dict[float, float] = {}
    for calls in players:
        counts = ~np.isin(calls.node, list(blamed))
        best, value = (calls.turn * one[counts] for one in (calls.most, calls.value))
        for one, other in zip(best.tolist(), value.tolist(), strict=True):
            if abs(seen.setdefault(one, other) - other) > TINY:
                return False
    rising = sorted((best, value) for best, value in seen.items() if abs(best) < INFINITY)
    smaller = [(best, value) for best, value in rising if abs(best) - abs(value) > TINY]
    steps = [abs(best) - abs(value) for best, value in smaller]
    parts = [value / best for best, value in smaller]
    usual = [abs(step - 1) < TINY and abs(best) >= WON for step, (best, _) in zip(steps, smaller, strict=True)]
    usual += [abs(part - discount) < TINY for part in parts for discount in DISCOUNTS]
    if not any(value for _, value in smaller) or (len(smaller) < 2 and not any(usual)):
        return False  # where all that is smaller is nothing, values are lost
    if any(one[1] > other[1] + TINY for one, other in pairwise(rising)):
        return False
    regular = any(max(sizes) - min(sizes) <= TINY for sizes in (steps, parts))
    strict = len({value for _, value in rising}) == len(rising) > 2
    return (regular or (strict and len(smaller) == sum(best != 0 for best in seen))) and all(
        best * value >= 0 and abs(value) <= abs(best) for best, value in rising
    )
