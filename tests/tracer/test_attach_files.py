"""Searches recorded from outside into a file: what is written in parts is what is kept in memory."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attached import own_code, wrong_player
from strategies import columns_of

import tracer
from tracer.attaching import search_destination
from tracer.attaching.attach_functions import attach
from tracer.attaching.search_destination import SearchOutput, Which
from tracer.errors import Stop
from tracer.file.draft import lock
from tracer.file.series import Written
from tracer.recording import node_details, part_collector

INFINITY = float("inf")
TREE = [[3, 12, 8], [2, [4, 1], 6], [14, 5, 2]]


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test here writes small parts."""
    monkeypatch.setattr(part_collector, "MAX_WAITING_NODES", 50)
    monkeypatch.setattr(node_details, "MAX_KNOWN_TEXTS", 10)


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


UNREAD: dict[str, Any] = {}
exec(
    """def unread(node, top, alpha, beta):
    if isinstance(node, int):
        return node
    best = -99 if top else 99
    for child in node:
        value = unread(child, not top, alpha, beta)
        best = max(best, value) if top else min(best, value)
        alpha, beta = (max(alpha, best), beta) if top else (alpha, min(beta, best))
    return best""",
    UNREAD,
)


def deepen(tree: Any) -> float:
    """Iterations of a search that stops where its depth ends."""

    def negamax(node: Any, depth: int, alpha: float, beta: float) -> float:
        if depth == 0 or isinstance(node, int):
            return len(node) if isinstance(node, list) else node
        best = -INFINITY
        for child in node:
            best = max(best, -negamax(child, depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    best = 0.0
    for depth in range(1, 5):
        best = negamax(tree, depth, -20, 20)
    return best


SEARCHES: dict[str, tuple[Callable[[], Any], tuple[Any, ...], dict[str, Any]]] = {
    "plain": (lambda: minimax(TREE), (minimax,), {}),
    "strict": (lambda: strict([TREE, [3, 3, 3], TREE, 3], -20, 20, True, 9), (strict,), {}),
    "no test": (lambda: UNREAD["unread"]([[4, 5], [3, 1, 6], [2, 3]], True, -99, 99), (UNREAD["unread"],), {}),
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
    "iterations": (lambda: deepen([TREE, TREE, [TREE, 3]]), ("negamax",), {}),
    "iterations below a root": (lambda: deepen([TREE, TREE, [TREE, 3]]), ("negamax",), {"root": "deepen"}),
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
    recording, ended = attach(*functions, **said), []
    recording.searches.outlet = SearchOutput(path, ended=lambda *found: ended.append(found))
    with recording:
        search()
    assert (recording.traces, recording.searches.count) == ([], 1)
    ((number, written, in_file),) = ended
    assert (number, in_file, isinstance(written, Written)) == (1, True, True)
    kept.trace.save(tmp_path / "saved.plyscope")
    trace, saved = tracer.load(path), tracer.load(tmp_path / "saved.plyscope")
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


TREES = ([3, 2], [7, [4], 5], [[9], 1], [6, [8, 2]])
"""Their searches have the values 3, 7, 9 and 6, and the numbers of nodes 3, 5, 4 and 5."""


def recorded(path: Path, which: Which) -> list[tuple[int, float | None, bool]]:
    """Searches of all trees, recorded into files: the number of each, its value, and whether it is in a file."""
    recording, ended = attach(minimax), []
    recording.searches.outlet = SearchOutput(path, which, ended=lambda *found: ended.append(found))
    with recording:
        for tree in TREES:
            minimax(tree)
    assert recording.searches.count == len(TREES)
    return [(number, found.value, kept) for number, found, kept in ended]


def values_in(folder: Path) -> dict[str, float | None]:
    """The files of a folder with the values of their traces."""
    return {path.name: tracer.load(path).value for path in folder.iterdir()}


@pytest.mark.parametrize(("which", "value"), [(1, 3), (2, 7), (4, 6), ("longest", 7)])
def test_one_of_several_searches_is_in_the_file(tmp_path: Path, which: Which, value: float) -> None:
    ended = recorded(tmp_path / "t.plyscope", which)
    assert [found[:2] for found in ended] == [(1, 3), (2, 7), (3, 9), (4, 6)]
    assert [found[1] for found in ended if found[2]][-1] == value
    assert values_in(tmp_path) == {"t.plyscope": value}


def test_each_of_several_searches_is_in_a_file_with_its_number(tmp_path: Path) -> None:
    tracer.trace("nim:1,2").save(tmp_path / "t.plyscope")
    tracer.trace("nim:1,2").save(tmp_path / "t-3.plyscope")
    assert all(kept for *_, kept in recorded(tmp_path / "t.plyscope", "all"))
    assert values_in(tmp_path) == {f"t-{number}.plyscope": value for number, value in enumerate((3, 7, 9, 6), 1)}


def test_a_single_search_has_the_name_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_destination, "MAX_KEPT_SEARCHES", 1)
    assert [kept for *_, kept in recorded(tmp_path / "t.plyscope", "all")] == [True, False, False, False]
    assert values_in(tmp_path) == {"t.plyscope": 3}


def test_what_is_no_trace_keeps_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t-1.plyscope").write_text("mine")
    (tmp_path / "t-2.plyscope").mkdir()
    (tmp_path / "t-4.plyscope").write_text("mine")
    assert [kept for *_, kept in recorded(tmp_path / "t.plyscope", "all")] == [True, False, True, False]
    assert (tmp_path / "t-1.plyscope").read_text() == (tmp_path / "t-4.plyscope").read_text() == "mine"
    assert [tracer.load(tmp_path / f"{name}.plyscope").value for name in ("t", "t-3")] == [3, 9]
    said = capsys.readouterr().err
    for number in (2, 4):
        assert f"plyscope: search {number} is not kept: cannot write {tmp_path}/t-{number}.plyscope: something " in said


def test_a_trace_that_is_being_written_keeps_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2):
        tracer.trace("nim:1,2").save(tmp_path / f"t-{number}.plyscope")
    before = tracer.load(tmp_path / "t-1.plyscope").value
    with (tmp_path / "t-1.plyscope").open("rb") as first, (tmp_path / "t-2.plyscope").open("rb") as second:
        assert lock(first.fileno())
        assert lock(second.fileno())
        assert [kept for *_, kept in recorded(tmp_path / "t.plyscope", "all")] == [True, False, True, True]
    assert values_in(tmp_path) == {
        "t.plyscope": 3, "t-1.plyscope": before, "t-2.plyscope": before, "t-3.plyscope": 9, "t-4.plyscope": 6,
    }  # fmt: skip
    assert "search 2 is not kept: " in capsys.readouterr().err


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "t.plyscope").symlink_to(tmp_path / "far.plyscope")
    recorded(tmp_path / "t.plyscope", "all")
    assert (tmp_path / "t.plyscope").is_symlink()
    assert tracer.load(tmp_path / "far.plyscope").value == 3
    assert tracer.load(tmp_path / "t-2.plyscope").value == 7
    assert not (tmp_path / "t-1.plyscope").exists()


