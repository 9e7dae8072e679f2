"""GraphML and node-link JSON read back are the trace's graph."""

import io
import json
import math
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import pytest
from hostile import HOSTILE, hostile_trace
from hypothesis import given, settings
from strategies import AIMA, FAILS, Case, searched

import tracer
from tracer.text import clean
from viz.formats import node_link
from viz.formats.registry import FORMATS

XMLNS = "{http://graphml.graphdrawing.org/xmlns}"


def text(format: str, trace: tracer.Trace) -> str:
    """The file."""
    stream = io.BytesIO()
    FORMATS[format].write(trace, stream, {})
    return stream.getvalue().decode()


def refuse(token: str) -> float:
    """For a reader as strict as the standard, which has no such numbers."""
    raise AssertionError(token)


def read(format: str, trace: tracer.Trace) -> Any:
    """The file as networkx reads it, JSON by a strict reader, where ends of windows are words that `float` knows."""
    found = text(format, trace)
    if format == "graphml":
        return nx.parse_graphml(found, node_type=int)
    graph = nx.node_link_graph(json.loads(found, parse_constant=refuse), edges="edges")
    for _, facts in graph.nodes(data=True):
        facts |= {name: float(facts[name]) for name in ("alpha", "beta") if name in facts}
    return graph


both = pytest.mark.parametrize("format", ["graphml", "json"])


@both
@settings(max_examples=25)
@given(found=searched())
def test_networkx_reads_back_the_graph(format: str, found: tuple[Case, dict[str, Any], tuple[float, float]]) -> None:
    """Every attribute of every node and edge, infinities among them."""
    case, options, window = found
    for fail in FAILS:
        trace = tracer.trace(case.game, "alphabeta", position=case.position, window=window, fail=fail, **options)
        graph = read(format, trace)
        assert type(graph) is nx.DiGraph
        for node in range(len(trace)):
            expected = dict(trace.graph.nodes[node], end=node + trace.node(node).size)
            assert graph.nodes[node] == {**expected, "move": clean(expected["move"])}
        assert list(graph.edges(data=True)) == list(trace.graph.edges(data=True))


@both
def test_the_graph_says_what_was_searched(format: str) -> None:
    """Numbers as numbers; what is none in JSON, and a window, as texts."""
    trace = tracer.trace("connect4:4,4,3", depth=2, window=(-math.inf, 5))
    said = read(format, trace).graph
    assert (said["search"], said["depth"], said["window"], said["view"]) == ("alphabeta", 2, "(-inf, 5)", "MAX")
    assert said["nodes"] == len(trace) == said["visited"] + said["pruned_branches"]


def test_no_number_is_written_that_json_has_not() -> None:
    plain = tracer.trace(AIMA)
    options = {"limit": math.inf, "low": -math.inf, "odd": math.nan, "window": (0, math.inf)}
    said = read("json", tracer.Trace(plain.columns, [], tracer.Header(options=options), labels=plain.move_labels)).graph
    assert [float(said[name]) for name in ("limit", "low")] == [math.inf, -math.inf]
    assert said["odd"] == "nan"


@both
def test_what_a_node_has_not_is_left_out(format: str) -> None:
    """A pruned branch has no value; a node where the search stopped has none either."""
    nodes = read(format, tracer.trace(AIMA)).nodes
    assert set(nodes[7]) == {"move", "ply", "status", "cutoff", "leaf", "end"}
    assert nodes[7]["leaf"] == 4
    assert "value" not in read(format, tracer.trace(AIMA, max_nodes=3)).nodes[0]


def test_open_windows_are_written_as_java_does() -> None:
    """GraphML's types are Java's, which does not read `inf`."""
    root = ElementTree.fromstring(text("graphml", tracer.trace(AIMA)))
    values = {element.text for element in root.iter(f"{XMLNS}data")}
    assert {"Infinity", "-Infinity"} <= values
    assert not {"inf", "-inf", "nan"} & values


def test_one_node_has_no_edges_and_the_key_of_edges_is_what_networkx_writes_by_itself() -> None:
    data = json.loads(text("json", tracer.trace(AIMA, max_nodes=1)))
    assert (len(data["nodes"]), data["edges"]) == (1, [])
    assert node_link.EDGES_KEY in nx.node_link_data(nx.DiGraph([(0, 1)]), edges="edges")
    assert set(data) == set(nx.node_link_data(nx.DiGraph(), edges=node_link.EDGES_KEY))


@both
def test_hostile_labels_are_text(format: str) -> None:
    """The parser takes every character."""
    trace = hostile_trace()
    graph = read(format, trace)
    assert [graph.edges[0, node]["move"] for node in range(1, len(trace))] == [clean(label) for label in HOSTILE]
    assert [graph.nodes[node]["move"] for node in range(1, len(trace))] == [clean(label) for label in HOSTILE]
    assert (graph.graph["game"], graph.graph["hash"]) == (clean(trace.header.game), "]]>")


def test_no_element_comes_from_a_label() -> None:
    root = ElementTree.fromstring(text("graphml", hostile_trace()))
    tags = ("graphml", "key", "graph", "node", "edge", "data")
    assert {element.tag for element in root.iter()} == {XMLNS + tag for tag in tags}


def test_hostile_options_neither_break_nor_replace_what_is_said() -> None:
    """Their names are attributes of the file."""
    plain = tracer.trace([1, 2])
    options = {'a"><x': 1.5, "nodes": 7, "game": "other", "\x00\ufffe": [math.inf, "y"], "deep": {"a": [None]}}
    said = read("graphml", tracer.Trace(plain.columns, ["1", "2"], tracer.Header(game="mine", options=options))).graph
    assert (said["nodes"], said["game"], said['a"><x'], said["␀�"]) == (3, "mine", 1.5, '[Infinity, "y"]')


@both
def test_a_chain_of_5000_plies_is_read_back(format: str) -> None:
    """Without recursion."""
    graph = read(format, tracer.trace("[" * 5_000 + "3" + "]" * 5_000))
    assert graph.nodes[5_000]["ply"] == 5_000
    assert nx.is_arborescence(graph)
