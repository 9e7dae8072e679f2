"""What is known of every node's value, as textbooks write it beside a node: from here to there, MAX's view.

A window says what the search wants to know of a node; this says what it has learnt (Russell & Norvig's "range of
possible values").
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np

from tracer.count.proved import ends, ends_above, families, proved_bounds
from tracer.games.rules import MAX, blame
from tracer.recording.columns import Bools, Floats
from tracer.recording.status import OPEN
from tracer.tracing import Trace

ValueRange = tuple[float, float]
"""The least and the greatest that a value can be."""


class ValueRanges(Mapping[int, ValueRange]):
    """The ranges of a node and all below it, by their ids."""

    def __init__(self, root: int, low: Floats, high: Floats) -> None:
        self._ids, self._low, self._high = range(root, root + len(low)), low, high

    def __getitem__(self, node: int) -> ValueRange:
        index = self._ids.index(node)
        return self._low.item(index), self._high.item(index)

    def __iter__(self) -> Iterator[int]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


def value_ranges(trace: Trace, root: int = 0) -> ValueRanges:
    """The range of each node below a node, itself included. O(nodes) in NumPy.

    A node has what its own value says, and what follows from its children: at MAX the value is at least what any of
    them is at least, and at most what all of them are at most, those that were pruned or not yet met included.

    Raises:
        PlyscopeError: a search was stopped, and there is no game that says which moves were still to come.
        GameError: the game misbehaved.
    """
    subtree = slice(root, int(trace.columns.end[root]))
    values, bound_codes = trace.columns.value[subtree], proved_bounds(trace)[subtree]
    low, high = ends(bound_codes, values)
    turns, has_unmet_moves = trace.columns.turn[subtree], _has_unmet_moves(trace, subtree)
    for parent_ids, family_starts, child_ids in families(trace.columns, np.arange(root + 1, subtree.stop)):
        parents, children = parent_ids - root, child_ids - root
        is_max, is_chance = turns[parents] == MAX, turns[parents] == 0
        least_values, greatest_values = ends_above(
            trace.columns, parent_ids, family_starts, low[children], high[children]
        )
        least_values[is_chance | (has_unmet_moves[parents] & ~is_max)] = -math.inf
        greatest_values[is_chance | (has_unmet_moves[parents] & is_max)] = math.inf
        low[parents], high[parents] = np.maximum(low[parents], least_values), np.minimum(high[parents], greatest_values)
    return ValueRanges(root, low, high)


def _has_unmet_moves(trace: Trace, subtree: slice) -> Bools:
    """Which nodes have moves that the search had not met when it stopped."""
    mask = np.zeros(subtree.stop - subtree.start, np.bool_)
    for index in np.flatnonzero(trace.columns.status[subtree] == OPEN).tolist():
        node = index + subtree.start
        mask[index] = len(trace.children(node)) < _count_legal_moves(trace, node)
    return mask


def _count_legal_moves(trace: Trace, node: int) -> int:
    """The legal moves at a node in which the search stopped."""
    game, state = trace.need_game(), trace.state(node)
    with blame(game):
        return 0 if game.utility(state) is not None else len(game.moves(state))
