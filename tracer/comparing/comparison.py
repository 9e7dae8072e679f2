"""Two traces of one position, node by node: what only one of them visited, and what both did differently.

A node is known by its path, the labels of the moves from the root. Where one search has passes that the other lacks,
`by_paths` compares the moves alone: a pass is no part of a path, and each path is one node.

A node counts as visited unless it is a pruned
branch. Every value and window is MAX's view.

>>> import plyscope
>>> tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
>>> found = compare(plyscope.trace(tree, "minimax"), plyscope.trace(tree, "alphabeta"))
>>> found.counts.both, found.counts.only_a, found.b_within_a, found.same_value
(11, 2, True, True)
>>> found
<Comparison: 11 nodes in both, 2 in A alone, 0 in B alone>
>>> print(found.first.text)
step 12: A enters a2/b2, B prunes it (2 ≤ alpha 3)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from tracer.comparing.align import align, demand_same_root
from tracer.comparing.divergence import FirstDifference, first
from tracer.count.paths import paths_of
from tracer.count.proved import keep_bounds, proved_bounds
from tracer.recording.best_first_recorder import number_in_preorder
from tracer.recording.columns import DTYPES, Array, Bools, Columns, Ints, index_dtype
from tracer.recording.no_moves import count_path_moves, pass_nodes
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
    merged: tuple[Merged, Merged] | None = None
    """How A's and B's nodes go with those of the recordings, where these are trees of paths; see `by_paths`."""
    recorded: Comparison | None = None
    """The two as they were recorded, where A and B are trees of paths."""

    def __repr__(self) -> str:
        told = self.counts
        return f"<Comparison: {told.both:,} nodes in both, {told.only_a:,} in A alone, {told.only_b:,} in B alone>"

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
        found: Bools = mask[self.merged[side].places] & ~pass_nodes(trace.columns, trace.passes)
        return found

    @cached_property
    def only_a(self) -> Bools:
        """Over A's nodes: visited in A, and in B pruned or not there at all."""
        return _visited(self.a) & ~self.both

    @cached_property
    def only_b(self) -> Bools:
        """Over B's nodes: visited in B, and in A pruned or not there at all."""
        return _visited(self.b) & ~self.over_b(self.both)

    @cached_property
    def both(self) -> Bools:
        """Over A's nodes: visited in both."""
        there = self.in_b >= 0
        there[there] = _visited(self.b)[self.in_b[there]]
        return there & _visited(self.a)

    @cached_property
    def value(self) -> Bools:
        """Over A's nodes: in both, with another value. Both zeros are equal, and so are two that never returned."""
        return self._differs("value")

    @cached_property
    def bound(self) -> Bools:
        """Over A's nodes: in both, with another thing proved of the true value, as in `= 2` and `≤ 2`."""
        return self._differ(proved_bounds(self.a), proved_bounds(self.b))

    @cached_property
    def window(self) -> Bools:
        """Over A's nodes: in both, entered with another window; nowhere unless both searches have windows."""
        if not (self.a.header.windowed and self.b.header.windowed):
            return np.zeros(len(self.a), bool)
        return self._differs("alpha") | self._differs("beta")

    @cached_property
    def fate(self) -> Bools:
        """Over A's nodes: in both, with another status or cutoff."""
        return self._differs("status") | self.cut

    @cached_property
    def cut(self) -> Bools:
        """Over A's nodes: in both, and the cutoff test held in one search only."""
        return self._differs("cutoff")

    @cached_property
    def order(self) -> Bools:
        """Over A's nodes: in both, with moves that both know in another order."""
        found = np.zeros(len(self.a), bool)
        nodes = np.flatnonzero(self.in_b >= 0)
        if np.all(np.diff(self.in_b[nodes]) > 0):
            return found
        parent = self.a.columns.parent[nodes]
        siblings = np.argsort(parent, kind="stable")
        parent, there = parent[siblings], self.in_b[nodes][siblings]
        found[parent[1:][(parent[1:] == parent[:-1]) & (there[1:] < there[:-1])]] = True
        return found

    @cached_property
    def changed(self) -> Bools:
        """Over A's nodes: in both, with another value, bound, window or fate."""
        return self.value | self.bound | self.window | self.fate

    @cached_property
    def counts(self) -> Tally:
        """How many nodes differ."""
        lone_a, lone_b = (
            np.count_nonzero((there < 0) & ~_visited(trace))
            for trace, there in ((self.a, self.in_b), (self.b, self.in_a))
        )
        names = ("both", "only_a", "only_b", "value", "bound", "window", "fate", "order")
        masks = {name: int(np.count_nonzero(getattr(self, name))) for name in names}
        return Tally(**masks, pruned_only_a=int(lone_a), pruned_only_b=int(lone_b))

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
        return first(self) if self.recorded is None else self.recorded.first

    @cached_property
    def differences(self) -> tuple[Ints, Ints]:
        """The nodes at which something differs, ascending: A's and B's. Pruned branches that the other visited too."""
        there = self.in_b >= 0
        same = there & ~(self.changed | self.order)
        same[there] &= _visited(self.a)[there] == _visited(self.b)[self.in_b[there]]
        return np.flatnonzero(~same), np.flatnonzero(~self.over_b(same))

    def over_b(self, mask: Bools) -> Bools:
        """A mask over A's nodes as one over B's: false where a node of B has none in A."""
        there = self.in_a >= 0
        there[there] = mask[self.in_a[there]]
        return there

    def _differs(self, column: str) -> Bools:
        """Over A's nodes: in both, with different entries in a column."""
        return self._differ(getattr(self.a.columns, column), getattr(self.b.columns, column))

    def _differ(self, of_a: Array, of_b: Array) -> Bools:
        """Over A's nodes: in both, with different entries for A's node and for B's. NaN equals NaN."""
        ours, theirs = of_a[self.both], of_b[self.in_b[self.both]]
        differs = ours != theirs
        if ours.dtype.kind == "f":
            differs &= ~(np.isnan(ours) & np.isnan(theirs))
        mask = self.both.copy()
        mask[mask] = differs
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
    demand_same_root(a, b)
    return Comparison(a, b, *align(a, b, beat))


