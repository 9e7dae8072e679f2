"""Positions that are not put back are named, at the first call that leaves one; healthy searches are not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from specimens.specimen import Specimen, Style, diagnosis, record

import tracer
from tracer.diagnosis import positions
from tracer.diagnosis.case import Case
from tracer.games.rules import show
from tracer.recording.header import Header
from tracer.recording.recorder import Recorder
from tracer.recording.status import TERMINAL
from tracer.tracing import Trace

TICTACTOE = {"game": "tictactoe"}
GRID = Style("positions_grid", ("TicTacToe.max", "TicTacToe.min"))
GRID_GAME = replace(GRID, options=TICTACTOE, game="tictactoe")
GLOBALS = Style("positions_globals", ("minimax",))
NEGAMAX = Style("positions_negamax", ("negamax",))
COPIES = Style("positions_copies", ("minimax",))
COPIES_GAME = replace(COPIES, options=TICTACTOE, game="tictactoe")
HEAPS = Style("positions_copies_negamax", ("negamax",))
USED = Style("positions_used", ("wins",), options={"state": "used", "view": "mover"})
STYLES = [GRID, GRID_GAME, GLOBALS, NEGAMAX, COPIES, COPIES_GAME, HEAPS, USED]

TAKE_BACK = '                    self.board[row][column] = "."  # X takes back\n'
CUT = "                    if best >= beta:\n                        return best\n"
NOT_BEFORE_RETURN = ((TAKE_BACK + CUT, CUT + TAKE_BACK),)
O_FORGETS = (('self.board[row][column] = "."  # O takes back', "pass"),)
O_ERRS = (('self.board[row][column] = "."  # O takes back', 'self.board[row][row] = "."'),)
UNSET = "        used[number] = False\n"
RETURN = "        if lost:\n            return True\n"
NOT_SWITCHED = (
    (
        '        self.mover = "B" if self.mover == "W" else "W"\n        self.cells[square] = self.mover',
        '        self.cells[square] = "B" if self.mover == "W" else "W"',
    ),
)
TWO_SQUARES = (("new[row][column] = mark", "new[row][column] = new[row][0] = mark"),)
LINE = "(0, 2)/(4, 3)/(1, 3)/(5, 4)"
SPECIMENS = [
    Specimen("not-undone", GRID, O_FORGETS, "0,1=X/0,2=O/1,0=X/1,2=O/2,1=X"),
    Specimen("not-undone", GRID_GAME, O_FORGETS, "b1/c1/a2/c2/b3"),
    Specimen("not-undone", GRID, NOT_BEFORE_RETURN, "0,1=X/0,2=O/1,0=X/2,1=O/1,2=X/2,2=O"),
    Specimen("not-undone", GRID_GAME, NOT_BEFORE_RETURN, "b1/c1/a2/b3/c2/c3"),
    Specimen("not-undone", GLOBALS, (("            board[square] = 0\n", ""),), "2=1/3=-1/5=1/7=-1"),
    Specimen("not-undone", NEGAMAX, (("        position.unmake(step, captured)\n", ""),), LINE),
    Specimen("not-undone", USED, ((UNSET, ""),), "1/2/3/4"),
    Specimen("not-undone", USED, ((UNSET + RETURN, RETURN + UNSET),), "1/2/3/4"),
    Specimen("undone-wrongly", GRID, O_ERRS, "0,1=X/0,2=O/1,0=X/1,2=O/2,1=X"),
    Specimen("undone-wrongly", GRID_GAME, O_ERRS, "b1/c1/a2/c2/b3"),
    Specimen("undone-wrongly", GLOBALS, (("board[square] = 0\n", "board[square - 1] = 0\n"),), "2=1/3=-1/5=1/7=-1"),
    Specimen("undone-wrongly", NEGAMAX, (("unmake(step, captured)", 'unmake(step, ".")'),), LINE),
    Specimen("undone-wrongly", NEGAMAX, NOT_SWITCHED, LINE),
    Specimen("undone-wrongly", USED, ((UNSET, "        used[number - 1] = False\n"),), "1/2/3/4"),
    Specimen("aliased-board", COPIES, (("[row[:] for row in board]", "board[:]"),), "0,2=X/1,0=O/1,2=X/2,1=O"),
    Specimen("aliased-board", COPIES_GAME, (("[row[:] for row in board]", "list(board)"),), "c1/a2/c2/b3"),
    Specimen("aliased-board", HEAPS, (("[list(one) for one in board]", "list(board)"),), "0,0=0/1,0=1/1,0=0/2,0=1"),
    Specimen("wrong-position", COPIES_GAME, TWO_SQUARES, "c1/a2/1,0=X 1,2=X"),
]


@pytest.mark.parametrize("specimen", SPECIMENS, ids=[f"{k} {specimen}" for k, specimen in enumerate(SPECIMENS)])
def test_the_first_finding_names_the_disease_and_its_node(specimen: Specimen) -> None:
    found = diagnosis(specimen.style, specimen.edit)
    assert (found[0].disease, found[0].path) == (specimen.disease, tuple(filter(None, specimen.path.split("/"))))
    assert [finding.disease for finding in found if finding.severity == "error"] == [specimen.disease]


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.file} {style.game or ''}")
def test_the_healthy_twin_has_no_error_and_no_warning(style: Style) -> None:
    assert [str(finding) for finding in diagnosis(style) if finding.severity != "note"] == []


@pytest.mark.parametrize("disease", ["not-undone", "undone-wrongly", "aliased-board"])
def test_each_disease_is_found_in_two_styles_at_least_and_in_a_negamax(disease: str) -> None:
    styles = {specimen.style.file for specimen in SPECIMENS if specimen.disease == disease}
    assert len(styles) >= 2
    assert any("negamax" in file for file in styles)


def test_messages_show_both_positions_on_one_line() -> None:
    edits = [(GRID, O_FORGETS), (NEGAMAX, SPECIMENS[11].edit), (COPIES_GAME, SPECIMENS[15].edit)]
    assert [diagnosis(style, edit)[0].message for style, edit in [*edits, (COPIES_GAME, TWO_SQUARES)]] == [
        "the position is not put back: XXO/XOO/.X. became XXO/XOO/OX. by the time the call returned, with the move "
        "2,0=O still on it",
        "the position is put back wrongly: cells ..WWB.., mover W became cells ..WW..., mover W by the time the call "
        "returned",
        "the moves below changed this call's own board too: XOX/OXX/OO. became XOX/OXX/OOX by the time the call "
        "returned",
        "no legal move of tictactoe leads from XOX/OX./O.. to XOX/XXX/O..",
    ]


def test_a_node_that_keeps_its_own_move_is_named_though_a_call_below_left_one_too() -> None:
    entries = "....|x...|xo..|x.o.|.x..|ox..|.xo."
    for left, nodes in ({4: ".xo.", 0: ".xo."}, (4, 0)), ({4: ".xo.", 0: "..o."}, (4,)):
        (finding,) = tracer.check(built(entries, left))
        assert (finding.disease, finding.where) == ("not-undone", nodes)


def over(squares: list[str]) -> int | None:
    """Who has won tic-tac-toe; None while the game goes on."""
    for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if squares[a] == squares[b] == squares[c] != ".":
            return 1 if squares[a] == "X" else -1
    return None if "." in squares else 0


def minimax(squares: list[str], first: bool) -> int:
    worth = over(squares)
    if worth is not None:
        return worth
    values = []
    for square in range(9):
        if squares[square] == ".":
            squares[square] = "X" if first else "O"
            values.append(minimax(squares, not first))
            squares[square] = "."
    return max(values) if first else min(values)


def best_move(squares: list[str], takes_back: bool) -> int | None:
    best, chosen = -2, None
    for square in range(9):
        if squares[square] == ".":
            squares[square] = "X"
            value = minimax(squares, False)
            squares[square] = "." if takes_back else "X"
            if value > best:
                best, chosen = value, square
    return chosen


def test_a_function_above_the_search_that_leaves_its_moves_on_the_board_is_named() -> None:
    found = {}
    for takes_back in (True, False):
        with tracer.attach(minimax, root=best_move) as recording:
            best_move([*"XO......O"], takes_back)
        found[takes_back] = [(one.disease, one.node, one.message) for one in tracer.check(recording.trace)]
    said = "2=X is still on the board when 2=X 3=X is searched, and so is each move of the root"
    assert found == {True: [], False: [("not-undone", 0, said)]}


def built(entries: str, left: dict[int, str], board: str = "one object") -> Trace:
    """A root with two children, each with two leaves; what each had as its position, and what it left."""
    record = Recorder(windowed=False)
    texts = entries.split("|")
    children = {0: (1, 4), 1: (2, 3), 4: (5, 6)}

    def visit(node: int, turn: int) -> None:
        record.enter(f"m{node}" if node else None, turn)
        for child in children.get(node, ()):
            visit(child, -turn)
        record.leave(node, 0, 0 if node in children else TERMINAL)

    visit(0, 1)
    columns, moves = record.finish()
    table = [*texts, *left.values()]
    back = np.full(7, -1, np.int32)
    back[list(left)] = range(7, 7 + len(left))
    columns = replace(columns, text=np.arange(7, dtype=np.int32), left_text=back)
    header = Header("own.py", search="search", windowed=False, notes={"board": board})
    labels: list[str] = [str(move) for move in moves]
    return Trace(columns, labels, header, labels=labels, texts=table)


def named(trace: Trace) -> list[tuple[str, int]]:
    return [(symptom.disease.slug, symptom.node) for symptom in positions.examine(Case(trace))]


ENTRIES = "...|X..|XO.|X.O|.X.|OX.|.XO"


def test_only_the_visits_whose_children_put_theirs_back_are_blamed() -> None:
    assert named(built(ENTRIES, {1: "X.O", 0: "X.."})) == [("not-undone", 1)]
    assert named(built(ENTRIES, {1: "...", 4: "..."})) == [("undone-wrongly", 1), ("undone-wrongly", 4)]


def test_calls_that_take_their_callers_move_back_are_no_fault() -> None:
    texts = ENTRIES.split("|")
    back = {1: texts[0], 4: texts[0], 2: texts[1], 3: texts[1], 5: texts[4], 6: texts[4]}
    assert named(built(ENTRIES, back)) == []
    del back[2], back[3]
    assert named(built(ENTRIES, back)) != []


def test_objects_that_count_or_change_at_every_call_are_no_fault() -> None:
    counted = "|".join(f"squares {text}, nodes {k}" for k, text in enumerate(ENTRIES.split("|")))
    assert named(built(counted, {1: "squares X.., nodes 3", 0: "squares ..., nodes 6"})) == []
    assert named(built(counted, {1: "squares XO., nodes 3"})) == [("not-undone", 1)]
    assert named(built(ENTRIES, {2: "a", 3: "b", 5: "c", 1: "d", 0: "e"})) == []


def test_boards_are_aliased_only_where_a_childs_move_shows_on_its_parents() -> None:
    assert named(built(ENTRIES, {1: "X.O", 0: ".X."}, "an object a call")) == [("aliased-board", 1)]
    assert named(built(ENTRIES, {1: "value", 0: "values"}, "an object a call")) == []


def test_with_a_game_a_text_that_is_not_where_the_move_leads_is_found() -> None:
    trace = tracer.trace("tictactoe", "minimax", position="XO./OX./X.O")
    texts = list(dict.fromkeys(show(trace.need_game(), trace.state(node)) for node in range(len(trace))))
    numbers = [texts.index(show(trace.need_game(), trace.state(node))) for node in range(len(trace))]
    told = np.array(numbers, np.int32)
    right = replace(trace.columns, text=told)
    told = told.copy()
    told[1] = told[3]
    wrong = replace(trace.columns, text=told)
    moves = trace.move_labels
    found = [
        named(Trace(columns, [], trace.header, trace.game, trace.start(), labels=moves, texts=texts))
        for columns in (right, wrong)
    ]
    assert found == [[], [("wrong-position", 1)]]


def test_a_trace_without_positions_has_nothing_to_say() -> None:
    assert named(tracer.trace([[1, 2], [3, 4]])) == []


def test_the_recording_knows_whether_calls_share_the_board() -> None:
    assert [record(style).header.notes["board"] for style in (GRID, COPIES)] == ["one object", "an object a call"]
