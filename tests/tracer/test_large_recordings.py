"""Counting and checking a large recording takes a few numbers a node, and no Python object for each."""

from __future__ import annotations

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from synthetic import uniform

import tracer
from tracer.count import path_pieces
from tracer.count.groups import passes_of
from tracer.diagnosis import identity, passed_windows
from tracer.diagnosis.case import Case
from tracer.recording import tree_shape
from tracer.recording.columns import DTYPES, Columns
from tracer.recording.no_moves import Pass
from tracer.recording.status import EXPANDED, PRUNED

ITERATIONS = 7
BYTES_PER_NODE = 20
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
    monkeypatch.setattr(path_pieces, "MAX_PIECE_NODES", 1 << 13)
    trace = iterated(3, 9)
    assert len(trace) > 200_000
    tracemalloc.start()
    counts, tops = trace.counts.summary(), passes_of(trace)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert counts["passes"] == len(tops) == ITERATIONS
    assert counts["distinct_nodes"] < counts["visited"] / 2
    assert peak < BYTES_PER_NODE * len(trace)


def test_what_was_shared_is_found_in_a_hundred_bytes_a_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_shape, "PART_NODES", 1 << 12)
    case = Case(tracer.trace("connect4:6,5,4", "pvs", depth=12, max_nodes=20_000))
    assert len(case) > 30_000
    case.once(passed_windows.collect_passed_windows)
    assert case.running_columns
    tracemalloc.start()
    assert passed_windows.find_left_over_at_entry(case) == {}
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100 * len(case)


@given(st.lists(st.tuples(st.sampled_from([-math.inf, -1.0, 0.0, 2.0]), st.booleans()), min_size=1, max_size=40))
def test_the_greatest_value_since_a_beginning_goes_on_over_parts(events: list[tuple[float, bool]]) -> None:
    expected, greatest, place = [], -math.inf, 0
    for index, (value, begins) in enumerate(events):
        if begins or value > greatest or index == 0:
            greatest, place = value, index
        expected.append((greatest, place))
    values, begins = np.array([event[0] for event in events]), np.array([event[1] for event in events])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree_shape, "PART_NODES", 3)
        places = passed_windows._compute_running_max(values, begins)
    assert list(zip(values.tolist(), places.tolist(), strict=True)) == expected


def test_boards_by_texts_take_little_more_than_the_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_shape, "PART_NODES", 1 << 10)
    monkeypatch.setattr(identity, "SAMPLE", 100)
    columns, labels = uniform(3, 9).columns, ["m0", "m1", "m2"]
    visits = np.cumsum(columns.status != PRUNED, dtype=np.int32) - 1
    columns = columns.select(slice(None), text=np.where(columns.status == PRUNED, -1, visits).astype(np.int32))
    texts = [f"{number:018_b}\n{number:018_b}\n{number:018_b}".replace("_", "\n") for number in range(visits.max() + 1)]
    trace = tracer.Trace(columns, labels, tracer.Header(game="", search="none"), labels=labels, texts=texts)
    case = Case(trace)
    assert len(case.columns.turn) == len(case)
    tracemalloc.start()
    found = identity.boards(case)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found[:2] == texts[:2]
    assert found.count(None) == np.count_nonzero(columns.status == PRUNED)
    assert peak < 400 * len(texts)
