"""What strangers' searches were wrongly blamed for, and mistakes of theirs that were not found or had another name."""

from __future__ import annotations

import contextlib
import io
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from handmade import Did, handmade
from specimens import strangers
from specimens.specimen import Specimen, Style, diagnosis

import tracer
from tracer.attaching.attach_functions import attach
from tracer.recording.status import EXPANDED

NEGAMAX = Style(
    "strange_board",
    ("negamax",),
    run="solve_negamax",
    options={"state": "board", "turn": "player", "view": "mover", "game": "tictactoe"},
)
MINIMAX = Style(
    "strange_board",
    ("minimax",),
    run="solve_minimax",
    options={"state": "board", "turn": "maximizing", "game": "tictactoe"},
)
DEQUE = Style("strange_deque", ("minimax",), options={"state": "board", "turn": "player", "game": "tictactoe"})
DEPTHS = Style("strange_depths", ("search", "max_value", "min_value"))
NEAR, FAR = "-beta, -alpha)", '"O" if player == "X" else "X", {})'


def passed(window: str) -> tuple[tuple[str, str], ...]:
    """The negamax that passes another window on."""
    return ((FAR.format("-beta, -alpha"), FAR.format(window)),)


SPECIMENS = [
    Specimen("window-not-negated", NEGAMAX, passed("beta, -alpha"), ""),
    Specimen("window-not-negated", NEGAMAX, passed("-beta, alpha"), ""),
    Specimen("window-not-negated", NEGAMAX, passed("beta, alpha"), ""),
    Specimen("move-skipped", NEGAMAX, (("for k in free:", "for k in free[:-1] or free:"),), ""),
    Specimen("depth-uneven", MINIMAX, (("minimax(board, depth - 1,", "minimax(board, depth := depth - 1,"),), ""),
    Specimen(
        "no-deep-cutoffs", MINIMAX, (("depth - 1, alpha, beta,", "depth - 1, alpha if maximizing else -99, beta,"),), ""
    ),
    Specimen("wrong-cut-bound", MINIMAX, (("10 * result", "result"), ("beta <= alpha:", "beta <= alpha + 1:")), ""),
    Specimen("best-not-kept", MINIMAX, (("best = min(best, value)", "best = value"),), ""),
    Specimen(
        "move-skipped",
        DEQUE,
        (
            ("        if alpha < beta:\n            value", "        value"),
            (
                "            beta = min(beta, value)\n",
                "            beta = min(beta, value)\n        if beta <= alpha:\n            break\n",
            ),
        ),
        "",
    ),
]


def test_the_last_move_is_left_out_of_wide_nodes_alone() -> None:
    edit = (("for k in free:", "for k in free[:-1] if len(free) > 4 else free:"),)
    assert [finding.disease for finding in diagnosis(NEGAMAX, edit)] == ["move-skipped"]


@pytest.mark.parametrize("specimen", SPECIMENS, ids=map(str, SPECIMENS))
def test_the_disease_is_the_only_one_that_is_found(specimen: Specimen) -> None:
    found = [finding.disease for finding in diagnosis(specimen.style, specimen.edit) if finding.severity != "note"]
    assert found == [specimen.disease]


@pytest.mark.parametrize("style", [NEGAMAX, MINIMAX, DEPTHS], ids=lambda style: f"{style.file} {style.run}")
def test_nothing_is_found_in_the_healthy_ones(style: Style) -> None:
    assert [str(finding) for finding in diagnosis(style) if finding.severity != "note"] == []


def test_chance_need_not_spend_depth() -> None:
    """Two moves of MAX, each with a die of two sides that costs no depth, and so on for three moves."""
    recorder = tracer.Recorder(windowed=False)
    depths: list[int] = []

    def visit(move: str | None, depth: int, turn: int) -> float:
        node = recorder.enter(move, turn)
        depths.append(depth)
        if not depth:
            recorder.leave(node, 1.0, 1)
            return 1.0
        for name in "ab":
            visit(name, depth - (turn > 0), 1 - turn)
        recorder.leave(node, 1.0, EXPANDED)
        return 1.0

    visit(None, 3, 1)
    columns, moves = recorder.finish()
    columns = replace(columns, depth=np.array(depths, np.int32))
    trace = tracer.Trace(columns, moves, tracer.Header(windowed=False))
    assert "depth-not-passed" not in {finding.disease for finding in tracer.check(trace)}


def attached(search: Callable[..., float], arguments: Sequence[Any], turn: Any = None) -> tracer.Trace:
    """A search of which little is said."""
    with contextlib.redirect_stderr(io.StringIO()), tracer.attach(search, turn=turn) as recording:
        search(*arguments)
    return recording.trace


