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

PART_NODES = 1 << 16
"""Nodes of a part where all nodes are looked at: what is made of them stays in the processor's cache."""


def index_dtype(size: int) -> np.dtype[Any]:
    """The smallest type that can number `size` nodes and their steps."""
    return np.dtype(np.int32 if 2 * size < 2**31 else np.int64)


def plies(end: Ints) -> Ints:
    """The ply of every node: how many ranges that began before it are still open there. O(n)."""
    size = len(end)
    closed_counts = np.zeros(size + 1, np.int32)
    for part in iter_parts(size):
        ends = end[part]
        is_beyond_part = ends > part.stop  # of nodes that are open at the end of the part: hardly any
        closed_counts[part.start : part.stop + 1] += np.bincount(
            ends[~is_beyond_part] - part.start, minlength=len(ends) + 1
        )
        np.add.at(closed_counts, ends[is_beyond_part], 1)
    np.cumsum(closed_counts, out=closed_counts)
    ply = closed_counts[:size]
    for part in iter_parts(size):
        np.subtract(np.arange(part.start, part.stop, dtype=np.int32), ply[part], out=ply[part])
    return ply


def parents(ply: Ints) -> Ints:
    """The parent of every node from the plies in visit order. O(n), however deep the tree is."""
    size, first = len(ply), 0
    parent = np.full(size, -1, index_dtype(size))
    path = parent[:0]
    """The nodes above the next one."""
    while first < size:
        last = min(first + max(PART_NODES, len(path)), size)
        ids = np.concatenate([path, np.arange(first, last, dtype=parent.dtype)])
        part_plies = np.concatenate([np.arange(len(path), dtype=np.int32), ply[first:last]])
        parent[first:last] = ids[_parents_within(part_plies)[len(path) :]]
        if last < size:
            open_indexes = np.flatnonzero(part_plies < ply[last])
            path = np.empty(ply[last], parent.dtype)
            path[part_plies[open_indexes]] = ids[open_indexes]  # of several nodes of a ply the last one stays
        first = last
    parent[:1] = -1
    return parent


def _parents_within(ply: Ints) -> Ints:
    """The places of the parents in a part of a tree that begins with its root.

    Sorted by ply, siblings stand side by side, and the first of them follows its parent in visit order.
    """
    small_plies = ply.astype(np.uint16) if int(ply.max()) < 2**16 else ply
    order = np.argsort(small_plies, kind="stable")[1:]
    is_first_child = np.diff(ply, prepend=ply[0]) > 0
    is_first_child = is_first_child[order]
    parent = np.zeros(len(ply), np.int64)
    parent[order] = np.repeat(order[is_first_child] - 1, np.diff(np.flatnonzero(np.append(is_first_child, True))))
    return parent


def prefix_sums(counts: Array, dtype: np.dtype[Any]) -> Ints:
    """N + 1 long: the sum of what stands before each, and of all."""
    sums: Ints = np.zeros(len(counts) + 1, dtype)
    for part in iter_parts(len(counts)):
        np.cumsum(counts[part], dtype=dtype, out=sums[part.start + 1 : part.stop + 1])
        sums[part.start + 1 : part.stop + 1] += sums[part.start]
    return sums


def gather(column: Array, places: Ints) -> Array:
    """Return the entries at some places, as `column[places]`: without a copy of the places as larger numbers."""
    found = np.empty(len(places), column.dtype)
    for part in iter_parts(len(places)):
        found[part] = column[places[part]]
    return found


def order_by_key(keys: Ints) -> Ints:
    """Return the places of small numbers from 0 on in their order, those of equal ones ascending. O(n + numbers)."""
    counts, order = np.bincount(keys), np.empty(len(keys), index_dtype(len(keys)))
    next_places = np.cumsum(counts) - counts
    key_type = np.uint16 if len(counts) <= 2**16 else keys.dtype  # smaller numbers are sorted sooner
    for part in iter_parts(len(keys)):
        places = np.argsort(keys[part].astype(key_type), kind="stable")
        in_order = keys[part][places]
        begins = np.flatnonzero(np.diff(in_order, prepend=in_order[0] - 1))
        sizes = np.diff(begins, append=len(in_order))
        shift = next_places[in_order[begins]] - begins
        order[np.arange(len(in_order)) + np.repeat(shift, sizes)] = places + part.start
        next_places[in_order[begins]] += sizes
    return order


def iter_parts(size: int) -> Iterator[slice]:
    """All nodes, those of a part together."""
    return (slice(first, min(first + PART_NODES, size)) for first in range(0, size, PART_NODES))
