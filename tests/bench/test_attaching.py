"""What it costs to record a search from outside, against the same search alone: per search, and per node of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest
from yardsticks import paired

from tracer.attaching import hooks
from tracer.attaching.attach_functions import attach
from tracer.recording.status import PRUNED

BOUND = 3.0
"""Recorded ÷ alone where a node is as much work as a deep copy for every move, and there is `sys.monitoring`."""
PLAIN = {"hidden": (11.0, 16.0), "plain": (20.0, 28.0)}
"""Recorded ÷ alone of a search that does next to nothing at a node, with `sys.monitoring` and without."""
INFINITY = float("inf")
LINES = [(a + k * b, a + k * b + c, a + k * b + 2 * c) for a, b, c in ((0, 3, 1), (0, 1, 3)) for k in range(3)]
LINES += [(0, 4, 8), (2, 4, 6)]


def winner(board: list[list[str]]) -> str | None:
    """Three in a row, found as people write it: with lists for rows, columns and diagonals."""
    rows = [*board, *([row[k] for row in board] for k in range(3))]
    rows += [[board[k][k] for k in range(3)], [board[k][2 - k] for k in range(3)]]
    for row in rows:
        for mark in ("X", "O"):
            if all(cell == mark for cell in row):
                return mark
    return None


def in_place(board: list[list[str]], alpha: float, beta: float, maximizing: bool) -> float:
    """Alpha-beta that makes and undoes on a list of lists: under 10 µs a node."""
    won = winner(board)
    empty = [(row, column) for row in range(3) for column in range(3) if board[row][column] == "."]
    if won or not empty:
        return 0 if won is None else 1 if won == "X" else -1
    best = -INFINITY if maximizing else INFINITY
    for row, column in empty:
        board[row][column] = "X" if maximizing else "O"
        value = in_place(board, alpha, beta, not maximizing)
        board[row][column] = "."
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


@dataclass
class Board:
    """The squares, how often somebody has moved, and who plays."""

    squares: list[list[str]]
    moves: int = 0
    players: dict[str, str] = field(default_factory=lambda: {"X": "first", "O": "second", ".": "nobody"})
    size: list[int] = field(default_factory=lambda: [3, 3])


def on_copies(board: Board, alpha: float, beta: float, maximizing: bool) -> float:
    """The same on a deep copy of an object for every move: some 20 µs a node and more."""
    won, squares = winner(board.squares), board.squares
    if won or board.moves == 9:
        return 0 if won is None else 1 if won == "X" else -1
    best = -INFINITY if maximizing else INFINITY
    children = []
    for row, column in [(row, column) for row in range(3) for column in range(3) if squares[row][column] == "."]:
        children.append(deepcopy(board))
        children[-1].squares[row][column] = "X" if maximizing else "O"
        children[-1].moves += 1
    for child in children:
        value = on_copies(child, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


def score(board: str) -> int | None:
    """1 or −1 for three in a row, 0 for a full board, None while the game goes on."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != ".":
            return 1 if board[a] == "X" else -1
    return None if "." in board else 0


def on_text(board: str, alpha: float, beta: float, maximizing: bool) -> float:
    """The same on a text of nine squares: some 2 µs a node."""
    result = score(board)
    if result is not None:
        return result
    best = -INFINITY if maximizing else INFINITY
    for square in range(9):
        if board[square] == ".":
            after = board[:square] + ("X" if maximizing else "O") + board[square + 1 :]
            value = on_text(after, alpha, beta, not maximizing)
            best = max(best, value) if maximizing else min(best, value)
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if beta <= alpha:
                break
    return best


def lists() -> list[list[str]]:
    """An empty board."""
    return [["."] * 3 for _ in range(3)]


