"""Steps, jumps and toggles in the models at a million nodes."""

import random
from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

import tracer

BOUND = 4_000
"""95 % of the calls ÷ a node of a plain Python loop: 0.8 ms on a machine that takes 0.2 µs for one."""


def worst(function: Callable[[int], Any], arguments: list[int]) -> tuple[float, float]:
    """Milliseconds of processor time of a call: the 95th percentile and the worst."""
    times = []
    for argument in arguments:
        started = process_time()
        function(argument)
        times.append((process_time() - started) * 1_000)
    times.sort()
    return times[int(len(times) * 0.95)], times[-1]


@pytest.mark.parametrize("what", ["step", "jump", "cutoff", "toggle", "row"])
def test_models_at_a_million_nodes(
    benchmark: Any, report: Callable[[str], None], million: tracer.Trace, node: float, what: str
) -> None:
    from tui.model.cursor import Cursor
    from tui.model.tree_rows import Rows

    luck = random.Random(1)
    steps = [luck.randrange(million.steps) for _ in range(2_000)]
    nodes = [luck.randrange(len(million)) for _ in range(2_000)]
    columns = million.columns
    cursor, rows = Cursor(million), Rows(columns)
    rows.expand_all(0)
    acts: dict[str, tuple[Callable[[int], Any], list[int]]] = {
        "step": (million.at, [steps[0] + k for k in range(2_000)]),
        "jump": (million.at, steps),
        "cutoff": (lambda step: (cursor.go_to_step(step), cursor.go_to_next(cursor.landmarks.cutoff_steps)), steps),
        "toggle": (rows.toggle, nodes),
        "row": (lambda row: rows.row_of(rows.node_in_row(row % len(rows))), nodes),
    }
    function, arguments = acts[what]
    function(arguments[0])  # derived columns are worked out once
    percentile, slowest = worst(function, arguments)
    benchmark.pedantic(lambda: [function(argument) for argument in arguments[:100]], rounds=3)
    report(f"{what} at {len(million):,} nodes: 95 % within {percentile:.3f} ms, worst {slowest:.3f} ms")
    report(f"  ÷ a node of a plain loop: {percentile / 1_000 / node:,.0f} (bound {BOUND:,})")
    assert percentile / 1_000 / node < BOUND
