"""Calls that a cache or a memo answered, and calls that returned no number."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import tracer
from tracer.attaching.attach_functions import attach
from tracer.why.explain import why


def after(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The sorted heaps after each move."""
    return [
        tuple(sorted((*heaps[:place], heap - taken, *heaps[place + 1 :])))
        for place, heap in enumerate(heaps)
        for taken in range(1, heap + 1)
    ]


def said(trace: tracer.Trace, node: int) -> str:
    return " ".join(sentence.text for sentence in why(trace, node, trace.left(node)))


@pytest.mark.parametrize("game", [None, "nim:1,2,3"])
def test_what_a_cache_answers_is_no_table_hit_and_no_mistake(game: str | None, tmp_path: Any) -> None:
    @functools.cache
    def wins(heaps: tuple[int, ...], first: bool) -> int:
        values = [wins(one, not first) for one in after(heaps)]
        return (max(values) if first else min(values)) if values else -1 if first else 1

    with attach("wins", game=game) as recording:
        wins((1, 2, 3), True)
        wins((1, 2, 4), True)
    first, second = recording.traces
    assert first.counts.visited + second.counts.visited == wins.cache_info().misses
    assert (first.counts.table_hits, second.counts.table_hits) == (0, 0)
    second.save(tmp_path / "t.plyscope")
    for trace in (first, tracer.load(tmp_path / "t.plyscope")):
        assert tracer.check(trace) == []
        told = [said(trace, node) for node in range(len(trace))]
        assert not any("only move" in one for one in told)
        assert any("answered by the cache, or are not recorded" in one for one in told)
    over = [node for node in range(len(first)) if "The game is over here:" in said(first, node)]
    assert len(over) == (0 if game is None else 2)
    assert second.header.game_and_position == ("nim:1,2,3 at 1,2,4 MAX" if game else "test_attach_answered.py")


def test_hits_of_a_memo_that_does_not_know_who_moves_are_table_hits() -> None:
    """As many as the program counts."""
    memo: dict[tuple[int, ...], int] = {}
    hits = 0

    def nim(heaps: tuple[int, ...]) -> int:
        nonlocal hits
        if heaps in memo:
            hits += 1
            return memo[heaps]
        best = -1
        for one in after(heaps):
            best = max(best, -nim(one))
        memo[heaps] = best
        return best

    with attach("nim") as recording:
        nim((1, 2, 3))
    counts = recording.trace.counts
    assert (counts.visited, counts.table_hits, hits) == (48, 34, 34)


@pytest.mark.parametrize("nothing", [None, float("nan")])
def test_a_call_without_a_value_is_blamed_and_not_the_one_above(nothing: float | None) -> None:
    def best(tree: Any, first: bool) -> Any:
        if not isinstance(tree, list):
            return nothing if tree == "a" else tree
        values = [value for one in tree if (value := best(one, not first)) is not None and value == value]
        return max(values) if first else min(values)

    with attach("best") as recording:
        best([[7, 3], ["a", 5], [4, 1]], True)
    (finding,) = tracer.check(recording.trace)
    assert (finding.disease, finding.node, finding.nodes) == ("no-value", 5, 1)
    assert f"returned {nothing}" in finding.message
    assert "window" not in finding.message + finding.remedy


@pytest.mark.parametrize(("heap", "depth"), [(9, 5), (200, 60)], ids=["from-the-log", "while-it-runs"])
@pytest.mark.parametrize("deepest", [1, 2])
def test_a_cache_of_which_all_calls_are_here_is_known_below_a_function_above(
    heap: int, depth: int, deepest: int
) -> None:
    @functools.cache
    def value(heap: int, depth: int) -> int:
        if heap == 0:
            return -1
        if depth == 0:
            return heap % 3 - 1
        return max(-value(heap - take, depth - 1) for take in range(1, 4) if take <= heap)

    def choose(heap: int, depth: int) -> int:
        for deep in range(depth - deepest + 1, depth + 1):
            best = max((1, 2, 3), key=lambda take: -value(heap - take, deep))
        return best

    with attach(value, root=choose) as recording:
        choose(heap, depth)
    assert recording.trace.header.notes["cached"] == "all here"
