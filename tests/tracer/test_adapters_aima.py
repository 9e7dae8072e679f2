"""Games in AIMA's style, written here: recorded as they are, from objects, classes and files."""

from __future__ import annotations

from collections import namedtuple
from pathlib import Path
from typing import Any, ClassVar

import pytest
from laws import check_laws

import tracer
from tracer import GameError, PlyscopeError
from tracer.attaching.attach_functions import attach
from tracer.games.adapters.aima import AimaGame
from tracer.games.adapters.foreign_position import ForeignPosition
from tracer.games.registry import as_game

GameState = namedtuple("GameState", "to_move, utility, board, moves")

ROWS = [
    *([(x, y) for y in (1, 2, 3)] for x in (1, 2, 3)),
    *([(x, y) for x in (1, 2, 3)] for y in (1, 2, 3)),
    [(1, 1), (2, 2), (3, 3)],
    [(1, 3), (2, 2), (3, 1)],
]


class Noughts:
    """Tic-tac-toe: a board is a dictionary of the squares that are taken."""

    def __init__(self, *begun: tuple[int, int]) -> None:
        squares = [(x, y) for x in (1, 2, 3) for y in (1, 2, 3)]
        self.initial = GameState(to_move="X", utility=0, board={}, moves=squares)
        for move in begun:
            self.initial = self.result(self.initial, move)

    def actions(self, state: Any) -> Any:
        return state.moves

    def result(self, state: Any, move: Any) -> Any:
        board = {**state.board, move: state.to_move}
        won = any(all(board.get(square) == state.to_move for square in row) for row in ROWS)
        return GameState(
            to_move="O" if state.to_move == "X" else "X",
            utility=(1 if state.to_move == "X" else -1) if won else 0,
            board=board,
            moves=[square for square in state.moves if square != move],
        )

    def utility(self, state: Any, player: Any) -> Any:
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state: Any) -> Any:
        return state.utility != 0 or not state.moves

    def to_move(self, state: Any) -> Any:
        return state.to_move

    def display(self, state: Any) -> None:
        for x in (1, 2, 3):
            print(*(state.board.get((x, y), ".") for y in (1, 2, 3)))


class Figure:
    """The tree of the book's chapter on games: positions are letters, a dictionary has the moves."""

    succs: ClassVar = {
        "A": {"a1": "B", "a2": "C", "a3": "D"},
        **{letter: {f"{letter.lower()}{k}": f"{letter}{k}" for k in (1, 2, 3)} for letter in "BCD"},
    }
    utils: ClassVar = {"B1": 3, "B2": 12, "B3": 8, "C1": 2, "C2": 4, "C3": 6, "D1": 14, "D2": 5, "D3": 2}
    initial = "A"

    def actions(self, state: Any) -> Any:
        return self.succs.get(state, {}).keys()

    def result(self, state: Any, move: Any) -> Any:
        return self.succs[state][move]

    def utility(self, state: Any, player: Any) -> Any:
        return self.utils[state] if player == "MAX" else -self.utils[state]

    def terminal_test(self, state: Any) -> Any:
        return state not in self.succs

    def to_move(self, state: Any) -> Any:
        return "MIN" if state in "BCD" else "MAX"


def numbers(trace: tracer.Trace) -> tuple[Any, ...]:
    """What two searches of one game agree in."""
    counts = trace.counts
    return trace.value, counts.visited, counts.leaves, counts.cutoffs, counts.pruned_branches, counts.pruned_nodes


def test_tic_tac_toe_has_the_counts_of_the_built_in_one() -> None:
    trace = tracer.trace(Noughts((1, 1)))
    assert numbers(trace) == numbers(tracer.trace("tictactoe", position="a1"))
    assert trace.header.game == "Noughts"
    check_laws(trace)


def test_equal_boards_reached_on_two_paths_are_one_position() -> None:
    trace = tracer.trace(Noughts((1, 1)), "minimax-memo")
    check_laws(trace)
    game: Any = as_game(Noughts())
    left, right = game.start(), game.start()
    for one, other in zip([(1, 1), (2, 2), (1, 2)], [(1, 2), (2, 2), (1, 1)], strict=True):
        left, right = game.play(left, one), game.play(right, other)
    assert left == right
    assert hash(left) == hash(right)
    assert game.play(left, (3, 3)) != left
    memo, own = (
        tracer.trace(Noughts((1, 1)), "alphabeta-memo"),
        tracer.trace("tictactoe", "alphabeta-memo", position="a1"),
    )
    assert memo.counts.visited == own.counts.visited


