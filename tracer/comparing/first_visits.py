"""Several searches on one full tree: at which of its visits each search first came to each node of that tree.

>>> import tracer
>>> tree = tracer.trace([[3, 5], [2, 9]], "minimax")
>>> first_visits(tree, tracer.trace([[3, 5], [2, 9]])).tolist()
[1, 2, 3, 4, 5, 6, 0]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tracer.comparing.align import NOWHERE, demand_same_root, join_labels, levels, sorted_edges
from tracer.errors import PlyscopeError
from tracer.recording.columns import Ints
from tracer.recording.no_moves import Pass
from tracer.recording.status import PRUNED
from tracer.text import clean
from tracer.tracing import Trace

Visits = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Runner:
    """A search in a race."""

    name: str
    """What tells it from the others."""
    first: Visits
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

    Args:
        tree: a search that visited every node of the full tree once, as minimax does.
        searches: what is compared, all from the same position.
        names: what tells them apart; None is `search_names`.

    Raises:
        PlyscopeError: they are of different positions, or one visits what is not in the tree.
    """
    runners = []
    for name, search in zip(search_names(searches) if names is None else names, searches, strict=True):
        demand_same_root(tree, search)
        visited, stopped = int(search.columns.visited_before[-1]), bool(search.header.stopped or search.unfinished)
        runners.append(Runner(name, first_visits(tree, search), visited, stopped))
    return Race(tree, runners)


def first_visits(tree: Trace, search: Trace) -> Visits:
    """Return for each node of a tree the number of the visit of a search that first came to it, from 1 on; else 0.

    Moves are matched by their labels. A re-search comes to nodes again that it came to before. A pass of a driver
    stands where the driver does.

    Raises:
        PlyscopeError: the search visits nodes that are not in the tree.
    """
    place = _places(tree, search)
    visited = np.flatnonzero(search.columns.status != PRUNED)
    lost = visited[place[visited] == NOWHERE]
    if len(lost):
        raise PlyscopeError(
            f"{clean(search.header.search)} visits {len(lost):,} nodes that are not in the full tree, such as "
            f"{clean('/'.join(search.node(int(lost[0])).path), 60)}: give all searches one depth"
        )
    numbers = np.empty(len(visited), np.int64)
    born = search.columns.born
    order = np.arange(len(visited)) if born is None else np.argsort(born[visited], kind="stable")
    numbers[order] = np.arange(1, len(visited) + 1)
    never = len(visited) + 1
    first = np.full(len(tree), never, np.int64)
    np.minimum.at(first, place[visited], numbers)
    first[first == never] = 0
    return first


def _places(tree: Trace, search: Trace) -> Ints:
    """For each node of a search its node in the tree; `NOWHERE` where there is none."""
    table, in_tree, in_search = join_labels(tree.move_labels, search.move_labels)
    width = max(1, len(table))
    slots = np.zeros(len(tree), np.int64)
    slots[1:] = in_tree[tree.columns.move[1:]]
    keys, order = sorted_edges(tree.columns, slots, width)
    passes = [move for move, what in search.no_moves.items() if isinstance(what, Pass)]
    found = np.full(len(search), NOWHERE, np.int64)
    found[0] = 0
    for level in levels(search.columns):
        above = found[search.columns.parent[level]]
        move = search.columns.move[level]
        wanted = above * width + in_search[move]
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        found[level] = np.where((above >= 0) & (keys[at] == wanted), order[at], NOWHERE)
        handed = np.isin(move, passes)
        found[level[handed]] = above[handed]
    return found


def search_names(searches: Sequence[Trace]) -> list[str]:
    """Return the search of each; with its options where two have one name."""
    names = [search.header.search for search in searches]
    titles = [search.header.search_title for search in searches]
    return [clean(title if names.count(name) > 1 else name) for name, title in zip(names, titles, strict=True)]
