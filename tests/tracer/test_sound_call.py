"""A search with a part of its call exchanged does what the table of rivals says of it."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import tracer
from tracer.diagnosis.case import Case
from tracer.diagnosis.sound_call import (
    SOUND_CALL,
    TEST_RIVALS,
    VALUE_RIVALS,
    WINDOW_RIVALS,
    CallModel,
    find_holding_tests,
    iter_rival_combinations,
    predict_child_windows,
    predict_kept_values,
    predict_returned_values,
)
from tracer.recording.status import TERMINAL
from tracer.tracing import Trace

INFINITY = float("inf")
SEEDS = range(12)


def tree(random: Random, height: int = 4) -> Any:
    """A tree of lists with whole numbers as leaves."""
    if not height or random.random() < 0.1:
        return random.randint(-9, 9)
    return [tree(random, height - 1) for _ in range(random.randint(1, 4))]


class Search:
    """A search that does as a call says, told step by step in the view of the player who moves.

    Args:
        call: its parts.
        root: the tree.
    """

    def __init__(self, call: CallModel, root: Any) -> None:
        self.call, self.recorder = call, tracer.Recorder()
        self.went_on: dict[int, bool] = {}
        """Whether a node that is not a leaf searched all it has, by the order in which they return."""
        self.visit(root, None, 1, -INFINITY, INFINITY)
        columns, moves = self.recorder.finish()
        self.case = Case(Trace(columns, moves, tracer.Header()))

    def visit(self, node: Any, move: str | None, turn: int, near: float, far: float) -> float:
        """What the node is worth to the player who moves there."""
        low, high = (near, far) if turn > 0 else (-far, -near)
        number = self.recorder.enter(move, turn, low, high)
        if not isinstance(node, list):
            self.recorder.leave(number, node, TERMINAL)
            return float(turn * node)
        worst = self.call.kept_value == "worst"
        begin = self.call.start_value if self.call.start_value is not None else INFINITY if worst else -INFINITY
        keeps, before, returned = begin, begin, list[float]()
        for place, child in enumerate(node):
            ends = self.handed(near, far, keeps, returned)
            value = -self.visit(child, "abcd"[place], -turn, -ends[1], -ends[0])
            returned.append(value)
            taken, before = self.call.sign * value, keeps
            keeps = self.kept(keeps, taken, [one for one in returned if one > near])
            if self.leaves(near, far, keeps, before, value):
                break
        self.went_on[number] = len(returned) == len(node)
        reached = self.call.sign * returned[-1] >= far
        gives = {"kept": keeps, "before": before if reached else keeps, "far": max(keeps, far)}[
            self.call.returned_value
        ]
        gives += 0 if gives >= far else self.call.added_value
        self.recorder.leave(number, turn * gives)
        return gives

    def kept(self, keeps: float, taken: float, above: list[float]) -> float:
        """What it keeps after a child's value, of those so far that are above its near end."""
        if self.call.kept_value == "above":
            return max(above, default=keeps)
        if self.call.kept_value == "negative":
            return taken if -taken > keeps else keeps
        return (
            taken if self.call.kept_value == "last" else (min if self.call.kept_value == "worst" else max)(keeps, taken)
        )

    def handed(self, near: float, far: float, keeps: float, returned: list[float]) -> tuple[float, float]:
        """The window of the next child, in the same view."""
        last = returned[-1] if returned else near
        raised = {"raised": max(near, keeps), "own": near, "last": last, "kept": keeps}
        low, high = raised[self.call.near], far
        if self.call.far == "none":
            high = INFINITY
        elif self.call.far == "lowered":
            high = min([far, *returned])
        return {"": (low, high), "crossed": (high, low), "both": (-high, -low), "mirrored": (-low, -high)}[
            self.call.window_mistake
        ]

    def leaves(self, near: float, far: float, keeps: float, before: float, value: float) -> bool:
        """Whether it leaves its loop."""
        test = self.call.test
        end = {"far": far, "almost": far - 1, "near": near, "narrowed": max(near, before)}[test.compared_bound]
        one = {"best": keeps, "returned": value, "raised": max(near, keeps)}[test.compared_value]
        return {"≥": one >= end, ">": one > end, "≤": one <= end, "<": one < end}[test.comparison]


@pytest.mark.parametrize(
    "call", dict.fromkeys([SOUND_CALL, *(one for _, one in iter_rival_combinations(WINDOW_RIVALS))])
)
def test_the_windows_are_those_that_the_search_hands_on(call: CallModel) -> None:
    seen = 0
    for seed in SEEDS:
        for calls in Search(call, tree(Random(seed))).case.calls.values():
            near, far = calls.received_window
            expected = predict_child_windows(calls, call)
            assert np.logical_or.reduce([(near == one) & (far == other) for one, other in expected]).all()
            seen += len(near)
    assert seen > 50


@pytest.mark.parametrize("call", [SOUND_CALL, *(call for _, call in iter_rival_combinations(VALUE_RIVALS))])
def test_the_values_are_those_that_the_search_gives(call: CallModel) -> None:
    seen = 0
    for seed in SEEDS:
        for calls in Search(call, tree(Random(seed))).case.calls.values():
            told = predict_returned_values(calls, call)
            cut = np.isnan(told)  # with something more, but not where it is cut
            if call.returned_value == "before" and call.start_value is None:
                cut |= np.isinf(calls.node_values)  # nothing was kept before
            assert np.array_equal(calls.node_values[~cut], told[~cut])
            seen += int((~cut).sum())
    assert seen > 10


@pytest.mark.parametrize("call", [SOUND_CALL, *(call for _, call in TEST_RIVALS)])
def test_the_loop_is_left_where_the_test_says(call: CallModel) -> None:
    left = 0
    for seed in SEEDS:
        search = Search(call, tree(Random(seed)))
        for calls in search.case.calls.values():
            early, last = find_holding_tests(calls, call.test)
            short = np.array([not search.went_on[node] for node in calls.node_ids.tolist()], bool)
            assert not early.any()
            assert last[short].all()
            left += int(short.sum())
    assert left


def test_what_is_kept_by_a_child_is_what_the_call_keeps_by_then() -> None:
    (calls, *_) = Search(SOUND_CALL, [3, [5, 4], 7]).case.calls.values()
    assert predict_kept_values(calls, SOUND_CALL).tolist()[:3] == [3, 4, 7]
    assert predict_kept_values(calls, SOUND_CALL._replace(kept_value="last")).tolist()[:3] == [3, 4, 7]
    assert predict_kept_values(calls, SOUND_CALL._replace(kept_value="worst")).tolist()[:3] == [3, 3, 3]
    assert predict_kept_values(calls, SOUND_CALL._replace(start_value=6.0)).tolist()[:3] == [6, 6, 7]


def test_two_rivals_are_joined_where_they_exchange_different_parts() -> None:
    names = [tuple(disease.slug for disease, _ in rivals) for rivals, _ in iter_rival_combinations(WINDOW_RIVALS)]
    assert ("one-sided-window", "no-deep-cutoffs") in names
    assert ("one-sided-window", "window-not-swapped") in names
    assert ("one-sided-window", "window-widened") not in names
