"""Cutoffs without a cause, and causes without a cutoff: each disease by name, at its node, with its numbers."""

from __future__ import annotations

import io
import json
import operator
import random
from collections.abc import Callable
from typing import Any

import pytest
from handmade import INFINITY, Did, handmade
from specimens.specimen import Specimen, Style, diagnosis, record
from specimens.values_styles import BACKTRACK, CLOSURES, COUNTERS, HEAPS, METHODS, TREE

import tracer
from tracer.diagnosis import cuts, truth
from tracer.diagnosis.finding import Finding
from tracer.lines.reading import read_lines

SLUGS = {disease.slug for disease in cuts.DISEASES}
SPECIMENS = [
    Specimen("wrong-cut-bound", COUNTERS, (("if best >= beta", "if best >= alpha"),), "a1/b1/b1"),
    Specimen("wrong-cut-bound", COUNTERS, (("if best >= beta", "if best <= alpha"),), "b1/a1"),
    Specimen("wrong-cut-bound", COUNTERS, (("if best >= beta", "if best <= beta"),), "a1/b1/b1"),
    Specimen("strict-cut", COUNTERS, (("if best >= beta", "if best > beta"),), "a1/c1"),
    Specimen("wrong-cut-bound", CLOSURES, (("if best >= beta", "if best >= alpha"),), "b1/c1/a2/c2"),
    Specimen("wrong-cut-bound", CLOSURES, (("if best <= alpha", "if best >= alpha"),), "b1/c1/a2"),
    Specimen("wrong-cut-bound", CLOSURES, (("if best >= beta", "if best <= alpha"),), "b1/c1/a2/c2"),
    Specimen("wrong-cut-bound", METHODS, (("if best >= beta", "if best <= beta"),), "b1/c1/a2/c2"),
    Specimen("wrong-cut-bound", METHODS, (("if best <= alpha", "if best <= beta"),), "b1/c1/a2"),
    Specimen("wrong-cut-bound", HEAPS, (("if beta <= alpha", "if beta >= alpha"),), "a1/b1/b1/c1"),
    Specimen("wrong-cut-bound", HEAPS, (("if beta <= alpha", "if value <= alpha"),), "a1/b1/b1/c1"),
    Specimen(
        "cut-without-cause",
        BACKTRACK,
        (("            if won:\n                return True", "            return won"),),
        "a1/b1/b1/c1",
    ),
    Specimen("cut-without-cause", BACKTRACK, (("heaps[heap] + 1)", "min(2, heaps[heap]) + 1)"),), "a1/b1/b1"),
    Specimen("cut-without-cause", METHODS, (("if best >= beta", "if i == 1"),), "b1/c1"),
    Specimen(
        "missed-cut",
        CLOSURES,
        (("                return best\n            alpha", "                pass\n            alpha"),),
        "b1/c1/a3/c2",
    ),
    Specimen(
        "missed-cut",
        CLOSURES,
        (("                return best\n            beta", "                pass\n            beta"),),
        "b1/c1/a2/c2/b3",
    ),
    Specimen("missed-cut", TREE, (("            break", "            pass"),), "a1/b1/c2"),
    Specimen("missed-cut", METHODS, (("if best >= beta", "if best > 1000"),), "b1/c1/a3/c2"),
    Specimen("missed-cut", HEAPS, (("                return best", "                break"),), "a1/c1/c1"),
    Specimen(
        "strict-cut",
        CLOSURES,
        (
            ("if best >= beta", "if best > beta"),
            ("if best <= alpha", "if best < alpha"),
        ),
        "b1/c1/a2/b3",
    ),
    Specimen("strict-cut", CLOSURES, (("if best >= beta", "if best > beta"),), "b1/c1/a2/b3"),
    Specimen("strict-cut", HEAPS, (("if beta <= alpha", "if beta < alpha"),), "a1/b1/c1"),
]


