"""What the keys do, without a screen: selection, time, what is shown, and the notices."""

from __future__ import annotations

from operator import attrgetter

import pytest
from hypothesis import given
from strategies import AIMA, cases

import tracer
from tracer import Event, Status
from tracer.recording.header import Header
from tracer.time.moments import Phase
from tracer.tracing import Trace
from tui.model.browser import Browser
from tui.model.explorer_state import Location
from tui.model.keys import all_keys
from tui.screens.trace_screen import ACTION_OWNERS

MOVES = sorted(
    key.action for key in all_keys() if "." in key.action and key.action.partition(".")[0] not in ACTION_OWNERS
)


def browser(spec: object = "tictactoe", search: str = "alphabeta", **options: object) -> Browser:
    return Browser(tracer.trace(spec, search, **options))  # type: ignore[arg-type]


@given(case=cases())
def test_stepping_selects_the_node_of_the_event_or_the_node_that_was_cut(case):
    view = Browser(tracer.trace(case.game, "alphabeta", position=case.position))
    view.time.start()
    while not view.time.step_forward():
        cut = view.cursor.cut_node
        assert view.selected == (view.cursor.node if cut is None else cut)


def test_a_newcomer_sees_the_result_a_small_tree_whole():
    assert browser().cursor.step == 43_523
    assert len(browser().rows) == 10
    assert len(browser(AIMA).rows) == 13


def test_browsing_does_not_move_time():
    view = browser()
    view.time.go_to_step(100)
    for key in (
        "tree.select_next",
        "tree.select_previous",
        "tree.page_down",
        "tree.select_first",
        "tree.select_last",
        "tree.expand_or_enter",
        "tree.collapse_or_leave",
        "tree.toggle",
        "tree.expand_all",
        "tree.collapse_all",
    ):
        attrgetter(key)(view)()
        assert view.cursor.step == 100


def test_now_brings_the_selection_back_and_visit_takes_time_to_the_selection():
    view = browser()
    view.time.go_to_step(100)
    here = view.selected
    view.tree.select_first()
    assert view.selected == 0
    view.time.select_current()
    assert view.selected == here
    view.tree.select_last()
    assert view.time.go_to_entry() == ""
    assert (view.cursor.event, view.cursor.node) == (Event.ENTERED, view.selected)
    assert view.time.go_to_entry() == "this is the step at which it was met"


def test_right_expands_then_descends_and_left_collapses_then_ascends():
    view = browser()
    view.tree.select_next()
    assert view.rows.is_collapsed(1)
    view.tree.expand_or_enter()
    assert not view.rows.is_collapsed(1)
    view.tree.expand_or_enter()
    assert view.selected == 2
    view.tree.collapse_or_leave()
    assert view.selected == 1
    view.tree.collapse_or_leave()
    assert view.rows.is_collapsed(1)
    view.tree.collapse_or_leave()
    assert view.selected == 0
    view.tree.collapse_or_leave()
    assert view.tree.collapse_or_leave() == "this is the root"


def test_a_leaf_says_that_nothing_is_below_it_and_left_goes_to_its_parent():
    view = browser(AIMA)
    view.select(2)
    assert view.tree.expand_or_enter() == view.tree.toggle() == "there is nothing below this node"
    view.tree.collapse_or_leave()
    assert view.selected == 1


def test_the_principal_variation_is_expanded_and_walked_to_its_end():
    view = browser()
    line = view.trace.principal_variation
    for node in line[1:]:
        assert view.tree.follow() == ""
        assert view.selected == node
    assert all(view.rows.collapsed_ancestor(node) is None for node in line)
    assert view.tree.follow() == "the principal variation ends here"


def test_from_a_sideline_the_principal_variation_is_joined_where_it_was_left():
    view = browser(AIMA)
    view.select(3)
    view.tree.follow()
    assert view.selected == 2


def test_at_the_first_step_there_is_no_principal_variation():
    view = browser(AIMA)
    view.time.start()
    assert view.tree.follow() == "no move has a value yet at this step"


def test_hiding_pruned_branches_leaves_visited_rows_only_and_moves_the_selection_to_their_parent():
    view = browser(AIMA)
    view.select(7)
    assert view.trace.node(7).status is Status.PRUNED
    assert view.tree.toggle_pruned() == ""
    assert view.selected == 5
    assert len(view.rows) == 11
    view.select(8)
    assert view.selected == 5
    view.tree.toggle_pruned()
    assert len(view.rows) == 13


def test_stepping_onto_a_hidden_pruned_branch_selects_the_node_that_was_cut():
    view = browser(AIMA)
    view.tree.toggle_pruned()
    view.time.go_to_step(13)
    assert (view.cursor.event, view.cursor.node, view.selected) == (Event.PRUNED, 8, 5)


def test_collapsing_everything_selects_what_is_left_of_the_way_to_the_selection():
    view = browser()
    view.select(500)
    view.tree.collapse_all()
    assert view.trace.node(view.selected).ply == 1
    assert view.tree.collapse_all() == "everything is collapsed already"


@pytest.mark.parametrize(
    ("key", "notice"),
    [
        ("time.skip_forward", "the recording ends here; 0 goes to its start"),
        ("time.finish", "the recording ends here"),
        ("time.step_out", "there is no node above to return to"),
        ("time.next_cutoff", "there is no cutoff"),
        ("time.previous_cutoff", "there is no cutoff"),
        ("tree.toggle_pruned", "this search pruned no branch"),
        ("tree.select_previous", "this is the first row"),
        ("tree.page_up", "this is the first row"),
        ("tree.expand_all", "everything below this node is expanded already"),
    ],
)
def test_a_key_that_does_nothing_says_why(key, notice):
    view = browser(AIMA, "minimax")
    assert attrgetter(key)(view)() == notice


