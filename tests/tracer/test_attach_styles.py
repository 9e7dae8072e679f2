"""Searches as people write them, recorded without changing a line, have the counts of our own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from attached import after, own_code, score
from laws import check_laws

import tracer
from tracer.attaching.attach_functions import attach
from tracer.games.rules import MAX, MIN
from tracer.recording.columns import NO_DEPTH, verify
from tracer.recording.status import PRUNED, TABLE, TERMINAL

INFINITY = float("inf")


BEGUN = "X........"
"""Tic-tac-toe after a move."""


@pytest.fixture(scope="module")
def itself() -> tracer.Trace:
    """Our own alpha-beta on tic-tac-toe, which keeps the laws."""
    trace = tracer.trace("tictactoe")
    counts = trace.counts
    assert (counts.visited, counts.pruned_branches) == (18_297, 6_930)
    assert (counts.leaves, counts.cutoffs, counts.pruning_cutoffs) == (7_330, 8_180, 4_237)
    assert counts.pruned_nodes == 531_649
    check_laws(trace)
    return trace


@pytest.fixture(scope="module")
def begun() -> tracer.Trace:
    """The same after X took the first square; it is as large as need be to be no small search."""
    trace = tracer.trace("tictactoe", position="a1")
    assert trace.counts.visited == 2_338
    check_laws(trace)
    return trace


def assert_same_search(trace: tracer.Trace, own: tracer.Trace) -> None:
    """The same tree with the same moves, values and cutoffs."""
    verify(trace.columns, len(trace.move_labels), len(trace.texts))
    for name in ("end", "turn", "status", "cutoff"):
        assert getattr(trace.columns, name).tolist() == getattr(own.columns, name).tolist(), name
    assert np.array_equal(trace.columns.value, own.columns.value, equal_nan=True)
    assert [trace.label(node) for node in range(len(trace))] == [own.label(node) for node in range(len(own))]


def assert_tic_tac_toe(trace: tracer.Trace, own: tracer.Trace) -> None:
    """Reading order, `>=`, a window that holds all values: it keeps the laws as ours does, node by node."""
    for name in ("visited", "pruned_branches", "leaves", "cutoffs", "pruning_cutoffs", "pruned_nodes"):
        assert getattr(trace.counts, name) == getattr(own.counts, name), name
    assert_same_search(trace, own)
    columns, known = trace.columns, own.columns
    assert np.array_equal(columns.alpha, np.maximum(known.alpha, columns.alpha[0]), equal_nan=True)
    assert np.array_equal(columns.beta, np.minimum(known.beta, columns.beta[0]), equal_nan=True)
    if trace.header.game != own.header.game:
        check_laws(trace)


def test_closures_under_a_root_function(itself: tracer.Trace, capsys: pytest.CaptureFixture[str]) -> None:
    search = own_code("closures").alpha_beta_search
    with attach("max_value", "min_value", root=search, game="tictactoe") as recording:
        assert search() == 0
    assert_tic_tac_toe(recording.trace, itself)
    assert recording.trace.header.title == "tictactoe, max_value, min_value"
    assert capsys.readouterr().err == (
        "plyscope: max_value, min_value: assumed that the window is alpha, beta; "
        "the position is state; values are MAX's; the functions' names say who moves\n"
    )


def test_closures_from_a_position_in_the_middle() -> None:
    search = own_code("closures").alpha_beta_search
    with attach("max_value", "min_value", root=search, game="tictactoe") as recording:
        search("X.......O")
    trace = recording.trace
    assert trace.header.position == "X../.../..O"
    assert_same_search(trace, tracer.trace("tictactoe", position="X../.../..O"))


def test_a_class_that_makes_and_undoes_moves(itself: tracer.Trace) -> None:
    player = own_code("board_class").TicTacToe
    with attach(player.max, player.min, game="tictactoe") as recording:
        assert player().max(-2, 2) == (0, 0, 0)
    assert_tic_tac_toe(recording.trace, itself)
    header = recording.trace.header
    assert (header.options, header.notes) == ({"window": (-2, 2)}, {"board": "one object", "played": "a1"})


def test_methods_by_their_names(itself: tracer.Trace) -> None:
    player = own_code("board_class").TicTacToe
    with attach("TicTacToe.max", "TicTacToe.min", game="tictactoe") as recording:
        player().max(-2, 2)
    assert_tic_tac_toe(recording.trace, itself)


def test_module_globals(itself: tracer.Trace) -> None:
    module = own_code("module_globals")
    with attach(module.minimax, game="tictactoe") as recording:
        module.minimax(9, True, -1000, 1000)
    trace = recording.trace
    assert_tic_tac_toe(trace, itself)
    assert (trace.header.depth, trace.columns.text, trace.texts) == (9, None, [])
    assert trace.columns.depth is not None
    visited = trace.columns.status != PRUNED
    assert (trace.columns.depth[visited] == 9 - trace.columns.ply[visited]).all()
    assert (trace.columns.depth[~visited] == NO_DEPTH).all()


def test_a_negamax_with_a_memo() -> None:
    """The memo keeps no terminals, so these count as such; our own table keeps them, and its hits are more."""
    module = own_code("negamax_memo")
    with attach(module.negamax, game="tictactoe") as recording:
        assert module.solve() == 0
    trace, own = recording.trace, tracer.trace("tictactoe", "alphabeta-memo")
    assert trace.header.notes == {"table": "memo", "view": "mover"}
    assert (trace.counts.visited, trace.counts.pruned_branches) == (4_866, 2_413)
    assert (own.counts.visited, own.counts.pruned_branches) == (4_866, 2_413)
    for name in ("end", "turn", "cutoff"):
        assert getattr(trace.columns, name).tolist() == getattr(own.columns, name).tolist()
    for name in ("value", "alpha", "beta"):
        assert np.array_equal(getattr(trace.columns, name), getattr(own.columns, name), equal_nan=True)
    differ = trace.columns.status != own.columns.status
    assert set(trace.columns.status[differ]) == {TERMINAL}
    assert set(own.columns.status[differ]) == {TABLE}


class Numbers:
    """The game of `used_numbers`, for a plain search of our own: MAX is who begins."""

    def __init__(self, largest: int, target: int) -> None:
        self.largest, self.target = largest, target

    def start(self) -> tuple[int, ...]:
        return ()

    def turn(self, state: tuple[int, ...]) -> int:
        return MAX if len(state) % 2 == 0 else MIN

    def utility(self, state: tuple[int, ...]) -> int | None:
        if sum(state) >= self.target:
            return -self.turn(state)
        return None if len(state) < self.largest else -self.turn(state)

    def moves(self, state: tuple[int, ...]) -> list[int]:
        return [number for number in range(1, self.largest + 1) if number not in state]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)


@pytest.mark.parametrize(("largest", "target"), [(6, 15), (7, 17), (4, 10)])
def test_backtracking_with_a_list_of_what_is_used(largest: int, target: int) -> None:
    """It stops at the first move that wins, as an alpha-beta does that only asks for a win, fail-hard in (-1, 1)."""
    module = own_code("used_numbers")
    with attach(module.can_win, state="used", moves=lambda frame: unused(frame["used"], frame["missing"])) as recording:
        wins = module.first_player_wins(largest, target)
    trace = recording.trace
    verify(trace.columns, len(trace.move_labels), len(trace.texts))
    visits, value = plainly(Numbers(largest, target))
    assert [trace.node(node).path for node in range(len(trace)) if trace.columns.status[node] != PRUNED] == visits
    assert trace.value == value == (1 if wins else -1)
    assert trace.header.notes == {"board": "one object", "view": "mover"}
    assert trace.text(0) == "0" * (largest + 1)
    assert trace.left_text(0) is None
    assert not trace.header.windowed


def unused(used: list[bool], missing: int) -> list[int]:
    """The legal moves of `can_win`."""
    return [] if missing <= 0 else [number for number in range(1, len(used)) if not used[number]]


def plainly(game: Numbers) -> tuple[list[tuple[str, ...]], int]:
    """The paths that a plain search visits which stops at the first win of the mover, and the value."""
    visits: list[tuple[str, ...]] = []

    def visit(state: tuple[int, ...]) -> int:
        visits.append(tuple(map(str, state)))
        utility, turn = game.utility(state), game.turn(state)
        if utility is not None:
            return utility
        for move in game.moves(state):
            if visit(game.play(state, move)) == turn:
                return turn
        return -turn

    value = visit(())
    return visits, value


def alphabeta(board: str, alpha: float, beta: float, player: str) -> float:
    """A first alpha-beta, on a text of nine squares."""
    result = score(board)
    if result is not None:
        return result
    best = -INFINITY if player == "X" else INFINITY
    for square in empty(board):
        value = alphabeta(after(board, square, player), alpha, beta, "O" if player == "X" else "X")
        if player == "X":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def empty(board: str) -> Iterator[int]:
    """The moves, one after the other."""
    for square, mark in enumerate(board):
        if mark == ".":
            yield square


def test_one_line_with_a_game_and_a_generator_of_moves(begun: tracer.Trace) -> None:
    with attach(alphabeta, game="tictactoe") as recording:
        alphabeta(BEGUN, -INFINITY, INFINITY, "O")
    assert_tic_tac_toe(recording.trace, begun)


def test_a_game_that_is_not_known(begun: tracer.Trace, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a game the moves are what changed, the positions are texts, and nothing is known of what was skipped."""
    with attach(alphabeta) as recording:
        alphabeta(BEGUN, -INFINITY, INFINITY, "O")
    trace = recording.trace
    verify(trace.columns, len(trace.move_labels), len(trace.texts))
    assert (trace.game, trace.header.game, trace.counts.visited, len(trace)) == (
        None,
        "test_attach_styles.py",
        2_338,
        2_338,
    )
    assert (trace.label(1), trace.text(0), trace.text(1)) == ("1=O", BEGUN, "XO.......")
    assert trace.columns.value.tolist() == begun.columns.value[begun.columns.status != PRUNED].tolist()
    assert capsys.readouterr().err == (
        "plyscope: alphabeta: assumed that the window is alpha, beta; the position is board; "
        "values are MAX's; player says who moves (by the values 'O' is MIN, 'X' is MAX); "
        "pruned branches unknown (game=… or moves=… tells them)\n"
    )
    check_laws(trace)