@pytest.mark.parametrize("specimen", SPECIMENS, ids=map(str, SPECIMENS))
def test_the_first_finding_is_the_disease_at_its_first_node(specimen: Specimen) -> None:
    first, *others = diagnosis(specimen.style, specimen.edit)
    assert (first.disease, "/".join(first.path)) == (specimen.disease, specimen.path)
    assert not [finding for finding in others if finding.severity == "error"]


def test_every_disease_of_the_family_has_specimens_in_two_styles_and_in_a_negamax() -> None:
    for disease in cuts.DISEASES:
        styles = {specimen.style.file for specimen in SPECIMENS if specimen.disease == disease.slug}
        assert len(styles) >= 2, disease.slug
        assert styles & {"values_negamax", "values_counters", "values_backtrack"}, disease.slug


def message(root: Did, disease: str, **options: Any) -> str:
    """What is said of the only disease of a tree but for its windows."""
    (finding,) = (found for found in tracer.check(handmade(root, **options)) if found.disease in SLUGS)
    assert finding.disease == disease
    return finding.message


def test_a_wrong_bound_is_told_with_the_test_and_what_was_left() -> None:
    inner = (Did(5, (5,), (3, INFINITY), 2), Did(7, (7,), (3, INFINITY), 1))
    assert message(Did(7, (Did(3, (3,), pruned=1), *inner)), "wrong-cut-bound") == (
        "MIN to move left b unsearched after 3 (a), which is ≤ beta ∞ but not ≤ alpha −∞"
    )


def test_branches_pruned_without_a_bound_need_no_game_to_be_seen() -> None:
    inner = (Did(5, (6, 5), (3, INFINITY), 2), Did(7, (9, 8, 7), (5, INFINITY), 1))
    assert message(Did(7, (Did(3, (3, 6)), *inner)), "cut-without-cause") == (
        "MIN to move left c, d unsearched after 5 (b), which does not reach alpha 3"
    )


def test_a_cutoff_that_is_missed_is_told_with_what_it_saves() -> None:
    inner = (Did(2, (2, 4, 6), (3, INFINITY)), Did(1, (1, 2), (3, INFINITY)))
    assert message(Did(3, (Did(3, (3, 12, 8)), *inner)), "missed-cut") == (
        "MIN to move went on after 2 (a), with alpha 3; MIN made no cutoff at 2 such nodes, "
        "and cutoffs there save 3 of 12 visits"
    )


def test_a_strict_test_is_told_with_what_equality_saves() -> None:
    inner = (Did(3, (3, 4, 6), (3, INFINITY)), Did(1, (5, 1), (3, INFINITY)))
    assert message(Did(3, (Did(3, (3, 12, 8)), *inner)), "strict-cut") == (
        "MIN to move went on after 3 (a), with alpha 3; at 1 node a test with equality saves 2 of 12 visits"
    )


def test_one_player_who_cuts_does_not_hide_the_other_who_does_not() -> None:
    first, *others = diagnosis(
        CLOSURES, (("                return best\n            beta", "                pass\n            beta"),)
    )
    assert (first.disease, others) == ("missed-cut", [])
    assert " MIN made no cutoff at " in first.message


@pytest.mark.parametrize("search", ["alphabeta", "negamax-alphabeta", "alphabeta-memo"])
def test_our_own_strict_test_is_noted_only_where_it_costs(search: str) -> None:
    strict = tracer.check(tracer.trace("tictactoe", search, position="X../.O./...", cut=">"))
    assert [(found.disease, found.severity) for found in strict] == [("strict-cut", "note")]
    assert tracer.check(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]], search, cut=">")) == []


