"""A function above a search that has no position of its own: what iterates is a pass, and a move is a move."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from laws import check_laws
from style import Recorded, blamed, findings, recorded

import tracer
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
    assert [trace.text(0) for trace in found.traces][:2] == ["x...o....", "xx..o...."]
    assert not [one for trace in found.traces for one in tracer.check(trace, "tictactoe") if one.severity != "note"]
    assert [name for file in found.files for name in blamed(file)] == []


def test_who_gives_the_game_where_the_root_told_no_position_is_told_so(tmp_path: Path) -> None:
    found = of(tmp_path, OF_TWO)
    assert found.traces[1].text(0) is None
    with pytest.raises(tracer.PlyscopeError, match="the recording has no position of its root"):
        tracer.check(found.traces[1], "tictactoe")
    assert likely_game(found.traces[1]) is None


COUNTED = """
calls, decisions, values, positions = 0, [], [], []

def count():
    global calls
    calls += 1

def decide(position, before, value):
    decisions.append(calls - before + 1)
    values.append(value)
    positions.append(position)
"""
KALAH = """
def moves(s): return [i for i in ((0, 1) if s[6] == 0 else (3, 4)) if s[i]]
def over(s): return not (s[0] or s[1]) or not (s[3] or s[4])

def sow(s, i):
    p = list(s[:6])
    n, p[i] = p[i], 0
    own, others = (2, 5) if s[6] == 0 else (5, 2)
    while n:
        i = (i + 1) % 6
        if i != others:
            p[i] += 1
            n -= 1
    return tuple(p) + (s[6] if i == own else 1 - s[6],)

def ab(s, a, b, d):
    count()
    if over(s): return s[0] + s[1] + s[2] - s[3] - s[4] - s[5]
    if d == 0: return s[2] - s[5]
    if s[6] == 0:
        v = -99
        for m in moves(s):
            v = max(v, ab(sow(s, m), a, b, d - 1))
            a = max(a, v)
            if a >= b: break
    else:
        v = 99
        for m in moves(s):
            v = min(v, ab(sow(s, m), a, b, d - 1))
            b = min(b, v)
            if a >= b: break
    return v

def game():
    s = (2, 2, 0, 2, 2, 0, 1)
    while not over(s):
        best, before = None, calls
        for m in moves(s):
            v = ab(sow(s, m), -99, 99, 6)
            if best is None or (v > best if s[6] == 0 else v < best): best, bm = v, m
        decide("".join(map(str, s)), before, best)
        s = sow(s, bm)
game()
"""
ROLLS = """
DICE = ((1, 0.5), (2, 0.3), (4, 0.2))

def move(a, b, who, d):
    count()
    if d == 0 or abs(a - b) >= 9:
        return a - b if abs(a - b) < 9 else (20 if a > b else -20)
    vs = [roll(a, b, who, f, d) for f in (1, 2)]
    return max(vs) if who == 0 else min(vs)

def roll(a, b, who, f, d):
    count()
    s = 0
    for k, w in DICE:
        gain = k * f if k < 4 else 0 - f
        s += w * (move(a + gain, b, 1, d - 1) if who == 0 else move(a, b + gain, 0, d - 1))
    return s

def game():
    a, b, who = 0, 0, 1
    for r in [2, 1, 4, 2]:
        best, pick, before = None, None, calls
        for f in (1, 2):
            v = roll(a, b, who, f, 2)
            if best is None or (v > best if who == 0 else v < best):
                best, pick = v, f
        decide(None, before, best)
        g = r * pick if r < 4 else -pick
        if who == 0: a += g
        else: b += g
        who = 1 - who
game()
"""
COINS = """
row = (2, 7, 3, 6, 4, 1)

def ab(i, j, is_max, alpha, beta):
    count()
    if i > j:
        return 0
    value = -1000 if is_max else 1000
    for coin, a, b in ((row[i], i + 1, j), (row[j], i, j - 1)):
        if is_max:
            value = max(value, coin + ab(a, b, False, alpha - coin, beta - coin))
            if value >= beta:
                break
            alpha = max(alpha, value)
        else:
            value = min(value, -coin + ab(a, b, True, alpha + coin, beta + coin))
            if value <= alpha:
                break
            beta = min(beta, value)
    return value

def game():
    i, j, mx = 0, len(row) - 1, True
    while i <= j:
        best, pick, below, before = None, None, [], calls
        for name, c, a, b in (("L", row[i], i + 1, j), ("R", row[j], i, j - 1)):
            c = c if mx else -c
            below.append(ab(a, b, not mx, -1000, 1000))
            v = c + below[-1]
            if best is None or (v > best if mx else v < best):
                best, pick = v, name
        decide(f"{i} {j}", before, max(below) if mx else min(below))
        if pick == "L": i += 1
        else: j -= 1
        mx = not mx
game()
"""
TAKING = """
def ab(n, mx, alpha, beta):
    count()
    if n == 0:
        return -1 if mx else 1
    value = -2 if mx else 2
    for k in (1, 2, 3):
        if k > n: break
        v = ab(n - k, not mx, alpha, beta)
        if mx:
            value = max(value, v)
            alpha = max(alpha, v)
        else:
            value = min(value, v)
            beta = min(beta, v)
        if beta <= alpha: break
    return value

def game(n):
    mx = False
    while n > 0:
        before, moves = calls, [k for k in (1, 2, 3) if k <= n]
        v, m = {best}
        decide(str(n), before, v)
        n -= m
        mx = not mx
