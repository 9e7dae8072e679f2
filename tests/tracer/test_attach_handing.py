"""A search that hands its leaves to another function, with a position under a name that says nothing."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from functools import partial

import pytest

from tracer.attaching.attach_functions import attach
from tracer.diagnosis.examination import check


class Field:
    """Rows of marks, changed and changed back."""

    def __init__(self) -> None:
        self.bd = [["."] * 3 for _ in range(3)]

    def free(self, marks: str) -> list[tuple[int, int]]:
        return [(row, column) for row in range(3) for column in range(3) if self.bd[row][column] in marks]

    def worth(self) -> int:
        marks = [mark for row in self.bd for mark in row]
        return sum((place + 2) * ord(mark) for place, mark in enumerate(marks)) * 7919 % 41 - 20


class Thinker:
    """Its position is an attribute's attribute."""

    def __init__(self) -> None:
        self.field = Field()

    def search(self, depth: int, low: int, high: int) -> int:
        if depth == 0:
            return self.calm(2, low, high)
        best = -99
        for row, column in self.field.free(".")[:4]:
            self.field.bd[row][column] = "x"
            best = max(best, -self.search(depth - 1, -high, -low))
            self.field.bd[row][column] = "."
            low = max(low, best)
            if low >= high:
                break
        return best

    def calm(self, depth: int, low: int, high: int) -> int:
        best = self.field.worth()
        low = max(low, best)
        for row, column in self.field.free("x")[:depth]:
            if low >= high:
                break
            self.field.bd[row][column] = "o"
            best = max(best, -self.calm(depth - 1, -high, -low))
            self.field.bd[row][column] = "x"
            low = max(low, best)
        return best


def test_the_position_is_read_in_both_functions() -> None:
    with attach() as recording:
        Thinker().search(3, -99, 99)
    trace = recording.trace
    texts = [trace.text(node) for node in range(len(trace.columns.turn))]
    assert None not in texts
    assert any("o" in str(text) for text in texts)
    assert "Thinker.calm" in trace.header.search


def max_value(mine: int, yours: int, depth: int) -> float:
    if max(mine, yours) > 5 or depth == 0:
        return float(mine - yours)
    return max(mine - yours - 0.5, chance_value(mine, yours, depth, True))


def min_value(mine: int, yours: int, depth: int) -> float:
    if max(mine, yours) > 5 or depth == 0:
        return float(mine - yours)
    return min(mine - yours + 0.5, chance_value(mine, yours, depth, False))


def chance_value(mine: int, yours: int, depth: int, greatest: bool) -> float:
    if greatest:
        return sum(min_value(mine + roll, yours, depth - 1) for roll in (0, 2, 3)) / 3
    return sum(max_value(mine, yours + roll, depth - 1) for roll in (0, 2, 3)) / 3


def test_to_roll_is_a_move_of_the_player() -> None:
    with attach(max_value, min_value, chance_value) as recording:
        max_value(0, 0, 3)
    trace = recording.trace
    (rolls,) = trace.children(0)
    assert not trace.no_moves
    assert (trace.columns.turn[rolls], len(trace.children(rolls))) == (0, 3)
    assert not check(trace)


ROW = (5, 6, 9, 1, 8, 4, 1, 3)
BOXES = (0b0001111, 0b1111000)


class Visits:
    """Counts the calls of a search and its cutoffs, beside the recording."""

    def __init__(self) -> None:
        self.nodes = self.cut = 0


