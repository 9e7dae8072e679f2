"""The trace as a networkx tree: networkx's own algorithms run on the view, and nobody can change it."""

import copy

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tracer

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"


@pytest.fixture
def trace() -> tracer.Trace:
    return tracer.trace(AIMA)


def test_it_is_a_real_digraph_and_an_arborescence(trace: tracer.Trace) -> None:
    assert isinstance(trace.graph, nx.DiGraph)
    assert nx.is_arborescence(trace.graph)
    assert nx.is_frozen(trace.graph)
    assert trace.graph is trace.graph


def test_nodes_have_the_attributes_that_they_have(trace: tracer.Trace) -> None:
    graph = trace.graph
    assert graph.nodes[5] == {
        "move": "a2", "ply": 1, "turn": "MIN", "alpha": 3.0, "beta": float("inf"), "value": 2.0, "bound": "UPPER",
        "status": "EXPANDED", "cutoff": True,
    }  # fmt: skip
    assert graph.nodes[7] == {"move": "b2", "ply": 2, "status": "PRUNED", "cutoff": False, "leaf": 4}
    assert graph.edges[5, 7] == {"move": "b2"}
    assert nx.get_node_attributes(graph, "value")[0] == 3
    assert 7 not in nx.get_node_attributes(graph, "value")
    assert graph.graph == {"game": AIMA, "search": "alphabeta"}


def test_networkx_algorithms_run_on_it(trace: tracer.Trace) -> None:
    graph = trace.graph
    assert nx.descendants(graph, 5) == {6, 7, 8}
    assert nx.ancestors(graph, 7) == {0, 5}
    assert nx.shortest_path(graph, 0, 11) == [0, 9, 11]
    assert list(nx.dfs_preorder_nodes(graph, 0)) == list(range(13))
    assert nx.dag_longest_path_length(graph) == 2
    assert sorted(nx.ego_graph(graph, 1)) == [1, 2, 3, 4]
    assert graph.to_undirected().number_of_edges() == 12
    assert sorted(graph.subgraph([0, 1, 2]).edges) == [(0, 1), (1, 2)]
    assert graph.reverse().out_degree(0) == 0
    assert graph.reverse(copy=False).in_degree(0) == 3
    assert nx.topological_sort(graph).__next__() == 0
    assert nx.lowest_common_ancestor(graph, 2, 7) == 0
    assert nx.is_isomorphic(graph, nx.balanced_tree(3, 2, create_using=nx.DiGraph))
    assert len(list(nx.generate_graphml(graph))) > 13


def test_copies_are_ordinary_graphs(trace: tracer.Trace) -> None:
    for made in (trace.graph.copy(), nx.DiGraph(trace.graph), copy.deepcopy(trace.graph.copy())):
        made.add_edge(12, 13)
        made.nodes[0]["value"] = 9
        assert not nx.is_frozen(made)
        assert made.nodes[0]["value"] == 9
    assert len(trace.graph) == 13
    assert trace.graph.nodes[0]["value"] == 3


def test_the_view_cannot_be_changed(trace: tracer.Trace) -> None:
    graph = trace.graph
    with pytest.raises(nx.NetworkXError):
        graph.add_node(99)
    with pytest.raises(nx.NetworkXError):
        graph.remove_edge(0, 1)
    with pytest.raises(nx.NetworkXError, match="copy"):
        graph.nodes[0]["value"] = 9
    with pytest.raises(nx.NetworkXError, match="copy"):
        graph.edges[0, 1].update(move="x")
    with pytest.raises(ValueError, match="read-only"):
        trace.columns.value[0] = 9


def test_strange_names_are_no_nodes(trace: tracer.Trace) -> None:
    for name in (-1, 13, "0", 0.5, None, True):
        assert name not in trace.graph
        assert not trace.graph.has_node(name)
    assert trace.graph.has_edge(0, 1)
    assert not trace.graph.has_edge(1, 0)
    assert not trace.graph.has_edge(0, 2)


@given(st.integers(0, 10_000), st.integers(1, 4), st.integers(0, 4))
def test_it_has_the_edges_that_the_nodes_have(seed: int, branching: int, depth: int) -> None:
    trace = tracer.trace(f"random:b={branching},d={depth},seed={seed}")
    edges = {(node.parent.index, node.index) for node in trace if node.parent}
    assert set(trace.graph.edges) == edges
    assert trace.graph.number_of_edges() == len(trace) - 1
    assert set(trace.graph.copy().edges) == edges


def test_a_chain_of_5000_plies() -> None:
    graph = tracer.trace("[" * 5_000 + "3" + "]" * 5_000, "minimax").graph
    assert nx.is_arborescence(graph)
    assert len(nx.shortest_path(graph, 0, 5_000)) == 5_001


def test_attributes_are_plain_and_their_bound_is_the_proved_one() -> None:
    trace = tracer.trace("tictactoe", position="XOX/OXO/...")
    differs = 0
    for node in trace:
        told = trace.graph.nodes[node.index]
        proved = trace.proved_bound(node.index)
        assert told["status"] == node.status.name
        assert tracer.Status[told["status"]] is node.status
        assert told.get("turn") == (None if node.turn is None else node.turn.name)
        assert told.get("bound") == (None if proved is None else proved.name)
        assert {type(value) for value in told.values()} <= {str, int, float, bool}
        differs += proved is not node.bound
    assert differs or trace.classical().graph.nodes[0]["bound"] == "EXACT"
