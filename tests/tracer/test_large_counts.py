"""Counting a large recording of a driver takes a few numbers a node, and no Python object for each."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from synthetic import uniform

import tracer
from tracer.count import paths
from tracer.count.groups import passes_of
from tracer.recording import tree_shape
from tracer.recording.columns import DTYPES, Columns
from tracer.recording.no_moves import Pass
from tracer.recording.status import EXPANDED

ITERATIONS = 7
BYTES_PER_NODE = 52
"""What counting may take for a moment beside the columns themselves."""


def iterated(branching: int, depth: int) -> tracer.Trace:
    """A driver whose iterations all visit the same uniform tree."""
    tree = uniform(branching, depth).columns
    size, labels = len(tree), [*(f"m{number}" for number in range(branching)), "pass"]
    columns = {name: np.tile(getattr(tree, name), ITERATIONS) for name in DTYPES}
    columns["end"] += np.repeat(1 + size * np.arange(ITERATIONS, dtype=np.int32), size)
    columns["move"][::size] = branching
    root = {"move": -1, "end": 1 + ITERATIONS * size, "turn": 1, "status": EXPANDED, "cutoff": False}
    columns = {name: np.insert(column, 0, root.get(name, 0)) for name, column in columns.items()}
    header = tracer.Header(game="uniform", search="none")
    return tracer.Trace(Columns(**columns), {branching: Pass("pass")}, header, labels=labels)


def test_counting_takes_a_few_bytes_a_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_shape, "PART_NODES", 1 << 12)
    monkeypatch.setattr(paths, "MAX_PATHS_SORTED", 1 << 12)
    trace = iterated(3, 9)
    assert len(trace) > 200_000
    tracemalloc.start()
    counts, tops = trace.counts.summary(), passes_of(trace)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert counts["passes"] == len(tops) == ITERATIONS
    assert counts["distinct_nodes"] < counts["visited"] / 2
    assert peak < BYTES_PER_NODE * len(trace)
