"""The move that is played: it is taken from what is returned, and blamed where it is not the best one."""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from attached import after, score
from specimens.specimen import Specimen, Style, diagnosis, record

import tracer
from tracer.attaching.attach_functions import attach
from tracer.attaching.root_answer import Child, RootAnswer, copy_parts, infer_move_label, make_root_answer
from tracer.diagnosis import chosen_move
from tracer.why.explain import explain

PAIR = Style("played_pair", ("minimax",))
ROOT = Style("played_root", ("negamax",), options={"root": "choose"})
LOST = Style("played_root", ("negamax",), options={"root": "choose"}, run="solve_lost")
PASSES = Style("played_deepening", ("Player.negamax",), options={"root": "Player.root"})
ATTRIBUTE = Style("played_attribute", ("Player.negamax",))
UNSORTED = (("key=lambda after: after != first", "key=lambda after: 0"),)
PAIR_LINE = "                best, best_move = value, move\n"
SPECIMENS = [
    Specimen(
        "worse-move-played", PAIR, ((PAIR_LINE, "                best = value\n            best_move = move\n"),), ""
    ),
    Specimen(
        "worse-move-played",
        ROOT,
        (("value = -negamax(after(heaps, move), -2, 2 if", "value = negamax(after(heaps, move), -2, 2 if"),),
        "",
    ),
    Specimen("worse-move-played", PASSES, UNSORTED, "depth 3"),
    Specimen("move-overwritten", ATTRIBUTE, (("                if ply == 0:", "                if ply >= 0:"),), ""),
    Specimen("bound-played", ROOT, (("        if value > best:", "        if value >= best:"),), ""),
    Specimen(
        "no-move-played",
        LOST,
        (("best, chosen = -2, None", "best, chosen = -1, None"), ("2 if best == -2 else -best", "2")),
        "",
    ),
    Specimen("no-move-played", PAIR, ((PAIR_LINE, "                best = value\n"),), ""),
]


@pytest.mark.parametrize("style", [PAIR, ROOT, LOST, PASSES, ATTRIBUTE], ids=str)
def test_a_search_that_plays_its_best_move_is_not_blamed(style: Style) -> None:
    assert "played" in record(style).header.notes
    assert diagnosis(style) == []


@pytest.mark.parametrize("specimen", SPECIMENS, ids=map(str, SPECIMENS))
def test_the_first_finding_is_the_disease_at_the_root(specimen: Specimen) -> None:
    first, *_ = diagnosis(specimen.style, specimen.edit)
    assert (first.disease, "/".join(first.path)) == (specimen.disease, specimen.path)


def test_the_move_of_a_pass_that_was_left_is_the_one_that_is_played() -> None:
    """It may be the best of those that the pass came to, and of the pass before another one is known to be better."""
    healthy, sick = record(PASSES), record(PASSES, UNSORTED)
    assert [trace.label(trace.children(0)[-1]) for trace in (healthy, sick)] == ["depth 3", "depth 3"]
    for trace in (healthy, sick):
        last = trace.children(0)[-1]
        assert math.isnan(trace.columns.value[last])
        assert trace.decision_node == last
    (finding,) = diagnosis(PASSES, UNSORTED)
    assert (
        "0=0 is played, worth −4: this pass was left after 1 move, and 0=1, worth 1 in the pass before"
        in finding.message
    )


def test_a_pass_that_did_not_come_to_the_end_of_its_first_move_plays_none() -> None:
    trace = record(PASSES, (("Player(150)", "Player(95)"),))
    *_, before, last = trace.children(0)
    assert len(trace.children(last)) == 1
    assert trace.decision_node == before


def test_every_disease_of_the_family_has_a_specimen() -> None:
    assert {one.slug for one in chosen_move.DISEASES} == {specimen.disease for specimen in SPECIMENS}


BOARD = ("x", ".", "o")
CHILDREN = [
    Child("3=X", 3, ("x", ".", ".", "x")),
    Child("0,1=X", "0,1", ("x", "x", ".")),
    Child("1=X", 1, BOARD),
    Child("e2e4", "e2e4", None),
]


