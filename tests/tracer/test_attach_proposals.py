"""What `run` proposes of a search that it found is run: it records the same, byte for byte but for times.

And no part of a search is lost that a program makes, whatever loops stand above it and whatever clocks say.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from proposals import is_same, proposed, record
from style import Style, recorded
from style_records import STYLES

from tracer.attaching.callers import circles

WALK = """
def moves(state):
    return [2 * state + 1, 2 * state + 2, 2 * state + 3]

def score(state):
    return (state * 7919 + 13) % 17 - 8

def max_value(state, depth, limit, alpha, beta):
    {first}
    best = -99
    for child in moves(state):
        value = score(child) if depth == limit else min_value(child, depth + 1, limit, alpha, beta)
        best = max(best, value)
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best

def min_value(state, depth, limit, alpha, beta):
    {first}
    best = 99
    for child in moves(state):
        value = score(child) if depth == limit else max_value(child, depth + 1, limit, alpha, beta)
        best = min(best, value)
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best

def best_move(state, limit, alpha=-99, beta=99):
    {above}
    for child in moves(state):
        {early}
        value = score(child) if limit == 1 else min_value(child, 2, limit, alpha, beta)
        if value > best:
            best, choice = value, child
        alpha = max(alpha, best)
    return choice

calls, best, choice = {{}}, -99, None
{driver}
"""
"""A search whose root walks its moves; what stands in it is to be filled in."""
LOCAL, GLOBAL = "best, choice = -99, None", "global best, choice; best, choice = -99, None"
COUNTING = "calls[limit] = calls.get(limit, 0) + 1"
DEEPEN = "for limit in range(1, 8): best_move({}, limit)"


def walk(*, first: str = "pass", above: str = LOCAL, early: str = "pass", driver: str = DEEPEN.format(0)) -> str:
    return WALK.format(first=first, above=above, early=early, driver=driver)


NODES = [4, 12, 28, 79, 178, 302]
"""Of each iteration from the second on, in which it calls the search."""
WALKS = {
    "small iterations first": (walk(), [1 + sum(NODES)]),
    "calls counted in a dictionary": (walk(first=COUNTING), [1 + sum(NODES)]),
    "globals at the root": (walk(above=GLOBAL), [1 + sum(NODES)]),
    "an early return at the root": (walk(early="if child < 0: return child"), [1 + sum(NODES)]),
    "a driver": (walk(driver="def deepen(state):\n  " + DEEPEN.format("state") + "\ndeepen(0)"), [1 + sum(NODES)]),
    "one search": (walk(above=GLOBAL, driver="best_move(0, 7)"), NODES[-1:]),
    "small ones apart": (walk(driver="best_move(0, 3)\nbest_move(1, 2)\nbest_move(0, 7)"), [12, 4, 302]),
}
"""Programs, and the nodes of their searches; the root of iterations is one more."""

ONES = """
def search(node, mine, left):
    if left == 0:
        return node * 7919 % 13
    below = [search(3 * node + k, not mine, left - 1) for k in range(3)]
    return max(below) if mine else min(below)
"""
AGAIN = {
    "a function's loop": "def again():\n    for _ in range(3): search(1, True, 3)\nagain()",
    "a loop of the program": "for _ in range(3): search(1, True, 3)",
    "a comprehension": "def again(): return [search(1, True, 3) for _ in range(3)]\nagain()",
    "one after the other": "search(1, True, 3); search(1, True, 3); search(1, True, 3)",
    "while": "def again(k):\n    while k:\n        search(1, True, 3)\n        k -= 1\nagain(3)",
    "by another module": "import timeit\ntimeit.timeit(lambda: search(1, True, 3), number=3)",
    "a method": "class Bench:\n    def run(self):\n        for _ in range(3): search(1, True, 3)\nBench().run()",
}
"""What searches one position three times."""

PARANOID = """
def search(node, left, mine):
    if left == 0:
        return {leaf}
    best = None
    for k in {moves}:
        found = search(3 * node + k, left - 1, not mine)
        value, least = found{place}, None if best is None else best{place}
        if best is None or (value > least if mine else value < least):
            best = {inner}
    return best
