"""A bug in a search program of other people is named, and nothing else is called an error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from style import findings, recorded
from style_bugs import BUGS, Bug

NOT_YET = {
    "wrong-cut-bound in nim_tuple": "a tuple of heaps is no position of nim without who moves",
    "shared-window in window_list": "it leaves five nodes, which are too few",
}
"""What is missing, and why. Whoever mends one takes it out, or its test fails."""


def _cases() -> Iterator[Any]:
    for bug in BUGS:
        why = NOT_YET.get(str(bug))
        marks = [] if why is None else [pytest.mark.xfail(strict=True, reason=why)]
        yield pytest.param(bug, id=str(bug), marks=marks)


@pytest.mark.parametrize("bug", _cases())
def test_the_bug_of_a_search_whose_functions_are_named_is_named(bug: Bug, tmp_path: Path) -> None:
    demand(bug, bug.write(tmp_path), *bug.style.ways[0].options)


@pytest.mark.parametrize("bug", _cases())
def test_the_bug_of_a_search_of_which_nothing_is_said_is_named(bug: Bug, tmp_path: Path) -> None:
    demand(bug, bug.write(tmp_path))


def demand(bug: Bug, program: Path, *options: str) -> None:
    """The bug is the first thing that is found in the program, and the only error."""
    if bug.ruled:
        options = (*options, "--game", str(bug.style.game))
    record = recorded(program, options)
    assert record.traces
    found = [finding for file in record.files for finding in findings(file)]
    assert found, "nothing was found"
    assert found[0]["disease"] in bug.disease.split()
    assert {finding["disease"] for finding in found if finding["severity"] == "error"} <= set(bug.disease.split())
