"""Trees read at once: the same as those read with care, and nothing that care would refuse."""

import json
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SEEDS, bushy_tree, nested_lists, objects

from tracer.errors import PlyscopeError
from tracer.games.rules import MAX, MIN, Turn
from tracer.games.tree import TreeGame
from tracer.games.tree_nodes import Nodes, from_json, from_lists, from_tree_node
from tracer.games.tree_text import parse_tree

NAMED = """{"name": "A", "value": 0.5, "children": {"up": [1, 2], "down": {"turn": "max", "name": "B", "value": -1,
 "children": [3]}, "leaf": {"value": 7, "name": "C"}}}"""


def same(one: Nodes, other: Nodes) -> bool:
    """Whether two are one tree, numbers of one kind included."""
    fields = ("turn", "name", "moves", "explicit_turns")
    values = [[(type(value), repr(value)) for value in nodes.value] for nodes in (one, other)]
    below = [
        [[nodes.children[k][m] for m in moves] if isinstance(nodes.children[k], dict) else list(nodes.children[k])
         for k, moves in enumerate(nodes.moves)] for nodes in (one, other)
    ]  # fmt: skip
    alike = all(getattr(one, name) == getattr(other, name) for name in fields)
    return alike and values[0] == values[1] and below[0] == below[1]


def carefully(text: str, turn: Turn) -> Nodes | None:
    try:
        return from_tree_node(parse_tree(text), turn)
    except PlyscopeError:
        return None


numbers = st.one_of(st.integers(-(10**18), 10**18), st.floats(allow_nan=False, allow_infinity=False))
trees = st.one_of(
    objects(),
    nested_lists(),
    st.lists(numbers, min_size=1),
    st.builds(bushy_tree, SEEDS, evaluated=st.booleans(), turns=st.booleans()),
)


@given(trees, st.sampled_from([MAX, MIN]), st.sampled_from([None, 1]))
def test_a_tree_read_at_once_is_the_one_read_with_care(tree: Any, turn: Turn, indent: int | None) -> None:
    text = json.dumps(tree, indent=indent)
    quick, careful = from_json(text, turn), carefully(text, turn)
    assert quick is not None
    assert careful is not None
    assert same(quick, careful)
    if not isinstance(tree, dict) and "{" not in text:
        nested = from_lists(tree, turn)
        assert nested is not None
        assert nested.turn == careful.turn
        assert nested.moves == careful.moves


@given(st.one_of(trees.map(json.dumps), st.just(NAMED)), SEEDS)
def test_nothing_is_read_at_once_that_care_refuses(text: str, seed: int) -> None:
    luck = Random(seed)
    for _ in range(10):
        place, size = luck.randrange(len(text) + 1), luck.randrange(3)
        changed = text[:place] + luck.choice(
            ['"', "[", "]", "{", "}", ",", ":", "1", "e9", "-", " ", "null", "true", ""]
        )
        changed += text[place + size :]
        quick, careful = from_json(changed, MAX), carefully(changed, MAX)
        if careful is None:
            assert quick is None, changed
        elif quick is not None:
            assert same(quick, careful), changed


@pytest.mark.parametrize(
    "text",
    [
        "[]", "[1, []]", "[NaN]", "[Infinity]", "[1e999]", "[true]", "[null]", '["a"]', "{}", '{"children": []}',
        '{"value": 1, "value": 2}', '{"children": {"a": 1, "a": 2}}', '{"value": null}', '{"name": "a"}',
        '{"value": 1, "turn": "CHANCE"}', '{"value": 1, "turn": 3}', '{"value": true}', '{"value": 1, "more": 2}',
        '{"children": 3}', '{"name": 3, "value": 1}', "1" + "0" * 400, "[1] 2",
    ],
)  # fmt: skip
def test_what_is_no_tree_is_left_to_care(text: str) -> None:
    assert from_json(text, MAX) is None
    with pytest.raises(PlyscopeError, match="the tree, line 1"):
        TreeGame.from_text(text)


@pytest.mark.parametrize("value", [True, None, "1", float("nan"), float("inf"), 10**400, [], {}])
def test_lists_with_anything_but_numbers_are_refused_with_its_place(value: Any) -> None:
    for second, place in (([3, value], "b2"), ([value, 3], "b1"), ((3, value, [4]), "b2")):
        with pytest.raises(PlyscopeError, match=f"the tree, node a2/{place}: a finite number or a list expected, not "):
            from_lists([[1, 2], second], MAX)


def test_numbers_of_other_kinds_are_numbers() -> None:
    nodes = from_lists([np.array([1.5, 2.0]).tolist(), [np.int64(3), np.float32(0.5)]], MAX)
    assert nodes.value == [None, None, 1.5, 2.0, None, 3, 0.5]
    assert {type(value) for value in nodes.value} == {type(None), int, float}


def test_a_list_that_contains_itself_is_refused_and_a_text_that_is_too_deep_is_left_to_care() -> None:
    endless: list[Any] = [1]
    endless.append(endless)
    with pytest.raises(PlyscopeError, match="deeper than 20,000 plies, or a list in it contains itself"):
        from_lists(endless, MAX)
    assert from_json("[" * 5_000 + "3" + "]" * 5_000, MAX) is None
    assert len(TreeGame.from_text("[" * 5_000 + "3" + "]" * 5_000)) == 5_001


def test_moves_to_leaves_that_stand_together_are_found_by_their_places() -> None:
    game = TreeGame.from_lists([[4, 5, 6], 7])
    assert [game.utility(game.play(1, move)) for move in game.moves(1)] == [4, 5, 6]
    for wrong in ("b0", "b4", "a1", "b-1"):
        with pytest.raises((KeyError, IndexError, ValueError)):
            game.play(1, wrong)


@given(trees, st.sampled_from([MAX, MIN]))
def test_the_text_of_a_tree_makes_it_again(tree: Any, turn: Turn) -> None:
    game = TreeGame.from_text(json.dumps(tree), turn=turn)
    again = TreeGame.from_text(game.spec)
    assert same(game._nodes, again._nodes)
    assert game.spec == again.spec
