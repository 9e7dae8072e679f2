"""What if it had been searched: the position at any node, a pruned branch above all, searched after all.

The search is the trace's own with its options and the depth that remained there, but with a full window, so the value
is the position's own and no bound left over from the search around it. It becomes a trace of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.game_variants import continue_preference
from tracer.games.root_positions import resolve_position
from tracer.games.rules import AnyGame, blame, key, show
from tracer.games.tree import TreeGame
from tracer.recording.node import remaining_depth
from tracer.recording.recorder import Stop
from tracer.run.plan import Plan, prepare
from tracer.run.run import record
from tracer.searches.contract import CUT_TESTS, FAIL_MODES
from tracer.searches.registry import SEARCHES
from tracer.text import clean, nearest
from tracer.tracing import Trace

CANCELLED = "cancelled"
"""`Header.stopped` of a search that was cancelled."""


def what_if(
    trace: Trace,
    node: int,
    *,
    window: tuple[float, float] | None = None,
    max_nodes: int | None = None,
    progress: Callable[[int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Trace:
    """Search the position at a node with the trace's own search and options; the trace itself stays as it is.

    It may run in any thread.

    Args:
        trace: a finished trace, or one that was stopped.
        node: any node of it: a visit or a pruned branch.
        window: (alpha, beta) at the new root, MAX's view; None is the full window.
        max_nodes: stop after this many visits.
        progress: called ten times a second or so with the number of nodes visited.
        cancelled: asked as often; True ends the search, and `header.stopped` of what was recorded is `CANCELLED`.

    Returns:
        A trace whose root is that position.

    Raises:
        IndexError: there is no such node.
        PlyscopeError: the trace has no game, its search is none of plyscope's, or nothing was left of its depth.
        GameError: the game misbehaved; its `trace` holds what was recorded.
    """
    search_plan = plan_again(trace, trace.node(node).index, window)

    def report(visited: int) -> None:
        if cancelled is not None and cancelled():
            raise Stop(CANCELLED)
        if progress is not None:
            progress(visited)

    return record(search_plan, max_nodes=max_nodes, progress=report)


def plan_again(trace: Trace, node: int, window: tuple[float, float] | None = None) -> Plan:
    """The search of `what_if`, made ready."""
    header = trace.header
    if header.search not in SEARCHES:
        raise PlyscopeError(
            f"the search {clean(header.search)!r} of this trace cannot be run again{nearest(header.search, SEARCHES)}: "
            f"it was recorded by other code; those that can are {', '.join(SEARCHES)}"
        )
    kept_options = ("depth", "order", "evaluate", "prefer", *(option.word for option in SEARCHES[header.search].own))
    options: Any = {name: value for name, value in header.options.items() if name in kept_options}
    options |= {"fail": header.options.get("fail", FAIL_MODES[0]), "cut": header.options.get("cut", CUT_TESTS[0])}
    if header.depth is not None:
        options["depth"] = _remaining_depth(trace, node, header.depth)
    state = trace.state(node)
    if "prefer" in options:
        options["prefer"] = continue_preference(options["prefer"], state)
    search_plan = prepare(trace.need_game(), header.search, window=window, **options)
    return search_plan.at(state, _describe_position(trace, node, state, search_plan.game))


def _remaining_depth(trace: Trace, node: int, depth: int) -> int:
    node_depth = remaining_depth(trace, node)
    if node_depth is not None and node_depth < 0 and trace.selective:
        return 0  # beyond the horizon a quiescence search goes on
    if node_depth is None or node_depth < 0:
        raise PlyscopeError(
            f"node {node:,} is at ply {int(trace.ply[node]):,}, but the search had a depth of {depth:,}: "
            "none is left to search it with"
        )
    return node_depth


def _describe_position(trace: Trace, node: int, state: Any, game: AnyGame) -> str | None:
    """A text for the position that leads back to it: the moves from the game's start, or the board; None is the start.

    Where neither leads back, the text says what it is, so that a saved trace is not taken for one of another position.
    """
    root_position = trace.header.position
    if node == 0:
        return root_position
    path = "/".join(trace.node(node).path)
    board = "/".join(show(game, state).split("\n"))
    from_start = path if root_position is None else f"{root_position.strip().strip('/')}/{path}"
    # In a tree the path may be the name of another node: then there is its number.
    number_text = [f"#{state}"] if isinstance(game, TreeGame) else []
    for text in (from_start, board, *number_text):
        if _leads_to(game, text, state):
            return text
    return clean(f"after {path}" + ("" if root_position is None else f" from {root_position}"))


def _leads_to(game: AnyGame, text: str, state: Any) -> bool:
    key_of = key(game)
    try:
        with blame(game):
            return bool(key_of(resolve_position(game, text)) == key_of(state))
    except PlyscopeError:
        return False
