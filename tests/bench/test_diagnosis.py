"""The diagnosis: what it costs a node, and how often two mistakes in one file are both named."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable
from time import process_time

import pytest
from specimens.two_bugs import all_pairs

import tracer

BOUND, BYTES = 16.0, 300
"""What `check` costs a node ÷ a node of a plain loop, and its bytes a node."""
BOTH, NEITHER = 0.66, 0.013
"""The part of all pairs of which both are named at least, and neither at most."""


@pytest.fixture(scope="module")
def healthy() -> tracer.Trace:
    """All 549,946 nodes of tic-tac-toe."""
    return tracer.trace("tictactoe", "minimax")


def test_a_healthy_search_of_half_a_million_nodes(
    healthy: tracer.Trace, node: float, report: Callable[[str], None]
) -> None:
    seconds = float("inf")
    for _ in range(3):
        started = process_time()
        assert tracer.check(healthy) == []
        seconds = min(seconds, process_time() - started)
    tracemalloc.start()
    tracer.check(healthy)
    size = tracemalloc.get_traced_memory()[1] / len(healthy)
    tracemalloc.stop()
    ratio = seconds / len(healthy) / node
    report(f"check of {len(healthy):,} nodes: {seconds:.2f} s, {ratio:.1f} plain nodes a node, {size:.0f} bytes a node")
    assert ratio < BOUND
    assert size < BYTES


def test_two_mistakes_in_one_file(report: Callable[[str], None]) -> None:
    pairs = all_pairs()
    named = Counter(pair.named() for pair in pairs)
    shown = ", ".join(f"{count} of them {named[count] / len(pairs):.0%}" for count in (2, 1, 0))
    report(f"two diseases in one file, {len(pairs)} pairs: named {shown}")
    assert named[2] >= BOTH * len(pairs)
    assert named[0] <= NEITHER * len(pairs)
