"""Two searches side by side without a screen: what one does the other follows, and where they differ."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pairs import pairs, paths
from strategies import AIMA

import tracer
from tracer import PlyscopeError
from tui.model.browser import Browser
from tui.model.pair import Pair

KEYS = st.sampled_from(
    (
        *(
            "time.step_forward",
            "time.step_back",
            "time.step_over",
            "time.next_cutoff",
            "time.start",
            "time.finish",
            "time.skip_forward",
        ),
        *(
            "tree.select_next",
            "tree.select_previous",
            "tree.expand_or_enter",
            "tree.collapse_or_leave",
            "tree.expand_all",
            "tree.toggle_pruned",
            "tree.reroot",
        ),
        *("turn", "first_difference", "next_difference", "previous_difference", "toggle_differences"),
    )
)


def pair(spec: object = AIMA, one: str = "minimax", other: str = "alphabeta") -> Pair:
    return Pair(Browser(tracer.trace(spec, one)), Browser(tracer.trace(spec, other)))  # type: ignore[arg-type]


def test_only_searches_of_one_position_can_be_compared():
    with pytest.raises(PlyscopeError):
        Pair(Browser(tracer.trace(AIMA)), Browser(tracer.trace("tictactoe", max_nodes=9)))


@given(traces=pairs(), keys=st.lists(KEYS, max_size=25))
def test_whatever_is_done_in_one_search_the_other_stands_at_the_same_path_or_above(traces, keys):
    both = Pair(*map(Browser, traces))
    where = {id(trace): paths(trace) for trace in traces}
    for key in keys:
        if "." in key:
            both.browser.do(key)
        else:
            getattr(both, key)()
        both.link()
        for browser in both.browsers:
            assert browser.rows.node(browser.row) == browser.selected
        step, first = both.browser.cursor.step, both.comparison.first
        if first is None or step <= first.step:
            wanted = step if first is None or step < both.browser.cursor.last else first.step
            assert both.other.cursor.step == min(wanted, both.other.cursor.last)
        elif step < both.browser.cursor.last and both.other.cursor.step < both.other.cursor.last:
            mine, follows = (where[id(browser.trace)][browser.cursor.node] for browser in (both.browser, both.other))
            assert mine[: len(follows)] == follows
            assert follows == mine or mine not in where[id(both.other.trace)]


@given(traces=pairs())
def test_the_first_difference_is_the_same_step_on_both_sides_and_stays_so_when_linked(traces):
    both = Pair(*map(Browser, traces))
    found = both.comparison.first
    notice = both.first_difference()
    if found is None:
        assert notice == "the two recordings are the same, event for event"
        return
    steps = [min(found.step, browser.cursor.last) for browser in both.browsers]
    nodes = [browser.selected for browser in both.browsers]
    assert [browser.cursor.step for browser in both.browsers] == steps
    both.link()
    assert [browser.cursor.step for browser in both.browsers] == steps
    if None not in (found.a, found.b):
        assert [browser.selected for browser in both.browsers] == nodes


@given(traces=pairs())
def test_all_differences_are_met_one_by_one_forwards_and_backwards(traces):
    both = Pair(*map(Browser, traces))
    for side, expected in enumerate(both.comparison.differences):
        both.active = side
        both.browser.select(0)
        met = [0] if 0 in expected else []
        while not both.next_difference():
            met.append(both.browser.selected)
        assert met == expected.tolist()
        back = met[-1:]
        while not both.previous_difference():
            back.append(both.browser.selected)
        assert back == expected.tolist()[::-1]


def test_a_difference_is_looked_at_when_it_is_met():
    both = pair()
    both.browser.select(0)
    both.next_difference()
    assert both.browser.cursor.node == both.browser.selected


def test_what_one_search_alone_visited_is_marked_by_its_letter_and_what_differs_by_a_sign():
    both = pair()
    marks = [[browser.side(node) for node in range(len(browser.trace))] for browser in both.browsers]
    assert marks[0].count("A") == 2
    assert "B" not in marks[1]
    assert marks[0].count("≠") == marks[1].count("≠") > 0


def test_the_trees_are_filtered_to_their_differences_and_shown_whole_again_from_either_side():
    both = pair()
    assert both.toggle_differences() == ""
    for browser, nodes in zip(both.browsers, both.comparison.differences, strict=True):
        above = {above for node in nodes.tolist() for above in browser.trace.ancestry(node)}
        assert {browser.rows.node(row) for row in range(len(browser.rows))} == above
    both.turn()
    assert both.toggle_differences() == ""
    assert all(browser.tree.filters.chosen is None for browser in both.browsers)


def test_where_all_differences_are_on_one_side_the_key_says_so_and_turns_the_filter_off_again():
    traces = [tracer.trace("tictactoe", max_nodes=nodes) for nodes in (100, 101)]
    both = Pair(*map(Browser, traces))
    both.comparison.__dict__["differences"] = (both.comparison.differences[0][:0], both.comparison.differences[1])
    assert both.toggle_differences() == "the differences are all in the other tree"
    assert both.other.tree.filters.chosen is not None
    both.toggle_differences()
    assert all(browser.tree.filters.chosen is None for browser in both.browsers)


def test_the_same_recording_twice_has_no_difference_to_go_to():
    both = pair(one="alphabeta")
    assert both.first_difference() == both.toggle_differences() == "the two recordings are the same, event for event"
    assert both.next_difference() == "no difference after this node"
    assert both.previous_difference() == "no difference before this node"
