"""From a node to the same one in another iteration of a driver."""

import pytest

import tracer
from tracer.recording.header import Header
from tracer.tracing import Trace
from tui.model.browser import Browser
from tui.model.explorer_state import Location
from tui.model.time_keys import find_in_other_pass
from tui.widgets.this_step import suggest_keys


@pytest.fixture(scope="module")
def deepening() -> Trace:
    return tracer.trace("tictactoe", "deepening", depth=4)


def path(trace: Trace, node: int) -> list[str]:
    """The moves to a node, without the iteration."""
    return [trace.label(one) for one in trace.ancestry(node)[2:]]


def test_the_end_of_the_same_moves_is_found_in_each_pass_that_comes_there(deepening: Trace) -> None:
    passes = deepening.children(0)
    for node in range(1, len(deepening)):
        found = find_in_other_pass(deepening, node, forward=True)
        if found is None:
            continue
        assert path(deepening, found) == path(deepening, node)
        assert deepening.ancestry(found)[1] > deepening.ancestry(node)[1]
        assert find_in_other_pass(deepening, found, forward=False) == node
    assert [find_in_other_pass(deepening, one, forward=True) for one in passes] == [*passes[1:], None]
    assert find_in_other_pass(deepening, 0, forward=True) == passes[0]
    assert find_in_other_pass(deepening, 0, forward=False) is None


def test_a_pass_that_does_not_come_there_is_passed_over() -> None:
    """With a table the next null window may be answered before it comes to a move."""
    trace = tracer.trace("tictactoe", "mtdf", guess=1)
    over = 0
    passes = trace.children(0)
    for node in range(1, passes[1]):
        found = find_in_other_pass(trace, node, forward=True)
        over += found is None
        assert found is None or path(trace, found) == path(trace, node)
    assert 0 < over < passes[1]


def test_of_a_move_that_is_searched_again_the_last_visit_counts() -> None:
    record = tracer.Recorder()
    driver = record.enter(None, 1)
    for depth in 1, 2:
        one = record.enter(tracer.Pass(f"depth {depth}"), 1)
        for value in (3, 4)[:depth]:
            record.leave(record.enter("a", -1), value, tracer.Status.TERMINAL)
        record.leave(one, 4)
    record.leave(driver, 4)
    trace = tracer.Trace(*record.finish(), Header(search="own"))
    assert find_in_other_pass(trace, 2, forward=True) == trace.children(trace.children(0)[1])[-1]


def test_a_key_goes_there_and_says_where_no_pass_comes(deepening: Trace) -> None:
    browser = Browser(deepening)
    first, second = deepening.children(0)[:2]
    browser.go_to(Location(0, deepening.children(first)[1]))
    assert browser.time.next_pass() == ""
    assert browser.selected == deepening.children(second)[1]
    assert browser.cursor.step == deepening.entered(browser.selected)
    assert browser.time.previous_pass() == ""
    assert "no earlier pass" in browser.time.previous_pass()
    assert browser.selected == deepening.children(first)[1]


def test_the_keys_to_other_passes_are_named_where_they_lead_somewhere(deepening: Trace) -> None:
    browser = Browser(deepening)
    browser.time.finish()
    passes = deepening.children(0)
    for node, key in [(0, None), (passes[0], "^→"), (passes[-1], "^←"), (deepening.children(passes[1])[0], "^→")]:
        browser.select(node)
        named = [label for label, _ in suggest_keys(browser) if label in ("^→", "^←")]
        assert named == ([] if key is None else [key])
