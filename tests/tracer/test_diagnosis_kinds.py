"""Calls of one kind that are wrong, such as a scout's or a null move's, while those of the others are right."""

from __future__ import annotations

from dataclasses import replace

import pytest
from specimens.specimen import FOLDER, Specimen, Style, record

import tracer
from tracer.diagnosis import cuts, sites
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import Symptom
from tracer.recording.no_moves import Null
from tracer.recording.status import TERMINAL
from tracer.tracing import Trace
from tracer.why.explain import explain

ENGINE = Style(
    "kinds_engine",
    ("search", "quiesce"),
    options={"turn": lambda frame: frame["position"][1] == "W", "view": "mover"},
)
NULLS = Style("moves_engine", ("search", "quiesce"))
SCOUT_ROW = Style("windows_scout", ("search",), options={"state": "row"})
SCOUT = "value = -search(after, depth - 1, -alpha - 1, -alpha)"
AGAIN = "                value = -search(after, depth - 1, -beta, -alpha)"
INFINITY = float("inf")
NULL = "value = -search((position[0], other(position[1])), depth - 3, -beta, -beta + 1, False)"
BEYOND = "-quiesce(play(position, move), -beta, -alpha)"
HAND_ON = "return quiesce(position, alpha, beta)"


def specimen(disease: str, path: str, healthy: str, change: tuple[str, str], *more: tuple[str, str]) -> Specimen:
    sick = healthy.replace(*change)
    assert sick != healthy
    return Specimen(disease, ENGINE, ((healthy, sick), *more), path)


SPECIMENS = [
    specimen("window-not-negated", "", SCOUT, ("-alpha - 1, -alpha", "alpha, alpha + 1"), ("DEPTH = 5", "DEPTH = 4")),
    specimen("window-not-swapped", "", SCOUT, ("-alpha - 1, -alpha", "-alpha, -alpha - 1")),
    specimen("not-negated", "", SCOUT, ("-search", "search")),
    specimen("window-not-swapped", "", AGAIN, ("-beta, -alpha", "-alpha, -beta")),
    Specimen(
        "not-negated",
        SCOUT_ROW,
        (("value = -search(rest, -now, -beta, -value)", "value = search(rest, -now, -beta, -value)"),),
        "",
    ),
    specimen("window-not-negated", "", NULL, ("-beta, -beta + 1", "beta - 1, beta")),
    specimen("not-negated", "", NULL, ("-search", "search")),
    specimen("window-not-negated", "", BEYOND, ("-beta, -alpha", "alpha, beta")),
    specimen("not-negated", "", BEYOND, ("-quiesce", "quiesce")),
    specimen("window-not-negated", "", HAND_ON, ("alpha, beta", "-beta, -alpha")),
]


def without_lines(trace: Trace) -> Trace:
    """The same recording without the lines that made the calls, and without reasons, as of another language."""
    columns = replace(trace.columns, called_at=None, left_at=None, why=None)
    return Trace(columns, trace.no_moves, trace.header, None, None, labels=trace.move_labels, texts=trace.texts)


@pytest.mark.parametrize("sick", SPECIMENS, ids=lambda sick: sick.edit[0][1].strip())
@pytest.mark.parametrize("lines", [True, False])
def test_a_mistake_in_one_kind_of_call_is_named_there(sick: Specimen, lines: bool) -> None:
    trace = record(sick.style, sick.edit)
    (error,) = (found for found in tracer.check(trace if lines else without_lines(trace)) if found.severity == "error")
    assert error.disease == sick.disease
    source = (FOLDER / f"{sick.style.file}.py").read_text().splitlines()
    line = next(number for number, text in enumerate(source, 1) if sick.edit[0][0] in text)
    assert (f"of line {line}" in error.message) == (lines and "calls" in error.message)


@pytest.mark.parametrize("lines", [True, False])
def test_the_healthy_engine_has_nothing(lines: bool) -> None:
    trace = record(ENGINE)
    assert tracer.check(trace if lines else without_lines(trace)) == []


def test_a_null_move_whose_player_is_no_part_of_the_position_is_told_by_its_line() -> None:
    healthy = "value = -search(board, depth - 2, -color"
    assert tracer.check(record(NULLS)) == []
    (finding,) = tracer.check(record(NULLS, ((healthy, healthy.replace("-search", "search")),)))
    assert finding.disease == "not-negated"
    assert "after 12 calls of line 60 (null move), and after no others" in finding.message


