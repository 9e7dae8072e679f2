"""One function of two that take turns is named: the other one is recorded, too, and no helper is."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tracer.attaching.attach_functions import attach
from tracer.diagnosis.examination import check
from tracer.errors import PlyscopeError

Tree = Any
TREE: Tree = [[[3, 12], [8, [2, 4]]], [[6, 1], [14, 5]], [[7, 0], 9]]
CALLS: list[str] = []


def max_value(tree: Tree, alpha: int, beta: int) -> int:
    CALLS.append("max")
    if isinstance(tree, int):
        return tree
    best = -99
    for one in tree:
        best = max(best, min_value(one, alpha, beta))
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best


def min_value(tree: Tree, alpha: int, beta: int) -> int:
    CALLS.append("min")
    if isinstance(tree, int):
        return tree
    best = 99
    for one in tree:
        best = min(best, max_value(one, alpha, beta))
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best


class Player:
    """Takes turns in comprehensions."""

    def high(self, tree: Tree) -> int:
        CALLS.append("high")
        return tree if isinstance(tree, int) else max(self.low(one) for one in tree)

    def low(self, tree: Tree) -> int:
        CALLS.append("low")
        return tree if isinstance(tree, int) else min([self.high(one) for one in tree])


class Other:
    """Has functions of the same names."""

    def low(self, tree: Tree) -> int:
        return sum(self.high(one) for one in tree)

    def high(self, tree: Tree) -> int:
        return tree if isinstance(tree, int) else self.low(tree)


def negamax(tree: Tree) -> int:
    """Calls itself by a helper alone."""
    CALLS.append("negamax")
    if isinstance(tree, int):
        return tree
    best = -99
    for one in tree:
        best = max(best, tried(one))
    return best


def tried(tree: Tree) -> int:
    return -negamax(tree)


def run_player() -> int:
    Other().low([1, [2, 3]])
    return Player().high(TREE)


PAIRS: dict[str, tuple[Any, Callable[[], int]]] = {
    "a name": ("max_value", lambda: max_value(TREE, -99, 99)),
    "the other one": ("min_value", lambda: max_value(TREE, -99, 99)),
    "a function": (max_value, lambda: max_value(TREE, -99, 99)),
    "methods": (Player.high, run_player),
    "a method's name": ("Player.low", run_player),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_both_of_two_that_take_turns_are_recorded(pair: str, capsys: pytest.CaptureFixture[str]) -> None:
    named, run = PAIRS[pair]
    CALLS.clear()
    with attach(named) as recording:
        result = run()
    trace = recording.trace
    assert trace.counts.visited == len(CALLS)
    assert trace.columns.value[0] == result
    assert [finding for finding in check(trace) if finding.severity.name != "NOTE"] == []
    assert ", which takes turns with " in capsys.readouterr().err


def test_a_helper_that_hands_on_is_not_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    CALLS.clear()
    with attach(negamax) as recording:
        negamax(TREE)
    assert recording.trace.counts.visited == len(CALLS)
    assert "takes turns" not in capsys.readouterr().err


HIGH = """
    CALLS.append("high")
    return tree if isinstance(tree, int) else max({low}(one) for one in tree)
"""
LOW = """
    CALLS.append("low")
    return tree if isinstance(tree, int) else min({high}(one) for one in tree)
"""
HIGH_LINES, LOW_LINES = (text.format(high="high", low="low") for text in (HIGH, LOW))
TREE_LINE = "TREE = (((3, 12), (8, (2, 4))), ((6, 1), (14, 5)), ((7, 0), 9))\nCALLS = []\n"


def indented(text: str) -> str:
    return text.replace("\n    ", "\n        ")


PROGRAMS = {
    "a lambda": f"""
{TREE_LINE}
def high(tree):{HIGH_LINES}
low = lambda tree: CALLS.append("low") or (tree if isinstance(tree, int) else min(high(one) for one in tree))
high(TREE)
""",
    "a cache": f"""
from functools import lru_cache
{TREE_LINE}
def high(tree):{HIGH_LINES}
@lru_cache(maxsize=None)
def low(tree):{LOW_LINES}
high(TREE)
""",
    "a decorator": f"""
