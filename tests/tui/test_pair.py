"""Two searches side by side without a screen: what one does the other follows, and where they differ."""

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pairs import Path, pairs, paths
from strategies import AIMA

import tracer
from tracer import PlyscopeError
from tracer.comparing.difference_text import leaf_steps, step_of_difference
from tracer.comparing.topmost_differences import Difference
from tracer.recording.header import Header
from tracer.recording.status import EXPANDED, TABLE, TERMINAL
from tracer.tracing import Trace
from tui.model.browser import Browser
from tui.model.browser_pair import BrowserPair
from tui.terminal.difference_report import describe_relation

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
        *("switch_side", "first_difference", "next_difference", "previous_difference", "toggle_differences"),
    )
)


def pair(spec: object = AIMA, one: str = "minimax", other: str = "alphabeta") -> BrowserPair:
    return BrowserPair(Browser(tracer.trace(spec, one)), Browser(tracer.trace(spec, other)))  # type: ignore[arg-type]


def test_only_searches_of_one_position_can_be_compared():
    with pytest.raises(PlyscopeError):
        BrowserPair(Browser(tracer.trace(AIMA)), Browser(tracer.trace("tictactoe", max_nodes=9)))


@given(traces=pairs(), keys=st.lists(KEYS, max_size=25))
def test_whatever_is_done_in_one_search_the_other_stands_at_the_same_path_or_above(traces, keys):
    both = BrowserPair(*map(Browser, traces))
    where = {id(trace): paths(trace) for trace in traces}
    led = False
    for key in keys:
        before = [browser.location for browser in both.browsers]
        leads = key == "first_difference"
        # Where the active search has no cutoff, the other one is led to its own.
        leads = leads or (key == "time.next_cutoff" and not len(both.active_browser.cursor.pruning_steps))
        if "." in key:
            both.run_action(key)
        else:
            getattr(both, key)()
        both.sync_other()
        led = leads or (led and [browser.location for browser in both.browsers] == before)
        for browser in both.browsers:
            assert browser.rows.node_in_row(browser.selected_row) == browser.selected
        if both.current_difference is not None:
            assert led or stands_at(both, both.current_difference, where)
            continue
        if led and key != "first_difference":
            continue
        step, first = both.active_browser.cursor.step, both.comparison.first
        if first is None or step <= first.step:
            wanted = step if first is None or step < both.active_browser.cursor.last else first.step
            assert both.other_browser.cursor.step == min(wanted, both.other_browser.cursor.last)
        elif step < both.active_browser.cursor.last and both.other_browser.cursor.step < both.other_browser.cursor.last:
            mine, follows = (
                where[id(browser.trace)][browser.cursor.node] for browser in (both.active_browser, both.other_browser)
            )
            assert mine[: len(follows)] == follows
            assert follows == mine or mine not in where[id(both.other_browser.trace)]


def stands_at(both: BrowserPair, found: Difference, where: dict[int, list[Path]]) -> bool:
    """Whether both stand at a difference, or at the nearest node above it."""
    nodes = zip(both.browsers, (found.a, found.b), strict=True)
    path = next(where[id(browser.trace)][node] for browser, node in nodes if node >= 0)
    here = [where[id(browser.trace)][browser.selected] for browser in both.browsers]
    return path in here and all(path[: len(one)] == one for one in here)


@given(traces=pairs())
def test_the_first_difference_is_the_same_step_on_both_sides_and_stays_so_when_linked(traces):
    both = BrowserPair(*map(Browser, traces))
    found = both.comparison.first
    notice = both.first_difference()
    if found is None:
        assert notice == "the two recordings are the same, event for event"
        return
    steps = [min(found.step, browser.cursor.last) for browser in both.browsers]
    nodes = [browser.selected for browser in both.browsers]
    assert [browser.cursor.step for browser in both.browsers] == steps
    both.sync_other()
    assert [browser.cursor.step for browser in both.browsers] == steps
    if None not in (found.a, found.b):
        assert [browser.selected for browser in both.browsers] == nodes


