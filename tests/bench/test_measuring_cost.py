"""What `bench` adds to what it times: a search as it times it, and as a plain loop does."""

import statistics
from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

import tracer
from tracer.measuring.measurements import MeasuredPlace, Stage
from tracer.measuring.stopwatch import CLOCKS, Stopwatch, TimingOptions
from tracer.measuring.timed_function import TimedSearch
from tracer.run.plan import prepare
from tracer.searches.contract import NullRecorder

MOST = 1.2
"""A timing ÷ the same search in a plain loop."""
RUNS = 400


@pytest.mark.parametrize("position", ["b2/a1/c3/a3/a2", "b2/a1"], ids=["34 nodes", "703 nodes"])
def test_a_timing_is_of_the_search_alone(benchmark: Any, report: Callable[[str], None], position: str) -> None:
    plan = prepare("tictactoe", "alphabeta", position=position)
    alone = []
    game = tracer.game("tictactoe")
    stopwatch = Stopwatch(
        [TimedSearch("alphabeta", "alphabeta")],
        TimingOptions(runs=1, warm_up=0, clock=CLOCKS["cpu"], counts_nodes=False),
    )
    started, searching = process_time(), 0.0
    for _ in range(RUNS):
        stopwatch.measure_place(MeasuredPlace(Stage("tictactoe"), "MAX"), game, plan.start)
        begun = process_time()
        plan.search.run(plan.rules, plan.start, NullRecorder(), **plan.options)
        alone.append(process_time() - begun)
        searching += alone[-1]
    spent = process_time() - started - searching
    timed = [place.cells[0].seconds[0] for place in stopwatch.measured.places]
    ratio = statistics.median(timed) / statistics.median(alone)
    around = (spent - sum(timed)) / RUNS
    benchmark.pedantic(
        lambda: stopwatch.measure_place(MeasuredPlace(Stage("tictactoe"), "MAX"), game, plan.start), rounds=20
    )
    report(
        f"alpha-beta at {position}: timed ÷ in a plain loop {ratio:.3f} (bound {MOST:g}), {around * 1e6:,.0f} µs around"
    )
    assert ratio < MOST
