"""Leaves of a wrong value, and ends in the wrong place, are named; every sound way to write payoffs is right."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from specimens.specimen import Specimen, Style, diagnosis
from specimens.values_styles import COUNTERS
from specimens.wild_sick import SPECIMENS as WILD

import tracer
from tracer.diagnosis import depths, leaves
from tracer.diagnosis.case import Case
from tracer.diagnosis.payoffs import learn_payoff
from tracer.recording.columns import NO_DEPTH
from tracer.recording.header import Header
from tracer.recording.recorder import Recorder
from tracer.recording.status import EXPANDED, HORIZON, TERMINAL
from tracer.tracing import Trace

TICTACTOE = {"game": "tictactoe"}
METHODS = Style(
    "leaves_methods", ("Engine.max_value", "Engine.min_value"), run="solve_late", options=TICTACTOE, game="tictactoe"
)
METHODS_DEPTH = replace(METHODS, run="solve")
NEGAMAX = Style("leaves_negamax", ("negamax",), options=TICTACTOE, game="tictactoe")
NEGAMAX_DEPTH = replace(NEGAMAX, run="solve_to_a_depth")
ROOT = Style("leaves_root", ("search",), options={"root": "best_move", **TICTACTOE}, game="tictactoe")
ROOT_LATE = replace(ROOT, run="solve_late")
STYLES = [METHODS, METHODS_DEPTH, NEGAMAX, NEGAMAX_DEPTH, ROOT, ROOT_LATE]

NOT_ON_A_FULL_BOARD = (
    (
        '        if self.row("X"):\n            return 100',
        '        if self.row("X") and "." in self.board:\n            return 100',
    ),
)
O_UNSEEN = (('return self.row("X") or self.row("O") or "." not in', 'return self.row("X") or "." not in'),)
NO_DIAGONAL = (("(0, 4, 8), ", ""),)
PROMISE_TOO_MUCH = (("return 0.5 + 0.03", "return 1.5 + 0.03"),)
LOOK_ELSEWHERE = (
    ("[[self.board[square] for square in line]", "[[START[square] for square in line]"),
    ("[self.board[4]]", "[START[4]]"),
    ("LINES = [", 'START = "." * 9\nLINES = ['),
    ('Engine("X...O....")', 'Engine("." * 9)'),
)
WON = "    if won:\n        return color * won * (20 - ply)"
MIDDLE_ROW = (
    (WON, WON.replace("if won", "if won and board[3] == board[4] == board[5]").replace("won *", "-won *") + f"\n{WON}"),
)
WINS_FOR_LOSSES = (
    (
        'return 100\n        if self.row("O"):\n            return -100',
        'return -100\n        if self.row("O"):\n            return 100',
    ),
)
SPECIMENS = [
    Specimen("leaf-sign", METHODS, (("return 1 * self.utility()", "return -1 * self.utility()"),), "a2/c2/a3"),
    Specimen("leaf-sign", NEGAMAX, (("return color * won", "return won"),), "c1/a2/c2/b3/c3"),
    Specimen("leaf-sign", NEGAMAX_DEPTH, (("return color * evaluate", "return evaluate"),), "b1/c1/a2"),
    Specimen(
        "draw-not-zero",
        METHODS,
        (("return -100\n        return 0", "return -100\n        return 5"),),
        "a2/c2/b3/a3/c3",
    ),
    Specimen(
        "draw-not-zero",
        NEGAMAX,
        (("        return 0\n    if depth", "        return 3\n    if depth"),),
        "c1/a2/c2/c3/b3",
    ),
    Specimen("wrong-leaf", METHODS, NOT_ON_A_FULL_BOARD, "c2/a2/b3/a3/c3"),
    Specimen("wrong-leaf", NEGAMAX, (("(20 - ply)", '(20 - ply - (board[8] == "O"))'),), "a2/c3/c2"),
    Specimen(
        "evaluation-outranks-win", METHODS_DEPTH, (("return open_lines", "return 100 * open_lines"),), "b1/c1/a2/c2"
    ),
    Specimen(
        "evaluation-outranks-win", NEGAMAX_DEPTH, ((" for line in lines) / 9", " for line in lines) * 9"),), "c1/b1/b3"
    ),
    Specimen("evaluation-outranks-win", ROOT, PROMISE_TOO_MUCH, "c1/a2/b2"),
    Specimen("terminal-late", METHODS, O_UNSEEN, "a2/a3/c2/b3"),
    Specimen("terminal-late", NEGAMAX, NO_DIAGONAL, "c1/a2/c3"),
    Specimen("terminal-late", ROOT_LATE, (("(0, 4, 8), (2, 4, 6)]", "(0, 4, 8)]"),), "c1/c2/a3"),
    Specimen("terminal-early", METHODS, (('or "." not in self.board', 'or self.board.count(".") < 2'),), "c2/a2/b3/a3"),
    Specimen("terminal-early", NEGAMAX, (('if "." not in board', 'if board.count(".") < 2'),), "c1/a2/c2/b3"),
    Specimen("depth-off-by-one", NEGAMAX_DEPTH, (("if depth == 0", "if depth == 1"),), "b1/c1"),
    Specimen("depth-off-by-one", ROOT, (("if depth <= 0", "if depth < 0"),), "c1/a2/b2/c2"),
    Specimen("depth-off-by-one", ROOT, (('"X"), depth - 1, False', '"X"), depth, False'),), "c1/a2/b2/c2"),
    Specimen("depth-not-passed", METHODS_DEPTH, (("min_value(depth - 1,", "min_value(depth,"),), ""),
    Specimen("depth-not-passed", METHODS_DEPTH, (("max_value(depth - 1,", "max_value(depth,"),), "b1"),
    Specimen("depth-not-passed", NEGAMAX_DEPTH, (("depth - 1, ply + 1", "depth, ply + 1"),), ""),
    Specimen("leaves-alike", METHODS_DEPTH, LOOK_ELSEWHERE, "a1/b1/c1/a2"),
    Specimen(
        "leaves-alike",
        NEGAMAX_DEPTH,
        (('negamax("X...O....", 3', 'negamax("." * 9, 4'), ("evaluate(board)", 'evaluate("." * 9)')),
        "a1/b1/c1/a2",
    ),
    Specimen("leaf-sign", METHODS, WINS_FOR_LOSSES, "a2/c2/a3"),
    Specimen("leaf-sign", NEGAMAX, MIDDLE_ROW, "a2/c1/c2"),
    Specimen("leaf-sign", METHODS_DEPTH, WINS_FOR_LOSSES, "b1/c1/a2/a3"),
]


@pytest.mark.parametrize("specimen", SPECIMENS, ids=[f"{k} {specimen}" for k, specimen in enumerate(SPECIMENS)])
def test_the_first_finding_names_the_disease_and_its_node(specimen: Specimen) -> None:
    found = diagnosis(specimen.style, specimen.edit)
    assert (found[0].disease, found[0].path) == (specimen.disease, tuple(filter(None, specimen.path.split("/"))))
    assert [finding.disease for finding in found if finding.severity == "error"] in ([specimen.disease], [])
    # The depth may be meant to count rounds, or plies below the moves of the root.
    rounds = specimen.edit == (("min_value(depth - 1,", "min_value(depth,"),)
    below_root = specimen.edit == (('"X"), depth - 1, False', '"X"), depth, False'),)
    assert (found[0].severity == "note") == (rounds or below_root or specimen.disease == "leaves-alike")


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.file} {style.run}")
def test_the_healthy_twin_has_no_error_and_no_warning(style: Style) -> None:
    assert [str(finding) for finding in diagnosis(style) if finding.severity != "note"] == []


OF_CALLS = {disease.slug for disease in leaves.DISEASES} - {depths.ENDLESS.slug, depths.SHALLOW.slug}
"""Those that a search without windows and tables can have, of which some call returns."""


@pytest.mark.parametrize("disease", sorted(OF_CALLS))
def test_each_disease_is_found_in_two_styles_at_least_and_in_a_negamax(disease: str) -> None:
    styles = {specimen.style.file for specimen in [*SPECIMENS, *WILD] if specimen.disease == disease}
    assert len(styles) >= 2
    assert styles & {"leaves_negamax", "wild_colour"}


def test_messages_give_the_numbers() -> None:
    said = {k: diagnosis(SPECIMENS[k].style, SPECIMENS[k].edit)[0].message for k in (0, 2, 3, 5, 9, 12, 13, 15, 18)}
    assert list(said.values()) == [
        "MAX has won at XOX/XOO/X.., but the leaf's value is −100: so at all 6 decided leaves at odd plies, of 15",
        "the evaluation of XXO/XO./... is −0.1111, but the leaf's value is 0.1111: so at all 33 evaluations",
        "the game is drawn at XOX/XOO/OXX, but the leaf's value is 5, not 0",
        "the game is over at XOX/OOX/OXX, which is worth 100 by tictactoe, not 0",
        "the evaluation at XOX/OX./... is 1.63, while a win counts 1 (a2/c1/a3): no win can be told from it",
        "the game is won by MAX at XOX/OXO/X.., but the search visited 4 nodes below it",
        "XOX/OOX/OX. is taken for a leaf of value 0, but the game goes on there with 1 legal move, and the true "
        "value is 100",
        "depth 3 was asked for, but all 21 leaves at the horizon lie at ply 2, one shallower",
        "its 7 children have the remaining depth 4 that it has itself: so have 459 of 459 where MAX moves, and the "
        "search went 7 plies deep instead of 4",
    ]


def alike(width: int, values: tuple[float, ...], *, texts: bool = True) -> set[str]:
    """What is found in two plies of so many moves each, whose leaves have these values in turn."""
    turns = count()

    def search(path: str, depth: int, maximizing: bool) -> float:
        if depth == 0:
            return values[next(turns) % len(values)]
        found = [search(f"{path}{move}" if texts else "", depth - 1, not maximizing) for move in range(width)]
        return max(found) if maximizing else min(found)

    with tracer.attach(search, state="path", turn="maximizing") as recording:
        search("", 2, True)
    return {finding.disease for finding in tracer.check(recording.trace)}


def test_leaves_that_are_alike_are_a_note_in_large_searches_of_one_value_alone() -> None:
    assert alike(10, (3.0,)) == {"leaves-alike"}
    assert alike(9, (3.0,)) == set()
    assert alike(10, (3.0,) * 40 + (-100.0,)) == set()
    assert "leaves-alike" not in alike(10, (3.0,), texts=False)
    assert tracer.check(tracer.trace("connect4", "minimax", depth=3)) == []  # an evaluation of our own


ELSEWHERE = """
START = "." * 9

