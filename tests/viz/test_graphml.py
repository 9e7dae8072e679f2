"""GraphML read back is the trace's graph."""

from __future__ import annotations

import io
import math
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import pytest
from hostile import HOSTILE, hostile_trace
from hypothesis import given, settings
from strategies import AIMA, FAILS, Case, searched

import tracer
import viz.rows
from tracer.text import clean
from viz.formats import graphml

XMLNS = "{http://graphml.graphdrawing.org/xmlns}"


def text(trace: tracer.Trace) -> str:
    """The file."""
    stream = io.BytesIO()
    graphml.write(trace, stream, {})
    return stream.getvalue().decode()


def read(trace: tracer.Trace) -> Any:
    """The file as networkx reads it."""
    return nx.parse_graphml(text(trace), node_type=int)


def attributes(trace: tracer.Trace) -> dict[int, dict[str, Any]]:
    """What `trace.graph` says of each node, and where its subtree ends; labels as a file has them."""
    known = {node: dict(trace.graph.nodes[node], end=node + trace.node(node).size) for node in range(len(trace))}
    return {node: {**facts, "move": clean(facts["move"])} for node, facts in known.items()}


@settings(max_examples=25)
@given(searched())
def test_networkx_reads_back_the_graph(found: tuple[Case, dict[str, Any], tuple[float, float]]) -> None:
    """Every attribute of every node and edge, infinities among them."""
    case, options, window = found
    for fail in FAILS:
        trace = tracer.trace(case.game, "alphabeta", position=case.position, window=window, fail=fail, **options)
        graph = read(trace)
        assert type(graph) is nx.DiGraph
        assert dict(graph.nodes(data=True)) == attributes(trace)
        assert list(graph.edges(data=True)) == list(trace.graph.edges(data=True))


@pytest.mark.parametrize("rows", [1, 4, 13, 14])
def test_chunks_make_no_difference(monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    """A file of one node a chunk is that of one chunk."""
    trace = tracer.trace(AIMA, max_nodes=10)
    whole = text(trace)
    monkeypatch.setattr(viz.rows, "CHUNK", rows)
    assert text(trace) == whole


def test_the_graph_says_what_was_searched() -> None:
    """Numbers as numbers; a window as text."""
    trace = tracer.trace("connect4:4,4,3", depth=2, window=(-math.inf, 5))
    graph = read(trace)
    assert graph.graph["search"] == "alphabeta"
    assert graph.graph["depth"] == 2
    assert graph.graph["window"] == "(-inf, 5)"
    assert graph.graph["nodes"] == len(trace) == graph.graph["visited"] + graph.graph["pruned_branches"]


def test_what_a_node_has_not_is_left_out() -> None:
    """A pruned branch has no value; a node where the search stopped has none either."""
    nodes = read(tracer.trace(AIMA)).nodes
    assert set(nodes[7]) == {"move", "ply", "status", "cutoff", "leaf", "end"}
    assert nodes[7]["leaf"] == 4
    assert "value" not in read(tracer.trace(AIMA, max_nodes=3)).nodes[0]


def test_open_windows_are_written_as_java_does() -> None:
    """GraphML's types are Java's, which does not read `inf`."""
    values = {element.text for element in ElementTree.fromstring(text(tracer.trace(AIMA))).iter(f"{XMLNS}data")}
    assert {"Infinity", "-Infinity"} <= values
    assert not {"inf", "-inf", "nan"} & values


def test_hostile_labels_are_text() -> None:
    """No element comes from a label, and the parser takes every character."""
    trace = hostile_trace()
    root = ElementTree.fromstring(text(trace))
    assert {element.tag for element in root.iter()} == {
        XMLNS + tag for tag in ("graphml", "key", "graph", "node", "edge", "data")
    }
    graph = read(trace)
    assert [graph.edges[0, node]["move"] for node in range(1, len(trace))] == [clean(label) for label in HOSTILE]
    assert graph.graph["game"] == clean(trace.header.game)
    assert graph.graph["hash"] == "]]>"


def test_hostile_options_neither_break_nor_replace_what_is_said() -> None:
    """Their names are attributes of the file."""
    plain = tracer.trace([1, 2])
    options = {'a"><x': 1.5, "nodes": 7, "game": "other", "\x00\ufffe": [math.inf, "y"], "deep": {"a": [None]}}
    graph = read(tracer.Trace(plain.columns, ["1", "2"], tracer.Header(game="mine", options=options)))
    assert graph.graph["nodes"] == 3
    assert graph.graph["game"] == "mine"
    assert graph.graph['a"><x'] == 1.5
    assert graph.graph["␀�"] == '[Infinity, "y"]'


def test_a_chain_of_5000_plies_is_read_back() -> None:
    """Without recursion."""
    graph = read(tracer.trace("[" * 5_000 + "3" + "]" * 5_000))
    assert graph.nodes[5_000]["ply"] == 5_000
    assert nx.is_arborescence(graph)
