"""Moves through time: each against the recording walked step by step."""

from __future__ import annotations

from hypothesis import given
from strategies import AIMA, cases

import tracer
from tracer import Event, Status
from tracer.time.moments import Phase
from tracer.tracing import Trace
from tui.model.cursor import Cursor, Tally


def cutoffs(trace: Trace) -> list[tuple[int, int]]:
    """Step and node of every cutoff: the step after the last visited child's return."""
    found = []
    for node in trace:
        if node.cutoff:
            refuting = [child for child in node.children if child.status is not Status.PRUNED][-1]
            found.append((trace.left(refuting.index) + 1, node.index))
    return sorted(found)


@given(cases())
def test_phases_cutoffs_and_counts_at_every_step_are_those_of_the_events_so_far(case):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    cursor = Cursor(trace)
    cursor.start()
    phases = dict.fromkeys(range(len(trace)), Phase.AHEAD)
    becomes = {Event.ENTERED: Phase.OPEN, Event.RETURNED: Phase.RETURNED, Event.PRUNED: Phase.PRUNED}
    steps = {node: step for step, node in cutoffs(trace)}
    while True:
        phases[cursor.node] = becomes[cursor.event]
        assert {node: cursor.phase(node) for node in phases} == phases
        assert [node for node in phases if cursor.is_cut(node)] == [
            node for node in phases if steps.get(node, trace.steps) <= cursor.step
        ]
        met = [trace.node(node) for node, phase in phases.items() if phase is not Phase.AHEAD]
        pruned = sum(node.status is Status.PRUNED for node in met)
        returning = [node for node in met if node.status not in (Status.PRUNED, Status.OPEN)]
        leaves = sum(all(child.status is Status.PRUNED for child in node.children) for node in returning)
        cut = sum(step <= cursor.step for step in steps.values())
        assert cursor.tally == Tally(len(met) - pruned, leaves, cut, pruned)
        if not cursor.go(cursor.step + 1):
            break
    assert cursor.tally == cursor.total


@given(cases())
def test_what_a_node_hides_is_what_had_been_met_below_it(case):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    cursor = Cursor(trace)
    for step in {0, trace.steps // 3, trace.steps - 1}:
        cursor.go(step)
        for node in range(len(trace)):
            below = [
                cursor.phase(other)
                for other in range(node + 1, int(trace.columns.end[node]))
                if cursor.phase(other) is not Phase.AHEAD
            ]
            pruned = below.count(Phase.PRUNED)
            assert cursor.count_below(node) == (len(below) - pruned, pruned)


@given(cases())
def test_the_principal_variation_grows_with_the_roots_best_child_and_ends_as_the_traces(case):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    cursor = Cursor(trace)
    assert cursor.principal_variation() == trace.principal_variation
    for step in range(0, trace.steps, max(trace.steps // 20, 1)):
        cursor.go(step)
        line = cursor.principal_variation()
        assert line[0] == 0
        best = trace.at(step).path[0].best_child
        assert line[1:2] == (() if best is None else (best,)) or cursor.phase(0) is Phase.RETURNED
        assert all(cursor.phase(node) is Phase.RETURNED for node in line[1:])


def test_it_starts_at_the_end_and_stays_inside_the_recording():
    cursor = Cursor(tracer.trace(AIMA))
    assert (cursor.step, cursor.event, cursor.node) == (23, Event.RETURNED, 0)
    assert not cursor.go(cursor.step + 1)
    assert not cursor.go(24)
    assert not cursor.go(-1)
    assert cursor.step == 23


def test_the_cutoff_of_the_second_move_of_the_textbook_tree_is_the_step_that_prunes_its_branch():
    cursor = Cursor(tracer.trace(AIMA))
    cursor.start()
    assert cursor.go_to_next(cursor.landmarks.cutoff_steps)
    assert (cursor.step, cursor.event, cursor.cut_node) == (12, Event.PRUNED, 5)
    assert not cursor.is_cut(9)


def test_over_skips_what_is_below_the_node_just_entered():
    cursor = Cursor(tracer.trace(AIMA))
    cursor.go(1)
    assert cursor.step_over()
    assert (cursor.event, cursor.node) == (Event.RETURNED, 1)
    assert not cursor.step_over()


def test_out_goes_to_the_return_of_the_node_above():
    cursor = Cursor(tracer.trace(AIMA))
    cursor.go(4)
    assert cursor.step_out()
    assert (cursor.event, cursor.node) == (Event.RETURNED, 1)
    assert cursor.step_out()
    assert (cursor.event, cursor.node) == (Event.RETURNED, 0)
    assert not cursor.step_out()


def test_the_visit_of_a_node_is_the_step_that_enters_or_prunes_it():
    trace = tracer.trace(AIMA)
    cursor = Cursor(trace)
    for node in range(len(trace)):
        cursor.visit(node)
        assert cursor.node == node
        assert cursor.event is (Event.PRUNED if trace.node(node).status is Status.PRUNED else Event.ENTERED)


def test_nodes_on_which_a_search_stopped_stay_open():
    trace = tracer.trace("tictactoe", max_nodes=500)
    cursor = Cursor(trace)
    assert [cursor.phase(node) for node in range(trace.unfinished)].count(Phase.OPEN) >= 1
    assert cursor.phase(0) is Phase.OPEN
    cursor.go(0)
    assert cursor.step_over()
    assert cursor.step == cursor.last


def test_five_thousand_plies_are_walked_without_recursion():
    cursor = Cursor(tracer.trace("[" * 5000 + "3" + "]" * 5000, "minimax"))
    assert len(cursor.principal_variation()) == 5001
    assert cursor.go(cursor.step - 1)
    assert cursor.node == 1
    assert cursor.start()
    assert cursor.step_over()
    assert cursor.step == cursor.last