@given(traces=pairs(), side=st.sampled_from((0, 1)))
def test_all_differences_are_met_one_by_one_forwards_and_backwards_from_either_side(traces, side):
    both = BrowserPair(*map(Browser, traces))
    both.active_side = side
    both.active_browser.select(0)
    numbers = list(range(len(both.differences)))
    assert walked(both, both.next_difference) == numbers
    assert walked(both, both.previous_difference) == numbers[-2::-1]


def walked(both: BrowserPair, go: Callable[[], str]) -> list[int]:
    """The differences that a key goes to, one after the other. Each is looked at in the search it happens in."""
    met: list[int] = []
    while not go():
        both.sync_other()
        found = both.current_difference
        assert found is not None
        met.append(found.number)
        happens, step = step_of_difference(both.comparison, found)
        owner, nodes = both.browsers[happens], (found.a, found.b)
        assert owner.location == (step, nodes[happens])
        for browser, node in zip(both.browsers, nodes, strict=True):
            assert browser.selected == node or node < 0
        assert f"difference {found.number + 1:,} of {len(both.differences):,}, " in both.describe_difference()
        both.switch_side()
        both.sync_other()
        assert both.current_difference == found
        both.switch_side()
    return met


def test_minimax_and_alphabeta_part_at_a_cutoff_and_what_it_skipped_is_no_other_difference():
    both = pair()
    both.active_browser.select(0)
    both.next_difference()
    assert [browser.location for browser in both.browsers] == [(12, 5), (12, 5)]
    told = "difference 1 of 2, a2: B cuts (2 ≤ alpha 3), A does not; A = 2, B ≤ 2; A alone visits 2 nodes"
    assert both.describe_difference() == told
    both.next_difference()
    assert both.describe_difference() == "difference 2 of 2, a3: B cuts (2 ≤ alpha 3), A does not; both return 2"
    assert both.next_difference() == "no difference after this node"
    both.previous_difference()
    assert both.describe_difference() == told
    assert both.previous_difference() == "no difference before this node"


def test_from_the_first_difference_in_time_the_key_goes_on_to_another_one():
    both = pair()
    both.first_difference()
    assert both.current_difference is both.differences[0] or both.current_difference == both.differences[0]
    both.next_difference()
    assert both.current_difference == both.differences[1]


def test_what_only_the_other_search_has_is_gone_to_from_the_node_above_it():
    tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    both = BrowserPair(Browser(tracer.trace(tree, max_nodes=6)), Browser(tracer.trace(tree)))
    both.active_browser.select(0)
    alone = [found for found in both.differences if found.alone_b]
    assert alone
    for found in both.differences:
        both.next_difference()
        assert both.current_difference == found
        assert both.active_browser.selected == max(found.a, 0)


def test_a_cutoff_is_looked_for_in_the_other_search_where_this_one_has_none():
    both = pair()
    both.run_action("time.start")
    both.sync_other()
    assert both.run_action("time.next_cutoff") == ""
    both.sync_other()
    assert [browser.location for browser in both.browsers] == [(12, 5), (12, 5)]
    both.run_action("time.finish")
    both.sync_other()
    assert both.run_action("time.previous_cutoff") == ""
    assert [browser.selected for browser in both.browsers] == [5, 5]
    both.run_action("time.next_cutoff_of_any_kind")
    both.sync_other()
    assert [browser.selected for browser in both.browsers] == [9, 9]


def test_what_one_search_alone_visited_is_marked_by_its_letter_and_what_differs_by_a_sign():
    both = pair()
    marks = [[browser.comparison_mark(node) for node in range(len(browser.trace))] for browser in both.browsers]
    assert marks[0].count("A") == 2
    assert "B" not in marks[1]
    assert marks[0].count("≠") == marks[1].count("≠") > 0


