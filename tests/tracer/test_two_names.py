"""Healthy searches in which one thing has two names, or chance spends no depth: nothing is said to be wrong."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import tracer
from tracer.attaching.attach_functions import attach


class Row:
    """MAX and MIN fill a row of four; there is one such object, and it has a name of its own in the module."""

    def __init__(self) -> None:
        self.b = [0, 0, 0, 0]
        self.turn = 1

    def minimax(self, depth: int) -> int:
        if depth == 0:
            return self.b[0] * 2 + self.b[1] - self.b[3]
        best = None
        for m in range(4):
            if self.b[m]:
                continue
            self.b[m] = self.turn
            self.turn = -self.turn
            v = self.minimax(depth - 1)
            self.turn = -self.turn
            self.b[m] = 0
            if best is None or (v > best if self.turn == 1 else v < best):
                best = v
        assert best is not None
        return best


row = Row()


def decide(s: int, depth: int) -> float:
    """MAX takes a chance, which spends no depth, or goes back."""
    if depth == 0 or s > 4:
        return s
    return max(chance(s, depth), decide(s - 1, depth - 1))


def chance(s: int, depth: int) -> float:
    return (decide(s + 1, depth - 1) + decide(s + 2, depth - 1)) / 2


def recorded(*functions: Any, run: Any) -> tracer.Trace:
    with contextlib.redirect_stderr(io.StringIO()), attach(*functions) as recording:
        run()
    return recording.trace


def test_one_variable_by_two_names_is_no_window() -> None:
    trace = recorded(Row.minimax, run=lambda: row.minimax(3))
    assert not trace.header.windowed
    assert tracer.check(trace) == []


def test_chance_may_spend_no_depth_beside_a_move_that_does() -> None:
    trace = recorded(decide, chance, run=lambda: decide(0, 3))
    assert [str(finding) for finding in tracer.check(trace) if finding.severity != "note"] == []
