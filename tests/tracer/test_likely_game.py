"""A recording without a game proposes the built-in game that all of its positions are of, and no other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from commands import running
from told_engine import told

import tracer
from tracer.deciding.position_texts import Reading
from tracer.diagnosis.likely_game import likely_game

Run = Callable[..., tuple[int, str, str]]
run = running()

LINES = "LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))\n"
LIST = (
    LINES
    + """
def winner(board):
    return next((board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != " "), None)

def minimax(board, player):
    won = winner(board)
    if won is not None:
        return 1 if won == "X" else -1
    values = []
    for square in range(9):
        if board[square] == " ":
            board[square] = player
            values.append(minimax(board, "O" if player == "X" else "X"))
            board[square] = " "
    return (max if player == "X" else min)(values, default=0)

print(minimax(list("XO  X   O"), "X"))
"""
)
GRID = """
def winner(b):
    lines = [*b, *zip(*b), [b[k][k] for k in range(3)], [b[k][2 - k] for k in range(3)]]
    return next((line[0] for line in lines if line[0] and line[0] == line[1] == line[2]), 0)

def alphabeta(b, alpha, beta, maximizing):
    if winner(b):
        return winner(b)
    free = [(r, c) for r in range(3) for c in range(3) if not b[r][c]]
    best = -9 if maximizing else 9
    for r, c in free:
        b[r][c] = 1 if maximizing else -1
        value = alphabeta(b, alpha, beta, not maximizing)
        b[r][c] = 0
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best if free else 0

print(alphabeta([[1, 0, 0], [0, -1, 0], [0, 0, 0]], -9, 9, True))
"""
STRING = (
    LINES
    + """
