"""Rows against ids: the sorted frontier says what a list of visible nodes would say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cases

import tracer
from tracer.recording.status import PRUNED
from tracer.tracing import Trace
from tui.model.row_order import ORDER_MAKERS, Sorting
from tui.model.tree_rows import Rows

CHAIN = "[" * 5000 + "3" + "]" * 5000


def rows_of(trace: Trace) -> Rows:
    return Rows(trace.columns)


class Naive:
    """A flag for each node that is collapsed, and the visible nodes by walking the tree."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.collapsed = {node.index for node in trace if node.index > 0}
        self.shown = [True] * len(trace)
        self.sorting = Sorting.SEARCH
        self.roots = [0]

    def below(self, node: int) -> set[int]:
        return set(range(node, int(self.trace.columns.end[node])))

    def children(self, node: int) -> list[int]:
        children = self.trace.children(node)
        if self.sorting is Sorting.NODES:
            visits = {
                child: sum(self.trace.node(n).status is not PRUNED for n in self.below(child)) for child in children
            }
            children.sort(key=lambda child: -visits[child])
        if self.sorting is Sorting.VALUE:
            turn = self.trace.columns.turn[node]
            value = {child: self.trace.node(child).value for child in children}
            children.sort(key=lambda child: (value[child] is None, -turn * (value[child] or 0)))
        return [child for child in children if self.shown[child]]

    def visible(self) -> list[int]:
        waiting, found = [self.roots[-1]], []
        while waiting:
            node = waiting.pop()
            found.append(node)
            if node not in self.collapsed:
                waiting.extend(reversed(self.children(node)))
        return found

    def only(self, shown: list[bool]) -> None:
        self.shown = shown
        while not shown[self.roots[-1]]:
            self.roots.pop()

    def root_above(self, node: int) -> None:
        while node not in self.below(self.roots[-1]):
            self.roots.pop()

    def reveal_node(self, node: int) -> None:
        self.root_above(node)
        self.collapsed -= set(self.trace.ancestry(node)[:-1])

    def toggle(self, node: int) -> None:
        if self.trace.children(node):  # a filter may leave all of them out
            self.collapsed ^= {node}

    def expand_all(self, node: int) -> None:
        self.collapsed -= self.below(node)

    def collapse_all(self) -> None:
        self.collapsed |= self.below(self.roots[-1])
        self.collapsed.discard(self.roots[-1])

    def expand_to(self, plies: int) -> None:
        ply, root = self.trace.columns.ply, self.roots[-1]
        for node in self.below(root):
            (self.collapsed.add if ply[node] >= ply[root] + plies else self.collapsed.discard)(node)

    def expand_chain(self, node: int) -> None:
        while len(self.children(node)) == 1:
            self.collapsed.discard(node)
            (node,) = self.children(node)

    def collapse_siblings(self, node: int) -> None:
        if node != self.roots[-1]:
            siblings = set(self.trace.children(int(self.trace.columns.parent[node]))) - {node}
            if any(self.children(sibling) for sibling in siblings - self.collapsed):
                self.collapsed |= siblings

    def collapse_all_but(self, node: int) -> None:
        self.root_above(node)
        self.collapse_all()
        self.reveal_node(node)

    def show_below(self, node: int) -> None:
        if node != self.roots[-1] and self.children(node):
            self.roots.append(node)
            self.collapsed.discard(node)

    def show_previous_root(self) -> None:
        if len(self.roots) > 1:
            self.roots.pop()

    def arrange(self, sorting: Sorting) -> None:
        self.sorting = sorting


ANYWHERE = ("reveal_node", "reveal_node", "collapse_all_but")
"""Actions on any node; the others are on a node that has a row."""
IN_A_ROW = ("toggle", "toggle", "toggle", "expand_all", "expand_chain", "collapse_siblings", "show_below")