SOUND = {
    "numbers from 0": (strangers.plain, (0, 0, True)),
    "numbers from 0 with a window": (strangers.hard, (0, 0, -math.inf, math.inf, True)),
    "a null move is verified": (strangers.verified, (1, 5, -(10**9), 10**9)),
    "windows grow as values shrink": (strangers.discounted, (19, 4, True, -1e9, 1e9)),
}


@pytest.mark.parametrize("name", SOUND)
def test_a_stranger_who_does_nothing_wrong_is_not_blamed(name: str) -> None:
    search, arguments = SOUND[name]
    found = tracer.check(attached(search, arguments=arguments))
    assert [str(finding) for finding in found if finding.severity != "note"] == []


@pytest.mark.parametrize(
    ("search", "depth"), [(strangers.weighted, 3), (strangers.rewarded, 2)], ids=["weighted", "rewarded"]
)
def test_a_player_who_has_a_mean_is_taken_for_chance(search: Callable[..., float], depth: int) -> None:
    trace = attached(search, arguments=(1, depth, "max"), turn=lambda frame: frame["who"] == "max")
    assert [finding.disease for finding in tracer.check(trace)] == ["recorded-otherwise"]


def test_points_for_moves_that_no_recording_keeps_are_no_wrong_values() -> None:
    def player(left: int, depth: int) -> float:
        if not depth:
            return float(left)
        return max(gain * (1 + left % 4) + lot(left - gain, depth - 1) for gain in (1, 2, 3))

    def lot(left: int, depth: int, total: float = 0.0) -> float:
        for lost in (0, 1, 2):
            total += player(left - lost, depth) / 3
        return total

    with attach(player, lot, turn=lambda frame: tracer.CHANCE if "total" in frame else tracer.MAX) as recording:
        player(20, 3)
    (finding,) = tracer.check(recording.trace)
    assert (finding.disease, finding.severity) == ("no-minimax", "note")


COINS = (5, 6, 9, 1, 8, 4, 1, 3)


def ends(low: int, high: int) -> Iterator[tuple[int, int, int]]:
    """The coins at the ends of a row, and the rest of it."""
    if high > low:
        yield COINS[low], low + 1, high
    if high - low > 1:
        yield COINS[high - 1], low, high - 1


