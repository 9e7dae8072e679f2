"""The tidy layout: its laws on random trees, and its width beside Graphviz's."""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selecting import select
from strategies import AIMA, WIKIPEDIA, bushy_tree

import tracer
from viz.paper import tidy_layout
from viz.pictures import labels

NEAR = 1e-6
"""Points within which two places are the same."""


@dataclass(frozen=True)
class Tree:
    """A tree with nodes of any size."""

    parents: list[int]
    before: list[float]
    after: list[float]

    def laid_out(self, siblings: float = 3.0, cousins: float = 5.0) -> list[float]:
        return tidy_layout.tidy_coordinates(self.parents, self.before, self.after, siblings=siblings, cousins=cousins)

    def children(self) -> dict[int, list[int]]:
        found = defaultdict(list)
        for node in range(1, len(self.parents)):
            found[self.parents[node]].append(node)
        return found

    def below(self, top: int) -> list[int]:
        """A subtree: in pre-order its nodes follow one another."""
        nodes = [top]
        for node in range(top + 1, len(self.parents)):
            if self.parents[node] < top:
                break
            nodes.append(node)
        return nodes

    def part(self, nodes: list[int]) -> Tree:
        """A subtree as a tree."""
        parents = [-1, *(self.parents[node] - nodes[0] for node in nodes[1:])]
        return Tree(parents, [self.before[node] for node in nodes], [self.after[node] for node in nodes])


def plies_of(parents: list[int]) -> list[int]:
    """The ply of each node."""
    plies = [0]
    for parent in parents[1:]:
        plies.append(plies[parent] + 1)
    return plies


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Ragged trees in pre-order: each node is below one on the path to the node before it."""
    random = Random(draw(st.integers(0, 2**32)))
    size, deepening = draw(st.integers(1, 120)), draw(st.sampled_from([0.2, 0.5, 0.9]))
    parents, path = [-1], [0]
    while len(parents) < size:
        while len(path) > 1 and random.random() > deepening:
            path.pop()
        parents.append(path[-1])
        path.append(len(parents) - 1)
    sizes = draw(st.sampled_from([[5.0], [0.0, 5.0], [3.0, 10.0, 80.0]]))
    return Tree(parents, [random.choice(sizes) for _ in parents], [random.choice(sizes) for _ in parents])


def hold(tree: Tree, places: list[float], siblings: float, cousins: float) -> None:
    """The laws that need no second layout."""
    last: dict[int, int] = {}
    for node, ply in enumerate(plies_of(tree.parents)):
        if ply in last:
            left = last[ply]
            room = siblings if tree.parents[left] == tree.parents[node] else cousins
            assert places[node] - tree.before[node] - places[left] - tree.after[left] >= room - NEAR
        last[ply] = node
    for parent, children in tree.children().items():
        assert places[parent] == pytest.approx((places[children[0]] + places[children[-1]]) / 2, abs=NEAR)
    assert min(place - reach for place, reach in zip(places, tree.before, strict=True)) == pytest.approx(0, abs=NEAR)


@given(trees())
def test_nodes_stay_apart_and_in_order_and_parents_are_centred(tree: Tree) -> None:
    """Neighbours of one ply by the room asked for, whoever their parents are."""
    hold(tree, tree.laid_out(), 3.0, 5.0)


@given(trees(), st.data())
def test_a_subtree_drawn_alone_has_the_same_shape(tree: Tree, data: st.DataObject) -> None:
    """Moved as a whole."""
    places = tree.laid_out()
    nodes = tree.below(data.draw(st.integers(0, len(tree.parents) - 1)))
    alone = tree.part(nodes).laid_out()
    assert [places[node] - places[nodes[0]] for node in nodes] == pytest.approx(
        [place - alone[0] for place in alone], abs=NEAR
    )


@given(trees())
def test_what_pushes_nothing_is_as_close_as_it_may_be(tree: Tree) -> None:
    """Some neighbours of every tree with two nodes in a ply touch, but for the room asked for."""
    places, plies = tree.laid_out(4.0, 4.0), plies_of(tree.parents)
    rooms, last = [], dict[int, int]()
    for node, ply in enumerate(plies):
        if ply in last:
            rooms.append(places[node] - tree.before[node] - places[last[ply]] - tree.after[last[ply]])
        last[ply] = node
    assert not rooms or min(rooms) == pytest.approx(4.0, abs=NEAR)


def test_a_chain_of_5000_plies_stands_in_one_line() -> None:
    """Without recursion, and with the widest node deciding where that line is."""
    tree = Tree([*range(-1, 4_999)], [9.0] * 5_000, [9.0] * 4_999 + [40.0])
    places = tree.laid_out()
    hold(tree, places, 3.0, 5.0)
    assert set(places) == {9.0}


def test_a_node_with_many_children_stands_above_the_middle() -> None:
    tree = Tree([-1] + [0] * 800, [5.0] * 801, [5.0] * 801)
    places = tree.laid_out()
    hold(tree, places, 3.0, 5.0)
    assert places[1:] == pytest.approx([5.0 + 13.0 * k for k in range(800)])


def test_small_subtrees_between_large_ones_are_spread_evenly() -> None:
    """Not pushed to one side."""
    parents = [-1, 0, 1, 1, 1, 1, 0, 0, 0, 9, 9, 9, 9]
    parents[9:] = [8] * 4
    places = Tree(parents, [5.0] * 13, [5.0] * 13).laid_out()
    top = [places[node] for node in (1, 6, 7, 8)]
    gaps = [right - left for left, right in pairwise(top)]
    assert gaps == pytest.approx([gaps[0]] * 3)


def dot_width(tree: Tree, nodesep: float) -> float:
    """The width that Graphviz's dot gives to a tree of the same nodes."""
    lines = [f'digraph {{ ordering=out nodesep={nodesep / 72} node [shape=box fixedsize=true label=""]']
    for node, parent in enumerate(tree.parents):
        lines.append(f"n{node} [width={(tree.before[node] + tree.after[node]) / 72} height=0.4]")
        lines += [f"n{parent} -> n{node}"] if node else []
    drawn = subprocess.run(
        ["dot", "-Tjson0"], input="\n".join([*lines, "}"]), capture_output=True, text=True, check=True
    )
    ends = []
    for item in json.loads(drawn.stdout)["objects"]:
        centre, half = float(item["pos"].split(",")[0]), float(item["width"]) * 36
        ends += [centre - half, centre + half]
    return max(ends) - min(ends)


