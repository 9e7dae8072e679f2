"""A game whose positions a search keeps in an order of its own, or without what is empty."""

from __future__ import annotations

import pytest

import tracer
from tracer.attaching.attach_functions import attach


def nim(heaps: tuple[int, ...], first: bool) -> int:
    """Heaps that are sorted, those that are empty left out."""
    if not heaps:
        return -1 if first else 1
    values = []
    for place, heap in enumerate(heaps):
        for left in range(heap):
            rest = (*heaps[:place], left, *heaps[place + 1 :])
            values.append(nim(tuple(sorted(filter(None, rest))), not first))
    return max(values) if first else min(values)


@pytest.mark.parametrize("spec", ["nim:1,2,3", "nim:3,1,2"])
def test_sorted_heaps_are_the_games(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    with attach(nim, game=spec) as recording:
        nim((1, 2, 3), True)
    trace = recording.trace
    assert (trace.game is not None, trace.counts.visited) == (True, 447)
    assert "the order of a position's parts is not looked at" in capsys.readouterr().err
    assert tracer.check(trace) == []


def test_what_takes_from_two_heaps_is_still_no_move(capsys: pytest.CaptureFixture[str]) -> None:
    """The order alone is not looked at."""

    def cheat(heaps: tuple[int, ...], first: bool) -> int:
        if not any(heaps):
            return -1 if first else 1
        less = tuple(sorted(max(0, heap - 1) for heap in heaps))
        values = [cheat(less, not first)]
        for place, heap in enumerate(heaps):
            values += [cheat(tuple(sorted((*heaps[:place], heap - 1, *heaps[place + 1 :]))), not first)] if heap else []
        return max(values) if first else min(values)

    with attach(cheat, game="nim:1,2,3") as recording:
        cheat((1, 2, 3), True)
    assert recording.trace.game is None
    assert "no legal move of nim:1,2,3 leads to a position" in capsys.readouterr().err