@pytest.mark.parametrize("game", [None, "tictactoe"])
@pytest.mark.parametrize(
    ("search", "start"), [(on_copies, lambda: Board(lists())), (in_place, lists), (on_text, lambda: "." * 9)]
)
def test_recorded_from_outside_against_alone(
    benchmark: Any, report: Callable[[str], None], search: Any, start: Callable[[], Any], game: str | None
) -> None:
    def alone() -> None:
        search(start(), -INFINITY, INFINITY, True)

    def recorded() -> int:
        state = "board.squares" if search is on_copies else None
        with attach(search, game=game, state=state) as recording:
            alone()
        return int((recording.trace.columns.status != PRUNED).sum())

    assert recorded() == 18_297
    bare, whole, ratio = paired(alone, recorded, rounds=7)
    benchmark.pedantic(recorded, rounds=2)
    node = bare / 18_297 * 1e6
    version = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    report(
        f"{search.__name__}, {game or 'no game'}, {version}: alone {node:.1f} µs a node, recorded "
        f"{whole / 18_297 * 1e6:.1f}; recorded ÷ alone {ratio:.2f}"
    )
    if hooks.MONITORING is not None and search is on_copies:
        assert min(whole / bare, ratio) <= BOUND


def plain(board: list[int], alpha: float, beta: float, maximizing: bool) -> float:
    """Alpha-beta that makes and undoes on a list of nine numbers, as plainly as it goes: about 1 µs a node."""
    for a, b, c in LINES:
        total = board[a] + board[b] + board[c]
        if total in (3, -3):
            return 1 if total > 0 else -1
    if 0 not in board:
        return 0
    best = -INFINITY if maximizing else INFINITY
    for square in range(9):
        if board[square] == 0:
            board[square] = 1 if maximizing else -1
            value = plain(board, alpha, beta, not maximizing)
            board[square] = 0
            best = max(best, value) if maximizing else min(best, value)
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if beta <= alpha:
                break
    return best


def without_position() -> Callable[[float, float, bool], float]:
    """The same with its board where no call shows it."""
    board = [0] * 9

    def play(square: int, mark: int) -> None:
        board[square] = mark

    def ended() -> int | None:
        for a, b, c in LINES:
            total = board[a] + board[b] + board[c]
            if total in (3, -3):
                return 1 if total > 0 else -1
        return None if 0 in board else 0

    def empty() -> list[int]:
        return [square for square in range(9) if board[square] == 0]

    space: dict[str, Any] = {"play": play, "ended": ended, "empty": empty, "__name__": "without_position"}
    exec(HIDDEN, space)
    return space["hidden"]  # type: ignore[no-any-return]  # the function in the text


HIDDEN = """
def hidden(alpha, beta, maximizing):
    result = ended()
    if result is not None:
        return result
    best = float("-inf") if maximizing else float("inf")
    for square in empty():
        play(square, 1 if maximizing else -1)
        value = hidden(alpha, beta, not maximizing)
        play(square, 0)
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best
"""


@pytest.mark.parametrize("name", ["hidden", "plain"])
def test_a_node_of_a_plain_search(report: Callable[[str], None], name: str) -> None:
    """A search whose variables are known, as all are after their first few hundred calls."""
    function = without_position() if name == "hidden" else plain

    def alone() -> None:
        if name == "hidden":
            function(-INFINITY, INFINITY, True)
        else:
            function([0] * 9, -INFINITY, INFINITY, True)

    times = [paired(alone, alone, rounds=1)[0] for _ in range(5)]
    with attach(function) as recording:
        alone()
        recorded = [paired(alone, alone, rounds=1)[0] for _ in range(5)]
    assert {int((trace.columns.status != PRUNED).sum()) for trace in recording.traces} == {18_297}
    assert (recording.trace.columns.text is None) == (name == "hidden")
    bare, whole = min(times), min(recorded)
    version = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    kept = "no position" if name == "hidden" else "the position"
    report(
        f"a node of a plain search, {kept} kept, {version}: alone {bare / 18_297 * 1e6:.2f} µs, recorded "
        f"{(whole - bare) / 18_297 * 1e6:.2f} more; recorded ÷ alone {whole / bare:.1f}"
    )
    assert whole / bare <= PLAIN[name][hooks.MONITORING is None]
