"""Pictures of huge traces: the icicle, the counts by ply, and the flame graph, from a trace that was just recorded."""

import io
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

from charted import content
from yardsticks import copying

import tracer
from viz.charts import icicle, plies
from viz.formats import speedscope

ICICLE = 75.0
"""The first icicle of ten million nodes ÷ copying their columns: what follows from the columns is worked out, too."""
FLAMES = 22.0
"""A flame graph ÷ a plain Python loop over its nodes."""


def seconds(act: Callable[[], Any]) -> float:
    """Of processor time."""
    started = process_time()
    act()
    return process_time() - started


def test_the_icicle_of_a_huge_trace(benchmark: Any, report: Callable[[str], None], large: Path) -> None:
    content(icicle.CHART, tracer.trace("nim:1,2"), "png")  # resvg is loaded
    trace = tracer.load(large)
    assert len(trace) >= 10_000_000
    # Derived columns are part of the first picture.
    plain = copying(trace.columns.nbytes)
    first = seconds(lambda: content(icicle.CHART, trace, "png"))
    without_game = tracer.Trace(trace.columns, [], trace.header, None, labels=trace.move_labels)
    times = {
        "again": seconds(lambda: content(icicle.CHART, trace, "png")),
        "as SVG": seconds(lambda: content(icicle.CHART, trace, "svg")),
        "across steps": seconds(lambda: content(icicle.CHART, trace, "png", across="steps")),
        "counts by ply": seconds(lambda: content(plies.CHART, without_game, "png")),
    }
    benchmark.pedantic(lambda: content(icicle.CHART, trace, "png"), rounds=3)
    tracemalloc.start()
    content(icicle.CHART, trace, "png")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    shown = ", ".join(f"{name} {time:.2f} s" for name, time in times.items())
    report(f"icicle of {len(trace):,} nodes as PNG: {first:.2f} s; {shown}")
    report(f"  the first ÷ copying the columns: {first / plain:.1f} (bound {ICICLE:g})")
    report(f"  {peak / 1e6:.0f} MB beside the trace (bound 160)")
    assert first / plain < ICICLE
    assert peak < 160e6


def test_the_flame_graph_of_a_million_nodes(
    benchmark: Any, report: Callable[[str], None], million: tracer.Trace, node: float
) -> None:
    trace = million
    stream = io.BytesIO()
    speedscope.write_speedscope(trace, stream, {})
    taken = benchmark.pedantic(lambda: seconds(lambda: speedscope.write_speedscope(trace, io.BytesIO(), {})), rounds=3)
    size = len(stream.getvalue()) / 1e6
    ratio = taken / (node * len(trace))
    report(f"speedscope file of {len(trace):,} nodes, two profiles, {size:.0f} MB: {taken:.1f} s")
    report(f"  ÷ a plain loop over the nodes: {ratio:.1f} (bound {FLAMES:g})")
    assert ratio < FLAMES
