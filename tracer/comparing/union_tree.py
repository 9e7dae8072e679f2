"""Two compared traces as one tree: every node that either has, in A's order, what only B has after its sibling in B.

>>> import tracer
>>> from tracer.comparing.comparison import compare
>>> both, side = unite_traces(compare(tracer.trace([[3, 5], [2, 9]], "minimax"), tracer.trace([[3, 5], [2, 9]])))
>>> [Side(code).name for code in side]
['BOTH', 'BOTH', 'BOTH', 'BOTH', 'CHANGED', 'BOTH', 'ONLY_A']
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from tracer.comparing.comparison import Comparison
from tracer.comparing.node_matching import invert_matches, merge_labels
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

KEPT_COLUMNS = ("why", "weight")
"""What a union tells of a node besides: why it was searched otherwise or skipped, and how likely it was."""
NodeSides = npt.NDArray[np.uint8]
"""A `Side` for each node of a union tree."""


def unite_traces(comparison: Comparison) -> tuple[Trace, NodeSides]:
    """The union tree as a trace, and for each of its nodes whose it is. O(n log n).

    A node that both visited has A's value and window; one that A only pruned and B visited has B's. It is cut where
    every search that visited it cut it. It is a tree to be shown: no search met its nodes in this order, so
    its steps mean nothing.
    """
    positions_a, positions_b = map_to_union(comparison)
    a, b = comparison.a, comparison.b
    size = len(a) + len(positions_b) - int(np.count_nonzero(comparison.in_a >= 0))
    from_a, from_b = invert_matches(positions_a, size), invert_matches(positions_b, size)
    is_b = from_a < 0
    in_both = np.flatnonzero(~is_b & (from_b >= 0))
    is_pruned_in_a = a.columns.status[from_a[in_both]] == PRUNED
    is_b[in_both[is_pruned_in_a]] = b.columns.status[from_b[in_both[is_pruned_in_a]]] != PRUNED
    labels, moves_a, moves_b = merge_labels(a.move_labels, b.move_labels)
    columns = _merge_columns(a.columns, b.columns, from_a, from_b, is_b)
    for new_numbers, is_from_side in ((moves_a, ~is_b), (moves_b, is_b)):
        is_from_side[0] = False
        columns["move"][is_from_side] = new_numbers[columns["move"][is_from_side]]
    columns["end"] = _compute_ends(comparison, positions_a, positions_b, size)
    # A leaf of A below which B went on.
    is_inner = (columns["end"] > np.arange(size) + 1) & (columns["status"] != OPEN)
    columns["status"][is_inner] = EXPANDED
    visited_in_both = in_both[~is_pruned_in_a & (b.columns.status[from_b[in_both]] != PRUNED)]
    columns["cutoff"][visited_in_both] &= b.columns.cutoff[from_b[visited_in_both]]
    game_trace = next((trace for trace in (a, b) if trace.game is not None), None)
    game, start = (None, None) if game_trace is None else (game_trace.game, game_trace.start())
    passes = {
        int(moves[number]): no_move
        for moves, trace in ((moves_a, a), (moves_b, b))
        for number, no_move in trace.no_moves.items()
    }
    united_trace = Trace(Columns(**columns), passes, _merge_headers(a, b), game, start, labels=labels)
    # A node's values may be one search's, and its moves' the other's: together they prove nothing.
    return united_trace.classical(), _classify_nodes(comparison, from_a, from_b)


def map_to_union(comparison: Comparison) -> tuple[Ints, Ints]:
    """Where each node of A, and each node of B, stands in the union tree."""
    a, b = comparison.a, comparison.b
    lone_nodes, insertion_points = _find_insertion_points(comparison)
    positions_a = np.arange(len(a)) + np.cumsum(np.bincount(insertion_points, minlength=len(a) + 1))[: len(a)]
    positions_b = np.empty(len(b), np.int64)
    is_matched = comparison.in_a >= 0
    positions_b[is_matched] = positions_a[comparison.in_a[is_matched]]
    positions_b[lone_nodes] = insertion_points + np.arange(len(lone_nodes))
    dtype = index_dtype(len(a) + len(lone_nodes))
    return positions_a.astype(dtype), positions_b.astype(dtype)


def _find_insertion_points(comparison: Comparison) -> tuple[Ints, Ints]:
    """B's nodes that A does not have, as they follow one another in the union; and before which node of A each comes.

    The subtree of one goes after the last sibling before it that A has, or right below the parent. Of those that go
    to one place, what is deeper has the smaller number in B.
    """
    a, b = comparison.a.columns, comparison.b.columns
    lone_nodes = np.flatnonzero(comparison.in_a < 0)
    if not len(lone_nodes):
        return lone_nodes, lone_nodes
    siblings = np.argsort(b.parent, kind="stable")
    parent, partners = b.parent[siblings], comparison.in_a[siblings]
    ranks = np.arange(len(siblings))
    matched_ranks = np.maximum.accumulate(np.where(partners >= 0, ranks, -1))
    matched_ranks = np.where(parent[matched_ranks] == parent, matched_ranks, -1)
    following_nodes = np.where(matched_ranks >= 0, a.end[partners[matched_ranks]], comparison.in_a[parent] + 1)
    target_nodes = np.empty(len(siblings), np.int64)
    target_nodes[siblings] = following_nodes
    # A whole subtree goes where its root goes.
    is_subtree_root = comparison.in_a[b.parent[lone_nodes]] >= 0
    insertion_points = target_nodes[
        lone_nodes[np.maximum.accumulate(np.where(is_subtree_root, np.arange(len(lone_nodes)), 0))]
    ]
    order = np.argsort(insertion_points, kind="stable")
    return lone_nodes[order], insertion_points[order]


def _compute_ends(comparison: Comparison, positions_a: Ints, positions_b: Ints, size: int) -> Ints:
    """One past the last node below each node of the union."""
    a, b = comparison.a.columns, comparison.b.columns
    lone_nodes = np.flatnonzero(comparison.in_a < 0)
    lone_nodes = lone_nodes[np.argsort(positions_b[lone_nodes])]
    insertion_points = positions_b[lone_nodes].astype(np.int64) - np.arange(len(lone_nodes))
    ends = np.empty(size, index_dtype(size))
    ends[positions_b[lone_nodes]] = positions_b[lone_nodes] + b.end[lone_nodes] - lone_nodes
    # What is inserted where a subtree of A ends belongs to it as far as it is below the same node in B.
    is_matched = comparison.in_b >= 0
    ends_in_b = np.zeros(len(a), np.int64)
    ends_in_b[is_matched] = b.end[comparison.in_b[is_matched]]
    width = len(b) + 1
    ends[positions_a] = a.end + np.searchsorted(
        insertion_points * width + lone_nodes, a.end.astype(np.int64) * width + ends_in_b
    )
    return ends


def _merge_columns(a: Columns, b: Columns, from_a: Ints, from_b: Ints, is_b: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """The columns that are taken as they are, from A or from B; a writable copy of each."""
    rows_from_a, rows_from_b = np.flatnonzero(~is_b), np.flatnonzero(is_b)
    columns = {}
    for name, dtype in DTYPES.items():
        columns[name] = np.empty(len(is_b), dtype)
        columns[name][rows_from_a] = getattr(a, name)[from_a[rows_from_a]]
        columns[name][rows_from_b] = getattr(b, name)[from_b[rows_from_b]]
    return columns | {
        name: column
        for name in KEPT_COLUMNS
        if (column := _merge_optional_column(name, (a, from_a), (b, from_b), is_b)) is not None
    }


def _merge_optional_column(
    name: str, a: tuple[Columns, Ints], b: tuple[Columns, Ints], is_b: npt.NDArray[np.bool_]
) -> Array | None:
    """An optional column: from whom the rest of a row is, or where that search tells nothing, from the other one."""
    side_columns = []
    for columns, nodes in (a, b):
        column = columns.optional.get(name)
        side_column = np.full(len(is_b), MISSING[name], OPTIONAL[name])
        if column is not None:
            side_column[nodes >= 0] = column[nodes[nodes >= 0]]
        side_columns.append((side_column, column is not None))
    (column_a, has_a), (column_b, has_b) = side_columns
    if not (has_a or has_b):
        return None
    main_column, other_column = np.where(is_b, column_b, column_a), np.where(is_b, column_a, column_b)
    merged_column: Array = (
        np.where(main_column == MISSING[name], other_column, main_column) if name == "weight" else main_column
    )
    return merged_column


def _classify_nodes(comparison: Comparison, from_a: Ints, from_b: Ints) -> NodeSides:
    sides = np.full(len(from_a), BOTH, np.uint8)
    a, b = comparison.a.columns, comparison.b.columns
    sides[from_b < 0], sides[from_a < 0] = ONLY_A, ONLY_B
    nodes_in_both = np.flatnonzero((from_a >= 0) & (from_b >= 0))
    nodes_a, nodes_b = from_a[nodes_in_both], from_b[nodes_in_both]
    sides[nodes_in_both[comparison.changed[nodes_a]]] = CHANGED
    sides[nodes_in_both[(a.status[nodes_a] != PRUNED) & (b.status[nodes_b] == PRUNED)]] = ONLY_A
    sides[nodes_in_both[(a.status[nodes_a] == PRUNED) & (b.status[nodes_b] != PRUNED)]] = ONLY_B
    return sides


def _merge_headers(a: Trace, b: Trace) -> Header:
    """What both have in common; windows only where both have them."""
    header_a, header_b = a.header, b.header
    return Header(
        game=header_a.game or header_b.game,
        game_title=header_a.game_title if header_a.game else header_b.game_title,
        position=header_a.position,
        search=f"A {header_a.search}, B {header_b.search}",
        options={name: value for name, value in header_a.options.items() if header_b.options.get(name) == value},
        windowed=header_a.windowed and header_b.windowed,
        stopped=header_a.stopped or header_b.stopped,
    )
