"""Time travel: every step of a recording is what a replay of its events, one by one, arrives at."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from strategies import AIMA, WIKIPEDIA, Case, searched, variants

import tracer
from tracer import Event, Frame, Moment
from tracer.recording.status import OPEN, PRUNED
from tracer.time.moments import Phase, first_step, last_pruned_together, node_reached_at, phase
from tracer.tracing import Trace


@dataclass
class Standing:
    """A node on the replay's stack."""

    node: int
    turn: int
    alpha: float
    beta: float
    best: float | None = None
    best_child: int | None = None

    def hear(self, child: int, value: float, *, windowed: bool, again: bool = False) -> None:
        worse = self.best is not None and (value <= self.best if self.turn > 0 else value >= self.best)
        if worse and not (again and value == self.best):
            return
        self.best, self.best_child = value, child
        if windowed and self.turn > 0:
            self.alpha = max(self.alpha, value)
        elif windowed:
            self.beta = min(self.beta, value)

    def frame(self) -> Frame:
        return Frame(self.node, self.alpha, self.beta, self.best, self.best_child)


def replay(trace: Trace) -> list[tuple[Event, int, tuple[Frame, ...]]]:
    """Every event with its node and the open path, by walking the tree as the search did."""
    below: list[list[int]] = [[] for _ in trace]
    for node in trace:
        if node.parent is not None:
            below[node.parent.index].append(node.index)
    events: list[tuple[Event, int, tuple[Frame, ...]]] = []
    stack: list[Standing] = []

    def note(event: Event, node: int) -> None:
        events.append((event, node, tuple(standing.frame() for standing in stack)))

    def visit(index: int) -> None:
        node = trace.node(index)
        if node.status is PRUNED:
            note(Event.PRUNED, index)
            return
        assert node.alpha is not None
        assert node.beta is not None
        stack.append(Standing(index, int(node.turn or 0), node.alpha, node.beta))
        note(Event.ENTERED, index)
        for child in below[index]:
            visit(child)
        if node.status is OPEN:
            return  # it stays on the stack: the search stopped below it
        note(Event.RETURNED, index)
        stack.pop()
        if stack and node.value is not None:
            best = stack[-1].best_child
            again = best is not None and trace.label(best) == trace.label(index)
            stack[-1].hear(index, node.value, windowed=trace.header.windowed, again=again)

    visit(0)
    return events


def assert_every_step_is_replayed(trace: Trace) -> None:
    events = replay(trace)
    assert trace.steps == len(events)
    met = -1
    for step, (event, node, path) in enumerate(events):
        assert trace.at(step) == Moment(step, event, trace.node(node), path)
        met = max(met, node)
        assert node_reached_at(trace, step) == met
        there, later = met, step + 1
        while later < len(events) and (events[later][0], event, events[later][2]) == (Event.PRUNED, Event.PRUNED, path):
            there, later = events[later][1], later + 1
        assert last_pruned_together(trace, step) == there
        for other in range(max(met - 3, 0), min(met + 4, len(trace))):
            assert (phase(trace, other, step) is not Phase.AHEAD) == (other <= there)
            assert (first_step(trace, other) <= step) == (other <= there)
        if event is Event.RETURNED:
            assert trace.left(node) == step
        else:
            assert trace.entered(node) == step


@given(searched())
@settings(max_examples=40)
def test_every_step_of_every_search_is_what_a_replay_arrives_at(given_case: tuple[Case, dict[str, Any], Any]) -> None:
    case, options, window = given_case
    for search in case.searches:
        for variant in variants(search, window):
            trace = tracer.trace(case.game, search, position=case.position, **options, **variant, max_nodes=80)
            assert_every_step_is_replayed(trace)


@given(searched())
@settings(max_examples=40)
def test_every_step_of_a_stopped_search_is_what_a_replay_arrives_at(
    given_case: tuple[Case, dict[str, Any], Any],
) -> None:
    case, options, _ = given_case
    for search in ("minimax", "alphabeta", "alphabeta-memo"):
        for visits in (1, 2, 3, 4, 6, 9, 14, 25):
            trace = tracer.trace(case.game, search, position=case.position, max_nodes=visits, **options)
            assert_every_step_is_replayed(trace)


def test_a_stopped_search_has_no_step_for_what_never_returned() -> None:
    trace = tracer.trace(WIKIPEDIA, max_nodes=6)
    unfinished = [node.index for node in trace if node.status is OPEN]
    assert trace.unfinished == len(unfinished) > 1
    assert all(trace.left(node) >= trace.steps for node in unfinished)
    assert trace.at(trace.steps - 1).path[0].node == 0


def test_a_child_that_returns_is_heard_one_step_later() -> None:
    trace = tracer.trace(AIMA)
    returned = trace.at(trace.left(1))
    assert (returned.event, returned.node.index) == (Event.RETURNED, 1)
    assert [frame.best for frame in returned.path] == [None, 3]
    entered = trace.at(trace.left(1) + 1)
    assert (entered.event, entered.node.index) == (Event.ENTERED, 5)
    assert entered.path[0] == Frame(0, 3, float("inf"), 3, 1)


def test_at_a_pruned_branch_the_path_ends_with_the_node_that_cuts() -> None:
    trace = tracer.trace(AIMA)
    moment = trace.at(trace.entered(7))
    assert (moment.event, moment.node.status, [frame.node for frame in moment.path]) == (Event.PRUNED, PRUNED, [0, 5])
    assert moment.path[-1] == Frame(5, 3, 2, 2, 6)


def test_a_search_without_windows_keeps_the_full_one() -> None:
    trace = tracer.trace(AIMA, "minimax")
    frame = trace.at(trace.steps - 1).path[0]
    assert frame == Frame(0, float("-inf"), float("inf"), 3, 1)


@pytest.mark.parametrize("step", [-1, 24])
def test_a_step_outside_the_recording_is_refused(step: int) -> None:
    trace = tracer.trace(AIMA)
    assert trace.steps == 24
    with pytest.raises(IndexError, match=rf"step {step}: the trace has steps 0 to 23"):
        trace.at(step)


def test_steps_of_a_chain_of_five_thousand_plies() -> None:
    trace = tracer.trace("random:b=1,d=5000")
    assert trace.steps == 2 * 5001
    assert len(trace.at(5000).path) == 5001
    assert trace.at(5001).node.index == 5000
    assert trace.at(trace.steps - 1).node.index == 0
