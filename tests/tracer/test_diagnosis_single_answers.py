"""One answer of a table can be enough to know that it took a bound for the value, or too little to know anything."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from tracer.diagnosis.chosen_move import WORSE
from tracer.diagnosis.examination import check
from tracer.lines.reading import read_lines

FIRST = [
    {"plyscope": 1},
    {"enter": None, "turn": "MAX", "alpha": -100, "beta": 100, "depth": 3, "state": "root"},
    {"enter": "a", "alpha": -100, "beta": 100, "depth": 2, "state": "A"},
    {"enter": "q", "alpha": -100, "beta": 100, "depth": 1, "state": "Q"},
    {"enter": "x", "alpha": -100, "beta": 100, "depth": 0, "state": "Qx"},
    {"leave": 10, "status": "horizon"},
    {"leave": 10},
    {"enter": "p", "alpha": -100, "beta": 10, "depth": 1, "state": "P"},
    {"enter": "x", "alpha": -100, "beta": 10, "depth": 0, "state": "Px"},
    {"leave": 20, "status": "horizon"},
    {"prune": ["y"]},
    {"leave": 20},
    {"leave": 10},
    {"enter": "c", "alpha": 10, "beta": 100, "depth": 2, "state": "C"},
    {"enter": "x", "alpha": 10, "beta": 100, "depth": 1, "state": "Cx"},
    {"leave": 40, "status": "horizon"},
    {"leave": 40},
]
"""What is known of P is that it is worth 20 or more: its other move was cut off."""


def told(*rows: dict[str, Any], beta: float = 100) -> list[str]:
    """What is found where the same position is met in a window from 40 on, with what comes of it."""
    last = [{"enter": "b", "alpha": 40, "beta": beta, "depth": 2, "state": "B"}, *rows, {"leave": 40}]
    text = "".join(json.dumps(row) + "\n" for row in [*FIRST, *last])
    return [f"{finding.disease} {'/'.join(finding.path)}" for finding in check(read_lines(io.BytesIO(text.encode())))]


@pytest.mark.parametrize("beta", [100, 41])
def test_a_lower_bound_that_fails_low_is_named(beta: float) -> None:
    entered = {"enter": "r", "alpha": 40, "beta": beta, "depth": 1, "state": "P"}
    rows = entered, {"leave": 20, "status": "table"}, {"prune": ["s"]}, {"leave": 20}
    assert told(*rows, beta=beta) == ["bound-as-exact b/r"]


def test_an_answer_for_a_smaller_depth_or_with_another_number_may_be_of_an_earlier_search() -> None:
    for depth, value in ((0, 20), (1, 30)):
        entered = {"enter": "r", "alpha": 40, "beta": 100, "depth": depth, "state": "P"}
        assert not told(entered, {"leave": value, "status": "table"}, {"prune": ["s"]}, {"leave": value})


def test_a_narrow_window_may_be_answered_by_what_a_wider_one_was_not_where_the_table_is_older() -> None:
    """It answers for a position that was not met before, so it knew more than the recording shows."""
    older = {"enter": "z", "alpha": 40, "beta": 41, "depth": 1, "state": "Z"}, {"leave": 90, "status": "table"}
    entered = {"enter": "r", "alpha": 40, "beta": 41, "depth": 1, "state": "P"}
    rows = *older, entered, {"leave": 20, "status": "table"}, {"prune": ["s"]}, {"leave": 20}
    assert not told(*rows, beta=41)


@pytest.mark.parametrize("reduced", [{"why": "reduced"}, {}])
def test_a_reduced_search_that_a_deeper_one_refutes_shows_no_better_move(reduced: dict[str, str]) -> None:
    scout = {"enter": "b", "alpha": 4, "beta": 5}
    rows = [
        {"plyscope": 1},
        {"enter": None, "turn": "MAX", "alpha": -99, "beta": 99, "depth": 3},
        {"enter": "a", "alpha": -99, "beta": 99, "depth": 2},
        {"leave": 4, "status": "horizon"},
        scout | {"depth": 1} | reduced,
        {"leave": 5, "status": "horizon"},
    ]
    last = [{"leave": 4, "status": "expanded"}, {"played": "a"}]
    for value, diseases in ((3, []), (5, ["worse-move-played "])):
        again = [scout | {"depth": 2}, {"leave": value, "status": "horizon"}]
        text = "".join(json.dumps(row) + "\n" for row in [*rows, *again, *last])
        found = check(read_lines(io.BytesIO(text.encode())))
        assert [f"{one.disease} {'/'.join(one.path)}" for one in found if one.disease == WORSE.slug] == diseases
