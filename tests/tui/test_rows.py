"""Rows against ids: the sorted frontier says what a list of visible nodes would say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cases

import tracer
from tracer.columns import Ints
from tracer.status import PRUNED
from tracer.trace import Trace
from tui.rows import Rows

CHAIN = "[" * 5000 + "3" + "]" * 5000


def rows_of(trace: Trace) -> Rows:
    return Rows(trace.columns.end, trace.columns.ply, trace.columns.parent)


class Naive:
    """A flag for each node that is collapsed, and the visible nodes by looking at all of them."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.collapsed = {node.index for node in trace if node.index > 0}
        self.shown = [True] * len(trace)

    def below(self, node: int) -> set[int]:
        return set(range(node, int(self.trace.columns.end[node])))

    def visible(self) -> list[int]:
        hidden: set[int] = set()
        for node in range(len(self.trace)):
            if node in self.collapsed:
                hidden |= self.below(node) - {node}
        return [node for node in range(len(self.trace)) if node not in hidden and self.shown[node]]

    def do(self, action: str, node: int) -> None:
        if action == "reveal":
            self.collapsed -= set(self.trace.ancestry(node)[:-1])
        elif action == "expand_all":
            self.collapsed -= self.below(node)
        elif action == "collapse_all":
            self.collapsed = set(range(1, len(self.trace)))
        elif action == "expand_to":
            self.collapsed = {i for i in range(len(self.trace)) if self.trace.columns.ply[i] >= node}
        elif node in self.collapsed:
            self.collapsed.remove(node)
        else:
            self.collapsed.add(node)


def act(rows: Rows, naive: Naive, action: str, choice: int) -> None:
    """One action on both, at a node chosen by number."""
    visible = naive.visible()
    if action == "expand_to":
        choice %= 6
        rows.expand_to(choice)
    elif action == "collapse_all":
        rows.collapse_all()
    elif action == "reveal":
        choice %= len(naive.trace)
        rows.reveal(choice)
    else:
        choice = visible[choice % len(visible)]
        getattr(rows, action)(choice)
    naive.do(action, choice)


def agree(rows: Rows, naive: Naive) -> None:
    visible = naive.visible()
    assert [rows.node(row) for row in range(len(rows))] == visible
    assert [rows.row(node) for node in visible] == list(range(len(visible)))
    assert np.all(np.diff(rows.frontier) > 0)


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["toggle", "toggle", "toggle", "reveal", "reveal", "expand_all", "collapse_all", "expand_to"]),
        st.integers(0, 10**6),
    ),
    max_size=14,
)


@given(case=cases(), actions=ACTIONS, data=st.data())
def test_rows_and_nodes_agree_with_a_list_after_any_actions_and_filters(case, actions, data):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    rows, naive = rows_of(trace), Naive(trace)
    agree(rows, naive)
    for action, choice in actions:
        if data.draw(st.booleans()):
            naive.shown = data.draw(st.sampled_from([everything(trace), visited(trace), some(trace, choice)]))
            rows.show_only(prefix(naive.shown))
        act(rows, naive, action, choice)
        agree(rows, naive)


def everything(trace: Trace) -> list[bool]:
    return [True] * len(trace)


def visited(trace: Trace) -> list[bool]:
    return [node.status is not PRUNED for node in trace]


def some(trace: Trace, seed: int) -> list[bool]:
    """A filter that keeps random nodes, and what is above them."""
    kept = {0}
    for node in np.random.default_rng(seed).integers(0, len(trace), 5).tolist():
        kept |= set(trace.ancestry(node))
    return [node in kept for node in range(len(trace))]


def prefix(shown: list[bool]) -> Ints:
    return np.concatenate([[0], np.cumsum(shown)])


@given(case=cases(), actions=ACTIONS, choice=st.integers(0, 10**6))
def test_a_hidden_node_has_the_row_of_the_nearest_visible_node_above_it(case, actions, choice):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    rows, naive = rows_of(trace), Naive(trace)
    naive.shown = visited(trace)
    rows.show_only(trace.columns.visited_before)
    for action, place in actions:
        act(rows, naive, action, place)
    visible, node = naive.visible(), choice % len(trace)
    nearest = next(above for above in reversed(trace.ancestry(node)) if above in visible)
    assert rows.visible(node) == nearest
    assert rows.row(node) == visible.index(nearest)


@given(case=cases(), actions=ACTIONS)
def test_collapsing_and_expanding_a_node_changes_nothing(case, actions):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    rows, naive = rows_of(trace), Naive(trace)
    for action, place in actions:
        act(rows, naive, action, place)
    before = rows.frontier.copy()
    for node in naive.visible():
        if rows.collapse(node):
            assert rows.is_collapsed(node)
            assert rows.expand(node)
        assert np.array_equal(rows.frontier, before)


def test_a_tree_opens_with_the_roots_children_collapsed():
    trace = tracer.trace("tictactoe")
    rows = rows_of(trace)
    assert [rows.node(row) for row in range(len(rows))] == [0, *trace.children(0)]
    assert all(rows.is_collapsed(child) for child in trace.children(0))


def test_a_leaf_can_neither_be_collapsed_nor_expanded():
    rows = rows_of(tracer.trace([[3, 12], [2, 4]]))
    rows.expand_all(0)
    assert not rows.toggle(2)
    assert len(rows) == 7


def test_there_is_no_row_before_the_first_or_after_the_last():
    rows = rows_of(tracer.trace([[3, 12], [2, 4]]))
    for row in (-1, 3):
        with pytest.raises(IndexError, match="there are 3"):
            rows.node(row)


def test_a_node_that_hides_only_pruned_branches_cannot_be_expanded_while_they_are_left_out():
    trace = tracer.trace([[3, 12], [2, 4]])
    rows = rows_of(trace)
    rows.expand_all(0)
    assert [rows.node(row) for row in range(len(rows))] == [0, 1, 2, 3, 4, 5, 6]
    rows.show_only(trace.columns.visited_before)
    assert [rows.node(row) for row in range(len(rows))] == [0, 1, 2, 3, 4, 5]
    assert rows.hides(4) == 1
    assert not rows.follows(5, 4)
    assert rows.follows(1, 0)


def test_five_thousand_plies_open_at_once_without_recursion():
    trace = tracer.trace(CHAIN, "minimax")
    rows = rows_of(trace)
    assert len(rows) == 2
    assert rows.reveal(5000)
    assert len(rows) == 5001
    assert rows.row(5000) == 5000
    assert rows.collapse(2500)
    assert rows.row(5000) == 2500
    assert rows.expand(2500)
    assert rows.row(5000) == 5000
