"""Why not another move: held to the values of tic-tac-toe by its rules, for every move of many positions."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_players import TICTACTOE, tictactoe_after, worth

import tracer
from tracer.errors import PlyscopeError
from tracer.games.rules import MAX, label
from tracer.playing.why_not import why_not

BETTER, EQUAL, NO_BETTER = "which is better for", "they are equal", "it is no better"


@pytest.mark.parametrize("search", ["alphabeta", "deepening", "mtdf", "pvs", "minimax-memo", "sss"])
@given(seed=st.integers(0, 999), moves=st.integers(2, 6))
def test_a_worse_move_is_called_worse_and_its_line_is_legal(search: str, seed: int, moves: int) -> None:
    match = tictactoe_after(seed, moves)
    trace = tracer.trace("tictactoe", search, position=match.state)
    turn = TICTACTOE.turn(match.state)
    for name, move in match.legal.items():
        found = why_not(trace, name)
        after = TICTACTOE.play(match.state, move)
        loss, said = turn * (worth(match.state) - worth(after)), found.sentences[0]
        assert loss >= 0
        claims = [claim for claim in (BETTER, EQUAL, NO_BETTER, "is what it plays", "searched now") if claim in said]
        assert len(claims) == 1, said
        assert loss > 0 or BETTER not in said
        assert loss == 0 or EQUAL not in said
        if BETTER in said:
            assert f"better for {'MAX' if turn == MAX else 'MIN'}" in said
        if move == trace.best_move:
            assert f"{name} is what it plays" in said
        assert found.line[0] == name
        _follow(match.state, found.line)


def _follow(state: Any, line: tuple[str, ...]) -> None:
    """Play a line."""
    for name in line:
        assert TICTACTOE.utility(state) is None
        legal = {label(TICTACTOE, move): move for move in TICTACTOE.moves(state)}
        assert name in legal
        state = TICTACTOE.play(state, legal[name])


def test_a_move_that_was_not_searched_is_searched_now() -> None:
    trace = tracer.trace("connect4", "alphabeta", depth=4, window=(-10, -5))
    assert trace.counts.pruned_branches
    found = why_not(trace, "4")
    after = tracer.search("connect4", "minimax", depth=3, position="4").value
    assert found.trace.value == after
    assert "4 was not searched; searched now" in found.sentences[0]
    assert len(found.line) == 4


def test_of_a_monte_carlo_search_the_visits_are_told() -> None:
    trace = tracer.trace("tictactoe", "uct", position=tictactoe_after(3, 3).state)
    names = [trace.label(child) for child in trace.children(0)]
    best = trace.best_root_child
    assert best is not None
    for name in names:
        first = why_not(trace, name).sentences[0]
        assert ("the most visited is played" in first) == (name != trace.label(best))


def test_a_search_that_was_stopped_is_asked_all_the_same() -> None:
    trace = tracer.trace("connect4", "deepening", max_nodes=300)
    for name in "1234567":
        assert why_not(trace, name).line[0] == name


def test_what_is_no_legal_move_there_is_one_line_and_small_letters_do() -> None:
    trace = tracer.trace("tictactoe", position="X../.O./X..")
    with pytest.raises(PlyscopeError, match="'a1' was no legal move there; there were: b1, c1"):
        why_not(trace, "a1")
    assert why_not(trace, "B1").line[0] == "b1"


def test_a_what_if_may_be_cancelled() -> None:
    trace = tracer.trace("connect4", "alphabeta", depth=4, window=(-10, -5))
    with pytest.raises(PlyscopeError, match="did not come to an end"):
        why_not(trace, "4", lambda: True)


@pytest.mark.parametrize("search", ["pns", "dfpn"])
def test_the_value_of_a_proof_search_is_said_as_what_it_proves(search: str) -> None:
    match = tictactoe_after(3, 4)
    for goal, reached in (("win", lambda value: value > 0), ("draw", lambda value: value >= 0)):
        trace = tracer.trace("tictactoe", search, position=match.state, goal=goal)
        words = {"win": ("MAX does not win", "MAX wins"), "draw": ("MIN wins", "MIN does not win")}[goal]
        for name, move in match.legal.items():
            said = why_not(trace, name).sentences[0]
            if "is worth exactly" in said or "is what it plays" in said or "searched now" in said:
                assert f"({words[reached(worth(TICTACTOE.play(match.state, move)))]})" in said
