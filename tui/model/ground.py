"""What a map of a recording is drawn from: some nodes of each column, and what is above them."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from tracer.recording.columns import Array, Columns, Ints
from tracer.recording.status import PRUNED
from tui.model.breadth import Breadth

SAMPLES = 8
"""Nodes of a column that are looked at."""


class Fate(IntEnum):
    """What became of the nodes of a cell."""

    NOTHING = 0
    """There is no node."""
    AHEAD = 1
    PRUNED = 2
    RETURNED = 3
    CUT = 4
    OPEN = 5
    VARIATION = 6
    """On the principal variation, as known at the step."""


class Ground(NamedTuple):
    """What does not depend on the step."""

    ids: Ints
    """The nodes that are looked at, ascending; SAMPLES a column."""
    above: Ints
    """(plies × samples): the node of each ply that each of them is at or below; −1 where none is."""
    fate: Array
    """The fate of these nodes in the end, neither open nor on the principal variation."""
    whose: Ints
    """(plies × samples): the same, and below a pruned branch that stands for more than itself that branch, too."""
    seen: Ints
    """(plies × columns): the node in the middle of each column; −1 where there is none."""
    wide: Array
    """Whether that node is in the middle of a column beside it too."""
    odd: Array
    """Whether it is drawn in the other shade, to be told from the one beside it."""


def survey(columns: Columns, breadth: Breadth, first: float, span: float, width: int, top: int, plies: int) -> Ground:
    """Look at some nodes of each column. O(plies × columns × SAMPLES).

    Args:
        columns: the recording.
        breadth: how wide its nodes are.
        first: the place at which the range begins.
        span: how long it is.
        width: columns of the map.
        top: the first ply.
        plies: how many there are.
    """
    places = first + (np.arange(width * SAMPLES) + 0.5) * (span / (width * SAMPLES))
    ids = np.minimum(breadth.nodes(places), len(columns) - 1).astype(columns.end.dtype)
    above = _ancestors(columns, ids, top, plies)
    whose = np.where((above < 0) & (breadth.spares(ids) > 0), ids, above)
    fate = np.full(above.shape, Fate.RETURNED, np.int8)
    fate[columns.cutoff[whose]] = Fate.CUT
    fate[columns.status[whose] == PRUNED] = Fate.PRUNED
    fate[whose < 0] = Fate.NOTHING
    seen = above[:, SAMPLES // 2 :: SAMPLES]
    same = np.zeros((len(seen), width + 1), bool)
    same[:, 1:-1] = (seen[:, 1:] == seen[:, :-1]) & (seen[:, 1:] >= 0)
    wide = same[:, 1:] | same[:, :-1]
    return Ground(ids, above, fate, whose, seen, wide, wide & (np.cumsum(~same[:, :-1], 1) % 2 == 0))


def _ancestors(columns: Columns, ids: Ints, top: int, plies: int) -> Ints:
    """For each ply from the top the nodes that some nodes are at or below; −1 where none is."""
    found = np.full((plies, len(ids)), -1, ids.dtype)
    depth, node = columns.ply[ids] - top, ids.copy()
    for ply in range(int(depth.max()), -1, -1):
        there = np.flatnonzero(depth == ply)
        if ply < plies:
            found[ply, there] = node[there]
        node[there] = columns.parent[node[there]]
        depth[there] -= 1
    return found
