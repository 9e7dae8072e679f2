"""A function above a search that has no position of its own: what iterates is a pass, and a move is a move."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from style import Recorded, blamed, recorded

import tracer
from tracer.diagnosis.laws import check_laws
from tracer.diagnosis.likely_game import likely_game
from tracer.tracing import Trace

NUMBERED = """
calls = 0

def guess(node):
    return (node * 7919 % 211) - 105

def search(node, depth, alpha, beta):
    global calls
    calls += 1
    if depth == 0:
        return guess(node)
    best = -999
    for move in range(4):
        value = -search(node * 4 + move + 1, depth - 1, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best
"""
BOARD = """
calls = 0

class Board:
    def __init__(self):
        self.cells, self.played = [0] * 7, []

    def legal(self):
        return [cell for cell in range(7) if not self.cells[cell]]

    def push(self, move):
        self.cells[move] = len(self.played) % 2 + 1
        self.played.append(move)

    def pop(self):
        self.cells[self.played.pop()] = 0

def search(board, depth, alpha, beta):
    global calls
    calls += 1
    if depth == 0 or not board.legal():
        return sum((cell + 1) * held**3 for cell, held in enumerate(board.cells)) * 7919 % 211 - 105
    best = -999
    for move in board.legal():
        board.push(move)
        value = -search(board, depth - 1, -beta, -alpha)
        board.pop()
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best
"""


def of(tmp_path: Path, *texts: str) -> Recorded:
    script = tmp_path / "program.py"
    script.write_text("\n".join(map(dedent, texts)), "utf-8")
    return recorded(script, ())


def run(*texts: str) -> dict[str, Any]:
    """What is known at the end of a program."""
    space: dict[str, Any] = {"__name__": "program"}
    with contextlib.redirect_stdout(io.StringIO()):
        exec("\n".join(map(dedent, texts)), space)
    return space


def passes(trace: Trace) -> list[str]:
    """What the iterations of a recording are called; none where its root is no driver."""
    return [trace.label(node) for node in trace.children(0)] if 0 in trace.drivers else []


WIDENING = """
def think():
    value = 0
    for depth in range(1, 6):
        width = 20
        while True:
            low, high = value - width, value + width
            value = search(0, depth, low, high)
            if low < value < high:
                break
            width *= 4
    return value
found = think()
"""
AGAIN = """
def think():
    value = 0
    for depth in range(1, 6):
        middle, value = value, search(0, depth, value - 20, value + 20)
        if not middle - 20 < value < middle + 20:
            value = search(0, depth, -999, 999)
    return value
found = think()
"""
DEEPER = """
def think():
    for depth in range(1, 6):
        value = search(0, depth, -999, 999)
        print(depth, value)
    return value
found = think()
"""
ITS_OWN_BOARD = """
def report(depth, value):
    print("depth", depth, "value", value)

def think(most):
    board, done = Board(), []
    for depth in range(1, most + 1):
        value = search(board, depth, -999, 999)
        report(depth, value)
        done.append(value)
    return value
found = think(4)
"""
DEEP_AT_ONCE = """
def think(least):
    board = Board()
    for depth in range(least, least + 2):
        value = search(board, depth, -999, 999)
    print(value)
    return value
found = think(5)
"""
OBJECT = """
class Player:
    def __init__(self):
        self.board, self.value, self.depth = Board(), 0, 0

    def think(self):
        for depth in range(1, 5):
            self.depth = depth
            self.value = search(self.board, self.depth, alpha=-999, beta=999)
        return self.value
found = Player().think()
"""
DRIVERS = [
    (NUMBERED, WIDENING, ["depth 1 in (−20, 20)", "depth 1 in (12, 172)"]),
    (NUMBERED, AGAIN, ["depth 1 in (−20, 20)", "depth 1"]),
    (NUMBERED, DEEPER, ["depth 1", "depth 2"]),
    (BOARD, ITS_OWN_BOARD, ["depth 1", "depth 2"]),
    (BOARD, DEEP_AT_ONCE, ["depth 5", "depth 6"]),
    (BOARD, OBJECT, ["depth 1", "depth 2"]),
]


@pytest.mark.parametrize(
    ("search", "driver", "first"), DRIVERS, ids=["widening", "again", "deeper", "own-board", "deep-at-once", "object"]
)
def test_calls_for_one_position_are_passes(tmp_path: Path, search: str, driver: str, first: list[str]) -> None:
    found, space = of(tmp_path, search, driver), run(search, driver)
    (trace,) = found.traces
    assert passes(trace)[:2] == first
    assert trace.value == space["found"]
    assert len(trace) == space["calls"] + 1
    check_laws(trace)
    assert not blamed(found.files[0])


MOVES = """
def think():
    board, value = Board(), None
    for depth in {depths}:
        for move in {moves}:
            board.push(move)
            value = -search(board, depth, -999, 999)
            board.pop()
    return value
found = think()
"""


def test_the_only_legal_move_of_each_depth_is_a_move(tmp_path: Path) -> None:
    (trace,) = of(tmp_path, BOARD, MOVES.format(depths="1, 2, 3", moves="board.legal()[:1]")).traces
    assert passes(trace) == ["depth 2", "depth 3", "depth 4"]
    assert [len(trace.children(node)) for node in trace.children(0)] == [1, 1, 1]


def test_a_function_that_moves_before_each_call_has_these_moves(tmp_path: Path) -> None:
    (trace,) = of(tmp_path, BOARD, MOVES.format(depths="[3]", moves="board.legal()")).traces
    assert 0 not in trace.drivers
    assert len(trace.children(0)) == 7


def test_a_procedure_that_prints_what_it_found_is_not_blamed_for_returning_no_move(tmp_path: Path) -> None:
    procedure = """
    def main():
        board, values = Board(), []
        for move in board.legal():
            board.push(move)
            values.append((-search(board, 2, -999, 999), move))
            board.pop()
        print(max(values))
    main()
    """
    found = of(tmp_path, BOARD, procedure)
    (trace,) = found.traces
    assert len(trace.children(0)) == 7
    assert "played" not in trace.header.notes
    assert "no-move-played" not in blamed(found.files[0])


HELPED = """
class Player:
    def __init__(self):
        self.board, self.calls = Board(), 0

    def after(self, move, depth, alpha, beta, *, scout=False):
        self.board.push(move)
        value = None
        if scout:
            value = -self.visit(depth - 1, -alpha - 1, -alpha)
        if value is None or alpha < value < beta:
            value = -self.visit(depth - 1, -beta, -alpha)
        self.board.pop()
        return value

    def visit(self, depth, alpha, beta):
        self.calls += 1
        if depth == 0 or not self.board.legal():
            return sum((cell + 1) * held**3 for cell, held in enumerate(self.board.cells)) * 7919 % 211 - 105
        best = -999
        for move in self.board.legal():
            best = max(best, self.after(move, depth, max(alpha, best), beta, scout={scout}))
            if best >= beta:
                break
        return best

    def root(self, depth, low, high):
        best = -999
        for move in self.board.legal():
            best = max(best, self.after(move, depth, max(low, best), high))
            if best >= high:
                break
        return best

    def think(self, most):
        value = 0
        for depth in range(1, most + 1):
            low, high = {window}
            while True:
                found = self.root(depth, low, high)
                if found <= low:
                    low = -999
                elif found >= high:
                    high = 999
                else:
                    break
            value = found
        return value

player = Player()
found = player.think(4)
calls = player.calls
"""


def helped(scout: str = "False", window: str = "-999, 999") -> str:
    board = BOARD[: BOARD.index("def search")]
    return board + HELPED.replace("{scout}", scout).replace("{window}", window)


@pytest.mark.parametrize("scout", ["False", "best > -999"])
@pytest.mark.parametrize("window", ["-999, 999", "value - 20, value + 20"])
def test_a_function_that_makes_a_move_for_both_is_no_node(tmp_path: Path, scout: str, window: str) -> None:
    program = helped(scout, window)
    found, space = of(tmp_path, program), run(program)
    (trace,) = found.traces
    assert trace.header.search.partition(" ")[0] == "Player.visit"
    assert trace.value == space["found"]
    assert len(trace) == space["calls"] + 1 + len(passes(trace))
    assert {trace.columns.turn[node] for one in trace.children(0) for node in trace.children(one)} == {-1}
    check_laws(trace)
    assert not blamed(found.files[0])


def test_what_such_a_function_forgets_is_named(tmp_path: Path) -> None:
    program = helped().replace(
        "value = -self.visit(depth - 1, -beta, -alpha)", "value = self.visit(depth - 1, -beta, -alpha)"
    )
    assert "not-negated" in blamed(of(tmp_path, program).files[0])


MINIMAX = """
cells, calls = [0] * 6, 0

def after(move, depth, greatest):
    cells[move] = 1 if greatest else 2
    value = search(depth - 1, not greatest)
    cells[move] = 0
    return value

def search(depth, greatest):
    global calls
    calls += 1
    moves = [move for move in range(6) if not cells[move]]
    if depth == 0 or not moves:
        return sum((cell + 1) * held**3 for cell, held in enumerate(cells)) * 7919 % 211 - 105
    return (max if greatest else min)(after(move, depth, greatest) for move in moves)

def choose():
    return max(range(6), key=lambda move: after(move, 3, True))

choose()
"""


def test_so_it_is_where_no_value_is_turned_over(tmp_path: Path) -> None:
    (trace,) = of(tmp_path, MINIMAX).traces
    assert len(trace.children(0)) == 6
    assert len(trace) == run(MINIMAX)["calls"] + 1


SHARED = """
import enum

class Player(enum.Enum):
    FIRST, SECOND, NOBODY = "x", "o", "."

FIRST, SECOND, EMPTY = {players}
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
board = [EMPTY] * 9
board[0], board[4], board[8] = FIRST, SECOND, FIRST
calls, decisions = 0, []

def winner():
    return next((board[x] for x, y, z in LINES if board[x] != EMPTY and board[x] == board[y] == board[z]), None)

def moves():
    return [cell for cell in range(9) if board[cell] == EMPTY]

def other(player):
    return SECOND if player == FIRST else FIRST

def minimax(player):
    global calls
    calls += 1
    if (won := winner()) is not None:
        return 1 if won == FIRST else -1
    if not moves():
        return 0
    values = []
    for cell in moves():
        board[cell] = player
        values.append(minimax(other(player)))
        board[cell] = EMPTY
    return max(values) if player == FIRST else min(values)

def best(player):
    found = move = None
    for cell in moves():
        board[cell] = player
        value = minimax(other(player))
        board[cell] = EMPTY
        if found is None or (value {better} found if player == FIRST else value {worse} found):
            found, move = value, cell
    return move

player = SECOND
while winner() is None and moves():
    before = calls
    board[best(player)] = player
    decisions.append(calls - before + 1)
    player = other(player)
"""
PLAYERS = ["'X', 'O', ' '", "1, -1, 0", "True, False, None", "Player.FIRST, Player.SECOND, Player.NOBODY"]


@pytest.mark.parametrize("players", PLAYERS, ids=["letters", "signs", "truth", "enumeration"])
def test_a_driver_whose_board_is_shared_is_the_root_of_each_decision(tmp_path: Path, players: str) -> None:
    program = SHARED.format(players=players, better=">", worse="<")
    found = of(tmp_path, program)
    assert [len(trace) for trace in found.traces] == run(program)["decisions"]
    assert [len(trace.children(0)) for trace in found.traces] == list(range(6, 6 - len(found.traces), -1))
    assert [int(trace.columns.turn[0]) for trace in found.traces][:2] == [-1, 1]
    for trace, file in zip(found.traces, found.files, strict=True):
        check_laws(trace)
        assert not blamed(file)


def test_the_worst_move_of_such_a_driver_is_named(tmp_path: Path) -> None:
    found = of(tmp_path, SHARED.format(players=PLAYERS[0], better="<", worse=">"))
    assert "worse-move-played" in {name for file in found.files for name in blamed(file)}


ONE_FUNCTION = """
calls, decisions = 0, []

def after(heaps, move):
    heap, taken = move
    return heaps[:heap] + (heaps[heap] - taken,) + heaps[heap + 1:]

def moves(heaps):
    return [(heap, taken) for heap, stones in enumerate(heaps) for taken in range(1, stones + 1)]

def negamax(heaps, alpha, beta):
    global calls
    calls += 1
    if not any(heaps):
        return -1
    best = -2
    for move in moves(heaps):
        best = max(best, {sign}negamax(after(heaps, move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

def play(heaps):
    while any(heaps):
        before, best, chosen = calls, -2, None
        for move in moves(heaps):
            value = {sign}negamax(after(heaps, move), -2, -best)
            if value > best:
                best, chosen = value, move
        heaps = after(heaps, chosen)
        decisions.append(calls - before + 1)

play((2, 3, 3))
"""
OF_TWO = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
board, calls, decisions = [0] * 9, 0, []

def winner():
    return next((board[x] for x, y, z in LINES if board[x] and board[x] == board[y] == board[z]), 0)

def search(player):
    global calls
    calls += 1
    if winner() or 0 not in board:
        return winner()
    values = []
    for cell in range(9):
        if board[cell] == 0:
            board[cell] = player
            values.append(search(-player))
            board[cell] = 0
    return max(values) if player == 1 else min(values)

def play():
    board[0], board[4], board[8], player = 1, -1, 1, -1
    while not winner() and 0 in board:
        before, best, chosen = calls, -2, None
        for row in range(3):
            for column in range(3):
                cell = 3 * row + column
                if board[cell] == 0:
                    board[cell] = player
                    value = player * search(-player)
                    board[cell] = 0
                    if value > best:
                        best, chosen = value, cell
        board[chosen] = player
        player = -player
        decisions.append(calls - before + 1)

play()
"""


@pytest.mark.parametrize("program", [ONE_FUNCTION.format(sign="-"), OF_TWO], ids=["negamax", "shared-board"])
def test_a_function_that_plays_a_whole_game_is_the_root_of_each_decision(tmp_path: Path, program: str) -> None:
    found = of(tmp_path, program)
    assert [len(trace) for trace in found.traces] == run(program)["decisions"]
    for trace, file in zip(found.traces, found.files, strict=True):
        check_laws(trace)
        assert not blamed(file)
    if program is OF_TWO:
        assert [int(trace.columns.turn[0]) for trace in found.traces][:3] == [-1, 1, -1]


def test_a_minus_that_is_missing_in_a_whole_game_is_named(tmp_path: Path) -> None:
    found = of(tmp_path, ONE_FUNCTION.format(sign=""))
    assert "not-negated" in {name for file in found.files for name in blamed(file)}


FLAG = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
calls, decisions = 0, []

def wins(b, mark):
    return any(all(b[cell] == mark for cell in line) for line in LINES)

def put(b, cell, mx):
    return b[:cell] + ("x" if mx else "o") + b[cell + 1:]

def ab(b, mx, alpha, beta):
    global calls
    calls += 1
    if wins(b, "x") or wins(b, "o") or "." not in b:
        return 1 if wins(b, "x") else -1 if wins(b, "o") else 0
    best = -9 if mx else 9
    for cell in range(9):
        if b[cell] == ".":
            value = ab(put(b, cell, mx), not mx, alpha, beta)
            if mx:
                best, alpha = max(best, value), max(alpha, value)
            else:
                best, beta = min(best, value), min(beta, value)
            if alpha >= beta:
                break
    return best

def play(b, mx):
    while not wins(b, "x") and not wins(b, "o") and "." in b:
        before, alpha, beta, chosen = calls, -9, 9, None
        for cell in range(9):
            if b[cell] == ".":
                value = ab(put(b, cell, mx), not mx, alpha, beta)
                if mx and value > alpha:
                    alpha, chosen = value, cell
                if not mx and value < beta:
                    beta, chosen = value, cell
        b, mx = put(b, chosen, mx), not mx
        decisions.append(calls - before + 1)

play("x...o....", True)
"""


def test_a_flag_says_who_moves_in_each_decision_whatever_its_name_is(tmp_path: Path) -> None:
    """In one decision it goes with the plies, and players would take turns; the other player makes the next one."""
    found = of(tmp_path, FLAG)
    assert [len(trace) for trace in found.traces] == run(FLAG)["decisions"]
    assert [int(trace.columns.turn[0]) for trace in found.traces] == [1, -1] * 3 + [1]
    assert [name for file in found.files for name in blamed(file)] == []


def test_who_gives_the_game_where_the_root_told_no_position_is_told_so(tmp_path: Path) -> None:
    found = of(tmp_path, FLAG)
    assert found.traces[1].text(0) is None
    with pytest.raises(tracer.PlyscopeError, match="the recording has no position of its root"):
        tracer.check(found.traces[1], "tictactoe")
    assert likely_game(found.traces[1]) is None
