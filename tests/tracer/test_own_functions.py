"""A user's own function plays: what it gets, what it may return, what is said of one that cannot, and its recording."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from strategies import AIMA
from test_adapters_aima import GameState, Noughts

import tracer
from tracer.calling.own_call import OwnCall
from tracer.errors import PlyscopeError
from tracer.games.registry import as_game
from tracer.games.rules import label
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.playing.opponents import player_of
from tracer.playing.settings import Settings

TICTACTOE = """
NAMES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

def minimax(board, player):
    for x, y, z in LINES:
        if board[x] != "." and board[x] == board[y] == board[z]:
            return 1 if board[x] == "X" else -1
    if "." not in board:
        return 0
    values = []
    for square in range(9):
        if board[square] == ".":
            board[square] = player
            values.append(minimax(board, "O" if player == "X" else "X"))
            board[square] = "."
    return max(values) if player == "X" else min(values)

def choose(game, state):
    board = list(game.show(state).replace("\\n", ""))
    player = "X" if board.count("X") == board.count("O") else "O"
    best = None
    for square in range(9):
        if board[square] == ".":
            board[square] = player
            value = minimax(board, "O" if player == "X" else "X")
            board[square] = "."
            if best is None or (value > best[0] if player == "X" else value < best[0]):
                best = value, square
    return NAMES[best[1]]
"""
EASY = """
class Pile:
    def __init__(self, players):
        self.players, self.current_player, self.coins = players, 1, 7
    def possible_moves(self): return [str(n) for n in (1, 2, 3) if n <= self.coins]
    def make_move(self, move): self.coins -= int(move)
    def is_over(self): return self.coins == 0
    def lose(self): return self.coins == 0
    def scoring(self): return -1 if self.lose() else 0
"""
ODD = """
def f(position):
    class Odd:
        def __str__(self):
            raise ValueError
        def __eq__(self, other):
            raise ValueError
    return Odd()
"""
Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of functions; gives its name."""

    def file(text: str) -> str:
        path = tmp_path / "own.py"
        path.write_text(text)
        return str(path)

    return file


def choose(word: str, match: Match, **settings: Any) -> Choice:
    """What a function chooses."""
    player = player_of(word, match.game, Settings(**settings))
    assert player is not None
    choice = player.choose(match)
    assert choice is not None
    player.close()
    return choice


