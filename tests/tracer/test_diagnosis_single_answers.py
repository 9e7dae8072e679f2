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


def found_in(*rows: dict[str, Any]) -> list[str]:
    """The diseases in a recording of a negamax's tree, seen by MAX."""
    text = "".join(json.dumps(row) + "\n" for row in ({"plyscope": 1}, *rows))
    return [finding.disease for finding in check(read_lines(io.BytesIO(text.encode())))]


def visit(move: str | None, value: float, *below: dict[str, Any], **told: Any) -> list[dict[str, Any]]:
    return [{"enter": move, **told}, *below, {"leave": value}]


@pytest.mark.parametrize("depth", [2, 3])
def test_re_searches_of_reduced_moves_are_judged_beside_those_of_scouts(depth: int) -> None:
    """Those that follow a scout are deep enough, and those that follow a reduced search are not."""
    rows = [*visit("first", 0, turn="MIN", alpha=-9, beta=90, depth=3)]
    for k in range(6):
        rows += visit(f"p{k}", k + 1, turn="MIN", alpha=k, beta=k + 1, depth=3, why="probe")
        rows += visit(f"p{k}", k + 1, turn="MIN", alpha=k, beta=90, depth=3)
    for k in range(4):
        rows += visit(f"r{k}", 9, turn="MIN", alpha=6, beta=7, depth=2, why="reduced")
        rows += visit(f"r{k}", 5, turn="MIN", alpha=6, beta=7, depth=depth, why="probe")
    found = found_in(*visit(None, 6, *rows, turn="MAX", alpha=-9, beta=90, depth=4))
    assert found == (["re-search-shallow"] if depth == 2 else [])


def test_what_a_move_takes_off_the_depth_is_not_read_beyond_the_horizon() -> None:
    rows = [*visit("first", 0, turn="MIN", alpha=-9, beta=90, depth=0)]
    for k in range(6):
        taken = visit("x", k + 1, turn="MAX", alpha=k, beta=90, depth=0)
        rows += visit(f"p{k}", k + 1, turn="MIN", alpha=k, beta=k + 1, depth=0, why="quiescence")
        rows += visit(f"p{k}", k + 1, *taken, turn="MIN", alpha=k, beta=90, depth=0, why="quiescence")
    assert found_in(*visit(None, 6, *rows, turn="MAX", alpha=-9, beta=90, depth=1)) == []


@pytest.mark.parametrize("stands", [True, False])
def test_who_is_cut_before_the_first_noisy_move_can_stand_pat(stands: bool) -> None:
    rows = [*visit("first", 10, turn="MIN", alpha=-90, beta=90)]
    for k in range(10):
        quiet = {"prune": ["q"], "why": "quiet"}
        inside = visit("x", 3, *visit("d", 3, turn="MIN", alpha=10, beta=90), quiet, turn="MAX", alpha=10, beta=90)
        cut = visit("y", 95, {"prune": ["d"]}, turn="MAX", alpha=10, beta=90) if stands and not k else []
        rows += visit(f"m{k}", 3, *cut, *inside, {"prune": ["z"]}, turn="MIN", alpha=10, beta=90)
    found = found_in(*visit(None, 10, *rows, turn="MAX", alpha=-90, beta=90))
    assert found == ([] if stands else ["no-stand-pat"])