def test_at_the_ends_of_time_and_of_the_rows_a_key_says_so():
    view = browser(AIMA)
    view.time.start()
    assert view.time.step_back() == view.time.start() == "the recording starts here"
    assert view.time.previous_cutoff() == "from the end again: the last cutoff; H goes back"
    view.time.start()
    view.time.finish()
    assert view.time.next_cutoff_of_any_kind() == "no cutoff after this step"
    view.tree.select_last()
    assert view.tree.select_next() == "this is the last row"
    assert view.time.go_to_step(23) == "this is step 23"


@pytest.mark.parametrize("key", ["step_forward", "step_over"])
def test_after_the_last_step_comes_the_first_again_once_one_was_told_of_the_end(key):
    for game in (AIMA, [3]):
        view = browser(game)
        view.time.finish()
        assert getattr(view.time, key)() == "the end; n once more starts over"
        assert view.cursor.step == view.cursor.last
        assert getattr(view.time, key)() == "from the start again; H goes back"
        assert (view.cursor.step, view.selected) == (0, 0)


def test_who_was_told_of_the_end_and_went_elsewhere_is_told_again():
    view = browser(AIMA)
    for go in ("time.step_back", "time.start", "time.previous_cutoff"):
        view.run_action("time.finish")
        assert view.run_action("time.step_forward") == "the end; n once more starts over"
        view.run_action(go)
    view.run_action("time.finish")
    view.run_action("time.step_forward")
    view.run_action("time.step_forward")
    assert view.cursor.step == 0
    view.run_action("places.go_back")
    assert view.cursor.step == view.cursor.last


def test_the_next_cutoff_is_one_that_skips_something_and_shows_it():
    view = browser(AIMA)
    view.tree.collapse_all()
    view.time.start()
    view.time.next_cutoff()
    assert (view.cursor.step, view.selected) == (12, 5)
    assert {6, 7, 8} <= set(view.rows.visible_nodes.tolist())
    view.time.finish()
    assert view.time.next_cutoff() == "from the start again: the first cutoff; H goes back"
    assert view.time.previous_cutoff() == "from the end again: the last cutoff; H goes back"
    assert (view.cursor.step, view.selected) == (12, 5)
    assert view.cursor.step == 12
    assert view.time.next_cutoff_of_any_kind() == ""
    assert (view.cursor.cut_node, view.cursor.landmarks.pruned_children[9]) == (9, 0)


def test_a_search_whose_cutoffs_skip_nothing_says_how_they_are_reached():
    view = browser([[3, 12], [5, 2]])
    assert "^ goes to those after the last move" in view.time.previous_cutoff()
    view.time.start()
    assert view.time.next_cutoff_of_any_kind() == ""
    assert view.cursor.cut_node == 4


def test_where_no_recording_says_what_cutoffs_skip_every_cutoff_is_the_next():
    record = tracer.Recorder()
    root = record.enter(None, 1, -9, 0)
    record.leave(record.enter("a", -1, -9, 0), 1, Status.TERMINAL)
    record.leave(root, 1, cutoff=True)
    view = Browser(Trace(*record.finish(), Header()))
    view.time.start()
    assert view.time.next_cutoff() == ""
    assert view.cursor.cut_node == 0


def test_one_step_passes_all_branches_that_a_cutoff_skips_or_each_where_that_is_wished():
    view = browser(AIMA)
    view.go_to(Location(11, 6))
    view.time.step_forward()
    assert view.cursor.step == 12
    view.time.step_forward()
    assert (view.cursor.step, view.cursor.event, view.cursor.node) == (14, Event.RETURNED, 5)
    view.time.step_back()
    assert view.cursor.step == 12
    view.time.go_to_step(13)
    view.time.step_back()
    assert view.cursor.step == 12
    assert view.time.toggle_one_by_one() == "skipped branches are passed one by one now"
    view.time.step_forward()
    assert (view.cursor.step, view.selected) == (13, 8)
    assert view.time.toggle_one_by_one() == "skipped branches are passed in one step now"


def test_what_is_passed_in_one_step_is_pruned_at_that_step():
    view = browser(AIMA)
    view.go_to(Location(12, 5))
    assert (view.cursor.last_moment_step, view.cursor.phase(8), view.cursor.tally["pruned branches"]) == (
        13,
        Phase.PRUNED,
        2,
    )
    assert view.cursor.phase(5) is Phase.OPEN
    view.time.toggle_one_by_one()
    assert (view.cursor.last_moment_step, view.cursor.phase(8), view.cursor.tally["pruned branches"]) == (
        12,
        Phase.AHEAD,
        1,
    )


def test_a_recording_that_ends_amid_skipped_branches_is_stepped_to_its_end():
    record = tracer.Recorder()
    record.enter(None, 1)
    record.prune(["a", "b", "c"])
    view = Browser(Trace(*record.finish(), Header()))
    view.time.start()
    assert [view.time.step_forward(), view.cursor.step] == ["", 1]
    assert [view.time.step_forward(), view.cursor.step] == ["", 3]
    assert view.time.step_back() == ""
    assert view.cursor.step == 1


def test_a_page_ends_at_the_last_row():
    view = browser(AIMA)
    view.page_height = 10
    view.tree.page_down()
    view.tree.page_down()
    assert view.selected_row == 12


def test_a_single_node_can_be_browsed():
    view = browser([3], "minimax")
    for key in MOVES:
        view.run_action(key, *([2] if key == "tree.expand_to" else []))
    alone = Browser(tracer.trace("tictactoe", position="XXX/OO./..."))
    assert len(alone.rows) == 1
    for key in MOVES:
        alone.run_action(key, *([2] if key == "tree.expand_to" else []))
    assert alone.tree.follow() == "the root has no moves"
