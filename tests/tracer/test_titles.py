"""What trees, their nodes and their positions are called."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import tracer
from tracer.games.rules import describe
from tracer.games.tree import TreeGame
from tracer.recording.header import Header

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
NAMED = '{"name":"Fig. 1","children":{"left":{"name":"B","children":[3,5]},"right":[2,9]}}'


def test_a_tree_file_is_called_by_its_root_and_else_by_its_name(tmp_path: Path) -> None:
    named, unnamed = tmp_path / "named.json", tmp_path / "unnamed.json"
    named.write_text(NAMED)
    unnamed.write_text(json.dumps(AIMA))
    assert tracer.trace(str(named)).header.title == "Fig. 1, alphabeta"
    assert tracer.trace(str(unnamed)).header.title == "unnamed, alphabeta"
    tracer.trace(str(unnamed)).save(tmp_path / "t.plyscope")
    assert tracer.load(tmp_path / "t.plyscope").header.title == "unnamed, alphabeta"


@pytest.mark.parametrize(
    ("game", "title"),
    [
        (AIMA, "tree of 9 leaves"),
        ([3], "tree of 1 leaf"),
        ("[[1,2],[3,4]]", "tree of 4 leaves"),
        ('{"children":{"left":3,"right":[4,5]}}', "tree of 3 leaves"),
        (NAMED, "Fig. 1"),
        ('{"name":"\\u2655\\u001b[1m","children":[1,2]}', "♕␛[1m"),
        ('{"name":"7","children":[1,2]}', "tree of 2 leaves"),
    ],
)
def test_a_typed_tree_is_called_by_its_root_and_else_by_its_size(game: Any, title: str) -> None:
    trace = tracer.trace(game)
    assert trace.header.title == f"{title}, alphabeta"
    assert trace.header.name == describe(trace.game) == title  # type: ignore[arg-type]  # it has one


def test_a_graph_is_called_by_its_name_or_root() -> None:
    graph: nx.DiGraph[Any] = nx.DiGraph([("S", "L"), ("S", "R")])
    nx.set_node_attributes(graph, {"L": 1, "R": 2}, "value")
    assert tracer.trace(graph).header.name == "S"
    numbered: nx.DiGraph[Any] = nx.DiGraph([(0, 1), (0, 2)], name="Fig. 2")
    nx.set_node_attributes(numbered, {1: 1, 2: 2}, "value")
    assert tracer.trace(numbered).header.name == "Fig. 2"


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("[[1,2],[3,4]]", "tree of 4 leaves"),
        (NAMED, "Fig. 1"),
        ('{"children":{"left":3,"right":4}}', "tree"),
        ('{"name":"a\\', "tree"),
        ('{"name":"","children":[1]}', "tree"),
        ("tictactoe", "tictactoe"),
        ("", ""),
    ],
)
def test_a_header_without_a_title_tells_it_from_the_spec(spec: str, name: str) -> None:
    assert Header(game=spec).name == name


def test_a_position_of_a_tree_is_called_by_its_name_or_path() -> None:
    twice = TreeGame.from_text('{"children":{"x":{"name":"A","children":[1,2]},"y":{"name":"A","children":[3,4]}}}')
    assert [twice.show(state) for state in range(7)] == ["the root", "A", "x/b1", "x/b2", "y", "y/b1", "y/b2"]
    assert [twice.parse(twice.show(state)) for state in range(7)] == [*range(7)]
    for given, said in (("#4", "y"), (5, "y/b1"), ("A", "A"), ("y", "y"), ("/", None), (0, None)):
        assert tracer.trace(twice, position=given).header.position == said
    assert tracer.trace(AIMA, position="2/1").header.title == "tree of 9 leaves at a2/b1, alphabeta"


def test_names_of_nodes_are_those_that_differ_from_their_moves() -> None:
    trace = tracer.trace(NAMED)
    assert trace.names == {0: "Fig. 1", 1: "B"}
    assert tracer.trace(AIMA).names == {}
    assert tracer.trace("tictactoe", depth=None, position="XOX/OXO/...").names == {}
    graph: nx.DiGraph[Any] = nx.DiGraph([("S", "L"), ("S", "R")])
    graph.add_edge("S", "R", move="right")
    nx.set_node_attributes(graph, {"L": 1, "R": 2}, "value")
    assert tracer.trace(graph).names == {0: "S", 2: "R"}


def test_names_of_pruned_branches_and_of_passes_are_known() -> None:
    trace = tracer.trace('{"children":[[3,12],{"name":"B","children":[2,{"name":"C","value":7}]}]}')
    assert {trace.node(node).path: name for node, name in trace.names.items()} == {("a2",): "B", ("a2", "b2"): "C"}


@pytest.mark.parametrize(("guess", "told"), [(6.0, "6"), (-2.0, "−2"), (2.5, "2.5"), (1e300, "1e+300")])
def test_a_whole_number_is_written_without_a_point(guess: float, told: str) -> None:
    assert tracer.trace([[3, 12], [2, 4]], "mtdf", guess=guess).header.search_title == f"mtdf, guess {told}"


def test_an_option_is_as_long_as_people_write_it() -> None:
    assert tracer.trace("connect4", "uct", iterations=3).header.option_words == ["iterations 3", "c 1414.21"]
    assert tracer.trace("nim:1,2", "uct", iterations=3, c=0.1 + 0.2).header.option_words == ["iterations 3", "c 0.3"]
