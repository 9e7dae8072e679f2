"""Why a node was cut: the move that refuted it, the ancestor's move that set the bound, and what the cutoff saved.

All numbers are MAX's view.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple, cast
from weakref import WeakKeyDictionary

from tracer.count.frontier import plies_left
from tracer.count.layers import TooMany
from tracer.count.sizes import QUICK_BUDGET, Sizes
from tracer.errors import PlyscopeError
from tracer.games.rules import AnyGame, blame, key
from tracer.recording.status import PRUNED
from tracer.searches.contract import CUTOFF_TESTS
from tracer.text import ends_text, number
from tracer.time.moments import frame
from tracer.tracing import Trace

FALLBACK_BUDGET = 1_000
"""Positions looked at for a node's lower bound: a few milliseconds, for it is shown while keys are held down."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the end of a window that a cutoff reached comes from."""

    end_name: str
    """Which end of the window: "alpha" or "beta"."""
    limit: float
    """Its number."""
    ancestor: int | None
    """The node at which that end became this number; None where the search was started with it."""
    child: int | None
    """The ancestor's first child that returned the number. None where no child did: the search itself chose it there,
    as it does for a null window."""
    plies: int
    """Moves from the ancestor down to the node; from the root where there is no ancestor."""

    @property
    def is_deep(self) -> bool:
        """Whether the bound comes from further up than the parent. False for the window of the start."""
        return self.ancestor is not None and self.plies > 1


class Saving(NamedTuple):
    """What a cutoff, or one pruned branch, spared the search."""

    branches: tuple[int, ...]
    """The pruned branches."""
    nodes: int | None
    """Nodes of the full tree below them, themselves included; None where the game is missing or fails."""
    exact: bool
    """Whether `nodes` was counted to the end; otherwise there are more."""


def find_refutation(trace: Trace, node: int) -> int | None:
    """The last visited child of a node: where the node was cut, the one after which the test held. O(children)."""
    visited_children = trace.visited_children(node)
    return visited_children[-1] if visited_children else None


def is_searched_elsewhere(trace: Trace, branch: int) -> bool:
    """Whether another visit of the node above a pruned branch searched its move. O(ply × children × visits)."""
    columns = trace.columns
    if not trace.counts.paths.has_repeated_paths:
        return False
    visits = [0]
    for node in trace.ancestry(branch)[1:]:
        same_moves = (
            child for visit in visits for child in trace.children(visit) if columns.move[child] == columns.move[node]
        )
        visits = [child for child in same_moves if columns.status[child] != PRUNED]
    return bool(visits)


def is_path_searched_before(trace: Trace, node: int) -> bool:
    """Whether an earlier visit came to a node by the same moves, in whatever pass. O(ply × children × visits)."""
    columns = trace.columns
    if not trace.counts.paths.has_repeated_paths:
        return False
    visits = [0]
    for path_node in trace.ancestry(node)[1:]:
        if int(columns.move[path_node]) in trace.passes:
            visits = [
                pass_nodes
                for visit in visits
                for pass_nodes in (trace.children(visit) if visit in trace.drivers else [visit])
            ]
            continue
        same_moves = (
            child
            for visit in visits
            for child in trace.children(visit)
            if columns.move[child] == columns.move[path_node]
        )
        visits = [child for child in same_moves if columns.status[child] != PRUNED]
    return any(visit < node for visit in visits)


def is_beta_cutoff(trace: Trace, node: int) -> bool:
    """Whether a cutoff at a node is a beta cutoff: where MAX moves, and where an outcome of chance reached its own."""
    columns = trace.columns
    if columns.turn[node] or node in trace.drivers or (refuting_child := find_refutation(trace, node)) is None:
        return bool(columns.turn[node] > 0)
    return bool(columns.value[refuting_child] >= columns.beta[refuting_child])


def cutoff_end_name(trace: Trace, node: int) -> str:
    """The end of the window at which a node is cut: "beta" at MAX, "alpha" at MIN, one of them where chance moves."""
    return "beta" if is_beta_cutoff(trace, node) else "alpha"