def boxes_search(count: Visits, *, helped: bool, sick: bool = False) -> Callable[[], int]:
    """Dots and boxes with two boxes: what the mover gets more than the other; who closes a box moves again."""

    def closed(edges: int, edge: int) -> int:
        return sum((edges | 1 << edge) & box == box and edges & box != box for box in BOXES)

    def after(edges: int, edge: int, alpha: int, beta: int) -> int:
        gain, rest = closed(edges, edge), edges | 1 << edge
        if gain:
            return gain + alphabeta(rest, alpha - gain, beta - gain)
        if sick:
            return -alphabeta(rest, alpha, beta)
        return -alphabeta(rest, -beta, -alpha)

    def alphabeta(edges: int, alpha: int, beta: int) -> int:
        count.nodes += 1
        if edges == 127:
            return 0
        best = -99
        for edge in range(7):
            if edges >> edge & 1:
                continue
            best = max(best, after(edges, edge, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                count.cut += 1
                break
        return best

    def inline(edges: int, alpha: int, beta: int) -> int:
        count.nodes += 1
        if edges == 127:
            return 0
        best = -99
        for edge in range(7):
            if edges >> edge & 1:
                continue
            gain, rest = closed(edges, edge), edges | 1 << edge
            value = gain + inline(rest, alpha - gain, beta - gain) if gain else -inline(rest, -beta, -alpha)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                count.cut += 1
                break
        return best

    return lambda: (alphabeta if helped else inline)(1, -99, 99)


def row_search(count: Visits) -> Callable[[], int]:
    """A row of coins, searched with null windows by a function that takes the coin."""

    def take(low: int, high: int, left: bool, alpha: int, beta: int) -> int:
        coin = ROW[low] if left else ROW[high - 1]
        return coin - pvs(low + left, high - (not left), coin - beta, coin - alpha)

    def pvs(low: int, high: int, alpha: int, beta: int) -> int:
        count.nodes += 1
        if low == high:
            return 0
        best = take(low, high, True, alpha, beta)
        alpha = max(alpha, best)
        if alpha < beta:
            value = take(low, high, False, alpha, alpha + 1)
            best = max(best, take(low, high, False, value, beta) if alpha < value < beta else value)
        count.cut += best >= beta
        return best

    return lambda: pvs(0, len(ROW), -100, 100)


def kalah_search(count: Visits) -> Callable[[], int]:
    """Three pits a side: seeds for the own store from now on, less the other's; a function sows and puts back."""
    pits, mover = [1, 2, 3, 0, 2, 1, 2, 0], [0]

    def worth(pit: int, depth: int) -> int:
        saved, own, side = pits[:], 4 * mover[0] + 3, mover[0]
        seeds, pits[pit], at = pits[pit], 0, pit
        while seeds:
            at = (at + 1) % 8
            if at != (own + 4) % 8:
                pits[at] += 1
                seeds -= 1
        got, mover[0] = pits[own] - saved[own], side if at == own else 1 - side
        rest = best(depth - 1)
        value = got + (rest if mover[0] == side else -rest)
        pits[:], mover[0] = saved, side
        return value

    def best(depth: int) -> int:
        count.nodes += 1
        choices = [4 * mover[0] + pit for pit in range(3) if pits[4 * mover[0] + pit]]
        return max(worth(pit, depth) for pit in choices) if depth and choices else 0

    return lambda: best(5)


POINTS: dict[str, tuple[Callable[[Visits], Callable[[], int]], str]] = {
    "boxes with a helper": (partial(boxes_search, helped=True), "no-minimax"),
    "boxes": (partial(boxes_search, helped=False), "no-minimax"),
    "row": (row_search, "no-minimax"),
    "kalah": (kalah_search, "no-minimax"),
}


@pytest.mark.parametrize("name", POINTS)
def test_a_helper_that_adds_what_a_move_earns_is_no_node(name: str) -> None:
    make, said = POINTS[name]
    count = Visits()
    with contextlib.redirect_stderr(io.StringIO()), attach() as recording:
        value = make(count)()
    trace = recording.trace
    assert (trace.value, trace.counts.visited, trace.counts.cutoffs) == (value, count.nodes, count.cut)
    assert [finding.disease for finding in check(trace)] == [said]


def test_a_window_that_a_helper_does_not_negate_is_named() -> None:
    with contextlib.redirect_stderr(io.StringIO()), attach() as recording:
        boxes_search(Visits(), helped=True, sick=True)()
    assert [finding.disease for finding in check(recording.trace)] == ["window-not-negated"]
