"""What every call of a search had and did, as columns: its window, its children's, what they returned, what it gave.

All is in the view of the player who moves in the call: values and windows are turned so that the mover wants the
greatest. The near end of a window is the one that the mover's values raise, the far end the one at which it may stop.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from tracer.deciding.thresholds import DIGITS, FEW, LARGEST, TINY
from tracer.recording.columns import Array, Bools, Floats, Ints
from tracer.recording.slices import Beat
from tracer.recording.status import PRUNED

INFINITY = float("inf")
LEFT_MOVES, SEARCHED_ALL, UNKNOWN_COVERAGE = 1, 0, -1
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
    is_judged: Bools
    """Whether a player chose there among children, and nothing is wrong with the position."""
    makes_no_move: Bools
    """Whether the visit is none of a move."""
    has_repeated_moves: bool
    """Whether some node has several children of one move."""
    is_skipped_on_purpose: Bools
    """Whether it is a move that was left out on purpose, so that no cutoff is behind it."""
    is_beyond_horizon: Bools
    """Whether the visit looks at some of its moves alone, as beyond the horizon."""
    keeps_position: Bools
    """Whether the visit has the position of its parent: it stands pat, hands on, or begins an iteration."""
    count_legal_moves: Callable[[], Ints]
    """How many different legal moves there are; −1 where nobody knows."""
    beat: Beat
    """Called before each piece of work."""


class Window(NamedTuple):
    """The window of a call, or those of many, in the view of a player, who wants the greatest value."""

    near: Any
    """The end that the player's own values raise."""
    far: Any
    """The end at which the player may stop."""

    @classmethod
    def of(cls, turn: Any, alpha: Any, beta: Any) -> Window:
        """Return windows as a player sees them, of columns also as each of several players does."""
        if np.ndim(turn):
            return cls(np.where(turn > 0, alpha, -beta), np.where(turn > 0, beta, -alpha))
        return cls(alpha, beta) if turn > 0 else cls(-beta, -alpha)

    def of_rows(self, rows: Any) -> Window:
        """Return some of many windows."""
        return Window(self.near[rows], self.far[rows])

    @property
    def is_open(self) -> Any:
        """Return whether a value fits between the ends."""
        return self.near < self.far


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
        is_counted = columns.is_judged & (columns.turn == turn)
        children = np.flatnonzero((columns.status != PRUNED) & is_counted[parent] & ~columns.makes_no_move)
        children = children[children > 0]
        unfinished_parents = parent[children[np.isnan(columns.value[children])]]
        if len(unfinished_parents):
            is_counted[unfinished_parents] = False
            children = children[is_counted[parent[children]]]
        columns.beat(0, 0)
        order = np.argsort(parent[children], kind="stable")
        columns.beat(0, 0)
        children = children[order]
        is_repeat = np.zeros(len(children), bool)
        if columns.has_repeated_moves:
            move_keys = parent[children] * np.int64(1 + int(columns.move.max())) + columns.move[children]
            _, last_from_end, count = np.unique(move_keys[::-1], return_index=True, return_counts=True)
            is_last_visit = np.zeros(len(children), bool)
            is_last_visit[len(children) - 1 - last_from_end] = True
            is_repeat[len(children) - 1 - last_from_end] = count > 1
            children, is_repeat = children[is_last_visit], is_repeat[is_last_visit]
        row_dtype = parent.dtype
        self.child_ids: Ints = children.astype(row_dtype)
        """By child: its number in the trace."""
        self.is_repeat: Bools = is_repeat
        """By child: whether the move had been searched before at the same node."""
        child_parents = parent[children]
        self.is_first_child: Bools = np.ones(len(children), bool)
        """By child: whether it is the first of its node."""
        self.is_first_child[1:] = child_parents[1:] != child_parents[:-1]
        self.node_ids: Ints = child_parents[self.is_first_child]
        """By node: its number in the trace."""
        self.parent_row: Ints = np.cumsum(self.is_first_child, dtype=row_dtype) - 1
        """By child: which of the nodes is its parent."""
        self.first_row: Ints = np.flatnonzero(self.is_first_child).astype(row_dtype)
        """By node: its first child."""
        self.last_row: Ints = np.append(self.first_row[1:], len(children))[: len(self.first_row)] - 1
        """By node: its last child."""
        self.child_values: Floats = turn * columns.value[children]
        """By child: what it returned."""
        self.node_values: Floats = turn * columns.value[self.node_ids]
        """By node: what it returned."""
        self.window = Window.of(turn, columns.alpha[self.node_ids], columns.beta[self.node_ids])
        """By node: its window."""
        self.is_beyond_horizon: Bools = columns.is_beyond_horizon[self.node_ids]
        """By node: whether it is of a quiescence search."""

    def __len__(self) -> int:
        return len(self.node_ids)

    @cached_property
    def received_window(self) -> Window:
        """By child: its window, in its parent's view."""
        return Window.of(self.turn, self._columns.alpha[self.child_ids], self._columns.beta[self.child_ids])

    @property
    def parent_window(self) -> Window:
        """By child: the window of its parent."""
        return self.window.of_rows(self.parent_row)

    @property
    def first_far(self) -> Floats:
        """By node: the far end that its first child got: a call may narrow its window before it searches a move."""
        received = self.received_window.of_rows(self.first_row)
        first_far: Floats = np.where(received.is_open, np.minimum(self.window.far, received.far), self.window.far)
        return first_far

    def raise_near_end(self, values: Floats) -> Floats:
        """By child: its parent's near end, raised by values, one a child, of the children before it."""
        raised: Floats = np.maximum(self.parent_window.near, self.shift_to_next_child(values))
        return raised

    def compute_running_best(self, values: Floats) -> Floats:
        """By child: the greatest of some values, one a child, of its node's children up to it. O(n log width)."""
        running_best, distance = values.copy(), 1
        while distance <= self._max_later_children:
            self._columns.beat(0, 0)
            is_sibling = self.parent_row[distance:] == self.parent_row[:-distance]
            both = np.maximum(running_best[distance:], running_best[:-distance])
            running_best[distance:][is_sibling] = both[is_sibling]
            distance *= 2
        return running_best

    def keep_by_negated_comparison(self, start_value: float) -> Floats:
        """By child: what is kept where each value replaces it whose negative is more. O(n)."""
        kept_by_child, kept_by_node = np.empty(len(self.child_ids)), np.full(len(self), start_value)
        for child_index in range(self._max_later_children + 1):
            rows = np.flatnonzero(self.first_row + child_index <= self.last_row)
            values, kept = self.child_values[child_rows := self.first_row[rows] + child_index], kept_by_node[rows]
            kept_by_child[child_rows] = kept_by_node[rows] = np.where(-values > kept, values, kept)
        return kept_by_child

    @cached_property
    def _max_later_children(self) -> int:
        """The most children that a node has, but for its first."""
        return int((self.last_row - self.first_row).max(initial=0))

    def has_returned(self, predicted: Floats) -> Bools:
        """By node: whether it gave this, as it is or clamped to its window."""
        is_equal: Bools = (self.node_values == predicted) | (self.node_values == np.clip(predicted, *self.window))
        return is_equal

    def shift_to_next_child(self, values: Floats, start_value: float = -INFINITY) -> Floats:
        """By child: what stands at the child before it; a number at the first."""
        shifted = np.empty(len(values))
        shifted[1:] = values[:-1]
        shifted[self.is_first_child] = start_value
        return shifted

    @cached_property
    def best_so_far(self) -> Floats:
        """By child: the best that has returned by then, its own value among it."""
        return self.compute_running_best(self.child_values)

    @cached_property
    def worst_so_far(self) -> Floats:
        """By child: the worst that has returned by then."""
        return -self.compute_running_best(-self.child_values)

    @property
    def best_child_value(self) -> Floats:
        """By node: the best that its children returned."""
        values: Floats = self.best_so_far[self.last_row]
        return values

    @property
    def worst_child_value(self) -> Floats:
        """By node: the worst that its children returned."""
        values: Floats = self.worst_so_far[self.last_row]
        return values

    @property
    def has_several_values(self) -> Bools:
        """By node: whether its children returned several values, so that it can be seen which of them it took."""
        return self.worst_child_value < self.best_child_value

    @property
    def is_not_best(self) -> Bools:
        """By node: whether it gave anything but the best of its children's values, as it is or clamped."""
        return ~self.has_returned(self.best_child_value)

    @cached_property
    def is_between_children(self) -> tuple[Bools, Bools]:
        """By node: whether its value is inside its children's; whether it also seems to be a mean of theirs.

        That is where it is neither the best nor the worst, nor its window's, and no child's but where the mean is.
        """
        self._columns.beat(0, 0)
        value, best, worst = self.node_values, self.best_child_value, self.worst_child_value
        slack = TINY * np.where(np.isfinite(value), 1 + np.abs(value), 0)
        min_equal, max_equal = (value - slack)[self.parent_row], (value + slack)[self.parent_row]
        is_a_child_value = np.logical_or.reduceat(
            (min_equal <= self.child_values) & (self.child_values <= max_equal), self.first_row
        )
        with np.errstate(invalid="ignore"):  # of infinities there is none
            mean = np.add.reduceat(self.child_values, self.first_row) / (self.last_row - self.first_row + 1)
            is_a_child_value &= ~(np.abs(mean - value) <= slack)
        is_within: Bools = (worst <= value + slack) & (value - slack <= best)
        is_strictly_within = (worst + slack < value) & (value < best - slack)
        is_strictly_within &= (worst > -LARGEST) & (best < LARGEST)  # a mean with something infinite is infinite
        is_end = (value == self.window.near) | (value == self.window.far)
        return is_within, is_strictly_within & ~is_a_child_value & ~is_end

    @cached_property
    def kept_so_far(self) -> Floats:
        """By child: what the call keeps as its best value by then: the best, unless it has a disease there."""
        return self.best_so_far

    @property
    def raised_bound(self) -> Floats:
        """By child: its parent's near end as it was when the child was entered."""
        return self.raise_near_end(self.kept_so_far)

    @cached_property
    def move_coverage(self) -> Ints:
        """By node: whether it left moves."""
        columns, pruned = self._columns, self._columns.status == PRUNED
        legal, widths = columns.count_legal_moves()[self.node_ids], self.last_row - self.first_row + 1
        if len(self):
            widths = widths - np.add.reduceat(columns.keeps_position[self.child_ids].astype(int), self.first_row)
        widths = widths + self._count_children(columns.is_skipped_on_purpose)
        coverage = np.where(legal < 0, UNKNOWN_COVERAGE, np.where(widths < legal, LEFT_MOVES, SEARCHED_ALL))
        coverage[(coverage == LEFT_MOVES) & self.is_beyond_horizon] = UNKNOWN_COVERAGE
        coverage[self._count_children(pruned & ~columns.is_skipped_on_purpose) > 0] = LEFT_MOVES
        return coverage

    def _count_children(self, mask: Bools) -> Ints:
        """By node: how many of some children it has."""
        counts = np.bincount(self._columns.parent[mask], minlength=len(mask))
        row_counts: Ints = counts[self.node_ids]
        return row_counts

    @cached_property
    def has_telling_window(self) -> Bools:
        """By child: whether its window says something: not of a move that is searched again, nor once it was cut."""
        is_uncut: Bools = self.raise_near_end(self.best_so_far) < self.parent_window.far
        return ~self.is_repeat & is_uncut