def test_legal_moves_from_a_callable_show_what_was_pruned(begun: tracer.Trace) -> None:
    def legal(frame: Any) -> list[int]:
        return [] if score(frame["board"]) is not None else list(empty(frame["board"]))

    with attach(alphabeta, moves=legal) as recording:
        alphabeta(BEGUN, -INFINITY, INFINITY, "O")
    trace = recording.trace
    assert trace.counts.pruned_branches == begun.counts.pruned_branches
    for name in ("end", "status", "cutoff"):
        assert getattr(trace.columns, name).tolist() == getattr(begun.columns, name).tolist()
    assert [trace.label(node) for node in trace.children(0)] == [str(square) for square in range(1, 9)]


def test_as_a_decorator_every_search_has_its_trace() -> None:
    recording = attach(alphabeta, game="tictactoe")

    @recording
    def play() -> None:
        for board in ("XO.......", "XOXO....."):
            alphabeta(board, -INFINITY, INFINITY, "X")

    play()
    assert [trace.header.position for trace in recording.traces] == ["XO./.../...", "XOX/O../..."]
    play()
    assert len(recording.traces) == 4
    assert recording.trace is recording.traces[-1]


def test_a_decorated_search_that_calls_itself_through_the_decorator(begun: tracer.Trace) -> None:
    recording = attach("inner", game="tictactoe")

    @recording
    def inner(board: str, alpha: float, beta: float, maximizing: bool) -> float:
        result = score(board)
        if result is not None:
            return result
        best = -INFINITY if maximizing else INFINITY
        for square in empty(board):
            value = inner(after(board, square, "X" if maximizing else "O"), alpha, beta, not maximizing)
            best = max(best, value) if maximizing else min(best, value)
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    inner(BEGUN, -INFINITY, INFINITY, False)
    assert_tic_tac_toe(recording.trace, begun)


