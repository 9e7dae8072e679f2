"""What leaves plyscope of a best-first search: graphs, tables, pictures; and what cannot be drawn of it."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from strategies import AIMA, BEST_FIRST

import tracer
import viz
from tracer import PlyscopeError, Trace
from tracer.condition.terms import Condition
from tracer.condition.watchpoint import parse_breakpoint
from tracer.recording.log_numbers import last_log_row, node_visits
from tracer.text import number
from tracer.why.best_first_substeps import list_substeps

NUMBERS = {"uct": "nwq", "puct": "nwq", "sss": ["merit"], "dual": ["merit"], "pns": ["pn", "dn"], "dfpn": ["pn", "dn"]}


@pytest.fixture(params=BEST_FIRST)
def trace(request: pytest.FixtureRequest) -> Trace:
    return tracer.trace("nim:1,2,3", request.param)


def names(trace: Trace) -> list[str]:
    return ["born", "iteration", *NUMBERS[trace.header.search]]


def test_the_numbers_are_those_of_each_node(trace: Trace) -> None:
    assert list(trace.log_numbers) == names(trace)
    last = trace.steps - 1
    for node in range(0, len(trace), 3):
        found = {name: column.item(node) for name, column in trace.log_numbers.items()}
        assert found["born"] == trace.entered(node)
        if "n" in found:
            assert (found["n"], found["w"]) == pytest.approx(node_visits(trace.columns, node, last))
        elif (known := last_log_row(trace.columns, node, last)) is not None:
            assert known.x == (found["pn"] if "pn" in found else found["merit"])


def test_a_depth_first_search_has_none() -> None:
    assert tracer.trace(AIMA).log_numbers == {}


def test_graph_json_and_graphml_carry_them(trace: Trace, tmp_path: Path) -> None:
    for suffix, read in (("json", read_json), ("graphml", lambda path: nx.read_graphml(path, node_type=int))):
        viz.draw(trace, tmp_path / f"t.{suffix}")
        graph: Any = read(tmp_path / f"t.{suffix}")
        for node in range(0, len(trace), 4):
            for name in names(trace):
                assert graph.nodes[node].get(name) == trace.graph.nodes[node].get(name)
                value = trace.log_numbers[name].item(node)
                assert trace.graph.nodes[node].get(name, np.nan) == pytest.approx(value, nan_ok=True)


def read_json(path: Path) -> Any:
    return nx.node_link_graph(json.loads(path.read_text(encoding="utf-8")), edges="edges")


def test_a_table_has_a_column_for_each(trace: Trace, tmp_path: Path) -> None:
    viz.draw(trace, tmp_path / "t.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "t.csv").read_text())))
    assert len(rows) == len(trace)
    for name in names(trace):
        for row, value in zip(rows, trace.log_numbers[name].tolist(), strict=True):
            assert row[name] == "" if value != value else float(row[name]) == value


@pytest.mark.parametrize(("search", "said"), [("uct", "N "), ("pns", "pn ")])
def test_a_picture_says_them(search: str, said: str) -> None:
    text = viz.to_svg(tracer.trace(AIMA, search))
    assert said in str(text)


@pytest.mark.parametrize(
    ("search", "options", "result", "signs", "written"),
    [
        ("uct", {"iterations": 60}, "13 nodes · 60 iterations", set(), "N 31, Q 3"),
        ("pns", {"goal": "3"}, "7 nodes · 2 expanded", {"pn, dn"}, "pn 1, dn 1"),
        ("sss", {}, "value 3 · 11 nodes · 18 states taken", {"LIVE"}, "LIVE, h ∞"),
    ],
)
def test_a_picture_says_what_was_counted_and_what_its_signs_mean(
    search: str, options: dict[str, Any], result: str, signs: set[str], written: str
) -> None:
    drawn = viz.picture(tracer.trace(AIMA, search, **options))
    assert drawn.heading[1].endswith(result)
    assert {entry.sign for entry in drawn.legend} & {"open", "pn, dn", "LIVE", "N 0"} == signs
    assert any(written in box.lines for box in drawn.boxes)
    assert not any("open" in box.lines for box in drawn.boxes)
    for word in ("N", "Q") if search == "uct" else ("pn", "dn") if search == "pns" else ("LIVE", "h"):
        assert word in drawn.note


@pytest.mark.parametrize("step", [1, 4, 7])
def test_the_tree_as_it_was_is_drawn_with_the_node_of_the_step(trace: Trace, step: int) -> None:
    drawn = viz.picture(trace, step=step)
    assert drawn.marked
    assert trace.columns.log is not None
    node = int(trace.columns.log.node[step])
    assert drawn.boxes[drawn.marked[0]].lines[0].endswith(trace.label(node) if node else "root")


def test_nothing_is_claimed_of_what_it_never_visited(trace: Trace) -> None:
    found = trace.counts.summary()
    names = ("pruned_branches", "pruned_nodes", "pruned_nodes_exact", "full_tree_nodes", "effective_branching_factor")
    assert [found[name] for name in names] == [None] * 5
    assert "pruned" not in repr(trace)


@pytest.mark.parametrize("top", [0, 1])
def test_a_profile_has_the_path_of_each_step(trace: Trace, top: int, tmp_path: Path) -> None:
    viz.draw(trace, tmp_path / "t.speedscope.json", root=top)
    file, log, end = json.loads((tmp_path / "t.speedscope.json").read_text()), trace.columns.log, trace.columns.end[top]
    assert log is not None
    (profile,) = file["profiles"]
    ways = [trace.ancestry(node) for node in log.node.tolist() if top <= node < end]
    names = [[trace.label(node) if node else "root" for node in way if node >= top] for way in ways]
    frames = [frame["name"][2:] for frame in file["shared"]["frames"]]
    assert [[frames[number] for number in stack] for stack in profile["samples"]] == names
    assert profile["weights"] == [1] * len(ways)
    assert (profile["type"], profile["startValue"], profile["endValue"]) == ("sampled", 0, len(ways))


def test_conditions_speak_of_them() -> None:
    trace = tracer.trace("tictactoe", "uct", iterations=200)
    found = parse_breakpoint("n > 20 and q > 0")
    assert isinstance(found, Condition)
    wanted = (trace.log_numbers["n"] > 20) & (trace.log_numbers["q"] > 0)
    assert found.nodes(trace).tolist() == wanted.tolist()
    assert len(found.hits(trace)) == int(wanted.sum()) > 0
    proofs = tracer.trace("tictactoe", "pns")
    born = parse_breakpoint("born < 20 and pn == 0")
    assert isinstance(born, Condition)
    assert born.nodes(proofs).sum() == ((proofs.log_numbers["born"] < 20) & (proofs.log_numbers["pn"] == 0)).sum()


@pytest.mark.parametrize("search", ["uct", "puct"])
def test_the_parts_of_an_iteration_go_down_to_its_leaf_and_up_again(search: str) -> None:
    trace = tracer.trace("tictactoe", search, iterations=150)
    log = trace.columns.log
    assert log is not None
    for step in range(0, trace.steps, 7):
        parts = list_substeps(trace, step)
        nodes = [part.node for part in parts]
        leaf = int(log.node[step])
        way = trace.ancestry(leaf)
        assert nodes[-2:] == [leaf, 0]
        assert set(nodes) <= set(way)
        assert "back up" in parts[-1].text
        assert f"{len(way)} node" in parts[-1].text


def test_nodes_are_named_by_their_ids_in_the_trace_at_every_step() -> None:
    trace = tracer.trace("tictactoe", "uct", iterations=60)
    born = trace.columns.born
    assert born is not None
    node = max(range(1, 30), key=lambda one: int(born[one]) <= 25 and one)
    then = int((born[:node] <= 25).sum())
    assert then != node
    drawn = viz.picture(trace, step=25, highlight=[node], notes={node: "here"})
    shown = [box for box in drawn.boxes if "here" in box.lines]
    assert [box.node for box in shown] == [then]
    assert shown[0].role.highlighted
    late = int(np.argmax(born))
    with pytest.raises(PlyscopeError, match="not met by step 25"):
        viz.picture(trace, step=25, near=late)


def test_the_most_visited_nodes_of_a_monte_carlo_search_stay_with_wider_edges() -> None:
    trace = tracer.trace("tictactoe", "uct", iterations=300)
    visits = trace.log_numbers["n"]
    drawn = viz.picture(trace, max_nodes=20, fold=False)
    shown = {box.node for box in drawn.boxes if box.name.startswith("n")}
    line = set(trace.principal_variation)
    assert min(visits[[*(shown - line)]]) >= max(visits[[*(set(range(len(trace))) - shown)]])
    widths = {visits[box.node]: drawn.theme.edge_look(box.role).width for box in drawn.boxes[1:] if box.role.visits}
    assert widths[max(widths)] > widths[min(widths)]
    assert any("visits" in entry.meaning for entry in drawn.legend)


def test_cutoffs_at_chance_nodes_and_moves_that_no_cutoff_skipped_are_explained_as_such() -> None:
    chance = viz.picture(tracer.trace(tracer.game("[(0.9:[2,2],0.1:[3,3]),(0.9:[1,1],0.1:[4,4])]"), "star1"))
    said = " ".join(entry.meaning for entry in chance.legend)
    assert "cutoff (at chance" in said or "or chance)" in said
    probed = viz.picture(tracer.trace("piglet:3", "star2", depth=4), max_nodes=400, fold=False)
    left = [box for box in probed.boxes if "⊘ left" in box.lines]
    assert all(box.role.pruned for box in left)
    assert bool(left) == any(entry.sign == "left" for entry in probed.legend)


def test_a_highlighted_line_has_the_numbers_of_the_step(trace: Trace) -> None:
    """Each node on it says what it says without the highlight, which is what the log told by then."""
    last = max(range(len(trace)), key=lambda node: (int(trace.columns.ply[node]), -node))
    step = min(trace.entered(last) + 3, trace.steps - 2)
    options: dict[str, Any] = {"step": step, "max_nodes": 400, "fold": False, "fit": "none"}
    plain = {box.name: box for box in viz.picture(trace, nodes=None, **options).boxes}
    drawn = viz.picture(trace, highlight=(last,), **options)
    line = [box for box in drawn.boxes if box.role.highlighted]
    assert len(line) == trace.columns.ply[last] + 1
    for box, node in zip(line, trace.ancestry(last), strict=True):
        label = trace.label(node) if node else "root"
        assert box.lines[0] == f"★ {label}"
        assert box.lines[1:] == plain[box.name].lines[1:]
        said = " ".join(box.lines[1:])
        if trace.header.search in ("uct", "puct"):
            counted = node_visits(trace.columns, node, step)
            assert f"N {counted.times}" in said
            assert counted.mean is None or f"Q {number(counted.mean)}" in said
        elif trace.header.search in ("pns", "dfpn") and (known := last_log_row(trace.columns, node, step)) is not None:
            assert said == f"pn {number(known.x)}, dn {number(known.y)}"
