"""Nodes with their children, ply by ply: what follows from the children, of all nodes at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from tracer.games.rules import MAX
from tracer.proving.classical import Codes
from tracer.recording.columns import Columns, Floats, Ints
from tracer.recording.status import EXACT, LOWER, UPPER


def families(columns: Columns, children: Ints) -> Iterator[tuple[Ints, Ints, Ints]]:
    """Some nodes by their parents, the deepest ply first.

    For each ply: the parents; where the children of each begin among the children; and the children. The nodes are
    given in the order of the search.
    """
    children = children[np.argsort(columns.ply[children], kind="stable")]
    ends = np.flatnonzero(np.diff(columns.ply[children], prepend=-1, append=-1)).tolist()
    for begin, end in reversed(list(pairwise(ends))):
        below = children[begin:end]
        above = columns.parent[below]
        first = np.flatnonzero(np.diff(above, prepend=-1))
        yield above[first], first, below


def ends(codes: Codes, value: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest that true values can be, by what is proved of each and the value it returned."""
    low = np.where((codes == EXACT) | (codes == LOWER), value, -np.inf)
    high = np.where((codes == EXACT) | (codes == UPPER), value, np.inf)
    return low, high


def ends_above(columns: Columns, parents: Ints, first: Ints, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest that some nodes of MAX or MIN can be, by those of all their moves.

    Args:
        columns: what was recorded.
        parents: the nodes.
        first: where the children of each begin.
        low: the least that each child can be.
        high: see above.
    """
    is_max = columns.turn[parents] == MAX
    least, most = (
        np.where(is_max, np.maximum.reduceat(end, first), np.minimum.reduceat(end, first)) for end in (low, high)
    )
    return least, most
