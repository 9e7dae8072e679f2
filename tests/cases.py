"""A plugin: with `--cases N` a test function runs N of its cases: evenly spread, and the same in every run.

A function with the mark `every_case` runs all of them, unless only the first and the last are wanted of others; with
`every_case(quick=True)` it always does, because they take little time together. `--as test` and `--as test-ci` leave
out what `left_out.txt` says of `make test` and `make test-ci`; what is listed there runs half as many cases as others.
The list also names the searches, games, formats and known bugs that were there when it was written. A case that is
named after any other one always runs: no other test is known to do what it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

Case = TypeVar("Case")
LEFT_OUT = Path(__file__).with_name("left_out.txt")
"""A line for each function that a run leaves out: `test` or, where CI leaves it out, too, `test-ci`, and its name; and
one for each entry of a registry: `entry` and its name."""
COMPARING = ("tests/tracer/test_every_search.py::test_its_value_is_that_of_minimax_and_every_law_holds",)
"""Tests that find what runs the same lines with other values: all runs have them."""
_LEAVE_OUT: dict[str, tuple[str, ...]] = {"test": ("test", "test-ci"), "test-ci": ("test-ci",)}
_FIRST_AND_LAST = 2


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", type=_number, metavar="N", help="run N cases of each function, evenly spread")
    parser.addoption("--as", dest="run", choices=[*_LEAVE_OUT], help="leave out what this target of make leaves out")


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the other cases, and the functions that are left out."""
    most, run = config.getoption("--cases"), config.getoption("run")
    if most is None and run is None:
        return
    functions: dict[str, list[pytest.Item]] = {}
    for item in items:
        functions.setdefault(function_of(item.nodeid), []).append(item)
    run_them = {name: cases for name, cases in functions.items() if left_out().get(name) not in _LEAVE_OUT.get(run, ())}
    kept = {item for name, cases in run_them.items() for item in _chosen(name, cases, most)}
    new = entries() - listed_entries()
    kept.update(item for item in items if is_named_after(item.nodeid, new))
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def function_of(name: str) -> str:
    """The name of a test without that of its case.

    >>> function_of("tests/test_it.py::test_it[a-b]")
    'tests/test_it.py::test_it'
    """
    return name.partition("[")[0]


def is_named_after(name: str, entries: Iterable[str]) -> bool:
    """Whether the name of a case has one of the entries as a word of its own.

    >>> is_named_after("test_it[nim:1,2-pvs]", ["pvs"]), is_named_after("test_it[nim:1,2-pvs]", ["nim"])
    (True, True)
    >>> is_named_after("test_pvs[minimax-memo]", ["pvs", "mini"])
    False
    """
    case = name.partition("[")[2]
    return any(re.search(rf"(?<!\w){re.escape(entry)}(?!\w)", case) for entry in entries)


def entries() -> set[str]:
    """The names of all searches, games, formats and known bugs."""
    import tracer
    from tracer.diagnosis.examination import DISEASES
    from viz import FORMATS

    return {*tracer.SEARCHES, *tracer.GAMES, *FORMATS, *DISEASES}


@cache
def _listed() -> list[list[str]]:
    return [line.split(" ", 1) for line in LEFT_OUT.read_text(encoding="utf-8").splitlines()]


@cache
def left_out() -> dict[str, str]:
    """The run that leaves out a function, by its name: of two, the one with more tests."""
    return {name: run for run, name in _listed() if run != "entry"}


def listed_entries() -> set[str]:
    """The entries that were there when tests were measured last."""
    return {name for kind, name in _listed() if kind == "entry"}


def _chosen(name: str, cases: Sequence[pytest.Item], most: int | None) -> Sequence[pytest.Item]:
    if most is None or _are_all(cases, most):
        return cases
    return spread(cases, max(1, most // 2) if name in left_out() else most)


def _are_all(cases: Sequence[pytest.Item], most: int) -> bool:
    mark = cases[0].get_closest_marker("every_case")
    return mark is not None and (most > _FIRST_AND_LAST or mark.kwargs.get("quick", False))


def spread(cases: Sequence[Case], most: int) -> list[Case]:
    """So many of the cases, the first and the last among them; one alone is the first.

    >>> spread("abcdefghi", 3)
    ['a', 'e', 'i']
    >>> spread("abcdefghi", 4)
    ['a', 'd', 'f', 'i']
    >>> spread("ab", 4), spread("ab", 1)
    (['a', 'b'], ['a'])
    """
    if most >= len(cases):
        return list(cases)
    return [cases[round(one * (len(cases) - 1) / max(most - 1, 1))] for one in range(most)]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say that this is not all."""
    if (most := config.getoption("--cases")) is not None:
        terminalreporter.line(f"of each function at most {most} cases were run; without --cases all are")
