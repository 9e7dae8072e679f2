"""Moves without names are called by ply and place, by their places alone in older files and by those who type them."""

import json
import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tracer
from tracer import PlyscopeError, Trace
from tracer.comparing.comparison import compare
from tracer.condition.watchpoint import parse_search
from tracer.diagnosis.examination import check
from tracer.diagnosis.finding import ERROR
from tracer.games.move_names import complete_move_name, move_index, name_move, name_moves, ply_letters
from tracer.games.root_positions import resolve_position
from tracer.games.tree import TreeGame
from tracer.games.tree_text import parse_tree
from tracer.lines.reading import read_lines

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
MIXED = '{"children":{"left":[3,[4,5]],"right":{"children":{"1":7,"2":[8,9]}},"up":[[1,2],{"name":"n","value":6}]}}'
GAMES = (AIMA, "random:b=3,d=4,seed=7", "random:b=12,d=2,order=best,turn=MIN", MIXED, [[[[5]]]], [1], "[[1,2],[[3],4]]")


def test_the_letters_of_all_plies_differ_and_go_on_as_columns_of_a_spreadsheet_do() -> None:
    found = [ply_letters(ply) for ply in range(20_000)]
    assert len(set(found)) == len(found)
    assert found == sorted(found, key=lambda text: (len(text), text))
    assert found[: 26 + 1] == [*"abcdefghijklmnopqrstuvwxyz", "aa"]


@given(st.integers(0, 20_000), st.integers(1, 300))
def test_a_name_tells_its_place(ply: int, count: int) -> None:
    names = name_moves(ply, count)
    assert [move_index(name) for name in names] == list(range(count))
    assert names[-1] == name_move(ply, count - 1)
    assert [complete_move_name(str(number), names) for number in range(1, count + 1)] == list(names)


def test_the_leaf_of_the_textbook_is_found_by_its_path_however_the_tree_was_given() -> None:
    careful = TreeGame(parse_tree(json.dumps(AIMA)))
    for game in (AIMA, str(AIMA), careful, TreeGame.from_lists([[np.int64(3), 12, 8], *AIMA[1:]])):
        trace = tracer.trace(game)
        assert trace.find("a1/b2").value == trace.find("1/2").value == 12
        assert [trace.label(node) for node in range(5)] == ["", "a1", "b1", "b2", "b3"]
        assert trace.pv == ["a1", "b1"]


def test_moves_with_names_keep_them_and_the_others_count_their_plies_from_the_root() -> None:
    trace = tracer.trace(MIXED, "minimax")
    paths = ["/".join(node.path) for node in trace if not node.children]
    assert paths == [
        "left/b1", "left/b2/c1", "left/b2/c2", "right/1", "right/2/c1", "right/2/c2", "up/b1/c1", "up/b1/c2", "up/b2",
    ]  # fmt: skip
    assert json.loads(trace.need_game().spec) == json.loads(
        MIXED.replace('{"name":"n","value":6}', '{"name":"n","value":6}')
    )


def test_names_that_places_would_give_are_not_written_into_the_spec() -> None:
    text = '{"children":{"a1":{"children":{"b1":1,"b2":2}},"a2":{"children":{"a1":3,"a2":4}}}}'
    assert tracer.game(text).spec == '[[1,2],{"children":{"a1":3,"a2":4}}]'  # type: ignore[attr-defined]


@pytest.mark.parametrize("spec", ["[[3,12,8],[2,4,6]]", "random:b=3,d=4,seed=7"])
def test_a_position_is_found_by_numbers_too(spec: str) -> None:
    game = tracer.game(spec)
    assert (
        resolve_position(game, "2/1")
        == resolve_position(game, "a2/b1")
        == resolve_position(game, "a2/1")
        != resolve_position(game, "a1/b1")
    )
    with pytest.raises(PlyscopeError, match=re.escape("'4' is no legal move; there are: a1, ")):
        resolve_position(game, "4" if spec[0] == "r" else "4/1")


