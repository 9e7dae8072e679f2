"""Calls that a table answers, by the lines of its function: each search here counts its own hits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attached import after as moved
from attached import score

from tracer.attaching.attach_functions import attach
from tracer.recording.status import TABLE as TABLE_HIT

Heaps = tuple[int, ...]
HITS: list[int] = []
"""One for each call that a search had answered by its table."""
TABLE: dict[Any, Any] = {}


def hit() -> bool:
    """Count a hit."""
    HITS.append(1)
    return True


def after(heaps: Heaps) -> list[Heaps]:
    """The heaps after each move."""
    return [
        (*heaps[:place], heap - taken, *heaps[place + 1 :])
        for place, heap in enumerate(heaps)
        for taken in range(1, heap + 1)
    ]


class Position:
    """Keeps its value in an attribute, and its evaluation in another."""

    def __init__(self, heaps: Heaps) -> None:
        self.heaps, self.score = heaps, 0
        self.lead = sum(heaps) - 3

    def alphabeta(self, alpha: int, beta: int, depth: int) -> int:
        known = TABLE.get((self.heaps, depth))
        if known is not None and hit():
            self.score = known
            return self.score
        if depth == 0 or not any(self.heaps):
            self.score = self.lead
            return self.lead
        self.score = -99
        for heaps in after(self.heaps):
            self.score = max(self.score, -Position(heaps).alphabeta(-beta, -alpha, depth - 1))
        TABLE[self.heaps, depth] = self.score
        return self.score


def attribute_of_self() -> int:
    return Position((2, 2, 1)).alphabeta(-99, 99, 3)


def one_variable(heaps: Heaps, depth: int) -> int:
    """Holds now an entry, now an evaluation."""
    value = TABLE.get((heaps, depth))
    if value is not None and hit():
        return value
    if depth == 0 or not any(heaps):
        value = sum(heaps) - 3
        return value  # noqa: RET504  # as people write it
    value = max(-one_variable(one, depth - 1) for one in after(heaps))
    TABLE[heaps, depth] = value
    return value


def one_return(heaps: Heaps, depth: int) -> int:
    """Returns both on one line."""
    if (heaps, depth) in TABLE and hit():
        value = TABLE[heaps, depth]
    elif depth == 0 or not any(heaps):
        value = sum(heaps) - 3
    else:
        value = -99
        for one in after(heaps):
            value = max(value, -one_return(one, depth - 1))
        TABLE[heaps, depth] = value
    return value


def by_exception(heaps: Heaps, depth: int) -> int:
    try:
        value, _best = TABLE[heaps, depth]
    except KeyError:
        pass
    else:
        hit()
        return value
    if depth == 0 or not any(heaps):
        value = sum(heaps) - 3
        return value  # noqa: RET504  # as people write it
    value, best = max((-by_exception(one, depth - 1), one) for one in after(heaps))
    TABLE[heaps, depth] = value, best
    return value


def by_walrus(heaps: Heaps, depth: int) -> int:
    if (entry := TABLE.get((heaps, depth))) is not None and hit():
        return entry["value"]
    entry = {"value": sum(heaps) - 3}
    if depth and any(heaps):
        entry["value"] = max(-by_walrus(one, depth - 1) for one in after(heaps))
        TABLE[heaps, depth] = entry
    return entry["value"]


def leaves_too(heaps: Heaps, depth: int) -> int:
    """Stores everything, and reads what it has just stored."""
    if (heaps, depth) in TABLE and hit():
        return TABLE[heaps, depth]
    if depth == 0 or not any(heaps):
        TABLE[heaps, depth] = sum(heaps) - 3
        return TABLE[heaps, depth]
    TABLE[heaps, depth] = max(-leaves_too(one, depth - 1) for one in after(heaps))
    return TABLE[heaps, depth]


STYLES: dict[str, tuple[Callable[[], int], Any]] = {
    "attribute of self": (attribute_of_self, Position.alphabeta),
    **{
        search.__name__: (lambda search=search: search((2, 2, 1), 3), search)
        for search in (one_variable, one_return, by_exception, by_walrus, leaves_too)
    },
}


@pytest.mark.parametrize("style", STYLES)
def test_the_hits_are_those_that_the_search_had(style: str) -> None:
    search, function = STYLES[style]
    HITS.clear()
    TABLE.clear()
    with attach(function) as recording:
        search()
    counts = recording.trace.counts
    assert 0 < len(HITS) < counts.leaves
    assert counts.table_hits == len(HITS)


def test_a_leaf_that_is_worth_what_its_position_was_before_is_no_hit_where_its_line_evaluates() -> None:
    """Its position was searched with a pass allowed, and is a leaf now that two passes end the game."""
    leaves = []

    def search(stones: int, me: int, passed: bool = False) -> int:
        if stones % 3 == 0:
            if passed:
                leaves.append(stones)
                return me * (stones % 5 - 2)
            return -search(stones, -me, passed=True)
        return max(-search(stones - taken, -me) for taken in (1, 2, 5) if taken <= stones)

    with attach(search, state="stones", turn="me") as recording:
        search(20, 1)
    counts = recording.trace.counts
    assert len(leaves) > len(set(leaves))
    assert (counts.leaves, counts.table_hits) == (len(leaves), 0)


def calm(heaps: Heaps, alpha: int, beta: int) -> int:
    """It reads no table, and comes to the same position on several ways."""
    best = sum(heaps) * 7 % 5 - 2
    for place, heap in enumerate(heaps) if best < beta else ():
        if heap > 1:
            value = -calm((*heaps[:place], 0, *heaps[place + 1 :]), -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta:
                break
    return best


def with_calm(heaps: Heaps, depth: int, alpha: int, beta: int) -> int:
    """It has a table, and hands on what is beyond its horizon."""
    if depth == 0:
        return calm(heaps, alpha, beta)
    known = TABLE.get((heaps, depth))
    if known is not None and hit():
        return known
    if not any(heaps):
        return -9
    best, low = -99, alpha
    for one in after(heaps):
        best = max(best, -with_calm(one, depth - 1, -beta, -low))
        low = max(low, best)
        if low >= beta:
            break
    if alpha < best < beta:
        TABLE[heaps, depth] = best
    return best


def test_a_function_that_names_no_table_has_no_hits() -> None:
    """Its leaves are worth what their positions were before, as anything is that is worked out once more."""
    HITS.clear()
    TABLE.clear()
    with attach(with_calm, calm) as recording:
        with_calm((3, 2, 2), 4, -99, 99)
    assert recording.trace.counts.table_hits == len(HITS) > 0


class Clock:
    """Counts calls; some are not allowed any more."""

    def __init__(self, allowed: int) -> None:
        self.left = allowed


def stopped(heaps: Heaps, clock: Clock, depth: int) -> int:
    """It has no table: where its calls are used up, each returns 0."""
    clock.left -= 1
    if clock.left < 0:
        return 0
    if depth == 0 or not any(heaps):
        return sum(heaps) % 3 // 2
    best = -9
    for one in after(heaps):
        best = max(best, -stopped(one, clock, depth - 1))
    return best


def deepening(clock: Clock) -> None:
    for depth in (1, 2, 3, 4, 5):
        stopped((2, 2, 1), clock, depth)


def test_a_number_that_is_returned_as_the_calls_are_used_up_is_no_hit() -> None:
    with attach(stopped, state="heaps") as recording:
        deepening(clock := Clock(280))
    assert clock.left < -5
    assert not (recording.trace.columns.status == TABLE_HIT).any()


def early(board: str, mark: str) -> int:
    """It ends with two empty squares, and has neither a table nor a depth."""
    if score(board) is not None or board.count(".") <= 2:
        return int(score(board) or 0)
    choose, other = (max, "O") if mark == "X" else (min, "X")
    return choose(early(moved(board, square, mark), other) for square in range(9) if board[square] == ".")


def test_a_leaf_at_which_the_rules_go_on_is_no_hit_of_a_search_without_a_table() -> None:
    with attach(early, state="board", turn="mark", game="tictactoe") as recording:
        early("XOXO.....", "X")
    assert recording.trace.counts.leaves > 3
    assert not (recording.trace.columns.status == TABLE_HIT).any()
