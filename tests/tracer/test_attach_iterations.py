"""A program's own driver, such as an iterative deepening, is one search with its iterations as passes."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest
from laws import check_laws
from style import Recorded, blamed, recorded

import tracer
from tracer.assembling import call_recorder
from tracer.attaching import trace_maker
from tracer.attaching.attach_functions import attach
from tracer.recording import part_collector
from tracer.recording.status import OPEN
from tracer.tracing import Trace

TREE = [[[3, 5], [6, 9]], [[1, 2], [0, -1]], [[7, 4], [5, 8]]]

SEARCH = """
TREE = [[[3, 5], [6, 9]], [[1, 2], [0, -1]], [[7, 4], [5, 8]]]

def first(node):
    while not isinstance(node, int):
        node = node[0]
    return node

def minimax(node, depth, maximizing):
    if isinstance(node, int) or depth == 0:
        return first(node)
    values = [minimax(child, depth - 1, not maximizing) for child in node]
    return max(values) if maximizing else min(values)

def alphabeta(node, depth, alpha, beta, maximizing):
    if isinstance(node, int) or depth == 0:
        return first(node)
    best = -99 if maximizing else 99
    for child in node:
        value = alphabeta(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""

namespace: dict[str, Any] = {}
exec(SEARCH, namespace)
alphabeta: Callable[..., int] = namespace["alphabeta"]


def deepen(node: Any, depths: int) -> int:
    value = 0
    for depth in range(1, depths + 1):
        value = alphabeta(node, depth, -99, 99, True)
    return value


def passes(trace: Trace) -> list[str]:
    """What the iterations of a recording are called; none where its root is no driver."""
    return [trace.label(node) for node in trace.children(0)] if 0 in trace.drivers else []


def of(tmp_path: Path, driver: str, *options: str) -> Recorded:
    """The searches of a script that ends with a driver."""
    script = tmp_path / "program.py"
    script.write_text(SEARCH + dedent(driver), "utf-8")
    return recorded(script, options)


DRIVERS = [
    ("for depth in 1, 2, 3:\n    alphabeta(TREE, depth, -99, 99, True)", ["depth 1", "depth 2", "depth 3"]),
    (
        "def aspirate(v):\n    w = alphabeta(TREE, 3, v - 1, v + 1, True)\n"
        "    if w <= v - 1:\n        return alphabeta(TREE, 3, -99, v, True)\n"
        "    if w >= v + 1:\n        return alphabeta(TREE, 3, v, 99, True)\n    return w\naspirate(2)",
        ["(1, 3)", "(2, 99)"],
    ),
    (
        "def mtdf(g):\n    low, high = -99, 99\n    while low < high:\n        b = g + 1 if g == low else g\n"
        "        g = alphabeta(TREE, 3, b - 1, b, True)\n        if g < b:\n            high = g\n"
        "        else:\n            low = g\nmtdf(5)",
        ["depth 3, γ = 5", "depth 3, γ = 8"],
    ),
    (
        "def deepen():\n    for depth in 2, 3:\n        low, high = 6, 8\n        while True:\n"
        "            value = alphabeta(TREE, depth, low, high, True)\n            if value <= low:\n"
        "                low -= 99\n            elif value >= high:\n                high += 99\n"
        "            else:\n                break\ndeepen()",
        ["depth 2 in (6, 8)", "depth 2", "depth 3"],
    ),
    (
        "def widen(low, high):\n    while True:\n        value = alphabeta(TREE, 3, low, high, True)\n"
        "        if low < value < high:\n            return value\n        high += 6\nwiden(-2, 2)",
        ["(−2, 2)", "(−2, 8)"],
    ),
]


@pytest.mark.parametrize(("driver", "labels"), [*DRIVERS[:2], *DRIVERS[3:]])
def test_iterations_are_passes_below_their_driver(tmp_path: Path, driver: str, labels: list[str]) -> None:
    (trace,) = of(tmp_path, driver).traces
    assert passes(trace) == labels
    assert trace.value == alphabeta(TREE, 3, -99, 99, True)
    check_laws(trace)


def test_a_null_window_is_told_by_the_number_it_asks_for(tmp_path: Path) -> None:
    (trace,) = of(tmp_path, DRIVERS[2][0]).traces
    assert passes(trace)
    assert all(label.startswith("γ = ") for label in passes(trace))
    assert trace.value == alphabeta(TREE, 3, -99, 99, True)
    check_laws(trace)


@pytest.mark.parametrize(
    ("program", "searches"),
    [
        ("minimax(TREE, 3, True); alphabeta(TREE, 3, -99, 99, True)", 2),
        ("for search in minimax, lambda n, d, m: alphabeta(n, d, -99, 99, m):\n    search(TREE, 3, True)", 2),
        ("for _ in range(3):\n    alphabeta(TREE, 3, -99, 99, True)", 3),
        ("for node in TREE:\n    alphabeta(node, 2, -99, 99, False)", 3),
        ("for depth in 3, 2:\n    alphabeta(TREE, depth, -99, 99, True)", 2),
        ("alphabeta(TREE, 2, -99, 99, True)\nalphabeta(TREE, 3, -99, 99, True)", 2),
        ("for side in True, False:\n    alphabeta(TREE, 3, -99, 99, side)", 2),
    ],
)
def test_what_is_no_iteration_is_a_search_of_its_own(tmp_path: Path, program: str, searches: int) -> None:
    """Another function, the same call again, another position, a smaller depth, no loop, another flag."""
    traces = of(tmp_path, program).traces
    assert len(traces) == searches
    assert not any(0 in trace.drivers for trace in traces)


def test_each_position_of_a_game_has_a_driver_of_its_own(tmp_path: Path) -> None:
    program = "for node in TREE:\n    for depth in 1, 2:\n        alphabeta(node, depth, -99, 99, False)"
    traces = of(tmp_path, program).traces
    assert [passes(trace) for trace in traces] == [["depth 1", "depth 2"]] * 3


def test_an_iteration_that_an_exception_leaves_stays_open_and_the_last_whole_one_holds(tmp_path: Path) -> None:
    script = SEARCH.replace(
        "    if isinstance(node, int) or depth == 0:", "    tick()\n    if isinstance(node, int) or depth == 0:"
    )
    script += (
        "\ncount = 0\ndef tick():\n    global count\n    count += 1\n    if count > 30:\n        raise TimeoutError\n"
        "def think():\n    value = None\n    try:\n        for depth in range(1, 9):\n"
        "            value = alphabeta(TREE, depth, -99, 99, True)\n"
        "    except TimeoutError:\n        pass\n    return value\n"
        "think()\n"
    )
    (tmp_path / "late.py").write_text(script, "utf-8")
    (trace,) = recorded(tmp_path / "late.py", ("--attach", "alphabeta")).traces
    last = trace.children(0)[-1]
    assert trace.columns.status[last] == OPEN
    assert trace.value == trace.columns.value[trace.children(0)[-2]]
    assert trace.header.stopped is None
    check_laws(trace)


def test_calls_straight_from_the_recording_are_searches_of_their_own() -> None:
    with attach(alphabeta) as recording:
        for depth in 1, 2, 3:
            alphabeta(TREE, depth, -99, 99, True)
    assert len(recording.traces) == 3


def test_a_driver_that_is_called_in_a_recording_is_one_search_unless_somebody_looks_before() -> None:
    with attach(alphabeta) as recording:
        deepen(TREE, 3)
        assert passes(recording.trace) == ["depth 1", "depth 2", "depth 3"]
        deepen(TREE, 2)
    assert [len(passes(trace)) for trace in recording.traces] == [3, 2]


def test_a_file_has_what_memory_has_though_its_first_iteration_is_larger_than_a_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was written when the second one began."""
    monkeypatch.setattr(part_collector, "MAX_WAITING_NODES", 200)
    monkeypatch.setattr(call_recorder, "MAX_WAITING_NODES", 200)
    program = """
    def nim(piles, alpha, beta, me):
        if not any(piles):
            return -1 if me else 1
        best = -9 if me else 9
        for pile, left in enumerate(piles):
            for take in range(1, left + 1):
                value = nim(piles[:pile] + (left - take,) + piles[pile + 1:], alpha, beta, not me)
                best = max(best, value) if me else min(best, value)
        return best

    def ask():
        for beta in 3, 4:
            value = nim((2, 2, 2), beta - 4, beta, True)
        return value
    """
    space: dict[str, Any] = {}
    exec(dedent(program), space)
    with attach(space["nim"]) as recording:
        space["ask"]()
    (held,) = recording.traces
    script = tmp_path / "nim.py"
    script.write_text(dedent(program) + "\nask()\n", "utf-8")
    (filed,) = recorded(script, ("--attach", "nim")).traces
    assert len(held) > 1_000
    for name in ("end", "turn", "alpha", "beta", "value", "status", "cutoff"):
        assert np.array_equal(getattr(held.columns, name), getattr(filed.columns, name), equal_nan=name != "cutoff"), (
            name
        )
    assert [held.label(node) for node in held.children(0)] == [filed.label(node) for node in filed.children(0)]
    assert [held.text(node) for node in range(len(held))] == [filed.text(node) for node in range(len(filed))]


def test_a_program_that_is_killed_amid_an_iteration_leaves_its_file(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(
        SEARCH + "\nimport os, time\nfor depth in 1, 2, 3, 4:\n"
        "    if depth == 4:\n        time.sleep(1.5)\n        os.kill(os.getpid(), 9)\n"
        "    alphabeta(TREE, depth, -99, 99, True)\n",
        "utf-8",
    )
    file = tmp_path / "k.plyscope"
    words = [sys.executable, "-m", "tui.cli", "run", str(script), "--attach", "alphabeta", "-o", str(file)]
    killed = subprocess.run(words, cwd=Path(__file__).parents[2], env={**os.environ}, check=False, timeout=60)
    assert killed.returncode == -signal.SIGKILL
    trace = tracer.load(file)
    assert passes(trace) == ["depth 1", "depth 2", "depth 3"]


@pytest.mark.parametrize("search", ["first", "2", "longest"])
def test_a_driver_counts_as_one_of_several_searches(tmp_path: Path, search: str) -> None:
    program = "for node in TREE[:2]:\n    for depth in 1, 2:\n        alphabeta(node, depth, -99, 99, False)"
    (trace,) = of(tmp_path, program, "--attach", "alphabeta", "--search", search).traces
    assert passes(trace) == ["depth 1", "depth 2"]


def test_nobody_is_blamed_for_its_driver(tmp_path: Path) -> None:
    for number, (driver, _labels) in enumerate(DRIVERS):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert not [blamed(file) for file in of(folder, driver).files if blamed(file)]


OWN_ROOT = """
class Late(Exception):
    pass

class Bot:
    def __init__(self, most):
        self.nodes, self.most = 0, most

    def search(self, heap, depth, alpha, beta):
        self.nodes += 1
        if self.nodes > self.most:
            raise Late
        if heap == 0:
            return max(alpha, min(beta, -100))
        if depth == 0:
            return max(alpha, min(beta, (heap * 7) %% 11 - 5))
        for take in (1, 2, 3):
            if take > heap:
                break
            value = -self.search(heap - take, depth - 1, -beta, -alpha)
            if value >= beta:
                return beta
            alpha = max(alpha, value)
        return alpha

    def think(self, heap, width, depth):
        guess, order = 0, [1, 2, 3]
        try:
            for deep in range(1, depth + 1):
                low, high = (guess - width, guess + width) if deep > 2 else (-1000, 1000)
                while True:
                    alpha, choice = low, None
                    for take in order:
                        value = -self.search(heap - take, deep - 1, -high, -alpha)
                        if value > alpha:
                            alpha, choice = value, take
                        if alpha >= high:
                            break
                    if alpha <= low:
                        low -= 16
                    elif alpha >= high:
                        high += 16
                    else:
                        break
                guess = alpha
                order.sort(key=lambda take: take != choice)
        except Late:
            pass
        return guess

bot = Bot(%d)
print(bot.think(23, %d, %d), bot.nodes)
"""


def own_root(tmp_path: Path, most: int, width: int, depth: int) -> Trace:
    """The search of a program in which depths, windows and the root's moves are loops of one function."""
    script = tmp_path / "own_root.py"
    script.write_text(OWN_ROOT % (most, width, depth), "utf-8")
    found = recorded(script, ())
    assert not [blamed(file) for file in found.files if blamed(file)]
    (trace,) = found.traces
    check_laws(trace)
    return trace


def test_depths_and_the_roots_moves_in_one_function_are_passes_with_these_moves_below(tmp_path: Path) -> None:
    trace = own_root(tmp_path, 10**6, 2, 2)
    assert passes(trace) == ["depth 1", "depth 2"]
    assert [len(trace.children(one)) for one in trace.children(0)] == [3, 3]
    assert trace.columns.depth is not None
    assert [trace.columns.depth[one] for one in trace.children(0)] == [1, 2]
    assert trace.value == trace.columns.value[trace.children(0)[-1]]


def test_windows_that_fail_there_are_passes_too_and_calls_are_counted_as_the_program_counts(tmp_path: Path) -> None:
    trace = own_root(tmp_path, 10**6, 2, 5)
    assert passes(trace) == [
        "depth 1",
        "depth 2",
        *("depth 3 in (−6, −2)", "depth 3 in (−6, 14)"),
        *("depth 4 in (1, 5)", "depth 4 in (−15, 5)"),
        *("depth 5 in (−4, 0)", "depth 5 in (−4, 16)"),
    ]
    space: dict[str, Any] = {}
    exec(OWN_ROOT % (10**6, 2, 5), space)
    assert len(trace) == space["bot"].nodes + 1 + len(passes(trace))


def test_a_pass_there_that_an_exception_leaves_stays_open(tmp_path: Path) -> None:
    trace = own_root(tmp_path, 700, 2, 12)
    last, before = trace.children(0)[-1], trace.children(0)[-2]
    assert trace.columns.status[last] == OPEN
    assert trace.value == trace.columns.value[before]


def test_the_time_of_a_search_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though it is given out later, when nothing can follow that belongs to it."""
    clock = itertools.count()
    monkeypatch.setattr(trace_maker, "perf_counter", lambda: float(next(clock)))

    def search(node: Any) -> Any:
        return node if isinstance(node, int) else max(map(search, node))

    with attach(search) as recording:
        for leaf in range(20):
            search([leaf, 1])
    assert {trace.header.seconds for trace in recording.traces} == {1.0}
