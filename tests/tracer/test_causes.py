"""Where bounds come from and what cutoffs save: held against a search that keeps book, and a count that walks."""

import gc
import weakref
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import AIMA, PLAIN, WIKIPEDIA, WINDOWED, searched, variants

import tracer
from tracer import Header, Recorder, Status, Trace
from tracer.count.sizes import subtrees
from tracer.games.rules import BuiltIn
from tracer.games.tree import TreeGame
from tracer.why import cutoff_causes
from tracer.why.cutoff_causes import (
    Origin,
    find_cutoff_origin,
    find_end_origin,
    find_refutation,
    is_cutoff_justified,
    saving_at,
)
from tracer.why.explain import why

INFINITY = float("inf")
Setter = tuple[int, int] | None
"""The ancestor and the child that set an end of a window; None for the window of the start."""


def setters(trace: Trace) -> list[tuple[Setter, Setter]]:
    """Who set alpha and who beta of every visit on entry, kept from the root down as the search narrows windows."""
    found: list[tuple[Setter, Setter]] = [(None, None)] * len(trace)
    for node in trace:
        if node.status is Status.PRUNED:
            continue
        (low, high), alpha, beta = found[node.index], node.alpha, node.beta
        assert alpha is not None
        assert beta is not None
        for child in node.children:
            if child.status is Status.PRUNED:
                break
            assert (child.alpha, child.beta) == (alpha, beta)
            found[child.index] = (low, high)
            if child.value is not None and node.turn == tracer.MAX and child.value > alpha:
                alpha, low = child.value, (node.index, child.index)
            elif child.value is not None and node.turn == tracer.MIN and child.value < beta:
                beta, high = child.value, (node.index, child.index)
    return found


@pytest.mark.parametrize("search", [name for name in PLAIN if name in WINDOWED])
@given(searched())
@settings(max_examples=30)
def test_the_origin_of_a_bound_is_who_narrowed_the_window_to_it(search, drawn):
    case, options, window = drawn
    if search not in case.searches:
        return
    for more in variants(search, window):
        trace = tracer.trace(case.game, search, position=case.position, **options, **more)
        for node, (low, high) in zip(trace, setters(trace), strict=True):
            if node.status is Status.PRUNED:
                assert find_cutoff_origin(trace, node.index) == find_cutoff_origin(trace, node.parent.index) is not None
                continue
            for end, setter, limit in (("alpha", low, node.alpha), ("beta", high, node.beta)):
                above, child = setter or (None, None)
                plies = node.ply - (0 if above is None else trace.node(above).ply)
                assert find_end_origin(trace, node.index, end) == Origin(end, limit, above, child, plies)
            expected = find_end_origin(trace, node.index, "beta" if node.turn == tracer.MAX else "alpha")
            assert find_cutoff_origin(trace, node.index) == (expected if node.cutoff else None)
            assert not node.cutoff or is_cutoff_justified(trace, node.index)


@given(searched())
@settings(max_examples=30)
def test_the_limit_of_a_cutoff_is_the_windows_end_and_the_value_of_the_child_that_is_named(drawn):
    case, options, window = drawn
    for more in variants("alphabeta", window):
        trace = tracer.trace(case.game, "alphabeta", position=case.position, **options, **more)
        for node in trace:
            found = find_cutoff_origin(trace, node.index)
            if not node.cutoff:
                continue
            assert found is not None
            assert found.limit == (node.beta if node.turn == tracer.MAX else node.alpha)
            if found.ancestor is None:
                assert found.limit == (trace.root.beta if found.end_name == "beta" else trace.root.alpha)
                assert not found.is_deep
            else:
                child = trace.node(found.child)
                assert (child.value, child.parent.index) == (found.limit, found.ancestor)
                assert found.ancestor in trace.ancestry(node.index)
                assert found.is_deep == (found.ancestor != node.parent.index)


def full_tree(game: Any, state: Any, depth: float) -> int:
    """The nodes of a full tree, counted by walking it."""
    if depth == 0 or game.utility(state) is not None:
        return 1
    return 1 + sum(full_tree(game, game.play(state, move), depth - 1) for move in game.moves(state))


