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

Range = tuple[float, float]
"""The least and the greatest that a value can be."""


class Ranges(Mapping[int, Range]):
    """The ranges of a node and all below it, by their ids."""

    def __init__(self, root: int, low: Floats, high: Floats) -> None:
        self._ids, self._low, self._high = range(root, root + len(low)), low, high

    def __getitem__(self, node: int) -> Range:
        place = self._ids.index(node)
        return self._low.item(place), self._high.item(place)

    def __iter__(self) -> Iterator[int]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


def ranges(trace: Trace, root: int = 0) -> Ranges:
    """The range of each node below a node, itself included. O(nodes) in NumPy.

    A node has what its own value says, and what follows from its children: at MAX the value is at least what any of
    them is at least, and at most what all of them are at most, those that were pruned or not yet met included.

    Raises:
        PlyscopeError: a search was stopped, and there is no game that says which moves were still to come.
        GameError: the game misbehaved.
    """
    below = slice(root, int(trace.columns.end[root]))
    value, codes = trace.columns.value[below], proved_bounds(trace)[below]
    low, high = ends(codes, value)
    turn, more = trace.columns.turn[below], _has_more(trace, below)
    for above, first, nodes in families(trace.columns, np.arange(root + 1, below.stop)):
        parents, children = above - root, nodes - root
        is_max, is_chance = turn[parents] == MAX, turn[parents] == 0
        least, most = ends_above(trace.columns, above, first, low[children], high[children])
        least[is_chance | (more[parents] & ~is_max)] = -math.inf
        most[is_chance | (more[parents] & is_max)] = math.inf
        low[parents], high[parents] = np.maximum(low[parents], least), np.minimum(high[parents], most)
    return Ranges(root, low, high)


def _has_more(trace: Trace, below: slice) -> Bools:
    """Which nodes have moves that the search had not met when it stopped."""
    found = np.zeros(below.stop - below.start, np.bool_)
    for place in np.flatnonzero(trace.columns.status[below] == OPEN).tolist():
        node = place + below.start
        found[place] = len(trace.children(node)) < _moves(trace, node)
    return found


def _moves(trace: Trace, node: int) -> int:
    """The legal moves at a node in which the search stopped."""
    game, state = trace.need_game(), trace.state(node)
    with blame(game):
        return 0 if game.utility(state) is not None else len(game.moves(state))