class Mutable:
    """A board with a hash of its own that moves change: its copies must not change with it."""

    def __init__(self) -> None:
        self.squares = ["."] * 9

    def __hash__(self) -> int:
        return hash(tuple(self.squares))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mutable) and self.squares == other.squares

    def __str__(self) -> str:
        return "".join(self.squares[:3]) + "\n" + "".join(self.squares[3:6]) + "\n" + "".join(self.squares[6:])


def search_in_place(board: Any, squares: list[str], mark: int) -> int:
    """A plain minimax of the last plies that makes and undoes on whatever holds the squares; no alpha, no beta."""
    result = score(squares)
    if result is not None:
        return result
    values = []
    for square in range(9):
        if squares[square] == ".":
            squares[square] = "XO"[mark]
            values.append(search_in_place(board, squares, 1 - mark))
            squares[square] = "."
    return min(values) if mark else max(values)


def held(kind: str) -> tuple[Any, list[str]]:
    """A board of a kind, four squares filled, with the list in which moves are made."""
    board = Mutable()
    board.squares[:4] = "XOXO"
    return {
        "object": board, "list": board.squares, "dict": {"board": board.squares}, "tuple": ("board", board.squares)
    }[kind], board.squares  # fmt: skip


@pytest.mark.parametrize("kind", ["object", "list", "dict", "tuple"])
def test_positions_that_are_made_and_undone_are_copied_on_entry(kind: str) -> None:
    board, squares = held(kind)
    with attach(search_in_place, state="board", turn=lambda frame: frame["mark"] == 0) as recording:
        search_in_place(board, squares, 0)
    trace, own = recording.trace, tracer.trace("tictactoe", "minimax", position="XOX/O../...")
    assert trace.columns.end.tolist() == own.columns.end.tolist()
    assert trace.columns.value.tolist() == own.columns.value.tolist()
    assert not trace.header.windowed
    assert trace.columns.left_text is None
    assert trace.header.notes == {"board": "one object"}
    assert trace.text(0) == {
        "object": "XOX\nO..\n...", "list": "XOX\nO..\n...", "dict": "board:\nXOX\nO..\n...",
        "tuple": "board\nXOX\nO..\n...",
    }[kind]  # fmt: skip


