"""Two traces of a million nodes: aligned and counted, joined to one tree, folded."""

from collections.abc import Callable
from dataclasses import replace
from time import process_time
from typing import Any

import pytest
from yardsticks import copying

import tracer
from tracer.comparing.comparison import compare
from tracer.comparing.union_tree import unite_traces
from tui.terminal.difference_report import fold_differences

BOUND = 45.0
"""The comparison with all its counts and the first difference ÷ copying the columns of both."""


def fresh(trace: tracer.Trace) -> tracer.Trace:
    """The same trace, with nothing derived from its columns yet."""
    columns = replace(trace.columns)
    return tracer.Trace(columns, [], trace.header, trace.game, labels=trace.move_labels)


@pytest.mark.parametrize("options", [{}, {"cut": ">"}, {"order": "reversed"}], ids=["same", "strict", "reversed"])
def test_compare_a_million_nodes(
    benchmark: Any, report: Callable[[str], None], million: tracer.Trace, options: dict[str, Any]
) -> None:
    visits = 650_000 if options != {"cut": ">"} else 850_000
    other = tracer.trace("mnk:5,5,4", "alphabeta", max_nodes=visits, **options)
    seconds = {"compare": float("inf"), "union": float("inf"), "fold": float("inf")}
    for _ in range(3):
        one, two = fresh(million), fresh(other)
        started = process_time()
        found = compare(one, two)
        found.counts, found.first  # noqa: B018  # they are worked out when they are asked for
        times = [process_time()]
        unite_traces(found)
        times.append(process_time())
        fold_differences(found)
        times.append(process_time())
        for name, since, until in zip(seconds, [started, *times], times, strict=False):
            seconds[name] = min(seconds[name], until - since)
    benchmark.pedantic(lambda: compare(million, other), rounds=1)
    shown = ", ".join(f"{name} {time:.2f} s" for name, time in seconds.items())
    what = " ".join(f"{name} {value}" for name, value in options.items()) or "itself"
    ratio = seconds["compare"] / copying(million.columns.nbytes + other.columns.nbytes)
    report(f"{len(million):,} nodes against {what}, {len(other):,}: {shown}")
    report(f"  compare ÷ copying the columns: {ratio:.0f} (bound {BOUND:g})")
    assert ratio < BOUND
