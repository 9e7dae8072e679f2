"""Where two searches part: one stop for each missing subtree and each cause, and none for what merely follows from it.

>>> import tracer
>>> from tracer.comparing.comparison import compare
>>> found = topmost(compare(tracer.trace([[3, 5], [2, 9]], "minimax"), tracer.trace([[3, 5], [2, 9]])))
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

from tracer.comparing.align import NOWHERE
from tracer.comparing.comparison import Comparison, by_paths, compare
from tracer.comparing.union import places
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


ALONE = (Kind.ONLY_A, Kind.ONLY_B, Kind.PRUNED_A, Kind.PRUNED_B)
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
    placed: tuple[Ints, Ints]
    """Where each node of A, and each of B, stands in the union."""
    of_more: int
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

    def first_from(self, side: int, node: int) -> int:
        """Return the number of the first stop at or after a node of A (side 0) or of B (side 1). O(log n).

        Stops of windows alone are passed over while there are others.
        """
        among = self.places[: self.of_more or len(self)]
        return int(np.searchsorted(among, self.placed[side][node]))


def topmost(comparison: Comparison, beat: Beat = unheard) -> Differences:
    """The stops. O(n log n), vectorised.

    - A subtree that one search alone has is one stop, at its top; siblings of one kind in a row are one together. Where
      the node above was cut in one search alone, or has another status, that node is the stop, with all that
      was skipped there.
    - A value, bound or status that differs is a stop where the window and all below are the same; a window where that
      of the node above, the order of its moves and all that came before it there are.
    - Another order of moves is one unless the moves of a node above are in another order already.
    - Whatever differs below no other difference is one: what came of it all.
    """
    beat(0, 4)
    sides = _Side.of(comparison, 0), _Side.of(comparison, 1)
    beat(1, 4)
    nodes = _shared(comparison, sides)
    beat(2, 4)
    twins = comparison.in_b[nodes].astype(np.int64)
    of_a, of_b = (side.runs() for side in sides)
    skipped = sides[0].below_closed[nodes], sides[1].below_closed[twins]
    a, b = np.concatenate([nodes, of_a.nodes, of_b.twins]), np.concatenate([twins, of_a.twins, of_b.nodes])
    kinds = np.concatenate([_kinds(comparison, nodes, sides), of_a.kinds, of_b.kinds])
    moves = np.concatenate([np.ones(len(nodes), np.int64), of_a.moves, of_b.moves])
    alone_a = np.concatenate([skipped[0], of_a.visits, np.zeros(len(of_b.nodes), np.int64)])
    alone_b = np.concatenate([skipped[1], np.zeros(len(of_a.nodes), np.int64), of_b.visits])
    beat(3, 4)
    placed = places(comparison)
    in_union = np.where(a != NOWHERE, placed[0][a], placed[1][b])
    windows = np.zeros(len(a), bool)
    windows[: len(nodes)] = comparison.window[nodes] & np.isin(kinds[: len(nodes)], (Kind.BOUND, Kind.WINDOW))
    order = np.lexsort((in_union, windows))
    a, b, kinds, moves, alone_a, alone_b, in_union = (
        column[order] for column in (a, b, kinds, moves, alone_a, alone_b, in_union)
    )
    return Differences(a, b, kinds, moves, alone_a, alone_b, in_union, placed, int(np.count_nonzero(~windows)))


class _Runs(NamedTuple):
    """Siblings in a row that one search alone has, all of one kind, below a node that both met alike."""

    nodes: Ints
    """The first of each run."""
    twins: Ints
    kinds: npt.NDArray[np.uint8]
    moves: Ints
    visits: Ints


@dataclass(frozen=True, eq=False)
class _Side:
    """One of the two searches."""

    columns: Columns
    there: Ints
    alone: Bools
    """Visited here and not there, or not known there."""
    closed: Bools
    """Met by both, with another status or cutoff."""
    differences: Ints
    kinds: tuple[Kind, Kind]
    """Of what is alone here: not known there, and pruned there."""

    @classmethod
    def of(cls, comparison: Comparison, side: int) -> _Side:
        trace, there, only = (
            (comparison.b, comparison.in_a, comparison.only_b)
            if side
            else (comparison.a, comparison.in_b, comparison.only_a)
        )
        fate = comparison.over_b(comparison.fate) if side else comparison.fate
        kinds = (Kind.ONLY_B, Kind.PRUNED_A) if side else (Kind.ONLY_A, Kind.PRUNED_B)
        return cls(trace.columns, there, only | (there < 0), fate, comparison.differences[side], kinds)

    @cached_property
    def tops(self) -> Ints:
        """The tops of the subtrees that are here alone."""
        return np.flatnonzero(self.alone & ~self.alone[self.columns.parent])

    def visits(self, tops: Ints) -> Ints:
        """How many nodes were visited in each of some subtrees."""
        before = self.columns.visited_before
        return (before[self.columns.end[tops]] - before[tops]).astype(np.int64)

    @cached_property
    def _skipped(self) -> Ints:
        """The tops below nodes that one search alone closed."""
        return self.tops[self.closed[self.columns.parent[self.tops]]]

    @cached_property
    def parted(self) -> Bools:
        """The nodes that one search alone closed, with more moves here than there."""
        found = np.zeros(len(self.columns), bool)
        found[self.columns.parent[self._skipped]] = True
        return found

    @cached_property
    def below_closed(self) -> Ints:
        """For each of those, how many nodes were visited here and not there because of that."""
        parents, visits = self.columns.parent[self._skipped], self.visits(self._skipped)
        return np.bincount(parents, visits, len(self.columns)).astype(np.int64)

    def runs(self) -> _Runs:
        """The runs of the other tops."""
        parent, end = self.columns.parent, self.columns.end
        tops = self.tops[~self.closed[parent[self.tops]]]
        twins = self.there[tops].astype(np.int64)
        kinds = np.where(twins == NOWHERE, *self.kinds).astype(np.uint8)
        goes_on = (end[tops[:-1]] == tops[1:]) & (parent[tops[:-1]] == parent[tops[1:]]) & (kinds[:-1] == kinds[1:])
        first = np.flatnonzero(np.append(True, ~goes_on)) if len(tops) else np.empty(0, np.int64)
        moves = np.diff(np.append(first, len(tops)))
        visits = np.add.reduceat(self.visits(tops), first) if len(tops) else np.empty(0, np.int64)
        return _Runs(tops[first], twins[first], kinds[first], moves, visits)

    @cached_property
    def _before(self) -> Ints:
        """How many differences stand before each node."""
        found = np.zeros(len(self.columns) + 1, self.columns.end.dtype)
        found[self.differences + 1] = 1
        return np.cumsum(found, out=found)

    def differs_below(self, nodes: Ints) -> Bools:
        """Whether anything differs below some nodes."""
        below: Bools = self._before[self.columns.end[nodes]] > self._before[nodes + 1]
        return below

    def differs_before(self, nodes: Ints) -> Bools:
        """Whether anything differs among what the node above them met before some nodes."""
        before: Bools = self._before[nodes] > self._before[self.columns.parent[nodes] + 1]
        return before


def _shared(comparison: Comparison, sides: tuple[_Side, _Side]) -> Ints:
    """The stops among the nodes that both visited, as nodes of A."""
    columns, other = comparison.a.columns, comparison.b.columns
    nodes = np.flatnonzero(comparison.changed | comparison.order)
    twins, parent = comparison.in_b[nodes].astype(np.int64), columns.parent[nodes]
    window, order = comparison.window[nodes], comparison.order
    below = sides[0].differs_below(nodes) | sides[1].differs_below(twins)
    before = sides[0].differs_before(nodes) | sides[1].differs_before(twins)
    ends_otherwise = comparison.value[nodes] | comparison.bound[nodes]
    ends_otherwise |= columns.status[nodes] != other.status[twins]
    enters_otherwise = window & (nodes > 0) & ~(comparison.window[parent] | order[parent] | before)
    kept = ends_otherwise & ~window & ~below
    kept |= enters_otherwise
    kept |= order[nodes] & ~_is_below(order, columns)[nodes]
    differs = np.zeros(len(columns), bool)
    differs[sides[0].differences] = True
    kept |= ~_is_below(differs, columns)[nodes]
    kept |= sides[0].parted[nodes] | sides[1].parted[twins]
    found: Ints = nodes[kept]
    return found


def _is_below(mask: Bools, columns: Columns) -> Bools:
    """For each node whether any above it is in a mask."""
    found = np.zeros(len(mask), bool)
    # Ranges nest: of the nodes before this one, those that reach beyond it are above it.
    found[1:] = np.maximum.accumulate(np.where(mask, columns.end, 0))[:-1] > np.arange(1, len(mask))
    return found


def _kinds(comparison: Comparison, nodes: Ints, sides: tuple[_Side, _Side]) -> npt.NDArray[np.uint8]:
    """What differs at some nodes that both visited."""
    twins = comparison.in_b[nodes]
    cut_a, cut_b = comparison.a.columns.cutoff[nodes], comparison.b.columns.cutoff[twins]
    fate = np.select([cut_a & ~cut_b, cut_b & ~cut_a], [Kind.CUT_A, Kind.CUT_B], Kind.FATE)
    cases = (
        (sides[0].parted[nodes] | sides[1].parted[twins], fate),
        (comparison.value[nodes], Kind.VALUE),
        (comparison.bound[nodes], Kind.BOUND),
        (comparison.window[nodes], Kind.WINDOW),
        (comparison.fate[nodes], fate),
    )
    found = np.select([mask for mask, _ in cases], [kind for _, kind in cases], Kind.ORDER)
    return found.astype(np.uint8)


ALIGNED = 60
"""Hundredths of the work that aligning is; the rest is finding where the two part."""


class Both(NamedTuple):
    """Two recordings of one position."""

    comparison: Comparison
    differences: Differences


def both(a: Trace, b: Trace, beat: Beat = unheard) -> Both:
    """Two recordings aligned, kept with the first of them until it is compared with another one. O(n log n).

    Where they have not the same passes, they are compared by their moves alone.

    Args:
        a: the one.
        b: the other.
        beat: called with the hundredths that are done; it may raise.

    Raises:
        PlyscopeError: they are of different games or begin at different positions.
    """
    found = a.known_answer(both)
    if found is not None and found.comparison.recordings[1] is b:
        return found
    comparison = by_paths(compare(a, b, share_progress(beat, 0, ALIGNED)))
    differences = topmost(comparison, share_progress(beat, ALIGNED, 100))
    return a.keep_answer(both, Both(comparison, differences))
