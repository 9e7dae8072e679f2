"""Nodes with their children, ply by ply: for what follows from the children, of all nodes at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from tracer.recording.columns import Columns, Ints


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
