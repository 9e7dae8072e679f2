"""Two searches in one drawing: whose each node is shows by colour and without it."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hostile import hostile_trace
from hypothesis import given, settings
from pairs import pairs
from strategies import AIMA
from test_dot_files import statements, styled

import tracer
import viz
from tracer.comparing.comparison import compare
from tracer.comparing.union_tree import CHANGED, ONLY_A, ONLY_B, Side
from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.tracing import Trace
from viz import export
from viz.pictures.roles import Kind, Role
from viz.pictures.sides import SIDE_NAMES, from_comparison, side_by_side
from viz.pictures.theme import LIGHT


def drawn(a: Trace, b: Trace, **options: Any) -> dict[str, str]:
    """The statements of a drawing of two searches, with text for the HTML of their labels."""
    both = side_by_side(a, b)
    lines = statements(both.trace, sides=both, last_cutoffs=True, **options)
    return {subject: re.sub(r"label=<(.*)>, shape", _text, line) for subject, line in lines.items()}


def _text(label: re.Match[str]) -> str:
    shown = styled(label[1]).replace("\n", r"\n")
    return f'label="{shown}", shape'


def test_what_only_one_visited_says_so_in_words_and_colour() -> None:
    lines = drawn(tracer.trace(AIMA, "minimax"), tracer.trace(AIMA))
    assert {node for node, line in lines.items() if "only A" in line} == {"n7", "n8"}
    assert 'label="b2\\n= 4\\nonly A"' in lines["n7"]
    assert LIGHT.sides[ONLY_A].fill in lines["n7"]
    assert LIGHT.sides[ONLY_A].line in lines["n5 -> n7"]
    turned = drawn(tracer.trace(AIMA), tracer.trace(AIMA, "minimax"))
    assert {node for node, line in turned.items() if "only B" in line} == {"n7", "n8"}
    assert LIGHT.sides[ONLY_B].fill in turned["n7"]


def test_what_changed_has_the_facts_of_both() -> None:
    lines = drawn(tracer.trace(AIMA, "minimax"), tracer.trace(AIMA))
    assert 'label="a2\\nA = 2\\nB ≤ 2 (3, ∞) ✂ α"' in lines["n5"]
    assert 'label="a3\\nA = 2\\nB = 2 (3, ∞) α, none left"' in lines["n9"]
    assert LIGHT.sides[CHANGED].fill in lines["n5"]
    assert "B ✂ α" in lines["n5 -> n6"]
    assert 'label="a1\\n= 3"' in lines["n1"]
    tree = '{"children": [{"value": 4, "children": [7, 9]}, 2]}'
    lines = drawn(tracer.trace(tree, "minimax"), tracer.trace(tree, "minimax", depth=1))
    assert 'label="a1\\nA = 7\\nB = 4 horizon"' in lines["n1"]


def test_what_is_exact_in_one_and_a_bound_in_the_other_is_not_the_same() -> None:
    """Of two searches that did the same, one says less where it may only go by its windows."""
    tree = [[3, 12, 8], [2, 4, 6], [5, 2]]
    lines = drawn(tracer.trace(tree), tracer.trace(tree).classical())
    assert 'label="a3\\nA = 2 (3, ∞) α, none left\\nB ≤ 2 (3, ∞) α, none left"' in lines["n9"]
    assert 'label="a2\\n≤ 2\\n(3, ∞)"' in lines["n5"]
    # A window that only one of them has is not said of both.
    for one, other in (("minimax", "alphabeta"), ("alphabeta", "minimax")):
        lines = drawn(tracer.trace(tree, one), tracer.trace(tree, other))
        assert 'label="a1\\n= 3"' in lines["n1"]


@pytest.mark.parametrize("seed", range(12))
def test_a_node_is_drawn_as_the_same_only_where_both_say_the_same(seed: int) -> None:
    game = f"random:b=3,d=4,seed={seed}"
    a = tracer.trace(game, "minimax" if seed % 2 else "alphabeta", order="reversed" if seed % 3 else None)
    both = side_by_side(a, tracer.trace(game, fail="hard" if seed % 4 > 1 else "soft"))
    for node in range(len(both.trace)):
        (_, one, in_a), (_, other, in_b) = both.searches()
        here = int(in_a[node]), int(in_b[node])
        if min(here) < 0 or PRUNED in (one.columns.status[here[0]], other.columns.status[here[1]]):
            continue
        facts = [_said(trace, index) for trace, index in zip((one, other), here, strict=True)]
        windowed = one.header.windowed and other.header.windowed
        assert (both.side(node) is CHANGED) == any(
            mine != theirs for mine, theirs in zip(*facts, strict=True) if mine[0] != "window" or windowed
        )


def _said(trace: Trace, node: int) -> list[tuple[str, Any]]:
    one = trace.node(node)
    facts = {"value": one.value, "bound": trace.proved_bound(node), "status": one.status, "cutoff": one.cutoff}
    return [*facts.items(), ("window", (one.alpha, one.beta))]


def test_pruned_branches_stay_grey_and_dashed() -> None:
    lines = drawn(tracer.trace(AIMA), tracer.trace(AIMA, cut=">"))
    for node in ("n7", "n8"):
        assert LIGHT.pruned in lines[node]
        assert "dashed" in lines[node]
    one, other = tracer.trace([[3, 5], [2, 9, 9]]), tracer.trace([[3, 5], [2, 9, 9]], max_nodes=5)
    lines = drawn(one, other)
    assert 'label="b2\\n9\\nonly A"' in lines["n6"]
    assert "dashed" in lines["n6"]


def test_no_two_sides_differ_in_colour_alone() -> None:
    """Words in the node, but for what is the same in both."""
    assert set(SIDE_NAMES) | {CHANGED, Side.BOTH} == set(Side) == set(LIGHT.sides)
    assert len(set(SIDE_NAMES.values())) == len(SIDE_NAMES)
    for kind in Kind:
        fills = {LIGHT.node_look(Role(kind, side=side)).fill for side in Side}
        assert len(fills) == (1 if Role(kind).pruned else len(Side))


def test_the_legend_explains_the_sides_that_are_drawn() -> None:
    text = viz.diff_to_dot(tracer.trace(AIMA, "minimax"), tracer.trace(AIMA))
    assert "A  minimax: value 3 · 13 visited · 0 pruned branches" in text
    assert "B  alphabeta: value 3 · 11 visited · 2 pruned nodes" in text
    assert "in A alone" in text
    assert "value, bound or fate differ" in text
    assert "in B alone" not in text
    assert "principal variation" not in text
    assert "alone" not in viz.to_dot(tracer.trace(AIMA))
    same = viz.diff_to_dot(tracer.trace(AIMA), tracer.trace(AIMA, cut=">"))
    assert "B  alphabeta, cut &gt;: value 3" in same
    assert "alone" not in same


def test_differences_come_first_under_a_budget() -> None:
    one, other = tracer.trace("tictactoe"), tracer.trace("tictactoe", cut=">")
    both = side_by_side(one, other)
    nodes = [int(name[1:]) for name in statements(both.trace, sides=both, max_nodes=40) if re.fullmatch(r"n\d+", name)]
    assert len(nodes) == 40
    assert sum(both.codes[node] > 0 for node in nodes) > 20


@given(pairs())
@settings(max_examples=30)
def test_any_two_traces_are_drawn(pair: tuple[Trace, Trace]) -> None:
    both = from_comparison(compare(*pair))
    lines = statements(both.trace, sides=both, max_nodes=len(both.trace))
    drawn = [node for node in range(len(both.trace)) if f"n{node}" in lines]  # others stand beside one that is alike
    assert all(node in drawn for node in np.flatnonzero(both.notable & (both.trace.columns.status != PRUNED)))
    for node in drawn:
        line, side = lines[f"n{node}"], both.side(node)
        assert ("only A" in line) == (side is ONLY_A)
        assert ("only B" in line) == (side is ONLY_B)
        if both.trace.columns.status[node] == PRUNED:
            assert "dashed" in line
        else:
            assert LIGHT.sides[Side.BOTH if both.other_windows[node] else side].fill in line


def test_hostile_labels_stay_labels() -> None:
    """Two traces whose moves, game and search are called what nothing should be called."""
    one, other = hostile_trace(), hostile_trace()
    assert "evil" in viz.diff_to_dot(one, other)
    assert "\x1b" not in viz.diff_to_dot(one, other)


def test_the_sides_of_another_trace_are_refused() -> None:
    both = side_by_side(tracer.trace(AIMA), tracer.trace(AIMA))
    with pytest.raises(PlyscopeError, match="sides of another trace"):
        viz.to_dot(tracer.trace(AIMA), sides=both)


def test_a_difference_is_drawn_to_a_file_but_is_no_table(tmp_path: Path) -> None:
    one, other = tracer.trace(AIMA), tracer.trace(AIMA, "minimax")
    viz.draw_diff(one, other, tmp_path / "d.dot", max_nodes=9)
    assert (tmp_path / "d.dot").read_text() == viz.diff_to_dot(one, other, max_nodes=9)
    both = side_by_side(one, other)
    with pytest.raises(PlyscopeError, match=r"two searches are drawn as one tree, in a still picture of \.svg \.png"):
        export.write_file(both.trace, tmp_path / "d.csv", sides=both)


def test_the_text_of_both_is_where_and_from_whose_view_it_is_asked_for() -> None:
    """As in a drawing of one search; windows that differ stay beside the letters of their searches."""
    one, other = tracer.trace(AIMA, "minimax"), tracer.trace(AIMA)
    lines = drawn(one, other, view="mover")
    assert 'label="a2\\nA = −2\\nB ≥ −2 (−∞, −3) ✂ β"' in lines["n5"]
    assert 'label="a1\\n= −3"' in lines["n1"]
    lines = drawn(one, other, moves="edge", windows="edge")
    assert 'label="A = 2\\nB ≤ 2 (3, ∞) ✂ α"' in lines["n5"]
    assert 'label="= 4\\nonly A"' in lines["n7"]
    assert ">b2</FONT>" in lines["n5 -> n7"]
    lines = drawn(other, tracer.trace(AIMA, cut=">"), windows="none")
    assert 'label="a2\\n≤ 2"' in lines["n5"]
    assert "(3, ∞)" not in "".join(lines.values())


@pytest.mark.parametrize("option", ["numbers", "ranges", "types", "merge", "step"])
def test_what_is_true_of_one_search_is_not_drawn_of_two(option: str) -> None:
    with pytest.raises(PlyscopeError, match=f"a drawing of two searches has no {option}: draw each"):
        viz.diff_to_dot(tracer.trace(AIMA), tracer.trace(AIMA), **{option: True})  # type: ignore[arg-type]  # any value


def test_a_chain_of_5000_plies_is_drawn() -> None:
    deep, flat = tracer.trace("random:b=1,d=5000"), tracer.trace("random:b=1,d=5000", "minimax", depth=4_000)
    assert "only A" in viz.diff_to_dot(deep, flat, max_nodes=6_000)
