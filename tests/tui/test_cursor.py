"""Moves through time: each against the recording walked step by step."""

from strategies import AIMA

import tracer
from tracer import Event, Status
from tracer.time.moments import Phase
from tui.model.cursor import Cursor


def test_it_starts_at_the_end_and_stays_inside_the_recording():
    cursor = Cursor(tracer.trace(AIMA))
    assert (cursor.step, cursor.event, cursor.node) == (23, Event.RETURNED, 0)
    assert not cursor.go_to_step(cursor.step + 1)
    assert not cursor.go_to_step(24)
    assert not cursor.go_to_step(-1)
    assert cursor.step == 23


def test_the_cutoff_of_the_second_move_of_the_textbook_tree_is_the_step_that_prunes_its_branch():
    cursor = Cursor(tracer.trace(AIMA))
    cursor.go_to_start()
    assert cursor.go_to_next(cursor.landmarks.cutoff_steps)
    assert (cursor.step, cursor.event, cursor.cut_node) == (12, Event.PRUNED, 5)
    assert not cursor.is_cut(9)


def test_over_skips_what_is_below_the_node_just_entered():
    cursor = Cursor(tracer.trace(AIMA))
    cursor.go_to_step(1)
    assert cursor.step_over()
    assert (cursor.event, cursor.node) == (Event.RETURNED, 1)
    assert not cursor.step_over()


def test_out_goes_to_the_return_of_the_node_above():
    cursor = Cursor(tracer.trace(AIMA))
    cursor.go_to_step(4)
    assert cursor.step_out()
    assert (cursor.event, cursor.node) == (Event.RETURNED, 1)
    assert cursor.step_out()
    assert (cursor.event, cursor.node) == (Event.RETURNED, 0)
    assert not cursor.step_out()


def test_the_visit_of_a_node_is_the_step_that_enters_or_prunes_it():
    trace = tracer.trace(AIMA)
    cursor = Cursor(trace)
    for node in range(len(trace)):
        cursor.go_to_entry(node)
        assert cursor.node == node
        assert cursor.event is (Event.PRUNED if trace.node(node).status is Status.PRUNED else Event.ENTERED)


def test_nodes_on_which_a_search_stopped_stay_open():
    trace = tracer.trace("tictactoe", max_nodes=500)
    cursor = Cursor(trace)
    assert [cursor.phase(node) for node in range(trace.unfinished)].count(Phase.OPEN) >= 1
    assert cursor.phase(0) is Phase.OPEN
    cursor.go_to_step(0)
    assert cursor.step_over()
    assert cursor.step == cursor.last


def test_five_thousand_plies_are_walked_without_recursion():
    cursor = Cursor(tracer.trace("[" * 5000 + "3" + "]" * 5000, "minimax"))
    assert len(cursor.principal_variation()) == 5001
    assert cursor.go_to_step(cursor.step - 1)
    assert cursor.node == 1
    assert cursor.go_to_start()
    assert cursor.step_over()
    assert cursor.step == cursor.last
