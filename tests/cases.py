"""A plugin: with `--cases N` a test function runs N of its cases: evenly spread, and the same in every run.

A function with the mark `every_case` runs all of them, unless only the first and the last are wanted of others; with
`every_case(quick=True)` it always does, because they take little time together. One with the mark `long` runs half as
many as others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import pytest

Case = TypeVar("Case")
_FIRST_AND_LAST = 2


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", type=_number, metavar="N", help="run N cases of each function, evenly spread")


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the other cases."""
    if (most := config.getoption("--cases")) is None:
        return
    functions: dict[str, list[pytest.Item]] = {}
    for item in items:
        functions.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {item for cases in functions.values() for item in _chosen(cases, most)}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def _chosen(cases: Sequence[pytest.Item], most: int) -> Sequence[pytest.Item]:
    if _are_all(cases, most):
        return cases
    return spread(cases, most if cases[0].get_closest_marker("long") is None else max(1, most // 2))


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
