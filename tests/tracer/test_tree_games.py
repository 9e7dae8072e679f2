"""Trees given by hand: their text, its errors, and what becomes of them as games."""

from __future__ import annotations

import json
import math
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from laws import check_laws
from strategies import AIMA, SEEDS, bushy_tree, minimax_value, nested_lists, objects

import tracer
from tracer import MAX, MIN, PlyscopeError
from tracer.games.root_positions import position_text, resolve_position
from tracer.games.tree import TreeGame
from tracer.games.tree_text import parse_tree, preorder

MALFORMED = [
    ("", "line 1, root: a number, a list or an object expected, not 'the end of the text'"),
    ("[]", "line 1, root: a node without children needs a value"),
    ("{}", "line 1, root: a node needs a value or children"),
    ("[1,2", "line 1, node a2: ',' or ']' expected, not 'the end of the text'"),
    ("[1,2]]", "line 1, root: ']' after the end of the tree"),
    ("[1,,2]", "line 1, node a2: a number, a list or an object expected, not ','"),
    ("[1,]", "line 1, node a2: a number, a list or an object expected, not ']'"),
    ("[1 2]", "line 1, node a1: ',' or ']' expected, not '2'"),
    ("[1,\n [2,\n  x]]", "line 3, node a2/b1: unexpected 'x'; a tree is JSON"),
    ("[1,\n [2,\n  []]]", "line 3, node a2/b2: a node without children needs a value"),
    ('[1,"a"]', "line 1, node a2: a number, a list or an object expected, not '\"a\"'"),
    ("[NaN]", "unexpected 'NaN'"),
    ("[Infinity]", "unexpected 'Infinity'"),
    ("[-Infinity]", "unexpected '-Infinity'"),
    ("[01]", "unexpected '01'"),
    ("[1.]", "unexpected '1.'"),
    ("[1e999]", "line 1, node a1: the number 1e999 is too large"),
    ("[true]", "unexpected 'true'"),
    ("['a']", 'unexpected "\'"'),
    ('{"left":3}', r"known: name, value, turn, children; moves stand in children"),
    ('{"valeu":3}', r"unknown field 'valeu' (did you mean value?); known: name, value, turn, children"),
    ('{"value":3,"value":4}', "the field 'value' stands twice"),
    ('{"value":"3"}', "a value is a number, not '\"3\"'"),
    ('{"name":3}', "a name is a string in double quotes, not '3'"),
    ('{"turn":"min","value":1,}', "a name in double quotes expected, not '}'"),
    ('{"turn":"WHITE","children":[1]}', 'turn is "MAX" or "MIN", not \'WHITE\''),
    ('{"children":3}', "children are a list of nodes, outcomes in round brackets, or an object from move to node"),
    ('{"children":[]}', "a node without children needs a value"),
    ('{"children":{"a":1,"a":2}}', "line 1, node a: the move 'a' stands twice"),
    ('{"children":{"a":1,\n"b":{"children":[5,\n?]}}}', "line 3, node b/b1: unexpected '?'"),
    ('{"value" 3}', "':' expected, not '3'"),
    ('{"children":{"a":1;"b":2}}', "node a: unexpected ';'"),
    ('{"children":{"a\x1b[31m":[]}}', "unexpected '\"a␛[31m\":[]}}'"),
    ('{"name":"open', "unexpected '\"open'"),
    ("nil", "unexpected 'nil'"),
]


@pytest.mark.parametrize(("text", "message"), MALFORMED)
def test_a_malformed_tree_is_refused_with_line_path_and_reason(text: str, message: str) -> None:
    with pytest.raises(PlyscopeError) as caught:
        parse_tree(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("the tree, line ")
    assert "\x1b" not in str(caught.value)


def test_a_tree_in_a_file_of_another_name_is_told_how_it_ends(tmp_path: Any) -> None:
    path = tmp_path / "tree.txt"
    path.write_text("[[3, 12], [2, 4]]")
    with pytest.raises(PlyscopeError, match=r"tree\.txt': the name of a file with a tree ends in \.json"):
        tracer.trace(str(path))
    with pytest.raises(PlyscopeError, match="`plyscope games` lists them"):
        tracer.trace("x" * 5000)


def test_a_malformed_file_is_named(tmp_path: Any) -> None:
    path = tmp_path / "bad.json"
    path.write_text("[1,\n2")
    with pytest.raises(PlyscopeError, match=r"bad\.json, line 2, node a2: ',' or ']' expected"):
        tracer.game(str(path))
    path.write_bytes(b"\xff\xfe[1]")
    with pytest.raises(PlyscopeError, match=r"bad\.json is not UTF-8 text"):
        tracer.game(str(path))
    path.write_bytes(b"\xef\xbb\xbf[1,2]")
    assert tracer.trace(str(path)).value == 2


def lists_of(node: Any) -> Any:
    """The nested lists that a parsed tree of lists stands for."""
    return node.value if node.children is None else [lists_of(child) for child in node.children]


@given(nested_lists(), st.sampled_from([None, 1, "\t"]))
def test_lists_of_numbers_are_read_as_json_reads_them(tree: Any, indent: Any) -> None:
    text = json.dumps(tree, indent=indent)
    assert lists_of(parse_tree(text)) == json.loads(text) == tree


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**18), 10**18))
@example(-0.0)
@example(1e308)
@example(5e-324)
@example(12345678901234567)
def test_a_number_is_read_as_json_reads_it(number: float) -> None:
    for text in {json.dumps(number), f"{number:e}", f"{number:E}"}:
        assert parse_tree(text).value == float(json.loads(text))
    spec = TreeGame.from_lists([number]).spec
    assert json.loads(spec) == [number]


