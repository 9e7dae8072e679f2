"""Two traces of one position, node by node: what only one of them visited, and what both did differently.

A node is known by its path, the labels of the moves from the root. Where one search has passes that the other lacks,
`merge_by_paths` compares the moves alone: a pass is no part of a path, and each path is one node.

A node counts as visited unless it is a pruned branch. Every value and window is MAX's view.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from tracer.comparing.divergence import FirstDifference, find_first_difference
from tracer.comparing.node_matching import match_nodes, require_same_root
from tracer.count.paths import paths_of
from tracer.count.proved import keep_bounds, proved_bounds
from tracer.recording.best_first_recorder import number_in_preorder
from tracer.recording.columns import DTYPES, Array, Bools, Columns, Ints, index_dtype
from tracer.recording.no_moves import count_path_moves, mask_iterations
from tracer.recording.slices import Beat, unheard
from tracer.recording.status import PRUNED
from tracer.tracing import Trace


@dataclass(frozen=True, slots=True)
class Tally:
    """How many nodes differ, and how. Of the nodes that both visited, one may differ in several ways."""

    both: int
    """Nodes that both visited."""
    only_a: int
    """Nodes that A visited; B pruned them, or never came so far."""
    only_b: int
    """The same for B."""
    value: int
    """Of those in both: another value was returned, or only one search returned."""
    bound: int
    """Of those in both: another thing is proved of the true value, as in `= 2` and `≤ 2`."""
    window: int
    """Of those in both: entered with another window. 0 unless both searches have windows."""
    fate: int
    """Of those in both: another status, or the cutoff test held in one search only."""
    order: int
    """Of those in both: moves that both know were taken in another order."""
    pruned_only_a: int
    """Branches that A pruned and B neither visited nor pruned."""
    pruned_only_b: int
    """The same for B."""


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """Two traces of one position, aligned. Masks and numbers are worked out when they are first asked for."""

    a: Trace
    """The one."""
    b: Trace
    """The other."""
    in_b: Ints
    """For each node of A its node in B, −1 where there is none; pruned branches have theirs too."""
    in_a: Ints
    """For each node of B its node in A."""
    merged: tuple[MergedVisits, MergedVisits] | None = None
    """How A's and B's nodes go with those of the recordings, where these are trees of paths; see `by_paths`."""
    recorded: Comparison | None = None
    """The two as they were recorded, where A and B are trees of paths."""

    def __repr__(self) -> str:
        counts = self.counts
        return (
            f"<Comparison: {counts.both:,} nodes in both, {counts.only_a:,} in A alone, {counts.only_b:,} in B alone>"
        )

    @property
    def recordings(self) -> tuple[Trace, Trace]:
        """Both searches as they were recorded, passes and all."""
        return (self.a, self.b) if self.recorded is None else (self.recorded.a, self.recorded.b)

    def visit(self, side: int, node: int) -> tuple[Trace, int]:
        """The recording of A (side 0) or of B (side 1), and the visit there that a node stands for."""
        return self.recordings[side], node if self.merged is None else int(self.merged[side].nodes[node])

    def node_of(self, side: int, visit: int) -> int:
        """The node of A or B that stands for a visit of its recording."""
        return visit if self.merged is None else int(self.merged[side].places[visit])

    def over_visits(self, side: int, mask: Bools) -> Bools:
        """A mask over the nodes of A or B as one over its recording, at no pass."""
        if self.merged is None:
            return mask
        trace = self.recordings[side]
        visit_mask: Bools = mask[self.merged[side].places] & ~mask_iterations(trace.columns, trace.passes)
        return visit_mask

    @cached_property
    def only_a(self) -> Bools:
        """Over A's nodes: visited in A, and in B pruned or not there at all."""
        return _mask_visited(self.a) & ~self.both

    @cached_property
    def only_b(self) -> Bools:
        """Over B's nodes: visited in B, and in A pruned or not there at all."""
        return _mask_visited(self.b) & ~self.mask_in_b(self.both)

    @cached_property
    def both(self) -> Bools:
        """Over A's nodes: visited in both."""
        is_in_both = self.in_b >= 0
        is_in_both[is_in_both] = _mask_visited(self.b)[self.in_b[is_in_both]]
        return is_in_both & _mask_visited(self.a)

    @cached_property
    def value(self) -> Bools:
        """Over A's nodes: in both, with another value. Both zeros are equal, and so are two that never returned."""
        return self._column_differs("value")

    @cached_property
    def bound(self) -> Bools:
        """Over A's nodes: in both, with another thing proved of the true value, as in `= 2` and `≤ 2`."""
        return self._values_differ(proved_bounds(self.a), proved_bounds(self.b))

    @cached_property
    def window(self) -> Bools:
        """Over A's nodes: in both, entered with another window; nowhere unless both searches have windows."""
        if not (self.a.header.windowed and self.b.header.windowed):
            return np.zeros(len(self.a), bool)
        return self._column_differs("alpha") | self._column_differs("beta")

    @cached_property
    def fate(self) -> Bools:
        """Over A's nodes: in both, with another status or cutoff."""
        return self._column_differs("status") | self.cut

    @cached_property
    def cut(self) -> Bools:
        """Over A's nodes: in both, and the cutoff test held in one search only."""
        return self._column_differs("cutoff")

    @cached_property
    def order(self) -> Bools:
        """Over A's nodes: in both, with moves that both know in another order."""
        is_reordered = np.zeros(len(self.a), bool)
        nodes = np.flatnonzero(self.in_b >= 0)
        if np.all(np.diff(self.in_b[nodes]) > 0):
            return is_reordered
        parent = self.a.columns.parent[nodes]
        siblings = np.argsort(parent, kind="stable")
        parent, partners = parent[siblings], self.in_b[nodes][siblings]
        is_reordered[parent[1:][(parent[1:] == parent[:-1]) & (partners[1:] < partners[:-1])]] = True
        return is_reordered

    @cached_property
    def changed(self) -> Bools:
        """Over A's nodes: in both, with another value, bound, window or fate."""
        return self.value | self.bound | self.window | self.fate

    @cached_property
    def counts(self) -> Tally:
        """How many nodes differ."""
        lone_count_a, lone_count_b = (
            np.count_nonzero((partners < 0) & ~_mask_visited(trace))
            for trace, partners in ((self.a, self.in_b), (self.b, self.in_a))
        )
        names = ("both", "only_a", "only_b", "value", "bound", "window", "fate", "order")
        masks = {name: int(np.count_nonzero(getattr(self, name))) for name in names}
        return Tally(**masks, pruned_only_a=int(lone_count_a), pruned_only_b=int(lone_count_b))

    @property
    def same(self) -> bool:
        """Whether nothing differs: the recordings are the same, event for event, and prove the same."""
        if self.recorded is not None:
            return self.recorded.same
        return not (len(self.differences[0]) or len(self.differences[1]))

    @property
    def b_within_a(self) -> bool:
        """Whether A visited every node that B visited."""
        return self.counts.only_b == 0

    @property
    def a_within_b(self) -> bool:
        """Whether B visited every node that A visited."""
        return self.counts.only_a == 0

    @property
    def same_value(self) -> bool:
        """Whether both roots returned the same value, or neither returned."""
        return self.a.value == self.b.value

    @cached_property
    def first(self) -> FirstDifference | None:
        """The first step at which the recordings differ; until then they had the same events. None where none does."""
        return find_first_difference(self) if self.recorded is None else self.recorded.first

    @cached_property
    def differences(self) -> tuple[Ints, Ints]:
        """The nodes at which something differs, ascending: A's and B's. Pruned branches that the other visited too."""
        is_matched = self.in_b >= 0
        is_same = is_matched & ~(self.changed | self.order)
        is_same[is_matched] &= _mask_visited(self.a)[is_matched] == _mask_visited(self.b)[self.in_b[is_matched]]
        return np.flatnonzero(~is_same), np.flatnonzero(~self.mask_in_b(is_same))

    def mask_in_b(self, mask: Bools) -> Bools:
        """A mask over A's nodes as one over B's: false where a node of B has none in A."""
        mask_b = self.in_a >= 0
        mask_b[mask_b] = mask[self.in_a[mask_b]]
        return mask_b

    def _column_differs(self, column: str) -> Bools:
        return self._values_differ(getattr(self.a.columns, column), getattr(self.b.columns, column))

    def _values_differ(self, column_a: Array, column_b: Array) -> Bools:
        """Over A's nodes: in both, with different entries for A's node and for B's. NaN equals NaN."""
        values_a, values_b = column_a[self.both], column_b[self.in_b[self.both]]
        is_different = values_a != values_b
        if values_a.dtype.kind == "f":
            is_different &= ~(np.isnan(values_a) & np.isnan(values_b))
        mask = self.both.copy()
        mask[mask] = is_different
        return mask


