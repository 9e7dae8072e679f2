"""Where a program's own search is in its source at any step: held against what the interpreter says as it runs."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from attached import after, score

from tracer import Event
from tracer.attaching.attach_functions import attach
from tracer.text import number, typed_number
from tracer.time.moments import event_at
from tracer.tracing import Trace
from tracer.why.code_at_step import executing_node, find_code_location, list_call_facts


def worst(board: str, alpha: float, beta: float) -> float:
    """MIN's half of an alpha-beta."""
    result = score(board)
    if result is not None:
        return result
    low = 2.0
    for square in moves(board):
        low = min(low, best(after(board, square, "O"), alpha, beta))
        beta = min(beta, low)
        if alpha >= beta:
            break
    return low


def best(board: str, alpha: float, beta: float) -> float:
    """MAX's half."""
    result = score(board)
    if result is not None:
        return result
    high = -2.0
    for square in moves(board):
        high = max(high, worst(after(board, square, "X"), alpha, beta))
        alpha = max(alpha, high)
        if alpha >= beta:
            break
    return high


def moves(board: str) -> list[int]:
    """The free squares."""
    return [square for square in range(9) if board[square] == "."]


START = "XO......."


def recorded() -> Trace:
    with attach(best, worst, moves=lambda frame: moves(frame["board"])) as recording:
        best(START, -1.0, 1.0)
    return recording.trace


def lines_by_step() -> list[list[int]]:
    """At each call and return of the search, the lines on which the open calls are, seen by a tracer of its own."""
    found: list[list[int]] = []
    codes = {best.__code__, worst.__code__}

    def lines(frame: FrameType | None) -> list[int]:
        path = []
        while frame is not None:
            if frame.f_code in codes:
                path.append(frame.f_lineno)
            frame = frame.f_back
        return path[::-1]

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        if frame.f_code in codes and event in ("call", "return"):
            found.append(lines(frame))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        best(START, -1.0, 1.0)
    finally:
        sys.settrace(before)
    return found


def test_every_open_call_is_on_the_line_that_the_interpreter_says() -> None:
    trace, seen = recorded(), lines_by_step()
    happens = [step for step in range(trace.steps) if event_at(trace, step)[0] is not Event.PRUNED]
    assert len(happens) == len(seen) > 100
    assert len(happens) < trace.steps
    for step, lines in zip(happens, seen, strict=True):
        path = [frame.node for frame in trace.at(step).path]
        assert len(path) == len(lines)
        for node, line in zip(path, lines, strict=True):
            place = find_code_location(trace, step, node)
            assert place is not None
            assert (place.node, place.line) == (node, line)
            assert place.source.name == ("best", "worst")[trace.node(node).ply % 2]


def test_a_branch_is_pruned_after_the_call_that_cut() -> None:
    trace = recorded()
    pruned = next(step for step in range(trace.steps) if event_at(trace, step)[0] is Event.PRUNED)
    branch = event_at(trace, pruned)[1]
    above = trace.columns.parent[branch]
    last = [child for child in trace.children(int(above)) if trace.source(child)][-1]
    place = find_code_location(trace, pruned)
    assert place is not None
    assert (place.node, place.line) == (above, trace.called_at(last))
    assert trace.source(branch) is None


def test_the_selected_call_is_looked_at_while_it_is_open_above() -> None:
    trace = recorded()
    step = trace.entered(3)
    assert [executing_node(trace, step, node) for node in (None, 0, 1, 2, 3, 40)] == [3, 0, 1, 2, 3, 3]


def test_facts_are_what_was_recorded_and_no_variables() -> None:
    trace = recorded()
    names = {
        name for step in range(trace.steps) for name, _ in list_call_facts(trace, step, executing_node(trace, step))
    }
    assert not names & {"alpha", "beta", "best", "value", "low", "high"}
    for step in range(trace.steps):
        event, node = event_at(trace, step)
        if event is Event.RETURNED:
            known = dict(list_call_facts(trace, step, node))
            assert known["returned"] == number(trace.node(node).value)
            assert known["to move"] == ("MAX", "MIN")[trace.node(node).ply % 2]
    assert dict(list_call_facts(trace, 0, 0)) == {"to move": "MAX", "window given": "(−1, 1)"}


def negamax(board: str, player: str) -> float:
    """One function for both players, each with its own view."""
    result = score(board)
    if result is not None:
        return result if player == "X" else -result
    return max(-negamax(after(board, square, player), "O" if player == "X" else "X") for square in moves(board))


def test_a_negamax_has_its_own_number_beside_that_of_max_where_it_is_another() -> None:
    own = list[float]()

    def remember(frame: FrameType, event: str, value: Any) -> None:
        if event == "return" and frame.f_code is negamax.__code__:
            own.append(value)

    before = sys.getprofile()
    sys.setprofile(remember)
    try:
        negamax("XO..X....", "O")
    finally:
        sys.setprofile(before)
    with attach(negamax) as recording:
        negamax("XO..X....", "O")
    trace, told = recording.trace, list[str]()
    for step in range(trace.steps):
        event, node = event_at(trace, step)
        if event is Event.RETURNED:
            told.append(dict(list_call_facts(trace, step, node))["returned"])
    turns = [trace.columns.turn[event_at(trace, step)[1]] for step in range(trace.steps)]
    assert {-1, 1} <= set(turns)
    assert [typed_number(one.partition("move: ")[2].rstrip(")") or one) for one in told] == own
    assert any("the side to move" in one for one in told)