def after(board, square, mark):
    return board[:square] + mark + board[square + 1:]

def lead(board, depth=0):
    return len(board) - 9

def minimax(board, depth, maximizing):
    for row in (0, 3, 6):
        if board[row] != "." and board[row] == board[row + 1] == board[row + 2]:
            return 100 if board[row] == "X" else -100
    if "." not in board:
        return 0
    if depth == 0:
        return lead(board)
    values = []
    for square in range(9):
        if board[square] == ".":
            child = after(board, square, "X" if maximizing else "O")
            values.append(minimax(child, depth - 1, not maximizing))
    return max(values) if maximizing else min(values)

minimax("XX.OO....", 2, True)
"""


@pytest.mark.parametrize(
    ("evaluation", "found"),
    [
        ("lead(board)", False),
        ("lead(START)", True),
        ("lead(START, depth)", True),
        ("1.0 * lead(board=START)", True),
        ("lead(lines)", False),
        ("0", False),
    ],
)
def test_an_evaluation_that_does_not_get_the_position_is_told_apart_from_wins(
    tmp_path: Path, evaluation: str, found: bool
) -> None:
    """The number of positions does not matter then; a material count that finds no difference is not blamed."""
    program = ELSEWHERE.replace("return lead(board)", f"return {evaluation}")
    program = program.replace("    if depth == 0:", "    lines = board\n    if depth == 0:")
    (file := tmp_path / "s.py").write_text(program)
    with tracer.attach() as recording:
        exec(compile(program, str(file), "exec"), {})
    trace = recording.trace
    assert {trace.node(node).value for node in range(len(trace))} >= {0, 100}
    message = [one.message for one in tracer.check(trace) if one.disease == "leaves-alike"]
    assert bool(message) is found
    assert all("gets something else than the position that the call gets" in one for one in message)


TICK = count()


def rewritten(write: Any, *, fail: str = "soft", position: str = "X../.O./..X") -> Trace:
    """A search of tic-tac-toe with its leaves' values written otherwise; what stands above them is nobody's matter."""
    trace = tracer.trace("tictactoe", "minimax", position=position)
    value = trace.columns.value.copy()
    for node in range(len(trace)):
        if trace.columns.status[node] == TERMINAL:
            value[node] = write(int(value[node]), int(trace.columns.ply[node]))
    columns = replace(trace.columns, value=value)
    header = replace(trace.header, options={"fail": fail})
    return Trace(columns, [], header, trace.game, trace.start(), labels=trace.move_labels)


@pytest.mark.parametrize(
    "write",
    [
        lambda utility, _ply: 100 * utility,
        lambda utility, _ply: (utility + 1) / 2,
        lambda utility, _ply: utility + 1,
        lambda utility, ply: utility * (10 - ply),
        lambda utility, ply: utility * (1000 - ply),
        lambda utility, ply: utility * (10 - ply) ** 2,
        lambda utility, _ply: 3 * utility if utility > 0 else utility,
    ],
)
def test_every_sound_way_to_write_payoffs_is_right(write: Any) -> None:
    if write(1, 0) == 3:
        # A win that counts more than a loss is one's own affair; where a draw lies then is nobody's to say.
        assert {symptom.disease.slug for symptom in leaves.examine(Case(rewritten(write)))} <= {"draw-not-zero"}
        return
    assert list(leaves.examine(Case(rewritten(write)))) == []


@pytest.mark.parametrize(
    ("write", "disease"),
    [
        (lambda utility, _ply: utility or 1, "draw-not-zero"),
        (lambda utility, ply: 50 * utility or (-50 if ply else 0), "draw-not-zero"),
        (lambda utility, ply: utility * (10 - ply) * (-1 if ply % 2 else 1), "leaf-sign"),
        (lambda utility, ply: utility * (-100 if utility < 0 else 100), "leaf-sign"),
        (lambda utility, _ply: -utility, "leaf-sign"),
        (lambda utility, _ply: utility * (100 if next(TICK) % 7 else 40), "wrong-leaf"),
        (lambda utility, _ply: max(utility, 0), "wrong-leaf"),
    ],
)
def test_unsound_ways_are_found(write: Any, disease: str) -> None:
    assert {symptom.disease.slug for symptom in leaves.examine(Case(rewritten(write)))} == {disease}


def test_payoffs_along_a_line_are_known_at_plies_without_a_leaf() -> None:
    written = learn_payoff(Case(rewritten(lambda utility, ply: utility * (20 - ply))))
    assert (written(1, 9, None), written(-1, 9, None), written(0, 9, None)) == (11, -11, 0)


def counted(depth_at: Any, deepest: int, asked: int, *, leaf: int = HORIZON) -> Trace:
    """A binary tree whose calls have the remaining depths of a function of the ply; without a game."""
    record = Recorder(windowed=False)
    given: list[int] = []

    def visit(move: Any, ply: int) -> None:
        node = record.enter(move, -1 if ply % 2 else 1)
        given.append(depth_at(ply))
        for branch in ("l", "r") if ply < deepest else ():
            visit(branch, ply + 1)
        record.leave(node, 0, EXPANDED if ply < deepest else leaf)

    visit(None, 0)
    columns, moves = record.finish()
    columns = replace(columns, depth=np.array(given, np.int32))
    labels = [str(move) for move in moves]
    header = Header("own.py", search="search", options={"depth": asked}, windowed=False)
    return Trace(columns, labels, header, labels=labels)


def named(trace: Trace) -> set[str]:
    return {symptom.disease.slug for symptom in depths.examine(Case(trace))}


def severities(trace: Trace) -> dict[str, str]:
    return {symptom.disease.slug: str(symptom.disease.severity) for symptom in depths.examine(Case(trace))}


def test_depths_are_judged_without_a_game_too() -> None:
    assert named(counted(lambda ply: 3 - ply, 3, 3)) == set()
    assert severities(counted(lambda ply: 3 - max(ply - 1, 0), 4, 3)) == {"depth-off-by-one": "note"}
    assert severities(counted(lambda ply: 3 - ply, 2, 3)) == {"depth-off-by-one": "error"}
    assert named(counted(lambda _ply: 3, 5, 3)) == {"depth-not-passed"}
    assert named(counted(lambda ply: 3 - ply // 2, 5, 3)) == {"depth-not-passed"}


def test_a_limit_that_is_handed_down_as_it_is_is_no_fault_and_nor_is_a_quiescence_search() -> None:
    assert named(counted(lambda _ply: 3, 3, 3)) == set()
    assert named(counted(lambda ply: max(3 - ply, 0), 4, 3)) == set()
    assert named(counted(lambda ply: 3 - ply if ply < 4 else NO_DEPTH, 4, 3)) == set()
    assert named(counted(lambda ply: 3 - ply, 4, 3)) == set()


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "negamax-alphabeta"])
def test_no_payoff_is_so_large_that_it_is_taken_for_infinity(search: str) -> None:
    assert tracer.check(tracer.trace("[[1e300, 3], [2, -1e305]]", search)) == []


def test_the_largest_payoff_may_stand_for_infinity_where_other_code_was_recorded() -> None:
    def search(state: Any, maximizing: bool) -> float:
        if not isinstance(state, tuple):
            return float(state)
        return (max if maximizing else min)(search(child, not maximizing) for child in state)

    with tracer.attach(search) as recording:
        search(((1e300, 3), (2, -1e305)), True)
    found = tracer.check(recording.trace, "[[1e300, 3], [2, -1e305]]")
    assert [str(finding) for finding in found if finding.severity != "note"] == []


def test_an_end_of_the_game_that_is_worth_now_this_now_that_at_one_ply_is_named() -> None:
    edit = (
        ("HEAPS = (1, 2, 2)", "HEAPS = (1, 2, 2)\nMET: list[int] = []"),
        ("        return -1\n", "        MET.append(1)\n        return len(MET) - 500\n"),
        ("best = -9", "best = -999"),
        ("1, -9, 9", "1, -999, 999"),
    )
    (finding,) = diagnosis(COUNTERS, edit)
    assert (finding.disease, "/".join(finding.path)) == ("wrong-leaf", "a1/b1/c1/b1/c1")
    assert "worth 497 here, and 499 at node 5, of the same ply" in finding.message


def test_rounds_that_end_with_chance_are_no_depth_that_is_not_passed() -> None:
    """Each round MAX, MIN and chance move, and chance alone spends depth."""
    recorder = Recorder(windowed=False)
    given: list[int] = []

    def visit(move: str | None, depth: int, ply: int) -> float:
        turn = (1, -1, 0)[ply % 3]
        node = recorder.enter(move, turn)
        given.append(depth)
        values = [visit(one, depth - (turn == 0), ply + 1) for one in "ab"] if depth else [float(ply)]
        value = sum(values) / len(values) if not turn else max(values) if turn > 0 else min(values)
        recorder.leave(node, value, EXPANDED if depth else HORIZON)
        return value

    visit(None, 2, 0)
    columns, moves = recorder.finish()
    columns = replace(columns, depth=np.array(given, np.int32))
    trace = Trace(columns, moves, Header("own.py", search="search", options={"depth": 2}, windowed=False))
    assert named(trace) == set()