def by_paths(comparison: Comparison) -> Comparison:
    """The same two searches compared by their moves alone, where their passes are not the same ones. O(n log n).

    Iterations to a depth that both searched are compared as they are, and what one of them has beyond these is its own.
    """
    sides = (comparison.a, comparison.in_b), (comparison.b, comparison.in_a)
    partners = np.concatenate([there[pass_nodes(trace.columns, trace.passes)] for trace, there in sides])
    shared, lone = bool((partners >= 0).any()), bool((partners < 0).any())
    deepens = any(trace.columns.depth is not None for trace, _ in sides)
    if not lone or (shared and deepens):
        return comparison
    merged = merge(comparison.a), merge(comparison.b)
    a, b = (one.trace for one in merged)
    return Comparison(a, b, *align(a, b), merged, comparison)


def _visited(trace: Trace) -> Bools:
    visited: Bools = trace.columns.status != PRUNED
    return visited


KEPT = ("why", "weight")
"""The optional columns that are true of a visit wherever it stands."""


class Merged(NamedTuple):
    """A tree of paths, and how it goes with the recording that it was made from."""

    trace: Trace
    """No search met its nodes in this order, so its steps mean nothing."""
    nodes: Ints
    """For each of its nodes the visit that stands for it."""
    places: Ints
    """For each node of the recording its node here; for a pass that of its driver."""


def merge(trace: Trace) -> Merged:
    """The paths of a recording as a tree, moves in the order in which they were first met. O(n log n)."""
    columns = trace.columns
    firsts, path = np.unique(paths_of(trace).number, return_inverse=True)
    path = path.reshape(-1)
    above = path[columns.parent[firsts]]
    place, stop = number_in_preorder(above, count_path_moves(columns, trace.passes)[firsts])
    nodes, end = np.empty(len(firsts), index_dtype(len(columns))), np.empty(len(firsts), index_dtype(len(firsts)))
    nodes[place], end[place] = _telling(trace, firsts, path), stop
    rows = {name: getattr(columns, name)[nodes] for name in DTYPES if name != "end"}
    rows |= {name: column[nodes] for name, column in columns.optional.items() if name in KEPT}
    tree = trace.with_columns(Columns(**rows, end=end), trace.header)
    keep_bounds(tree, proved_bounds(trace)[nodes])
    return Merged(tree, nodes, place[path])


def _telling(trace: Trace, firsts: Ints, path: Ints) -> Ints:
    """For each path the visit that stands for it; the first of its pruned branches where it was never visited."""
    columns = trace.columns
    found = firsts.copy()
    visits = np.flatnonzero((columns.status != PRUNED) & ~pass_nodes(columns, trace.passes))
    found[path[visits]] = visits  # of several the last one stays
    searched = visits[columns.end[visits] > visits + 1]
    found[path[searched]] = searched
    return found