MIN_WIN_VALUE = 50
"""Values from which on people take a step off them."""
DISCOUNTS = (0.9, 0.95, 0.98, 0.99, 0.999)
"""The parts of a value that people leave it on its way up."""


def counts_plies(players: Iterable[Calls]) -> bool:
    """Return whether each player, or one of them, adds a number of its own to the best value, as to count plies.

    Infinite values have no other number. What is added to one or two values alone may be a mistake, and what gives the
    worst value too.
    """
    raised = set[float]()
    for calls in players:
        best, value = calls.best_child_value, calls.node_values
        is_counted = (np.abs(value) < LARGEST) & (np.abs(best) < LARGEST)
        gains = np.round(value[is_counted] - best[is_counted], DIGITS)
        usual = gains[calls.has_several_values[is_counted]]
        if len(set(usual.tolist())) > 1:
            return False
        is_other = is_counted & (value != calls.worst_child_value)
        raised.update((calls.turn * best[is_other]).tolist() if usual.any() else ())
    return len(raised) >= FEW


def shrinks_values(players: Iterable[Calls], blamed: Collection[int]) -> bool:
    """Return whether values are made smaller on their way up, always in the same way, as some searches do on purpose.

    By a part of them, or by a step. Values that are too small to be wins may stay as they are.

    Args:
        players: the calls of each player.
        blamed: the nodes that do not count.
    """
    value_by_best: dict[float, float] = {}
    for calls in players:
        is_counted = ~np.isin(calls.node_ids, list(blamed))
        best, value = (calls.turn * one[is_counted] for one in (calls.best_child_value, calls.node_values))
        for one, other in zip(best.tolist(), value.tolist(), strict=True):
            if abs(value_by_best.setdefault(one, other) - other) > TINY:
                return False
    rising = sorted((best, value) for best, value in value_by_best.items() if abs(best) < INFINITY)
    smaller = [(best, value) for best, value in rising if abs(best) - abs(value) > TINY]
    steps = [abs(best) - abs(value) for best, value in smaller]
    parts = [value / best for best, value in smaller]
    usual = [abs(abs(best) - abs(value) - 1) < TINY and abs(best) >= MIN_WIN_VALUE for best, value in smaller]
    usual += [abs(part - discount) < TINY for part in parts for discount in DISCOUNTS]
    if not any(value for _, value in smaller) or (len(smaller) < 2 and not any(usual)):
        return False  # where all that is smaller is nothing, values are lost
    if any(one[1] > other[1] + TINY for one, other in pairwise(rising)):
        return False
    regular = any(max(sizes) - min(sizes) <= TINY for sizes in (steps, parts))
    strict = len({value for _, value in rising}) == len(rising) > 2
    return (regular or (strict and len(smaller) == sum(best != 0 for best in value_by_best))) and all(
        best * value >= 0 and abs(value) <= abs(best) for best, value in rising
    )
