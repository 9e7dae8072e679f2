"""Watchpoints stop where a running number of a node is another than at the step before, and nowhere else."""

import pytest
from handmade import Did, handmade
from hypothesis import given
from strategies import AIMA, cases

import tracer
from tracer import CHANCE, PlyscopeError
from tracer.condition.watchpoint import Watchpoint, parse_breakpoint
from tracer.recording.status import PRUNED
from tracer.time.moments import frame
from tracer.tracing import Trace

NUMBERS = {
    "best": lambda known: known.best,
    "alpha": lambda known: known.alpha,
    "beta": lambda known: known.beta,
    "window": lambda known: (known.alpha, known.beta),
    "": lambda known: (known.best, known.alpha, known.beta),
}


def walked(trace: Trace, node: int) -> dict[str, list[int]]:
    """By number, the steps at which it is another than before, by looking at every step."""
    frames = [frame(trace, node, step) for step in range(trace.steps)]
    return {
        name: [step for step in range(1, trace.steps) if number(frames[step]) != number(frames[step - 1])]
        for name, number in NUMBERS.items()
    }


@given(case=cases())
def test_changes_are_where_a_walk_through_all_steps_sees_them(case):
    for search in ("alphabeta", "minimax"):
        trace = tracer.trace(case.game, search, position=case.position, max_nodes=60)
        visits = [node for node in range(len(trace)) if trace.columns.status[node] != PRUNED]
        for node in visits[:: max(len(visits) // 6, 1)]:
            for name, steps in walked(trace, node).items():
                if trace.header.windowed or name in ("", "best"):
                    hits = Watchpoint(name, node).hits(trace)
                    assert hits.steps.tolist() == steps, (name, node)
                    assert set(hits.nodes.tolist()) <= {node}


def test_a_node_of_chance_and_a_search_that_stopped_inside():
    chance = handmade(Did(2, (3.0, 5.0, 3.0, 1.0)), turn=CHANCE)
    assert Watchpoint("best", 0).hits(chance).steps.tolist() == walked(chance, 0)["best"]
    stopped = tracer.trace(AIMA, max_nodes=6)
    for node in range(len(stopped)):
        for name, steps in walked(stopped, node).items():
            assert Watchpoint(name, node).hits(stopped).steps.tolist() == steps


@pytest.mark.parametrize("text", ["changes", "best changes", "alpha changes", "beta changes", "window changes"])
def test_how_they_are_written(text):
    assert parse_breakpoint(text, 7).text == f"{text} at #7"
    assert parse_breakpoint(f" {text}  at  #12 ", 7).text == f"{text} at #12"
    assert parse_breakpoint(f"{text} at 12".replace("changes", "change")).text == f"{text} at #12"
    with pytest.raises(PlyscopeError, match="at which node"):
        parse_breakpoint(text)


def test_what_else_may_be_stopped_at_is_a_condition():
    assert parse_breakpoint("cutoff and ply == 3").text == "cutoff and ply == 3"
    for wrong in ("best changes at b2", "value changes", "changes at #-1", ""):
        with pytest.raises(PlyscopeError):
            parse_breakpoint(wrong, 0)


def test_what_a_recording_does_not_have_is_said():
    with pytest.raises(PlyscopeError, match="no alpha and beta"):
        Watchpoint("alpha", 0).hits(tracer.trace(AIMA, "minimax"))
    with pytest.raises(PlyscopeError, match="the last is 12"):
        Watchpoint("best", 13).hits(tracer.trace(AIMA))
