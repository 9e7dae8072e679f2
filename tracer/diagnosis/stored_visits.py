"""Visits that a table may have stored, in the order in which they returned; how wins count; and suspect answers."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from itertools import starmap
from typing import Any, NamedTuple

import numpy as np

from tracer.deciding.thresholds import SURE, TWICE
from tracer.diagnosis.case import INFINITY, Case
from tracer.recording.columns import Array, Ints
from tracer.recording.status import TERMINAL

VisitByValue = dict[float, int]
"""Values that visits returned, each with the first such visit."""


class Wins(NamedTuple):
    """How a search counts its wins."""

    win_value: float
    """What a win at the root counts, less a ply for each ply to it; infinite where wins are not counted so."""
    max_ply: int
    """The most plies from the root."""

    def count_won_plies(self, values: Array | float, ply: Ints | int) -> Array:
        """Return what a win has more where it is counted by the plies from its position; 0 for all other values.

        >>> Wins(1000, 9).count_won_plies(np.array([995, -995, 5]), 3)
        array([ 3, -3,  0])
        """
        sizes = np.abs(values)
        slack = 2 * self.max_ply  # also above: a table that mistakes plies makes wins greater
        is_win = (self.win_value - slack <= sizes) & (sizes <= self.win_value + slack)
        plies: Array = np.where(is_win, np.sign(values), 0) * ply
        return plies


class WinMisreading(NamedTuple):
    """How a table adjusts the plies of wins, which it should add when storing and subtract when answering."""

    stored_factor: int
    """How often it adds the ply of the visit that stores."""
    answered_factor: int
    """How often it takes off the ply of the node that it answers."""

    def count_plies(self, answered_ply: Any, stored_ply: Any) -> Any:
        """Return by how many plies its wins are nearer than they are.

        >>> WinMisreading(0, 0).count_plies(5, 3), WinMisreading(1, 0).count_plies(5, 3)
        (2, 5)
        """
        return (self.stored_factor - 1) * stored_ply + (1 - self.answered_factor) * answered_ply


WIN_MISREADINGS = tuple(starmap(WinMisreading, ((0, 0), (1, 0), (0, 1), (-1, -1))))
"""A table does not adjust the number, adjusts it only when storing or only when answering, or the wrong way."""


def wins_of(case: Case) -> Wins:
    """Return how a search counts its wins by its leaves; draws, and what is clamped to a window, do not count."""
    win_counts = [
        (abs(case.value[node]) + case.ply[node], case.ply[node])
        for node in case.iter_leaves()
        if case.status[node] == TERMINAL and case.value[node] not in (0, case.alpha[node], case.beta[node])
    ]
    deepest = max(case.ply)
    if win_counts:
        win_value, count = Counter(win_number for win_number, _ in win_counts).most_common(1)[0]
        decided_count = sum(win_number > win_value / 2 for win_number, _ in win_counts)
        plies = {ply for win_number, ply in win_counts if win_number == win_value}
        if count >= SURE * decided_count and len(plies) >= TWICE and win_value > 4 * deepest:
            return Wins(win_value, deepest)
    return Wins(INFINITY, deepest)


class PositionEvidence(Enum):
    """Why it is known which visits had the position of a suspect."""

    KNOWN = "by the game or by texts"
    AGAIN = "the move was just searched before"
    OTHER_MOVER = "it is the board before a null move"


class Suspect(NamedTuple):
    """A node that the table answered with more than the visits before it could have told it."""

    node: int
    values_deep_enough: VisitByValue
    """What visits of the position returned that looked far enough."""
    shallow_values: VisitByValue
    """What visits of the position returned that looked less far than was asked here."""
    exceeds_leaves: bool
    """Whether it is more even if all values lie between the least and the greatest leaf."""
    other_mover_values: VisitByValue
    """What visits returned that have the same board with the other player to move."""
    evidence: PositionEvidence


class VisitsInTime:
    """Visits that share something, such as the position, side by side in the order in which they returned."""

    def __init__(self, visits: Ints, shared: Ints, end: Ints) -> None:
        self._shared_keys, self._size = shared, len(end) + 1
        self.visits = visits[np.argsort(shared[visits], kind="stable")]
        self._return_order = shared[self.visits].astype(np.int64) * self._size + end[self.visits]

    def find_returned_before(self, nodes: Ints | int) -> tuple[Any, Any]:
        """Return where the visits begin and end that share it with each node and had returned when that was entered."""
        start, order = self._shared_keys[nodes].astype(np.int64) * self._size, self._return_order
        return np.searchsorted(order, start), np.searchsorted(order, start + nodes, "right")

    def find_last(self, nodes: Ints) -> Ints:
        """Return the last of these visits for each node; −1 where there is none."""
        start, end = self.find_returned_before(nodes)
        last_visits: Ints = np.append(self.visits, -1)[np.where(end > start, end - 1, -1)]
        return last_visits

    def find_greatest_rank_before(self, ranks: Ints, nodes: Ints) -> Ints:
        """Return for each node the greatest rank of these visits, of which each has one; 0 where there is none."""
        group_offsets = np.cumsum(np.diff(self._shared_keys[self.visits], prepend=-1) > 0) * (1 + ranks.max(initial=0))
        max_ranks = np.append(np.maximum.accumulate(group_offsets + ranks) - group_offsets, 0)
        start, end = self.find_returned_before(nodes)
        return np.where(end > start, max_ranks[end - 1], 0)
