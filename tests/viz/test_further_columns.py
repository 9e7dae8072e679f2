"""What only some searches have: kinds of moves, reasons, probabilities and priors, in every file for other programs."""

import csv
import io
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import pyarrow.parquet as pq
import pytest
from strategies import WIKIPEDIA

import tracer
import viz
from tracer.errors import PlyscopeError
from tracer.tracing import Trace

PROBED = "[(1/2:[3,4],1/2:[3,5]),(1/3:[1,0],1/3:[0,3],1/3:[5,6])]"
NAMES = {"kind", "why", "weight"}


def searches() -> dict[str, Trace]:
    return {
        "engine": tracer.trace("nim:1,2,3", "engine", depth=5, with_="null,lmr,quiescence,futility"),
        "star2": tracer.trace(PROBED, "star2"),
        "star1": tracer.trace(PROBED, "star1"),
        "deepening": tracer.trace("nim:1,2", "deepening"),
        "puct": tracer.trace("nim:1,2,2", "puct", iterations=30),
        "uct": tracer.trace("nim:1,2,2", "uct", iterations=30),
        "pns": tracer.trace("nim:1,2,2", "pns"),
    }


@pytest.mark.parametrize("search", searches())
def test_graphs_read_back_with_all_that_the_nodes_have(search: str, tmp_path: Path) -> None:
    trace = searches()[search]
    for name in ("t.json", "t.graphml"):
        viz.draw(trace, tmp_path / name)
    graphs: list[Any] = [
        nx.node_link_graph(json.loads((tmp_path / "t.json").read_text()), edges="edges"),
        nx.read_graphml(tmp_path / "t.graphml", node_type=int),
    ]
    for graph in graphs:
        for node in range(len(trace)):
            expected = dict(trace.graph.nodes[node], end=trace.columns.end.item(node))
            assert dict(graph.nodes[node]) == expected


@pytest.mark.parametrize("search", searches())
def test_tables_have_columns_of_what_there_is(search: str, tmp_path: Path) -> None:
    trace = searches()[search]
    viz.draw(trace, tmp_path / "t.csv")
    viz.draw(trace, tmp_path / "t.parquet")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "t.csv").read_text())))
    table = pq.read_table(tmp_path / "t.parquet").to_pylist()
    assert list(rows[0]) == list(table[0])
    for name in NAMES:
        known = [trace.graph.nodes[node].get(name) for node in range(len(trace))]
        has = any(value is not None for value in known)
        assert (name in rows[0]) >= has
        if has:
            assert [row[name] for row in table] == known
            assert [row[name] for row in rows] == [
                "" if value is None else value if isinstance(value, str) else repr(value).removesuffix(".0")
                for value in known
            ]


def test_they_are_there() -> None:
    named = {
        search: {name for node in trace.graph for name in trace.graph.nodes[node]}
        for search, trace in searches().items()
    }
    assert named["engine"] >= {"kind", "why"}
    assert named["star2"] >= {"why", "weight"}
    assert "weight" in named["puct"]
    assert "kind" in named["deepening"]
    assert not named["uct"] & NAMES


def test_chance_is_written_for_gambit_with_its_probabilities(tmp_path: Path) -> None:
    for search in ("expectiminimax", "star1", "star2"):
        trace = tracer.trace(PROBED, search)
        viz.draw(trace, tmp_path / "t.efg")
        lines = (tmp_path / "t.efg").read_text().splitlines()
        chance = [line for line in lines if line.startswith("c ")]
        assert len(chance) == 2
        assert chance[0].endswith('1 "" { "b1" 0.5 "b2" 0.5 } 0')
        assert chance[1].count("0.3333333333333333") == 3
        nodes = [line for line in lines if line.startswith(("c ", "p ", "t "))]
        wanted = 1
        for line in nodes:  # in prefix order each node has as many subtrees as it has actions
            assert wanted > 0
            actions = line.split("{")[1].split("}")[0] if line[0] != "t" else ""
            wanted += actions.count('"') // 2 - 1
        assert not wanted


def test_passes_are_no_game(tmp_path: Path) -> None:
    with pytest.raises(PlyscopeError, match="deepening searches one position in passes"):
        viz.draw(searches()["deepening"], tmp_path / "t.efg")


def test_a_re_search_has_a_sign_in_front_of_its_move() -> None:
    """At each visit right after one by the same move, and nowhere else; the legend says so where there is one."""
    trace = tracer.trace(WIKIPEDIA, "pvs")
    drawn = viz.picture(trace)
    signed = {box.node for box in drawn.boxes if box.lines[0].startswith("↪ ")}
    again = {
        child
        for node in range(len(trace))
        for before, child in pairwise(trace.children(node))
        if trace.columns.move[before] == trace.columns.move[child]
    }
    assert signed == again
    assert len(again) == trace.counts.re_searches == 2
    assert [entry.meaning for entry in drawn.legend if entry.sign == "↪"] == ["the move before it, searched again"]
    assert not any(entry.sign == "↪" for entry in viz.picture(tracer.trace(WIKIPEDIA)).legend)
    edges = viz.picture(trace, moves="edge")
    assert {box.node for box in edges.boxes if box.edge and box.edge[0].startswith("↪ ")} == again
    passes = viz.picture(tracer.trace(WIKIPEDIA, "mtdf"), max_nodes=400)
    assert not any("↪" in line for box in passes.boxes if box.ply == 1 for line in box.lines)