def test_the_trees_are_filtered_to_their_differences_and_shown_whole_again_from_either_side():
    both = pair()
    assert both.toggle_differences() == ""
    for browser, nodes in zip(both.browsers, both.comparison.differences, strict=True):
        above = {above for node in nodes.tolist() for above in browser.trace.ancestry(node)}
        assert {browser.rows.node_in_row(row) for row in range(len(browser.rows))} == above
    both.switch_side()
    assert both.toggle_differences() == ""
    assert all(browser.tree.filters.chosen_nodes is None for browser in both.browsers)


def test_where_all_differences_are_on_one_side_the_key_says_so_and_turns_the_filter_off_again():
    traces = [tracer.trace("tictactoe", max_nodes=nodes) for nodes in (100, 101)]
    both = BrowserPair(*map(Browser, traces))
    both.comparison.__dict__["differences"] = (both.comparison.differences[0][:0], both.comparison.differences[1])
    assert both.toggle_differences() == "the differences are all in the other tree"
    assert both.other_browser.tree.filters.chosen_nodes is not None
    both.toggle_differences()
    assert all(browser.tree.filters.chosen_nodes is None for browser in both.browsers)


def test_the_same_recording_twice_has_no_difference_to_go_to():
    both = pair(one="alphabeta")
    for key in (both.first_difference, both.next_difference, both.previous_difference, both.toggle_differences):
        assert key() == "the two recordings are the same, event for event"
    assert both.describe_difference() == ""


def test_where_one_search_goes_on_below_a_node_the_other_stands_at_its_return_of_it():
    both = pair([[3, 5], [2, 9]], "minimax", "minimax")
    short = tracer.trace([[3, 5]], "minimax")
    both = BrowserPair(
        both.browsers[0], Browser(Trace(short.columns, [], both.active_browser.trace.header, labels=short.move_labels))
    )
    while both.next_difference() == "":
        pass
    assert both.active_browser.trace.node(both.active_browser.selected).path == ("a2",)
    assert both.other_browser.selected == 0
    assert both.other_browser.cursor.step == both.other_browser.cursor.last
    both.active_browser.go_to(
        both.active_browser.location._replace(step=both.active_browser.trace.entered(both.active_browser.selected))
    )
    both.sync_other()
    assert both.other_browser.cursor.step == both.other_browser.cursor.last


def test_a_difference_that_stands_first_in_time_by_what_is_below_it_is_the_one_in_hand():
    recordings = []
    for deep in (True, False):
        recorder = tracer.Recorder(windowed=False)
        root = recorder.enter(None, 1)
        for move in "ab":
            above = recorder.enter(move, -1)
            if deep:
                recorder.leave(recorder.enter("c", 1), 1, TERMINAL)
            recorder.leave(above, 1, EXPANDED if deep else TABLE)
        recorder.leave(root, 1, EXPANDED)
        columns, labels = recorder.finish()
        recordings.append(Browser(Trace(columns, labels, Header("own"))))
    both = BrowserPair(*recordings)
    both.first_difference()
    assert both.describe_difference().startswith("difference 1 of 2, a: in A expanded, in B a stored value")
    both.next_difference()
    assert both.describe_difference().startswith("difference 2 of 2, b: ")


def test_what_matters_of_a_difference_fits_the_width_and_its_path_loses_the_middle():
    both = pair("tictactoe")
    for number in range(0, 4_000, 97):
        both.go_to_difference(number)
        whole, brief = both.describe_difference(), both.describe_difference(76)
        assert len(brief) <= 76 or brief.count(";") == 0
        lead, first = whole.split(", ", 1)[0], whole.split(": ", 1)[1].split("; ")[0]
        assert brief.startswith(lead)
        assert first in brief
        assert "…" in brief or brief.split(": ")[0] == whole.split(": ")[0]