def negamax(board, alpha=-1, beta=1):
    me, other = ("X", "O") if board.count("X") == board.count("O") else ("O", "X")
    if any(board[a] == board[b] == board[c] == other for a, b, c in LINES):
        return -1
    best = -2
    for square, mark in enumerate(board):
        if mark == ".":
            best = max(best, -negamax(board[:square] + me + board[square + 1 :], -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return best if "." in board else 0

print(negamax("X...O...."))
"""
)
DICTIONARY = (
    LINES
    + """
def won(board, mark):
    return any(all(board[square + 1] == mark for square in line) for line in LINES)

def minimax(board, is_max):
    if won(board, "X") or won(board, "O"):
        return 10 if won(board, "X") else -10
    if " " not in board.values():
        return 0
    best = -800 if is_max else 800
    for square in board:
        if board[square] == " ":
            board[square] = "X" if is_max else "O"
            score = minimax(board, not is_max)
            board[square] = " "
            best = max(best, score) if is_max else min(best, score)
    return best

print(minimax(dict(enumerate("XO  X   O", 1)), True))
"""
)
OBJECT = (
    LINES
    + """
class Board:
    def __init__(self, cells, player):
        self.cells, self.player = cells, player

    def legal(self):
        return [square for square, mark in enumerate(self.cells) if mark == "-"]

    def play(self, square):
        cells = self.cells[:]
        cells[square] = self.player
        return Board(cells, "O" if self.player == "X" else "X")

    def winner(self):
        return next((self.cells[a] for a, b, c in LINES if self.cells[a] == self.cells[b] == self.cells[c] != "-"), "")

class Engine:
    def search(self, state, alpha, beta):
        if state.winner():
            return 1 if state.winner() == "X" else -1
        if not state.legal():
            return 0
        best = -5 if state.player == "X" else 5
        for square in state.legal():
            value = self.search(state.play(square), alpha, beta)
            if state.player == "X":
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

print(Engine().search(Board(list("X---O----"), "X"), -5, 5))
"""
)
BITS = """
WINS = (7, 56, 448, 73, 146, 292, 273, 84)

def search(x, o, alpha, beta):
    if any(o & line == line for line in WINS):
        return -1
    if x | o == 511:
        return 0
    for square in range(9):
        if not (x | o) >> square & 1:
            alpha = max(alpha, -search(o, x | 1 << square, -beta, -alpha))
            if alpha >= beta:
                break
    return alpha

print(search(1, 16, -1, 1))
"""
FOUR = """
def wins(board, disc):
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(
        all(0 <= r + k * y < 6 and 0 <= c + k * x < 7 and board[r + k * y][c + k * x] == disc for k in range(4))
        for r in range(6) for c in range(7) for y, x in steps
    )

def minimax(board, depth, alpha, beta, maximizing):
    if wins(board, 2) or wins(board, 1):
        return 1000 if wins(board, 2) else -1000
    if depth == 0:
        return board[5][3] - board[4][2]
    best = -10000 if maximizing else 10000
    for column in range(7):
        if board[0][column] == 0:
            row = max(row for row in range(6) if board[row][column] == 0)
            after = [line[:] for line in board]
            after[row][column] = 2 if maximizing else 1
            value = minimax(after, depth - 1, alpha, beta, not maximizing)
            best = max(best, value) if maximizing else min(best, value)
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
    return best

print(minimax([[0] * 7 for _ in range(6)], 3, -10**6, 10**6, True))
"""
NIM = """
def nim(piles, maximizing):
    if not any(piles):
        return -1 if maximizing else 1
    values = [
        nim((*piles[:place], left, *piles[place + 1 :]), not maximizing)
        for place, pile in enumerate(piles) for left in range(pile)
    ]
    return max(values) if maximizing else min(values)

print(nim((1, 2, 3), True))
"""
GAMES = (
    (LIST, "tictactoe", "list"),
    (GRID, "tictactoe", "grid"),
    (STRING, "tictactoe", "string"),
    (DICTIONARY, "tictactoe", "dictionary"),
    (OBJECT, "tictactoe", "object"),
    (FOUR, "connect4", "connect four"),
    (NIM, "nim:1,2,3", "nim"),
    (NIM.replace("-1 if maximizing else 1", "1 if maximizing else -1"), "nim:1,2,3,misere", "nim, misère"),
)  # fmt: skip
TWICE = """
def won(b):
    for i, j, k in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if b[i] == b[j] == b[k] != " ":
            return b[i]
    return None

def minimax(board, maximizing):
    winner = won(board)
    if winner or " " not in board:
        return {"O": 10, "X": -10, None: 0}[winner]
    best = -1000 if maximizing else 1000
    for square in range(9):
        if board[square] == " ":
            board[square] = "O" if maximizing else "X"
            value = minimax(board, not maximizing)
            board[square] = " "
            best = max(best, value) if maximizing else min(best, value)
    return best

def choose(board):
    best, move = -1000, None
    for square in range(9):
        if board[square] == " ":
            board[square] = "O"
            value = minimax(board, True)
            board[square] = " "
            if value > best:
                best, move = value, square
    return move

choose(["X", "X", " ", " ", "O", " ", " ", " ", " "])
"""
OTHERS = {
    "bits": BITS,
    "both place either mark": LIST.replace("values.append", "values.append(minimax(board, player)) or values.append"),
    "three in a row lose": LIST.replace('1 if won == "X" else -1', '-1 if won == "X" else 1'),
    "only rows win": LIST.replace("(0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)", ""),
    "one square is closed": LIST.replace("in range(9)", "in (2, 3, 6, 7)"),
    "at most two from a pile": NIM.replace("in range(pile)", "in range(max(0, pile - 2), pile)"),
    "discs do not fall": FOUR.replace("max(row for row", "min(row for row"),
    "discs may be passed": FOUR.replace("range(7):\n        if board[0]", "range(6):\n        if board[0]"),
}


def recorded(run: Run, program: str) -> tuple[tracer.Trace, str]:
    Path("s.py").write_text(program)
    code, _, err = run("run", "s.py", "-o", "t.plyscope")
    assert code == 0, err
    return tracer.load("t.plyscope"), err


@pytest.mark.parametrize(("program", "game"), [one[:2] for one in GAMES], ids=[one[2] for one in GAMES])
def test_the_game_of_all_positions_is_proposed_and_fits(run: Run, program: str, game: str) -> None:
    trace, err = recorded(run, program)
    likely = likely_game(trace)
    assert likely is not None
    assert likely.spec == game
    assert f"the positions look like those of {game}: " in err
    _, _, counted = run("count", "t.plyscope")
    assert f"--game {game}\n" in counted
    _, _, err = run("run", "s.py", "--game", game, "-o", "again.plyscope")
    again = tracer.load("again.plyscope")
    assert (again.header.game, again.counts.visited) == (game, trace.counts.visited)
    assert again.counts.pruned_nodes is not None
    assert "is it another game" not in err
    assert run("check", "t.plyscope", "--game", game)[0] == 0


def test_a_game_that_was_given_is_not_proposed_again(run: Run) -> None:
    """The driver lets the same player move once more, which no rule allows."""
    Path("s.py").write_text(TWICE)
    _, _, err = run("run", "s.py", "-o", "t.plyscope")
    assert "pruned nodes need the game" in err
    code, _, err = run("run", "s.py", "--game", "tictactoe", "-o", "t.plyscope")
    assert code == 0
    assert "pruned nodes are not known: these moves break the rules of tictactoe, or are another game's" in err
    assert "need the game" not in err


@pytest.mark.parametrize("name", OTHERS)
def test_a_game_that_only_looks_alike_is_not_proposed(run: Run, name: str) -> None:
    trace, err = recorded(run, OTHERS[name])
    assert likely_game(trace) is None
    assert "look like" not in err


def test_a_game_that_is_known_is_not_proposed() -> None:
    assert likely_game(tracer.trace("tictactoe", position="XO./.X./..O")) is None


def test_what_was_recorded_without_a_game_is_counted_in_the_words_of_the_one_that_is_given(run: Run) -> None:
    recorded(run, LIST)
    code, out, err = run("count", "t.plyscope", "--game", "tictactoe")
    assert (code, "need the game" in err) == (0, False)
    assert ["full", "tree", "238"] in [line.split() for line in out.splitlines()]
    assert "a2" in out


LATE = {
    "X's win is looked at where no move is left": (
        LIST.replace("    if won is not None:", '    if won == "O" or (won and " " not in board):'),
        "tictactoe",
    ),
    "a win is looked at one move late": (
        LIST.replace("    if won is not None:", '    if won == player or (won and " " not in board):'),
        "tictactoe",
    ),
    "X's win is never looked at": (LIST.replace("    if won is not None:", '    if won == "O":'), "tictactoe"),
    "a win is looked at where the board is full": (
        GRID.replace("    if winner(b):", "    if winner(b) and all(map(all, b)):"),
        "tictactoe",
    ),
    "a win is looked at where the depth is spent": (
        FOUR.replace("    if wins(board, 2) or", "    if depth == 0 and wins(board, 2) or depth == 0 and").replace(
            "[[0] * 7 for _ in range(6)]",
            "[[0] * 7] * 3 + [[int(square) for square in row] for row in ('0002000', '1002000', '1102000')]",
        ),
        "connect4",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LATE)
def test_a_game_of_which_positions_are_played_on_where_it_is_over_is_said_with_these(run: Run, name: str) -> None:
    program, game = LATE[name]
    trace, err = recorded(run, program)
    assert likely_game(trace) is None
    assert "look like" not in err
    found = likely_game(trace, played_on=True)
    assert found is not None
    assert (found.spec, found.continued_ends > 0) == (game, True)
    _, _, err = run("check", "t.plyscope")
    assert (
        f"{found.continued_ends:,} of {found.checked_nodes:,} with moves are over there and were played on: "
        f"--game {game}" in err
    )
    code, out, _ = run("check", "t.plyscope", "--game", game)
    assert (code, "terminal-late" in out) == (1, True)


@pytest.mark.parametrize("program", [one[0] for one in GAMES], ids=[one[2] for one in GAMES])
def test_where_all_positions_follow_the_rules_none_is_played_on(run: Run, program: str) -> None:
    trace, _ = recorded(run, program)
    found = likely_game(trace, played_on=True)
    assert found is not None
    assert found == likely_game(trace)._replace(game=found.game)  # type: ignore[union-attr]
    assert found.continued_ends == 0


@pytest.mark.parametrize("name", sorted(OTHERS.keys() - {"only rows win"}))
def test_a_game_that_only_looks_alike_is_not_proposed_with_exceptions(run: Run, name: str) -> None:
    assert likely_game(recorded(run, OTHERS[name])[0], played_on=True) is None


FLIPS = """
def flip(board, r, c, who):
    board[r][c] = who
    for a, b in ((r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c)):
        if 0 <= a < 6 and 0 <= b < 6 and board[a][b]:
            board[a][b] = who

def search(board, depth, alpha, beta, who):
    if depth == 0:
        return who * sum(map(sum, board))
    for r in range(6):
        for c in range(3):
            if board[r][c] == 0:
                after = [row[:] for row in board]
                flip(after, r, c, who)
                alpha = max(alpha, -search(after, depth - 1, -beta, -alpha, -who))
                if alpha >= beta:
                    return alpha
    return alpha

print(search([[0] * 6 for _ in range(6)], 3, -99, 99, 1))
"""


def test_a_game_is_given_up_at_the_first_position_that_is_not_its_own(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Square boards of numbers may be those of many games, and each can be read in several ways."""
    trace, _ = recorded(run, FLIPS)
    read, place = [], Reading.place
    monkeypatch.setattr(Reading, "place", lambda *given: read.append(0) or place(*given))  # type: ignore[func-returns-value]
    assert likely_game(trace, played_on=True) is None
    assert len(trace) > 600
    assert 0 < len(read) < 5 * len(trace)


FOUR_IN_A_ROW = """
LINES = [
    [(row + k * down) * 4 + column + k * right for k in range(4)]
    for row in range(4) for column in range(4) for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if row + 3 * down < 4 and 0 <= column + 3 * right < 4
]
board = [0] * 5 + [1] + [0] * 4 + [-1] + [0] * 5

def evaluate(mark):
    rows = [[mark * board[square] for square in line] for line in LINES]
    return sum(sum(row) ** 2 * (-1 not in row) - sum(row) ** 2 * (1 not in row) for row in rows)

def search(mark, depth, alpha, beta, can_pass=True):
    if any(all(board[square] == -mark for square in line) for line in LINES):
        return -1000 - depth
    if 0 not in board:
        return 0
    if depth <= 0:
        return evaluate(mark)
    if can_pass and depth >= 3 and evaluate(mark) >= beta:
        value = -search(-mark, depth - 3, -beta, -beta + 1, False)
        if value >= beta:
            return value
    best = -99999
    for late, square in enumerate([square for square in range(16) if not board[square]]):
        board[square] = mark
        if late >= 4 and depth >= 3:
            value = -search(-mark, depth - 2, -alpha - 1, -alpha)
            if value > alpha:
                value = -search(-mark, depth - 1, -beta, -alpha)
        else:
            value = -search(-mark, depth - 1, -beta, -alpha)
        board[square] = 0
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best

search(1, 4, -99999, 99999)
"""


def test_a_game_that_no_node_contradicts_comes_before_one_that_is_played_on(run: Run) -> None:
    """No game was ever over, which shows little by itself, and three in a row were played on."""
    trace, _ = recorded(run, FOUR_IN_A_ROW)
    found = likely_game(trace, played_on=True)
    assert found is not None
    assert (found.spec, found.continued_ends) == ("mnk:4,4,4", 0)
    assert run("check", "t.plyscope", "--game", found.spec)[0] == 0


@pytest.mark.parametrize("habits", ["", "hard", "futile late", "hard late"])
def test_the_game_of_an_engine_is_proposed_whatever_it_skips_and_clamps(habits: str) -> None:
    likely = likely_game(told("connect4:5,5,4", 7, f"texts {habits}"))
    assert likely is not None
    assert str(likely) == "the positions look like those of connect4:5,5,4"
