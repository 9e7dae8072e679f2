"""Pictures of huge traces: the icicle, the counts by ply, and the flame graph, from a trace that was just recorded."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest

import tracer
from viz.charts import icicle, plies
from viz.formats import speedscope

TRACES = [("tictactoe", "minimax", None, 549_946), ("mnk:5,5,4", "alphabeta", 7_200_000, 10_000_000)]
"""Game, search, visits, and nodes at least."""


def seconds(act: Callable[[], Any]) -> float:
    started = perf_counter()
    act()
    return perf_counter() - started


@pytest.mark.parametrize("what", TRACES, ids=str)
def test_the_icicle_of_a_huge_trace(benchmark: Any, report: Callable[[str], None], what: Any) -> None:
    game, search, visits, nodes = what
    trace = tracer.trace(game, search, max_nodes=visits)
    assert len(trace) >= nodes
    # Derived columns, and loading matplotlib, are part of the first picture.
    first = seconds(lambda: icicle.write(trace, io.BytesIO(), "png"))
    times = {
        "again": seconds(lambda: icicle.write(trace, io.BytesIO(), "png")),
        "as SVG": seconds(lambda: icicle.write(trace, io.BytesIO(), "svg")),
        "across steps": seconds(lambda: icicle.write(trace, io.BytesIO(), "png", across="steps")),
        "counts by ply": seconds(lambda: plies.write(trace, io.BytesIO(), "png", pruned_nodes=False)),
    }
    benchmark.pedantic(lambda: icicle.write(trace, io.BytesIO(), "png"), rounds=3)
    tracemalloc.start()
    icicle.write(trace, io.BytesIO(), "png")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    shown = ", ".join(f"{name} {time:.2f} s" for name, time in times.items())
    report(f"icicle of {len(trace):,} nodes ({search} on {game}) as PNG: {first:.2f} s (bound 5); {shown}")
    report(f"  {peak / 1e6:.0f} MB beside the trace (bound 160)")
    assert first < 5
    assert peak < 160e6


def test_the_flame_graph_of_a_million_nodes(benchmark: Any, report: Callable[[str], None]) -> None:
    trace = tracer.trace("mnk:5,5,4", "alphabeta", max_nodes=660_000)
    stream = io.BytesIO()
    speedscope.write(trace, stream, {})
    taken = benchmark.pedantic(lambda: seconds(lambda: speedscope.write(trace, io.BytesIO(), {})), rounds=3)
    size = len(stream.getvalue()) / 1e6
    report(f"speedscope file of {len(trace):,} nodes, two profiles, {size:.0f} MB: {taken:.1f} s (bound 10)")
    assert taken < 10
