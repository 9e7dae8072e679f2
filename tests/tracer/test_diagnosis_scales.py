"""What a win counts is read from the search, whatever it counts by, and leaves are held to that alone."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest
from specimens.specimen import Style, diagnosis

from tracer.diagnosis.case import Case
from tracer.diagnosis.payoffs import learn_payoff
from tracer.lines.reading import read_lines

NEGAMAX = Style("leaves_negamax", ("negamax",), options={"game": "tictactoe"}, game="tictactoe")
PASSES = replace(NEGAMAX, run="solve_in_passes")
FOR_O = replace(NEGAMAX, run="solve_for_o")
BY_DEPTH = ("(20 - ply)", "(20 + depth)")
"""The sooner a win comes, the more depth is left; from pass to pass it is more at each ply."""


def found(style: Style, *edit: tuple[str, str]) -> set[str]:
    """Return the diseases that are found, but for notes."""
    return {finding.disease for finding in diagnosis(style, edit) if finding.severity != "note"}


@pytest.mark.parametrize("style", [NEGAMAX, PASSES], ids=["one pass", "several"])
def test_a_win_may_count_by_the_depth_that_is_left(style: Style) -> None:
    assert found(style, BY_DEPTH) == set()


@pytest.mark.parametrize("style", [NEGAMAX, PASSES], ids=["one pass", "several"])
def test_one_that_is_off_by_some_is_found_all_the_same(style: Style) -> None:
    sick = (BY_DEPTH[0], '(20 + depth - 2 * (board[8] == "O"))')
    assert found(style, sick) == {"wrong-leaf"}


BEFORE_THE_MOVE = (
    "    best = -1000.0\n",
    """    for square in range(9):
        after = board[:square] + "OX"[color == 1] + board[square + 1 :]
        if board[square] == "." and winner(after) == color:
            return 20 - ply
    best = -1000.0
""",
)
"""A win is seen before the move is made, so that no call is ever made for one."""
FOR_ONE_PLAYER = (BEFORE_THE_MOVE[0], BEFORE_THE_MOVE[1].replace("== color:", "== color == 1:"))
"""The other player's wins are leaves, and tell what a win counts."""
TOO_SOON = (BEFORE_THE_MOVE[0], '    if board.count(".") == 2:\n        return 20 - ply\n    best = -1000.0\n')


@pytest.mark.parametrize("edit", [BEFORE_THE_MOVE, FOR_ONE_PLAYER], ids=["both players", "one player"])
def test_who_can_win_with_the_next_move_may_have_won_before_it_is_made(edit: tuple[str, str]) -> None:
    assert found(FOR_O, edit) == set()


def test_a_win_that_is_claimed_where_no_move_wins_is_found() -> None:
    assert "terminal-early" in found(FOR_O, TOO_SOON)
    lost = (BEFORE_THE_MOVE[0], BEFORE_THE_MOVE[1].replace("return 20 - ply", "return ply - 20"))
    assert "terminal-early" in found(FOR_O, lost)


@pytest.mark.parametrize(("evaluation", "win"), [(7, None), (3, 1000.0)])
def test_without_a_won_leaf_a_win_counts_what_the_game_says_only_beside_the_game_s_evaluation(
    evaluation: int, win: float | None
) -> None:
    lines = [{"plyscope": 1, "game": "connect4:4,4,3"}, {"enter": None, "turn": "MAX"}, {"enter": "1"}]
    lines += [{"leave": evaluation, "status": "horizon"}, {"leave": evaluation}]
    trace = read_lines(io.BytesIO("".join(json.dumps(line) + "\n" for line in lines).encode()))
    assert learn_payoff(Case(trace))(1000.0, 2, None) == win