class Best:
    def __init__(self) -> None:
        self.score, self.move = 5, 3

    def __str__(self) -> str:
        return "an object with both"


@pytest.mark.parametrize(
    ("returned", "place", "known"),
    [
        (3, "", ("3=X",)),
        ((5, 3), "[0]", ("3=X",)),
        ((3, 5), "[1]", ("3=X",)),
        ((1, 3), "", None),  # a row and a column, or a value and a move
        ((0, 1), "", ("0,1=X",)),
        ((5, 0, 1), "[0]", ("0,1=X",)),
        ([0, 1, 5], "[2]", ("0,1=X",)),
        ((5, (0, 1)), "[0]", ("0,1=X",)),
        ({"score": 5, "move": "e2e4"}, "['score']", ("e2e4",)),
        (Best(), ".score", ("3=X",)),
        (list(BOARD), "", ("1=X",)),
        ((5.0, list(BOARD)), "[0]", ("1=X",)),
        (None, "", (None,)),
        ((5, None), "[0]", (None,)),
        (5, "", None),  # the value alone
        ((5,), "[0]", None),
        ("e2", "", None),
        (True, "", None),
    ],
    ids=str,
)
def test_a_move_is_known_in_whatever_form_it_is_returned(returned: Any, place: str, known: Any) -> None:
    assert infer_move_label(RootAnswer(copy_parts(returned)).beside_value(place).returned, CHILDREN, 5) == known


class Hostile:
    def __getattribute__(self, name: str) -> Any:
        raise ValueError(name)


def test_what_cannot_be_looked_at_tells_no_move() -> None:
    assert infer_move_label(copy_parts((1, Hostile())), CHILDREN, 1) is None


@pytest.mark.parametrize(("last", "kept"), [((("move", 7),), "9"), ((), None)])
def test_a_move_is_one_of_a_call_below_only_where_each_move_of_the_root_is_known(last: Any, kept: str | None) -> None:
    children = [Child("a", "a", None, (("move", 6),)), Child("b", "b", None, last)]
    assert RootAnswer(left=(("STORE_ATTR best_move 0", 9),)).kept_below(children) == kept


def test_a_procedure_that_returns_nothing_plays_no_move_that_could_be_none() -> None:
    frames = []

    def procedure() -> None:
        frames.append(sys._getframe())

    def function(wanted: bool) -> int | None:
        frames.append(sys._getframe())
        return 1 if wanted else None

    procedure()
    function(False)
    assert [make_root_answer(frame, None).returned == () for frame in frames] == [True, False]


def test_the_move_is_kept_in_the_file_and_shown_beside_the_best(tmp_path: Path) -> None:
    trace = record(SPECIMENS[0].style, SPECIMENS[0].edit)
    trace.save(tmp_path / "t.plyscope")
    again = tracer.load(tmp_path / "t.plyscope")
    assert again.header.notes["played"] == "7=X"
    assert again.label(again.played) == "7=X"
    assert again.label(again.first_with_value) == "6=X"
    assert "\nAnother move was played: 7=X, exactly −1.\n" in explain(again.root)


def test_the_move_that_was_taken_for_a_tie_is_told_with_its_bound() -> None:
    bound = next(specimen for specimen in SPECIMENS if specimen.disease == "bound-played")
    assert "\nAnother move was played: 2=0, at most 1.\n" in explain(record(bound.style, bound.edit).root)


def test_none_in_place_of_a_move_is_kept_in_the_file(tmp_path: Path) -> None:
    trace = record(SPECIMENS[-1].style, SPECIMENS[-1].edit)
    trace.save(tmp_path / "t.plyscope")
    again = tracer.load(tmp_path / "t.plyscope")
    assert again.header.notes["played"] is None
    assert again.played is None
    assert "\nNone was returned instead of a move.\n" in explain(again.root)


