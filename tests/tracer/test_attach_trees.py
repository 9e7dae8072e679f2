"""A game given to a search of nested lists: the typed tree, or one that it is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tracer
from tracer.attaching.attach_functions import attach
from tracer.why.explain import why

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
TWINS = [[[3, 12], [3, 2]], [[3, 4], [6, 12]], [[14, 5], [2, 3]]]


def cutting(tree: Any, alpha: float, beta: float, maximizing: bool) -> float:
    """Alpha-beta of nested lists, as it stands in every textbook."""
    if isinstance(tree, int):
        return tree
    best = -999.0 if maximizing else 999.0
    for child in tree:
        value = cutting(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best


def sharing(tree: Any, alpha: float, beta: float, color: int) -> float:
    """A negamax that hands its window on as it is."""
    if isinstance(tree, int):
        return color * tree
    best = -999.0
    for child in tree:
        best = max(best, -sharing(child, alpha, beta, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def recorded(tree: Any, game: Any) -> tracer.Trace:
    with attach(cutting, game=game) as recording:
        cutting(tree, -999, 999, True)
    return recording.trace


@pytest.mark.parametrize("tree", [AIMA, TWINS])
def test_nested_lists_are_places_of_the_typed_tree(tree: Any) -> None:
    trace, own = recorded(tree, tracer.game(str(tree))), tracer.trace(tracer.game(str(tree)), "alphabeta")
    assert [trace.node(node).path for node in range(len(trace))] == [own.node(node).path for node in range(len(own))]
    assert trace.columns.status.tolist() == own.columns.status.tolist()
    assert np.array_equal(trace.columns.value, own.columns.value, equal_nan=True)
    assert (trace.counts.pruned_branches, trace.counts.table_hits) == (own.counts.pruned_branches, 0)
    assert tracer.check(trace) == []


def test_equal_subtrees_are_several_places() -> None:
    """Below the same node, and on different plies with other players to move."""
    tree = [[[5, 1], [5, 1]], [[5, [5, 1]], 5]]
    with attach(cutting, game=tracer.game(str(tree))) as recording:
        cutting(tree, -999, 999, True)
    trace = recording.trace
    states = [trace.state(node) for node in range(len(trace))]
    assert len(set(states)) == len(trace)
    assert trace.position(trace.find("a1/b2/c1").index) == "a1/b2/c1"
    visited = trace.columns.status != tracer.Status.PRUNED
    assert np.array_equal(trace.columns.turn[visited], (-1) ** trace.columns.ply[visited])


def test_a_subtree_may_be_the_root() -> None:
    trace = recorded(AIMA[1], tracer.game(str(AIMA)))
    assert (trace.state(0), trace.header.position) == (5, "a2")


@pytest.mark.parametrize("game", [tracer.game(str(TWINS)), "connect4:5,4,4"])
def test_a_game_that_does_not_fit_is_as_none(game: Any, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(AIMA, game).save(tmp_path / "t.plyscope")
    said = capsys.readouterr().err
    assert "the trace has no game" in said
    assert "pruned branches unknown" in said
    trace, plain = tracer.load(tmp_path / "t.plyscope"), recorded(AIMA, None)
    assert (trace.game, trace.header.name) == (None, plain.header.name)
    assert trace.counts.summary() == plain.counts.summary()
    assert trace.counts.pruned_branches is None
    assert trace.counts.table_hits == plain.counts.table_hits
    cut = int(np.flatnonzero(trace.columns.cutoff)[0])
    said = " ".join(sentence.text for sentence in why(trace, cut, trace.left(cut)))
    assert "Which moves it skips, if any, the recording does not say." in said


def test_a_shared_window_has_one_name_with_a_game_and_without() -> None:
    tree = [[[5, 6], [7, 4, 5], [3]], [[6], [6, 9], [7]], [[5], [9, 8], [6]]]
    found = []
    for game in (None, tracer.game(str(tree))):
        with attach(sharing, game=game) as recording:
            sharing(tree, -999, 999, 1)
        found.append([(one.disease, one.node) for one in tracer.check(recording.trace)])
    assert found[0] == found[1] != []


class Wide:
    """A node that counts how often it is looked at."""

    looks = 0

    def __init__(self, value: int, children: list[Wide] | None = None) -> None:
        self.value, self.children = value, children or []

    def __getattribute__(self, name: str) -> Any:
        Wide.looks += 1
        return object.__getattribute__(self, name)


def greatest(node: Wide) -> int:
    return max(map(greatest, node.children)) if node.children else node.value


def test_a_node_of_many_branches_is_looked_through_as_often_as_one_of_few() -> None:
    looks = []
    for width in (50, 200):
        Wide.looks = 0
        with attach(greatest) as recording:
            greatest(Wide(0, [Wide(value) for value in range(width)]))
        looks.append(Wide.looks / width)
        trace = recording.trace
        assert [trace.label(node) for node in trace.children(0)] == [f"a{place + 1}" for place in range(width)]
    assert looks[1] < 1.5 * looks[0]
