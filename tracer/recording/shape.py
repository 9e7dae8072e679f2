"""The shape of a tree: the ply and the parent of every node, from where the subtrees end.

All nodes are looked at part by part, so that beside what is asked for hardly any memory is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.signedinteger[Any]]
Array = npt.NDArray[Any]

PART = 1 << 16
"""Nodes of a part where all nodes are looked at: what is made of them stays in the processor's cache."""


def index_dtype(size: int) -> np.dtype[Any]:
    """The smallest type that can number `size` nodes and their steps."""
    return np.dtype(np.int32 if 2 * size < 2**31 else np.int64)


def plies(end: Ints) -> Ints:
    """The ply of every node: how many ranges that began before it are still open there. O(n)."""
    size = len(end)
    closed = np.zeros(size + 1, np.int32)
    for part in parts(size):
        stops = end[part]
        far = stops > part.stop  # of nodes that are open at the end of the part: hardly any
        closed[part.start : part.stop + 1] += np.bincount(stops[~far] - part.start, minlength=len(stops) + 1)
        np.add.at(closed, stops[far], 1)
    np.cumsum(closed, out=closed)
    ply = closed[:size]
    for part in parts(size):
        np.subtract(np.arange(part.start, part.stop, dtype=np.int32), ply[part], out=ply[part])
    return ply


def parents(ply: Ints) -> Ints:
    """The parent of every node from the plies in visit order. O(n), however deep the tree is."""
    size, first = len(ply), 0
    parent = np.full(size, -1, index_dtype(size))
    path = parent[:0]
    """The nodes above the next one."""
    while first < size:
        last = min(first + max(PART, len(path)), size)
        ids = np.concatenate([path, np.arange(first, last, dtype=parent.dtype)])
        here = np.concatenate([np.arange(len(path), dtype=np.int32), ply[first:last]])
        parent[first:last] = ids[_parents_within(here)[len(path) :]]
        if last < size:
            above = np.flatnonzero(here < ply[last])
            path = np.empty(ply[last], parent.dtype)
            path[here[above]] = ids[above]  # of several nodes of a ply the last one stays
        first = last
    parent[:1] = -1
    return parent


def _parents_within(ply: Ints) -> Ints:
    """The places of the parents in a part of a tree that begins with its root.

    Sorted by ply, siblings stand side by side, and the first of them follows its parent in visit order.
    """
    narrow = ply.astype(np.uint16) if int(ply.max()) < 2**16 else ply
    order = np.argsort(narrow, kind="stable")[1:]
    first = np.diff(ply, prepend=ply[0]) > 0
    first = first[order]
    parent = np.zeros(len(ply), np.int64)
    parent[order] = np.repeat(order[first] - 1, np.diff(np.flatnonzero(np.append(first, True))))
    return parent


def sums_before(counted: Array, dtype: np.dtype[Any]) -> Ints:
    """N + 1 long: the sum of what stands before each, and of all."""
    sums: Ints = np.zeros(len(counted) + 1, dtype)
    for part in parts(len(counted)):
        np.cumsum(counted[part], dtype=dtype, out=sums[part.start + 1 : part.stop + 1])
        sums[part.start + 1 : part.stop + 1] += sums[part.start]
    return sums


def parts(size: int) -> Iterator[slice]:
    """All nodes, those of a part together."""
    return (slice(first, min(first + PART, size)) for first in range(0, size, PART))
