"""The shape of a tree: the ply and the parent of every node, from where the subtrees end.

All nodes are looked at part by part, so that beside what is asked for hardly any memory is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tracer.errors import PlyscopeError

Ints = npt.NDArray[np.signedinteger[Any]]
Array = npt.NDArray[Any]

PART_NODES = 1 << 16
"""Nodes of a part where all nodes are looked at: what is made of them stays in the processor's cache."""


def index_dtype(size: int) -> np.dtype[Any]:
    """The smallest type that can number `size` nodes and their steps."""
    return np.dtype(np.int32 if 2 * size < 2**31 else np.int64)


class TreePart(NamedTuple):
    """Nodes that follow one another, with the nodes above them that are still open there: a small tree."""

    nodes: slice
    """The nodes that follow one another."""
    ids: Ints
    """The nodes of the small tree: those above, from the root down, then `nodes`."""
    end: Ints
    """One past the last id of each subtree, by the place of its node in `ids`; so are the next two."""
    ply: Ints
    """The distance from the root in moves."""
    parent: Ints
    """The place of the parent in `ids`; 0 at the root."""
    siblings: Ints
    """The places of `nodes`, without the root: those of one parent side by side, in visit order."""

    @property
    def own(self) -> slice:
        """The places of `nodes` in `ids`."""
        return slice(len(self.ids) - (self.nodes.stop - self.nodes.start), None)


def iter_tree_parts(end: Any) -> Iterator[TreePart]:
    """The tree in parts, one after another: nothing of a part is needed for the next one but the open path. O(n).

    Raises:
        PlyscopeError: it has a second root.
    """
    for nodes, ids, ends, ply in _iter_plies(end):
        second_roots = np.flatnonzero(ply[1:] == 0)
        if len(second_roots) or not (nodes.start == 0 or ids[0] == 0):
            raise PlyscopeError(f"node {int(ids[second_roots[0] + 1]) if ids[0] == 0 else nodes.start}: a second root")
        parent, in_order = _parents_within(ply)
        siblings = in_order[in_order >= len(ids) - (nodes.stop - nodes.start)]
        yield TreePart(nodes, ids, ends, ply, parent, siblings)


def _iter_plies(end: Any) -> Iterator[tuple[slice, Ints, Ints, Ints]]:
    """What `TreePart` has but the parents; also of several trees, one after another."""
    first, size, number_type = 0, len(end), index_dtype(len(end))
    path, path_end = np.empty(0, number_type), np.empty(0, number_type)
    while first < size:
        nodes = slice(first, min(first + max(PART_NODES, len(path)), size))  # a deep tree has fewer parts
        ids = np.concatenate([path, np.arange(nodes.start, nodes.stop, dtype=number_type)])
        ends = np.concatenate([path_end, end[nodes]])
        closed_before = np.cumsum(np.bincount(ends[ends < nodes.stop] - first, minlength=nodes.stop - first))
        own_plies = np.arange(len(path), len(ids)) - closed_before
        yield nodes, ids, ends, np.concatenate([np.arange(len(path)), own_plies]).astype(np.int32)
        is_open = ends > nodes.stop
        path, path_end, first = ids[is_open], ends[is_open], nodes.stop


def plies(end: Ints) -> Ints:
    """The ply of every node: how many ranges that began before it are still open there. O(n)."""
    ply = np.empty(len(end), np.int32)
    for nodes, _, _, part_plies in _iter_plies(end):
        ply[nodes] = part_plies[nodes.start - nodes.stop :]
    return ply


def parents(end: Ints) -> Ints:
    """The parent of every node; −1 at the root. O(n)."""
    parent = np.empty(len(end), index_dtype(len(end)))
    for part in iter_tree_parts(end):
        parent[part.nodes] = part.ids[part.parent[part.own]]
    parent[:1] = -1
    return parent


def _parents_within(ply: Ints) -> tuple[Ints, Ints]:
    """The places of the parents in a part of a tree that begins with its root; and its other nodes, siblings together.

    Sorted by ply, siblings stand side by side, and the first of them follows its parent in visit order.
    """
    small_plies = ply.astype(np.uint16) if int(ply.max()) < 2**16 else ply
    order = np.argsort(small_plies, kind="stable")[1:]
    is_first_child = np.diff(ply, prepend=ply[0]) > 0
    is_first_child = is_first_child[order]
    parent = np.zeros(len(ply), np.int64)
    parent[order] = np.repeat(order[is_first_child] - 1, np.diff(np.flatnonzero(np.append(is_first_child, True))))
    return parent, order


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
