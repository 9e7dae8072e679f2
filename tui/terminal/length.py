"""How many nodes a search will visit, where that is known beforehand, and what is said where it is far too many."""

from __future__ import annotations

from typing import Any

from tracer.errors import GameError
from tracer.games.rules import blame, describe
from tracer.run.plan import prepare
from tracer.searches.registry import SEARCHES, find
from tui.terminal.options import Options
from tui.terminal.output import say

QUICK_COUNT = 20_000
"""Positions looked at to learn how many nodes there are: some hundredths of a second."""
PROBED = 60_000
"""Positions looked at to learn that there are far too many to be counted: a second, of chess."""
ENDLESS = 10**9
"""Nodes that nobody waits for."""


def tree_size(game: Any, name: str, options: Options) -> int | None:
    """The nodes of the tree that a search looks at, or at most of it; None where it does not, or nobody knows."""
    return _all(game, name, options) if _looks_at_most(name) else None


def total(nodes: int | None, name: str, options: Options) -> int | None:
    """How many nodes a search of a tree of this size visits, for a bar of progress; None where that is not known."""
    if nodes is None or not find(name).exhaustive:
        return options.max_nodes
    return min(nodes, options.max_nodes or nodes)


def warn(game: Any, name: str, options: Options, nodes: int | None) -> None:
    """Say so where a search of all of a tree of this size, or of most of it, will not end."""
    search = find(name)
    if options.max_nodes is not None or not _looks_at_most(name):
        return
    least = _least(game, name, options) if nodes is None else nodes
    if least > ENDLESS:
        tables = [one.name for one in SEARCHES.values() if one.table and one.chance is search.chance]
        say(
            f"the tree of {describe(game)} has {'more than ' if nodes is None else ''}{least:.1e} nodes, "
            f"and {search.name} looks at most of them: "
            f"--depth ends it sooner, {' or '.join(tables[:2])} has a table"
        )


def _looks_at_most(name: str) -> bool:
    """Whether a search visits all of a tree, or most of it."""
    search = find(name)
    return search.exhaustive or (search.chance and not search.table)


def _least(game: Any, name: str, options: Options) -> float:
    """Nodes that the full tree has at least, by an estimate; 0 where nothing is known."""
    from tracer.count.perft import Perft

    plan = prepare(game, name, **options.arguments())
    try:
        count = Perft(plan.game, plan.start, options.depth, whole=True, moves=QUICK_COUNT // 20, probed=PROBED)
        return max(ply.nodes - ply.margin for ply in count.run().plies)
    except GameError:  # the search itself will say what is wrong with the game
        return 0


def _all(game: Any, name: str, options: Options) -> int | None:
    """The nodes of the full tree to the depth of a search; None where there are too many positions to count them."""
    from tracer.count.layers import TooMany
    from tracer.count.sizes import Sizes

    plan = prepare(game, name, **options.arguments())
    try:
        depth = float("inf") if options.depth is None else options.depth
        with blame(game):
            return sum(Sizes(plan.game, QUICK_COUNT).levels(plan.start, depth))
    except (TooMany, GameError):  # the search itself will say what is wrong with the game
        return None
