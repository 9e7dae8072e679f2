"""The keys of the tree: what they fold, leave out, sort and move, and their notices."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA, cases

import tracer
from tui.model.browser import Browser

DEEP = [[[3, [4]], [[5, 6]]], [[[7]]]]
KEYS = (
    *(
        "select_next",
        "select_previous",
        "page_down",
        "select_last",
        "expand_or_enter",
        "collapse_or_leave",
        "toggle",
        "expand_all",
        "collapse_all",
        "expand_variation",
    ),
    *("expand_chain", "collapse_siblings", "collapse_beside", "follow", "toggle_pruned", "toggle_cutoffs"),
    *("toggle_deeper", "show_all", "reroot", "unroot", "next_order", "shift_left", "shift_right"),
)


def test_what_was_folded_before_a_filter_is_folded_so_again_when_it_goes():
    view = Browser(tracer.trace("tictactoe"))
    view.rows.expand(1)
    view.select(1)
    before = view.rows.visible_nodes.tolist()
    view.tree.toggle_cutoffs()
    view.tree.expand_all()
    view.tree.toggle_deeper()
    view.tree.show_all()
    assert view.rows.visible_nodes.tolist() == before
    assert view.selected == 1


def test_what_was_selected_under_a_filter_is_in_sight_when_it_goes():
    view = Browser(tracer.trace("tictactoe"))
    view.tree.toggle_cutoffs()
    view.tree.next_order()
    view.time.start()
    view.time.next_cutoff()
    cut = view.selected
    view.tree.toggle_cutoffs()
    view.tree.next_order()
    view.tree.next_order()
    assert view.selected == cut
    fresh = Browser(view.trace)
    fresh.select(cut)
    assert view.rows.visible_nodes.tolist() == fresh.rows.visible_nodes.tolist()


def opened(spec: object = AIMA, search: str = "alphabeta") -> Browser:
    view = Browser(tracer.trace(spec, search))
    view.rows.expand_all(0)
    return view


@given(case=cases(), choice=st.integers(0, 10**6), keys=st.lists(st.sampled_from(KEYS), max_size=10))
def test_selecting_any_node_gives_it_a_row_whatever_the_root_unless_it_is_left_out(case, choice, keys):
    view = Browser(tracer.trace(case.game, "alphabeta", position=case.position))
    for key in keys:
        getattr(view.tree, key)()
    node = choice % len(view.trace)
    view.select(node)
    assert view.selected == next(above for above in reversed(view.trace.ancestry(node)) if view.rows.is_shown(above))
    assert view.rows.node_in_row(view.selected_row) == view.selected


def test_expanding_to_a_ply_shows_so_many_plies_and_no_more():
    view = opened(DEEP, "minimax")
    for plies in (1, 3, 2):
        assert view.tree.expand_to(plies) == ""
        assert view.rows.visible_nodes.tolist() == [node.index for node in view.trace if node.ply <= plies]
    assert view.tree.expand_to(2) == "2 plies are what is expanded already"


def test_expanding_to_a_ply_counts_from_the_root_that_is_shown():
    view = opened(DEEP, "minimax")
    view.select(1)
    view.tree.reroot()
    view.tree.expand_to(1)
    assert view.rows.visible_nodes.tolist() == [1, *view.trace.children(1)]


def test_the_principal_variation_is_opened_and_the_selection_stays():
    view = Browser(tracer.trace("tictactoe"))
    assert view.tree.expand_variation() == ""
    assert view.selected == 0
    assert set(view.trace.principal_variation) <= set(view.rows.visible_nodes.tolist())
    assert view.tree.expand_variation() == "the principal variation is expanded already"
    view.cursor.go_to_start()
    assert view.tree.expand_variation() == "no move has a value yet at this step"


def test_a_chain_is_opened_down_to_the_first_node_with_another_number_of_children():
    view = Browser(tracer.trace("[[[[[3, 4]]]], 5]", "minimax"))
    view.tree.collapse_all()
    view.select(1)
    assert view.tree.expand_chain() == ""
    last = view.trace.find("1/1/1/1").index
    assert view.rows.visible_nodes.tolist() == [0, 1, 2, 3, last, view.trace.find("2").index]
    assert view.rows.is_collapsed(last)
    assert view.tree.expand_chain() == "no only child below this node is hidden"


def test_a_child_is_an_only_child_where_its_siblings_are_left_out():
    view = opened([[3, 12], [[2], 4]])
    cut = view.trace.find("2").index
    view.tree.collapse_all()
    view.select(cut)
    assert view.tree.expand_chain() == "no only child below this node is hidden"
    view.tree.toggle_pruned()
    assert view.tree.expand_chain() == ""
    assert view.rows.visible_nodes.tolist() == [0, 1, cut, cut + 1, cut + 2]


def test_siblings_are_collapsed_and_the_selected_node_is_not():
    view = opened()
    view.select(5)
    assert view.tree.collapse_siblings() == ""
    assert view.rows.visible_nodes.tolist() == [0, 1, 5, 6, 7, 8, 9]
    assert view.tree.collapse_siblings() == "no sibling of this node is expanded"


def test_everything_but_the_open_path_is_collapsed():
    view = opened()
    view.cursor.go_to_step(view.trace.entered(6))
    assert view.tree.collapse_beside() == ""
    assert view.rows.visible_nodes.tolist() == [0, 1, 5, 6, 7, 8, 9]
    assert view.tree.collapse_beside() == "everything but the open path is collapsed already"


def test_one_key_shows_again_whatever_is_left_out():
    view = opened()
    assert view.tree.show_all() == "nothing is left out"
    view.tree.toggle_pruned()
    view.tree.toggle_cutoffs()
    view.tree.limit_plies(1)
    view.tree.show_only_nodes(np.arange(13) == 5, "hits")
    assert view.tree.title_notes == ["no pruned branches", "only cutoffs", "ply ≤ 1", "only hits"]
    assert view.rows.visible_nodes.tolist() == [0, 5]
    assert view.tree.show_all() == ""
    assert view.tree.title_notes == []
    assert len(view.rows) == 13


def test_a_filter_that_would_leave_out_nothing_says_so():
    view = opened(AIMA, "minimax")
    assert view.tree.toggle_pruned() == "this search pruned no branch"
    assert view.tree.toggle_cutoffs() == "this search had no cutoffs"
    assert view.tree.limit_plies(2) == "nothing is deeper than ply 2"
    assert view.tree.show_only_nodes(np.zeros(13, bool), "breakpoint hits") == "there are no breakpoint hits"
    view.select(2)
    assert view.tree.toggle_deeper() == "nothing is deeper than ply 2"
    assert view.tree.title_notes == []


def test_what_is_deeper_than_the_selected_node_is_left_out_and_shown_again():
    view = opened()
    view.select(5)
    assert view.tree.toggle_deeper() == ""
    assert view.rows.visible_nodes.tolist() == [0, 1, 5, 9]
    assert view.tree.toggle() == "what is below this node is left out: ply ≤ 1"
    assert view.tree.toggle_deeper() == ""
    assert len(view.rows) == 13


def test_a_selected_node_that_a_filter_leaves_out_gives_way_to_the_nearest_above():
    view = opened()
    view.select(7)
    view.tree.toggle_pruned()
    assert view.selected == 5


def test_the_tree_is_shown_from_a_node_on_and_back_again():
    view = opened(DEEP, "minimax")
    view.select(1)
    assert view.tree.reroot() == ""
    inner = view.trace.children(1)[0]
    view.select(inner)
    assert view.tree.reroot() == ""
    assert view.tree.title_notes == ["root: a1/b1"]
    assert view.rows.visible_nodes[0] == inner
    assert view.rows.row_of(0) == 0
    assert view.tree.unroot() == ""
    assert view.tree.title_notes == ["root: a1"]
    assert view.tree.unroot() == ""
    assert view.tree.unroot() == "the tree is shown from its root on"
    assert view.rows.visible_nodes.tolist() == list(range(len(view.trace)))


def test_selecting_or_stepping_outside_goes_back_to_the_nearest_root_that_holds_the_node():
    view = opened(DEEP, "minimax")
    first, second = view.trace.children(0)
    view.select(first)
    view.tree.reroot()
    view.select(view.trace.children(first)[1])
    view.tree.reroot()
    view.select(view.trace.children(first)[0])
    assert view.rows.root == first
    view.cursor.go_to_step(view.trace.entered(second))
    view.time.select_current()
    assert view.rows.root == 0
    assert view.selected == second


def test_a_root_that_a_filter_leaves_out_is_left():
    view = opened(DEEP, "minimax")
    view.select(2)
    view.tree.reroot()
    view.tree.limit_plies(1)
    assert view.rows.root == 0
    assert view.selected == 1


def test_a_leaf_or_the_root_itself_is_no_new_root():
    view = opened()
    assert view.tree.reroot() == "the tree is shown from this node on already"
    view.select(2)
    assert view.tree.reroot() == "there is nothing below this node"


def test_left_at_the_first_row_stays_where_it_is():
    view = opened()
    view.select(1)
    view.tree.reroot()
    view.tree.collapse_or_leave()
    assert view.tree.collapse_or_leave() == "the tree is shown from this node on"
    assert view.selected == 1


def test_siblings_are_sorted_by_value_and_back_and_what_was_collapsed_stays_so():
    view = opened()
    view.rows.collapse(5)
    assert view.tree.next_order() == ""
    assert view.tree.title_notes == ["by value"]
    assert view.rows.visible_nodes.tolist() == [0, 1, 2, 4, 3, 5, 9, 12, 11, 10]
    view.rows.expand(5)
    assert view.rows.visible_nodes.tolist()[5:9] == [5, 6, 7, 8]
    assert view.tree.next_order() == ""
    assert view.tree.title_notes == ["by nodes"]
    assert view.rows.visible_nodes.tolist() == [0, 1, 2, 3, 4, 9, 10, 11, 12, 5, 6, 7, 8]
    view.tree.next_order()
    assert view.tree.title_notes == []
    assert view.rows.visible_nodes.tolist() == list(range(13))


def test_down_and_up_follow_the_rows_in_sorted_order():
    view = opened()
    view.tree.next_order()
    view.select(2)
    view.tree.select_next()
    assert view.selected == 4
    view.tree.select_previous()
    assert view.selected == 2


def test_a_recording_that_grows_keeps_filters_order_and_folding():
    early, trace = tracer.trace("tictactoe", max_nodes=9_000), tracer.trace("tictactoe")
    view = Browser(early)
    view.select(2)
    view.tree.toggle_pruned()
    view.tree.next_order()
    nodes = set(view.rows.visible_nodes.tolist())
    view.trace = trace
    view.tree.extend_rows()
    after = set(view.rows.visible_nodes.tolist())
    assert nodes <= after
    new = [node for node in after - nodes if node > 0]
    assert all(trace.columns.parent[node] < len(early) for node in new)
    assert all(view.rows.is_collapsed(node) for node in new)
    assert view.tree.title_notes == ["no pruned branches", "by value"]
    assert view.rows.node_in_row(view.selected_row) == 2
    assert np.array_equal(
        np.diff(trace.columns.value[[node for node in view.rows.visible_nodes if node in trace.children(0)]]) <= 0,
        [True] * 8,
    )


@pytest.mark.parametrize(
    ("key", "notice"),
    [("shift_left", "the indentation begins at the root"), ("shift_right", "no row is indented further")],
)
def test_a_tree_that_fits_does_not_move_sideways(key, notice):
    assert getattr(opened().tree, key)() == notice


def test_five_thousand_plies_are_folded_without_recursion():
    view = Browser(tracer.trace("[" * 5000 + "3" + "]" * 5000, "minimax"))
    view.select(1)
    assert view.tree.expand_chain() == ""
    assert len(view.rows) == 5001
    assert view.tree.collapse_beside() == ""
    view.tree.collapse_all()
    assert view.tree.expand_variation() == ""
    assert view.tree.next_order() == ""
    view.select(4_990)
    assert view.tree.reroot() == ""
    assert view.tree.title_notes == ["root: …/gis1/git1/giu1/giv1/giw1/gix1", "by value"]
    assert len(view.rows) == 11