@given(st.text(alphabet='[]{},:"\\ \n-+.0123456789eEaturnvl"name"children', max_size=60) | st.text(max_size=20))
@example('{"children":{"":1}}')
@example('{"name":"\\ud800","value":1}')
@example("[" * 2000)
@example('{"children":' * 2000)
def test_any_text_is_a_tree_or_a_plyscope_error(text: str) -> None:
    try:
        game = TreeGame.from_text(text)
    except PlyscopeError as error:
        message = str(error)
        assert message.isprintable()
        return
    json.loads(text)
    assert TreeGame.from_text(game.spec).spec == game.spec
    assert math.isfinite(tracer.search(game).value)


def as_game(tree: Any) -> TreeGame:
    return TreeGame.from_text(json.dumps(tree))


@given(objects() | nested_lists() | SEEDS.map(lambda seed: bushy_tree(seed, evaluated=True, turns=True)))
def test_the_spec_of_a_tree_makes_the_same_tree_again(tree: Any) -> None:
    game = as_game(tree)
    again = TreeGame.from_text(game.spec)
    assert again.spec == game.spec
    assert len(again) == len(game)
    for state in range(len(game)):
        assert again.turn(state) == game.turn(state)
        assert again.utility(state) == game.utility(state)
        assert list(again.moves(state)) == list(game.moves(state))
        assert again.show(state) == game.show(state)
        assert again.parse(game.show(state)) == state
        if isinstance(tree, dict):
            assert again.evaluate(state) == game.evaluate(state)


NAMED = '{"name":"A","children":{"left":{"name":"B","turn":"MAX","children":[3,5]},"right":{"value":4}}}'


def test_names_moves_and_turns_of_a_tree_are_its_own() -> None:
    game = TreeGame.from_text(NAMED)
    assert list(game.moves(0)) == ["left", "right"]
    assert [game.show(state) for state in range(5)] == ["A", "B", "left/b1", "left/b2", "right"]
    assert [game.turn(state) for state in range(5)] == [MAX, MAX, MIN, MIN, MIN]
    assert [game.parse(text) for text in ("A", " B ", "#4", "left/b2", "left/2")] == [0, 1, 4, 3, 3]
    for text in ("C", "left/b3", "right/a1", "#5", "#-1", "#", "#" + "9" * 50, "", "#٣x"):
        with pytest.raises(ValueError, match="no node named"):
            game.parse(text)
    assert game.spec == NAMED.replace('{"value":4}', "4")
    trace = tracer.trace(game)
    assert (trace.value, trace.pv) == (5, ["left", "b2"])
    check_laws(trace)
    assert tracer.trace(game, position="B").value == 5
    assert tracer.trace(game, position="left/1").value == 3


def test_without_a_value_a_node_cannot_be_a_horizon() -> None:
    with pytest.raises(PlyscopeError, match=r'the node a1 has no "value" to evaluate at the horizon'):
        tracer.trace([[1, 2], 3], depth=1)


@pytest.mark.parametrize("order", ["natural", "best"])
def test_a_tree_five_thousand_plies_deep_is_read_written_and_searched(order: str) -> None:
    text = "[" * 5_000 + "7" + "]" * 5_000
    game = TreeGame.from_text(text)
    assert len(game) == 5_001
    assert game.spec == text
    assert sum(1 for _ in preorder(parse_tree(text))) == 5_001
    trace = tracer.trace(game, order=order)
    assert (trace.value, len(trace.pv), int(trace.columns.ply.max())) == (7, 5_000, 5_000)
    check_laws(trace)