def test_a_best_first_search_and_another_one_follow_each_other_by_the_leaves_they_evaluate():
    """SSS* and MT-SSS* evaluate the same leaves in the same order: whichever is stepped, both are at the same one."""
    a, b = tracer.trace(AIMA, "sss"), tracer.trace(AIMA, "mtdf", guess=math.inf, table="path")
    pair = BrowserPair(Browser(a), Browser(b))
    assert describe_relation(pair.comparison).startswith("A and B evaluate the same leaves in the same order")
    steps = [leaf_steps(trace).tolist() for trace in (a, b)]
    assert [len(one) for one in steps] == [7, 7]
    for active in (0, 1):
        pair.active_side = active
        for mine, theirs in zip(steps[active], steps[1 - active], strict=True):
            pair.active_browser.time.go_to_step(mine)
            pair.active_browser.select(pair.active_browser.cursor.node)
            pair.sync_other()
            assert pair.other_browser.cursor.step == theirs
            assert [pair.active_browser.trace.label(pair.active_browser.selected)] == [
                pair.other_browser.trace.label(pair.other_browser.selected)
            ]
        pair.active_browser.time.finish()
        pair.sync_other()
        assert pair.other_browser.cursor.step == pair.other_browser.cursor.last
        pair.active_browser.time.start()
        pair.sync_other()
        assert pair.other_browser.cursor.step == 0


@pytest.mark.parametrize("searches", [("uct", "pvs"), ("pns", "dfpn"), ("puct", "uct"), ("dual", "alphabeta")])
def test_whatever_two_searches_are_both_go_on_and_end_together(searches):
    pair = BrowserPair(*(Browser(tracer.trace("nim:1,2,3", search)) for search in searches))
    assert not describe_relation(pair.comparison).startswith("A and B evaluate the same")
    before = -1
    for step in range(pair.active_browser.cursor.last + 1):
        pair.active_browser.time.go_to_step(step)
        pair.sync_other()
        assert before <= pair.other_browser.cursor.step
        before = pair.other_browser.cursor.step
    assert before == pair.other_browser.cursor.last


def test_a_search_in_passes_is_followed_and_compared_by_its_moves_alone() -> None:
    tree = [[[[5, 6], [7, 4, 5]], [[3]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]]
    pair = BrowserPair(Browser(tracer.trace(tree)), Browser(tracer.trace(tree, "mtdf")))
    a, b = (browser.trace for browser in pair.browsers)
    pair.active_browser.select(a.find("a1/b1").index)
    there = pair.counterpart_of(pair.active_browser.selected)
    assert [b.label(node) for node in b.ancestry(there)[2:]] == ["a1", "b1"]
    assert not pair.next_difference()
    assert pair.current_difference is not None
    for node, trace in zip((pair.browsers[0].selected, pair.browsers[1].selected), (a, b), strict=True):
        assert trace.node(node).path[-2:] == ("a1", "b1")
    assert not pair.next_difference()
    assert a.node(pair.browsers[0].selected).path == ("a1",), "where another window is all that differs"
    alone = [a.node(node).path for node in range(len(a)) if pair.browsers[0].comparison_marks[node] == "A"]
    assert alone == [("a1", "b1", "c2"), ("a1", "b1", "c2", "d1"), ("a1", "b1", "c2", "d2")]
    assert all(
        pair.browsers[1].comparison_marks[node] == "" for node in range(len(b)) if b.columns.move[node] in b.passes
    )


@given(traces=pairs(), data=st.data())
def test_in_a_race_both_have_visited_equally_many_or_one_is_done(traces, data):
    both = BrowserPair(*map(Browser, traces))
    both.race()
    assert both.is_racing
    totals = [browser.cursor.total_tally["visited"] for browser in both.browsers]
    assert totals[both.active_side] == max(totals)
    for step in sorted(data.draw(st.sets(st.integers(0, both.active_browser.cursor.last), max_size=8))):
        both.active_browser.cursor.go_to_step(step)
        both.sync_other()
        mine, theirs = both.active_browser.cursor.tally["visited"], both.other_browser.cursor.tally["visited"]
        assert theirs == min(mine, both.other_browser.cursor.total_tally["visited"])
    both.active_browser.time.finish()
    both.sync_other()
    assert [browser.cursor.tally["visited"] for browser in both.browsers] == totals
    both.switch_side()
    both.sync_other()
    assert [browser.cursor.tally["visited"] for browser in both.browsers] == totals, "who is done takes nobody back"
    both.race()
    assert not both.is_racing
