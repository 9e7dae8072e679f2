"""What recording costs: against the same search bare, and against recording into a networkx graph."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Hashable
from typing import Any

import networkx as nx
import pytest
from yardsticks import paired

import tracer
from tracer.recording.recorder import Recorder
from tracer.run.plan import prepare
from tracer.searches.contract import NullRecorder


class GraphRecorder:
    """What one would write first: every node a node of a networkx.DiGraph."""

    def __init__(self) -> None:
        self.graph: nx.DiGraph[int] = nx.DiGraph()
        self.path: list[int] = []

    def enter(self, move: Hashable, turn: int, alpha: float = -1e9, beta: float = 1e9) -> int:
        node = len(self.graph)
        self.graph.add_node(node, move=move, turn=turn, alpha=alpha, beta=beta)
        if self.path:
            self.graph.add_edge(self.path[-1], node)
        self.path.append(node)
        return node

    def leave(self, node: int, value: float, status: int = 0, cutoff: bool = False) -> None:
        self.graph.nodes[node].update(value=value, status=status, cutoff=cutoff)
        self.path.pop()

    def prune(self, moves: Any) -> None:
        """Minimax prunes nothing."""


def test_recorded_against_bare(benchmark: Any, report: Callable[[str], None]) -> None:
    plan = prepare("tictactoe", "minimax")

    def record() -> None:
        recorder = Recorder(windowed=False)
        plan.run(recorder)
        recorder.finish()

    bare, recorded, ratio = paired(lambda: plan.run(NullRecorder()), record, rounds=15)
    benchmark.pedantic(record, rounds=3)
    best = recorded / bare
    report(f"tic-tac-toe minimax, 549,946 nodes: bare {bare:.3f} s, recorded with the finished trace {recorded:.3f} s")
    report(f"  recorded ÷ bare: {best:.2f} of the least times, {ratio:.2f} the median of pairs (bound 1.4)")
    assert min(best, ratio) <= 1.4


def test_recorded_against_networkx(benchmark: Any, report: Callable[[str], None]) -> None:
    plan = prepare("tictactoe", "minimax")

    def columns() -> Any:
        recorder = Recorder(windowed=False)
        plan.run(recorder)
        return recorder.finish()

    def graph() -> Any:
        recorder = GraphRecorder()
        plan.run(recorder)
        return recorder.graph

    ours, theirs, ratio = paired(columns, graph, rounds=3)
    benchmark.pedantic(columns, rounds=3)
    report(f"recorded straight into networkx: {theirs:.2f} s, {ratio:.1f} times as long as into columns ({ours:.2f} s)")
    sizes = [held(make) for make in (columns, graph)]
    report(f"  memory held: {sizes[0] / 1e6:,.0f} MB in columns, {sizes[1] / 1e6:,.0f} MB in networkx")
    assert ratio > 3


def held(make: Callable[[], Any]) -> int:
    """Bytes that what a function makes holds on to."""
    gc.collect()
    tracemalloc.start()
    made = make()
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del made
    return size


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
def test_time_a_node_is_flat(benchmark: Any, report: Callable[[str], None], search: str) -> None:
    from time import process_time

    def rate(size: int, rounds: int) -> float:
        started = process_time()
        for _ in range(rounds):
            tracer.trace("mnk:5,5,4", search, max_nodes=size)
        return (process_time() - started) / size / rounds * 1e6

    rates = {size: rate(size, max(1, 3_000_000 // size)) for size in (10_000, 1_000_000)}
    before = rate(100_000, 30)  # the machine may be slower for a while: what is compared is measured around the other
    started = process_time()
    trace = tracer.trace("mnk:5,5,4", search, max_nodes=10_000_000)
    rates[10_000_000] = (process_time() - started) / 10
    rates[100_000] = (before + rate(100_000, 30)) / 2
    bytes_a_node = trace.columns.nbytes / len(trace)
    benchmark.pedantic(lambda: tracer.trace("mnk:5,5,4", search, max_nodes=10_000), rounds=3)
    shown = ", ".join(f"{time:.3f} at {size:,}" for size, time in sorted(rates.items()))
    report(f"{search} on mnk:5,5,4, µs a visited node: {shown}")
    trace.columns.ply, trace.columns.parent, trace.columns.visited_before  # noqa: B018  # derived columns count too
    with_derived = trace.columns.nbytes / len(trace)
    report(f"  bytes a node: {bytes_a_node:.1f}, with every derived column {with_derived:.1f} (bound 48)")
    assert with_derived <= 48
    assert rates[10_000_000] < 1.2 * rates[100_000]
