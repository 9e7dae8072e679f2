"""How many nodes a search will visit, where that is known beforehand; what is known not to end is refused."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import tracer
from tracer.count.layers import MAX_PLIES, TooMany
from tracer.errors import GameError, PlyscopeError
from tracer.games.rules import AnyGame, blame, describe, optional, spec_of
from tracer.run.plan import Plan, prepare
from tracer.searches.contract import Search
from tracer.searches.registry import SEARCHES, find_search
from tui.terminal.options import Options

QUICK_COUNT = 20_000
"""Positions looked at to learn how many nodes there are: some hundredths of a second."""
MAX_PROBED_POSITIONS = 60_000
"""Positions looked at to learn that there are far too many to be counted: a second, of chess."""
MAX_REASONABLE_NODES = 10**9
"""Visits that nobody waits for, and no memory holds."""


def count_visited_tree(plan: Plan) -> int | None:
    """Return the nodes of the tree that a search visits, or at most of it; None where it does not, or nobody knows."""
    return _count_tree(plan) if _visits_most(plan.search) else None


def need_finite_search(plan: Plan, options: Options, nodes: int | None) -> str:
    """Refuse a search without limits that is known not to end; `nodes` is its `count_visited_tree`.

    Returns:
        A warning of a search whose depth is too great; empty of any other.
    """
    search = plan.search
    if not _may_be_endless(plan.game, search, options):
        return ""
    try:
        nodes = nodes if _visits_most(search) else _count_tree(plan)
        problem = _explain_endlessness(plan, options.depth, nodes)
    except GameError:  # the search itself will say what is wrong with the game
        return ""
    if not problem:
        return ""
    if options.depth is not None:
        return f"{problem}: a smaller --depth ends it sooner"
    tables = [
        f"-a {other_search.name}"
        for other_search in SEARCHES.values()
        if other_search.table and other_search.chance is search.chance
    ]
    table_advice = "" if nodes is None or search.table else f" or a search with a table ({' or '.join(tables[:2])})"
    beginning_command = (
        f"plyscope trace {shlex.quote(spec_of(plan.game))} -a {search.name} --max-nodes 100000 -o t.plyscope"
    )
    raise PlyscopeError(
        f"{problem}: give a depth (--depth 4){table_advice}, or record its beginning: {beginning_command}"
    )


def need_finite_searches(
    sources: Sequence[str], searches: Sequence[str], options: Options, positions: Sequence[str | None]
) -> None:
    """Refuse searches of some games, from the first of some positions, that are known not to end."""
    for game in map(tracer.game, sources):
        for search in searches:
            search_options = replace(options.for_search(search, is_compared=len(searches) > 1), position=positions[0])
            entry = find_search(search_options.search or "")
            if _visits_most(entry) or _may_be_endless(game, entry, search_options):
                plan = prepare(game, entry.name, **search_options.arguments())
                need_finite_search(plan, search_options, count_visited_tree(plan))


def _may_be_endless(game: AnyGame, search: Search, options: Options) -> bool:
    is_limited = options.max_nodes is not None or options.max_memory is not None
    if is_limited or search.values == "means" or (options.depth is not None and not _visits_most(search)):
        return False
    return optional(game, "outcomes") is None or search.chance  # any other says itself that it knows no chance


def _visits_most(search: Search) -> bool:
    """Whether a search visits all of a tree, or most of it."""
    return search.exhaustive or (search.chance and not search.table)


def _explain_endlessness(plan: Plan, depth: int | None, nodes: int | None) -> str:
    """Why a search will not end, for it visits more than `MAX_REASONABLE_NODES` nodes; empty where that is not known.

    A search that cuts visits the square root of a tree at best (Knuth & Moore 1975), one with a table each position.
    """
    from tracer.count.perft import least_exponent
    from tracer.count.tree_size_estimate import forecast_size

    search, name = plan.search, describe(plan.game)
    has_cutoffs = search.windowed or search.best_first
    exponent_share = 0.5 if has_cutoffs and not _visits_most(search) else 1.0
    has_table = bool(search.table) and getattr(plan.game, "transposes", True)
    if has_table and nodes is not None:  # few positions, for they were counted
        return ""
    exponent = 0.0 if nodes is None else math.log10(nodes)
    if nodes is None and depth is None:
        forecast = forecast_size(plan.game, plan.start)
        if not forecast.ends:
            return f"{name} does not end within {MAX_PLIES:,} plies"
        exponent = forecast.positions if has_table else forecast.nodes
    if nodes is None and not has_table and exponent * exponent_share <= math.log10(MAX_REASONABLE_NODES):
        exponent = least_exponent(plan.game, plan.start, depth, moves=QUICK_COUNT // 20, probed=MAX_PROBED_POSITIONS)
    if exponent * exponent_share <= math.log10(MAX_REASONABLE_NODES):
        return ""
    if has_table:
        return f"{name} has some 10^{math.floor(exponent)} positions by an estimate, too many for {search.name}"
    size_text = f"{name} has more than 10^{math.floor(exponent)} nodes"
    visited_part = "most of them" if exponent_share == 1.0 else "their square root at best"
    return f"{size_text}, and {search.name} visits {visited_part}"


def _count_tree(plan: Plan) -> int | None:
    """The nodes of the full tree to the depth of a search; None where there are too many positions to count them."""
    try:
        return count_tree(plan.game, plan.start, plan.header.options.get("depth"), QUICK_COUNT)
    except GameError:  # the search itself will say what is wrong with the game
        return None


def count_tree(game: AnyGame, start: Any, depth: float | None, budget: int) -> int | None:
    """Return the nodes of a full tree to a depth, or to its end; None where more positions are to be looked at."""
    from tracer.count.sizes import Sizes

    try:
        with blame(game):
            return sum(Sizes(game, budget).levels(start, math.inf if depth is None else depth))
    except TooMany:
        return None
