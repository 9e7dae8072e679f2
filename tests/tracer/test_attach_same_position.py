"""A search asks itself at its own position, less deep and for the same player, for the move that it tries first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tracer.attaching.attach_functions import attach
from tracer.diagnosis.examination import check

WAYS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
Search = Callable[[str, str, int, int, int], int]


def has_won(squares: str, mark: str) -> bool:
    return any(all(squares[place] == mark for place in way) for way in WAYS)


def worth(squares: str, mark: str) -> int:
    return sum(all(squares[place] in (mark, ".") for place in way) for way in WAYS)


def negamax(count: Counter[str], *, deeper: bool) -> Search:
    """Return a negamax that always asks so from three plies on, and counts what it does; or one that asks later."""

    def search(squares: str, mover: str, depth: int, alpha: int, beta: int) -> int:
        count["visits"] += 1
        other = "o" if mover == "x" else "x"
        if has_won(squares, other):
            return -100 - depth
        free = [place for place in range(9) if squares[place] == "."]
        if not free or depth == 0:
            return worth(squares, mover) - worth(squares, other)
        if depth >= (4 if deeper else 3):
            count["asked"] += 1
            search(squares, mover, depth - 2, alpha, beta)
        best = -1000
        for place in free:
            value = -search(squares[:place] + mover + squares[place + 1 :], other, depth - 1, -beta, -alpha)
            best, alpha = max(best, value), max(alpha, value)
            if alpha >= beta:
                count["cuts"] += 1
                break
        return best

    return search


def minimax(count: Counter[str], *, deeper: bool) -> Search:
    """Return the same with values that are MAX's."""

    def search(squares: str, mover: str, depth: int, alpha: int, beta: int) -> int:
        count["visits"] += 1
        other = "o" if mover == "x" else "x"
        if has_won(squares, other):
            return -100 - depth if mover == "x" else 100 + depth
        free = [place for place in range(9) if squares[place] == "."]
        if not free or depth == 0:
            return worth(squares, "x") - worth(squares, "o")
        if depth >= (4 if deeper else 3):
            count["asked"] += 1
            search(squares, mover, depth - 2, alpha, beta)
        best = -1000 if mover == "x" else 1000
        for place in free:
            value = search(squares[:place] + mover + squares[place + 1 :], other, depth - 1, alpha, beta)
            if mover == "x":
                best, alpha = max(best, value), max(alpha, value)
            else:
                best, beta = min(best, value), min(beta, value)
            if alpha >= beta:
                count["cuts"] += 1
                break
        return best

    return search


@pytest.mark.parametrize("deeper", [False, True], ids=["from-the-start", "after-many-calls"])
@pytest.mark.parametrize("made", [negamax, minimax])
def test_a_less_deep_search_of_the_same_position_is_no_move(made: Callable[..., Search], *, deeper: bool) -> None:
    """Its calls are for the same player, and where it reaches the end of the window its caller has cut nothing."""
    count = Counter[str]()
    search = made(count, deeper=deeper)
    with attach(search) as recording:
        for depth in (3, 4, 5) if deeper else (5,):
            search("...xo....", "x", depth, -1000, 1000)
    traces = recording.traces
    assert sum(trace.counts.passes for trace in traces) == count["asked"] > 3
    assert sum(trace.counts.cutoffs for trace in traces) == count["cuts"]
    for trace in traces:
        for node in trace:
            text = trace.text(node.index) or ""
            assert (node.turn > 0) == (text.count("x") == text.count("o"))
        assert check(trace) == []