def test_moves_that_are_left_out_because_they_are_mirror_images_are_no_cutoffs() -> None:
    edit = (
        (
            'return [square for square in range(9) if board[square] == "."]',
            'mirror = "036147258"\n'
            '    alike = board == "".join(board[int(square)] for square in mirror)\n'
            '    return [s for s in range(9) if board[s] == "." and not (alike and int(mirror[s]) < s)]',
        ),
    )
    assert record(CLOSURES, edit).value == record(CLOSURES).value
    assert len(record(CLOSURES, edit)) < len(record(CLOSURES))
    assert not [found for found in diagnosis(CLOSURES, edit) if found.disease in SLUGS]


def test_a_search_that_keeps_its_bound_to_itself_may_cut() -> None:
    """Its window is not seen, but what the nodes above had found is."""
    inner = Did(2, (4, 2), pruned=1)
    assert tracer.check(handmade(Did(3, (Did(3, (3, 5)), inner)), windowed=False)) == []
    wrong = Did(4, (6, 4), pruned=1)
    (finding,) = tracer.check(handmade(Did(4, (Did(3, (3, 5)), wrong, Did(-9, (-9,)))), windowed=False))
    assert finding.disease == "cut-without-cause"


def test_who_has_to_pass_leaves_no_moves() -> None:
    style = Style("passes_board", ("negamax",))
    assert record(style).counts.visited == 460
    assert diagnosis(style) == []


LOOPS = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def won(board, mark):
    return any(all(board[square] == mark for square in line) for line in LINES)