def test_a_recording_that_says_any_move_is_judged_without_an_error() -> None:
    trace = record(PAIR)
    for said in ("nowhere", "", 3, True):
        told = replace(trace.header, notes={**trace.header.notes, "played": said})
        assert tracer.check(trace.with_columns(trace.columns, told)) == []


TICTACTOE = replace(PAIR, options={"game": "tictactoe"})


@pytest.mark.parametrize(
    ("start", "shows"),
    [("X-O-O---X", "MIN wins at once with b3/a3"), ("XX-OO----", "MAX wins at once with c1"), ("XXOO-----", "")],
)
def test_by_the_rules_it_is_told_what_wins_at_once(start: str, shows: str) -> None:
    found = diagnosis(TICTACTOE, (*SPECIMENS[0].edit, ('"X-O-O---X"', f'"{start}"')))
    said = next(one.message for one in found if one.disease == "worse-move-played")
    assert said.partition("By the rules ")[2] == shows


def test_a_move_that_is_played_for_a_quicker_win_is_no_longer_win() -> None:
    """The first move with the best value wins in three plies; what is returned wins at once."""
    slow = (('"X-O-O---X"', '"XXOOX-O--"'),)
    assert [one.disease for one in diagnosis(TICTACTOE, slow)] == ["longer-win"]
    last = ("if value > best if maximizing else value < best:", "if value >= best if maximizing else value <= best:")
    assert diagnosis(TICTACTOE, (*slow, last)) == []


def test_the_first_move_that_is_played_where_none_beats_zero_is_told() -> None:
    """A driver begins with 0 and the first move; all moves lose but one, which draws."""
    edit = (
        ("    best, chosen = -2, None", "    best, chosen = 0, after(heaps, moves(heaps)[0])"),
        ("2 if best == -2 else -best", "2"),
        (
            "    if not any(heaps):\n        return -1",
            "    if not any(heaps):\n        return -1\n    if heaps == (0, 2, 1):\n        return 0",
        ),
    )
    found = [one.message for one in diagnosis(LOST, edit) if one.disease == "worse-move-played"]
    assert ["if the best value begins at 0" in one for one in found] == [True]


def ten(board: str, mark: str) -> int:
    """Ten times what a position of tic-tac-toe is worth to X: no square has that number, and some have 0."""
    told = score(board)
    if told is not None:
        return 10 * int(told)
    choose = max if mark == "X" else min
    other = "O" if mark == "X" else "X"
    return choose(ten(after(board, square, mark), other) for square in range(9) if board[square] == ".")


def move_and_value(board: str) -> tuple[int | None, int]:
    best, value = None, -20
    for square in range(9):
        if board[square] == "." and (found := ten(after(board, square, "X"), "O")) >= value:
            best, value = square, found
    return best, value


def value_and_move(board: str) -> tuple[int, int | None]:
    best, value = None, -20
    for square in range(9):
        if board[square] == ".":
            found = ten(after(board, square, "X"), "O")
            if found >= value:
                best, value = square, found
    return value, best


def in_a_variable(board: str) -> tuple[int, int]:
    best = -20, 0
    for square in range(9):
        if board[square] == ".":
            found = ten(after(board, square, "X"), "O")
            if found >= best[0]:
                best = found, square
    return best


def greatest(board: str) -> tuple[int, int]:
    return max((ten(after(board, square, "X"), "O"), square) for square in range(9) if board[square] == ".")


def row_column_and_value(board: str) -> tuple[int, int, int]:
    best = (0, 0, -20)
    for row in range(3):
        for column in range(3):
            if board[3 * row + column] == ".":
                found = ten(after(board, 3 * row + column, "X"), "O")
                if found >= best[2]:
                    best = (row, column, found)
    return best


@pytest.mark.parametrize("start", ["XX.OO....", "XOXO.....", ".XOXO...."])
@pytest.mark.parametrize("root", [move_and_value, value_and_move, in_a_variable, greatest, row_column_and_value])
def test_of_two_whole_numbers_that_are_returned_the_loop_over_the_moves_gives_the_move(root: Any, start: str) -> None:
    with attach(ten, root=root) as recording:
        root(start)
    values = {square: ten(after(start, square, "X"), "O") for square in range(9) if start[square] == "."}
    last = max(square for square in values if values[square] == max(values.values()))
    assert recording.trace.header.notes["played"] == f"{last}=X"


