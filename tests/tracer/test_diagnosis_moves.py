"""Moves left out, searched twice or against the rules are named at their node; healthy searches are not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from specimens.specimen import Specimen, Style, diagnosis, module

import tracer
from tracer.attaching.attach_functions import attach
from tracer.diagnosis import leaves, moves, positions
from tracer.diagnosis.case import Case
from tracer.games.root_positions import resolve_position
from tracer.games.rules import MAX, MIN, AnyGame, show
from tracer.recording.header import Header
from tracer.recording.recorder import Recorder
from tracer.recording.status import TERMINAL
from tracer.tracing import Trace


def nim(frame: Mapping[str, Any]) -> str:
    return ",".join(map(str, frame["heaps"])) + (" MAX" if frame["maximizing"] else " MIN")


TICTACTOE = {"game": "tictactoe"}
LISTS = Style("moves_lists", ("minimax",), options=TICTACTOE, game="tictactoe")
SHARED = Style("moves_shared", ("Player.max_value", "Player.min_value"), options=TICTACTOE, game="tictactoe")
NEGAMAX = Style("moves_negamax", ("negamax",), options=TICTACTOE, game="tictactoe")
SETS = Style("moves_sets", ("minimax",), options={"game": "nim:1,2,2", "state": nim}, game="nim:1,2,2")
CACHED = Style("moves_cached", ("minimax",), options=TICTACTOE, game="tictactoe")
ENGINE = Style("moves_engine", ("search", "quiesce"), game="tictactoe")
STYLES = [LISTS, SHARED, NEGAMAX, SETS, CACHED]

MARK = 'mark = "X" if board.count("X") == board.count("O") else "O"'
TWO_MARKS = ((MARK, MARK.replace('== board.count("O")', '<= board.count("O") + 1')),)
FREE = 'if board[square] == "."'
OCCUPIED = ((FREE, f'{FREE} or (square == 1 and board[1] == "O" and board.count("X") == board.count("O") == 3)'),)
POPPED_AGAIN = (
    ("alpha = max(alpha, best)\n", "alpha = max(alpha, best)\n        if queue:\n            queue.popleft()\n"),
)
SPECIMENS = [
    Specimen("move-skipped", LISTS, (("in list(squares)", "in squares"),), "c1/a2/c2"),
    Specimen("move-skipped", SHARED, (("in list(self.free)", "in self.free"),), "c1/c2"),
    Specimen("move-skipped", SHARED, (("in tuple(self.free)", "in self.free"),), "c1/c2/b3"),
    Specimen("move-skipped", NEGAMAX, POPPED_AGAIN, "a2"),
    Specimen("move-skipped", SETS, (("in sorted(choices)", "in sorted(choices)[::2]"),), "a1/b1/b1"),
    Specimen("move-skipped", CACHED, (("in free]", "in free if square != 4 or len(free) != 5]"),), "c1/a2"),
    Specimen("move-skipped", CACHED, (("in free]", "in free[::2]]"),), "c1/a2/b2/c2"),
    Specimen("move-forgotten", LISTS, (("in range(9)", "in range(8)"),), "c1/a2/c2/a3"),
    Specimen("move-forgotten", NEGAMAX, (("in range(9)", "in range(3, 9)"),), "b2/a2/c2/a3"),
    Specimen("move-forgotten", SETS, (("enumerate(heaps)", "enumerate(heaps[:-1])"),), "a1/b1/b1"),
    Specimen("move-twice", NEGAMAX, (("        free.remove(4)\n", ""),), "a2"),
    Specimen("move-twice", SETS, (("in sorted(choices)", "in sorted(choices) + sorted(choices)[:1]"),), "a1/b1/b1/c1"),
    Specimen("wrong-turn", NEGAMAX, TWO_MARKS, "b2/2=X"),
    Specimen("illegal-move", SETS, (("range(1, counters + 1)", "range(1, counters + 2)"),), "a1/-1,2,2 MAX"),
    Specimen("wrong-turn", LISTS, (("not maximizing", "maximizing"),), "c1"),
    Specimen("wrong-turn", LISTS, (('"XO..X..O."), True', '"XO..X..O."), False'),), ""),
    Specimen("illegal-move", NEGAMAX, OCCUPIED, "b2/c1/1=X"),
]


@pytest.mark.parametrize("specimen", SPECIMENS, ids=[f"{k} {specimen}" for k, specimen in enumerate(SPECIMENS)])
def test_the_first_finding_names_the_disease_and_its_node(specimen: Specimen) -> None:
    found = diagnosis(specimen.style, specimen.edit)
    assert (found[0].disease, found[0].path) == (specimen.disease, tuple(filter(None, specimen.path.split("/"))))
    assert [finding.disease for finding in found if finding.severity == "error"] == [specimen.disease]


BEAMS = [
    (LISTS, (("in list(squares)", "in list(squares)[:2]"),), "c1/a2"),
    (SETS, (("in sorted(choices)", "in sorted(choices)[:2]"),), "a1/b1"),
]


@pytest.mark.parametrize(("style", "edit", "path"), BEAMS, ids=["lists", "sets"])
def test_a_search_that_looks_at_two_moves_at_most_is_remarked_and_not_blamed(
    style: Style, edit: tuple[tuple[str, str], ...], path: str
) -> None:
    (finding,) = diagnosis(style, edit)
    assert (finding.disease, finding.severity, "/".join(finding.path)) == ("few-moves", "note", path)
    assert finding.message == "2 of 3 legal moves were searched, and nowhere more"


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.file)
def test_the_healthy_twin_has_no_error_and_no_warning(style: Style) -> None:
    assert [str(finding) for finding in diagnosis(style) if finding.severity != "note"] == []


@pytest.mark.parametrize("disease", ["move-skipped", "move-forgotten", "move-twice", "illegal-move"])
def test_each_disease_is_found_in_two_styles_at_least_and_in_a_negamax(disease: str) -> None:
    styles = {specimen.style.file for specimen in SPECIMENS if specimen.disease == disease}
    assert len(styles) >= 2
    assert "moves_negamax" in styles


def test_messages_name_the_moves() -> None:
    assert [
        diagnosis(specimen.style, specimen.edit)[0].message
        for specimen in (SPECIMENS[k] for k in (1, 3, 9, 10, 12, 14))
    ] == [
        "of 3 legal moves 1 was left out (b3): only a3 and c3 were searched, though nothing was cut, and c3 was "
        "searched twice",
        "of 4 legal moves 2 were left out (c1, a3): only b2 and c2 were searched, though nothing was cut",
        "c1, c2 are legal at 0,0,2 MIN and searched nowhere in the whole search",
        "the move b2 was searched twice, although the first search of it gave an exact value",
        "2=X at XO./.X./.XO leads to XOX/.X./.XO: MAX moves there, but by the rules it is MIN who is to move",
        "the search lets MAX move at XOX/.X./.O., but by the rules it is MIN who is to move",
    ]


def found_by(case: Case) -> list[tuple[str, int]]:
    """What these three families find, with every message written out."""
    symptoms = [symptom for family in (positions, moves, leaves) for symptom in family.examine(case)]
    assert all(symptom.say() for symptom in symptoms)
    return [(symptom.disease.slug, symptom.node) for symptom in symptoms]


@pytest.mark.parametrize("functions", [("search", "quiesce"), ("search",)])
def test_null_moves_reductions_extensions_and_quiescence_are_no_fault(functions: tuple[str, ...]) -> None:
    engine = module(ENGINE)
    with attach(*(getattr(engine, name) for name in functions), game="tictactoe", view="mover") as recording:
        engine.solve()
    game = tracer.game("tictactoe")
    start = resolve_position(game, "X../.O./...")
    assert [len(trace.children(0)) for trace in recording.traces] == [8]  # a pass for each call of the driver
    for trace in recording.traces:
        known = Trace(trace.columns, trace.passes, trace.header, game, start, labels=trace.move_labels)
        told = Trace(
            trace.columns,
            trace.passes,
            trace.header,
            game,
            start,
            labels=trace.move_labels,
            texts=trace.texts,
        )
        assert found_by(Case(told)) == []
        assert trace.columns.text is not None or found_by(Case(known)) == []


class Sums:
    """Players add 1, 2 or 3 in turn; who reaches the goal wins. Asked for its moves in one order."""

    def __init__(self, goal: int = 5) -> None:
        self.goal = goal

    def start(self) -> tuple[int, int]:
        return (0, 1)

    def turn(self, state: tuple[int, int]) -> Any:
        return MAX if state[1] > 0 else MIN

    def utility(self, state: tuple[int, int]) -> float | None:
        return None if state[0] < self.goal else -state[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [1, 2, 3]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] + move, -state[1]


def walked(choose: Any, game: AnyGame | None = None, *, windowed: bool = False) -> Trace:
    """A minimax of sums whose moves at each position are chosen by a function of the position and the legal moves."""
    rules: Any = game if game is not None else Sums()
    record = Recorder(windowed=windowed)

    def visit(state: Any, move: Any, ply: int) -> float:
        node = record.enter(move, int(rules.turn(state)))
        utility = rules.utility(state)
        if utility is not None:
            record.leave(node, utility, TERMINAL)
            return float(utility)
        values = [visit(rules.play(state, move), move, ply + 1) for move in choose(ply, rules.moves(state))]
        value = max(values) if rules.turn(state) == MAX else min(values)
        record.leave(node, value)
        return value

    visit(rules.start(), None, 0)
    columns, numbered = record.finish()
    return Trace(columns, numbered, Header("sums", search="search", windowed=windowed), rules)


def test_a_search_that_stops_at_a_win_left_out_what_came_after_it() -> None:
    """That is a cutoff, right or wrong, and no move that was skipped."""
    assert found_by(Case(walked(lambda _ply, legal: legal[:2]))) == []
    assert found_by(Case(walked(lambda _ply, legal: legal[::-1][:2]))) == []
    assert {slug for slug, _ in found_by(Case(walked(lambda _ply, legal: legal[::2])))} == {"move-skipped"}


def test_moves_that_a_table_answers_before_the_call_are_not_missing() -> None:
    game, seen = Sums(7), set[Any]()
    record = Recorder(windowed=False)
    known: dict[Any, float] = {}

    def visit(state: Any, move: Any) -> float:
        seen.add(state)
        node = record.enter(move, int(game.turn(state)))
        utility = game.utility(state)
        if utility is not None:
            record.leave(node, utility, TERMINAL)
            return utility
        values = []
        for one in reversed(game.moves(state)):
            after = game.play(state, one)
            if after not in known:
                known[after] = visit(after, one)
            values.append(known[after])
        value = max(values) if game.turn(state) is MAX else min(values)
        record.leave(node, value)
        return value

    visit(game.start(), None)
    columns, numbered = record.finish()
    trace = Trace(columns, numbered, Header("sums", search="search", windowed=False), game)
    assert any(Case(trace).get_missing_moves(node) for node in Case(trace).iter_choice_nodes())
    assert found_by(Case(trace)) == []


def test_an_iteration_of_the_root_searches_every_move_again_and_is_no_fault() -> None:
    assert found_by(Case(walked(lambda ply, legal: legal * 2 if ply == 0 else legal))) == []
    again = found_by(Case(walked(lambda ply, legal: [*legal, legal[0]] if ply == 0 else legal)))
    assert again == [("move-twice", 0)]
    below = found_by(Case(walked(lambda ply, legal: legal * 2 if ply == 1 else legal)))
    assert {slug for slug, _ in below} == {"move-twice"}


def test_without_a_game_two_moves_to_equal_positions_may_have_one_name() -> None:
    trace = walked(lambda ply, legal: [*legal, legal[0]] if ply == 0 else legal)
    nameless = Trace(trace.columns, trace.move_labels, trace.header, labels=trace.move_labels)
    assert found_by(Case(nameless)) == [("move-twice", 0)]
    told = replace(trace.columns, text=trace.columns.end * 0)
    assert found_by(Case(Trace(told, trace.move_labels, trace.header, labels=trace.move_labels, texts=["a"]))) == []


def test_a_search_that_calls_max_whom_the_game_calls_min_is_judged_turned_round() -> None:
    trace = walked(lambda _ply, legal: legal)

    def diseases(**columns: Any) -> set[str]:
        turned = replace(trace.columns, turn=-trace.columns.turn, **columns)
        recorded = Trace(turned, trace.move_labels, trace.header, Sums(), labels=trace.move_labels)
        return {finding.disease for finding in tracer.check(recorded)}

    assert diseases(value=-trace.columns.value) == set()
    assert "wrong-turn" in diseases()


def test_draws_are_judged_also_where_max_is_the_player_whom_the_game_calls_min() -> None:
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def minimax(board: list[str], noughts_move: bool) -> int:
        for line in lines:
            if {board[square] for square in line} in ({"X"}, {"O"}):
                return 10 if board[line[0]] == "O" else -10
        best = -100 if noughts_move else 100
        for square in range(9):
            if board[square] == ".":
                board[square] = "O" if noughts_move else "X"
                value = minimax(board, not noughts_move)
                best = max(best, value) if noughts_move else min(best, value)
                board[square] = "."
        return best  # the beginning of the best at a full board

    with tracer.attach(minimax) as recording:
        minimax([*"X...O...X"], True)
    assert {finding.disease for finding in tracer.check(recording.trace, "tictactoe")} == {"draw-not-zero"}


@pytest.mark.parametrize("options", [{}, TICTACTOE], ids=["without the rules", "with them"])
@pytest.mark.parametrize("game", [None, "tictactoe"])
def test_who_calls_the_search_for_the_player_who_has_just_moved_is_named(
    options: dict[str, str], game: str | None
) -> None:
    root = Style("leaves_root", ("search",), options={"root": "best_move", **options}, game=game, run="solve_late")
    assert [str(finding) for finding in diagnosis(root) if finding.severity != "note"] == []
    found = diagnosis(root, (('"X"), depth - 1, False', '"X"), depth - 1, True'),))
    assert [(finding.disease, finding.path) for finding in found[:1]] in (
        [("wrong-turn", ("c1",))],
        [("wrong-turn", ("2=X",))],  # the square by its number, where nobody knows its name
    )
    assert {"illegal-move", "worse-move-played"}.isdisjoint({finding.disease for finding in found})


def test_a_recording_without_the_game_is_judged_in_the_games_words() -> None:
    plain = replace(LISTS, options={})
    assert [str(finding) for finding in diagnosis(plain) if finding.severity != "note"] == []
    found = diagnosis(plain, SPECIMENS[0].edit)[0]
    assert (found.disease, found.path) == ("move-skipped", ("c1", "a2", "c2"))


class Pair:
    """A game with two moves to each position, which only a recording with the game's own names can tell apart."""

    def start(self) -> str:
        return ".."

    def turn(self, state: str) -> Any:
        return MIN if state.count("x") % 2 else MAX

    def utility(self, state: str) -> float | None:
        return 1 if state == "xx" else None

    def moves(self, state: str) -> list[str]:
        return ["left", "right"]

    def play(self, state: str, move: str) -> str:
        return "x" + state[0]

    def parse(self, text: str) -> str:
        if text not in ("..", "x.", "xx"):
            raise ValueError(text)
        return text