def compare(a: Trace, b: Trace, beat: Beat = unheard) -> Comparison:
    """Align two traces of one position: what only one of them visited, and what both did differently. O(n log n).

    Args:
        a: the one.
        b: the other.
        beat: called in between with how many nodes were looked at, and of how many; it may raise.

    Raises:
        PlyscopeError: they are of different games or begin at different positions.

    >>> import plyscope
    >>> tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    >>> found = compare(plyscope.trace(tree, "minimax"), plyscope.trace(tree, "alphabeta"))
    >>> found.counts.only_a, found.b_within_a, found.same_value
    (2, True, True)
    >>> found.first.text
    'step 12: A enters a2/b2, B prunes it (2 ≤ alpha 3)'
    """
    require_same_root(a, b)
    return Comparison(a, b, *match_nodes(a, b, beat))


def merge_by_paths(comparison: Comparison) -> Comparison:
    """The same two searches compared by their moves alone, where their passes are not the same ones. O(n log n).

    Iterations to a depth that both searched are compared as they are, and what one of them has beyond these is its own.
    """
    sides = (comparison.a, comparison.in_b), (comparison.b, comparison.in_a)
    partners = np.concatenate([there[mask_iterations(trace.columns, trace.passes)] for trace, there in sides])
    has_shared_passes, has_lone_passes = bool((partners >= 0).any()), bool((partners < 0).any())
    has_depths = any(trace.columns.depth is not None for trace, _ in sides)
    if not has_lone_passes or (has_shared_passes and has_depths):
        return comparison
    merged_sides = merge_visits(comparison.a), merge_visits(comparison.b)
    a, b = (merged_visits.trace for merged_visits in merged_sides)
    return Comparison(a, b, *match_nodes(a, b), merged_sides, comparison)