def test_objects_five_thousand_plies_deep_are_read_and_written() -> None:
    text = '{"name":"n","children":[' * 5_000 + "7" + "]}" * 5_000
    assert TreeGame.from_text(text).spec == text
    tree: Any = 7
    for _ in range(5_000):
        tree = [tree]
    assert len(TreeGame.from_lists(tree)) == 5_001


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ([], "root: a finite number or a list expected"),
        ([1, [2, []]], r"node a2/b2: a finite number or a list expected, not \[\]"),
        ([1, "2"], "node a2: .* not '2'"),
        ([math.nan], "node a1: .* not nan"),
        ([[math.inf]], "node a1/b1: .* not inf"),
        ([None], "node a1: .* not None"),
        ([True], "node a1: .* not True"),
        ([10**400], "node a1: "),
    ],
)
def test_lists_that_are_no_tree_are_refused_with_the_path(tree: Any, message: str) -> None:
    with pytest.raises(PlyscopeError, match=message):
        tracer.trace(tree)


def test_tuples_and_numpy_numbers_serve_as_lists_and_numbers() -> None:
    game = TreeGame.from_lists([(3, np.int64(12)), (np.float64(2.5), 4)])
    assert game.spec == "[[3,12],[2.5,4]]"
    assert tracer.trace(game).value == 3


def test_min_may_begin() -> None:
    game = TreeGame.from_lists(AIMA, turn=MIN)
    assert tracer.trace(game).value == minimax_value(game, 0, None) == 6
    assert TreeGame.from_text(game.spec).turn(0) is MIN


def networkx_tree(**leaf: Any) -> nx.DiGraph[Any]:
    graph = nx.DiGraph()
    graph.add_edge("r", "a", move="left")
    graph.add_edge("r", "b", move="right")
    graph.add_node("a", value=3)
    graph.add_node("b", **leaf)
    return graph


def test_a_networkx_tree_is_a_game() -> None:
    trace = tracer.trace(networkx_tree(value=5))
    assert (trace.value, trace.best_move, trace.root.path) == (5, "right", ())
    game = TreeGame.from_networkx(networkx_tree(value=5))
    assert [game.show(state) for state in range(3)] == ["r", "a", "b"]
    check_laws(trace)


def test_a_networkx_tree_keeps_turns_names_and_the_order_of_edges() -> None:
    graph = nx.DiGraph([(0, 2), (0, 1), (2, 3), (2, 4)])
    nx.set_node_attributes(graph, {1: 1, 3: np.int64(7), 4: np.float64(9)}, "value")
    nx.set_node_attributes(graph, {0: "MIN", 2: tracer.MAX}, "turn")
    nx.set_node_attributes(graph, {0: "root"}, "name")
    game = TreeGame.from_networkx(graph)
    assert game.spec == (
        '{"name":"root","turn":"MIN","children":{"2":{"name":"2","children":{"3":{"name":"3","value":7},'
        '"4":{"name":"4","value":9.0}}},"1":{"name":"1","value":1}}}'
    )
    assert tracer.trace(graph).value == 1


def loop() -> nx.DiGraph[Any]:
    return nx.DiGraph([(0, 1), (1, 0)])


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (networkx_tree(), "the leaf 'b' has no finite 'value'"),
        (networkx_tree(value=math.nan), "the value of 'b' is no finite number: nan"),
        (networkx_tree(value="5"), "the value of 'b' is no finite number: '5'"),
        (networkx_tree(value=5, turn="white"), 'turn of \'b\' is "MAX", "MIN" or "CHANCE", not \'white\''),
        (nx.DiGraph(), "no tree with its edges directed away from one root"),
        (nx.path_graph(3), "no tree with its edges directed away from one root"),
        (loop(), "no tree"),
        (nx.DiGraph([(0, 2), (1, 2)]), "no tree"),
        (nx.DiGraph([(0, 1), (2, 3)]), "no tree"),
        (nx.DiGraph([(0, 1, {"move": "a"}), (0, 2, {"move": "a"})]), "two moves of 0 have the same label"),
    ],
)
def test_a_networkx_graph_that_is_no_game_tree_is_refused_with_the_reason(graph: Any, message: str) -> None:
    with pytest.raises(PlyscopeError, match=message):
        tracer.trace(graph)


def test_a_position_whose_path_is_the_name_of_another_node_is_told_by_its_number() -> None:
    tree = tracer.game('{"children": [{"children": [3]}, {"name": "a1", "children": [2, 4]}]}')
    assert [position_text(tree, "", node) for node in range(1, 6)] == ["#1", "a1/b1", "a1", "a2/b1", "a2/b2"]
    assert all(resolve_position(tree, position_text(tree, "", node)) == node for node in range(6))
