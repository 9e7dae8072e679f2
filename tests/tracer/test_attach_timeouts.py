"""Exceptions that come from outside of a search, such as a time limit's: the recording goes on."""

from __future__ import annotations

import gc
import random
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tracer.attaching import hooks
from tracer.attaching.attach_functions import attach
from tracer.attaching.hooks import raise_in_program
from tracer.games.object_attributes import facts_of
from tracer.recording.columns import verify
from tracer.recording.interrupts import hold_interrupts

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGVTALRM"), reason="this system has no such timers")


class TimeUp(Exception):  # noqa: N818
    """As programs have it."""


def negamax(number: int, depth: int, alpha: int, beta: int) -> int:
    if depth == 0:
        return number * 7919 % 101 - 50
    best = -999
    for k in range(4):
        best = max(best, -negamax(number * 4 + k + 1, depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


@pytest.fixture(autouse=True)
def _without_callbacks_of_others() -> Iterator[None]:
    """Python ignores what is raised while garbage is collected: Hypothesis and classes of earlier tests run code."""
    gc.collect()
    before = gc.callbacks[:]
    gc.callbacks.clear()
    yield
    gc.callbacks[:] = before


@pytest.fixture
def _alarm() -> Iterator[None]:
    def up(_number: int, _frame: Any) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGVTALRM, up)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


def limited(move: int, seconds: float) -> bool:
    """Deepen until the time is up, as a player does at each of its moves; gives whether it was."""
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        for depth in range(3, 10):
            negamax(move, depth, -999, 999)
    except TimeUp:
        return True
    return False


@pytest.mark.usefixtures("_alarm")
def test_a_time_limit_ends_a_search_and_not_the_recording(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = random.Random(7)
    with attach(negamax) as recording:
        negamax(5, 5, -999, 999)
        for move in range(40):
            assert limited(move, drawn.uniform(0.002, 0.006))
            assert (sys.getprofile() is not None) == (hooks.MONITORING is None)
            assert sys.gettrace() is None
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        negamax(99, 3, -999, 999)
    assert recording.trace.counts.visited == 64
    assert len(recording.traces) > 10
    for trace in recording.traces:
        verify(trace.columns, len(trace.move_labels), len(trace.texts))
    assert "not recorded" not in capsys.readouterr().err


def test_a_recursion_that_the_program_ends_itself_is_recorded_with_what_follows() -> None:
    def deep(number: int, alpha: int, beta: int) -> int:
        return -deep(number + 1, -beta, -alpha) if number >= 0 else 0

    with attach(deep, negamax) as recording:
        for _ in range(3):
            with pytest.raises(RecursionError):
                deep(0, -9, 9)
        negamax(99, 3, -999, 999)
    assert recording.trace.counts.visited == 64


def test_another_thread_may_raise_meanwhile() -> None:
    failed: list[bool] = []

    def player() -> None:
        failed.extend(negamax(move, 3, -999, 999) is None for move in range(3))

    recording = attach(negamax)
    recording.everywhere = True
    with recording:
        thread = threading.Thread(target=player)
        thread.start()
        thread.join()
        negamax(99, 3, -999, 999)
    assert failed == [False] * 3
    assert len(recording.traces) == 4
    assert sys.getprofile() is None or hooks.MONITORING is not None


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="recorded by sys.monitoring")
@pytest.mark.parametrize("event", ["call", "return"])
def test_what_a_profile_function_raises_is_raised_at_the_next_step(event: str) -> None:
    steps: list[str] = []

    def callee() -> int:
        steps.append("inside")
        return 3

    def profile(frame: Any, now: str, _argument: Any) -> None:
        if frame.f_code is callee.__code__ and now == event:
            assert raise_in_program(TimeUp(), frame, now)

    sys.setprofile(profile)
    try:
        try:
            callee()
            steps.append("after")
        except TimeUp:
            steps.append("caught")
        assert sys.getprofile() is profile
    finally:
        sys.setprofile(None)
    assert steps == ["inside"] * (event == "return") + ["caught"]
    assert sys.gettrace() is None


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="recorded by sys.monitoring")
def test_where_the_program_is_traced_the_true_reason_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    def search(board: tuple[int, ...], depth: int) -> int:
        if depth == 0 and board[-2:] == (2, 2):
            for code in list(recording.searches.hooks.leaving):
                recording.searches.hooks.leaving[code] = interrupted
        return depth and max(search((*board, one), depth - 1) for one in range(3))

    def interrupted(*_: Any) -> None:
        raise TimeUp

    with attach(search) as recording:
        sys.settrace(lambda *_: None)
        with pytest.raises(TimeUp):
            search((), 7)
        sys.settrace(None)
    said = capsys.readouterr().err
    assert "TimeUp was raised while a call was recorded, and sys.settrace is in use" in said
    assert "sys.setprofile was called" not in said


@pytest.mark.usefixtures("_alarm")
def test_every_signal_with_a_handler_is_held_back_and_handled_once() -> None:
    done = []

    def interrupted_twice() -> None:
        with hold_interrupts():
            with hold_interrupts():
                signal.raise_signal(signal.SIGVTALRM)
                done.append("inside")
            done.append("outside")

    with pytest.raises(TimeUp):
        interrupted_twice()
    assert done == ["inside", "outside"]
    with hold_interrupts():
        pass


@pytest.mark.usefixtures("_alarm")
def test_a_time_limit_does_not_end_a_recording_whose_search_is_still_looked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with attach() as recording:
        for move in range(20):
            limited(move, 0.003 + move * 0.0007)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        negamax(99, 3, -999, 999)
    assert recording.traces[-1].counts.visited == 64
    assert "cannot be examined" not in capsys.readouterr().err


def test_no_python_runs_as_a_recording_and_a_class_are_collected() -> None:
    """A time limit that comes there would be lost: Python ignores what is raised in the callback of a reference."""

    def record() -> None:
        kind = type("Board", (), {"__slots__": ()})
        assert not facts_of(kind).has_own_operators
        with attach(negamax):
            negamax(5, 5, -999, 999)

    gc.collect()  # what other tests left
    record()
    called: list[str] = []
    before = sys.getprofile()
    sys.setprofile(lambda frame, what, _: called.append(frame.f_code.co_filename) if what == "call" else None)
    try:
        gc.collect()
    finally:
        sys.setprofile(before)
    assert called == []