def test_two_moves_to_one_position_are_not_one_move_twice() -> None:
    record = Recorder(windowed=False)
    record.enter(None, 1)
    for node in (1, 2):
        record.enter("+x", -1)
        for _ in (0, 1):
            record.leave(record.enter("+x", 1), 1, TERMINAL)
        record.leave(node if node == 1 else 4, 1)
    record.leave(0, 1)
    columns, labels = record.finish()
    told = replace(columns, text=np.array([0, 1, 2, 2, 1, 2, 2], np.int32))
    trace = Trace(told, labels, Header("own.py", windowed=False), labels=["+x"], texts=["..", "x.", "xx"])
    assert [finding.disease for finding in tracer.check(trace, Pair())] == []


def test_moves_whose_mirror_images_were_searched_are_not_missing() -> None:
    game = tracer.game("tictactoe")
    record = Recorder(windowed=False)

    def images(state: Any) -> set[tuple[str, ...]]:
        rows, found = tuple(show(game, state).split("\n")), set()
        for _ in range(4):
            rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
            found |= {rows, rows[::-1]}
        return found

    def visit(state: Any, move: Any) -> float:
        node = record.enter(move, int(game.turn(state)))
        utility = game.utility(state)
        if utility is not None:
            record.leave(node, utility, TERMINAL)
            return utility
        seen: set[tuple[str, ...]] = set()
        values = []
        for one in game.moves(state):
            after = game.play(state, one)
            if not images(after) & seen:
                seen |= images(after)
                values.append(visit(after, one))
        value = max(values) if game.turn(state) is MAX else min(values)
        record.leave(node, value)
        return value

    start = resolve_position(game, "X../.O./..X")
    visit(start, None)
    columns, numbered = record.finish()
    case = Case(Trace(columns, numbered, Header("tictactoe", windowed=False), game, start))
    assert any(case.get_missing_moves(node) for node in case.iter_choice_nodes())
    assert found_by(case) == []