def drawn(game: Any, **options: Any) -> Tree:
    """The tree of a drawing, with nodes about as wide as their text."""
    trace = tracer.trace(game)
    nodes = select(trace, **options).nodes
    place = {node: number for number, node in enumerate(nodes)}
    parents = [place.get(int(trace.columns.parent[node]), -1) for node in nodes]
    half = [3.5 * max(map(len, labels.node_lines(trace, node))) + 5 for node in nodes]
    return Tree(parents, half, half)


def ratio(tree: Tree) -> float:
    """The width of a tree beside Graphviz's, with the same room between nodes."""
    places = tree.laid_out(7.2, 7.2)
    return max(at + reach for at, reach in zip(places, tree.after, strict=True)) / dot_width(tree, 7.2)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (AIMA, {}),
        (WIKIPEDIA, {}),
        ("tictactoe", {"max_nodes": 50}),
        ("tictactoe", {"max_nodes": 200}),
        ("tictactoe", {"ply": 2}),
        ("connect4:4,4,3", {"max_nodes": 150}),
        ("random:b=2,d=7,seed=1", {}),
        ("random:b=3,d=4,seed=1", {}),
        ("random:b=4,d=3,seed=2", {}),
    ],
)
def test_trees_of_searches_are_no_wider_than_graphviz_draws_them_and_a_tenth(
    need: Callable[[str], None], game: Any, options: dict[str, Any]
) -> None:
    """With the same nodes and the same room between them."""
    need("dot")
    assert ratio(drawn(game, **options)) <= 1.1


def test_ragged_random_trees_are_on_average_no_wider_than_graphviz_draws_them_and_a_tenth(
    need: Callable[[str], None],
) -> None:
    """One by one they may be wider: Graphviz neither centres parents nor keeps the shapes of subtrees."""
    need("dot")
    trees = [bushy_tree(seed, evaluated=False) for seed in range(40)]
    ratios = [ratio(drawn(tree)) for tree in trees if isinstance(tree, list)]
    assert sum(ratios) / len(ratios) <= 1.1
    assert max(ratios) <= 1.25


def test_layers_follow_one_another() -> None:
    """Each begins where the one above it ends, and the room between them."""
    assert tidy_layout.layer_starts([10, 20, 5], [1, 2, 99]) == [0, 11, 33]
    assert tidy_layout.layer_starts([7], [50]) == [0]