def test_a_null_move_that_does_not_cut_is_no_value_of_its_node() -> None:
    recorder = tracer.Recorder()
    root = recorder.enter(None, -1, -9, 9)
    for move in ("a", "b"):
        node = recorder.enter(move, 1, -9, 9)
        recorder.leave(recorder.enter(Null(), -1, 8, 9), 4, TERMINAL)
        recorder.leave(node, 4)
    recorder.leave(root, 4)
    trace = Trace(*recorder.finish(), tracer.Header(notes={"script": "own.py"}))
    (found,) = symptoms(trace)
    assert (found.disease.slug, found.node) == ("cut-without-cause", 1)
    assert "a null move" in found.say()


class Checks:
    """Players count up to 6, each by 1 or 2. Who stands at 2 or 3 is in check, and may not pass."""

    def start(self) -> tuple[int, tracer.Turn]:
        return 0, tracer.MAX

    def turn(self, state: tuple[int, tracer.Turn]) -> tracer.Turn:
        return state[1]

    def utility(self, state: tuple[int, tracer.Turn]) -> float | None:
        return -float(state[1]) if state[0] >= 6 else None

    def moves(self, state: tuple[int, tracer.Turn]) -> list[int]:
        return [1, 2]

    def play(self, state: tuple[int, tracer.Turn], move: int) -> tuple[int, tracer.Turn]:
        return state[0] + move, tracer.Turn(-state[1])

    def null(self, state: tuple[int, tracer.Turn]) -> tuple[int, tracer.Turn] | None:
        return None if state[0] in (2, 3) else (state[0], tracer.Turn(-state[1]))


def passing(*, in_check: bool) -> Trace:
    """A search of `Checks` to its end, which makes a null move at each node that is not after one."""
    recorder, game = tracer.Recorder(), Checks()

    def search(move: object, state: tuple[int, tracer.Turn], may_pass: bool) -> float:
        turn = game.turn(state)
        node, worth = recorder.enter(move, turn, -INFINITY, INFINITY), game.utility(state)
        if worth is not None:
            recorder.leave(node, worth, TERMINAL)
            return worth
        if may_pass and (in_check or game.null(state) is not None):
            search(Null(), (state[0], tracer.Turn(-turn)), False)
        values = [search(str(step), game.play(state, step), True) for step in game.moves(state)]
        best = max(values) if turn > 0 else min(values)
        recorder.leave(node, best)
        return best

    search(None, game.start(), True)
    return Trace(*recorder.finish(), tracer.Header(windowed=False, notes={"script": "own.py"}))


def test_a_null_move_where_the_rules_let_nobody_pass_is_named() -> None:
    assert tracer.check(passing(in_check=False), Checks()) == []
    assert tracer.check(passing(in_check=True)) == []  # the rules alone tell who is in check
    (found,) = tracer.check(passing(in_check=True), Checks())
    assert found.disease == "null-move-forbidden"
    assert found.path[-1] == "null move"
    assert found.message.startswith("MAX made a null move at (2, ")


def symptoms(trace: Trace) -> list[Symptom]:
    """What is found of cutoffs, the first of each disease."""
    found = list(cuts.examine(Case(trace)))
    return [one for place, one in enumerate(found) if one.disease not in {other.disease for other in found[:place]}]


def test_why_and_check_agree_on_a_null_move_of_the_wrong_sign() -> None:
    """Its value does not cut; with the sign turned over it does, and the nodes were left for that."""
    recorder = tracer.Recorder()
    root = recorder.enter(None, -1, -9, 9)
    for move in ("a", "b", "c", "d"):
        node = recorder.enter(move, 1, -9, 3)
        recorder.leave(recorder.enter(Null(), -1, 2, 3), -5, TERMINAL)
        recorder.leave(node, 5, cutoff=True)
    recorder.leave(root, 5)
    trace = Trace(*recorder.finish(), tracer.Header(notes={"script": "own.py"}))
    said = explain(trace.node(2))
    assert "does not reach the end of the window" in said
    assert "−5 < beta 3" in said
    (turned,) = {(one.node, one.call) for one in sites.find_negated_values(Case(trace)) if one.node == 1}
    assert turned == (1, 2)