def _mask_visited(trace: Trace) -> Bools:
    visited: Bools = trace.columns.status != PRUNED
    return visited


KEPT_COLUMNS = ("why", "weight")
"""The optional columns that are true of a visit wherever it stands."""


class MergedVisits(NamedTuple):
    """A tree of paths, and how it goes with the recording that it was made from."""

    trace: Trace
    """No search met its nodes in this order, so its steps mean nothing."""
    nodes: Ints
    """For each of its nodes the visit that stands for it."""
    places: Ints
    """For each node of the recording its node here; for a pass that of its driver."""


def merge_visits(trace: Trace) -> MergedVisits:
    """The paths of a recording as a tree, moves in the order in which they were first met. O(n log n)."""
    columns = trace.columns
    first_nodes, path_of_node = np.unique(paths_of(trace).number, return_inverse=True)
    path_of_node = path_of_node.reshape(-1)
    parents = path_of_node[columns.parent[first_nodes]]
    positions, ends = number_in_preorder(parents, count_path_moves(columns, trace.passes)[first_nodes])
    nodes, end = (
        np.empty(len(first_nodes), index_dtype(len(columns))),
        np.empty(len(first_nodes), index_dtype(len(first_nodes))),
    )
    nodes[positions], end[positions] = _pick_representatives(trace, first_nodes, path_of_node), ends
    rows = {name: getattr(columns, name)[nodes] for name in DTYPES if name != "end"}
    rows |= {name: column[nodes] for name, column in columns.optional.items() if name in KEPT_COLUMNS}
    tree = trace.with_columns(Columns(**rows, end=end), trace.header)
    keep_bounds(tree, proved_bounds(trace)[nodes])
    return MergedVisits(tree, nodes, positions[path_of_node])


def _pick_representatives(trace: Trace, first_nodes: Ints, path_of_node: Ints) -> Ints:
    """For each path the visit that stands for it; the first of its pruned branches where it was never visited."""
    columns = trace.columns
    representatives = first_nodes.copy()
    visits = np.flatnonzero((columns.status != PRUNED) & ~mask_iterations(columns, trace.passes))
    representatives[path_of_node[visits]] = visits  # of several the last one stays
    searched = visits[columns.end[visits] > visits + 1]
    representatives[path_of_node[searched]] = searched
    return representatives
