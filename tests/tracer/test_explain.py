"""The sentences: they say what the columns say, with the numbers they rest on."""

from __future__ import annotations

import operator
import re

import pytest
from hypothesis import given
from strategies import AIMA, WIKIPEDIA, searched, variants

import tracer
from tracer import Status
from tracer.explain import describe, event, origin, path, test
from tracer.moments import Phase
from tui.cursor import Cursor

TESTS = {"≥": operator.ge, ">": operator.gt, "≤": operator.le, "<": operator.lt}
test.__test__ = False  # type: ignore[attr-defined]  # the cutoff test, not one of pytest's


def told(cursor: Cursor, node: int) -> dict[str, str]:
    return {fact.about: fact.text for fact in describe(cursor.trace, node, cursor.step)}


def test_a_cut_node_gives_the_test_that_held_and_where_its_number_comes_from():
    facts = told(Cursor(tracer.trace(AIMA)), 5)
    assert facts["value"] == "≤ 2, at most 2: it never passed alpha 3"
    assert facts["cutoff"] == "alpha cutoff after move 1: 2 ≤ alpha 3; 2 branches pruned"
    assert facts["because"] == "alpha 3 is what MAX has already at the root by move 1"
    assert facts["window"] == "(3, ∞) on entry"
    assert facts["is"] == "MIN to move; 1 move searched"
    assert facts["best move"] == "1, which returned 2"
    assert facts["node"] == "5 of 13, ply 1: 2"
    assert facts["steps"] == "entered at 9, returned at 14"


def test_a_pruned_branch_says_why_it_was_never_searched():
    facts = told(Cursor(tracer.trace(AIMA)), 8)
    assert facts["pruned"] == "this move was never searched, so it has no value"
    assert facts["because"] == "at 2, after move 1: 2 ≤ alpha 3"
    assert facts["and"] == "alpha 3 is what MAX has already at the root by move 1"


def test_a_cutoff_after_the_last_move_prunes_nothing_and_says_so():
    assert told(Cursor(tracer.trace(AIMA)), 9)["cutoff"].endswith("2 ≤ alpha 3; nothing was left to prune")


def test_an_open_node_tells_its_running_best_and_window():
    cursor = Cursor(tracer.trace(AIMA))
    cursor.go(10)
    facts = told(cursor, 0)
    assert facts["value"] == "3 so far; not yet returned"
    assert facts["window"] == "(-∞, ∞) on entry, (3, ∞) now"
    assert facts["is"] == "MAX to move; 1 move searched so far"
    assert facts["steps"] == "entered at 0, not yet returned"


def test_a_node_not_reached_tells_when_the_search_comes_there_and_nothing_else():
    cursor = Cursor(tracer.trace(AIMA))
    cursor.go(10)
    assert told(cursor, 9) == {
        "not reached": "step 10 is before it; the search comes here at step 15",
        "node": "9 of 13, ply 1: 3",
    }


def test_a_node_on_which_the_search_stopped_never_returned():
    cursor = Cursor(tracer.trace("tictactoe", max_nodes=300))
    assert told(cursor, 0)["steps"] == "entered at 0, never returned"


def test_the_end_of_the_starting_window_is_named_as_such():
    trace = tracer.trace(AIMA, window=(-5, 2))
    cut = next(node.index for node in trace if node.cutoff and node.ply == 0)
    assert origin(trace, cut) == "beta 2 is the end of the window the search was started with"


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (0, "the root entered, MAX to move, window (-∞, ∞)"),
        (3, "1/1 returned 3"),
        (12, "✂ alpha cutoff at 2: 2 ≤ alpha 3; 2 pruned"),
        (13, "2/3 pruned"),
        (22, "✂ alpha cutoff at 3: 2 ≤ alpha 3; nothing was left to prune"),
        (23, "the root returned 3"),
    ],
)
def test_the_event_of_a_step_in_words(step, words):
    cursor = Cursor(tracer.trace(AIMA))
    cursor.go(step)
    assert event(cursor.trace, cursor.step) == words


@given(searched())
def test_the_test_told_of_every_cutoff_holds_and_its_limit_is_the_windows(drawn):
    case, options, window = drawn
    for more in variants("alphabeta", window):
        trace = tracer.trace(case.game, "alphabeta", position=case.position, **options, **more)
        for node in trace:
            if node.cutoff:
                match = re.fullmatch(r"(\S+) (\S) (alpha|beta) (\S+)", test(trace, node.index))
                assert match is not None
                value, sign, end, limit = match.groups()
                number = {"∞": "inf", "-∞": "-inf"}
                assert TESTS[sign](float(number.get(value, value)), float(number.get(limit, limit)))
                assert (end == "beta") == (node.turn == tracer.MAX)
                assert origin(trace, node.index).startswith(f"{end} {limit} is ")


@given(searched())
def test_the_limit_of_a_cutoff_was_returned_by_the_move_that_is_named(drawn):
    case, options, _ = drawn
    trace = tracer.trace(case.game, "alphabeta", position=case.position, **options)
    for node in trace:
        if node.cutoff:
            limit = node.beta if node.turn == tracer.MAX else node.alpha
            told_by = re.fullmatch(r".* has already at (.+) by move (.+)", origin(trace, node.index))
            assert told_by is not None
            above = trace.find("" if told_by[1] == "the root" else told_by[1])
            assert limit in [child.value for child in above.children if child.label == told_by[2]]


@given(searched())
def test_every_node_has_something_to_say_at_every_step(drawn):
    case, options, window = drawn
    trace = tracer.trace(case.game, "alphabeta", position=case.position, window=window, **options)
    cursor = Cursor(trace)
    for step in {0, trace.steps // 2, trace.steps - 1}:
        cursor.go(step)
        assert event(cursor.trace, cursor.step)
        for node in trace[:: max(len(trace) // 20, 1)]:
            facts = told(cursor, node.index)
            if cursor.phase(node.index) is Phase.RETURNED:
                assert tracer.text.number(node.value) in facts["value"]
            elif node.status is not Status.PRUNED:
                assert "exact" not in facts.get("value", "")


def test_a_long_path_is_cut_at_its_beginning():
    trace = tracer.trace("[" * 50 + "3" + "]" * 50, "minimax")
    assert path(trace, 9) == "/".join(["1"] * 9)
    assert path(trace, 10) == "…/" + "/".join(["1"] * 9)
    assert path(trace, 0) == "the root"


def test_a_window_that_says_nothing_is_told_as_such():
    trace = tracer.trace(WIKIPEDIA, "alphabeta", fail="hard", cut=">")
    cursor = Cursor(trace)
    nothing = [node.index for node in trace if node.value is not None and node.bound is None]
    for node in nothing:
        assert "says nothing" in told(cursor, node)["value"]