def test_the_books_figure_is_recorded_with_its_names() -> None:
    trace = tracer.trace(Figure())
    assert (trace.value, trace.best_move) == (3, "a1")
    assert trace.find(["a2"]).value == 2
    assert trace.counts.pruned_branches == 2
    check_laws(trace)


def test_a_class_will_do_as_well_as_an_object() -> None:
    assert tracer.trace(Figure).value == 3


@pytest.mark.parametrize(
    ("first", "value"),
    [("X", 1), ("MAX", 1), ("white", 1), (1, 1), (True, 1), ("O", -1), ("MIN", -1), (False, -1), (2, -1)],
)
def test_max_is_who_moves_first_unless_the_name_is_mins(first: Any, value: int) -> None:
    """The first player wins at once: for MAX that is 1."""

    class Once:
        initial = (first, False)

        def actions(self, state: Any) -> Any:
            return ["win"]

        def result(self, state: Any, move: Any) -> Any:
            return ("other", True)

        def utility(self, state: Any, player: Any) -> Any:
            return 1 if player == first else -1

        def terminal_test(self, state: Any) -> Any:
            return state[1]

        def to_move(self, state: Any) -> Any:
            return state[0]

    trace = tracer.trace(Once())
    assert trace.value == value
    assert trace.node(0).turn == value


def test_newer_and_shorter_names_of_the_functions_are_known() -> None:
    """As in courses: a function gives the first position, who moves is `player`, utility takes the position alone."""

    class Course:
        def initial_state(self) -> Any:
            return [["X", "O", "X"], ["O", "O", "X"], [None, None, None]]

        def player(self, board: Any) -> Any:
            cells = [*board[0], *board[1], *board[2]]
            return "X" if cells.count("X") <= cells.count("O") else "O"

        def actions(self, board: Any) -> Any:
            return {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}

        def result(self, board: Any, action: Any) -> Any:
            after = [list(row) for row in board]
            after[action[0]][action[1]] = self.player(board)
            return after

        def terminal(self, board: Any) -> Any:
            return self.utility(board) != 0 or None not in [*board[0], *board[1], *board[2]]

        def utility(self, board: Any) -> Any:
            lines = [
                *board,
                *zip(*board, strict=True),
                [board[k][k] for k in range(3)],
                [board[k][2 - k] for k in range(3)],
            ]
            won = {line[0] for line in map(tuple, lines) if len(set(line)) == 1}
            return 1 if "X" in won else -1 if "O" in won else 0

    trace = tracer.trace(Course())
    assert (trace.value, trace.best_move) == (1, (2, 2))
    assert [trace.node(child).path[0] for child in trace.children(0)] == ["(2, 0)", "(2, 1)", "(2, 2)"]
    check_laws(trace)


def test_moves_that_are_lists_have_names_and_come_back_as_lists() -> None:
    class Listed(Figure):
        def actions(self, state: Any) -> Any:
            return [[name] for name in super().actions(state)]

        def result(self, state: Any, move: Any) -> Any:
            assert type(move) is list
            return super().result(state, move[0])

    trace = tracer.trace(Listed())
    assert (trace.value, str(trace.best_move)) == (3, "['a1']")
    check_laws(trace)


def test_display_is_what_is_shown() -> None:
    game = AimaGame(Noughts())
    assert game.show(game.play(game.start(), (1, 3))) == ". . X\n. . .\n. . ."
    assert AimaGame(Figure()).show(AimaGame(Figure()).start()) == "A"


def test_an_evaluation_of_its_own_makes_a_depth_limit_possible() -> None:
    with pytest.raises(PlyscopeError, match="Figure has no evaluate"):
        tracer.trace(Figure(), depth=1)

    class Judged(Figure):
        def evaluate(self, state: Any) -> float:
            return ord(state)

    assert tracer.trace(Judged(), depth=1).value == ord("D")