def test_a_move_that_is_called_by_a_number_is_meant_by_it() -> None:
    trace = tracer.trace('[{"children":{"2":5,"1":6}},[7,8]]', "minimax")
    assert [trace.find(path).value for path in ("1/1", "1/2", "2/1", "a2/2")] == [6, 5, 7, 8]
    nodes = [[hit.node for hit in parse_search(text, trace).hits(trace)] for text in ("1/2", "2/1", "/2", "b2")]
    assert nodes == [[2], [5], [4], [6]]
    with pytest.raises(PlyscopeError, match="no move '3' at a1; there are: 2, 1"):
        trace.find("1/3")


def test_a_game_whose_moves_have_names_of_their_own_knows_no_numbers() -> None:
    trace = tracer.trace("tictactoe", max_nodes=500)
    with pytest.raises(PlyscopeError, match="no move '1' at the root; there are: a1"):
        trace.find("1")
    with pytest.raises(PlyscopeError):
        parse_search("1", trace)


def test_where_there_is_no_such_move_the_passes_are_named_too() -> None:
    trace = tracer.trace("tictactoe", "deepening", depth=2)
    with pytest.raises(PlyscopeError, match="no move 'depth 3' at the root; there are: depth 1, depth 2, a1, b1"):
        trace.find("depth 3")


def numbered(trace: Trace) -> Trace:
    """The trace as older files have it: moves without names are called 1, 2, 3 … at every ply."""
    told = {
        name: str(move_index(name) + 1) if re.fullmatch("[a-z]+[0-9]+", name) else name for name in trace.move_labels
    }
    names = list(dict.fromkeys(told.values()))
    moves = [-1, *(names.index(told[trace.label(node)]) for node in range(1, len(trace)))]
    columns = replace(trace.columns, move=np.array(moves, np.int32))
    passes = {names.index(one.label): one for one in trace.passes.values()}
    return Trace(columns, passes, trace.header, labels=names)


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("search", ["minimax", "alphabeta", "mtdf"])
def test_an_older_file_opens_with_the_names_that_its_moves_have_now(game: Any, search: str, tmp_path: Path) -> None:
    trace = tracer.trace(game, search)
    old = numbered(trace)
    assert any(label.isdecimal() for label in old.move_labels)
    old.save(tmp_path / "old.plyscope")
    found = tracer.load(tmp_path / "old.plyscope")
    for node in range(len(trace)):
        assert found.node(node).path == trace.node(node).path
        assert found.state(node) == trace.state(node)
    assert found.pv == trace.pv
    assert (found.counts.pruned_nodes, found.counts.full_tree_nodes) == (
        trace.counts.pruned_nodes,
        trace.counts.full_tree_nodes,
    )
    assert [one for one in check(found) if one.severity is ERROR] == []
    assert compare(found, trace).first is None


def test_an_older_file_with_a_move_that_the_game_has_not_is_opened_all_the_same(tmp_path: Path) -> None:
    trace = tracer.trace(AIMA)
    old = numbered(trace)
    Trace(old.columns, {}, old.header, labels=["1", "7", "3"]).save(tmp_path / "old.plyscope")
    found = tracer.load(tmp_path / "old.plyscope")
    assert [found.label(node) for node in range(1, 9)] == ["a1", "b1", "7", "b3", "7", "1", "7", "3"]
    assert found.state(4) == 4
    with pytest.raises(PlyscopeError, match="no move '7'"):
        found.state(5)


def test_another_program_may_number_the_moves_of_a_typed_tree() -> None:
    lines = [
        '{"plyscope": 1, "game": "[[3,12],[2,4]]"}', '{"enter": null, "turn": "MAX"}', '{"enter": "2", "turn": "MIN"}',
        '{"enter": "1", "turn": "MAX"}', '{"leave": 2}', '{"enter": "2", "turn": "MAX"}', '{"leave": 4}',
        '{"leave": 2}', '{"leave": 2}',
    ]  # fmt: skip
    found = read_lines(BytesIO("\n".join(lines).encode()))
    assert [found.label(node) for node in range(len(found))] == ["", "a2", "b1", "b2"]
    assert found.state(2) == found.need_game().play(found.state(1), "b1")