def test_a_pipe_takes_the_first_of_several_searches(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert [kept for *_, kept in recorded(tmp_path / "pipe", "all")] == [True, False, False, False]
        (tmp_path / "read.plyscope").write_bytes(os.read(reader, 1 << 16))
    finally:
        os.close(reader)
    assert tracer.load(tmp_path / "read.plyscope").value == 3


def test_a_limit_ends_the_search_and_the_script(tmp_path: Path) -> None:
    recording = attach(minimax)
    recording.searches.outlet = SearchOutput(tmp_path / "t.plyscope", max_nodes=5)
    with pytest.raises(Stop), recording:
        minimax(TREE)
    trace = tracer.load(tmp_path / "t.plyscope")
    assert (len(trace), trace.header.stopped) == (5, "after 5 nodes, as asked")


@pytest.mark.parametrize("number", [-1, 1, 99])
def test_a_file_with_a_function_that_is_not_in_it_is_judged_without_its_text(tmp_path: Path, number: int) -> None:
    with attach(minimax) as recording:
        minimax(TREE)
    trace = recording.trace
    assert len(trace.sources) == 1
    columns = replace(trace.columns, function=np.full(len(trace), number, np.int32))
    tables = {"texts": trace.texts, "sources": trace.sources, "labels": trace.move_labels}
    tracer.Trace(columns, [], trace.header, **tables).save(tmp_path / "odd.plyscope")
    found = tracer.load(tmp_path / "odd.plyscope")
    assert found.source(0) is None
    assert [one for one in tracer.check(found) if one.severity != "note"] == []