def after(*words: str, game: Any = "tictactoe") -> Match:
    """A game after some moves."""
    match = Match(game)
    for word in words:
        match.play(Choice(move=match.find(word)))
    return match


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("def f(position): return 'c3'", "c3"),
        ("def f(position): return 8", "c3"),
        ("def f(game, position): return list(game.moves(position))[-1]", "c3"),
        ("def f(position, depth=3): return 'b1'", "b1"),
        ("def f(*given): return 'b1' if len(given) == 1 else 'c1'", "b1"),
        ("class f:\n    def __new__(cls, position): return 'b1'", "b1"),
        ("import numpy\ndef f(position): return numpy.int64(1)", "b1"),
        ("class f:\n    @staticmethod\n    def choose(position): return 'a2'\ng = f", "a2"),
    ],
)
def test_a_function_returns_a_move_or_its_label(write: Write, text: str, wanted: str) -> None:
    name = "f.choose" if "staticmethod" in text else "f"
    word = f"{write(text)}:{name}"
    choice = choose(word, Match("tictactoe"))
    assert label(tracer.game("tictactoe"), choice.move) == wanted
    assert choice.by == word
    assert choice.seconds is not None
    assert (choice.value, choice.trace) == (None, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def f(position): return 'e5'", r"returned 'e5', which is no legal move; there are: a1, b1"),
        ("def f(position): pass", r"returned nothing \(None\), which is no legal move"),
        ("def f(position): return 1 / 0", "raised ZeroDivisionError"),
        ("def f(position): raise SystemExit(3)", "raised SystemExit"),
        ("def f(): return 'a1'", "wants nothing"),
        ("def f(a, b, c): return 'a1'", "wants a, b, c"),
        ("def f(position, *, depth): return 'a1'", "wants a depth"),
        ("f = 3", "is no function"),
        ("def g(): pass", "has no 'f'"),
        ("def f(:", "raised SyntaxError"),
        (ODD, "no legal move"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_it_is_one_line(write: Write, text: str, said: str) -> None:
    with pytest.raises(PlyscopeError, match=said) as error:
        choose(f"{write(text)}:f", Match("tictactoe"))
    assert "\n" not in str(error.value)


def test_a_function_that_changes_its_position_changes_nothing_here(write: Write, need: Callable[[str], None]) -> None:
    need("chess")
    match = after("e4", game="chess")
    before = str(match.state)
    word = write("def f(board):\n    move = list(board.legal_moves)[0]\n    board.push(move)\n    return move")
    choice = choose(f"{word}:f", match)
    assert str(match.state) == before
    assert choice.move in match.legal.values()
    for text in ("board.parse_san('e5')", "'e7e5'", "'e5'"):
        word = write(f"def f(board): return {text}")
        assert label(match.game, choose(f"{word}:f", match).move) == "e5"


def test_an_adapted_game_hands_on_what_is_the_users_own(write: Write, tmp_path: Path) -> None:
    file = write(
        "class Count:\n"
        "    initial = (0,)\n"
        "    def actions(self, state): return [1, 2]\n"
        "    def result(self, state, move): return (state[0] + move,)\n"
        "    def utility(self, state, player): return state[0] % 2\n"
        "    def terminal_test(self, state): return state[0] >= 5\n"
        "    def to_move(self, state): return 'MAX' if state[0] % 3 else 'MIN'\n"
        "seen = []\n"
        "def f(game, state):\n"
        "    assert state.held == (0,), state\n"
        "    return game.moves(state)[1]\n"
        "def g(state):\n"
        "    assert state == (0,), state\n"
        "    return 2\n"
    )
    match = Match(tracer.game(f"{file}:Count"))
    assert choose(f"{file}:f", match).move == 2
    assert choose(f"{file}:g", match).move == 2


CHOOSES = """
def choose(game, position):
    best, sign = None, 1 if game.turn(position) == 1 else -1
    for move in game.moves(position):
        after = game.play(position, move)
        worth = game.utility(after)
        worth = 0 if worth is None else worth
        if best is None or sign * worth > sign * best[0]:
            best = worth, move
    game.show(position) if hasattr(game, "show") else str(position)
    position.held.__dict__.clear() if hasattr(position, "held") and hasattr(position.held, "__dict__") else None
    return best[1]
"""
FUNCTIONS = """
start = (0, 0)
def next_states(state): return [(state[0] + 1, state[1] + n) for n in (1, 2)]
def finished(state): return state[0] == 3
def utility(state): return state[1] % 2
"""


@pytest.mark.parametrize("kind", ["tictactoe", "chess", "functions", "easy", "[[3,12],[2,4]]", "openspiel:tic_tac_toe"])
def test_a_function_of_game_and_position_plays_every_game(
    write: Write, tmp_path: Path, need: Callable[[str], None], kind: str
) -> None:
    game: Any = kind
    if kind == "chess":
        need("chess")
    if kind.startswith("openspiel"):
        need("pyspiel")
    if kind == "functions":
        (tmp_path / "rules.py").write_text(FUNCTIONS)
        game = str(tmp_path / "rules.py")
    if kind == "easy":
        (tmp_path / "easy.py").write_text(EASY)
        game = f"{tmp_path}/easy.py:Pile"
    match, word = Match(game), f"{write(CHOOSES)}:choose"
    for _ in range(3):
        if match.legal:
            match.play(choose(word, match))
    assert match.choices
    assert all(label in Match(game).legal for label in match.labels[:1])


def test_where_the_game_stands_behind_the_position_both_are_the_program_s_own() -> None:
    """So AIMA's own searches are called."""
    rules = as_game(Noughts())

    def search(state: GameState, game: Noughts) -> tuple[int, int]:
        return min(game.actions(state), key=lambda move: -game.result(state, move).utility)

    places, named = OwnCall(search).arguments_for(rules, rules.start())
    assert (search(*places), named) == ((1, 1), {})
    assert (type(places[0]), type(places[1])) == (GameState, Noughts)


def test_a_callable_is_a_player(write: Write) -> None:
    player = player_of(lambda position: "b2", "tictactoe")
    assert player is not None
    match = Match("tictactoe")
    choice = player.choose(match)
    assert choice is not None
    match.play(choice)
    match.move("a1")
    assert match.labels == ["b2", "a1"]
    assert (choice.by, match.choices[1].by) == (player.word, "human")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("own.py:choose,recrod", "behind own.py:choose may stand ,record and nothing else, not 'recrod'"),
        ("own.py:choose,depth=3", "behind own.py:choose may stand ,record and nothing else, not 'depth=3'"),
        ("alphabeta,depth=3", "options stand behind a colon: alphabeta:depth=3"),
        ("deepening:time=2s", "deepening has no time of its own: --time 2s"),
        ("deepening:tables=1", "there are: position, depth, order, window, cut, with, aspiration"),
    ],
)
def test_a_wrong_option_is_named_as_it_was_typed_and_what_is_allowed_is_said(word: str, said: str) -> None:
    with pytest.raises(PlyscopeError, match=re.escape(said)):
        player_of(word, "tictactoe")