def act(rows: Rows, naive: Naive, action: str, choice: int) -> None:
    """One action on both, at a node chosen by number."""
    trace = naive.trace
    if action == "filter":
        naive.only([everything(trace), visited(trace), some(trace, choice)][choice % 3])
        rows.apply_filter(rows.filter_rows(np.array(naive.shown)))
    elif action == "arrange":
        naive.arrange(list(ORDER_MAKERS)[choice % 3])
        rows.set_order(ORDER_MAKERS[naive.sorting](trace.columns))
    elif action in ("collapse_all", "show_previous_root"):
        getattr(naive, action)()
        getattr(rows, action)()
    else:
        visible = naive.visible()
        number = choice % len(trace) if action in ANYWHERE else visible[choice % len(visible)]
        number = choice % 6 if action == "expand_to" else number
        getattr(naive, action)(number)
        getattr(rows, action)(number)


def agree(rows: Rows, naive: Naive) -> None:
    visible = naive.visible()
    assert [rows.node_in_row(row) for row in range(len(rows))] == visible
    assert [rows.row_of(node) for node in visible] == list(range(len(visible)))
    assert rows.visible_nodes.tolist() == visible
    assert rows.root == naive.roots[-1]
    for node in visible:
        assert rows.can_expand(node) == bool(naive.children(node))
        assert rows.is_collapsed(node) <= (node in naive.collapsed)


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(
            [*ANYWHERE, *IN_A_ROW, "collapse_all", "expand_to", "show_previous_root", "filter", "filter", "arrange"]
        ),
        st.integers(0, 10**6),
    ),
    max_size=16,
)


@given(case=cases(), actions=ACTIONS)
def test_what_an_action_says_it_changed_it_changed(case, actions):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    rows, naive = rows_of(trace), Naive(trace)
    for action, choice in actions:
        if action in IN_A_ROW:
            visible = naive.visible()
            node = visible[choice % len(visible)]
            if rows.can_expand(node):
                before = [rows.root, *map(rows.node_in_row, range(len(rows)))]
                assert getattr(rows, action)(node) == (before != [rows.root, *map(rows.node_in_row, range(len(rows)))])
                getattr(naive, action)(node)
        else:
            act(rows, naive, action, choice)


@given(case=cases(), actions=ACTIONS, part=st.integers(1, 10**6))
def test_a_recording_that_grows_keeps_what_was_collapsed_and_what_is_new_arrives_collapsed(case, actions, part):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    early = tracer.trace(case.game, "alphabeta", position=case.position, max_nodes=part % len(trace) + 1)
    rows, naive = rows_of(early), Naive(early)
    for action, choice in actions:
        act(rows, naive, action, choice)
    columns = trace.columns
    met = {node.index for node in early if early.children(node.index)} | {0}
    rows = rows.extended(columns, ORDER_MAKERS[naive.sorting](columns))
    naive.trace, naive.shown = trace, [True] * len(trace)
    naive.collapsed = naive.collapsed & met | {node.index for node in trace} - met
    agree(rows, naive)
    for action, choice in actions:
        act(rows, naive, action, choice)
        agree(rows, naive)


@given(case=cases(), actions=ACTIONS)
def test_every_node_left_out_is_counted_once_at_the_nearest_node_above_it_that_is_shown(case, actions):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    rows, naive = rows_of(trace), Naive(trace)
    for action, choice in actions:
        act(rows, naive, action, choice)
    counts = [0] * len(trace)
    for node in range(len(trace)):
        if not naive.shown[node]:
            counts[next(above for above in reversed(trace.ancestry(node)) if naive.shown[above])] += 1
    shown = [node for node in range(len(trace)) if naive.shown[node]]
    assert [rows.count_left_out(node) for node in shown] == [counts[node] for node in shown]


@pytest.mark.parametrize("sorting", list(ORDER_MAKERS))
@given(case=cases())
def test_siblings_stand_by_value_or_by_nodes_and_subtrees_stay_whole(sorting, case):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    order, columns = ORDER_MAKERS[sorting](trace.columns), trace.columns
    naive = Naive(trace)
    naive.sorting, naive.collapsed = sorting, set()
    assert [order.find_node(slot) for slot in range(len(trace))] == naive.visible()
    assert [order.find_slot(order.find_node(slot)) for slot in range(len(trace))] == list(range(len(trace)))
    for node in range(len(trace)):
        assert order.subtree_end[order.find_slot(node)] - order.find_slot(node) == columns.end[node] - node


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


