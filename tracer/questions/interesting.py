"""Trees that are worth an exercise: made by chance until one has cutoffs of both kinds, and no number twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.rules import MAX, Turn
from tracer.games.tree import TreeGame
from tracer.recording.status import EXACT, EXPANDED, PRUNED
from tracer.run.run import trace as record
from tracer.tracing import Trace
from tracer.why.cutoff_causes import find_cutoff_origin

MAX_TRIES = 4_000
"""Trees that are made at most until one is interesting."""
MIN_DEEP_PLIES = 4
"""Plies from which on a cutoff can be deep: the node that is cut stands three below the one that set its bound."""


@dataclass(frozen=True)
class TreeShape:
    """What trees are made of."""

    moves: tuple[int, int]
    """The least and the greatest number of moves of an inner node."""
    plies: int
    """Down to the deepest leaves."""
    values: tuple[int, int]
    """The least and the greatest number of a leaf."""
    early: float = 0.0
    """The share of nodes from ply 2 on that are leaves already."""
    leaves: tuple[int, int] = (1, 100)
    """How many leaves there may be."""
    turn: Turn = MAX
    """Who moves at the root."""


DIFFICULTIES: Mapping[str, TreeShape] = {
    "easy": TreeShape((2, 2), 4, (1, 20), early=0.3, leaves=(8, 12)),
    "medium": TreeShape((2, 3), 4, (-20, 20), early=0.3, leaves=(12, 18)),
    "hard": TreeShape((2, 3), 5, (-50, 50), early=0.3, leaves=(18, 24)),
}
"""By name."""


def uniform_shape(moves: int, plies: int, values: tuple[int, int], turn: Turn = MAX) -> TreeShape:
    """The shape of a uniform tree.

    Raises:
        PlyscopeError: nothing can be pruned in it, or there are more leaves than numbers.
    """
    if moves < 2 or plies < 2:
        raise PlyscopeError(f"a tree of {moves} moves and {plies} plies has nothing to prune: two of each at least")
    count = moves ** min(plies, 10)
    if count > values[1] - values[0] + 1:
        raise PlyscopeError(f"{count:,} leaves and more are too many for a page: fewer moves, or fewer plies")
    return TreeShape((moves, moves), plies, values, leaves=(count, count), turn=turn)


def interesting_tree(
    random: Random,
    shape: TreeShape,
    *,
    with_ties: bool = False,
    accepts: Callable[[Trace], bool] | None = None,
    **options: Any,
) -> Trace:
    """Alpha-beta on a tree that is worth an exercise; the same random numbers give the same tree.

    Some branch is pruned because of the parent's bound, and where there are four plies another because of the bound of
    a node further up; some inner node returns a bound. No two leaves have one number, so that there is one right answer
    whichever way ties are broken. `accepts` says what else is asked of a tree, and `options` are alpha-beta's.

    Raises:
        PlyscopeError: none was found, or nothing is ever cut by these options.
    """
    if options.get("fail") == "hard" and options.get("cut") == ">":
        raise PlyscopeError("with fail hard the test > never cuts: there is no such exercise; take >=, or fail soft")
    numbers = list(range(shape.values[0], shape.values[1] + 1))
    max_leaves = shape.leaves[1] if with_ties else min(shape.leaves[1], len(numbers))
    for _ in range(MAX_TRIES):
        nested_lists, leaves = _draw_nested_lists(random, shape)
        if not shape.leaves[0] <= len(leaves) <= max_leaves:
            continue
        random.shuffle(numbers)
        values = [random.choice(numbers) for _ in leaves] if with_ties else numbers[: len(leaves)]
        if with_ties and len(set(values)) == len(values):
            continue
        for (parent_list, index), value in zip(leaves, values, strict=True):
            parent_list[index] = value
        trace = record(TreeGame.from_lists(nested_lists, shape.turn), "alphabeta", **options)
        if is_interesting(trace, with_deep_cutoff=shape.plies >= MIN_DEEP_PLIES) and (
            accepts is None or accepts(trace)
        ):
            return trace
    raise PlyscopeError(f"of {MAX_TRIES:,} trees of this shape none has the cutoffs that are wanted; try another shape")


def is_interesting(trace: Trace, *, with_deep_cutoff: bool = True) -> bool:
    """Whether there are cutoffs that skip something, a shallow one and a deep one, and an inner node with a bound."""
    columns = trace.columns
    cut_nodes = set(columns.parent[columns.status == PRUNED].tolist())
    causes = [
        cause
        for node in cut_nodes
        if (cause := find_cutoff_origin(trace, node)) is not None and cause.ancestor is not None
    ]
    inner_nodes = (node for node in range(1, len(trace)) if columns.status[node] == EXPANDED)
    wanted_depths = {False, True} if with_deep_cutoff else {False}
    return {cause.is_deep for cause in causes} >= wanted_depths and any(
        trace.proved_bound(node) is not EXACT for node in inner_nodes
    )


def _draw_nested_lists(random: Random, shape: TreeShape) -> tuple[list[Any], list[tuple[list[Any], int]]]:
    """A tree as nested lists, and where its leaves are to stand: the list above and the place in it, ply by ply."""
    root: list[Any] = []
    inner_lists, leaves = [root], []
    for ply in range(1, shape.plies + 1):
        parent_lists, inner_lists = inner_lists, []
        for parent_list in parent_lists:
            for index in range(random.randint(*shape.moves)):
                child_list: list[Any] = []
                parent_list.append(child_list)
                if ply == shape.plies or (ply >= 2 and random.random() < shape.early):
                    leaves.append((parent_list, index))
                else:
                    inner_lists.append(child_list)
    return root, leaves
