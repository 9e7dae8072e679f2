"""A table that saves nothing is named, and so are moves in no fixed order; whoever saves what can be saved is not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from specimens.specimen import Specimen, Style, diagnosis, record
from specimens.table_styles import HEALTHY, LADDER, NEGAMAX, SQUARES, TAKING, without_game

import tracer
from tracer.diagnosis.case import Case as Examined
from tracer.diagnosis.finding import Finding
from tracer.diagnosis.table_use import DISEASES, _has_value_table
from tracer.recording.header import Header
from tracer.recording.recorder import Recorder
from tracer.recording.status import TABLE, TERMINAL
from tracer.tracing import Trace

OBJECT = (("key = rung, player", "key = object()"),)
WINDOW = (
    ("memo.get((rung, player))", "memo.get((rung, player, alpha, beta))"),
    ('best, first = float("-inf"), alpha', 'best, first, key = float("-inf"), alpha, (rung, player, alpha, beta)'),
    ("memo[rung, player]", "memo[key]"),
)
LAST_STEP = (
    ("player: int, alpha: float, beta: float, memo", "player: int, alpha: float, beta: float, last: int, memo"),
    ("-beta, -alpha, memo)", "-beta, -alpha, step, memo)"),
    ("memo.get((rung, player))", "memo.get((rung, player, last))"),
    ("memo[rung, player]", "memo[rung, player, last]"),
    ('float("inf"), {})', 'float("inf"), 0, {})'),
)
OF_RAISED = (
    (
        "AT_MOST if best <= first else AT_LEAST if best >= beta else EXACT",
        "AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT",
    ),
)
OF_A_SET = (("for number in sorted(free):", "for number in list(free):"),)
NO_MEMO = (("    if key in memo:", "    if key in memo and not free:"),)
WINDOWLESS = "0=3 1=-1/0=6 1=1/0=9 1=-1/0=10 1=1/0=11 1=-1/0=12 1=1"

SPECIMENS = [
    Specimen("table-never-hit", LADDER, OBJECT, "1/2/1/2/2/1/2/1/2"),
    Specimen("table-never-hit", TAKING, (("key = mine, yours", "key = tuple(taken)"),), "16/24/8"),
    Specimen("table-never-hit", TAKING, (("key = mine, yours", "key = str(taken)"),), "16/24/8"),
    Specimen(
        "table-never-hit", NEGAMAX, (("memo.get((rung, player))", "memo.get((rung, str(player)))"),), "3/3/3/1/1/1"
    ),
    Specimen("key-too-fine", NEGAMAX, WINDOW, "3/3/3/1/1/1"),
    Specimen("key-too-fine", without_game(NEGAMAX), WINDOW, WINDOWLESS),
    Specimen("key-too-fine", NEGAMAX, LAST_STEP, "3/3/3/1/1/1"),
    Specimen("unordered-moves", TAKING, (*OF_A_SET, *NO_MEMO), "8/40/32"),
]  # fmt: skip


@cache
def found(number: int) -> list[Finding]:
    return diagnosis(SPECIMENS[number].style, SPECIMENS[number].edit)


@pytest.mark.parametrize("number", range(len(SPECIMENS)), ids=map(str, SPECIMENS))
def test_a_specimen_has_its_disease_and_no_error(number: int) -> None:
    specimen = SPECIMENS[number]
    mine = next(finding for finding in found(number) if finding.disease == specimen.disease)
    assert "/".join(mine.path) == specimen.path
    assert [finding for finding in found(number) if finding.severity == "error"] == []


@pytest.mark.parametrize("number", range(len(SPECIMENS) - 1), ids=map(str, SPECIMENS[:-1]))
def test_a_wasted_table_comes_first(number: int) -> None:
    assert found(number)[0].disease == SPECIMENS[number].disease


@pytest.mark.parametrize(("style", "path"), [(NEGAMAX, "3/3/3/1/1/1"), (without_game(NEGAMAX), WINDOWLESS)])
def test_exact_values_that_are_kept_as_bounds_are_named(style: Style, path: str) -> None:
    (mine,) = diagnosis(style, OF_RAISED)
    assert (mine.disease, mine.severity, "/".join(mine.path)) == ("exact-not-used", "warning", path)
    assert mine.message.endswith(
        "to the same depth, which decides the window (−∞, 7); that happened 14 times, though the table answers by "
        "bounds, and by exact values on the other side of a window"
    )


def of_table_use(findings: list[Finding]) -> list[Finding]:
    mine = {disease.slug for disease in DISEASES}
    return [finding for finding in findings if finding.disease in mine]


@pytest.mark.parametrize("name", HEALTHY)
@pytest.mark.parametrize("game", [True, False])
def test_a_table_that_is_used_is_not_blamed(name: str, game: bool) -> None:
    assert of_table_use(diagnosis(HEALTHY[name] if game else without_game(HEALTHY[name]))) == []


def test_a_key_with_the_depth_is_no_fault() -> None:
    """Values of another depth are other values."""
    for style in (LADDER, without_game(LADDER)):
        assert of_table_use(diagnosis(style, (("key = rung, player", "key = rung, player, depth"),))) == []


@pytest.mark.parametrize(
    ("style", "line", "size"),
    [(LADDER, "memo[key] = depth", 3), (LADDER, "memo[key] = depth", 9), (TAKING, "memo[key] = max", 60)],
)
def test_a_small_table_that_forgets_is_no_fault(style: Style, line: str, size: int) -> None:
    """Positions are searched again, by whichever way they are reached, and some are answered."""
    edit = ((line, f"if len(memo) >= {size}:\n        memo.clear()\n    {line}"),)
    forgetful = record(style, edit)
    assert TABLE in forgetful.columns.status
    assert len(forgetful) > len(record(style))
    assert of_table_use(diagnosis(style, edit)) == []


def test_messages_have_the_numbers_that_show_it() -> None:
    assert found(1)[0].message == (
        "the search has memo, but no position was answered from it: this one was searched again, though node 29 "
        "(8/24/16) had found its value, −7; that happened 105 times"
    )
    assert found(4)[0].message == (
        "the position was searched again though node 4 (3/3/3/3) had found its value, 7; that happened 40 times, each "
        "time that a position was reached inside another window, and the table answers only where that is the same"
    )
    assert found(7)[-1].message == (
        "the moves came as 16, 48, 24, 56, but as 48, 16, 24, 56 at node 29 (32/40/8)"
    )  # fmt: skip


def test_the_order_of_a_set_is_seen_also_without_a_table() -> None:
    """And with the moves sorted it is not."""
    assert [one.disease for one in of_table_use(diagnosis(TAKING, NO_MEMO))] == ["table-never-hit"]
    both = of_table_use(diagnosis(TAKING, (*NO_MEMO, *OF_A_SET)))
    assert [one.disease for one in both] == ["table-never-hit", "unordered-moves"]


@pytest.mark.parametrize(
    ("name", "keeps"),
    [("memo", True), ("transposition_table", True), ("tt", True), ("self.table", False), ("table", True),
     ("from_table", True), ("PAWN_TABLE", False), ("pieceSquareTable", False), ("seen", False), ("hashTable", True)],
)  # fmt: skip
def test_a_table_of_values_is_known_by_its_name(name: str, keeps: bool) -> None:
    record_ = Recorder()
    record_.leave(record_.enter(None, 1), 0, TERMINAL)
    columns, moves = record_.finish()
    trace = Trace(columns, moves, Header(notes={"table": name}))
    assert _has_value_table(Examined(trace)) is keeps


def test_searches_without_a_table_are_not_told_to_have_one() -> None:
    trace = tracer.trace("tictactoe", "alphabeta", order="centre-first")
    assert TABLE not in trace.columns.status
    assert of_table_use(tracer.check(trace)) == []
    assert of_table_use(tracer.check(record(without_game(SQUARES)))) == []


STEPS = """
memo = {}

def negamax(rung, player, alpha, beta):
    better = memo.get((rung, player))
    if rung >= 13:
        return player * {1: (5, -4, 2), -1: (-6, 3, 7)}[player][rung - 13]
    best = -9
    for step in (1, 2, 3) if rung % 3 else (3, 1):
        value = -negamax(rung + step, -player, -beta, -alpha)
        if value > best:
            best, better = value, step
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    memo[rung, player] = better
    return best

negamax(0, 1, -9, 9)
"""


@pytest.mark.parametrize(
    ("stored", "found"), [("better", []), ("best", ["table-never-hit"]), ("better, best", ["table-never-hit"])]
)
def test_a_table_of_moves_alone_has_no_values_to_answer_with(tmp_path: Path, stored: str, found: list[str]) -> None:
    program = STEPS.replace("] = better\n", f"] = {stored}\n")
    (file := tmp_path / "steps.py").write_text(program)
    with tracer.attach() as recording:
        exec(compile(program, str(file), "exec"), {})
    assert [one.disease for one in of_table_use(tracer.check(recording.trace))] == found