def cutoff_limit(trace: Trace, node: int) -> float:
    """The end of the window at which a node is cut."""
    columns = trace.columns
    return float(columns.beta[node] if is_beta_cutoff(trace, node) else columns.alpha[node])


def has_strict_cutoff(trace: Trace) -> bool:
    """Whether the cutoff test is `>`: a value that equals the end of the window does not cut."""
    return trace.header.options.get("cut") == ">"


def is_cutoff_justified(trace: Trace, node: int) -> bool:
    """Whether the cutoff test holds for the last visited child, as it must at a node that was cut. O(children).

    An outcome of chance is tested against the window that it was given itself.
    """
    refuting_child = find_refutation(trace, node)
    if refuting_child is None:
        return False
    if not trace.columns.turn[node]:
        columns = trace.columns
        return bool(
            columns.value[refuting_child] >= columns.beta[refuting_child]
            or columns.value[refuting_child] <= columns.alpha[refuting_child]
        )
    passes_test = CUTOFF_TESTS[">" if has_strict_cutoff(trace) else ">="]
    value = float(trace.columns.value[refuting_child])
    if is_beta_cutoff(trace, node):
        return passes_test(value, cutoff_limit(trace, node))
    return passes_test(cutoff_limit(trace, node), value)


def format_cutoff_test(trace: Trace, node: int) -> str:
    """The cutoff test at a node with its numbers, such as `2 ≤ alpha 3`. O(children)."""
    refuting_child, is_strict = find_refutation(trace, node), has_strict_cutoff(trace)
    value = "?" if refuting_child is None else number(float(trace.columns.value[refuting_child]))
    if refuting_child is not None and not trace.columns.turn[node]:
        ends = ends_text(float(trace.columns.alpha[refuting_child]), float(trace.columns.beta[refuting_child]))
        is_beta = is_beta_cutoff(trace, node)
        return (
            f"{value} {'≥' if is_beta else '≤'} {ends[is_beta]}, the {cutoff_end_name(trace, node)} of its own window"
        )
    sign = (">" if is_strict else "≥") if is_beta_cutoff(trace, node) else ("<" if is_strict else "≤")
    return (
        f"{value} {sign} {cutoff_end_name(trace, node)} {format_window_end(trace, node, cutoff_end_name(trace, node))}"
    )


def format_cutoff_verdict(trace: Trace, node: int) -> str:
    """The cutoff test at a node with its numbers; where it does not hold, that it is false. O(children)."""
    cutoff_test = format_cutoff_test(trace, node)
    is_true = find_refutation(trace, node) is None or is_cutoff_justified(trace, node)
    return cutoff_test if is_true else f"{cutoff_test} is false"


def format_window_end(trace: Trace, node: int, name: str) -> str:
    """An end of a visit's window on entry, "alpha" or "beta"; those of a null window are told apart.

    Of a pruned branch it is that of the node above.
    """
    columns = trace.columns
    if columns.status[node] == PRUNED:
        node = int(columns.parent[node])
    return ends_text(float(columns.alpha[node]), float(columns.beta[node]))[name == "beta"]


def find_cutoff_origin(trace: Trace, node: int) -> Origin | None:
    """Where the end of the window comes from that cut a node, or the node above a pruned branch.

    None where nothing was cut. O(ply + children).
    """
    columns = trace.columns
    cut_node = int(columns.parent[node]) if columns.status[node] == PRUNED else node
    return find_end_origin(trace, cut_node, cutoff_end_name(trace, cut_node)) if columns.cutoff[cut_node] else None


def find_end_origin(trace: Trace, node: int, end_name: str) -> Origin:
    """Where an end, "alpha" or "beta", of the window of a visit on entry comes from. O(ply + children)."""
    columns = trace.columns
    ends, narrowing = (columns.alpha, 1) if end_name == "alpha" else (columns.beta, -1)
    limit, path_node, ancestor = float(ends[node]), node, int(columns.parent[node])
    while ancestor >= 0 and ends[ancestor] == limit:
        path_node, ancestor = ancestor, int(columns.parent[ancestor])
    if ancestor < 0:
        return Origin(end_name, limit, None, None, int(columns.ply[node]))
    child = None
    if columns.turn[ancestor] == narrowing:
        frame_then = frame(trace, ancestor, trace.entered(path_node))
        if frame_then.best != limit:  # a move that is searched again may begin where its scout began
            frame_then = frame(trace, ancestor, trace.entered(_first_visit_of_move(trace, ancestor, path_node)))
        child = frame_then.best_child if frame_then.best == limit else None
    return Origin(end_name, limit, ancestor, child, int(columns.ply[node] - columns.ply[ancestor]))


