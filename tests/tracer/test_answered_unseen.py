"""Where a cache answers calls, the move that a value comes from may be one that was never seen: no other is named."""

from __future__ import annotations

from functools import cache

import tracer
from tracer.attaching.attach_functions import attach
from tracer.time.moments import best_child
from tracer.why.explain import why


def nim(heaps: tuple[int, ...]) -> tracer.Trace:
    """Whoever takes the last counter wins; positions that come again are answered by the cache."""

    @cache
    def best(heaps: tuple[int, ...], first: bool) -> int:
        if not any(heaps):
            return -1 if first else 1
        after = [
            tuple(sorted((*heaps[:place], left, *heaps[place + 1 :])))
            for place, counters in enumerate(heaps)
            for left in range(counters)
        ]
        values = [best(position, not first) for position in after]
        return max(values) if first else min(values)

    with attach(best, turn=lambda frame: 1 if frame["first"] else -1) as recording:
        best((0, 2, 2), False)
        best(heaps, True)
    return recording.trace


def test_a_move_that_was_answered_unseen_is_not_said_to_be_another() -> None:
    trace = nim((1, 2, 2))
    assert trace.header.answers_unseen
    assert trace.value == 1
    best = trace.best_child(0)
    assert best is not None
    told = " ".join(sentence.text for sentence in why(trace, 0, trace.steps - 1))
    assert trace.columns.value[best] == -1
    assert trace.deciding_child(0) is None
    assert trace.best_root_child is None
    assert trace.principal_variation == (0,)
    assert best_child(trace, 0, trace.steps - 1) is None
    assert "by a move that a cache answered unseen" in told
    assert "is best" not in told


def test_a_value_that_a_call_gave_has_its_move() -> None:
    trace = tracer.trace([[3, 12], [2, 4]])
    assert trace.deciding_child(0) == trace.best_child(0) == trace.best_root_child
