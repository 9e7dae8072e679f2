"""What is drawn and what is left out add up, whatever the tree and the budget."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from selecting import select
from strategies import AIMA, Case, searched

import tracer
import viz
from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from viz.pictures.roles import Kind
from viz.pictures.selection import Selection

BUDGETS = st.integers(1, 60)
PLIES = st.none() | st.integers(0, 5)


def traced(case: Case, options: dict[str, Any], search: str = "alphabeta") -> tracer.Trace:
    """The case, searched."""
    return tracer.trace(case.game, search, position=case.position, **options)


def below(trace: tracer.Trace, root: int) -> tuple[int, int]:
    """Visited nodes and pruned branches of a subtree, counted one by one."""
    nodes = range(root, int(trace.columns.end[root]))
    pruned = sum(trace.columns.status[node] == PRUNED for node in nodes)
    return len(nodes) - pruned, pruned


def assert_lawful(trace: tracer.Trace, selection: Selection, budget: int, ply: int | None) -> None:
    """Everything a selection promises."""
    nodes, columns = selection.nodes, trace.columns
    drawn = set(nodes)
    assert list(nodes) == sorted(drawn)
    assert len(nodes) <= budget
    assert all(int(columns.parent[node]) in drawn for node in nodes[1:])
    if ply is not None:
        assert all(columns.ply[node] - columns.ply[selection.root] <= ply for node in nodes)
    expected = []
    for node in nodes:
        missing = [below(trace, child) for child in trace.children(node) if child not in drawn]
        if missing:
            expected.append((node, sum(visited for visited, _ in missing), sum(pruned for _, pruned in missing)))
    assert [(stub.parent, stub.visited, stub.pruned) for stub in selection.stubs] == expected


@given(searched(), BUDGETS, PLIES, st.data())
def test_drawn_nodes_and_stubs_are_the_whole_subtree(
    found: tuple[Case, dict[str, Any], Any], budget: int, ply: int | None, data: st.DataObject
) -> None:
    """Closed under parents, within the budget, one stub a parent, and nothing is counted twice or never."""
    trace = traced(*found[:2])
    root = data.draw(st.integers(0, len(trace) - 1), label="root")
    selection = select(trace, root=root, max_nodes=budget, ply=ply)
    assert selection.root == root
    assert_lawful(trace, selection, budget, ply)
    pruned = sum(trace.columns.status[node] == PRUNED for node in selection.nodes)
    visited = len(selection.nodes) - pruned
    visited += sum(stub.visited for stub in selection.stubs)
    pruned += sum(stub.pruned for stub in selection.stubs)
    assert (visited, pruned) == below(trace, root)


@given(searched(), PLIES)
def test_the_budget_is_spent_as_long_as_there_is_something_to_draw(
    found: tuple[Case, dict[str, Any], Any], ply: int | None
) -> None:
    """A smaller drawing than asked for is a tree that ends there."""
    trace = traced(*found[:2])
    deepest = len(trace) if ply is None else ply
    drawable = int(np.count_nonzero(trace.columns.ply <= deepest))
    for budget in (1, 7, 40, len(trace)):
        assert len(select(trace, max_nodes=budget, ply=ply).nodes) == min(budget, drawable)


def test_the_principal_variation_comes_first() -> None:
    """A budget of its length draws it and nothing else."""
    trace = tracer.trace("tictactoe")
    variation = trace.principal_variation
    assert select(trace, max_nodes=len(variation)).nodes == variation
    assert select(trace, max_nodes=4).nodes == variation[:4]


def test_below_another_root_its_best_line_comes_first() -> None:
    """The variation of the trace does not pass there."""
    trace = tracer.trace("tictactoe")
    root = trace.find("b2").index
    best = trace.best_child(root)
    assert select(trace, root=root, max_nodes=2).nodes == (root, best)


def test_cutoffs_come_before_breadth_and_bring_their_pruned_branches() -> None:
    """The default picture of tic-tac-toe shows cutoffs whole: the refuting move and every move skipped."""
    trace = tracer.trace("tictactoe")
    drawn = set(select(trace).nodes)
    whole = [
        node
        for node in drawn
        if trace.columns.cutoff[node]
        and any(trace.columns.status[child] == PRUNED for child in trace.children(node))
        and drawn.issuperset(trace.children(node))
    ]
    assert len(whole) >= 10
    assert drawn.issuperset(trace.children(0))


@pytest.mark.parametrize("budget", [1, 12, 30, 100, 700])
@pytest.mark.parametrize("path", ["", "b2/a1", "a1/b1/c1"])
def test_a_large_tree_is_drawn_by_the_same_law(budget: int, path: str) -> None:
    """Where most is left out."""
    trace = tracer.trace("tictactoe")
    assert_lawful(trace, select(trace, root=trace.find(path).index, max_nodes=budget), budget, None)


def test_a_cutoff_comes_with_its_ancestors() -> None:
    """Where neither the variation nor breadth would have reached them."""
    tree: list[Any] = [[k, k] for k in range(50)]
    tree[30] = [[30], [40, 1, 1]]
    trace = tracer.trace(tree)
    selection = select(trace, max_nodes=14)
    cut = trace.find("31/2").index
    assert trace.columns.cutoff[cut]
    assert set(selection.nodes) >= {cut, *trace.children(cut), int(trace.columns.parent[cut])}
    assert_lawful(trace, selection, 14, None)


def test_a_small_tree_is_drawn_whole() -> None:
    """Nothing is left out of what fits."""
    trace = tracer.trace(AIMA)
    assert select(trace) == Selection(tuple(range(13)), ())


def test_very_wide_and_very_deep_trees_are_selected() -> None:
    """A node with 20,000 children, and a chain of 5,000 plies."""
    wide = tracer.trace([list(range(20_000))])
    assert_lawful(wide, select(wide), 200, None)
    deep = tracer.trace("[" * 5_000 + "3" + "]" * 5_000)
    assert select(deep).nodes == tuple(range(200))
    assert select(deep, max_nodes=9_999).nodes == tuple(range(5_001))


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"max_nodes": 0}, "max_nodes is 0, which draws nothing: give 1 or more"),
        ({"max_nodes": -5}, "max_nodes is -5"),
        ({"ply": -1}, "ply is -1: give 0"),
        ({"root": 13}, "no node 13 to draw from: the trace has nodes 0 to 12"),
        ({"root": -1}, "no node -1"),
    ],
)
def test_a_wrong_option_is_refused_with_what_to_do(options: dict[str, int], problem: str) -> None:
    """One line each."""
    with pytest.raises(PlyscopeError, match=problem):
        select(tracer.trace(AIMA), **options)


@pytest.mark.parametrize("budget", range(2, 120, 7))
def test_where_not_all_moves_have_room_the_best_one_does(budget: int) -> None:
    for seed in range(4):
        trace = tracer.trace(f"random:b=4,d=4,seed={seed}", "minimax")
        drawn = set(select(trace, max_nodes=budget).nodes)
        parents = {int(trace.columns.parent[node]) for node in drawn - {0}}
        assert {trace.best_child(parent) for parent in parents} <= drawn


@pytest.mark.parametrize("budget", [60, 200])
def test_a_stub_stands_after_what_it_counts_and_before_what_follows(budget: int) -> None:
    trace = tracer.trace("tictactoe")
    drawn = viz.picture(trace, max_nodes=budget, fit="none", fold=False)
    chosen, places = {box.node for box in drawn.boxes}, [box.name for box in drawn.boxes]
    early = 0
    for box in drawn.boxes:
        if box.role.kind is not Kind.STUB:
            continue
        children = trace.children(box.node)
        visited = [child for child in children if child not in chosen and trace.columns.status[child] != PRUNED]
        last = max(visited, default=len(trace))
        for child in children:
            if child in chosen:
                before = places.index(f"n{child}") < places.index(box.name)
                assert before is (child < last)
                early += not before
    assert early