@given(case=cases(), actions=ACTIONS, choice=st.integers(0, 10**6))
def test_a_hidden_node_has_the_row_of_the_nearest_visible_node_above_it(case, actions, choice):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    rows, naive = rows_of(trace), Naive(trace)
    for action, place in actions:
        act(rows, naive, action, place)
    visible, node = naive.visible(), choice % len(trace)
    nearest = next((above for above in reversed(trace.ancestry(node)) if above in visible), rows.root)
    assert rows.nearest_visible(node) == nearest
    assert rows.row_of(node) == visible.index(nearest)


@given(case=cases(), actions=ACTIONS)
def test_collapsing_and_expanding_a_node_changes_nothing(case, actions):
    trace = tracer.trace(case.game, "alphabeta", position=case.position)
    rows, naive = rows_of(trace), Naive(trace)
    for action, place in actions:
        act(rows, naive, action, place)
    before = rows.collapsed_nodes.copy()
    for node in naive.visible():
        if rows.collapse(node):
            assert rows.is_collapsed(node)
            assert rows.expand(node)
        assert np.array_equal(rows.collapsed_nodes, before)


def test_a_tree_opens_with_the_roots_children_collapsed():
    trace = tracer.trace("tictactoe")
    rows = rows_of(trace)
    assert [rows.node_in_row(row) for row in range(len(rows))] == [0, *trace.children(0)]
    assert all(rows.is_collapsed(child) for child in trace.children(0))


def test_siblings_are_collapsed_all_at_once_and_look_inside_as_they_did():
    trace = tracer.trace("random:b=3,d=4,seed=1", "minimax")
    rows, (first, second, third) = rows_of(trace), trace.children(0)
    for child in (first, second):
        rows.expand(child)
        rows.expand(child + 1)
    assert rows.collapse_siblings(second)
    assert [rows.is_collapsed(child) for child in (first, second, third)] == [True, False, True]
    assert not rows.is_collapsed(second + 1)
    assert not rows.collapse_siblings(second)
    rows.expand(first)
    assert not rows.is_collapsed(first + 1)


def test_a_leaf_can_neither_be_collapsed_nor_expanded():
    rows = rows_of(tracer.trace([[3, 12], [2, 4]]))
    rows.expand_all(0)
    assert not rows.toggle(2)
    assert len(rows) == 7


def test_there_is_no_row_before_the_first_or_after_the_last():
    rows = rows_of(tracer.trace([[3, 12], [2, 4]]))
    for row in (-1, 3):
        with pytest.raises(IndexError, match="there are 3"):
            rows.node_in_row(row)


def test_a_node_that_hides_only_pruned_branches_cannot_be_expanded_while_they_are_left_out():
    trace = tracer.trace([[3, 12], [2, 4]])
    rows = rows_of(trace)
    rows.expand_all(0)
    assert [rows.node_in_row(row) for row in range(len(rows))] == [0, 1, 2, 3, 4, 5, 6]
    rows.apply_filter(rows.filter_rows(trace.columns.status != PRUNED))
    assert [rows.node_in_row(row) for row in range(len(rows))] == [0, 1, 2, 3, 4, 5]
    assert rows.count_below(4) == 1
    assert not rows.has_rows_after(5, 4)
    assert rows.has_rows_after(1, 0)


def test_five_thousand_plies_open_at_once_without_recursion():
    trace = tracer.trace(CHAIN, "minimax")
    rows = rows_of(trace)
    assert len(rows) == 2
    assert rows.reveal_node(5000)
    assert len(rows) == 5001
    assert rows.row_of(5000) == 5000
    assert rows.collapse(2500)
    assert rows.row_of(5000) == 2500
    assert rows.expand(2500)
    assert rows.row_of(5000) == 5000
