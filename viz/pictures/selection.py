"""Which nodes to draw under a budget. What is left out becomes counted stubs, so nothing is lost without a number."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, islice, takewhile

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Bools, Ints
from tracer.recording.status import PRUNED
from tracer.tracing import Trace

MAX_NODES = 200
"""Nodes of a picture that can still be read."""
CUTOFF_SHARE = 0.7
"""Of the budget: what the principal variation and the cutoffs may take before breadth gets the rest."""
PRUNED_TOGETHER = 8
"""Pruned branches that come with their cutoff; more of them wait for the rest of the budget."""
MOST_A_BOX = 50
"""Nodes that the boxes of a drawing stand for at most, on an average, where boxes stand for several."""
Whole = Callable[[Sequence[int]], Sequence[int]]
"""Gives nodes with those that share boxes with them; both in rising order."""


@dataclass(frozen=True, slots=True)
class Stub:
    """Children of a drawn node that were left out, with all that is below them."""

    parent: int
    visited: int
    """Visited nodes left out."""
    pruned: int
    """Pruned branches left out."""
    skipped: int = 0
    """Branches left out that were not searched, though no cutoff skipped them."""
    ahead: int = 0
    """Nodes left out that a Monte Carlo tree search has made and not visited yet: they are none of the others."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What is drawn: with a node always its parent, up to the drawn root."""

    nodes: tuple[int, ...]
    """Ids, ascending; the first is the drawn root."""
    stubs: tuple[Stub, ...]
    """At most one a node, by ascending parent."""

    @property
    def root(self) -> int:
        """The node at the top."""
        return self.nodes[0]