def test_the_search_in_a_function_is_recorded_while_it_chooses(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    match = after("b2", "a1", "c1", "a3", "a2")
    file = write(TICTACTOE)
    plain, recorded = choose(f"{file}:choose", match), choose(f"{file}:choose,record", match)
    assert plain.move == recorded.move
    assert plain.trace is None
    trace = recorded.trace
    assert trace is not None
    assert trace.state(0) == match.state
    assert recorded.value == tracer.search("tictactoe", "minimax", position=match.state).value
    assert len(trace) == len(tracer.trace("tictactoe", "minimax", position=match.state))
    assert recorded.visited == len(trace)
    assert recorded.line[0] == label(match.game, recorded.move)
    assert choose(f"{file}:choose,record", match, record=False).trace is None


def test_where_there_is_no_search_to_be_recorded_it_plays_all_the_same(write: Write) -> None:
    choice = choose(f"{write('def f(position): return 0')}:f,record", Match("tictactoe"))
    assert choice.move == 0
    assert choice.trace is None
    assert "not recorded" in choice.note


def test_a_recorded_search_that_is_too_large_says_so_and_one_that_is_cancelled_chooses_nothing(write: Write) -> None:
    word = f"{write(TICTACTOE)}:choose,record"
    with pytest.raises(PlyscopeError, match="more than 2,000 nodes; without ,record"):
        choose(word, Match("tictactoe"), max_nodes=2_000)
    player = player_of(word, "tictactoe")
    assert player is not None
    assert player.choose(Match("tictactoe"), lambda: True) is None


def test_what_it_raises_while_it_is_recorded_is_its_own(write: Write) -> None:
    text = TICTACTOE.replace("    return NAMES[best[1]]", "    raise ValueError('no idea')")
    with pytest.raises(PlyscopeError, match=r"own\.py:choose raised ValueError"):
        choose(f"{write(text)}:choose,record", after("b2", "a1", "c1", "a3"))


def test_it_plays_whole_games_in_trees_too(write: Write) -> None:
    word = f"{write('def f(game, node): return game.moves(node)[0]')}:f"
    match = Match(AIMA)
    while match.legal:
        match.play(choose(word, match))
    assert match.utility == 3
