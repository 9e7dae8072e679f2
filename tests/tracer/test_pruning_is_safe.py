"""Pruning is safe: whatever stands below the pruned branches, the search returns the same, and it is right."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    AIMA,
    SEEDS,
    WIKIPEDIA,
    WINDOWED,
    bushy_tree,
    columns_of,
    minimax_value,
    nested_lists,
    variants,
    windows,
)

import tracer
from tracer.games.move_names import name_moves
from tracer.games.tree import TreeGame
from tracer.recording.status import EXACT, UPPER

VALUES = (-1000, -3, -1, 0, 0.5, 1, 2, 3, 7, 1000)
ORDERS = ("natural", "reversed", "random:7")


def trees() -> st.SearchStrategy[list[Any]]:
    """Nested lists that have at least one move."""
    bushy = SEEDS.map(lambda seed: bushy_tree(seed, evaluated=False))
    return st.one_of(nested_lists(), bushy, bushy).map(lambda tree: tree if isinstance(tree, list) else [tree])


def other_leaves(tree: Any, luck: Random) -> Any:
    """The same shape with other values."""
    return [other_leaves(inner, luck) for inner in tree] if isinstance(tree, list) else luck.choice(VALUES)


def other_tree(_: Any, luck: Random) -> Any:
    """A tree of any shape."""
    return bushy_tree(luck.randrange(2**32), evaluated=False)


def replaced(tree: Any, paths: set[tuple[str, ...]], other: Any, luck: Random, path: tuple[str, ...] = ()) -> Any:
    """The tree with another one in place of each subtree at the end of one of some paths."""
    if path in paths:
        return other(tree, luck)
    if not isinstance(tree, list):
        return tree
    names = name_moves(len(path), len(tree))
    return [replaced(inner, paths, other, luck, (*path, move)) for move, inner in zip(names, tree, strict=True)]


def pruned_paths(trace: tracer.Trace) -> set[tuple[str, ...]]:
    """The paths that were pruned, and that no other visit searched."""
    passes = trace.passes

    def path(node: int) -> tuple[str, ...]:
        line = trace.ancestry(node)[1:]
        return tuple(trace.label(one) for one in line if int(trace.columns.move[one]) not in passes)

    return {path(node) for node in np.flatnonzero(trace.counts.paths.pruned).tolist()}


def assert_right(trace: tracer.Trace, game: TreeGame) -> None:
    """What the search returned is true of the tree: exact, or the bound that it promises for a bounded window."""
    true, bound = minimax_value(game, game.start(), None), trace.bound(0)
    assert bound is not None
    assert trace.value is not None
    if bound is EXACT:
        assert trace.value == true
    else:
        assert true <= trace.value if bound is UPPER else true >= trace.value


@pytest.mark.parametrize("search", WINDOWED)
@given(trees(), SEEDS, windows(), st.sampled_from(ORDERS))
def test_no_leaf_below_a_pruned_branch_can_change_what_is_returned(search, tree, seed, window, order):
    # Between which numbers values lie does not follow from the leaves here, as some of them are replaced.
    between = {"bounds": "-99,99"} if "bounds" in tracer.SEARCHES[search].options else {}
    for options in ({**one, **between} for one in variants(search, window)):
        before = tracer.trace(tree, search, order=order, **options)
        changed = replaced(tree, pruned_paths(before), other_leaves, Random(seed))
        after = tracer.trace(changed, search, order=order, **options)
        assert columns_of(after) == columns_of(before)
        if options["window"] is None:
            assert after.value == minimax_value(TreeGame.from_lists(changed), 0, None)
        assert_right(after, TreeGame.from_lists(changed))


@pytest.mark.parametrize("search", WINDOWED)
@given(trees(), SEEDS, windows())
def test_nor_can_a_tree_of_another_shape(search, tree, seed, window):
    between = {"bounds": "-99,99"} if "bounds" in tracer.SEARCHES[search].options else {}
    for options in ({**one, **between} for one in variants(search, window)):
        before = tracer.trace(tree, search, **options)
        changed = replaced(tree, pruned_paths(before), other_tree, Random(seed))
        after = tracer.trace(changed, search, **options)
        assert after.value == before.value
        assert_right(after, TreeGame.from_lists(changed))


@pytest.mark.parametrize("tree", [AIMA, WIKIPEDIA])
@pytest.mark.parametrize("value", VALUES)
def test_the_two_textbook_trees_keep_their_value_whatever_was_pruned(tree, value):
    paths = pruned_paths(tracer.trace(tree))
    assert paths
    changed = replaced(tree, paths, lambda *_: value, Random(0))
    assert changed != tree
    assert minimax_value(TreeGame.from_lists(changed), 0, None) == tracer.trace(tree).value


def test_a_leaf_that_was_visited_can_change_the_value():
    changed = replaced(AIMA, {("a1", "b1")}, lambda *_: 2.5, Random(0))
    assert tracer.trace(changed).value == 2.5