@pytest.mark.parametrize("missing", ["utility", "terminal_test", "to_move", "initial"])
def test_a_game_that_lacks_a_function_is_told_which(missing: str) -> None:
    names = {"actions", "result", "utility", "terminal_test", "to_move", "initial"} - {missing}
    parts: Any = type("Parts", (), {name: getattr(Figure, name) for name in names})
    with pytest.raises(PlyscopeError, match=f"Parts looks like a game in AIMA's style, but has no {missing}"):
        tracer.trace(parts())


@pytest.mark.parametrize("function", ["actions", "result", "utility", "terminal_test", "to_move"])
def test_what_the_game_raises_is_said_to_be_the_games(function: str) -> None:
    game = Figure()

    def fail(*_: Any) -> Any:
        raise KeyError("no such\x1bsquare")

    setattr(game, function, fail)
    with pytest.raises(GameError, match="Figure raised KeyError: 'no such"):
        tracer.trace(game)


def test_a_result_that_is_the_old_position_is_refused() -> None:
    class Mutating(Figure):
        def result(self, state: Any, move: Any) -> Any:
            return state

    with pytest.raises(GameError, match=r"Mutating raised ValueError: result\(\) gives back the position it was given"):
        tracer.trace(Mutating())


def test_a_position_that_cannot_be_compared_is_refused() -> None:
    class Opaque(Figure):
        initial: Any = (object(), iter([]))

    with pytest.raises(PlyscopeError, match="can be neither compared nor shown; one of numbers, texts"):
        tracer.trace(Opaque())


FILE = """
from dataclasses import dataclass


@dataclass(frozen=True)
class Pile:
    coins: int
    to_move: str


class Coins:
    def __init__(self, coins=5):
        self.initial = Pile(coins, "MAX")

    def actions(self, state):
        return [taken for taken in (1, 2, 3) if taken <= state.coins]

    def result(self, state, taken):
        return Pile(state.coins - taken, "MIN" if state.to_move == "MAX" else "MAX")

    def terminal_test(self, state):
        return state.coins == 0

    def utility(self, state, player):
        return -1 if state.to_move == player else 1

    def to_move(self, state):
        return state.to_move


Coins.other = Coins(8)
"""


def test_a_file_and_a_class_in_it_are_a_game_on_the_command_line(tmp_path: Path, capsys: Any) -> None:
    from tui import cli

    file = tmp_path / "my games.py"
    file.write_text(FILE)
    with pytest.raises(SystemExit) as done:
        cli.main(["count", f"{file}:Coins"])
    assert not done.value.code
    assert f"{file}:Coins" in capsys.readouterr().out
    trace = tracer.trace(f"{file}:Coins")
    assert (trace.value, trace.best_move, trace.header.game) == (1, 1, f"{file}:Coins")
    assert tracer.trace(f"{file}:Coins.other").value == -1
    with pytest.raises(PlyscopeError, match=r"my games\.py has no 'Other'"):
        tracer.game(f"{file}:Other")
    with pytest.raises(PlyscopeError, match=r"cannot read .*none\.py: No such file"):
        tracer.game(f"{tmp_path}/none.py:Coins")


def alpha_beta_search(state: Any, game: Any) -> Any:
    """A search in the book's style, which knows nothing of plyscope."""
    player = game.to_move(state)

    def max_value(state: Any, alpha: float, beta: float) -> Any:
        if game.terminal_test(state):
            return game.utility(state, player)
        v = -float("inf")
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a), alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state: Any, alpha: float, beta: float) -> Any:
        if game.terminal_test(state):
            return game.utility(state, player)
        v = float("inf")
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a), alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    return max_value(state, -float("inf"), float("inf"))


def test_a_search_of_such_a_game_is_recorded_with_its_pruned_branches() -> None:
    game = Noughts((1, 1), (2, 2))
    with attach("max_value", "min_value", game=game) as recording:
        assert alpha_beta_search(game.initial, game) == 0
    trace = recording.trace
    assert numbers(trace) == numbers(tracer.trace("tictactoe", position="a1/b2"))
    assert isinstance(trace.start(), ForeignPosition)
    check_laws(trace)
