"""Where two searches part: one stop for each missing subtree and each cause, and none for what merely follows from it.

>>> import tracer
>>> from tracer.comparing.comparison import compare
>>> found = find_topmost_differences(compare(tracer.trace([[3, 5], [2, 9]], "minimax"), tracer.trace([[3, 5], [2, 9]])))
>>> [(stop.a, stop.b, stop.kind.name, stop.saved) for stop in found]
[(4, 4, 'CUT_B', 1)]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tracer.comparing.comparison import Comparison, compare, merge_by_paths
from tracer.comparing.node_matching import NO_MATCH
from tracer.comparing.union_tree import map_to_union
from tracer.recording.columns import Bools, Columns, Ints
from tracer.recording.slices import Beat, share_progress, unheard
from tracer.tracing import Trace


class Kind(IntEnum):
    """What the difference is; of several at one node, the first that holds."""

    ONLY_A = 0
    """B does not know the node."""
    ONLY_B = 1
    """The reverse."""
    PRUNED_A = 2
    """B visited it, and A pruned it, as B did not cut the node above otherwise than A."""
    PRUNED_B = 3
    """The reverse."""
    CUT_A = 4
    """The cutoff test held in A alone, and what A skipped because of that belongs to the stop."""
    CUT_B = 5
    """The reverse."""
    FATE = 6
    """Another status: expanded in one and closed by the table in the other, say."""
    VALUE = 7
    """Another value was returned."""
    BOUND = 8
    """Another thing is proved of the value that was returned: that it is exact, and that it is a bound, say."""
    WINDOW = 9
    """It was entered with another window."""
    ORDER = 10
    """The moves that both know were taken in another order."""


LONE_KINDS = (Kind.ONLY_A, Kind.ONLY_B, Kind.PRUNED_A, Kind.PRUNED_B)
"""The kinds of what one search alone has."""


class Difference(NamedTuple):
    """One place at which two searches part."""

    number: int
    """Its place among the stops, which stand in the order of the union of both trees."""
    a: int
    """The node in A, −1 where A does not know it."""
    b: int
    """The node in B."""
    kind: Kind
    moves: int
    """How many siblings in a row it is of: more than one where one search alone has several moves that follow."""
    alone_a: int
    """Nodes that A alone visited, because of this."""
    alone_b: int
    """Nodes that B alone visited, because of this."""

    @property
    def saved(self) -> int:
        """By how many visits B is cheaper because of this."""
        return self.alone_a - self.alone_b


@dataclass(frozen=True, eq=False)
class Differences:
    """All of them as columns, in the order of the union tree: A's, and what only B has after its sibling in B.

    Where another window, with what it proves, is all that differs, the stop stands after all others: of a search with
    null windows it says no more than which search that is.

    Every node that one search alone visited belongs to exactly one stop, so what they saved adds up.
    """

    a: Ints
    b: Ints
    kinds: npt.NDArray[np.uint8]
    moves: Ints
    alone_a: Ints
    alone_b: Ints
    places: Ints
    """Where each stands in the union."""
    union_position_maps: tuple[Ints, Ints]
    """Where each node of A, and each of B, stands in the union."""
    without_windows: int
    """How many are of more than a window; they stand first."""

    def __len__(self) -> int:
        return len(self.a)

    def __getitem__(self, number: int) -> Difference:
        columns = self.a, self.b, self.kinds, self.moves, self.alone_a, self.alone_b
        a, b, kind, *counts = (int(column[number]) for column in columns)
        return Difference(range(len(self))[number], a, b, Kind(kind), *counts)

    def __iter__(self) -> Iterator[Difference]:
        return (self[number] for number in range(len(self)))

    @cached_property
    def by_saving(self) -> Ints:
        """The numbers of the stops, those that changed the number of visits most first, whichever search gained."""
        return np.argsort(-np.abs(self.alone_a - self.alone_b), kind="stable")

    def find_first_index(self, side: int, node: int) -> int:
        """Return the number of the first stop at or after a node of A (side 0) or of B (side 1). O(log n).

        Stops of windows alone are passed over while there are others.
        """
        union_positions = self.places[: self.without_windows or len(self)]
        return int(np.searchsorted(union_positions, self.union_position_maps[side][node]))


def find_topmost_differences(comparison: Comparison, progress: Beat = unheard) -> Differences:
    """The stops. O(n log n), vectorised.

    - A subtree that one search alone has is one stop, at its top; siblings of one kind in a row are one together. Where
      the node above was cut in one search alone, or has another status, that node is the stop, with all that
      was skipped there.
    - A value, bound or status that differs is a stop where the window and all below are the same; a window where that
      of the node above, the order of its moves and all that came before it there are.
    - Another order of moves is one unless the moves of a node above are in another order already.
    - Whatever differs below no other difference is one: what came of it all.
    """
    progress(0, 4)
    sides = _Side.of(comparison, 0), _Side.of(comparison, 1)
    progress(1, 4)
    nodes = _select_shared_differences(comparison, sides)
    progress(2, 4)
    nodes_in_b = comparison.in_b[nodes].astype(np.int64)
    lone_runs_a, lone_runs_b = (side.find_lone_runs() for side in sides)
    skipped_visits = sides[0].visits_below_other_fate[nodes], sides[1].visits_below_other_fate[nodes_in_b]
    a, b = (
        np.concatenate([nodes, lone_runs_a.nodes, lone_runs_b.partners]),
        np.concatenate([nodes_in_b, lone_runs_a.partners, lone_runs_b.nodes]),
    )
    kinds = np.concatenate([_classify_differences(comparison, nodes, sides), lone_runs_a.kinds, lone_runs_b.kinds])
    moves = np.concatenate([np.ones(len(nodes), np.int64), lone_runs_a.moves, lone_runs_b.moves])
    alone_a = np.concatenate([skipped_visits[0], lone_runs_a.visit_counts, np.zeros(len(lone_runs_b.nodes), np.int64)])
    alone_b = np.concatenate([skipped_visits[1], np.zeros(len(lone_runs_a.nodes), np.int64), lone_runs_b.visit_counts])
    progress(3, 4)
    union_position_maps = map_to_union(comparison)
    union_positions = np.where(a != NO_MATCH, union_position_maps[0][a], union_position_maps[1][b])
    is_window_only = np.zeros(len(a), bool)
    is_window_only[: len(nodes)] = comparison.window[nodes] & np.isin(kinds[: len(nodes)], (Kind.BOUND, Kind.WINDOW))
    order = np.lexsort((union_positions, is_window_only))
    a, b, kinds, moves, alone_a, alone_b, union_positions = (
        column[order] for column in (a, b, kinds, moves, alone_a, alone_b, union_positions)
    )
    return Differences(
        a,
        b,
        kinds,
        moves,
        alone_a,
        alone_b,
        union_positions,
        union_position_maps,
        int(np.count_nonzero(~is_window_only)),
    )


class _LoneRuns(NamedTuple):
    """Siblings in a row that one search alone has, all of one kind, below a node that both met alike."""

    nodes: Ints
    """The first of each run."""
    partners: Ints
    kinds: npt.NDArray[np.uint8]
    moves: Ints
    visit_counts: Ints


@dataclass(frozen=True, eq=False)
class _Side:
    columns: Columns
    partners: Ints
    is_alone: Bools
    """Visited here and not there, or not known there."""
    has_other_fate: Bools
    """Met by both, with another status or cutoff."""
    differences: Ints
    kinds: tuple[Kind, Kind]
    """Of what is alone here: not known there, and pruned there."""

    @classmethod
    def of(cls, comparison: Comparison, side: int) -> _Side:
        trace, partners, is_only_here = (
            (comparison.b, comparison.in_a, comparison.only_b)
            if side
            else (comparison.a, comparison.in_b, comparison.only_a)
        )
        has_other_fate = comparison.mask_in_b(comparison.fate) if side else comparison.fate
        kinds = (Kind.ONLY_B, Kind.PRUNED_A) if side else (Kind.ONLY_A, Kind.PRUNED_B)
        return cls(
            trace.columns, partners, is_only_here | (partners < 0), has_other_fate, comparison.differences[side], kinds
        )

    @cached_property
    def lone_tops(self) -> Ints:
        """The tops of the subtrees that are here alone."""
        return np.flatnonzero(self.is_alone & ~self.is_alone[self.columns.parent])

    def count_visits(self, nodes: Ints) -> Ints:
        """How many nodes were visited in each of some subtrees."""
        visited_before = self.columns.visited_before
        return (visited_before[self.columns.end[nodes]] - visited_before[nodes]).astype(np.int64)

    @cached_property
    def _skipped_tops(self) -> Ints:
        """The tops below nodes that one search alone closed."""
        return self.lone_tops[self.has_other_fate[self.columns.parent[self.lone_tops]]]

    @cached_property
    def has_parted_child(self) -> Bools:
        """The nodes that one search alone closed, with more moves here than there."""
        has_parted_child = np.zeros(len(self.columns), bool)
        has_parted_child[self.columns.parent[self._skipped_tops]] = True
        return has_parted_child

    @cached_property
    def visits_below_other_fate(self) -> Ints:
        """For each of those, how many nodes were visited here and not there because of that."""
        parents, visits = self.columns.parent[self._skipped_tops], self.count_visits(self._skipped_tops)
        return np.bincount(parents, visits, len(self.columns)).astype(np.int64)

    def find_lone_runs(self) -> _LoneRuns:
        """The runs of the other tops."""
        parent, end = self.columns.parent, self.columns.end
        lone_tops = self.lone_tops[~self.has_other_fate[parent[self.lone_tops]]]
        twins = self.partners[lone_tops].astype(np.int64)
        kinds = np.where(twins == NO_MATCH, *self.kinds).astype(np.uint8)
        is_same_run = (
            (end[lone_tops[:-1]] == lone_tops[1:])
            & (parent[lone_tops[:-1]] == parent[lone_tops[1:]])
            & (kinds[:-1] == kinds[1:])
        )
        run_starts = np.flatnonzero(np.append(True, ~is_same_run)) if len(lone_tops) else np.empty(0, np.int64)
        moves = np.diff(np.append(run_starts, len(lone_tops)))
        visits = np.add.reduceat(self.count_visits(lone_tops), run_starts) if len(lone_tops) else np.empty(0, np.int64)
        return _LoneRuns(lone_tops[run_starts], twins[run_starts], kinds[run_starts], moves, visits)

    @cached_property
    def _differences_before(self) -> Ints:
        """How many differences stand before each node."""
        counts = np.zeros(len(self.columns) + 1, self.columns.end.dtype)
        counts[self.differences + 1] = 1
        return np.cumsum(counts, out=counts)

    def has_difference_below(self, nodes: Ints) -> Bools:
        """Whether anything differs below some nodes."""
        has_difference: Bools = self._differences_before[self.columns.end[nodes]] > self._differences_before[nodes + 1]
        return has_difference

    def has_difference_before(self, nodes: Ints) -> Bools:
        """Whether anything differs among what the node above them met before some nodes."""
        has_difference: Bools = (
            self._differences_before[nodes] > self._differences_before[self.columns.parent[nodes] + 1]
        )
        return has_difference


def _select_shared_differences(comparison: Comparison, sides: tuple[_Side, _Side]) -> Ints:
    """The stops among the nodes that both visited, as nodes of A."""
    columns, columns_b = comparison.a.columns, comparison.b.columns
    nodes = np.flatnonzero(comparison.changed | comparison.order)
    nodes_in_b, parent = comparison.in_b[nodes].astype(np.int64), columns.parent[nodes]
    has_other_window, is_reordered = comparison.window[nodes], comparison.order
    has_difference_below_ = sides[0].has_difference_below(nodes) | sides[1].has_difference_below(nodes_in_b)
    has_difference_before_ = sides[0].has_difference_before(nodes) | sides[1].has_difference_before(nodes_in_b)
    has_other_result = comparison.value[nodes] | comparison.bound[nodes]
    has_other_result |= columns.status[nodes] != columns_b.status[nodes_in_b]
    has_other_entry = (
        has_other_window & (nodes > 0) & ~(comparison.window[parent] | is_reordered[parent] | has_difference_before_)
    )
    is_kept = has_other_result & ~has_other_window & ~has_difference_below_
    is_kept |= has_other_entry
    is_kept |= is_reordered[nodes] & ~_mask_nodes_below(is_reordered, columns)[nodes]
    is_different = np.zeros(len(columns), bool)
    is_different[sides[0].differences] = True
    is_kept |= ~_mask_nodes_below(is_different, columns)[nodes]
    is_kept |= sides[0].has_parted_child[nodes] | sides[1].has_parted_child[nodes_in_b]
    kept_nodes: Ints = nodes[is_kept]
    return kept_nodes


def _mask_nodes_below(mask: Bools, columns: Columns) -> Bools:
    """For each node whether any above it is in a mask."""
    is_below = np.zeros(len(mask), bool)
    # Ranges nest: of the nodes before this one, those that reach beyond it are above it.
    is_below[1:] = np.maximum.accumulate(np.where(mask, columns.end, 0))[:-1] > np.arange(1, len(mask))
    return is_below


def _classify_differences(comparison: Comparison, nodes: Ints, sides: tuple[_Side, _Side]) -> npt.NDArray[np.uint8]:
    nodes_in_b = comparison.in_b[nodes]
    cut_a, cut_b = comparison.a.columns.cutoff[nodes], comparison.b.columns.cutoff[nodes_in_b]
    fate_kinds = np.select([cut_a & ~cut_b, cut_b & ~cut_a], [Kind.CUT_A, Kind.CUT_B], Kind.FATE)
    kind_masks = (
        (sides[0].has_parted_child[nodes] | sides[1].has_parted_child[nodes_in_b], fate_kinds),
        (comparison.value[nodes], Kind.VALUE),
        (comparison.bound[nodes], Kind.BOUND),
        (comparison.window[nodes], Kind.WINDOW),
        (comparison.fate[nodes], fate_kinds),
    )
    kinds = np.select([mask for mask, _ in kind_masks], [kind for _, kind in kind_masks], Kind.ORDER)
    return kinds.astype(np.uint8)


MATCHING_PERCENT = 60
"""Hundredths of the work that aligning is; the rest is finding where the two part."""


class ComparedPair(NamedTuple):
    """Two recordings of one position."""

    comparison: Comparison
    differences: Differences


def compare_pair(a: Trace, b: Trace, progress: Beat = unheard) -> ComparedPair:
    """Two recordings aligned by `merge_by_paths`, kept with the first until it is compared with another. O(n log n).

    Raises:
        PlyscopeError: they are of different games or begin at different positions.
    """
    known_pair = a.known_answer(compare_pair)
    if known_pair is not None and known_pair.comparison.recordings[1] is b:
        return known_pair
    comparison = merge_by_paths(compare(a, b, share_progress(progress, 0, MATCHING_PERCENT)))
    differences = find_topmost_differences(comparison, share_progress(progress, MATCHING_PERCENT, 100))
    return a.keep_answer(compare_pair, ComparedPair(comparison, differences))
