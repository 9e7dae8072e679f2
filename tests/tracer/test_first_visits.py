"""When searches first visit the nodes of one full tree: compared with paths, node by node, and with the counts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import tracer
from tracer.comparing.first_visits import find_first_visits, race
from tracer.errors import PlyscopeError
from tracer.recording.no_moves import Pass
from tracer.recording.status import PRUNED
from tracer.searches.registry import SEARCHES
from tracer.tracing import Trace

TREE = [[[3, 5], [2, 9]], [[0, 7], [4, 6], [1, 8]]]
PLAIN = [name for name, search in SEARCHES.items() if search.values != "means"]


def by_paths(tree: Trace, search: Trace) -> list[int]:
    """The first visit of each node of a tree, looked up by its path without the passes of a driver."""
    passes = {what.label for what in search.no_moves.values() if isinstance(what, Pass)}
    born = search.columns.born
    order = [int(node) for node in np.flatnonzero(search.columns.status != PRUNED)]
    if born is not None:
        order.sort(key=lambda node: int(born[node]))
    first: dict[tuple[str, ...], int] = {}
    for number, node in enumerate(order, 1):
        first.setdefault(tuple(move for move in search.node(node).path if move not in passes), number)
    return [first.get(tuple(tree.node(node).path), 0) for node in range(len(tree))]


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("game", [TREE, "random:b=3,d=4,seed=5"])
def test_every_search_is_placed_as_its_paths_say(name: str, game: Any) -> None:
    options = {"depth": 3} if name in ("deepening", "engine") else {}
    tree = tracer.trace(game, "minimax", **options)
    search = tracer.trace(game, name, **options)
    assert find_first_visits(tree, search).tolist() == by_paths(tree, search)


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "pvs", "mtdf", "alphabeta-memo", "scout", "sss"])
def test_what_is_never_visited_is_what_the_counts_have(name: str) -> None:
    tree, search = (tracer.trace("tictactoe", one, depth=5) for one in ("minimax", name))
    found = race(tree, [search]).runners[0]
    counts = search.counts
    assert (found.visited, found.never) == (counts.visited, len(tree) - counts.distinct_nodes)
    if search.columns.log is None:
        assert found.never == counts.pruned_nodes + counts.table_nodes


def test_tictactoe_has_its_published_numbers() -> None:
    tree = tracer.trace("tictactoe", "minimax")
    found = race(tree, [tree, tracer.trace("tictactoe", "alphabeta")])
    assert [(one.visited, one.never) for one in found.runners] == [(549_946, 0), (18_297, 531_649)]


def test_at_each_frame_all_have_visited_equally_many_or_are_done() -> None:
    tree = tracer.trace("nim:1,2,3", "minimax")
    found = race(tree, [tracer.trace("nim:1,2,3", name) for name in ("alphabeta", "minimax", "mtdf")])
    frames = [found.visits_at(frame, 31) for frame in range(31)]
    for visits in frames:
        going = {count for count, one in zip(visits, found.runners, strict=True) if count < one.visited}
        assert len(going) <= 1
        assert all(
            count == max(visits) or count == one.visited for count, one in zip(visits, found.runners, strict=True)
        )
    assert frames[0] == [0, 0, 0]
    assert frames[-1] == [one.visited for one in found.runners]
    steps = {after[1] - before[1] for before, after in pairwise(frames)}
    assert max(steps) - min(steps) <= 1
    for one in found.runners:
        seen = [int(((one.first > 0) & (one.first <= count)).sum()) for count in range(one.visited + 1)]
        assert seen[0] == 0
        assert seen == sorted(seen)
        assert seen[-1] == len(tree) - one.never


def test_searches_of_one_name_are_told_apart_by_their_options() -> None:
    game = "random:b=3,d=4"
    tree = tracer.trace(game, "minimax")
    found = race(tree, [tracer.trace(game, order=order) for order in ("best", "natural", "worst")] + [tree])
    names = [one.name for one in found.runners]
    assert len(set(names)) == 4
    assert names[-1] == "minimax"
    assert "best" in names[0]


def test_a_search_that_leaves_the_tree_is_refused() -> None:
    tree = tracer.trace("tictactoe", "minimax", depth=2)
    with pytest.raises(PlyscopeError, match="one depth"):
        race(tree, [tracer.trace("tictactoe", depth=3)])
    with pytest.raises(PlyscopeError, match="different games"):
        race(tree, [tracer.trace("nim:1,2,3")])