class Selector:
    """Chooses nodes of a trace under one budget or several.

    First the root, the path to the node that comes first, and the best line; then cutoffs with their pruned branches
    from the top; then breadth, of siblings the best one first, or in Monte Carlo tree search the most visited nodes.
    With `only`, nothing but those nodes and the paths to them, from the top.

    O(n) in NumPy once, O(most × ply) in Python a budget.
    """

    def __init__(
        self,
        trace: Trace,
        *,
        root: int = 0,
        most: int = MAX_NODES,
        ply: int | None = None,
        notable: Bools | None = None,
        only: Bools | None = None,
        before_cutoffs: Sequence[int] = (),
        first: Sequence[int] = (),
    ) -> None:
        """What is chosen from.

        Args:
            trace: what was recorded.
            root: the node at the top.
            most: the largest budget: nodes drawn at most, stubs not counted.
            ply: draw down to so many plies below the root; None draws as deep as the budget reaches.
            notable: over the trace's nodes, those that matter more than cutoffs.
            only: over the trace's nodes, those that are wanted; see `viz.pictures.views`.
            before_cutoffs: nodes that matter more than cutoffs, the most important first.
            first: nodes that matter more than all others; what is not below the root, or too deep, does not.

        Raises:
            PlyscopeError: there is no such root, or the budget draws nothing.
        """
        if not 0 <= root < len(trace):
            raise PlyscopeError(f"there is no node {root} to draw from: the trace has nodes 0 to {len(trace) - 1}")
        check(most, ply)
        self.trace, self.root, self.most = trace, root, most
        self._notable, self._only, self._first, self._before_cutoffs = notable, only, first, before_cutoffs
        self._plies = trace.columns.ply[root : int(trace.columns.end[root])] - trace.columns.ply[root]
        self._deepest = int(self._plies.max()) if ply is None else ply

    @property
    def deepest(self) -> int:
        """The deepest ply below the root that is drawn."""
        return self._deepest

    def select(self, max_nodes: int, ply: int | None = None) -> Selection:
        """The nodes of a budget, which is no larger than the largest, down to some ply, which is no deeper."""
        return self._selection(self._nodes(max_nodes, self._deepest if ply is None else ply))

    def select_whole(self, max_nodes: int, whole: Whole, ply: int | None = None) -> Selection:
        """The nodes of a budget, with all that share their boxes.

        Args:
            max_nodes: as for `select`.
            whole: gives nodes with those that share boxes with them; both in rising order.
            ply: as for `select`.
        """
        return self._selection(self._whole(max_nodes, whole, self._deepest if ply is None else ply))

    def select_boxes(self, most: int, whole: Whole, boxes: Callable[[Sequence[int]], int]) -> Selection:
        """Nodes that take no more than so many boxes, where a box may stand for several: the most that are found.

        Args:
            most: boxes at most; the largest budget holds for nodes.
            whole: as for `select_whole`.
            boxes: how many boxes some nodes take, which are given in rising order; at most one each.
        """
        deepest = self._deepest
        chosen: Sequence[int] = self._whole(most, whole, deepest)
        chosen = chosen if boxes(chosen) <= most else self._nodes(most, deepest)
        fits, too_much = most, min(self.most, len(self._plies)) + 1
        while too_much - fits > 1:
            budget = min(2 * fits, (fits + too_much) // 2)
            found = self._whole(budget, whole, deepest)
            if boxes(found) > most:
                too_much = budget
            else:
                fits, chosen = budget, found
        return self._selection(chosen)

    def _selection(self, nodes: Sequence[int]) -> Selection:
        return Selection(tuple(nodes), _stubs(self.trace, np.fromiter(nodes, np.int64, len(nodes))))

    def _nodes(self, max_nodes: int, deepest: int) -> list[int]:
        choice = _Choice(self.trace, self.root)
        choice.take((node for node in self._first_path if self._plies[node - self.root] <= deepest), max_nodes)
        if self._only is not None:
            line = takewhile(self._only.item, self._best_line[: deepest + 1])  # before what stands beside it
            choice.take(line, max_nodes)
            choice.take_with_paths(self._down_to(self._wanted, deepest)[:max_nodes], max_nodes)
        else:
            choice.take(self._best_line[: deepest + 1], max_nodes)
            share = int(max_nodes * CUTOFF_SHARE)
            if self._notable is None:
                choice.take_with_paths(islice(self._below(self._before_cutoffs, deepest), max_nodes), share)
                choice.take_cutoffs(self._down_to(self._cutoffs, deepest - 1)[:max_nodes], share)
            else:
                choice.take_with_paths(self._down_to(self._wanted, deepest)[:max_nodes], share)
            if self._by_visits is not None:
                choice.take(self._below(self._by_visits, deepest), max_nodes)
            else:
                choice.take(self._best_first(self._down_to(self._by_breadth, deepest)), max_nodes)
        return sorted(choice.nodes)

    def _whole(self, max_nodes: int, whole: Whole, deepest: int) -> Sequence[int]:
        return whole(self._nodes(max_nodes, deepest))

    def with_pruned(self, nodes: Iterable[int]) -> list[int]:
        """Nodes, and what was pruned after the pruned ones among them."""
        status, parent, found = self.trace.columns.status, self.trace.columns.parent, set(nodes)
        for node in () if self._only is not None else tuple(found - {self.root}):
            above, following = parent.item(node), node + 1
            while status.item(following - 1) == PRUNED and following < len(self.trace):
                if following in found or status.item(following) != PRUNED or parent.item(following) != above:
                    break
                found.add(following)
                following += 1
        return sorted(found)

    def _down_to(self, nodes: list[int], ply: int) -> list[int]:
        """Of nodes by ply, those down to one."""
        plies = self._plies
        return nodes[: bisect_right(nodes, ply, key=lambda node: plies.item(node - self.root))]

    def _below(self, nodes: Iterable[int], deepest: int) -> Iterator[int]:
        """Of some nodes those below the root, down to a ply."""
        root, plies = self.root, self._plies
        return (node for node in nodes if root <= node < root + len(plies) and plies[node - root] <= deepest)

    def _best_first(self, nodes: Iterable[int]) -> Iterator[int]:
        """Nodes by ply, of siblings the best one first: where not all have room, that one explains their parent."""
        parent = self.trace.columns.parent
        for above, children in groupby(nodes, parent.item):
            best = self.trace.best_child(above) if above >= self.root else None
            if best is not None:
                yield best
            yield from (child for child in children if child != best)

    @cached_property
    def _first_path(self) -> list[int]:
        """The paths below the root to the nodes that come first, as deep as is drawn."""
        found = list[int]()
        for node in self._first:
            if self.root <= node < self.root + len(self._plies):
                path = self.trace.ancestry(node)
                found += path[path.index(self.root) :][: self._deepest + 1]
        return found

    @cached_property
    def _best_line(self) -> list[int]:
        """The first best child, from the root on: the principal variation where the root is the trace's."""
        variation = self.trace.principal_variation
        if self.root == 0:
            return list(variation[: self._deepest + 1])
        line: list[int] = [self.root]
        while len(line) <= self._deepest and (best := self.trace.best_child(line[-1])) is not None:
            line.append(best)
        return line

    @cached_property
    def _wanted(self) -> list[int]:
        """Those that are notable, or wanted alone, shallowest first: as many as the budget could take."""
        marked = self._notable if self._only is None else self._only
        assert marked is not None
        below = marked[self.root : self.root + len(self._plies)] & (self._plies <= self._deepest)
        return self._shallowest_first(below)

    @cached_property
    def _by_breadth(self) -> list[int]:
        """Every node down to the deepest ply, ply by ply: as many as the budget could take."""
        return self._shallowest_first(self._plies <= self._deepest)

    @cached_property
    def _by_visits(self) -> list[int] | None:
        """The nodes below the root of a Monte Carlo tree search, the most visited first; None of other searches."""
        if "n" not in self.trace.log_numbers:
            return None
        # No node has more visits than the one above it, which comes first where both have as many.
        counted = self.trace.log_numbers["n"][self.root : self.root + len(self._plies)]
        order = np.argsort(-counted, kind="stable")
        return [node + self.root for node in order[self._plies[order] <= self._deepest][: self.most].tolist()]

    @cached_property
    def _cutoffs(self) -> list[int]:
        """Cutoffs that pruned, shallowest first: as many as the budget could take."""
        columns, first = self.trace.columns, self.root
        size = len(self._plies)
        last = columns.end[first : first + size] - 1
        pruned = columns.cutoff[first : first + size] & (columns.status[last] == PRUNED)
        # A pruned last descendant is a child only if it is one ply deeper.
        pruned &= columns.ply[last] - columns.ply[first] == self._plies + 1
        return self._shallowest_first(pruned & (self._plies < self._deepest))

    def _shallowest_first(self, which: Bools) -> list[int]:
        """The ids of the marked nodes by ply, then in the order of the search: the first `most` of them."""
        marked = np.flatnonzero(which)
        plies = self._plies[marked]
        # Sorting 16-bit integers takes time proportional to their number.
        narrow = plies.astype(np.uint16) if self._deepest < 2**16 else plies
        order = np.argsort(narrow, kind="stable")[: self.most]
        return [node + self.root for node in marked[order].tolist()]


def check(max_nodes: int, ply: int | None) -> None:
    """Refuse a budget that no trace could be drawn under.

    Raises:
        PlyscopeError: it draws nothing.
    """
    if max_nodes < 1:
        raise PlyscopeError(
            f"max_nodes is {max_nodes}, which draws nothing: give 1 or more (the default is {MAX_NODES})"
        )
    if ply is not None and ply < 0:
        raise PlyscopeError(f"ply is {ply}: give 0 to draw the root alone, or more")


def selection_of(trace: Trace, nodes: Iterable[int]) -> Selection:
    """Draw just these nodes; the rest of what is below the first becomes stubs.

    Raises:
        PlyscopeError: there are none, or one stands there without its parent.
    """
    ids = np.unique(np.fromiter(nodes, np.int64))
    if not len(ids) or ids[0] < 0 or ids[-1] >= len(trace):
        raise PlyscopeError(f"the nodes to draw are ids of the trace, 0 to {len(trace) - 1}, and at least one")
    if not np.isin(trace.columns.parent[ids[1:]], ids).all():
        raise PlyscopeError("each node to draw needs its parent among them, but for the first")
    return Selection(tuple(ids.tolist()), _stubs(trace, ids))


class _Choice:
    """The nodes chosen so far, closed under parents at every moment."""

    def __init__(self, trace: Trace, root: int) -> None:
        self.trace, self.nodes = trace, {root}

    def take(self, nodes: Iterable[int], budget: int) -> None:
        """Take nodes whose parents are chosen when it is their turn, while the budget lasts."""
        for node in nodes:
            if len(self.nodes) >= budget:
                return
            self.nodes.add(node)

    def take_cutoffs(self, cutoffs: Iterable[int], budget: int) -> None:
        """Take cutoffs, each with what makes it understood, or not at all."""
        for node in cutoffs:
            group = self._group(node)
            if len(self.nodes) + len(group) <= budget:
                self.nodes.update(group)

    def take_with_paths(self, nodes: Iterable[int], budget: int) -> None:
        """Take nodes, each with the path to it, or not at all."""
        for node in nodes:
            path = self._path(node)
            if len(self.nodes) + len(path) <= budget:
                self.nodes.update(path)

    def _group(self, node: int) -> set[int]:
        """A cutoff, the child that brought it about, pruned branches, and the path to it; without what is chosen."""
        children = self.trace.children(node)
        status = self.trace.columns.status
        first_pruned = next(k for k, child in enumerate(children) if status.item(child) == PRUNED)
        group = {*children[max(first_pruned - 1, 0) : first_pruned + PRUNED_TOGETHER], *self._path(node)}
        return group - self.nodes

    def _path(self, node: int) -> set[int]:
        """A node and what is above it, without what is chosen."""
        path = set()
        while node not in self.nodes:
            path.add(node)
            node = self.trace.columns.parent.item(node)
        return path


def _stubs(trace: Trace, nodes: Ints) -> tuple[Stub, ...]:
    """What is below each drawn node, less what is below its drawn children."""
    end, before = trace.columns.end[nodes].astype(np.int64), trace.columns.visited_before
    visited = _without_drawn(
        trace, nodes, before[end].astype(np.int64) - before[nodes], trace.columns.status[nodes] != PRUNED
    )
    below, nothing = _without_drawn(trace, nodes, end - nodes, 1), np.zeros_like(nodes)
    skipped = nothing if trace.columns.why is None else left_out(trace, trace.unsearched, nodes)
    counted = trace.log_numbers.get("n") if trace.columns.log is not None else None
    ahead = nothing if counted is None else left_out(trace, counted == 0, nodes)
    return tuple(
        Stub(
            int(nodes[k]),
            int(visited[k] - ahead[k]),
            int(below[k] - visited[k] - skipped[k]),
            int(skipped[k]),
            int(ahead[k]),
        )
        for k in np.flatnonzero(below)
    )


def left_out(trace: Trace, which: Bools, nodes: Ints) -> Ints:
    """Count below each drawn node the marked ones that are neither drawn nor below a drawn child. O(n).

    Args:
        trace: what was recorded.
        which: over its nodes, those that count.
        nodes: the drawn nodes, in rising order, each but the first with its parent.
    """
    before = np.concatenate([[0], np.cumsum(which)])
    return _without_drawn(trace, nodes, before[trace.columns.end[nodes]] - before[nodes], which[nodes])


def _without_drawn(trace: Trace, nodes: Ints, inside: Ints, own: Bools | int) -> Ints:
    """Return what is counted in the subtree of each drawn node, less its own and that of its drawn children."""
    found: Ints = inside - own
    np.subtract.at(found, np.searchsorted(nodes, trace.columns.parent[nodes[1:]]), inside[1:])
    return found
