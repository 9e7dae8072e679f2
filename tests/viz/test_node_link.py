"""Node-link JSON read back is the trace's graph."""

from __future__ import annotations

import io
import json
import math
from typing import Any

import networkx as nx
import pytest
from hostile import HOSTILE, hostile_trace
from hypothesis import given, settings
from strategies import AIMA, FAILS, Case, searched

import tracer
import viz.rows
from tracer.text import clean
from viz.formats import node_link


def text(trace: tracer.Trace) -> str:
    """The file."""
    stream = io.BytesIO()
    node_link.write(trace, stream, {})
    return stream.getvalue().decode()


def refuse(token: str) -> float:
    """For a reader as strict as the standard, which has no such numbers."""
    raise AssertionError(token)


def read(trace: tracer.Trace) -> Any:
    """The file as networkx reads it, from a strict reader of JSON."""
    return nx.node_link_graph(json.loads(text(trace), parse_constant=refuse), edges="edges")


def numbers(attributes: dict[str, Any]) -> dict[str, Any]:
    """Attributes whose infinities are numbers again."""
    return {name: float(value) if name in ("alpha", "beta") else value for name, value in attributes.items()}


@settings(max_examples=25)
@given(searched())
def test_networkx_reads_back_the_graph(found: tuple[Case, dict[str, Any], tuple[float, float]]) -> None:
    """Every attribute of every node and edge; the ends of an open window are words that `float` knows."""
    case, options, window = found
    for fail in FAILS:
        trace = tracer.trace(case.game, "alphabeta", position=case.position, window=window, fail=fail, **options)
        graph = read(trace)
        assert type(graph) is nx.DiGraph
        for node in range(len(trace)):
            expected = dict(trace.graph.nodes[node], end=node + trace.node(node).size)
            assert numbers(graph.nodes[node]) == expected
        assert list(graph.edges(data=True)) == list(trace.graph.edges(data=True))


@pytest.mark.parametrize("rows", [1, 4, 13, 14])
def test_chunks_make_no_difference(monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    """No comma is missing between them, and none is left at the end."""
    trace = tracer.trace(AIMA)
    whole = text(trace)
    monkeypatch.setattr(viz.rows, "CHUNK", rows)
    assert text(trace) == whole


def test_one_node_has_no_edges() -> None:
    """And the file is whole."""
    data = json.loads(text(tracer.trace(AIMA, max_nodes=1)))
    assert len(data["nodes"]) == 1
    assert data["edges"] == []


def test_the_key_of_the_edges_is_what_networkx_writes_by_itself() -> None:
    """Its default, so that it reads the file unasked."""
    assert node_link.EDGES in nx.node_link_data(nx.DiGraph([(0, 1)]), edges="edges")
    data = json.loads(text(tracer.trace(AIMA)))
    assert set(data) == set(nx.node_link_data(nx.DiGraph(), edges=node_link.EDGES))


def test_the_graph_says_what_was_searched() -> None:
    """With the counts, and no number that JSON has not."""
    plain = tracer.trace(AIMA)
    options = {"limit": math.inf, "low": -math.inf, "odd": math.nan, "window": (0, math.inf)}
    trace = tracer.Trace(plain.columns, [], tracer.Header(options=options), labels=plain.move_labels)
    graph = read(trace)
    assert graph.graph["nodes"] == 13
    assert graph.graph["visited"] == 11
    assert graph.graph["pruned_branches"] == 2
    assert graph.graph["view"] == "MAX"
    assert [float(graph.graph[name]) for name in ("limit", "low")] == [math.inf, -math.inf]
    assert graph.graph["odd"] == "nan"


def test_what_a_node_has_not_is_left_out() -> None:
    """Not null, not zero."""
    nodes = read(tracer.trace(AIMA)).nodes
    assert set(nodes[7]) == {"move", "ply", "status", "cutoff", "leaf", "end"}
    assert nodes[7]["leaf"] == 4
    assert nodes[0]["alpha"] == -math.inf
    assert nodes[0]["beta"] == math.inf


def test_hostile_labels_are_text() -> None:
    """Whatever is in them, a strict reader has them back."""
    trace = hostile_trace()
    graph = read(trace)
    assert [graph.edges[0, node]["move"] for node in range(1, len(trace))] == [clean(label) for label in HOSTILE]
    assert [graph.nodes[node]["move"] for node in range(1, len(trace))] == [clean(label) for label in HOSTILE]
    assert graph.graph["game"] == clean(trace.header.game)


def test_a_chain_of_5000_plies_is_read_back() -> None:
    """Without recursion."""
    graph = read(tracer.trace("[" * 5_000 + "3" + "]" * 5_000))
    assert graph.nodes[5_000]["ply"] == 5_000
    assert nx.is_arborescence(graph)