search(1, 5, True)
"""
"""Two players' numbers beside the move that leads to them."""
PAIR = "(node * 17 % 9, node * 5 % 9)"
NESTED = {
    "three moves": {"leaf": f"0, {PAIR}", "inner": "k, found[1]", "place": "[1][0]", "moves": "range(3)"},
    "two moves": {"leaf": f"0, {PAIR}", "inner": "k, found[1]", "place": "[1][0]", "moves": "(0, 1)"},
    "no move at leaves": {"leaf": f"None, {PAIR}", "inner": "k, found[1]", "place": "[1][0]", "moves": "range(3)"},
    "in a dictionary": {
        "leaf": "0, {'score': node * 17 % 9}",
        "inner": "k, found[1]",
        "place": "[1]['score']",
        "moves": "range(3)",
    },
    "in an attribute": {
        "leaf": f"Found(0, {PAIR})",
        "inner": "Found(k, found.values)",
        "place": ".values[0]",
        "moves": "range(3)",
    },
}
FOUND = "class Found:\n    def __init__(self, move, values): self.move, self.values = move, values\n"
DEEPENING = """
class Player:
    def __init__(self):
        self.table = {}

    def search(self, heaps, depth, alpha, beta):
        known = self.table.get((tuple(heaps), depth))
        if known is not None:
            return known
        value = -9 if depth or not any(heaps) else 0
        for i in range(len(heaps) if depth else 0):
            for n in range(heaps[i], 0, -1):
                heaps[i] -= n
                value = max(value, -self.search(heaps, depth - 1, -beta, -max(alpha, value)))
                heaps[i] += n
                if value >= beta:
                    break
            if value >= beta:
                break
        self.table[(tuple(heaps), depth)] = value
        return value

player = Player()
for depth in range(1, 8):
    player.search([2, 3, 2], depth, -9, 9)
"""
CALLS, HEAPS = 246, 30
"""Calls of that search, and positions that it meets."""


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a program to a file."""

    def write(text: str) -> Path:
        path = tmp_path / "program.py"
        path.write_text(text)
        return path

    return write


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_what_is_proposed_records_the_same(style: Style) -> None:
    proposed(style.path)


@pytest.mark.parametrize("name", WALKS)
def test_no_iteration_and_no_search_is_lost(program: Callable[[str], Path], name: str) -> None:
    text, nodes = WALKS[name]
    traces = proposed(program(text))
    assert [len(trace) for trace in traces] == nodes
    for trace in traces:
        roots = [node for node in range(len(trace)) if trace.sources[trace.columns.function[node]].name == "best_move"]
        called = {trace.called_at(node) for node in range(1, len(trace)) if trace.columns.parent[node] in roots}
        assert len(called) == 1
        assert None not in called


@pytest.mark.parametrize("name", AGAIN)
def test_a_search_that_is_made_again_is_one_of_its_own(program: Callable[[str], Path], name: str) -> None:
    path = program(ONES + AGAIN[name])
    traces = [*proposed(path), *recorded(path, ("--attach", "search")).traces]
    assert [(len(trace), trace.value) for trace in traces] == [(40, 9)] * 6


@pytest.mark.parametrize("name", NESTED)
def test_a_value_is_told_from_the_number_of_a_move(program: Callable[[str], Path], name: str) -> None:
    (trace,) = proposed(program(FOUND + PARANOID.format(**NESTED[name])))
    below = {node: trace.columns.value[trace.columns.parent == node] for node in range(len(trace))}
    inner = {node: values for node, values in below.items() if len(values)}
    assert len(inner) > 30
    for node, values in inner.items():
        best = values.max() if trace.columns.ply[node] % 2 == 0 else values.min()
        assert trace.columns.value[node] == best


@pytest.mark.parametrize("options", [(), ("--attach", "Player.search")])
def test_no_clock_decides_what_is_recorded(
    program: Callable[[str], Path], options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = program(DEEPENING)
    clocks = {getattr(time, name) for name in ("perf_counter", "monotonic", "time", "process_time", "thread_time")}
    (trace,) = record([str(path), *options])
    for step in (0, 0.04, 3_600):
        hands = count(1_000_000)
        for module in [held for name, held in sys.modules.items() if name.startswith("tracer.")]:
            for name in [name for name, held in vars(module).items() if callable(held) and held in clocks]:
                monkeypatch.setattr(module, name, lambda hands=hands, step=step: next(hands) * step)
        (other,) = record([str(path), *options])
        assert is_same(trace, other)
        monkeypatch.undo()
    positions = {trace.text(node) for node in range(len(trace))}
    assert (len(trace), len(positions)) == (1 + CALLS, HEAPS)


def test_the_body_of_a_class_and_a_method_above_are_no_calls_of_oneself() -> None:
    names: dict[str, object] = {}
    exec(  # a program whose functions are met
        "class Table(dict):\n  def __init__(self): super().__init__()\n"
        "class Player(Table):\n"
        "  def __init__(self): super(Player, self).__init__(); self.table = Table()\n"
        "  def search(self, n): return n and -self.search(n - 1) + (super().search(n) if n < 0 else 0)\n",
        names,
    )
    kinds = [names["Table"], names["Player"]]
    codes = [held.__code__ for kind in kinds for held in vars(kind).values() if hasattr(held, "__code__")]
    body = compile("class Table:\n  __init__ = Player.__init__", "", "exec").co_consts[0]
    met = [*codes, body]
    assert [[code.co_name for code in group] for group in circles(met)] == [["search"]]