def test_a_callable_says_the_position(itself: tracer.Trace) -> None:
    module = own_code("board_class")
    player = module.TicTacToe

    def drawn(frame: Any) -> str:
        return "/".join("".join(row) for row in frame["self"].board)

    with attach(player.max, player.min, state=drawn, game="tictactoe") as recording:
        player().max(-2, 2)
    assert_tic_tac_toe(recording.trace, itself)


def flipping(board: str, alpha: float, beta: float) -> tuple[int | None, float]:
    """A negamax that returns the square and the value, and says nothing of who moves."""
    mark = "X" if board.count("X") == board.count("O") else "O"
    result = score(board)
    if result is not None:
        return None, result if mark == "X" else -result
    best, best_square = -INFINITY, None
    for square in empty(board):
        value = -flipping(after(board, square, mark), -beta, -max(alpha, best))[1]
        if value > best:
            best, best_square = value, square
        if best >= beta:
            break
    return best_square, best


@pytest.mark.parametrize("game", [None, "tictactoe"])
def test_a_negamax_becomes_the_view_of_max(
    itself: tracer.Trace, begun: tracer.Trace, game: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    with attach(flipping, game=game) as recording:
        # Without a game who begins is MAX.
        assert flipping("." * 9 if game is None else BEGUN, -INFINITY, INFINITY) == (0 if game is None else 4, 0)
    told = capsys.readouterr().err
    assert "the value is element 1 of what is returned; the window is alpha, beta" in told
    assert "a negamax: values are the mover's" in told
    if game is not None:
        assert_tic_tac_toe(recording.trace, begun)
        assert np.array_equal(recording.trace.columns.alpha, begun.columns.alpha, equal_nan=True)
        assert np.array_equal(recording.trace.columns.beta, begun.columns.beta, equal_nan=True)
    else:
        assert recording.trace.columns.turn.tolist() == itself.columns.turn[itself.columns.status != PRUNED].tolist()


def told(board: str, depth: int, maximizing: bool, move: str | None = None) -> dict[str, float]:
    """A minimax that is told its move and returns a dictionary."""
    result = score(board)
    if result is not None or depth == 0:
        return {"score": result or 0}
    values = [
        told(after(board, square, "X" if maximizing else "O"), depth - 1, not maximizing, f"to {square}")["score"]
        for square in empty(board)
    ]
    return {"score": max(values) if maximizing else min(values)}


def test_the_move_from_an_argument_and_the_value_from_a_dictionary(capsys: pytest.CaptureFixture[str]) -> None:
    with attach(told, value="score") as recording:
        told("X...O....", 2, True)
    trace = recording.trace
    assert [trace.label(node) for node in trace.children(0)] == [f"to {square}" for square in (1, 2, 3, 5, 6, 7, 8)]
    assert (trace.header.depth, trace.columns.ply.max()) == (2, 2)
    assert "the move is move" in capsys.readouterr().err


def test_a_function_above_that_only_hands_its_position_on_is_no_node(begun: tracer.Trace) -> None:
    def best(board: str) -> float:
        return alphabeta(board, -INFINITY, INFINITY, "O")

    with attach(alphabeta, root=best, game="tictactoe") as recording:
        best(BEGUN)
    assert_tic_tac_toe(recording.trace, begun)


def test_what_is_in_files_comes_back(tmp_path: Any) -> None:
    with attach(told, value="score") as recording:
        told("X...O....", 2, True)
    recording.trace.save(tmp_path / "t.plyscope")
    again = tracer.load(tmp_path / "t.plyscope")
    assert again.header == recording.trace.header
    assert [again.text(node) for node in range(len(again))] == [
        recording.trace.text(node) for node in range(len(recording.trace))
    ]
    assert again.columns.depth is not None
    assert again.columns.depth.tolist() == recording.trace.columns.depth.tolist()  # type: ignore[union-attr]
