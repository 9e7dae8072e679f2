"""Moves that an exception leaves on the board: found where the next search begins with them, and only there."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

import tracer
from tracer.attaching.position_sharing import LeftOver
from tracer.diagnosis.examination import check

SQUARES = range(16)
LINES = [tuple(range(k, k + 4)) for k in range(0, 16, 4)] + [tuple(range(k, 16, 4)) for k in range(4)]


class OutOfTimeError(Exception):
    """Raised in the middle of a search."""


class Player:
    """Four in a row on one list of sixteen squares; `safe` takes moves back whatever happens."""

    def __init__(self, budget: int, *, safe: bool = False) -> None:
        self.board, self.budget, self.left, self.safe = [0] * 16, budget, 0, safe

    def negamax(self, depth: int, alpha: float, beta: float, me: int) -> float:
        """Return the value for who moves."""
        if self.left == 0:
            raise OutOfTimeError
        self.left -= 1
        for line in LINES:
            if all(self.board[square] == -me for square in line):
                return -1
        if depth == 0 or 0 not in self.board:
            return 0
        best = -2.0
        for square in [k for k in SQUARES if not self.board[k]]:
            self.board[square] = me
            try:
                value = -self.negamax(depth - 1, -beta, -alpha, -me)
            except OutOfTimeError:
                if self.safe:
                    self.board[square] = 0
                raise
            self.board[square] = 0
            if value > best:
                best, self.move = value, square
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best


def play(player: Player, deepening: bool, restoring: str = "") -> None:
    """Play three moves, each with a search that runs out of time."""
    for turn in (1, -1, 1):
        board, before = player.board, list(player.board)
        if restoring == "a copy is searched":
            player.board = list(board)
        player.left = player.budget
        try:
            for depth in range(1, 6) if deepening else (4,):
                player.negamax(depth, -2, 2, turn)
        except OutOfTimeError:
            pass
        if restoring == "put back":
            player.board[:] = before
        player.board = board
        player.board[next(k for k in SQUARES if not player.board[k])] = turn


def searches(run: Callable[[], Any], *functions: Any, root: Any = None) -> list[tracer.Trace]:
    """Record a program."""
    with tracer.attach(*functions, root=root) as recording:
        run()
    return recording.traces


@pytest.mark.parametrize("deepening", [False, True])
@pytest.mark.parametrize("budget", [150, 700])
def test_moves_left_by_an_exception_are_found(deepening: bool, budget: int) -> None:
    found = searches(lambda: play(Player(budget), deepening), Player.negamax)
    assert len(found) == 3
    name = "OutOfTimeError" if sys.version_info >= (3, 12) else "an exception"
    for trace in found[:-1]:  # nothing follows the last, so nobody can tell
        left = [node for node in range(len(trace)) if trace.left_text(node) is not None]
        assert trace.header.notes.get("left_over") == (name if len(left) > 1 else None)  # one may have been played
        if len(left) < 2:
            continue
        one = next(one for one in check(trace) if one.disease == "not-undone")
        assert f"as {name} left the call at line" in one.message
        assert "the next search begins with what was left" in one.message
        assert (one.node, one.nodes) == (max(left), len(left))
    assert "left_over" not in found[-1].header.notes


@pytest.mark.parametrize("deepening", [False, True])
@pytest.mark.parametrize("budget", [150, 700])
@pytest.mark.parametrize("how", ["safe", "a copy is searched", "put back"])
def test_who_puts_the_board_back_or_searches_a_copy_is_not_blamed(deepening: bool, budget: int, how: str) -> None:
    found = searches(lambda: play(Player(budget, safe=how == "safe"), deepening, how), Player.negamax)
    assert len(found) == 3
    for trace in found:
        assert "left_over" not in trace.header.notes
        assert [one.disease for one in check(trace)] == []


class Columns:
    """Three in a row on five columns that grow, with who moves and how many stones there are beside them."""

    def __init__(self) -> None:
        self.columns: list[list[int]] = [[1, 1, -1, -1][:k] for k in (3, 1, 0, 0, 0)]
        self.turn, self.stones = 1, 4

    def push(self, column: int) -> None:
        """Put a stone down."""
        self.columns[column].append(self.turn)
        self.turn, self.stones = -self.turn, self.stones + 1

    def pop(self, column: int) -> None:
        """Take it back."""
        self.columns[column].pop()
        self.turn, self.stones = -self.turn, self.stones - 1


class Engine:
    """Searches the moves of its root in a loop that takes them back whatever happens; `safe` does so below it, too."""

    def __init__(self, board: Columns, limit: int, *, safe: bool) -> None:
        self.board, self.limit, self.nodes, self.safe = board, limit, 0, safe

    def negamax(self, depth: int, alpha: float, beta: float) -> float:
        """Return the value for who moves."""
        self.nodes += 1
        if self.nodes > self.limit:
            raise OutOfTimeError
        board = self.board
        if depth == 0:
            return board.turn * sum(len(column) * k for k, column in enumerate(board.columns)) % 7
        best = -1000.0
        for column in [k for k in range(5) if len(board.columns[k]) < 4]:
            board.push(column)
            try:
                value = -self.negamax(depth - 1, -beta, -alpha)
            except OutOfTimeError:
                if self.safe:
                    board.pop(column)
                raise
            board.pop(column)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def go(self, depths: range) -> int:
        """Return the best move of the last depth that was searched to its end."""
        move = -1
        try:
            for depth in depths:
                best, here = -1000.0, -1
                for column in [k for k in range(5) if len(self.board.columns[k]) < 4]:
                    self.board.push(column)
                    try:
                        value = -self.negamax(depth - 1, -1000, -best)
                    finally:
                        self.board.pop(column)
                    if value > best:
                        best, here = value, column
                move = here
        except OutOfTimeError:
            pass
        return move


@pytest.mark.parametrize("depths", [range(1, 10), range(8, 9)], ids=["deepening", "one depth"])
@pytest.mark.parametrize("safe", [False, True])
def test_a_function_above_that_takes_back_its_own_move_alone_tells_of_the_others(depths: range, safe: bool) -> None:
    board = Columns()
    (trace,) = searches(lambda: Engine(board, 900, safe=safe).go(depths), Engine.negamax, root=Engine.go)
    found = check(trace)
    assert [one.disease for one in found] == ([] if safe else ["not-undone"])
    assert (board.stones == 4) is safe
    if not safe:
        assert board.stones - 4 == found[0].nodes
        assert "takes its own move back then, but no others" in found[0].message


def test_moves_in_a_row_that_were_not_taken_back_are_found() -> None:
    class Nim:
        def __init__(self) -> None:
            self.moves: list[int] = []

    game, calls = Nim(), [0]

    def search(game: Nim, depth: int, alpha: float, beta: float) -> float:
        calls[0] += 1
        if calls[0] % 20 == 0:
            raise OutOfTimeError
        stones = 30 - sum(game.moves)
        if stones <= 0 or depth == 0:
            return -(stones % 4 == 0)
        best = -1.0
        for take in range(1, min(3, stones) + 1):
            game.moves.append(take)
            best = max(best, -search(game, depth - 1, -beta, -alpha))
            game.moves.pop()
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def run() -> None:
        for _ in range(2):
            try:
                search(game, 4, -1, 1)
            except OutOfTimeError:
                game.moves.append(1)

    first, second = searches(run, search)
    assert len(second) == 20
    assert first.text(0) != second.text(0)
    assert [one.disease for one in check(first)] == ["not-undone"]


def test_a_recording_that_is_ended_early_is_no_exception_of_the_program() -> None:
    player = Player(10**9)

    def run() -> None:
        for _ in range(2):
            try:
                player.left = 10**9
                player.negamax(4, -2, 2, 1)
            except tracer.Stop:
                pass

    recording = tracer.attach(Player.negamax)
    recording.searches.outlet.max_nodes = 500
    with recording:
        run()
    first = recording.traces[0]
    assert first.header.stopped
    assert "left_over" not in first.header.notes
    assert "not-undone" not in [one.disease for one in check(first)]


def test_moves_that_both_players_happen_to_play_are_not_left_over() -> None:
    left = LeftOver(("X", " ", " ", "O", " "), ("X", "O", "X", "O", " "), 2, None)
    assert not left.is_in(("X", "O", "X", "O", " "))  # perhaps played since
    assert not left.is_in(("X", "O", "X", " ", " "))  # a piece is gone: it was put back
    assert not left.is_in(("X", "O", " ", "O", "X"))
    assert left.is_in(("X", "O", "X", "O", "X"))
    turned = LeftOver((".", "B", "W", "."), ("W", "W", "B", "B"), 2, None)
    assert turned.is_in(("W", "W", "B", "B")) is False
    grown = LeftOver((("moves", ()),), (("moves", (2, 1)),), 2, None)
    assert grown.is_in((("moves", (2, 1, 3)),))
    assert not grown.is_in((("moves", (2, 2, 3)),))
    entries = LeftOver(frozenset({(3, "X")}), frozenset({(3, "X"), (4, "O"), (5, "X")}), 2, None)
    assert entries.is_in(frozenset({(3, "X"), (4, "O"), (5, "X"), (6, "O")}))
    assert not entries.is_in(frozenset({(3, "X"), (4, "O"), (6, "X")}))


def test_who_moves_and_what_is_counted_is_no_place_of_a_board() -> None:
    def board(cells: tuple[int, ...], turn: int, moves: int) -> tuple[str, frozenset[tuple[str, Any]]]:
        return "Board", frozenset({("cells", cells), ("turn", turn), ("moves", moves)})

    left = LeftOver(board((0, 0, 0, 0), 1, 0), board((1, 2, 1, 0), 2, 3), 3, None)
    assert left.is_in(board((1, 2, 1, 2), 1, 1))
    assert not left.is_in(board((1, 0, 1, 2), 2, 3))
