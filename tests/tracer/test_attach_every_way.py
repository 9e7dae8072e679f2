"""One search is recorded alike in every way: named or not, by `attach` or `run`, at rest or stopped again and again."""

from __future__ import annotations

import importlib
import os
import runpy
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from patience import PATIENCE
from proposals import is_same

import tracer
from tracer.attaching.attach_functions import attach

DEEPENING = """
class Player:
    def __init__(self):
        self.known = {}

    def search(self, heaps, depth, alpha, beta):
        if (tuple(heaps), depth) in self.known:
            return self.known[tuple(heaps), depth]
        value = 0 if any(heaps) and depth == 0 else -9
        for i in range(len(heaps)) if depth else ():
            for n in range(heaps[i], 0, -1):
                heaps[i] -= n
                value = max(value, -self.search(heaps, depth - 1, -beta, -max(alpha, value)))
                heaps[i] += n
                if value >= beta:
                    break
            if value >= beta:
                break
        self.known[tuple(heaps), depth] = value
        return value


player = Player()
for depth in range(1, 10):
    value = player.search([2, 3, 2, 2], depth, -9, 9)
print(value)
"""
"""An iterative deepening over one list, with a table: 752 calls, of which 314 have another path than all before."""
PART = """
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def negamax(board, alpha, beta, color):
    if any(board[a] == board[b] == board[c] != "." for a, b, c in LINES):
        return -1
    if "." not in board:
        return 0
    best = -2
    for i in range(9):
        if board[i] == ".":
            board[i] = "X" if color > 0 else "O"
            best = max(best, -negamax(board, -beta, -alpha, -color))
            board[i] = "."
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return best
"""
THREE = """
from negamax_part import negamax


def again():
    return sum([negamax(list("XO.X..O.."), -2, 2, 1) for _ in range(3)])


print(again())
"""
"""Three searches of 89 calls, which nothing tells apart."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the programs are."""
    for name, text in (("deepening", DEEPENING), ("negamax_part", PART), ("three", THREE)):
        (tmp_path / f"{name}.py").write_text(text.lstrip(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "negamax_part", raising=False)
    return tmp_path


def run(folder: Path, file: str, *options: str, stopped: bool = False) -> list[tracer.Trace]:
    """What `plyscope run` records into a file; if stopped, it does not run for half of the time, 40 ms and 40 ms."""
    words = [sys.executable, "-m", "tui.cli", "run", file, "-o", "t.plyscope", *options]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    process = subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while stopped and process.poll() is None:
        for sent in (signal.SIGSTOP, signal.SIGCONT):
            sleep(0.04)
            process.send_signal(sent)
    assert process.wait(PATIENCE) == 0
    files = sorted(folder.glob("t*.plyscope"), key=lambda path: (len(path.name), path.name))
    traces = [tracer.load(path) for path in files]
    for path in files:
        path.unlink()
    return traces


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("options", [(), ("--attach", "Player.search")])
def test_a_search_that_is_stopped_again_and_again_is_recorded_as_at_rest(
    folder: Path, options: tuple[str, ...]
) -> None:
    (rest,), (stopped,) = (run(folder, "deepening.py", *options, stopped=stopped) for stopped in (False, True))
    assert rest.counts.visited == 752
    assert rest.counts.distinct_nodes == 314
    assert is_same(rest, stopped)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_several_searches_that_are_stopped_again_and_again_are_recorded_as_at_rest(folder: Path) -> None:
    rest, stopped = (run(folder, "three.py", stopped=stopped) for stopped in (False, True))
    assert len(rest) == len(stopped) == 3
    assert all(map(is_same, rest, stopped))


@pytest.mark.parametrize("named", ["nothing", "negamax", "negamax_part:negamax", "function"])
def test_several_searches_are_recorded_alike_in_every_way(folder: Path, named: str) -> None:
    functions: list[Any] = [] if named == "nothing" else [named]
    options = () if named in ("nothing", "function") else ("--attach", named)
    if named == "function":
        functions = [importlib.import_module("negamax_part").negamax]
    with attach(*functions) as recording:
        runpy.run_path("three.py", run_name="__main__")
    for traces in (recording.traces, run(folder, "three.py", *options)):
        assert [trace.counts.visited for trace in traces] == [89, 89, 89]
        assert [trace.counts.distinct_nodes for trace in traces] == [89, 89, 89]


@pytest.mark.parametrize("functions", [(), ("search",), ("Player.search",)])
def test_a_deepening_is_recorded_alike_in_every_way(folder: Path, functions: tuple[str, ...]) -> None:
    with attach(*functions) as recording:
        runpy.run_path("deepening.py", run_name="__main__")
    (trace,) = recording.traces
    assert (trace.counts.visited, trace.counts.distinct_nodes) == (752, 314)