def minimax(board, depth, maximizing):
    if won(board, "X"):
        return 10
    if won(board, "O"):
        return -10
    free = [square for square in range(9) if board[square] == "."]
    if depth == 0 or not free:
        return sum(square for square in range(9) if board[square] == "X") % 5 - 2
    best = -100 if maximizing else 100
    for square in free:
        mark = "X" if maximizing else "O"
        value = minimax(board[:square] + mark + board[square + 1:], depth - 1, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
    return best


def choose(board):
    free = [square for square in range(9) if board[square] == "."]
    return max(free, key=lambda square: minimax(board[:square] + "X" + board[square + 1:], 3, False))
"""


def first_moves(edit: tuple[str, str] = ("", "")) -> list[Finding]:
    """What is found in the search of `LOOPS` after an edit, with errors and warnings alone."""
    names: dict[str, Any] = {}
    exec(LOOPS.replace(*edit), names)
    with tracer.attach(names["minimax"], root=names["choose"], state="board", game="tictactoe") as recording:
        names["choose"]("X...O....")
    return [finding for finding in tracer.check(recording.trace) if finding.severity != "note"]


def test_a_return_inside_the_loop_is_told_without_a_window_and_whatever_the_horizon_is_worth() -> None:
    (finding,) = first_moves(("    return best\n\n\ndef choose", "        return best\n\n\ndef choose"))
    assert (finding.disease, finding.nodes) == ("cut-without-cause", 21)
    assert "each searched one alone" in finding.message
    assert first_moves() == []


def test_a_search_that_stops_at_a_win_leaves_moves_for_a_reason() -> None:
    stop = "        if best == (10 if maximizing else -10):\n            return best\n    return best\n\n\ndef choose"
    assert first_moves(("    return best\n\n\ndef choose", stop)) == []


def grown(depth: int, draw: random.Random) -> Any:
    """Nested lists of numbers from −9 to 9."""
    return int(draw.random() * 19) - 9 if depth == 0 else [grown(depth - 1, draw) for _ in range(3)]


def errors_without_game(for_max: Callable[[float, float], bool], for_min: Callable[[float, float], bool]) -> list[str]:
    """The findings in an alpha-beta search without its game, by its tests; each of alpha and beta."""

    def maximum(node: Any, alpha: float, beta: float) -> float:
        if not isinstance(node, list):
            return float(node)
        best = -INFINITY
        for child in node:
            best = max(best, minimum(child, alpha, beta))
            alpha = max(alpha, best)
            if for_max(alpha, beta):
                break
        return best

    def minimum(node: Any, alpha: float, beta: float) -> float:
        if not isinstance(node, list):
            return float(node)
        best = INFINITY
        for child in node:
            best = min(best, maximum(child, alpha, beta))
            beta = min(beta, best)
            if for_min(alpha, beta):
                break
        return best

    with tracer.attach(maximum, minimum) as recording:
        maximum(grown(6, random.Random(3)), -INFINITY, INFINITY)
    return [finding.disease for finding in tracer.check(recording.trace)]


def test_an_inverted_test_is_told_from_a_missing_one_without_the_game() -> None:
    """There nobody knows of moves that were left; but each node searched one, until a value had passed the end."""
    right, never = operator.ge, lambda *_: False
    assert errors_without_game(right, right) == []
    assert errors_without_game(right, operator.le) == ["wrong-cut-bound"]
    assert errors_without_game(operator.lt, right) == ["wrong-cut-bound"]
    assert errors_without_game(right, never) == ["missed-cut"]


def test_true_values_that_take_too_many_positions_are_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(truth, "BUDGET", 20)
    found = diagnosis(SPECIMENS[0].style, SPECIMENS[0].edit)
    assert [(one.disease, one.severity.value) for one in found] == [
        (SPECIMENS[0].disease, "error"),
        ("budget-spent", "note"),
    ]
    assert found[1].message == "4 true values were not computed: that takes more than 20 positions"


@pytest.mark.parametrize(("margin", "diseases"), [(6, {"missed-cut"}), (0, set())])
def test_a_cutoff_that_waits_for_a_value_further_beyond_the_end_is_named(margin: int, diseases: set[str]) -> None:
    luck, rows = random.Random(2), list[dict[str, Any]]()

    def search(move: str | None, depth: int, alpha: float, beta: float) -> int:
        rows.append({"enter": move, "alpha": alpha, "beta": beta} | ({} if move else {"turn": "MAX"}))
        best = -99 if depth else luck.randint(-20, 20)
        names = "abcd" if depth else ""
        for k, name in enumerate(names):
            best = max(best, -search(name, depth - 1, -beta, -max(alpha, best)))
            if best >= beta + margin:
                rows.append({"prune": [*names[k + 1 :]]})
                break
        rows.append({"leave": best})
        return best

    search(None, 6, -99, 99)
    text = "".join(json.dumps(row) + "\n" for row in ({"plyscope": 1, "view": "mover"}, *rows))
    found = tracer.check(read_lines(io.BytesIO(text.encode())))
    assert {finding.disease for finding in found} == diseases
    assert all(f"{margin} or more" in finding.message for finding in found)


def test_a_last_move_that_is_left_out_is_no_end_of_another_branch_where_nearly_every_value_is_one() -> None:
    game, luck = tracer.game("mnk:4,3,3"), random.Random(1)
    start = {"game": "mnk:4,3,3", "position": "XX../..../...O", "view": "mover"}
    rows: list[dict[str, Any]] = [{"plyscope": 1, **start}]

    def search(state: Any, move: str | None, alpha: float, beta: float) -> float:
        turn, utility = int(game.turn(state)), game.utility(state)
        rows.append({"enter": move, "turn": turn, "alpha": alpha, "beta": beta})
        best, moves = (-2.0, list(game.moves(state))) if utility is None else (turn * utility, [])
        luck.shuffle(moves)
        for k, one in enumerate(moves[: max(2, len(moves) - 1)]):
            best = max(best, -search(game.play(state, one), game.label(one), -beta, -max(alpha, best)))
            if best >= beta:
                rows.append({"prune": [game.label(left) for left in moves[k + 1 :]]})
                break
        rows.append({"leave": best})
        return best

    search(game.parse(start["position"]), None, -1, 1)
    found = tracer.check(read_lines(io.BytesIO("".join(json.dumps(row) + "\n" for row in rows).encode())))
    assert [finding.disease for finding in found if finding.severity == "error"] == ["cut-without-cause"]