game(9)
"""
CELLS = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
board = [1, -1, 0, 0, 1, 0, 0, 0, -1]

def winner():
    return next((board[x] for x, y, z in LINES if board[x] and board[x] == board[y] == board[z]), 0)

def empty():
    return [cell for cell in range(9) if not board[cell]]

def minimax(depth, player):
    count()
    if winner() or depth == 0:
        return winner()
    values = []
    for cell in empty():
        board[cell] = player
        values.append(minimax(depth - 1, -player))
        board[cell] = 0
    return max(values) if player == 1 else min(values)

def game():
    player = 1
    while not winner() and empty():
        depth, best, pick, before = len(empty()), -2 * player, None, calls
        for cell in empty():
            board[cell] = player
            value = minimax(depth - 1, -player)
            board[cell] = 0
            if (value > best) if player == 1 else (value < best):
                best, pick = value, cell
        decide(None, before, best)
        board[pick] = player
        player = -player
game()
"""
HEAPS = """
heaps = [1, 3, 2]

def negamax():
    count()
    best = -1
    for heap in range(3):
        for taken in range(1, heaps[heap] + 1):
            heaps[heap] -= taken
            best = max(best, -negamax())
            heaps[heap] += taken
    return best

def game():
    while any(heaps):
        best, move, before = -2, None, calls
        for heap in range(3):
            for taken in range(1, heaps[heap] + 1):
                heaps[heap] -= taken
                value = -negamax()
                heaps[heap] += taken
                if value > best:
                    best, move = value, (heap, taken)
        decide(None, before, None)
        heaps[move[0]] -= move[1]
game()
"""
GAMES = {
    "kalah": KALAH,
    "rolls": ROLLS,
    "coins": COINS,
    "generator": TAKING.replace("{best}", "(max if mx else min)((ab(n - k, not mx, -2, 2), k) for k in moves)"),
    "list": TAKING.replace("{best}", "(max if mx else min)([(ab(n - k, not mx, -2, 2), k) for k in moves])"),
    "key": TAKING.replace("{best}", "None, (max if mx else min)(moves, key=lambda k: ab(n - k, not mx, -2, 2))"),
    "cells": CELLS,
    "heaps": HEAPS,
}


@pytest.mark.parametrize("name", GAMES)
def test_each_decision_of_a_game_in_one_function_has_its_own_root_position_and_value(tmp_path: Path, name: str) -> None:
    found, space = of(tmp_path, COUNTED, GAMES[name]), run(COUNTED, GAMES[name])
    assert [len(trace) for trace in found.traces] == space["decisions"]
    for trace, file, value, position in zip(
        found.traces, found.files, space["values"], space["positions"], strict=True
    ):
        assert value is None or trace.value == value
        assert position is None or trace.text(0) == position
        if not trace.header.windowed:  # else the root hands the widest window on though it could narrow it
            check_laws(trace)
        assert {one["severity"] for one in findings(file)} <= {"note"}


DEEPENED = """
def search(n, depth, mine):
    count()
    if n == 0 or depth == 0:
        return (-1 if mine else 1) if n == 0 else 0
    values = [search(n - k, depth - 1, not mine) for k in (1, 2, 3) if k <= n]
    return max(values) if mine else min(values)

def game(n):
    mine = True
    while n > 0:
        before, depth = calls, 2
        while depth < 5:
            best, move = None, None
            for k in (1, 2, 3):
                if k <= n:
                    value = search(n - k, depth - 1, not mine)
                    if best is None or (value > best if mine else value < best):
                        best, move = value, k
            depth += 1
        decide(str(n), before - 3, best)  # three passes
        n -= move
        mine = not mine
game(7)
"""


def test_depths_of_a_decision_of_such_a_game_are_passes(tmp_path: Path) -> None:
    found, space = of(tmp_path, COUNTED, DEEPENED), run(COUNTED, DEEPENED)
    assert [passes(trace) for trace in found.traces] == [["depth 2", "depth 3", "depth 4"]] * len(space["decisions"])
    assert [len(trace) for trace in found.traces] == space["decisions"]
    assert [trace.text(0) for trace in found.traces] == space["positions"]
    assert [trace.value for trace in found.traces] == space["values"]


O_FIRST = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
cells, budget = [1, 0, 0, 0, 1, 0, 0, 0, -1], {budget}

def search(player, depth, alpha, beta):
    global budget
    budget -= 1
    if budget < 0:
        raise TimeoutError
    if any(all(cells[cell] == -player for cell in line) for line in LINES):
        return {lost}
    empty = [cell for cell in range(9) if not cells[cell]]
    if not empty or depth == 0:
        return 0
    for cell in empty:
        cells[cell] = player
        try:
            value = -search(-player, depth - 1, -beta, -alpha)
        finally:
            cells[cell] = 0
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha

def root(player, depth):
    best, chosen = -10000, None
    for cell in range(9):
        if not cells[cell]:
            cells[cell] = player
            try:
                value = -search(-player, depth - 1, -10000, -best)
            finally:
                cells[cell] = 0
            if value > best:
                best, chosen = value, cell
    return best, chosen

def think(player):
    try:
        for depth in range(1, 8):
            answer = root(player, depth)
    except TimeoutError:
        pass
    return answer

answer = think(-1)
"""


@pytest.mark.parametrize(
    ("lost", "blame"),
    [("-1000 - depth", set()), ("(1000 + depth) * player", {"leaf-sign"})],
    ids=["healthy", "sign"],
)
@pytest.mark.parametrize("budget", [10**6, 600], ids=["to-the-end", "time-out"])
def test_a_negamax_whose_max_is_the_games_min_is_not_blamed_for_it(
    tmp_path: Path, budget: int, lost: str, blame: set[str]
) -> None:
    found = of(tmp_path, O_FIRST.replace("{budget}", str(budget)).replace("{lost}", lost))
    named = findings(found.files[0], "--game", "tictactoe")
    assert {one["disease"] for one in named if one["severity"] != "note"} == blame
