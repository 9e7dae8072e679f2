"""Searches whose passes are not the same ones are compared by their moves alone, each path once."""

from itertools import combinations

import numpy as np
import pytest

import tracer
from tracer.comparing.comparison import merge_visits
from tracer.comparing.topmost_differences import compare_pair
from tracer.recording.columns import verify
from tracer.recording.no_moves import count_path_moves
from tracer.recording.status import PRUNED
from tracer.tracing import Trace

TREE = [[[[5, 6], [7, 4, 5]], [[3]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]]
SEARCHES = {
    "alphabeta": {},
    "pvs": {},
    "sss": {},
    "mtdf": {},
    "mtdf from above": {"guess": np.inf, "table": "path"},
    "deepening": {},
}


def _paths(trace: Trace, *, visited: bool) -> set[tuple[str, ...]]:
    """The paths that were visited, or all that are known, move by move, without the passes."""
    found = set()
    for node in range(len(trace)):
        way = [one for one in trace.ancestry(node)[1:] if int(trace.columns.move[one]) not in trace.passes]
        if not (visited and trace.columns.status[node] == PRUNED):
            found.add(tuple(trace.label(one) for one in way))
    return found


def _trace(name: str) -> Trace:
    return tracer.trace(TREE, name.split(maxsplit=1)[0], **SEARCHES[name])


@pytest.mark.parametrize("pair", list(combinations(SEARCHES, 2)), ids=" - ".join)
def test_each_path_counts_once_whatever_passes_came_to_it(pair: tuple[str, str]) -> None:
    a, b = map(_trace, pair)
    comparison, differences = compare_pair(a, b)
    if not (a.passes or b.passes):
        assert comparison.recorded is None
        return
    counts, ours, theirs = comparison.counts, _paths(a, visited=True), _paths(b, visited=True)
    assert (counts.both, counts.only_a, counts.only_b) == (len(ours & theirs), len(ours - theirs), len(theirs - ours))
    assert sum(int(stop.alone_a) for stop in differences) == counts.only_a
    assert sum(int(stop.alone_b) for stop in differences) == counts.only_b


@pytest.mark.parametrize("name", [name for name in SEARCHES if _trace(name).passes])
def test_the_paths_of_a_recording_are_a_tree_with_each_of_them_once(name: str) -> None:
    trace = _trace(name)
    tree, nodes, places = merge_visits(trace)
    verify(tree.columns, len(trace.move_labels))
    labels = [tuple(tree.label(one) for one in tree.ancestry(node)[1:]) for node in range(len(tree))]
    assert len(set(labels)) == len(labels)
    assert set(labels) == _paths(trace, visited=False)
    assert np.array_equal(tree.columns.ply, count_path_moves(trace.columns, trace.passes)[nodes])
    assert np.array_equal(places[nodes], np.arange(len(tree)))
    assert [tree.proved_bound(node) for node in range(len(tree))] == [trace.proved_bound(int(node)) for node in nodes]


def test_the_same_passes_are_compared_as_they_are() -> None:
    assert compare_pair(_trace("mtdf"), _trace("mtdf")).comparison.recorded is None
    deep, less = (tracer.trace("tictactoe", "deepening", depth=depth) for depth in (3, 2))
    assert compare_pair(deep, less).comparison.recorded is None


def test_a_chain_of_thousands_of_moves_is_merged() -> None:
    tree: object = 1
    for _ in range(3_000):
        tree = [tree]
    trace = tracer.trace(tree, "deepening", depth=2)
    assert len(merge_visits(trace).trace) == 3
