"""Several searches on one full tree: at which of its visits each search first came to each node of that tree.

>>> import tracer
>>> tree = tracer.trace([[3, 5], [2, 9]], "minimax")
>>> find_first_visits(tree, tracer.trace([[3, 5], [2, 9]])).tolist()
[1, 2, 3, 4, 5, 6, 0]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tracer.comparing.node_matching import NO_MATCH, group_nodes_by_ply, merge_labels, require_same_root, sort_edge_keys
from tracer.errors import PlyscopeError
from tracer.recording.columns import Ints
from tracer.recording.no_moves import Pass
from tracer.recording.status import PRUNED
from tracer.text import clean
from tracer.tracing import Trace

VisitNumbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Runner:
    """A search in a race."""

    name: str
    """What tells it from the others."""
    first: VisitNumbers
    """For each node of the full tree the number of the visit that first came to it, from 1 on; 0: none did."""
    visited: int
    """Visits in all."""
    stopped: bool = False
    """Whether it ended before it was done, as at a limit."""

    @cached_property
    def never(self) -> int:
        """Nodes of the full tree that it never visits."""
        return len(self.first) - int(np.count_nonzero(self.first))


@dataclass(frozen=True, eq=False)
class Race:
    """Searches that visit the nodes of one tree, all equally fast."""

    tree: Trace
    """A search that visits each node of the full tree once."""
    runners: Sequence[Runner]

    @property
    def longest(self) -> int:
        """Visits of the search that is done last."""
        return max(runner.visited for runner in self.runners)

    def visits_at(self, frame: int, frames: int) -> list[int]:
        """Return how many nodes each search has visited at one of some frames: equally many, or all that it visits.

        The first of the frames, 0, shows none, and the last one, `frames` - 1, all.
        """
        visits = self.longest * frame // max(1, frames - 1)
        return [min(visits, runner.visited) for runner in self.runners]


def race(tree: Trace, searches: Sequence[Trace], names: Sequence[str] | None = None) -> Race:
    """Put searches on one full tree. O(n log n).

    Raises:
        PlyscopeError: they are of different positions, or one visits what is not in the tree.
    """
    runners = []
    for name, search in zip(search_names(searches) if names is None else names, searches, strict=True):
        require_same_root(tree, search)
        visited, is_stopped = search.columns.visited, bool(search.header.stopped or search.unfinished)
        runners.append(Runner(name, find_first_visits(tree, search), visited, is_stopped))
    return Race(tree, runners)


def find_first_visits(tree: Trace, search: Trace) -> VisitNumbers:
    """Return for each node of a tree the number of the visit of a search that first came to it, from 1 on; else 0.

    Moves are matched by their labels. A re-search comes to nodes again that it came to before. A pass of a driver
    stands where the driver does.

    Raises:
        PlyscopeError: the search visits nodes that are not in the tree.
    """
    tree_nodes = _match_tree_nodes(tree, search)
    visited = np.flatnonzero(search.columns.status != PRUNED)
    unmatched_visits = visited[tree_nodes[visited] == NO_MATCH]
    if len(unmatched_visits):
        raise PlyscopeError(
            f"{clean(search.header.search)} visits {len(unmatched_visits):,} "
            "nodes that are not in the full tree, such as "
            f"{clean('/'.join(search.node(int(unmatched_visits[0])).path), 60)}: give all searches one depth"
        )
    visit_numbers = np.empty(len(visited), np.int64)
    born = search.columns.born
    order = np.arange(len(visited)) if born is None else np.argsort(born[visited], kind="stable")
    visit_numbers[order] = np.arange(1, len(visited) + 1)
    unvisited = len(visited) + 1
    first_visit = np.full(len(tree), unvisited, np.int64)
    np.minimum.at(first_visit, tree_nodes[visited], visit_numbers)
    first_visit[first_visit == unvisited] = 0
    return first_visit


def _match_tree_nodes(tree: Trace, search: Trace) -> Ints:
    """For each node of a search its node in the tree; `NO_MATCH` where there is none."""
    labels, in_tree, in_search = merge_labels(tree.move_labels, search.move_labels)
    width = max(1, len(labels))
    tree_moves = np.zeros(len(tree), np.int64)
    tree_moves[1:] = in_tree[tree.columns.move[1:]]
    keys, order = sort_edge_keys(tree.columns, tree_moves, width)
    passes = [move for move, no_move in search.no_moves.items() if isinstance(no_move, Pass)]
    tree_nodes = np.full(len(search), NO_MATCH, np.int64)
    tree_nodes[0] = 0
    for ply_nodes in group_nodes_by_ply(search.columns):
        parents = tree_nodes[search.columns.parent[ply_nodes]]
        move = search.columns.move[ply_nodes]
        wanted_keys = parents * width + in_search[move]
        key_indices = np.minimum(np.searchsorted(keys, wanted_keys), len(keys) - 1)
        tree_nodes[ply_nodes] = np.where(
            (parents >= 0) & (keys[key_indices] == wanted_keys), order[key_indices], NO_MATCH
        )
        is_pass = np.isin(move, passes)
        tree_nodes[ply_nodes[is_pass]] = parents[is_pass]
    return tree_nodes


def search_names(searches: Sequence[Trace]) -> list[str]:
    """Return the search of each; with its options where two have one name."""
    names = [search.header.search for search in searches]
    titles = [search.header.search_title for search in searches]
    return [clean(title if names.count(name) > 1 else name) for name, title in zip(names, titles, strict=True)]
