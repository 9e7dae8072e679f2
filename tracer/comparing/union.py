"""Two compared traces as one tree: every node that either has, in A's order, what only B has after its sibling in B.

>>> import tracer
>>> from tracer.comparing.comparison import compare
>>> both, side = union(compare(tracer.trace([[3, 5], [2, 9]], "minimax"), tracer.trace([[3, 5], [2, 9]])))
>>> [Side(code).name for code in side]
['BOTH', 'BOTH', 'BOTH', 'BOTH', 'CHANGED', 'BOTH', 'ONLY_A']
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from tracer.comparing.align import join_labels, reverse
from tracer.comparing.comparison import Comparison
from tracer.recording.columns import DTYPES, MISSING, OPTIONAL, Array, Columns, Ints, index_dtype
from tracer.recording.header import Header
from tracer.recording.status import EXPANDED, OPEN, PRUNED
from tracer.tracing import Trace


class Side(IntEnum):
    """Which of two searches has a node."""

    BOTH = 0
    """Both, with nothing different but perhaps the order of its moves."""
    ONLY_A = 1
    """A visited it and B did not; or A pruned it and B does not know it."""
    ONLY_B = 2
    """The reverse."""
    CHANGED = 3
    """Both visited it, with another value, bound, window or fate."""


BOTH, ONLY_A, ONLY_B, CHANGED = Side

KEPT = ("why", "weight")
"""What a union tells of a node besides: why it was searched otherwise or skipped, and how likely it was."""
Sides = npt.NDArray[np.uint8]
"""A `Side` for each node of a union tree."""


def union(comparison: Comparison) -> tuple[Trace, Sides]:
    """The union tree as a trace, and for each of its nodes whose it is. O(n log n).

    A node that both visited has A's value and window; one that A only pruned and B visited has B's. It is cut where
    every search that visited it cut it. It is a tree to be shown: no search met its nodes in this order, so
    its steps mean nothing.
    """
    placed_a, placed_b = places(comparison)
    a, b = comparison.a, comparison.b
    size = len(a) + len(placed_b) - int(np.count_nonzero(comparison.in_a >= 0))
    from_a, from_b = reverse(placed_a, size), reverse(placed_b, size)
    is_b = from_a < 0
    in_both = np.flatnonzero(~is_b & (from_b >= 0))
    only_pruned = a.columns.status[from_a[in_both]] == PRUNED
    is_b[in_both[only_pruned]] = b.columns.status[from_b[in_both[only_pruned]]] != PRUNED
    labels, moves_a, moves_b = join_labels(a.move_labels, b.move_labels)
    rows = _rows(a.columns, b.columns, from_a, from_b, is_b)
    for numbers, which in ((moves_a, ~is_b), (moves_b, is_b)):
        which[0] = False
        rows["move"][which] = numbers[rows["move"][which]]
    rows["end"] = _ends(comparison, placed_a, placed_b, size)
    # A leaf of A below which B went on.
    inner = (rows["end"] > np.arange(size) + 1) & (rows["status"] != OPEN)
    rows["status"][inner] = EXPANDED
    visited = in_both[~only_pruned & (b.columns.status[from_b[in_both]] != PRUNED)]
    rows["cutoff"][visited] &= b.columns.cutoff[from_b[visited]]
    game, start = (None, None) if (known := _with_game(comparison)) is None else (known.game, known.start())
    passes = {int(moves[k]): one for moves, trace in ((moves_a, a), (moves_b, b)) for k, one in trace.no_moves.items()}
    both = Trace(Columns(**rows), passes, _header(a, b), game, start, labels=labels)
    # A node's values may be one search's, and its moves' the other's: together they prove nothing.
    return both.classical(), _sides(comparison, from_a, from_b)


def places(comparison: Comparison) -> tuple[Ints, Ints]:
    """Where each node of A, and each node of B, stands in the union tree."""
    a, b = comparison.a, comparison.b
    lone, before = _insertions(comparison)
    placed_a = np.arange(len(a)) + np.cumsum(np.bincount(before, minlength=len(a) + 1))[: len(a)]
    placed_b = np.empty(len(b), np.int64)
    there = comparison.in_a >= 0
    placed_b[there] = placed_a[comparison.in_a[there]]
    placed_b[lone] = before + np.arange(len(lone))
    dtype = index_dtype(len(a) + len(lone))
    return placed_a.astype(dtype), placed_b.astype(dtype)


def _insertions(comparison: Comparison) -> tuple[Ints, Ints]:
    """B's nodes that A does not have, as they follow one another in the union; and before which node of A each comes.

    The subtree of one goes after the last sibling before it that A has, or right below the parent. Of those that go
    to one place, what is deeper has the smaller number in B.
    """
    a, b = comparison.a.columns, comparison.b.columns
    lone = np.flatnonzero(comparison.in_a < 0)
    if not len(lone):
        return lone, lone
    siblings = np.argsort(b.parent, kind="stable")
    parent, there = b.parent[siblings], comparison.in_a[siblings]
    ranks = np.arange(len(siblings))
    known = np.maximum.accumulate(np.where(there >= 0, ranks, -1))
    known = np.where(parent[known] == parent, known, -1)
    after = np.where(known >= 0, a.end[there[known]], comparison.in_a[parent] + 1)
    target = np.empty(len(siblings), np.int64)
    target[siblings] = after
    # A whole subtree goes where its root goes.
    roots = comparison.in_a[b.parent[lone]] >= 0
    before = target[lone[np.maximum.accumulate(np.where(roots, np.arange(len(lone)), 0))]]
    order = np.argsort(before, kind="stable")
    return lone[order], before[order]


def _ends(comparison: Comparison, placed_a: Ints, placed_b: Ints, size: int) -> Ints:
    """One past the last node below each node of the union."""
    a, b = comparison.a.columns, comparison.b.columns
    lone = np.flatnonzero(comparison.in_a < 0)
    lone = lone[np.argsort(placed_b[lone])]
    before = placed_b[lone].astype(np.int64) - np.arange(len(lone))
    ends = np.empty(size, index_dtype(size))
    ends[placed_b[lone]] = placed_b[lone] + b.end[lone] - lone
    # What is inserted where a subtree of A ends belongs to it as far as it is below the same node in B.
    there = comparison.in_b >= 0
    inside = np.zeros(len(a), np.int64)
    inside[there] = b.end[comparison.in_b[there]]
    width = len(b) + 1
    ends[placed_a] = a.end + np.searchsorted(before * width + lone, a.end.astype(np.int64) * width + inside)
    return ends


def _rows(a: Columns, b: Columns, from_a: Ints, from_b: Ints, is_b: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """The columns that are taken as they are, from A or from B; a writable copy of each."""
    ours, theirs = np.flatnonzero(~is_b), np.flatnonzero(is_b)
    rows = {}
    for name, dtype in DTYPES.items():
        rows[name] = np.empty(len(is_b), dtype)
        rows[name][ours] = getattr(a, name)[from_a[ours]]
        rows[name][theirs] = getattr(b, name)[from_b[theirs]]
    return rows | {name: found for name in KEPT if (found := _told(name, (a, from_a), (b, from_b), is_b)) is not None}


def _told(name: str, a: tuple[Columns, Ints], b: tuple[Columns, Ints], is_b: npt.NDArray[np.bool_]) -> Array | None:
    """An optional column: from whom the rest of a row is, or where that search tells nothing, from the other one."""
    sides = []
    for columns, nodes in (a, b):
        column = columns.optional.get(name)
        there = np.full(len(is_b), MISSING[name], OPTIONAL[name])
        if column is not None:
            there[nodes >= 0] = column[nodes[nodes >= 0]]
        sides.append((there, column is not None))
    (ours, in_a), (theirs, in_b) = sides
    if not (in_a or in_b):
        return None
    first, second = np.where(is_b, theirs, ours), np.where(is_b, ours, theirs)
    found: Array = np.where(first == MISSING[name], second, first) if name == "weight" else first
    return found


def _sides(comparison: Comparison, from_a: Ints, from_b: Ints) -> Sides:
    side = np.full(len(from_a), BOTH, np.uint8)
    a, b = comparison.a.columns, comparison.b.columns
    side[from_b < 0], side[from_a < 0] = ONLY_A, ONLY_B
    both = np.flatnonzero((from_a >= 0) & (from_b >= 0))
    ours, theirs = from_a[both], from_b[both]
    side[both[comparison.changed[ours]]] = CHANGED
    side[both[(a.status[ours] != PRUNED) & (b.status[theirs] == PRUNED)]] = ONLY_A
    side[both[(a.status[ours] == PRUNED) & (b.status[theirs] != PRUNED)]] = ONLY_B
    return side


def _with_game(comparison: Comparison) -> Trace | None:
    return next((trace for trace in (comparison.a, comparison.b) if trace.game is not None), None)


def _header(a: Trace, b: Trace) -> Header:
    """What both have in common; windows only where both have them."""
    mine, other = a.header, b.header
    return Header(
        game=mine.game or other.game,
        game_title=mine.game_title if mine.game else other.game_title,
        position=mine.position,
        search=f"A {mine.search}, B {other.search}",
        options={name: value for name, value in mine.options.items() if other.options.get(name) == value},
        windowed=mine.windowed and other.windowed,
        stopped=mine.stopped or other.stopped,
    )
