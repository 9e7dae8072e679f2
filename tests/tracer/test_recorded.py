"""What a test asserts of its recordings, and what is kept of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from attached import after, score

import tracer
from tracer.findings import kept_findings
from tracer.testing import record_search
from tracer.testing.record_search import (
    MAX_KEPT_TRACES,
    RecordSearch,
    find_watchers,
    known_nodes_file,
    write_known_nodes,
)
from tracer.testing.recorded import describe_difference

START = "XOX.O...."
"""X to move; O threatens b1 after b3, and a draw is right."""
EMPTY = "." * 9
NODES = tracer.trace("tictactoe", "negamax-alphabeta", position="XOX/.O./...").counts.visited
INFINITY = float("inf")


def alphabeta(board: str, is_max: bool, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
    """A sound alpha-beta of tic-tac-toe: 1, 0 or −1."""
    result = score(board)
    if result is not None:
        return result
    best = -INFINITY if is_max else INFINITY
    for square in range(9):
        if board[square] != ".":
            continue
        value = alphabeta(after(board, square, "X" if is_max else "O"), not is_max, alpha, beta)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


def quicker(board: str, is_max: bool, depth: int = 0) -> float:
    """A minimax that counts a win as 10 less the plies that it took."""
    result = score(board)
    if result is not None:
        return result * (10 - depth)
    values = [
        quicker(after(board, square, "X" if is_max else "O"), not is_max, depth + 1)
        for square in range(9)
        if board[square] == "."
    ]
    return max(values) if is_max else min(values)


def never_loses(board: str, is_max: bool) -> float:
    """A minimax whose best begins with 0: MAX never loses."""
    result = score(board)
    if result is not None:
        return result
    best = 0.0
    for square in range(9):
        if board[square] == ".":
            value = never_loses(after(board, square, "X" if is_max else "O"), not is_max)
            best = max(best, value) if is_max else min(best, value)
    return best


def no_cutoff(board: str, is_max: bool, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
    """An alpha-beta that narrows its window and never leaves its loop."""
    result = score(board)
    if result is not None:
        return result
    best = -INFINITY if is_max else INFINITY
    for square in range(9):
        if board[square] == ".":
            value = no_cutoff(after(board, square, "X" if is_max else "O"), not is_max, alpha, beta)
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
    return best


def shallow(board: str, is_max: bool, depth: int) -> float:
    """A minimax to a depth, which counts open rows there."""
    result = score(board)
    if result is not None:
        return result * 100
    if depth == 0:
        return sum((mark == "X") - (mark == "O") for mark in board[::2])
    values = [
        shallow(after(board, square, "X" if is_max else "O"), not is_max, depth - 1)
        for square in range(9)
        if board[square] == "."
    ]
    return max(values) if is_max else min(values)


def shallow_alphabeta(board: str, is_max: bool, depth: int, alpha: float = -999, beta: float = 999) -> float:
    """The same as an alpha-beta."""
    if score(board) is not None or depth == 0:
        return shallow(board, is_max, 0)
    best = -999.0 if is_max else 999.0
    for square in range(9):
        if board[square] != ".":
            continue
        value = shallow_alphabeta(after(board, square, "X" if is_max else "O"), not is_max, depth - 1, alpha, beta)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


def recording(tmp_path: Path, **options: Any) -> RecordSearch:
    return RecordSearch(tmp_path / "test_mine.py", "test_start", **options)


def record(search: Callable[..., float], *arguments: Any, tmp_path: Path, game: str | None = "tictactoe") -> Any:
    with recording(tmp_path)(search, game=game) as recorded:
        search(*arguments)
    return recorded


def test_a_sound_search_passes(tmp_path):
    recorded = record(alphabeta, START, True, tmp_path=tmp_path)
    recorded.assert_sound()
    recorded.assert_nodes("start", NODES)
    recorded.assert_same_value_as("minimax")
    assert recorded.blamed_traces == []
    assert recorded.trace.value == tracer.search("tictactoe", "minimax", position="XOX/.O./...").value


def test_another_number_of_nodes_fails_with_both(tmp_path):
    recorded = record(alphabeta, START, True, tmp_path=tmp_path)
    with pytest.raises(AssertionError, match=rf"start: {NODES:,} nodes visited, {NODES + 1:,} known"):
        recorded.assert_nodes("start", NODES + 1)
    assert recorded.blamed_traces == [recorded.trace]


def test_the_nodes_of_several_searches_are_added(tmp_path):
    with recording(tmp_path)(alphabeta, game="tictactoe") as recorded:
        alphabeta(START, True)
        alphabeta(START, True)
    assert recorded.visited == 2 * NODES
    recorded.assert_nodes("twice", 2 * NODES)


def test_a_signature_is_the_number_of_nodes_of_a_run(tmp_path):
    assert recording(tmp_path).signature(lambda: [alphabeta(START, True) for _ in range(3)], alphabeta) == 3 * NODES


def test_an_error_of_check_fails_with_its_words(tmp_path):
    recorded = record(never_loses, "XX.OO....", False, tmp_path=tmp_path)
    with pytest.raises(AssertionError) as error:
        recorded.assert_sound()
    assert str(error.value).startswith("best-initialised in tictactoe")
    (finding,) = [one for one in recorded.findings if one.severity == "error"]
    assert finding.message.split()[0] in str(error.value)
    assert f"at node {finding.node:,}" in str(error.value)
    assert (recorded.blamed_traces, recorded.described_traces) == ([recorded.trace], [recorded.trace])


def test_a_warning_of_check_does_not_fail(tmp_path):
    recorded = record(no_cutoff, START, True, tmp_path=tmp_path)
    assert {finding.severity for finding in recorded.findings} - {"note"} == {"warning"}
    recorded.assert_sound()


def test_a_wrong_value_fails_with_both(tmp_path):
    right = record(never_loses, "XX.OO....", True, tmp_path=tmp_path)
    assert right.trace.value == 1
    right.assert_same_value_as("minimax")
    wrong = record(never_loses, "X.XO..X.O", False, tmp_path=tmp_path)  # X wins in two ways
    with pytest.raises(AssertionError, match="0 was returned, and 1 is right: minimax returns 1"):
        wrong.assert_same_value_as("minimax")
    assert wrong.blamed_traces == [wrong.trace]


def test_values_are_compared_in_the_numbers_of_the_recorded_search(tmp_path):
    recorded = record(quicker, "XX.OO....", True, tmp_path=tmp_path)
    assert recorded.trace.value == 9
    recorded.assert_same_value_as("minimax")
    with pytest.raises(AssertionError, match="9 was returned, and 1 is right"):
        recorded.assert_same_value_as("minimax", order="natural")


def test_a_bound_only_has_to_hold(tmp_path):
    recorded = record(alphabeta, "XX.OO....", True, -2, 0, tmp_path=tmp_path)
    assert recorded.trace.root.bound is tracer.Bound.LOWER
    recorded.assert_same_value_as("minimax")


def test_an_evaluation_of_its_own_counts_as_far_as_it_is_known(tmp_path):
    recorded = record(shallow, EMPTY, True, 1, tmp_path=tmp_path)
    assert recorded.trace.value == 1
    recorded.assert_same_value_as("minimax")  # it has met all positions that are evaluated
    with pytest.raises(AssertionError, match="1 was returned, and 0 is right"):
        recorded.assert_same_value_as("minimax", evaluate="zero")
    pruned = record(shallow_alphabeta, EMPTY, True, 2, tmp_path=tmp_path)
    assert pruned.trace.counts.pruned_branches
    with pytest.raises(tracer.PlyscopeError, match="evaluate="):
        pruned.assert_same_value_as("minimax")


def test_a_recording_of_another_search_is_a_measure_too(tmp_path):
    mine = record(alphabeta, START, True, tmp_path=tmp_path)
    mine.assert_same_value_as(record(alphabeta, START, True, tmp_path=tmp_path, game=None))
    with pytest.raises(AssertionError, match="is right"):
        mine.assert_same_value_as(record(alphabeta, "XX.OO....", True, tmp_path=tmp_path))


def test_what_cannot_be_compared_says_why(tmp_path):
    with pytest.raises(tracer.PlyscopeError, match="the recording has none: name it"):
        record(alphabeta, START, True, tmp_path=tmp_path, game=None).assert_same_value_as("minimax")
    with recording(tmp_path)(alphabeta) as two:
        alphabeta(START, True)
        alphabeta(START, True)
    with pytest.raises(tracer.PlyscopeError, match="1 search was recorded here, and 2 in the other"):
        record(alphabeta, START, True, tmp_path=tmp_path).assert_same_value_as(two)
    two_plies, three_plies = (record(shallow, EMPTY, True, depth, tmp_path=tmp_path) for depth in (2, 3))
    with pytest.raises(tracer.PlyscopeError, match="depth 2 was searched here, and depth 3 in"):
        two_plies.assert_same_value_as(three_plies)
    with pytest.raises(TypeError, match="gmae"):
        recording(tmp_path)(alphabeta, gmae="tictactoe")


def test_known_numbers_are_learned_and_read(tmp_path):
    learning = recording(tmp_path, update=True)
    with learning(alphabeta) as recorded:
        alphabeta(START, True)
    recorded.assert_nodes("start")
    assert learning.learned == {"start": NODES}
    with pytest.raises(AssertionError, match="no number"):
        record(alphabeta, START, True, tmp_path=tmp_path).assert_nodes("start")
    path = known_nodes_file(tmp_path / "test_mine.py")
    write_known_nodes(path, {"test_start": learning.learned})
    record(alphabeta, START, True, tmp_path=tmp_path).assert_nodes("start")
    write_known_nodes(path, {"test_start": {"start": NODES - 1}})
    with pytest.raises(AssertionError, match=f"{NODES - 1:,} known; if that is meant, pytest --plyscope-update"):
        record(alphabeta, START, True, tmp_path=tmp_path).assert_nodes("start")


def test_what_is_kept_can_be_opened_and_has_its_findings(tmp_path):
    found = recording(tmp_path)
    with found(never_loses, game="tictactoe") as recorded:
        never_loses("XX.OO....", False)
    text = found.keep_recordings(tmp_path / "kept", tmp_path)
    path = tmp_path / "kept" / "test_start.plyscope"
    trace = tracer.load(path)
    assert trace.counts.visited == recorded.visited
    assert [one.disease for one in kept_findings(path, trace)] == [one.disease for one in recorded.findings]
    assert text.splitlines()[:2] == [
        "plyscope explore kept/test_start.plyscope",
        f"plyscope why kept/test_start.plyscope '#{recorded.findings[0].node}'",
    ]
    assert "best-initialised" in text
    found.remove_kept(tmp_path / "kept")
    assert not [*(tmp_path / "kept").iterdir()]


def test_a_large_recording_is_not_checked_unasked(tmp_path, monkeypatch):
    monkeypatch.setattr(record_search, "MAX_CHECKED_NODES", 3)
    found = recording(tmp_path)
    with found(never_loses, game="tictactoe"):
        never_loses("XX.OO....", False)
    lines = found.keep_recordings(tmp_path / "kept", tmp_path).splitlines()
    assert lines == ["plyscope explore kept/test_start.plyscope", "plyscope check kept/test_start.plyscope"]


def test_a_finding_that_an_assertion_has_shown_is_not_shown_again(tmp_path):
    found = recording(tmp_path)
    with found(never_loses, game="tictactoe") as recorded:
        never_loses("XX.OO....", False)
    with pytest.raises(AssertionError):
        recorded.assert_sound()
    assert "best-initialised" not in found.keep_recordings(tmp_path / "kept", tmp_path)


def test_of_many_recordings_some_are_kept_and_the_blamed_one_is_first(tmp_path):
    found, more = recording(tmp_path), 2
    for number in range(MAX_KEPT_TRACES + more):
        board = "XX.OO...." if number == MAX_KEPT_TRACES else START
        with found(alphabeta, game="tictactoe") as recorded:
            alphabeta(board, True)
        if number == MAX_KEPT_TRACES:
            with pytest.raises(AssertionError):
                recorded.assert_nodes("start", 1)
            blamed = recorded.visited
    text = found.keep_recordings(tmp_path, tmp_path)
    assert f"{more} more recordings" in text
    assert len([*tmp_path.glob("*.plyscope")]) == MAX_KEPT_TRACES
    assert tracer.load(tmp_path / "test_start.plyscope").counts.visited == blamed
    assert tracer.load(tmp_path / "test_start-2.plyscope").counts.visited == NODES


def test_what_cannot_be_kept_says_why(tmp_path):
    found = recording(tmp_path)
    with found(alphabeta):
        alphabeta(START, True)
    (tmp_path / "file").write_text("")
    assert "file" in found.keep_recordings(tmp_path / "file", tmp_path)


def test_other_tools_that_watch_are_named(monkeypatch):
    monkeypatch.setattr(sys, "gettrace", lambda: None)
    monkeypatch.setattr(sys, "getprofile", lambda: None)
    monkeypatch.setattr(sys, "monitoring", SimpleNamespace(get_tool=lambda _number: None), raising=False)
    assert find_watchers() == set()
    monkeypatch.setattr(sys, "gettrace", lambda: SimpleNamespace(__module__="coverage.pytracer"))
    monkeypatch.setattr(sys, "getprofile", type("Profile", (), {"__module__": "__main__"}))
    tools = {0: "pydevd", 3: "plyscope"}
    monkeypatch.setattr(sys, "monitoring", SimpleNamespace(get_tool=tools.get), raising=False)
    assert find_watchers() == {"coverage", "a profiler", "pydevd"}


@pytest.mark.parametrize(
    ("window", "value", "right", "wrong"),
    [
        ((-INFINITY, 3), "≥ 3", (3, 5, 100), (2, -1)),
        ((7, INFINITY), "≤ 5", (5, 4, -100), (6, 7)),
        ((-INFINITY, INFINITY), "5", (5, 5 + 1e-12), (4, 6)),
    ],
)
def test_a_bound_contradicts_only_values_on_its_other_side(window, value, right, wrong):
    trace = tracer.trace([[3, 12], [5, 9]], window=window)
    assert [describe_difference(trace, one) for one in right] == [""] * len(right)
    for one in wrong:
        assert describe_difference(trace, one).startswith(f"{value} was returned, and {one}".replace("-", "−"))
    assert describe_difference(tracer.trace("tictactoe", max_nodes=5), 0) == "no value was returned"
