"""What a win counts is read from the search, whatever it counts by, and leaves are held to that alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from specimens.specimen import Style, diagnosis

NEGAMAX = Style("leaves_negamax", ("negamax",), options={"game": "tictactoe"}, game="tictactoe")
PASSES = replace(NEGAMAX, run="solve_in_passes")
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
