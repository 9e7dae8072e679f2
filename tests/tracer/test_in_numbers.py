"""The line in hand with its numbers: those of the search's own variables at that step, worked out here by hand."""

from __future__ import annotations

import re

import pytest
from attached import own_code
from strategies import AIMA, WIKIPEDIA, variants

import tracer
from tracer.attaching.attach_functions import attach
from tracer.searches.registry import SEARCHES
from tracer.time.moments import Event
from tracer.why.code_at_step import list_variables, pseudocode_line, pseudocode_of
from tracer.why.executed_lines import describe_code_line, describe_parent_change


def test_the_textbook_cutoff_is_one_line() -> None:
    trace = tracer.trace(AIMA)
    assert describe_code_line(trace, 12) == "best 2 ≤ alpha 3 → cut"
    assert describe_code_line(trace, 9) == "alphabeta(s, alpha 3, beta ∞)"
    assert describe_code_line(trace, 3) == "s is terminal: return utility(s) → 3"
    assert describe_code_line(trace, 13) == "prune the moves that are left: b3"
    assert describe_code_line(trace, 14) == "return best 2"
    assert describe_parent_change(trace, 12) is None
    assert describe_parent_change(trace, 14) == "best = max(best 3, value 2) → 3"
    assert describe_parent_change(trace, 3) == "best = min(best ∞, value 3) → 3, beta ∞ → 3"


def test_a_negamax_has_its_numbers_in_the_view_of_who_moves() -> None:
    trace = tracer.trace(AIMA, "negamax-alphabeta")
    assert describe_code_line(trace, 12) == "best −2 ≥ beta −3 → cut  (MIN's view)"
    assert describe_code_line(trace, 14) == "return best −2  (MIN's view)"
    assert describe_parent_change(trace, 3) == "best = max(best −∞, value −3) → −3, alpha −∞ → −3  (MIN's view)"


def test_a_value_that_causes_a_cutoff_narrows_no_window() -> None:
    trace = tracer.trace(AIMA)
    assert describe_parent_change(trace, 11) == "best = min(best ∞, value 2) → 2"
    assert describe_code_line(trace, 12) == "best 2 ≤ alpha 3 → cut"


def test_what_is_clamped_and_what_a_horizon_gives_stands_behind_the_arrow() -> None:
    deep = tracer.trace("tictactoe", "alphabeta", depth=2)
    step = next(s for s in range(deep.steps) if deep.at(s).event is Event.RETURNED)
    assert describe_code_line(deep, step) == "depth = 0: return evaluate(s) → 0.1111"
    hard = tracer.trace(AIMA, "alphabeta", fail="hard", window=(4, 9))
    assert hard.columns.value[2] == 4  # of the leaf 3
    assert describe_code_line(hard, hard.left(2)) == "s is terminal: return utility(s) → 4"


def test_a_word_that_numbers_follow_is_no_name() -> None:
    for search, said in (("deepening", "alphabeta to depth 1, 2, 3 …,"), ("engine", "search to depth 1, 2, 3 …, each")):
        assert describe_code_line(tracer.trace("tictactoe", search, depth=2), 0) == f"{search}(s): {said}"


def test_a_best_first_search_has_the_merit_of_its_state() -> None:
    trace = tracer.trace(AIMA, "sss")
    assert describe_code_line(trace, 0) == "Γ6 LIVE, MAX moves: all moves LIVE with h ∞"
    leaf = next(step for step in range(trace.steps) if "a leaf" in str(describe_code_line(trace, step)))
    assert describe_code_line(trace, leaf) == "Γ4 LIVE, a leaf: SOLVED with min(h ∞, value 3)"


@pytest.mark.parametrize("search", SEARCHES)
def test_at_every_step_the_names_of_the_line_have_the_numbers_of_the_variables(search: str) -> None:
    for options in variants(search, (-1, 4)):
        trace = tracer.trace(AIMA, search, **options)
        for step in range(trace.steps):
            filled, line, ours = describe_code_line(trace, step), pseudocode_line(trace, step), pseudocode_of(trace)
            assert ours is not None
            assert (filled is None) == (line is None)
            if filled is None or line is None:
                continue
            known = dict(list_variables(trace, step))
            named = re.findall(r"\b(alpha|beta|best) (−?[\d.∞⁺⁻]+)", filled)
            assert all(known[name] == value for name, value in named), (step, filled)
            assert bool(named) or not re.search(r"alpha, beta\)|return .*best|best [≥≤<>]", ours.lines[line])


def test_of_a_program_it_is_the_line_of_its_source_with_what_was_seen_of_the_call() -> None:
    game = own_code("board_class").TicTacToe()
    game.board = [["X", "O", "X"], [".", "O", "."], [".", ".", "."]]
    with attach(type(game).max, type(game).min, state="self.board") as recording:
        game.max(-2, 2)
    trace = recording.trace
    assert describe_code_line(trace, 9) == "return value, at_row, at_column   window given (1, 2) · returned 0"
    assert describe_parent_change(trace, 9) is None


def test_a_scout_that_is_searched_again_changes_no_best_value_yet():
    trace = tracer.trace(WIKIPEDIA, "pvs")
    scout, again = trace.children(0)[1:3]
    assert describe_parent_change(trace, trace.left(scout)) == "value 6 > best 3: searched again"
    assert "best 6, value 6" in describe_parent_change(trace, trace.left(again))
