"""The figures of textbooks, held to what the books print: values, windows, and which leaves are pruned."""

import runpy
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import tracer
from tracer.games.rules import MAX
from tracer.recording.status import PRUNED
from tracer.text import number
from tracer.time.landmarks import trace_at_step
from viz.pictures.ranges import value_ranges
from viz.pictures.roles import NodeType, node_type

FOLDER = Path(__file__).parent.parent / "examples" / "figures"
INF = float("inf")


def script(name: str) -> dict[str, Any]:
    """What a script defines."""
    return runpy.run_path(str(FOLDER / f"{name}.py"))


def pruned(trace: tracer.Trace) -> list[str]:
    """The branches that were pruned, as paths."""
    return ["/".join(node.path) for node in trace if node.status is PRUNED]


def texts(svg: str) -> list[str]:
    """The text of a picture."""
    return ["".join(one.itertext()) for one in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_minimax_on_the_tree_of_russell_and_norvig() -> None:
    """Value 3 by move a1; the MIN nodes are worth 3, 2 and 2; nine leaves, all visited."""
    trace = script("aima_minimax")["trace"]()
    assert (trace.value, trace.best_move) == (3, "a1")
    assert [trace.find(move).value for move in ("a1", "a2", "a3")] == [3, 2, 2]
    assert trace.counts.leaves == 9
    assert not pruned(trace)
    shown = Counter(texts(script("aima_minimax")["figure"]()))
    assert shown["MAX"] == shown["MIN"] == 1
    assert all(shown[f"{letter}{place}"] == 1 for letter in "abcd" for place in (1, 2, 3))
    assert [text for text in shown if text[0] in "ABCD"] == ["A = 3", "B = 3", "C = 2", "D = 2"]


def test_the_six_stages_of_alpha_beta_on_it() -> None:
    """What the book writes beside A, B, C and D at each stage, and the two leaves that are pruned."""
    found = script("aima_alphabeta")
    trace, step = found["trace"](), found["step"]
    a, b, c, d = 0, trace.find("1").index, trace.find("2").index, trace.find("3").index
    expected = {
        "(a)": {a: (-INF, INF), b: (-INF, 3)},
        "(b)": {a: (-INF, INF), b: (-INF, 3)},
        "(c)": {a: (3, INF), b: (3, 3)},
        "(d)": {a: (3, INF), b: (3, 3), c: (-INF, 2)},
        "(e)": {a: (3, 14), b: (3, 3), c: (-INF, 2), d: (-INF, 14)},
        "(f)": {a: (3, 3), b: (3, 3), c: (-INF, 2), d: (2, 2)},
    }
    for name, leaf in found["STAGES"].items():
        then = trace_at_step(trace, step(trace, leaf))
        known = value_ranges(then)
        assert {node: known[node] for node in (a, b, c, d) if node < len(then)} == expected[name], name
    assert pruned(trace) == ["a2/b2", "a2/b3"]
    assert trace.value == 3
    shown = texts(found["figure"]())
    assert [name for name in shown if name in expected] == list(expected)
    named = {a: "A", b: "B", c: "C", d: "D"}
    written = Counter(
        f"{named[node]} [{number(low)}, {number(high)}]"
        for stage in expected.values()
        for node, (low, high) in stage.items()
    )
    assert Counter(text for text in shown if text[:3] in ("A [", "B [", "C [", "D [")) == written


def test_the_tree_of_wikipedia() -> None:
    """Value 6; the article greys three branches, as >= has it; the test > looks at one of them."""
    found = script("wikipedia")
    assert [(found["trace"](cut).value, found["trace"](cut).counts.visited) for cut in (">=", ">")] == [
        (6, 25),
        (6, 26),
    ]
    assert pruned(found["trace"](">=")) == ["a1/b1/c2/d3", "a2/b1/c2/d2", "a3/b2"]
    assert pruned(found["trace"](">")) == ["a1/b1/c2/d3", "a3/b2"]
    shown = texts(found["figure"]())
    assert "cutoff where value >= beta" in shown
    assert "cutoff where value > beta" in shown


def test_the_minimal_tree_of_knuth_and_moore() -> None:
    """Leaves: b^⌈d/2⌉ + b^⌊d/2⌋ − 1. Type 1 along the first moves, one child below type 2, all below type 3."""
    found = script("knuth_moore")
    trace, b, d = found["trace"](), found["BRANCHING"], found["DEPTH"]
    assert trace.counts.leaves == b ** -(-d // 2) + b ** (d // 2) - 1
    types = Counter(node_type(trace, node.index) for node in trace if node.status is not PRUNED)
    assert types[NodeType.PV] == d + 1
    for node in trace:
        if node.children and node_type(trace, node.index) is NodeType.CUT:
            assert [child.status is PRUNED for child in node.children] == [False, *[True] * (b - 1)]
        elif node.children:
            assert not any(child.status is PRUNED for child in node.children)
    shown = Counter(texts(found["figure"]()))
    for kind in NodeType:
        # Once in each node and once in the legend.
        assert shown[kind.value] == types[kind] + 1


def test_tic_tac_toe_to_ply_two() -> None:
    """Nine first moves, eight replies to each; after the first move only as many are looked at as are needed."""
    found = script("tictactoe")
    trace = found["trace"]()
    top = [node for node in trace if node.ply <= 2]
    assert len(top) == 1 + 9 + 72
    assert trace.value == 0
    assert all(node.value == 0 for node in trace.root.children)
    first, *others = trace.root.children
    assert not any(reply.status is PRUNED for reply in first.children)
    for move in others:
        # A reply that holds the draw ends it: the first move has that already.
        assert [reply.value == 0 for reply in move.children if reply.status is not PRUNED][-1]
    figure = found["figure"]()
    names = [one.get("id", "") for one in ElementTree.fromstring(figure).iter("{http://www.w3.org/2000/svg}g")]
    assert sorted(int(name.partition(".n")[2]) for name in names) == [node.index for node in top[1:]]
    # A box and an edge each, and one box in the legend.
    assert figure.count('stroke-dasharray="4,2.5"') == 2 * sum(node.status is PRUNED for node in top) + 1
    # A cross, of two lines, in every position looked at, and a ring in those after a reply.
    looked = [node.ply for node in top[1:] if node.status is not PRUNED]
    assert figure.count('stroke="#2b6cb0" stroke-width="1.6"') == 2 * len(looked)
    assert figure.count("<ellipse") == looked.count(2)


def test_minimax_against_alpha_beta() -> None:
    """The same value, and fewer visits."""
    found = script("minimax_alphabeta")
    whole, part = found["trace"]("minimax"), found["trace"]("alphabeta")
    assert whole.value == part.value == 8
    # Two β cutoffs skip leaves, an α cutoff skips a node with two leaves below it.
    assert pruned(part) == ["a1/b2/c2", "a1/b2/c3", "a2/b2/c2", "a2/b2/c3", "a3/b2"]
    assert part.counts.pruned_nodes == 5 + 2
    assert whole.counts.visited == part.counts.visited + part.counts.pruned_nodes
    shown = texts(found["figure"]())
    for trace in (whole, part):
        assert f"{trace.counts.visited} visited, {trace.counts.pruned_branches} branches pruned" in shown
    assert whole.root.turn is MAX
    assert Counter(shown)["✂ β"] == 2 + 1
    assert Counter(shown)["✂ α"] == 1 + 1


def test_sss_and_mtdf_evaluate_the_same_leaves_in_the_same_order() -> None:
    """Seven of nine, for the merits ∞, 14, 5 and 3, which are what the passes ask for."""
    found = script("sss_mtdf")
    one, other = found["best_first"](), found["passes"]()
    ways = [
        [[label for label in trace.node(leaf).path if not label.startswith("γ")] for leaf in found["order"](trace)]
        for trace in (one, other)
    ]
    assert ways[0] == ways[1]
    assert ["/".join(way) for way in ways[0]] == ["a1/b1", "a2/b1", "a3/b1", "a3/b2", "a3/b3", "a1/b2", "a1/b3"]
    shown = Counter(texts(found["figure"]()))
    assert all(shown[f"leaf {place}"] == 2 for place in range(1, 8))
    assert shown["merits ∞, 14, 5, 3: leaves 1 to 7"] == 1
    asked = ("∞: leaves 1 to 3", "14: leaf 4", "5: leaf 5", "3: leaves 6 to 7")
    assert all(shown[f"asks for {said}"] == 1 for said in asked)


def test_the_icicle_of_tic_tac_toe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All 25,227 nodes of the search, and the 531,649 that it never visited: 549,946 with those visited."""
    assert len(script("icicle")["trace"]()) == 18_297 + 6_930
    path = tmp_path / "icicle.svg"
    monkeypatch.setattr("sys.argv", ["icicle.py", str(path)])
    runpy.run_path(str(FOLDER / "icicle.py"), run_name="__main__")
    shown = texts(path.read_text(encoding="utf-8"))
    assert "value 0 · 18,297 visited · 8,180 cutoffs · 531,649 pruned nodes below 6,930 pruned branches" in shown
    assert "nodes of the full tree, in the order of the search" in shown


@pytest.mark.parametrize("name", [path.stem for path in sorted(FOLDER.glob("*.py")) if path.stem != "icicle"])
def test_every_figure_is_the_same_each_time(name: str) -> None:
    """So it can live in version control."""
    assert script(name)["figure"]() == script(name)["figure"]()
