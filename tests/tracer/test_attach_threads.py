"""Searches in several threads: a recording may take those of all, one at a time, and none of other processes."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE, wait_until

import tracer
from tracer.attaching.attach_functions import attach
from tracer.attaching.attachment import Attachment
from tracer.attaching.search_destination import SearchOutput
from tracer.errors import Stop
from tracer.recording.status import OPEN

TREE = [[3, 12, 8], [2, [4, 1], 6], [14, 5, 2]]


def searching(look: Callable[[Any], None] = lambda node: None) -> Callable[..., float]:
    """A minimax that shows each node to a function first."""

    def minimax(node: Any, maximizing: bool = True) -> float:
        look(node)
        if isinstance(node, int):
            return node
        values = [minimax(child, not maximizing) for child in node]
        return max(values) if maximizing else min(values)

    return minimax


def in_thread(function: Callable[..., Any], *given: Any) -> None:
    thread = threading.Thread(target=function, args=given)
    thread.start()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def everywhere(*functions: Any, **said: Any) -> Attachment:
    recording = attach(*functions, **said)
    recording.everywhere = True
    return recording


@pytest.mark.parametrize("by_name", [False, True])
def test_searches_of_all_threads_are_recorded_in_order(by_name: bool) -> None:
    search, before = searching(), threading.getprofile()
    with everywhere("minimax" if by_name else search) as recording:
        in_thread(search, TREE)
        search([1, 2])
        in_thread(search, [[7], 8])
        in_thread(search, [4])
    assert [(trace.value, len(trace)) for trace in recording.traces] == [(3, 15), (2, 3), (8, 4), (4, 2)]
    assert threading.getprofile() is before
    in_thread(search, TREE)
    assert len(recording.traces) == 4


def test_below_a_function_that_hands_its_position_on_each_search_is_one() -> None:
    search = searching()

    def play(node: Any) -> None:
        search(node)
        search(node)

    def fail() -> None:
        with suppress(TypeError):
            play(None)

    with everywhere("minimax", root=play, state="node") as recording:
        in_thread(play, [1, 2])
        in_thread(play, [3, 4])
        play([5, 6])
        in_thread(fail)
        play([7, 8])
    assert [trace.value for trace in recording.traces if trace.value] == [2, 2, 4, 4, 6, 6, 8, 8]


@pytest.mark.parametrize("named", [True, False])
def test_a_search_that_another_one_meets_in_its_midst_is_not_mixed_with_it(
    capsys: pytest.CaptureFixture[str], named: bool
) -> None:
    inside, other_done = threading.Event(), threading.Event()

    def look(node: Any) -> None:
        if node == 4:
            inside.set()
            assert other_done.wait(PATIENCE)

    search = searching(look)
    with everywhere(*[search][:named]) as recording:
        slow = threading.Thread(target=search, args=(TREE,))
        slow.start()
        assert inside.wait(PATIENCE)
        search([1, 2])
        in_thread(search, [3, 5, 6])
        other_done.set()
        slow.join(PATIENCE)
        search([9, 8])
    assert [(trace.value, len(trace)) for trace in recording.traces] == [(3, 15), (9, 3)]
    assert "at least 2 searches in other threads were not recorded" in capsys.readouterr().err


def test_many_searches_at_the_same_time_leave_whole_traces() -> None:
    search = searching()

    def play() -> None:
        for _ in range(200):
            search(TREE)

    with everywhere(search) as recording:
        threads = [threading.Thread(target=play) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
    assert {(trace.value, len(trace), trace.header.stopped) for trace in recording.traces} == {(3, 15, None)}


def test_a_search_that_goes_on_after_the_recording_is_ended_in_its_thread() -> None:
    inside, ended = threading.Event(), list[type[BaseException]]()

    def look(node: Any) -> None:
        inside.set()

    search = searching(look)

    def search_on() -> None:
        try:
            while True:
                search([[[[1] * 12] * 12] * 12] * 12)
        except Stop as stop:
            ended.append(type(stop))

    with suppress(ZeroDivisionError), everywhere(search) as recording:
        other = threading.Thread(target=search_on)
        other.start()
        assert inside.wait(PATIENCE)
        wait_until(lambda: recording.searches.call_reader, "a search")
        raise ZeroDivisionError
    other.join(PATIENCE)
    assert ended == [Stop]
    trace = recording.traces[-1]
    assert (trace.root.status, trace.header.stopped) == (OPEN, "as the recording ended")


@pytest.fixture
def process() -> Iterator[int]:
    """The number of this process: a child of it ends with the test."""
    number = os.getpid()
    yield number
    if os.getpid() != number:
        os._exit(3)


def test_another_process_is_not_recorded(tmp_path: Path, process: int) -> None:
    search = searching()
    recording = everywhere(search)
    recording.searches.outlet = SearchOutput(tmp_path / "t.plyscope")
    with recording:
        child = os.fork()
        if os.getpid() != process:
            search(TREE)
            os._exit(0 if recording.searches.count == 0 else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert list(tmp_path.iterdir()) == []
        search([1, 2])
    assert tracer.load(tmp_path / "t.plyscope").value == 2


def test_a_child_of_a_process_ends_though_another_thread_was_ending_a_search(process: int) -> None:
    search = searching()
    held, forked = threading.Event(), threading.Event()
    recording = everywhere(search)

    def hold() -> None:
        with recording.searches.lock:
            held.set()
            forked.wait(PATIENCE)

    with recording:
        search(TREE)
        other = threading.Thread(target=hold)
        other.start()
        assert held.wait(PATIENCE)
        child = os.fork()
        if os.getpid() == process:
            forked.set()
            other.join(PATIENCE)
        else:
            signal.alarm(20)
    if os.getpid() != process:
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
