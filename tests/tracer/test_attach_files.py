"""Searches recorded from outside into a file: what is written in parts is what is kept in memory."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from attached import HOOKS, own_code, wrong_player
from strategies import columns_of

import tracer
from tracer.attaching import hooks
from tracer.attaching.outlet import Outlet
from tracer.attaching.outside import attach
from tracer.errors import Stop
from tracer.recording import recorder, told

INFINITY = float("inf")
TREE = [[3, 12, 8], [2, [4, 1], 6], [14, 5, 2]]


@pytest.fixture(autouse=True, params=HOOKS)
def hook(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test here listens through each of the interpreter's hooks, and writes small parts."""
    if request.param == "sys.setprofile":
        monkeypatch.setattr(hooks, "MONITORING", None)
    monkeypatch.setattr(recorder, "CHUNK", 50)
    monkeypatch.setattr(told, "KEPT", 10)


def minimax(node: Any, maximizing: bool = True) -> float:
    """On lists."""
    if isinstance(node, int):
        return node
    values = [minimax(child, not maximizing) for child in node]
    return max(values) if maximizing else min(values)


def strict(node: Any, alpha: float, beta: float, maximizing: bool, depth: int) -> float:
    """Cuts only beyond the end of its window."""
    if isinstance(node, int):
        return node
    best = -INFINITY if maximizing else INFINITY
    for child in node:
        value = strict(child, alpha, beta, not maximizing, depth - 1)
        best = max(best, value) if maximizing else min(best, value)
        if best > beta if maximizing else best < alpha:
            break
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
    return best


def countup(board: list[int], depth: int) -> float:
    """Its depth counts up, and the board is not put back."""
    if depth == 4:
        return sum(board) % 5
    values = []
    for move in range(3):
        board.append(move)
        values.append(-countup(board, depth + 1))
    return max(values)


def breaking(node: Any, depth: int) -> float:
    """Leaves some of its calls by an exception that it catches."""
    if isinstance(node, int):
        if node % 2:
            raise ValueError
        return node
    best = 0.0
    for child in node:
        with suppress(ValueError):
            best = max(best, breaking(child, depth - 1))
    if len(node) == 2:
        raise ValueError
    return best


SEARCHES: dict[str, tuple[Callable[[], Any], tuple[Any, ...], dict[str, Any]]] = {
    "plain": (lambda: minimax(TREE), (minimax,), {}),
    "strict": (lambda: strict([TREE, [3, 3, 3], TREE, 3], -20, 20, True, 9), (strict,), {}),
    "counting up": (lambda: countup([], 0), (countup,), {}),
    "exceptions": (lambda: breaking([[4, 1, 2], [2, 4], [6, [3, 8], 1], 2], 9), (breaking,), {}),
    "a game": (
        lambda: own_code("closures").alpha_beta_search(),
        ("max_value", "min_value"),
        {"game": "tictactoe", "root": "alpha_beta_search"},
    ),
    "no game": (
        lambda: own_code("closures").alpha_beta_search(),
        ("max_value", "min_value"),
        {"root": "alpha_beta_search"},
    ),
    "wrong moves": (lambda: wrong_player("XOXO.....", True), (wrong_player,), {"game": "tictactoe"}),
}


def told_of(trace: tracer.Trace) -> list[Any]:
    """What is told of each node beside the columns that all traces have."""
    depth = trace.columns.depth
    return [
        (trace.text(node), trace.left_text(node), None if depth is None else int(depth[node]))
        for node in range(len(trace))
    ]


@pytest.mark.parametrize("name", SEARCHES)
def test_a_file_has_what_is_kept_in_memory(tmp_path: Path, name: str) -> None:
    search, functions, said = SEARCHES[name]
    path = tmp_path / "t.plyscope"
    with attach(*functions, **said) as kept:
        search()
    recording = attach(*functions, **said)
    recording.outlet = Outlet(path)
    with recording:
        search()
    assert (recording.traces, recording.searches) == ([], 1)
    kept.trace.save(tmp_path / "saved.plyscope")
    trace, saved, written = tracer.load(path), tracer.load(tmp_path / "saved.plyscope"), recording.written
    assert written is not None
    assert columns_of(trace) == columns_of(saved) == columns_of(kept.trace)
    assert told_of(trace) == told_of(saved)
    assert (trace.columns.depth is None) == (saved.columns.depth is None)
    assert (trace.columns.text is None) == (saved.columns.text is None)
    assert (written.nodes, written.value) == (len(trace), kept.trace.value)
    headers = [(one.game, one.position, one.options, one.notes) for one in (trace.header, kept.trace.header)]
    assert headers[0] == headers[1]


def test_the_specimens_have_what_they_are_here_for() -> None:
    """A strict search, a depth that counts up, a board that is left changed, and a node that was abandoned inside."""
    found = {}
    for name, (search, functions, said) in SEARCHES.items():
        with attach(*functions, **said) as recording:
            search()
        found[name] = recording.trace
    assert found["strict"].header.options["cut"] == ">"
    assert found["counting up"].columns.depth is None
    assert found["counting up"].columns.left_text is not None
    lost = [node for node in found["exceptions"] if node.status is tracer.Status.OPEN]
    assert any(node.size > 1 for node in lost)
    assert found["a game"].columns.text is None
    assert found["wrong moves"].game is None
    assert found["wrong moves"].texts


@pytest.mark.parametrize(("number", "value"), [(None, 9), (1, 3), (2, 7)])
def test_the_last_search_is_in_the_file_or_that_of_a_number(tmp_path: Path, number: int | None, value: float) -> None:
    recording = attach(minimax)
    recording.outlet = Outlet(tmp_path / "t.plyscope", number)
    with recording:
        for tree in ([3, 2], [7, 4], [[9], 1]):
            minimax(tree)
    assert tracer.load(tmp_path / "t.plyscope").value == value
    assert recording.written is not None
    assert (recording.searches, recording.written.value) == (3, value)


def test_a_limit_ends_the_search_and_the_script(tmp_path: Path) -> None:
    recording = attach(minimax)
    recording.outlet = Outlet(tmp_path / "t.plyscope", max_nodes=5)
    with pytest.raises(Stop), recording:
        minimax(TREE)
    trace = tracer.load(tmp_path / "t.plyscope")
    assert (len(trace), trace.header.stopped) == (5, "after 5 nodes, as asked")
