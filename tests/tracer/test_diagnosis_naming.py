"""A search that was recorded without its game is judged by the game all the same: positions say what moves are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import tracer
from examples.own_code import board_class, module_globals
from tracer.attaching.attach_functions import attach
from tracer.diagnosis.naming import rename_moves
from tracer.errors import PlyscopeError
from tracer.games.root_positions import find_game
from tracer.games.rules import show
from tracer.tracing import Trace


@pytest.fixture(scope="module")
def recorded() -> Trace:
    """A board in a global, searched from a later position; the moves are called after what they change."""
    module: ModuleType = module_globals
    module.board[:] = [1, -1, 1, 0, 0, 0, 0, 0, -1]
    try:
        with attach(module.minimax) as recording:
            module.minimax(9, True, -1000, 1000)
    finally:
        module.board[:] = [0] * 9
    return recording.trace


def with_game(trace: Trace, name: str) -> Trace:
    game, start = find_game(trace.header.game, trace.header.position, tracer.game(name))
    return Trace(trace.columns, [], trace.header, game, start, labels=trace.move_labels, texts=trace.texts)


def test_the_moves_get_the_names_that_the_game_has(recorded: Trace) -> None:
    assert recorded.label(1) == "3=1"
    again = rename_moves(with_game(recorded, "tictactoe"))
    assert again.label(1) == "a2"
    assert again.position(1) == recorded.text(1)
    assert show(again.need_game(), again.state(1)) == "XOX\nX..\n..O"
    itself = tracer.trace("tictactoe", position="XOX\n...\n..O", window=(-1000, 1000))
    visited = [node.path for node in itself if node.status is not tracer.Status.PRUNED]
    assert [node.path for node in again] == visited


def test_a_sound_search_is_not_blamed_and_a_sick_one_is(recorded: Trace) -> None:
    assert tracer.check(recorded, "tictactoe") == []
    value = recorded.columns.value.copy()
    leaf = int(np.argmax((recorded.columns.status == tracer.Status.TERMINAL) & (value == 1)))
    value[leaf] += 1
    sick = Trace(
        replace(recorded.columns, value=value), [], recorded.header, labels=recorded.move_labels, texts=recorded.texts
    )
    assert [finding.disease for finding in tracer.check(sick, "tictactoe")][:1] == ["wrong-leaf"]


def test_a_class_that_makes_and_takes_back_moves() -> None:
    game = board_class.TicTacToe()
    with attach(board_class.TicTacToe.max, board_class.TicTacToe.min, state="self.board") as recording:
        game.max(-2, 2)
    assert tracer.check(recording.trace, "tictactoe") == []
    assert rename_moves(with_game(recording.trace, "tictactoe")).find("a1/b1/c1").index == 3


@pytest.mark.parametrize("name", ["nim", "connect4"])
def test_another_game_is_refused_in_one_line(recorded: Trace, name: str) -> None:
    problem = "knows none of the moves at the root, such as '3=1', nor where they lead: is it another game"
    with pytest.raises(PlyscopeError, match=problem) as caught:
        tracer.check(recorded, name)
    assert "\n" not in str(caught.value)


def test_moves_that_are_called_otherwise_are_told_what_their_game_calls_them() -> None:
    trace = tracer.trace("connect4:4,4,3", "deepening", depth=2)
    names = [f"column {name}" for name in trace.move_labels]
    other = Trace(trace.columns, trace.no_moves, trace.header, labels=names)
    problem = "root, such as 'column 1', .*: is it another game\\? Its moves there are 1, 2, 3 …: call them so"
    with pytest.raises(PlyscopeError, match=problem):
        tracer.check(other, "connect4:4,4,3")
    with pytest.raises(PlyscopeError, match="offers no move 'column 1' there, but 1, 2, 3 …; is it another game"):
        Trace(other.columns, other.no_moves, other.header, trace.game, labels=names).state(2)


def test_a_trace_with_the_names_of_its_game_is_left_as_it_is() -> None:
    trace = tracer.trace("tictactoe", position="XOX\n...\n..O")
    assert rename_moves(trace) is trace
    single = tracer.trace("tictactoe", position="XOX\nOOX\nXXO")
    assert rename_moves(single) is single


def double_move(board: str, mark: str) -> int:
    """Tic-tac-toe as it ought to be, but for how `choose` calls it."""
    for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if board[a] == board[b] == board[c] != "-":
            return 10 if board[a] == "O" else -10
    squares = [square for square in range(9) if board[square] == "-"]
    after = [board[:square] + mark + board[square + 1 :] for square in squares]
    return (max if mark == "O" else min)([double_move(one, "X" if mark == "O" else "O") for one in after], default=0)


def choose(board: str) -> int:
    """The best square for O, after which O moves once more."""
    squares, best, chosen = [square for square in range(9) if board[square] == "-"], -1000, -1
    for square in squares:
        value = double_move(board[:square] + "O" + board[square + 1 :], "O")
        if value > best:
            best, chosen = value, square
    return chosen


def test_a_search_that_breaks_the_rules_with_its_first_moves_is_judged_by_a_game_that_check_alone_is_given(
    tmp_path: Path,
) -> None:
    found = []
    for game in ("tictactoe", None):
        with attach(double_move, root=choose, state="board", game=game) as recording:
            choose("X-O-X----")
        recording.trace.save(tmp_path / "t.plyscope")
        found.append(tracer.load(tmp_path / "t.plyscope"))
    with pytest.raises(PlyscopeError, match="Record it without the game, and give the game to check alone"):
        tracer.check(found[0])
    assert {finding.disease for finding in tracer.check(found[1], "tictactoe")} == {"wrong-turn"}


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def solve(board: list[int], alpha: int = -1, beta: int = 1) -> int:
    """Tic-tac-toe, whose board has 1 for the mover's stones and −1 for the others."""
    if any(board[a] + board[b] + board[c] == -3 for a, b, c in LINES):
        return -1
    squares = [square for square in range(9) if board[square] == 0]
    for square in squares:
        after = [-stone for stone in board]
        after[square] = -1
        alpha = max(alpha, -solve(after, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha if squares else 0


@pytest.mark.parametrize("state", [None, "board"])
def test_a_board_with_the_movers_stones_always_alike_cannot_be_read_and_nobody_is_blamed(state: str | None) -> None:
    with attach(solve, state=state, game="tictactoe") as recording:
        solve([1, 0, 0, 0, -1, 0, 0, 0, 0])
    with pytest.raises(PlyscopeError, match="cannot be read as positions of that game"):
        tracer.check(recording.trace)
    with attach(solve) as recording:
        solve([1, 0, 0, 0, -1, 0, 0, 0, 0])
    assert [str(finding) for finding in tracer.check(recording.trace) if finding.severity != "note"] == []


def test_two_squares_are_no_two_numbers_of_bits() -> None:
    with attach(solve, game="tictactoe") as recording:
        solve([1, 0, 0, 0, -1, 0, 0, 0, 0])
    assert len(recording.trace.text(0) or "") > len("1 0")
