"""Which nodes to draw under a budget. What is left out becomes counted stubs, so nothing is lost without a number."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from itertools import groupby, islice, takewhile

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Bools, Ints
from tracer.recording.status import PRUNED
from tracer.tracing import Trace

MAX_NODES = 200
"""Nodes of a picture that can still be read."""
CUTOFF_BUDGET_SHARE = 0.7
"""Of the budget: what the principal variation and the cutoffs may take before breadth gets the rest."""
MAX_PRUNED_PER_CUTOFF = 8
"""Pruned branches that come with their cutoff; more of them wait for the rest of the budget."""
MAX_NODES_PER_BOX = 50
"""Nodes that the boxes of a drawing stand for at most, on an average, where boxes stand for several."""
ExpandNodes = Callable[[Sequence[int]], Sequence[int]]
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
    unvisited: int = 0
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


@dataclass(eq=False)
class Selector:
    """Chooses nodes of a trace under one budget or several.

    First the root, the path to the node that comes first, and the best line; then cutoffs with their pruned branches
    from the top; then breadth, of siblings the best one first, or in Monte Carlo tree search the most visited nodes.
    With `allowed_mask`, nothing but those nodes and the paths to them, from the top.

    O(n) in NumPy once, O(most × ply) in Python a budget.

    Raises:
        PlyscopeError: there is no such root, or the budget draws nothing.
    """

    trace: Trace
    _: KW_ONLY
    root: int = 0
    """The node at the top."""
    max_nodes: int = MAX_NODES
    """The largest budget: nodes drawn at most, stubs not counted."""
    ply: int | None = None
    """Draw down to so many plies below the root; None draws as deep as the budget reaches."""
    notable_mask: Bools | None = None
    """Over the trace's nodes, those that matter more than cutoffs."""
    allowed_mask: Bools | None = None
    """Over the trace's nodes, those that are wanted; see `viz.pictures.node_masks`."""
    nodes_before_cutoffs: Sequence[int] = ()
    """Nodes that matter more than cutoffs, the most important first."""
    first_nodes: Sequence[int] = ()
    """Nodes that matter more than all others; what is not below the root, or too deep, does not."""

    def __post_init__(self) -> None:
        columns, root, size = self.trace.columns, self.root, len(self.trace)
        if not 0 <= root < size:
            raise PlyscopeError(f"there is no node {root} to draw from: the trace has nodes 0 to {size - 1}")
        check_budget(self.max_nodes, self.ply)
        self._plies = columns.ply[root : int(columns.end[root])] - columns.ply[root]
        self.max_ply = int(self._plies.max()) if self.ply is None else self.ply

    def select(self, max_nodes: int, ply: int | None = None, expand_nodes: ExpandNodes = list) -> Selection:
        """The nodes of a budget, which is no larger than the largest, down to some ply, which is no deeper.

        With them come all that share boxes with them, as `expand_nodes` says.
        """
        return self._make_selection(expand_nodes(self._choose_nodes(max_nodes, self.max_ply if ply is None else ply)))

    def select_by_boxes(
        self, max_boxes: int, expand_nodes: ExpandNodes, count_boxes: Callable[[Sequence[int]], int]
    ) -> Selection:
        """Nodes that take no more than so many boxes, where a box may stand for several: the most that are found.

        The largest budget holds for nodes; `count_boxes` gives how many boxes nodes in rising order take.
        """
        max_ply = self.max_ply
        chosen: Sequence[int] = expand_nodes(self._choose_nodes(max_boxes, max_ply))
        chosen = chosen if count_boxes(chosen) <= max_boxes else self._choose_nodes(max_boxes, max_ply)
        fitting_budget, too_large_budget = max_boxes, min(self.max_nodes, len(self._plies)) + 1
        while too_large_budget - fitting_budget > 1:
            budget = min(2 * fitting_budget, (fitting_budget + too_large_budget) // 2)
            candidate = expand_nodes(self._choose_nodes(budget, max_ply))
            if count_boxes(candidate) > max_boxes:
                too_large_budget = budget
            else:
                fitting_budget, chosen = budget, candidate
        return self._make_selection(chosen)

    def _make_selection(self, nodes: Sequence[int]) -> Selection:
        return Selection(tuple(nodes), _make_stubs(self.trace, np.fromiter(nodes, np.int64, len(nodes))))

    def _choose_nodes(self, max_nodes: int, max_ply: int) -> list[int]:
        chosen = _ChosenNodes(self.trace, self.root)
        chosen.add_while_budget(
            (node for node in self._paths_to_first_nodes if self._plies[node - self.root] <= max_ply), max_nodes
        )
        if self.allowed_mask is not None:
            line = takewhile(self.allowed_mask.item, self._best_path[: max_ply + 1])  # before what stands beside it
            chosen.add_while_budget(line, max_nodes)
            chosen.add_with_paths(self._down_to_ply(self._marked_nodes, max_ply)[:max_nodes], max_nodes)
        else:
            chosen.add_while_budget(self._best_path[: max_ply + 1], max_nodes)
            cutoff_budget = int(max_nodes * CUTOFF_BUDGET_SHARE)
            if self.notable_mask is None:
                chosen.add_with_paths(
                    islice(self._in_subtree(self.nodes_before_cutoffs, max_ply), max_nodes), cutoff_budget
                )
                cutoffs = self._down_to_ply(self._pruning_cutoffs, max_ply - 1)[:max_nodes]
                chosen.add_groups(map(chosen.cutoff_group, cutoffs), cutoff_budget)
            else:
                chosen.add_with_paths(self._down_to_ply(self._marked_nodes, max_ply)[:max_nodes], cutoff_budget)
            if "n" in self.trace.log_numbers:
                breadth = self._in_subtree(self._nodes_by_breadth, max_ply)
            else:
                breadth = self._iter_best_child_first(self._down_to_ply(self._nodes_by_breadth, max_ply))
            chosen.add_while_budget(breadth, max_nodes)
        return sorted(chosen.nodes)

    def with_pruned_siblings(self, nodes: Iterable[int]) -> list[int]:
        """Nodes, and what was pruned after the pruned ones among them."""
        statuses, parents, expanded = self.trace.columns.status, self.trace.columns.parent, set(nodes)
        for node in () if self.allowed_mask is not None else tuple(expanded - {self.root}):
            parent, next_node = parents.item(node), node + 1
            while statuses.item(next_node - 1) == PRUNED and next_node < len(self.trace):
                if next_node in expanded or statuses.item(next_node) != PRUNED or parents.item(next_node) != parent:
                    break
                expanded.add(next_node)
                next_node += 1
        return sorted(expanded)

    def _down_to_ply(self, nodes: list[int], max_ply: int) -> list[int]:
        """Of nodes by ply, those down to one."""
        plies = self._plies
        return nodes[: bisect_right(nodes, max_ply, key=lambda node: plies.item(node - self.root))]

    def _in_subtree(self, nodes: Iterable[int], max_ply: int) -> Iterator[int]:
        """Of some nodes those below the root, down to a ply."""
        root, plies = self.root, self._plies
        return (node for node in nodes if root <= node < root + len(plies) and plies[node - root] <= max_ply)

    def _iter_best_child_first(self, nodes: Iterable[int]) -> Iterator[int]:
        """Nodes by ply, of siblings the best one first: where not all have room, that one explains their parent."""
        parent = self.trace.columns.parent
        for parent_node, children in groupby(nodes, parent.item):
            best = self.trace.best_child(parent_node) if parent_node >= self.root else None
            if best is not None:
                yield best
            yield from (child for child in children if child != best)

    @cached_property
    def _paths_to_first_nodes(self) -> list[int]:
        """The paths below the root to the nodes that come first, as deep as is drawn."""
        path_nodes = list[int]()
        for node in self.first_nodes:
            if self.root <= node < self.root + len(self._plies):
                path = self.trace.ancestry(node)
                path_nodes += path[path.index(self.root) :][: self.max_ply + 1]
        return path_nodes

    @cached_property
    def _best_path(self) -> list[int]:
        """The first best child, from the root on: the principal variation where the root is the trace's."""
        variation = self.trace.principal_variation
        if self.root == 0:
            return list(variation[: self.max_ply + 1])
        path: list[int] = [self.root]
        while len(path) <= self.max_ply and (best := self.trace.best_child(path[-1])) is not None:
            path.append(best)
        return path

    @cached_property
    def _marked_nodes(self) -> list[int]:
        """Those that are notable, or wanted alone, shallowest first: as many as the budget could take."""
        mask = self.notable_mask if self.allowed_mask is None else self.allowed_mask
        assert mask is not None
        drawable_mask = mask[self.root : self.root + len(self._plies)] & (self._plies <= self.max_ply)
        return self._shallowest_first(drawable_mask)

    @cached_property
    def _nodes_by_breadth(self) -> list[int]:
        """Every node down to the deepest ply, ply by ply; in Monte Carlo tree search the most visited ones first."""
        if "n" not in self.trace.log_numbers:
            return self._shallowest_first(self._plies <= self.max_ply)
        # No node has more visits than the one above it, which comes first where both have as many.
        visit_counts = self.trace.log_numbers["n"][self.root : self.root + len(self._plies)]
        order = np.argsort(-visit_counts, kind="stable")
        return [node + self.root for node in order[self._plies[order] <= self.max_ply][: self.max_nodes].tolist()]

    @cached_property
    def _pruning_cutoffs(self) -> list[int]:
        """Cutoffs that pruned, shallowest first: as many as the budget could take."""
        columns, root = self.trace.columns, self.root
        size = len(self._plies)
        last_descendants = columns.end[root : root + size] - 1
        pruning_mask = columns.cutoff[root : root + size] & (columns.status[last_descendants] == PRUNED)
        # A pruned last descendant is a child only if it is one ply deeper.
        pruning_mask &= columns.ply[last_descendants] - columns.ply[root] == self._plies + 1
        return self._shallowest_first(pruning_mask & (self._plies < self.max_ply))

    def _shallowest_first(self, mask: Bools) -> list[int]:
        """The ids of the marked nodes by ply, then in the order of the search: the first `max_nodes` of them."""
        marked_indices = np.flatnonzero(mask)
        plies = self._plies[marked_indices]
        # Sorting 16-bit integers takes time proportional to their number.
        sort_keys = plies.astype(np.uint16) if self.max_ply < 2**16 else plies
        order = np.argsort(sort_keys, kind="stable")[: self.max_nodes]
        return [node + self.root for node in marked_indices[order].tolist()]


def check_budget(max_nodes: int, ply: int | None) -> None:
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
    return Selection(tuple(ids.tolist()), _make_stubs(trace, ids))


class _ChosenNodes:
    """The nodes chosen so far, closed under parents at every moment."""

    def __init__(self, trace: Trace, root: int) -> None:
        self.trace, self.nodes = trace, {root}

    def add_while_budget(self, nodes: Iterable[int], budget: int) -> None:
        """Take nodes whose parents are chosen when it is their turn, while the budget lasts."""
        for node in nodes:
            if len(self.nodes) >= budget:
                return
            self.nodes.add(node)

    def add_with_paths(self, nodes: Iterable[int], budget: int) -> None:
        """Take nodes, each with the path to it, or not at all."""
        self.add_groups(map(self._unchosen_path, nodes), budget)

    def add_groups(self, groups: Iterable[set[int]], budget: int) -> None:
        """Take groups of nodes that are not chosen when it is their turn, each whole or not at all."""
        for group in groups:
            if len(self.nodes) + len(group) <= budget:
                self.nodes.update(group)

    def cutoff_group(self, node: int) -> set[int]:
        """A cutoff, the child that brought it about, pruned branches, and the path to it; without what is chosen."""
        children = self.trace.children(node)
        status = self.trace.columns.status
        first_pruned_index = next(index for index, child in enumerate(children) if status.item(child) == PRUNED)
        group = {
            *children[max(first_pruned_index - 1, 0) : first_pruned_index + MAX_PRUNED_PER_CUTOFF],
            *self._unchosen_path(node),
        }
        return group - self.nodes

    def _unchosen_path(self, node: int) -> set[int]:
        """A node and what is above it, without what is chosen."""
        path = set()
        while node not in self.nodes:
            path.add(node)
            node = self.trace.columns.parent.item(node)
        return path


def _make_stubs(trace: Trace, nodes: Ints) -> tuple[Stub, ...]:
    """What is below each drawn node, less what is below its drawn children."""
    subtree_ends, visited_before = trace.columns.end[nodes].astype(np.int64), trace.columns.visited_before
    visited = _subtract_drawn_children(
        trace,
        nodes,
        visited_before[subtree_ends].astype(np.int64) - visited_before[nodes],
        trace.columns.status[nodes] != PRUNED,
    )
    left_out_counts, zeros = _subtract_drawn_children(trace, nodes, subtree_ends - nodes, 1), np.zeros_like(nodes)
    skipped = zeros if trace.columns.why is None else count_left_out(trace, trace.unsearched, nodes)
    visit_counts = trace.log_numbers.get("n") if trace.columns.log is not None else None
    unvisited = zeros if visit_counts is None else count_left_out(trace, visit_counts == 0, nodes)
    return tuple(
        Stub(
            int(nodes[index]),
            int(visited[index] - unvisited[index]),
            int(left_out_counts[index] - visited[index] - skipped[index]),
            int(skipped[index]),
            int(unvisited[index]),
        )
        for index in np.flatnonzero(left_out_counts)
    )


def count_left_out(trace: Trace, mask: Bools, nodes: Ints) -> Ints:
    """Count below each drawn node the marked ones that are neither drawn nor below a drawn child. O(n).

    The drawn nodes are in rising order, each but the first with its parent.
    """
    running_counts = np.concatenate([[0], np.cumsum(mask)])
    return _subtract_drawn_children(
        trace, nodes, running_counts[trace.columns.end[nodes]] - running_counts[nodes], mask[nodes]
    )


def _subtract_drawn_children(trace: Trace, nodes: Ints, subtree_counts: Ints, own_counts: Bools | int) -> Ints:
    """Return what is counted in the subtree of each drawn node, less its own and that of its drawn children."""
    counts: Ints = subtree_counts - own_counts
    np.subtract.at(counts, np.searchsorted(nodes, trace.columns.parent[nodes[1:]]), subtree_counts[1:])
    return counts