@pytest.mark.parametrize(("begin", "said"), [("0", True), ("-1000", False)])
def test_with_what_the_best_value_begins_is_told_by_the_text(tmp_path: Path, begin: str, said: bool) -> None:
    """A driver lets the same player move again after its own move, and so chooses as the other player would."""
    program = f"""
def minimax(node, maximizing):
    if isinstance(node, int):
        return node
    values = [minimax(child, not maximizing) for child in node]
    return max(values) if maximizing else min(values)

def choose(tree):
    best, move = {begin}, None
    for child in tree:
        value = minimax(child, True)
        if value > best:
            best, move = value, child
    return move
"""
    names: dict[str, Any] = {}
    (file := tmp_path / "s.py").write_text(program)
    exec(compile(program, str(file), "exec"), names)
    with tracer.attach(names["minimax"], root=names["choose"]) as recording:
        names["choose"](((5, (7, 6)), (1, 2), (3, 4), (2, (3, 1))))
    (found,) = (one.message for one in tracer.check(recording.trace) if one.disease == "worse-move-played")
    assert ("if the best value begins at 0" in found) is said


def test_no_move_is_worse_than_another_where_all_of_them_were_searched_for_the_wrong_player() -> None:
    def choose(board: str, mover: str) -> int | None:
        best, value = None, -20
        for square in range(9):
            if board[square] == "." and (found := ten(after(board, square, "X"), mover)) > value:
                best, value = square, found
        return best

    def diseases(mover: str) -> list[str]:
        with attach(ten, root=choose) as recording:
            choose("X..XO.O..", mover)
        return [one.disease for one in tracer.check(recording.trace) if one.severity == "error"]

    assert diseases("O") == []
    assert diseases("X") == ["wrong-turn"]


def test_a_number_that_comes_from_the_loop_over_the_moves_is_no_value_though_it_may_be_equal() -> None:
    def choose(board: str, turned: int) -> int | None:
        best, move = -20, None
        for square in range(9):
            if board[square] == "." and (found := turned * ten(after(board, square, "X"), "O")) > best:
                best, move = found, square
        return move

    def played_by(turned: int, start: str) -> tuple[Any, list[str]]:
        with attach(ten, root=choose) as recording:
            choose(start, turned)
        found = [one.disease for one in tracer.check(recording.trace) if one.severity == "error"]
        return recording.trace.header.notes["played"], found

    assert played_by(1, "..X.O.OX.") == ("0=X", [])
    assert played_by(-1, "..X.O.OX.") == ("1=X", ["worse-move-played"])


def test_no_move_is_worse_than_another_where_nothing_tells_who_moves_at_the_function_above() -> None:
    """Players may move again here: it is MIN's function though all its moves lead to positions in which MIN moves."""

    def value(node: Any, mover: int) -> int:
        if isinstance(node, int):
            return node
        values = [value(child, whose) for whose, child in node]
        return max(values) if mover == 1 else min(values)

    def choose(moves: Any) -> Any:
        return min(moves, key=lambda move: value(move[1], move[0]))

    deeper = ((1, ((-1, 4), (1, ((1, 7), (-1, 2))))), (-1, ((1, 6), (-1, ((1, 3), (-1, 5))))))
    tree = tuple((-1, ((whose, deeper), (-whose, 9 - worth))) for worth, whose in enumerate((1, -1, 1, -1)))
    with attach(value, root=choose, turn="mover") as recording:
        choose(tree)
    trace = recording.trace
    assert trace.columns.turn[0] == 1
    assert trace.header.notes["played"] == trace.label(
        min(trace.children(0), key=lambda node: trace.columns.value[node])
    )
    assert [one.disease for one in tracer.check(trace) if one.severity == "error"] == []
