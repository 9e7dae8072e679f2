"""A recording keeps the source of the functions, and of every visit the line that called it and where it returned."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from attached import OWN_CODE, after, own_code, score

import tracer
from tracer.attaching.attach_functions import attach
from tracer.attaching.origins import source_of
from tracer.errors import PlyscopeError
from tracer.recording.source import MAX_SOURCE_LENGTH, MAX_SOURCES, Source


def passed_on(function: Callable[..., int], *arguments: Any) -> int:
    """A helper between two calls."""
    return function(*arguments)


def winding(board: str, maximizing: bool) -> int:
    """A minimax that calls itself through a generator, a lambda and a helper, on several lines."""
    result = score(board)
    if result is not None:
        return result
    mark = "X" if maximizing else "O"
    boards = (after(board, square, mark) for square in range(9)
              if board[square] == ".")  # fmt: skip
    if maximizing:
        return max(
            winding(board, False)
            for board in boards
        )  # fmt: skip
    best = 2
    for each in boards:
        answer = lambda each: passed_on(  # noqa: E731
            winding, each, True)  # fmt: skip
        value = answer(each)
        best = min(best, value)
    return best


def high(board: str) -> int:
    """MAX's half of a search."""
    result = score(board)
    return max(low(after(board, k, "X")) for k in range(9) if board[k] == ".") if result is None else result


def low(board: str) -> int:
    """MIN's half."""
    result = score(board)
    if result is not None:
        return result
    best = 2
    for k in range(9):
        if board[k] == ".":
            best = min(best, high(after(board, k, "O")))
    return best


def watched(search: Callable[[], object], *functions: Callable[..., Any]) -> list[tuple[int | None, int]]:
    """For each call in order the line of its caller and of its return, seen by a tracer that knows nothing of ours."""
    codes = {function.__code__ for function in functions}
    found: list[list[Any]] = []
    open_calls: list[tuple[FrameType, int]] = []

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        if frame.f_code not in codes:
            return None
        if event == "call":
            caller: Any = frame.f_back
            while open_calls and caller is not open_calls[-1][0]:
                caller = caller.f_back
            open_calls.append((frame, len(found)))
            found.append([caller.f_lineno if len(open_calls) > 1 else None, None])
        elif event == "return":
            found[open_calls.pop()[1]][1] = frame.f_lineno
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        search()
    finally:
        sys.settrace(before)
    return [(called, left) for called, left in found]


def test_lines_are_those_that_the_interpreter_tells() -> None:
    with attach(winding) as recording:
        winding("XO.XO....", True)
    nodes = list(recording.trace)
    assert len(nodes) > 50
    assert [(node.called_at, node.left_at) for node in nodes] == watched(lambda: winding("XO.XO....", True), winding)
    (source,) = recording.trace.sources
    assert (source.name, source.file) == ("winding", "test_sources.py")
    assert all(source.holds(node.left_at) and node.source == source for node in nodes)
    text = Path(__file__).read_text(encoding="utf-8").split("\n")
    assert source.lines == text[source.line - 1 : source.line - 1 + len(source.lines)]


def test_each_visit_has_its_own_function(tmp_path: Path) -> None:
    with attach(high, low) as recording:
        high("XOXOX.O..")
    nodes = list(recording.trace)
    assert [node.source and node.source.name for node in nodes] == [("high", "low")[node.ply % 2] for node in nodes]
    assert [(node.called_at, node.left_at) for node in nodes] == watched(lambda: high("XOXOX.O.."), high, low)
    recording.trace.save(tmp_path / "t.plyscope")
    opened = list(tracer.load(tmp_path / "t.plyscope"))
    assert [(one.source, one.called_at, one.left_at) for one in opened] == [
        (one.source, one.called_at, one.left_at) for one in nodes
    ]


def handed(board: str, maximizing: bool) -> int:
    """Hands its position on."""
    return inner(board, maximizing)


def inner(board: str, maximizing: bool) -> int:
    """A minimax that calls itself through another function."""
    result = score(board)
    if result is not None:
        return result
    values = [handed(after(board, k, "XO"[not maximizing]), not maximizing) for k in range(9) if board[k] == "."]
    return max(values) if maximizing else min(values)


def test_a_function_that_only_hands_on_stands_between_a_call_and_its_line() -> None:
    with attach() as recording:
        handed("XO.XO....", True)
    nodes = list(recording.trace)
    assert [source.name for source in recording.trace.sources] == ["inner"]
    assert [(node.called_at, node.left_at) for node in nodes[1:]] == watched(lambda: handed("XO.XO....", True), inner)[
        1:
    ]


