"""Conditions worked out for a million nodes."""

from collections.abc import Callable
from time import process_time
from typing import Any

import pytest
from yardsticks import copying

import tracer
from tracer.condition.expression import parse_condition

CONDITIONS = (
    "cutoff and ply == 3",
    'move == "b2" or pruned > 2',
    "bound == LOWER and children > 2 and size > 100 or visited / size < 0.5",
    "value in (1, 2, 3) and not (turn * value >= -2 and alpha < value < beta) or returned - entered > 1000",
)
BOUND = 9.0
"""The nodes of a condition ÷ copying all columns."""


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition_at_a_million_nodes(
    benchmark: Any, report: Callable[[str], None], million: tracer.Trace, text: str
) -> None:
    condition = parse_condition(text)
    condition.nodes(million)  # derived columns are worked out once
    least = {}
    for what in ("nodes", "hits"):
        times = []
        for _ in range(7):
            started = process_time()
            getattr(condition, what)(million)
            times.append((process_time() - started) * 1_000)
        least[what] = min(times)
    benchmark.pedantic(lambda: condition.hits(million), rounds=3)
    shown = f"nodes {least['nodes']:.1f} ms, hits {least['hits']:.1f} ms"
    ratio = least["nodes"] / 1_000 / copying(million.columns.nbytes)
    report(f"condition at {len(million):,} nodes: {shown}: {text}")
    report(f"  nodes ÷ copying the columns: {ratio:.1f} (bound {BOUND:g})")
    assert ratio < BOUND
