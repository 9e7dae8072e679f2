"""Which part of a trace is drawn: views are masks, and what they leave out is counted whatever they are."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from selecting import select
from strategies import AIMA, Case, searched
from test_selection import assert_lawful, below

import tracer
import viz
from tracer.condition.expression import parse_condition
from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.time.landmarks import trace_at_step
from viz.pictures import node_masks
from viz.pictures.roles import Kind

PARTS = st.lists(st.sampled_from(["pv", "cutoffs", "near", "find"]), min_size=1, unique=True)


def drawn(trace: tracer.Trace, **options: Any) -> set[int]:
    """The nodes of a picture."""
    return {box.node for box in viz.picture(trace, **options).boxes if box.name == f"n{box.node}"}


@given(searched(), PARTS, st.integers(1, 60), st.integers(0, 4) | st.none(), st.data())
def test_whatever_is_drawn_and_what_is_left_out_are_the_whole_subtree(
    found: tuple[Case, dict[str, Any], Any], parts: list[str], budget: int, ply: int | None, data: st.DataObject
) -> None:
    """At any step, below any root, with any views: counts add up."""
    case, options, _ = found
    whole = tracer.trace(case.game, position=case.position, **options)
    trace = trace_at_step(whole, data.draw(st.integers(0, whole.steps - 1), label="step"))
    root, node = (data.draw(st.integers(0, len(trace) - 1), label=label) for label in ("root", "node"))
    chosen = [view for name, view in node_masks.VIEWS.items() if name in parts]
    chosen += [node_masks.neighbourhood_view(node)] if "near" in parts else []
    chosen += [node_masks.condition_view("cutoff or value > 0")] if "find" in parts else []
    only = node_masks.union_mask(trace, chosen)
    assert only is not None
    selection = select(trace, root=root, max_nodes=budget, ply=ply, allowed_mask=only)
    assert_lawful(trace, selection, budget, ply)
    visited, pruned = below(trace, root)
    drawn_pruned = sum(trace.columns.status[node] == PRUNED for node in selection.nodes)
    assert visited == len(selection.nodes) - drawn_pruned + sum(stub.visited for stub in selection.stubs)
    assert pruned == drawn_pruned + sum(stub.pruned for stub in selection.stubs)
    # With room for all, what is drawn is what was asked for and the paths to it.
    if budget >= len(trace) and ply is None:
        wanted = {node for node in np.flatnonzero(only).tolist() if root <= node < trace.columns.end[root]}
        paths = {above for node in wanted for above in trace.ancestry(node) if above >= root}
        assert set(selection.nodes) == paths | {root}


def test_the_principal_variation_comes_with_what_refutes_the_other_moves() -> None:
    """Of every move along it, and of each other move the best reply."""
    trace = tracer.trace(AIMA)
    assert drawn(trace, only=["pv"]) == {0, 1, 2, 3, 4, 5, 6, 9, 12}
    assert np.flatnonzero(node_masks.variation_mask(tracer.trace(AIMA, max_nodes=1))).tolist() == [0]


def test_cutoffs_come_with_the_child_that_cut_and_all_that_was_pruned() -> None:
    trace = tracer.trace(AIMA)
    assert drawn(trace, only=["cutoffs"]) == {0, 5, 6, 7, 8}
    large = tracer.trace("tictactoe")
    found = set(np.flatnonzero(node_masks.cutoff_mask(large)).tolist())
    expected = set()
    for node in np.flatnonzero(large.columns.cutoff).tolist():
        children = large.children(node)
        pruned = [child for child in children if large.columns.status[child] == PRUNED]
        if pruned:
            expected |= {node, *pruned, children[-len(pruned) - 1]}
    assert found == expected


def test_the_neighbourhood_is_the_path_the_siblings_and_two_plies_below() -> None:
    trace = tracer.trace("tictactoe")
    node = trace.find("b1/a1").index
    found = set(np.flatnonzero(node_masks.neighbourhood_view(node)(trace)).tolist())
    above = trace.find("b1").index
    expected = {0, above, *trace.children(above), *trace.children(node)}
    expected |= {below for child in trace.children(node) for below in trace.children(child)}
    assert found == expected


def test_a_condition_draws_what_fulfils_it() -> None:
    trace = tracer.trace("tictactoe")
    hits = set(np.flatnonzero(parse_condition("cutoff and ply == 1").nodes(trace)).tolist())
    assert drawn(trace, find="cutoff and ply == 1") == {0, *hits}


def test_views_join() -> None:
    trace = tracer.trace(AIMA)
    assert drawn(trace, only=["cutoffs"], near=12) >= {0, 5, 6, 7, 8, 9, 10, 11, 12}
    assert not drawn(trace, only=["cutoffs"]) & {10, 11}


def test_the_tree_at_a_step_is_what_the_search_had_met() -> None:
    """Open nodes say so; what was left out is counted as of then."""
    trace = tracer.trace(AIMA)
    boxes = viz.picture(trace, step=8).boxes
    assert [box.node for box in boxes] == [0, 1, 2, 3, 4]
    assert boxes[0].lines == ("root", "open", "(−∞, ∞)")
    assert boxes[4].lines[1] == "= 8"
    stub = viz.picture(trace, step=8, max_nodes=1).boxes[1]
    assert (stub.role.kind, stub.lines) == (Kind.STUB, ("+4 visited",))


def test_one_view_needs_no_list() -> None:
    trace = tracer.trace(AIMA)
    assert drawn(trace, only="pv") == drawn(trace, only=("pv",)) != drawn(trace)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"only": ["cutofs"]}, r"no view 'cutofs' \(did you mean cutoffs\?\); there are: pv, cutoffs"),
        ({"near": 99}, "there is no node 99 to draw near: the trace has nodes 0 to 12"),
        ({"find": "value >"}, "the condition `value >`"),
        ({"find": "depth > 1"}, "depth"),
        ({"step": 99}, "there is no step 99: the trace has steps 0 to 23"),
        ({"step": -1}, "there is no step -1"),
        ({"max_nodes": 0}, "max_nodes is 0, which draws nothing"),
        ({"ply": -1}, "ply is -1"),
        ({"root": 13}, "no node 13"),
        ({"theme": "drak"}, r"no theme 'drak' \(did you mean dark\?\)"),
        ({"moves": "none"}, r"moves is 'none' .*there are: node, edge"),
        ({"windows": "egde"}, r"windows is 'egde' \(did you mean edge\?\); there are: node, edge, none"),
        ({"view": "min"}, "view is 'min'"),
        ({"layout": "neato"}, "layout is 'neato'; there are: dot"),
        ({"unvisited": -1}, "unvisited is -1"),
        ({"merge": True, "unvisited": 1}, "do not go together"),
        ({"merge": True, "windows": "edge"}, "has as many windows as visits: leave out windows edge, or merge"),
        ({"merge": True, "history": True}, "leave out history, or merge"),
        ({"colour": "red"}, "no option 'colour'"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(options: dict[str, Any], problem: str) -> None:
    """That says what there is."""
    with pytest.raises(PlyscopeError, match=problem) as caught:
        viz.picture(tracer.trace(AIMA), **options)
    assert "\n" not in str(caught.value)


def test_the_best_pass_is_followed_to_the_end_of_its_line_and_the_others_are_left_out() -> None:
    """The line comes before all that stands beside it, however few nodes there is room for."""
    trace = tracer.trace("tictactoe", "deepening", depth=5)
    line = set(trace.principal_variation)
    assert len(line) == 7
    few = {box.node for box in viz.picture(trace, only="pv", max_nodes=8, fit="none", fold=False).boxes}
    assert few >= line
    assert not drawn(trace, only="pv") & (set(trace.children(0)) - line)