from functools import wraps
{TREE_LINE}
def counted(function):
    @wraps(function)
    def wrapper(*arguments):
        return function(*arguments)
    return wrapper
@counted
def high(tree):{HIGH_LINES}
@counted
def low(tree):{LOW_LINES}
high(TREE)
""",
    "a decorator that does not say so": f"""
{TREE_LINE}
def counted(function):
    def wrapper(*arguments):
        return function(*arguments)
    return wrapper
@counted
def high(tree):{HIGH_LINES}
@counted
def low(tree):{LOW_LINES}
high(TREE)
""",
    "a static method": f"""
{TREE_LINE}
def high(tree):{HIGH.format(low="Player.low")}
class Player:
    @staticmethod
    def low(tree):{indented(LOW_LINES)}
high(TREE)
""",
    "a class method": f"""
{TREE_LINE}
class Player:
    @classmethod
    def high(cls, tree):{indented(HIGH.format(low="cls.low"))}
    @classmethod
    def low(cls, tree):{indented(LOW.format(high="cls.high"))}
Player.high(TREE)
""",
    "one inside the other": f"""
{TREE_LINE}
def high(tree):
    def low(tree):{indented(LOW_LINES)}
    CALLS.append("high")
    best = -99
    for one in [] if isinstance(tree, int) else tree:
        best = max(best, low(one))
    return tree if isinstance(tree, int) else best
high(TREE)
""",
    "both inside": f"""
{TREE_LINE}
def choose(tree):
    def high(tree):{indented(HIGH_LINES)}
    def low(tree):{indented(LOW_LINES)}
    return high(tree)
choose(TREE)
""",
    "a lambda inside": f"""
{TREE_LINE}
def choose(tree):
    def high(tree):{indented(HIGH_LINES)}
    low = lambda tree: CALLS.append("low") or (tree if isinstance(tree, int) else min(high(one) for one in tree))
    return high(tree)
choose(TREE)
""",
}


def run_with_one_named(program: Path, name: str) -> tuple[int, list[int]]:
    """The calls of a program, and the visited nodes of the searches that are recorded if one function is named."""
    with attach(name) as recording:
        calls = runpy.run_path(str(program))["CALLS"]
    return len(calls), [trace.counts.visited for trace in recording.traces]


@pytest.mark.parametrize("name", ["high", "low"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_other_one_is_found_wherever_it_is(program: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(PROGRAMS[program], encoding="utf-8")
    calls, visited = run_with_one_named(file, name)
    assert visited == [calls]


@pytest.mark.parametrize("name", ["high", "low", "lower_part:low"])
def test_the_other_one_is_found_in_another_module(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "higher_part.py").write_text(
        f"import lower_part\n{TREE_LINE}def high(tree):{HIGH.format(low='lower_part.low')}", encoding="utf-8"
    )
    lower = LOW.format(high="higher_part.high").replace("CALLS", "higher_part.CALLS")
    (tmp_path / "lower_part.py").write_text(f"import higher_part\ndef low(tree):{lower}", encoding="utf-8")
    (tmp_path / "program.py").write_text(
        "from higher_part import CALLS, TREE, high\nCALLS.clear()\nhigh(TREE)\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "higher_part", raising=False)
    monkeypatch.delitem(sys.modules, "lower_part", raising=False)
    calls, visited = run_with_one_named(tmp_path / "program.py", name)
    assert visited == [calls]


def total(parts: Tree) -> int:
    """The sum of products, as a grammar has it."""
    return sum(sign * product(part) for sign, part in parts)


def product(part: Tree) -> int:
    if isinstance(part, int):
        return part
    result = 1
    for one in part:
        result *= total([(1, one)]) if isinstance(one, int) else total(one)
    return result


def test_the_functions_of_a_grammar_do_not_take_turns(capsys: pytest.CaptureFixture[str]) -> None:
    parts = [(1, 3), (-1, [2, [(1, 4), (-1, [2, 2])]]), (1, [[(1, 2), (1, [3, 3])], 2])]
    with attach(total):
        total(parts)
    assert "takes turns" not in capsys.readouterr().err
    with pytest.raises(PlyscopeError, match="nothing in them tells of a game"), attach():
        total(parts)