def _first_visit_of_move(trace: Trace, parent: int, child: int) -> int:
    """Return the first of the visits by one move that follow each other up to a visit. O(children)."""
    siblings, moves = trace.children(parent), trace.columns.move
    index = siblings.index(child)
    while index and moves[siblings[index - 1]] == moves[child]:
        index -= 1
    return siblings[index]


class _SavingCache:
    """What has been counted of a trace, so that a panel can be painted again at every key."""

    def __init__(self, trace: Trace) -> None:
        self.savings: dict[int, Saving] = {}
        self.sizes = None if trace.game is None else Sizes(trace.game, QUICK_BUDGET)
        """Counts all nodes' savings, each position once; its budget is that of a picture."""


_SAVING_CACHES: WeakKeyDictionary[Trace, _SavingCache] = WeakKeyDictionary()
"""It goes with the trace."""


def saving_at(trace: Trace, node: int) -> Saving:
    """What the cutoff at a node saved, or one pruned branch. O(ply).

    All nodes of a trace share one count, each position once, with the budget of a picture (`tracer.count.sizes`).
    Where that is spent, the nodes of one node alone are counted, up to `FALLBACK_BUDGET`:
    beyond it the number is a lower bound.
    """
    if trace not in _SAVING_CACHES:
        _SAVING_CACHES[trace] = _SavingCache(trace)
    cache = _SAVING_CACHES[trace]
    if node not in cache.savings:
        cache.savings[node] = _compute_saving(trace, node, cache.sizes)
    return cache.savings[node]


def _compute_saving(trace: Trace, node: int, sizes: Sizes | None) -> Saving:
    is_pruned = trace.columns.status[node] == PRUNED
    pruned_children = (
        [] if is_pruned else [child for child in trace.children(node) if trace.columns.status[child] == PRUNED]
    )
    branches = [node] if is_pruned else [child for child in pruned_children if not trace.skips[child]]
    node_count: int | None = None
    is_exact = False
    if trace.game is not None and sizes is not None and branches:
        try:
            with blame(trace.game):
                node_count = _count_pruned_nodes(trace, sizes, branches)
                is_exact = node_count is not None
                if node_count is None:
                    node_count, is_exact = _count_within_budget(trace, trace.game, branches)
        except PlyscopeError:
            node_count = None
    return Saving(tuple(branches), node_count, is_exact)


def _count_pruned_nodes(trace: Trace, sizes: Sizes, branches: list[int]) -> int | None:
    parent = int(trace.columns.parent[branches[0]])
    depth = max(plies_left(trace, parent) - 1, 0)
    state = trace.state(parent)
    try:
        return sum(sum(sizes.levels(trace.state_after(state, branch), depth)) for branch in branches)
    except TooMany:
        return None


def _count_within_budget(trace: Trace, game: AnyGame, branches: list[int]) -> tuple[int, bool]:
    """Nodes below branches of one node: all of them, or as many as were met before `FALLBACK_BUDGET` was spent.

    Positions are met once each, so each position met is another node of the tree, and the number met is a lower bound.
    """
    played_moves = len(branches)

    def play(state: Any, move: Any) -> Any:
        nonlocal played_moves
        played_moves += 1
        return game.play(state, move)

    counting_game = SimpleNamespace(utility=game.utility, moves=game.moves, play=play, key=key(game))
    node_count = _count_pruned_nodes(trace, Sizes(cast("AnyGame", counting_game), FALLBACK_BUDGET), branches)
    return (played_moves, False) if node_count is None else (node_count, True)
