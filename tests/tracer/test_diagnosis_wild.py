"""Mistakes that people ask about are named, at the first node that has them; the searches without them are not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from specimens.specimen import Specimen, Style, diagnosis, record
from specimens.wild_sick import SPECIMENS
from specimens.wild_styles import ACTIONS, COLOUR, FLAGS, ROWS, STRINGS, STYLES

import tracer
from tracer.attaching.attach_functions import attach
from tracer.errors import PlyscopeError


@pytest.mark.parametrize("sick", SPECIMENS, ids=[f"{k} {sick}" for k, sick in enumerate(SPECIMENS)])
def test_the_disease_is_found_at_the_node_that_has_it_first(sick: Specimen) -> None:
    found = diagnosis(sick.style, sick.edit)
    assert (found[0].disease, "/".join(found[0].path)) == (sick.disease, sick.path)
    assert [finding.disease for finding in found if finding.severity == "error"] in ([], [sick.disease])


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.file} {len(style.options)}")
def test_the_healthy_twin_has_nothing(style: Style) -> None:
    assert [str(finding) for finding in diagnosis(style) if finding.severity != "note"] == []


def said(style: Style, *edit: tuple[str, str]) -> str:
    """What is said of the first finding."""
    return diagnosis(style, edit)[0].message


def test_a_break_that_leaves_only_the_inner_loop_is_told_from_none_at_all() -> None:
    edit = next(sick.edit for sick in SPECIMENS if sick.disease == "missed-cut" and sick.style is ROWS)
    assert said(ROWS, *edit) == (
        "MIN to move went on after −4 (b2), with alpha 5: it left out c2, but then searched b3 all the same, as where "
        "break leaves only the inner one of two loops; so at 45 nodes"
    )


def test_the_end_that_was_moved_is_named() -> None:
    assert said(ROWS, ("beta = min(beta, best)", "alpha = max(alpha, best)")) == (
        "MAX to move got the window (5, 1000), though its parent had (−1000, 5): MIN has moved alpha by what its own "
        "moves returned"
    )
    lowered = said(
        COLOUR, ("            if best > alpha:\n                alpha = best", "            beta = min(beta, best)")
    )
    assert "has moved" in lowered


def test_a_window_may_be_set_back_by_the_last_value() -> None:
    assert said(FLAGS, ("alpha = max(alpha, value)", "alpha = score")) == (
        "MIN to move got the window (3, ∞), though its parent had (100,000, ∞): alpha is the value of the last move, "
        "3 (3), and not the best so far"
    )


def test_wins_that_only_the_horizon_overlooks() -> None:
    edit = next(sick.edit for sick in SPECIMENS if sick.disease == "wrong-leaf" and sick.style is FLAGS)
    assert said(FLAGS, *edit).endswith(
        "but the leaf's value is 3, not 100,000: so at 25 wins where the depth is used up, and at none above: look for "
        "the end of the game before the depth"
    )


def test_the_beginning_of_the_best_value_shows_in_windows() -> None:
    assert said(ACTIONS, ("v = -math.inf", "v = 0")) == (
        "MAX to move gave its move b2 alpha 0 after −1 (a2), though no move had returned 0: its best value began with "
        "that, and it returned 0"
    )


def test_losses_that_are_worse_the_later_they_come() -> None:
    assert said(ROWS, ("return score + depth", "return score - depth")) == (
        "a win of MIN counts −14 at ply 4 and −16 at ply 6: so MIN puts it off and MAX hurries to it"
    )


def test_a_trace_is_judged_by_the_game_it_was_recorded_with_as_it_is_from_its_file(tmp_path: Path) -> None:
    """Positions that no legal move leads to leave the trace without the game that its header names."""
    trace = record(STRINGS, (("state[:i] + player + state", 'state[:i] + "X" + state'),))
    assert trace.game is None
    trace.save(tmp_path / "t.plyscope")
    found = tracer.check(trace)
    assert found[0].disease == "wrong-turn"
    assert found == tracer.check(tracer.load(tmp_path / "t.plyscope"))


def test_a_game_that_knows_nothing_of_a_trace_is_refused_where_it_was_not_recorded_with_it() -> None:
    trace = record(replace(STRINGS, options={}))
    with pytest.raises(PlyscopeError, match="knows none of the moves at the root"):
        tracer.check(trace, "nim:1,2")


def test_a_number_for_the_maximizing_player_does_not_say_who_moves() -> None:
    """It is the same at each call, so the search would seem to be one of MAX alone."""

    def minimax(left: int, current: int, maximizing_player: int) -> int:
        if left <= 0:
            return -1 if current == maximizing_player else 1
        values = [minimax(left - taken, 3 - current, maximizing_player) for taken in (1, 2, 3)]
        return max(values) if current == maximizing_player else min(values)

    with attach(minimax) as recording:
        minimax(7, 1, 1)
    assert {int(turn) for turn in recording.trace.columns.turn} == {1, -1}
    assert tracer.check(recording.trace) == []


def test_where_one_player_seems_to_move_always_and_the_values_deny_it_nothing_is_said() -> None:
    def minimax(left: int, maximizing_player: int, other: bool) -> int:
        if left <= 0:
            return 1 if other else -1
        values = [minimax(left - taken, maximizing_player, not other) for taken in (1, 2, 3)]
        return min(values) if other else max(values)

    with attach(minimax, turn=lambda frame: True) as recording:
        minimax(7, 1, False)
    assert tracer.check(recording.trace) == []