@given(searched())
@settings(max_examples=30)
def test_what_a_cutoff_saves_is_what_walking_the_pruned_branches_counts(drawn):
    case, options, _ = drawn
    trace = tracer.trace(case.game, "alphabeta", position=case.position, **options)
    depth = INFINITY if trace.header.depth is None else trace.header.depth
    for node in trace:
        if node.status is Status.PRUNED:
            continue
        branches = [child for child in node.children if child.status is Status.PRUNED]
        walked = [full_tree(case.game, child.state, depth - child.ply) for child in branches]
        assert saving_at(trace, node.index).branches == tuple(child.index for child in branches)
        for index, nodes in [(node.index, sum(walked)), *zip([b.index for b in branches], walked, strict=True)]:
            saved = saving_at(trace, index)
            if not saved.branches:
                assert saved.nodes is None
            elif saved.exact:
                assert saved.nodes == nodes
            else:
                assert cutoff_causes.FALLBACK_BUDGET / 2 < saved.nodes <= nodes


@pytest.mark.parametrize("budget", [0, 1, 5, 20, 100])
def test_a_count_that_is_given_up_is_never_too_large(monkeypatch, budget):
    monkeypatch.setattr(cutoff_causes, "FALLBACK_BUDGET", budget)
    monkeypatch.setattr(cutoff_causes, "QUICK_BUDGET", budget)
    given_up = 0
    for trace in (tracer.trace("random:b=3,d=6,seed=2"), tracer.trace("nim:2,3,2"), tracer.trace("connect4:3,3,3")):
        for node in [node for node in trace if node.cutoff][::7]:
            saved = saving_at(trace, node.index)
            if saved.branches:
                walked = sum(full_tree(trace.game, trace.state(branch), INFINITY) for branch in saved.branches)
                assert saved.nodes == walked if saved.exact else len(saved.branches) <= saved.nodes <= walked
                given_up += not saved.exact
    assert given_up


def test_all_nodes_of_a_trace_share_one_count():
    """So that what can be counted for a picture is said as it is: 55,504 nodes are below each second move of O's."""
    trace = tracer.trace("tictactoe")
    pruned = [node for node in trace if node.status is Status.PRUNED]
    assert all(saving_at(trace, node.index).exact for node in pruned[::40])
    shallow = min(pruned, key=lambda node: node.ply)
    assert saving_at(trace, shallow.index).nodes == full_tree(trace.game, shallow.state, INFINITY) > 1_000


def test_a_bound_that_was_set_three_plies_up_makes_a_deep_cutoff():
    trace = tracer.trace([[3], [[[2, 9], [8]]]])
    found = find_cutoff_origin(trace, trace.find("2/1/1").index)
    assert found == Origin("alpha", 3, 0, 1, 3)
    assert found.is_deep


def test_a_player_who_moves_twice_makes_a_bound_two_plies_up_deep():
    game = TreeGame.from_text('[[3, 5], {"turn": "MAX", "children": [[2, 9], [1, 4]]}]')
    trace = tracer.trace(game)
    found = find_cutoff_origin(trace, trace.find("2/1").index)
    assert found == Origin("alpha", 3, 0, 1, 2)
    assert found.is_deep


def test_a_shallow_cutoff_names_the_parent():
    trace = tracer.trace(AIMA)
    assert find_cutoff_origin(trace, 5) == Origin("alpha", 3, 0, 1, 1)
    assert not find_cutoff_origin(trace, 5).is_deep
    assert (find_refutation(trace, 5), cutoff_causes.format_cutoff_test(trace, 5)) == (6, "2 ≤ alpha 3")
    assert saving_at(trace, 5) == ((7, 8), 2, True)
    assert saving_at(trace, 8) == ((8,), 1, True)


def test_an_end_of_the_starting_window_has_no_ancestor():
    trace = tracer.trace(AIMA, window=(-5, 2))
    assert find_cutoff_origin(trace, 0) == Origin("beta", 2, None, None, 0)


def null_window_search() -> Trace:
    """A scout search of ((3), (5, 4), …) by hand: the second move gets a null window first, then is searched again."""
    recorder = Recorder()
    enter, leave, prune = recorder.enter, recorder.leave, recorder.prune
    root = enter(None, 1, -INFINITY, INFINITY)
    first = enter("a", -1, -INFINITY, INFINITY)
    leave(first, 3, Status.TERMINAL)
    scout = enter("b", -1, 3, 4)
    inner = enter("x", 1, 3, 4)
    leaf = enter("y", -1, 3, 4)
    leave(leaf, 6, Status.TERMINAL)
    prune(["z"])
    leave(inner, 6, cutoff=True)
    leave(scout, 6)
    again = enter("b", -1, 6, INFINITY)
    leave(again, 7, Status.TERMINAL)
    leave(root, 7)
    return Trace(*recorder.finish(), Header(search="scout"))