def test_the_function_above_the_search_is_the_roots() -> None:
    module = own_code("closures")
    with attach("max_value", "min_value", root=module.alpha_beta_search, game="tictactoe") as recording:
        module.alpha_beta_search()
    trace = recording.trace
    above = trace.root.source
    assert above is not None
    assert above.name == "alpha_beta_search"
    assert {source.name for source in trace.sources} == {
        "alpha_beta_search", "alpha_beta_search.max_value", "alpha_beta_search.min_value",
    }  # fmt: skip
    assert above.holds(trace.root.left_at)
    text = (OWN_CODE / "closures.py").read_text(encoding="utf-8").split("\n")
    assert "min_value(" in text[(trace.root.children[0].called_at or 0) - 1]
    assert trace.root.called_at is None
    for node in trace:
        if node.parent is not None and node.status is not tracer.Status.PRUNED:
            assert node.source is not None
            assert node.source.holds(node.left_at)
            assert node.parent.source is not None
            assert node.parent.source.holds(node.called_at)


def test_a_call_left_by_an_exception_has_no_line_of_return() -> None:
    def search(state: int) -> int:
        if state == 3:
            raise ZeroDivisionError
        return max(search(state * 2), search(state * 2 + 1)) if state < 2 else state

    with pytest.raises(ZeroDivisionError), attach(search) as recording:
        search(1)
    assert [node.left_at is None for node in recording.trace] == [True, False, True]
    assert all(node.called_at for node in recording.trace[1:])


def test_code_without_a_text_has_a_name_and_lines_all_the_same() -> None:
    space: dict[str, Any] = {}
    exec(compile("def f(state):\n  if state > 3:\n    return state\n  return f(state * 2)\n", "<made>", "exec"), space)
    with attach(space["f"]) as recording:
        space["f"](1)
    assert recording.trace.sources == (Source("f", "<made>", 1, ""),)
    assert [(node.called_at, node.left_at) for node in recording.trace] == [(None, 4), (4, 4), (4, 3)]
    assert recording.trace.sources[0].lines == []


def nested() -> Iterator[Callable[[], int]]:
    """Functions that stand inside another, one of them decorated."""

    def plain(function: Callable[[], int]) -> Callable[[], int]:
        return function

    @plain
    def decorated() -> int:
        return 1

    yield decorated


def test_a_function_begins_where_its_name_stands() -> None:
    source = source_of(next(nested()).__code__)
    assert source.lines == ["@plain", "def decorated() -> int:", "    return 1"]
    assert source.def_line == source.line + 1


def test_a_source_is_bounded_and_obeyed_by_no_terminal() -> None:
    long = Source(
        "f\x1b[2J", "/home/somebody/search.py", 7, "def f():\n" + "    x = '\x1b]0;a\x07'\n" * MAX_SOURCE_LENGTH
    )
    assert (long.name, long.file) == ("f␛[2J", "search.py")
    assert len(long.text) <= MAX_SOURCE_LENGTH
    assert long.text.endswith("\n")
    assert "\x1b" not in long.text
    assert all(len(one) == len(other) for one, other in pairwise(long.lines[1:]))
    assert Source("f", "C:\\a\\b.py", 1, "x" * 2 * MAX_SOURCE_LENGTH).text == "x" * MAX_SOURCE_LENGTH
    for line in (-1, 2**31, 1.0, True, None):
        with pytest.raises(PlyscopeError, match="first line"):
            Source("f", "f.py", line, "")  # type: ignore[arg-type]


def test_of_very_many_functions_the_first_are_kept(tmp_path: Path) -> None:
    space: dict[str, Any] = {}
    for number in range(MAX_SOURCES + 6):
        exec(f"def f{number}(state):\n  return f{number + 1}(state - 1) if state else 1\n", space)
    with attach(*(space[f"f{number}"] for number in range(MAX_SOURCES + 6))) as recording:
        space["f0"](MAX_SOURCES + 5)
    recording.trace.save(tmp_path / "t.plyscope")
    for trace in (recording.trace, tracer.load(tmp_path / "t.plyscope")):
        assert len(trace.sources) == MAX_SOURCES
        assert [node.source is None for node in trace] == [False] * MAX_SOURCES + [True] * 6


def test_a_recording_that_was_killed_has_its_sources(tmp_path: Path) -> None:
    recording = attach(high, low)
    recording.searches.outlet = tracer.attaching.search_destination.SearchOutput(tmp_path / "t.plyscope")
    with recording:
        high("XOXOX....")
    whole = tracer.load(tmp_path / "t.plyscope")
    (tmp_path / "t.plyscope").write_bytes((tmp_path / "t.plyscope").read_bytes()[:-8])
    torn = tracer.load(tmp_path / "t.plyscope")
    assert torn.header.stopped is not None
    assert torn.sources == whole.sources
    assert [source.name for source in torn.sources] == ["high", "low"]
    assert [node.called_at for node in torn] == [node.called_at for node in whole]
