"""A negamax in which a player may move again, and no variable says who moves: how some change with a call does."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import tracer
from tracer.attaching.attach_functions import attach

EDGES = 8
BOXES = [(0, 1, 2, 3), (3, 4, 5, 6), (1, 4, 6, 7)]


class Movers:
    """Who moved at each call, beside the search."""

    seen: list[int]
    now: int


def boxes(edges: int) -> int:
    return sum(all(edges >> edge & 1 for edge in box) for box in BOXES)


def free(edges: int) -> list[tuple[int, int]]:
    """What comes of each move, and the boxes that it closes; who closes one moves again."""
    after = [edges | 1 << edge for edge in reversed(range(EDGES)) if not edges >> edge & 1]
    return [(one, boxes(one) - boxes(edges)) for one in after]


def with_scores(edges: int, mine: int, others: int) -> int:
    Movers.seen.append(Movers.now)
    best = -99
    for after, closed in free(edges):
        if closed:
            best = max(best, with_scores(after, mine + closed, others))
            continue
        Movers.now *= -1
        best = max(best, -with_scores(after, others, mine))
        Movers.now *= -1
    return mine - others if best == -99 else best


def with_window(edges: int, mine: int, others: int, least: int, most: int) -> int:
    Movers.seen.append(Movers.now)
    best = -99
    for after, closed in free(edges):
        if closed:
            value = with_window(after, mine + closed, others, least, most)
        else:
            Movers.now *= -1
            value = -with_window(after, others, mine, -most, -least)
            Movers.now *= -1
        best, least = max(best, value), max(least, value)
        if least >= most:
            break
    return mine - others if best == -99 else best


@pytest.mark.parametrize(
    ("search", "windowed"),
    [(lambda: with_scores(0b111, 0, 0), False), (lambda: with_window(0b11, 0, 0, -99, 99), True)],
)
def test_who_moves_is_told_by_what_is_turned_round(search: Callable[[], int], windowed: bool) -> None:
    Movers.seen, Movers.now = [], 1
    with attach() as recording:
        value = search()
    trace = recording.trace
    assert trace.value == value
    assert [int(node.turn) for node in trace] == Movers.seen
    assert any(node.alpha > -99 for node in trace) is windowed
    assert tracer.check(trace) == []


def shares(path: tuple[int, ...], player: int) -> tuple[int, int, int]:
    """Three players, each of whom wants most for himself."""
    if len(path) == 5:
        worth = sum((place + 1) * (move + 3) for place, move in enumerate(path)) * 7919
        return worth % 7, worth // 7 % 7, worth // 49 % 7
    after = [shares((*path, move), (player + 1) % 3) for move in range(3)]
    return max(after, key=lambda values: values[player])


def test_of_several_players_the_first_ones_value_is_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    with attach() as recording:
        value = shares((), 2)
    trace = recording.trace
    assert trace.value == value[2]
    assert {(node.ply % 3, int(node.turn)) for node in trace} == {(0, 1), (1, 0), (2, 0)}
    assert "3 players" in capsys.readouterr().err
    assert tracer.check(trace) == []


def points(heaps: tuple[int, ...], gained: dict[str, int], turn: int, depth: int) -> dict[str, int]:
    """Three players by their names, who take one or two from a heap in turn; the turns are counted."""
    if not depth or not any(heaps):
        return dict(gained)
    mine, best = "abc"[turn % 3], None
    for place, heap in enumerate(heaps):
        for taken in range(1, min(heap, 2) + 1):
            after = (*heaps[:place], heap - taken, *heaps[place + 1 :])
            told = points(after, gained | {mine: gained[mine] + taken * heap % 4}, turn + 1, depth - 1)
            if best is None or told[mine] > best[mine]:
                best = told
    assert best is not None
    return best


def test_who_moves_of_several_players_may_be_told_by_a_count(capsys: pytest.CaptureFixture[str]) -> None:
    with attach(points) as recording:
        value = points((3, 4, 2), {"a": 0, "b": 0, "c": 0}, 0, 5)
    trace = recording.trace
    assert trace.value == value["a"]
    assert {(node.ply % 3, int(node.turn)) for node in trace} == {(0, 1), (1, 0), (2, 0)}
    assert "3 players" in capsys.readouterr().err
    assert not trace.header.windowed
    assert tracer.check(trace) == []


class Board(list[Any]):
    """A position that can be watched."""


def test_a_recording_that_is_over_keeps_none_of_the_program_s_positions() -> None:
    def search(node: Any) -> int:
        return node if isinstance(node, int) else max(-search(child) for child in node)

    recording = tracer.attach(search)

    def recorded() -> weakref.ref[Board]:
        with recording:
            board = Board([[1, 2], [3]])
            search(board)
        return weakref.ref(board)

    gone = recorded()
    gc.collect()
    assert recording.trace.value == 3
    assert gone() is None


def test_a_row_a_column_and_a_value_are_no_three_players() -> None:
    """The text compares the last of them; the player is never another one, by mistake."""

    def best(cells: tuple[int, ...], depth: int, player: int) -> list[int]:
        if not depth or 0 not in cells:
            return [-1, -1, sum(place * cell for place, cell in enumerate(cells)) * 7 % 5 - 2]
        found = [-1, -1, -99 * player]
        for place in (place for place, cell in enumerate(cells) if not cell):
            told = best((*cells[:place], player, *cells[place + 1 :]), depth - 1, player)
            told[0], told[1] = divmod(place, 3)
            if told[2] > found[2] if player > 0 else told[2] < found[2]:
                found = told
        return found

    with attach(best) as recording:
        value = best((0,) * 6, 6, -1)
    assert recording.trace.value == value[2]
    assert [one.disease for one in tracer.check(recording.trace)] == ["wrong-turn"]