def test_the_end_of_a_null_window_is_the_searchs_own_choice_and_no_moves_value():
    trace = null_window_search()
    assert find_cutoff_origin(trace, 3) == Origin("beta", 4, 0, None, 2)
    assert find_end_origin(trace, 3, "alpha") == Origin("alpha", 3, 0, 1, 2)
    assert find_end_origin(trace, 6, "alpha") == Origin("alpha", 6, 0, 2, 1)


def test_without_a_game_nothing_is_said_of_the_full_tree():
    recorded = tracer.trace(AIMA)
    trace = Trace(recorded.columns, [], Header(), labels=recorded.move_labels)
    assert saving_at(trace, 5) == ((7, 8), None, False)
    assert find_cutoff_origin(trace, 5) == find_cutoff_origin(recorded, 5)


class Breaks(BuiltIn):
    """A game that fails below one move."""

    spec = "breaks"

    def start(self) -> tuple[int, ...]:
        return ()

    def turn(self, state: tuple[int, ...]) -> int:
        return -1 if len(state) % 2 else 1

    def utility(self, state: tuple[int, ...]) -> float | None:
        if state == (1, 1):
            raise RuntimeError("never searched")
        return [3.0, 2.0, 9.0][state[0] + state[1]] if len(state) == 2 else None

    def moves(self, state: tuple[int, ...]) -> list[int]:
        return [0, 1]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)


def test_a_game_that_fails_below_a_pruned_branch_takes_only_the_count_away():
    trace = tracer.trace(Breaks())
    pruned = next(node for node in trace if node.status is Status.PRUNED)
    assert pruned.path == ("1", "1")
    assert saving_at(trace, pruned.parent.index).nodes is None


def test_what_was_counted_goes_with_its_trace():
    trace = tracer.trace(AIMA)
    assert saving_at(trace, 5) is saving_at(trace, 5)
    gone = weakref.ref(trace)
    del trace
    gc.collect()
    assert gone() is None


def test_the_last_visited_child_is_no_pruned_branch():
    trace = tracer.trace(WIKIPEDIA)
    for node in trace:
        visited = [child.index for child in node.children if child.status is not Status.PRUNED]
        assert find_refutation(trace, node.index) == (visited[-1] if visited else None)


def test_the_origin_at_the_end_of_a_chain_of_five_thousand_plies():
    trace = tracer.trace("random:b=1,d=5000", window=(-100, 100))
    assert find_end_origin(trace, 5000, "alpha") == Origin("alpha", -100, None, None, 5000)


@pytest.mark.parametrize("search", ["engine", "deepening"])
def test_what_a_cutoff_spared_is_the_same_in_a_sentence_and_in_a_picture(search):
    """In an iteration, what lies below to the depth of that iteration: each branch as `saving` counts it."""
    trace = tracer.trace("tictactoe", search, depth=4)
    skipped = [node for node in range(len(trace)) if trace.columns.status[node] == Status.PRUNED]
    counted = subtrees(trace, skipped)
    assert counted == {node: saving_at(trace, node).nodes for node in skipped}
    depths = {node: int(trace.node(node).path[0].removeprefix("depth ")) for node in skipped}
    for node in skipped:
        said = why(trace, node, trace.steps - 1)[-1].text
        assert said.endswith("full tree." if depths[node] == 4 else f"full tree to depth {depths[node]}."), said
    assert set(counted.values()) > {1}


@pytest.mark.parametrize("tree", [[[5, 3], [7, [1, 9]], [4, 8]], [[1, 2], [6, 4], [3, 5], [9, 9]]])
def test_a_move_that_is_searched_again_begins_with_what_was_known_before_its_scout(tree: Any) -> None:
    trace = tracer.trace(tree, "engine")
    again = np.flatnonzero(trace.searched_again).tolist()
    assert again
    for node in again:
        above = int(trace.columns.parent[node])
        where = find_end_origin(trace, node, "alpha")
        assert (where.ancestor, where.limit) == (above, trace.columns.alpha[node])
        assert where.child is not None
        assert trace.columns.value[where.child] == where.limit
        assert trace.label(where.child) != trace.label(node)
