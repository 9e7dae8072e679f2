"""Wins that take longer than they need, and losses that come sooner: seen at the root's chosen move."""

from __future__ import annotations

from dataclasses import replace

import pytest
from specimens.specimen import Specimen, diagnosis
from specimens.values_styles import CLOSURES, HEAPS, METHODS, counters

import tracer
from tracer.diagnosis import remarks
from tracer.tracing import Trace

SPECIMENS = [
    Specimen("longer-win", counters("2,2,3"), (("HEAPS = (1, 2, 2)", "HEAPS = (2, 2, 3)"),), ""),
    Specimen("longer-win", CLOSURES, (('"X...O...."', '"XO.OX...."'),), ""),
    Specimen("longer-win", METHODS, (('["X", ".", "."], [".", "O", "."]', '["X", "O", "."], ["O", "X", "."]'),), ""),
    Specimen(
        "lost-given-up",
        counters("2,2"),
        (
            ("HEAPS = (1, 2, 2)", "HEAPS = (2, 2)"),
            ("range(1, size + 1)", "range(size, 0, -1)"),
        ),
        "",
    ),
    Specimen(
        "lost-given-up",
        HEAPS,
        (("heaps = [1, 2, 3]", "heaps = [0, 2, 2]"), ("range(1, heaps[heap] + 1)", "range(heaps[heap], 0, -1)")),
        "",
    ),
]


@pytest.mark.parametrize("specimen", SPECIMENS, ids=map(str, SPECIMENS))
def test_the_first_finding_is_the_disease_at_its_first_node(specimen: Specimen) -> None:
    first, *others = diagnosis(specimen.style, specimen.edit)
    assert (first.disease, "/".join(first.path)) == (specimen.disease, specimen.path)
    assert not [finding for finding in others if finding.severity == "error"]


def test_every_remark_on_the_move_has_specimens_in_two_styles_and_in_a_negamax() -> None:
    for disease in (remarks.LONGER, remarks.GIVEN_UP):
        styles = {specimen.style.file for specimen in SPECIMENS if specimen.disease == disease.slug}
        assert len(styles) >= 2, disease.slug
        assert styles & {"values_negamax", "values_counters", "values_backtrack"}, disease.slug


def test_the_longer_win_is_told_with_both_distances() -> None:
    (finding,) = diagnosis(SPECIMENS[1].style, SPECIMENS[1].edit)
    assert (finding.severity, finding.node, finding.message) == ("note", 0, "c1 wins in 3 plies, c3 wins in 1")


def test_the_lost_position_that_is_given_up_is_told_with_both_distances() -> None:
    (finding,) = diagnosis(SPECIMENS[-2].style, SPECIMENS[-2].edit)
    assert (finding.severity, finding.node, finding.message) == ("note", 0, "a2 loses in 2 plies, a1 loses only in 4")


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "negamax", "negamax-alphabeta", "alphabeta-memo"])
def test_our_own_searches_have_the_notes_that_are_true(search: str) -> None:
    slow = tracer.trace("tictactoe", search, position="XO./OX./...")
    assert [finding.disease for finding in tracer.check(slow)] == ["longer-win"]
    quick = tracer.trace("tictactoe", search, position="XO./OX./...", order="reversed")
    assert quick.label(quick.principal_variation[1]) == "c3"
    assert tracer.check(quick) == []
    assert tracer.check(tracer.trace("nim:2,2", search)) == []
    lost = tracer.trace("nim:2,2", search, order="reversed")
    assert [finding.disease for finding in tracer.check(lost)] == ["lost-given-up"]


def test_a_win_beyond_the_depth_is_no_quicker_win() -> None:
    deep = tracer.trace("nim:2,2,3")
    assert [finding.message for finding in tracer.check(deep)] == ["a1 wins in 7 plies, c3 wins in 5"]
    assert tracer.check(tracer.trace("nim:2,2,3", depth=4)) == []


def test_payoffs_of_many_sizes_are_neither_won_nor_lost() -> None:
    assert tracer.check(tracer.trace([[3, [[[5]]]], [3, 4]])) == []


def test_quick_wins_that_are_worth_more_leave_nothing_to_say() -> None:
    edit = (
        ('"X...O...."', '"XO.OX...."'),
        ("            return 1\n", '            return 1 + board.count(".")\n'),
        ("            return -1\n", '            return -1 - board.count(".")\n'),
    )
    assert diagnosis(CLOSURES, edit) == []


def test_a_search_that_calls_max_whom_the_game_calls_min_has_the_same_note() -> None:
    trace = tracer.trace("tictactoe", "minimax", position="XO./OX./...")
    columns = trace.columns
    turned = replace(columns, turn=-columns.turn, value=-columns.value, alpha=-columns.beta, beta=-columns.alpha)
    header, labels = replace(trace.header, search="own"), trace.move_labels
    (finding,) = tracer.check(Trace(turned, labels, header, trace.game, trace.start(), labels=labels))
    assert (finding.disease, finding.message) == ("longer-win", "c1 wins in 3 plies, c3 wins in 1")