def test_what_a_cache_may_have_answered_from_an_earlier_search_is_not_called_skipped() -> None:
    searching = module(CACHED)
    with attach(searching.minimax, game="tictactoe") as recording:
        searching.minimax("XOX......", False)
        searching.solve()
    first, second = recording.traces
    assert [trace.header.notes.get("cached") for trace in (first, second)] == ["all here", None]
    assert [tracer.check(trace) for trace in (first, second)] == [[], []]


class Pairs:
    """Two neighbours of a row are taken with each move; who cannot move has lost."""

    def start(self) -> tuple[str, str]:
        return "......", "A"

    def turn(self, state: tuple[str, str]) -> int:
        return MAX if state[1] == "A" else MIN

    def utility(self, state: tuple[str, str]) -> int | None:
        return None if self.moves(state) else -self.turn(state)

    def moves(self, state: tuple[str, str]) -> list[int]:
        return [place for place in range(5) if state[0][place : place + 2] == ".."]

    def play(self, state: tuple[str, str], move: int) -> tuple[str, str]:
        return state[0][:move] + "xx" + state[0][move + 2 :], "B" if state[1] == "A" else "A"

    def show(self, state: tuple[str, str]) -> str:
        return " ".join(state)


@pytest.mark.parametrize(
    ("single", "double", "disease"),
    [(True, "xx", "illegal-move"), (False, "x.", "wrong-position"), (False, "xx", "")],
)
def test_a_move_beside_all_legal_ones_is_illegal_however_little_it_changes(
    single: bool, double: str, disease: str
) -> None:
    """Where a legal move was made wrongly, its own position is missing."""

    def search(row: str, player: str) -> int:
        made = double if row == "xx...." else "xx"
        after = [row[:place] + made + row[place + 2 :] for place in range(5) if row[place : place + 2] == ".."]
        after += ["xx...x"] if single and row == "xx...." else []
        if not after:
            return -1 if player == "A" else 1
        values = [search(one, "B" if player == "A" else "A") for one in after]
        return max(values) if player == "A" else min(values)

    with tracer.attach(search, game=Pairs(), state=lambda call: (call["row"], call["player"])) as recording:
        search("......", "A")
    found = [finding.disease for finding in tracer.check(recording.trace, Pairs()) if finding.severity == "error"]
    assert found[:1] == ([disease] if disease else [])