def row(low: int, high: int, alpha: float, beta: float) -> float:
    """What the mover of a row of coins gets more than the other."""
    best = -math.inf
    for coin, first, last in ends(low, high):
        best = max(best, coin - row(first, last, coin - beta, coin - alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return 0 if low == high else best


def shared_row(low: int, high: int, alpha: float, beta: float, maximizing: bool) -> float:
    """What MAX gets more than MIN."""
    best = -math.inf if maximizing else math.inf
    for coin, first, last in ends(low, high):
        gain = coin if maximizing else -coin
        value = gain + shared_row(first, last, alpha - gain, beta - gain, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return 0 if low == high else best


@pytest.mark.parametrize("widest", [1000, math.inf])
@pytest.mark.parametrize(("search", "more"), [(row, ()), (shared_row, (True,))])
def test_windows_that_are_moved_by_what_a_move_earns_are_no_wrong_windows(
    search: Callable[..., float], more: tuple[bool, ...], widest: float
) -> None:
    with contextlib.redirect_stderr(io.StringIO()), tracer.attach() as recording:
        search(0, len(COINS), -widest, widest, *more)
    (finding,) = tracer.check(recording.trace)
    assert (finding.disease, finding.severity) == ("no-minimax", "note")
    assert "earns by itself" in finding.message


@pytest.mark.parametrize("low", [3, 4, 5])
def test_what_moves_earn_is_known_by_the_text_in_the_last_searches_of_a_game_too(low: int) -> None:
    with contextlib.redirect_stderr(io.StringIO()), tracer.attach(row) as recording:
        row(low, len(COINS), -1000, 1000)
    assert {finding.severity for finding in tracer.check(recording.trace)} <= {"note"}


def test_a_value_with_what_a_move_earns_is_not_taken_for_a_move() -> None:
    def take(heap: int, alpha: int, beta: int) -> int:
        """Take one or two counters, each worth one: what the mover gets more than the other."""
        best = -99 if heap else 0
        for count in range(1, min(2, heap) + 1):
            best = max(best, count - take(heap - count, count - beta, count - alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    said = io.StringIO()
    with contextlib.redirect_stderr(said), tracer.attach(take, move=lambda frame: frame["heap"]) as recording:
        value = take(3, -99, 99)
    assert recording.trace.value == value == 1
    assert "returned its move" not in said.getvalue()


def test_wins_that_wear_off_do_not_reach_the_end_that_they_had_reached() -> None:
    def take(heaps: tuple[int, ...], alpha: int, beta: int) -> int:
        """Nim with at most three at a time: a win of 20 loses 1 a move."""
        best = -99 if any(heaps) else -20
        for place, heap in enumerate(heaps):
            for count in range(1, min(3, heap) + 1):
                value = -take((*heaps[:place], heap - count, *heaps[place + 1 :]), -beta, -alpha)
                best = max(best, value - 1 if value > 0 else value + 1)
                alpha = max(alpha, best)
                if alpha >= beta:
                    return best
        return best

    with contextlib.redirect_stderr(io.StringIO()), tracer.attach(take) as recording:
        take((2, 4, 2), -99, 99)
    assert "cut" not in recording.trace.header.options
    assert tracer.check(recording.trace) == []


@pytest.mark.parametrize("boxes", [(0b0001111, 0b1111000), (0b0001111, 0b1110001)])
def test_boxes_that_give_points_and_another_move_are_no_wrong_values(boxes: tuple[int, int]) -> None:
    def margin(edges: int) -> int:
        """Dots and boxes with two boxes: what the mover gets more than the other."""
        best = None
        for edge in range(7):
            if edges >> edge & 1:
                continue
            after = edges | 1 << edge
            gained = sum(after & box == box and edges & box != box for box in boxes)
            value = gained + margin(after) if gained else -margin(after)
            best = value if best is None else max(best, value)
        return 0 if best is None else best

    with attach(margin) as recording:
        margin(0b0000001)
    (finding,) = tracer.check(recording.trace)
    assert finding.disease == "no-minimax"


LEAVES = (3, 8, 1, 7, 2, 9, 4)
"""What a position is worth, by its number."""


def replies(number: int, depth: int) -> float:
    """The best move, where the other player's replies count with their mean."""
    if not depth:
        return float(LEAVES[number % 7])
    moves = [[9 * number + 3 * move + reply for reply in range(3)] for move in range(3)]
    return max(sum(replies(after, depth - 1) for after in below) / 3 - len(below) for below in moves)


def totals(number: int, depth: int, first: bool) -> float:
    """What all games below are worth together."""
    if not depth:
        return float(LEAVES[number % 7])
    return sum(totals(3 * number + move, depth - 1, not first) for move in range(3))


def proofs(number: int, depth: int, first: bool) -> float:
    """How likely a proof is, of independent parts."""
    if not depth:
        return LEAVES[number % 7] / 10
    fails = 1.0
    for move in range(3):
        value = proofs(3 * number + move, depth - 1, not first)
        fails *= 1 - value if first else value
    return 1 - fails if first else fails


def soft(number: int, depth: int, first: bool) -> float:
    """Both players mostly take what is better for them."""
    if not depth:
        return LEAVES[number % 7] / 10
    values = [soft(3 * number + move, depth - 1, not first) for move in range(3)]
    shares = [math.exp(value if first else -value) for value in values]
    return sum(value * share for value, share in zip(values, shares, strict=True)) / sum(shares)


@pytest.mark.parametrize(
    ("search", "depth", "more"),
    [
        (soft, 3, (True,)),
        (replies, 2, ()),
        (totals, 2, (True,)),
        (totals, 4, (True,)),
        (proofs, 2, (True,)),
        (proofs, 4, (True,)),
    ],
)
def test_a_sum_or_a_mean_is_no_minimax_at_any_size(
    search: Callable[..., float], depth: int, more: tuple[bool, ...]
) -> None:
    trace = attached(search, (1, depth, *more), turn=lambda frame: frame.get("first", True))
    assert [(one.disease, one.severity) for one in tracer.check(trace)] == [("no-minimax", "note")]
    assert trace.first_with_value is None


def moved(board: str, first: bool) -> float:
    """Tic-tac-toe that returns its best square, counted from 1, where its caller takes a value."""
    for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if board[a] == board[b] == board[c] != ".":
            return 1 if board[a] == "X" else -1
    squares = [square for square in range(9) if board[square] == "."]
    if not squares:
        return 0
    mark = "X" if first else "O"
    values = {square: moved(board[:square] + mark + board[square + 1 :], not first) for square in squares}
    best = max(values, key=lambda square: values[square] if first else -values[square])
    return best + 1


@pytest.mark.parametrize("board", ["XO.OX....", "XOXOX...."])
def test_a_move_that_is_returned_where_a_value_is_taken_earns_no_points(board: str) -> None:
    (finding,) = tracer.check(attached(moved, (board, True)))
    assert finding.disease == "recorded-otherwise"
    assert "--value" in finding.message


def fallen(columns: tuple[str, ...], depth: int, alpha: float, beta: float, first: bool, part: int) -> Any:
    """Three in a row with falling pieces: a value with its column, of which the caller takes the one or the other."""
    grid = [column.ljust(3, ".") for column in columns]
    for x in range(4):
        for y in range(3):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = {
                    grid[x + k * dx][y + k * dy] if x + k * dx < 4 and 0 <= y + k * dy < 3 else "." for k in range(3)
                }
                if cells in ({"X"}, {"O"}):
                    return (1000 if cells == {"X"} else -1000,) * 2
    free = [x for x in range(4) if len(columns[x]) < 3]
    if depth == 0 or not free:
        return 0, 0
    best, chosen = -(10**6) if first else 10**6, free[0]
    for x in free:
        after = (*columns[:x], columns[x] + ("X" if first else "O"), *columns[x + 1 :])
        value = fallen(after, depth - 1, alpha, beta, not first, part)[part]
        if value > best if first else value < best:
            best, chosen = value, x
        alpha, beta = (max(alpha, best), beta) if first else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best, chosen


def test_a_column_that_is_taken_for_a_value_is_told_where_all_columns_are_open() -> None:
    for part, found in ((0, []), (1, ["recorded-otherwise"])):
        with tracer.attach(fallen, state="columns", turn="first", value=part) as recording:
            fallen(("O", "O", "", "X"), 4, -(10**6), 10**6, True, part)
        assert [finding.disease for finding in tracer.check(recording.trace)] == found


def test_calls_without_a_number_are_no_part_of_a_search() -> None:
    recorder = tracer.Recorder(windowed=False)

    def visit(move: str | None, depth: int, turn: int) -> float:
        node = recorder.enter(move, turn)
        recorder.abandon(recorder.enter("which moves?", -turn))
        value = turn * max(-turn * visit(name, depth - 1, -turn) for name in "abc") if depth else 1.0
        recorder.leave(node, value, EXPANDED)
        return value

    visit(None, 3, 1)
    columns, moves = recorder.finish()
    (finding,) = tracer.check(tracer.Trace(columns, moves, tracer.Header(windowed=False)))
    assert finding.disease == "recorded-otherwise"
    assert "--attach" in finding.message


def test_one_node_is_nothing_to_judge() -> None:
    recorder = tracer.Recorder()
    recorder.leave(recorder.enter(None, 1, -9, 9), 5.0)
    columns, moves = recorder.finish()
    assert tracer.check(tracer.Trace(columns, moves, tracer.Header())) == []


@pytest.mark.parametrize("view", ["max", "mover"])
def test_a_recording_in_the_wrong_view_is_distrusted_first(view: str) -> None:
    style = NEGAMAX if view == "max" else MINIMAX
    wrong = replace(style, options={**style.options, "view": view})
    found = diagnosis(wrong)
    assert [finding.disease for finding in found] == ["recorded-otherwise"]
    assert "--view" in found[0].message


def test_a_mean_that_was_recorded_as_a_choice_is_distrusted_first() -> None:
    """MIN's nodes have the mean of their children's values."""

    def search(depth: int, number: int, turn: int) -> Did | float:
        if not depth:
            return float(number * 7919 % 23)
        children = tuple(search(depth - 1, 3 * number + k, -turn) for k in range(3))
        values = [child.value if isinstance(child, Did) else child for child in children]
        return Did(max(values) if turn > 0 else sum(values) / 3, children)

    tree = search(4, 1, 1)
    assert isinstance(tree, Did)
    (finding,) = tracer.check(handmade(tree, windowed=False))
    assert finding.disease == "recorded-otherwise"
    assert "mean" in finding.message


@pytest.mark.parametrize("worst", [min, max])
def test_a_player_who_may_stop_without_a_call_is_not_blamed(worst: Callable[..., float]) -> None:
    """Who draws cards may stop: what they have then is worth more than any card at many a node."""
    sign = 1 if worst is max else -1

    def best(hand: int, depth: int) -> float:
        if hand > 9:
            return -sign
        return sign * hand / 10 if not depth else worst(drawn(hand, depth), sign * hand / 10)

    def drawn(hand: int, depth: int) -> float:
        return sum(best(hand + card, depth - 1) for card in (1, 2, 3, 4)) / 4

    turn = {"drawn": "CHANCE", "best": "MAX" if sign > 0 else "MIN"}
    with attach(best, drawn, state="hand", turn=turn) as recording:
        best(0, 6)
    (finding,) = tracer.check(recording.trace)
    assert (finding.disease, finding.severity) == ("no-minimax", "note")
    assert "to stop" in finding.message
