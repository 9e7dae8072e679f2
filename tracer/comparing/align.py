"""Which node of one trace is which node of another: the same moves from the root, and the same visit of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tracer.recording.columns import Array, Columns, Ints, index_dtype
from tracer.recording.slices import Beat, unheard
from tracer.tracing import Trace

NOWHERE = -1
"""Stands for no node."""

Keys = npt.NDArray[np.int64]


def align(a: Trace, b: Trace, beat: Beat = unheard) -> tuple[Ints, Ints]:
    """For each node of A its node in B, and the reverse; `NOWHERE` where there is none. O(n log n).

    Moves are matched by their labels. Where a move comes several times below one node, as in a re-search, the k-th
    visit is matched with the k-th visit below the matched parent, so that what is matched is a tree.
    """
    beat(0, len(a))
    slots_a, slots_b, width = _slots(a, b, beat)
    keys, order = _sorted_edges(b.columns, slots_b, width)
    in_b = np.full(len(a), NOWHERE, index_dtype(max(len(a), len(b))))
    in_b[0] = 0
    done = len(a) // 2
    for level in _levels(a.columns):
        beat(done, len(a))
        done += len(level) // 2
        above = in_b[a.columns.parent[level]].astype(np.int64)
        nodes = level[above >= 0]
        if not len(nodes):
            break
        wanted = above[above >= 0] * width + slots_a[nodes]
        places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        found = keys[places] == wanted
        in_b[nodes[found]] = order[places[found]]
    return in_b, reverse(in_b, len(b))


def reverse(places: Ints, size: int) -> Ints:
    """From where each node lies in another tree, which node lies at each of that tree's `size` places."""
    found = np.full(size, NOWHERE, index_dtype(max(size, len(places))))
    here = np.flatnonzero(places >= 0)
    found[places[here]] = here
    return found


def join_labels(a: Sequence[str], b: Sequence[str]) -> tuple[list[str], Ints, Ints]:
    """Two tables of labels as one, each label once, and where the entries of either stand in it."""
    numbers: dict[str, int] = {}
    places = [
        np.fromiter((numbers.setdefault(text, len(numbers)) for text in labels), np.int64, len(labels))
        for labels in (a, b)
    ]
    return list(numbers), places[0], places[1]


def _slots(a: Trace, b: Trace, beat: Beat) -> tuple[Keys, Keys, int]:
    """A number below the third result for each node: equal where the label and the visit of it are, among siblings."""
    table, *numbers = join_labels(a.move_labels, b.move_labels)
    width = max(1, len(table))
    slots = [_renamed(trace.columns.move, places) for trace, places in zip((a, b), numbers, strict=True)]
    visits = []
    for trace, slot, done in zip((a, b), slots, (1, 2), strict=True):
        visits.append(_visits(trace.columns, slot, width))
        beat(done * len(a) // 6, len(a))
    if any(visit.any() for visit in visits):
        both = np.concatenate([slot + width * visit for slot, visit in zip(slots, visits, strict=True)])
        distinct, inverse = np.unique(both, return_inverse=True)
        both, width = inverse.reshape(-1), len(distinct)
        slots = [both[: len(a)], both[len(a) :]]
    return slots[0], slots[1], width


def _renamed(move: Ints, places: Ints) -> Keys:
    """The labels' numbers of moves; 0 at the root."""
    numbers = np.zeros(len(move), np.int64)
    numbers[1:] = places[move[1:]]
    return numbers


def _visits(columns: Columns, slots: Keys, width: int) -> Keys:
    """How many earlier siblings of each node have its label."""
    keys, order = _sorted_edges(columns, slots, width)
    again = np.zeros(len(keys), bool)
    again[1:] = keys[1:] == keys[:-1]
    visits = np.zeros(len(keys), np.int64)
    if again.any():
        places = np.arange(len(keys))
        visits[order] = places - np.maximum.accumulate(np.where(again, 0, places))
    return visits


def _sorted_edges(columns: Columns, slots: Keys, width: int) -> tuple[Keys, Ints]:
    """The pairs of parent and slot as rising numbers, and the nodes in that order."""
    keys: Keys = columns.parent.astype(np.int64) * width + slots
    order = np.argsort(keys, kind="stable")
    return keys[order], order


def _levels(columns: Columns) -> list[Array]:
    """The nodes of each ply from 1 on."""
    deepest = int(columns.ply.max())
    # Sorting 16-bit integers takes time proportional to their number.
    ply = columns.ply.astype(np.uint16 if deepest < 2**16 else np.int32)
    return np.split(np.argsort(ply, kind="stable"), np.cumsum(np.bincount(ply)))[1:-1]
