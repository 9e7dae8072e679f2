"""Two traces of a million nodes: aligned and counted, joined to one tree, folded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import Any

import pytest

import tracer
from tracer.comparing.comparison import compare
from tracer.comparing.union import union
from tui.terminal.difference import lines

BOUND = 3.0
"""Seconds for the comparison with all its counts and the first difference."""


def fresh(trace: tracer.Trace) -> tracer.Trace:
    """The same trace, with nothing derived from its columns yet."""
    columns = replace(trace.columns, _derived={})
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
        started = perf_counter()
        found = compare(one, two)
        found.counts, found.first  # noqa: B018  # they are worked out when they are asked for
        times = [perf_counter()]
        union(found)
        times.append(perf_counter())
        lines(found)
        times.append(perf_counter())
        for name, since, until in zip(seconds, [started, *times], times, strict=False):
            seconds[name] = min(seconds[name], until - since)
    benchmark.pedantic(lambda: compare(million, other), rounds=1)
    shown = ", ".join(f"{name} {time:.2f} s" for name, time in seconds.items())
    what = " ".join(f"{name} {value}" for name, value in options.items()) or "itself"
    report(f"{len(million):,} nodes against {what}, {len(other):,}: {shown} (bound of compare {BOUND:g} s)")
    assert seconds["compare"] < BOUND
