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
from tracer.searches.contract import TESTS
from tracer.text import ends_text, number
from tracer.time.moments import frame
from tracer.tracing import Trace

BUDGET = 1_000
"""Positions looked at for a node's lower bound: a few milliseconds, for it is shown while keys are held down."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the end of a window that a cutoff reached comes from."""

    end: str
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
    def deep(self) -> bool:
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


def refutation(trace: Trace, node: int) -> int | None:
    """The last visited child of a node: where the node was cut, the one after which the test held. O(children)."""
    columns, last = trace.columns, None
    child, stop = node + 1, int(columns.end[node])
    while child < stop and columns.status[child] != PRUNED:
        last, child = child, int(columns.end[child])
    return last


def is_searched(trace: Trace, branch: int) -> bool:
    """Whether another visit of the node above a pruned branch searched its move. O(ply × children × visits)."""
    columns = trace.columns
    if not trace.counts.paths.repeat:
        return False
    visits = [0]
    for node in trace.ancestry(branch)[1:]:
        same = (
            child for visit in visits for child in trace.children(visit) if columns.move[child] == columns.move[node]
        )
        visits = [child for child in same if columns.status[child] != PRUNED]
    return bool(visits)


def is_met(trace: Trace, node: int) -> bool:
    """Whether an earlier visit came to a node by the same moves, in whatever pass. O(ply × children × visits)."""
    columns = trace.columns
    if not trace.counts.paths.repeat:
        return False
    visits = [0]
    for one in trace.ancestry(node)[1:]:
        if int(columns.move[one]) in trace.passes:
            visits = [
                below for visit in visits for below in (trace.children(visit) if visit in trace.drivers else [visit])
            ]
            continue
        same = (
            child for visit in visits for child in trace.children(visit) if columns.move[child] == columns.move[one]
        )
        visits = [child for child in same if columns.status[child] != PRUNED]
    return any(visit < node for visit in visits)


def is_beta(trace: Trace, node: int) -> bool:
    """Whether a cutoff at a node is a beta cutoff: where MAX moves, and where an outcome of chance reached its own."""
    columns = trace.columns
    if columns.turn[node] or node in trace.drivers or (last := refutation(trace, node)) is None:
        return bool(columns.turn[node] > 0)
    return bool(columns.value[last] >= columns.beta[last])


def end_name(trace: Trace, node: int) -> str:
    """The end of the window at which a node is cut: "beta" at MAX, "alpha" at MIN, one of them where chance moves."""
    return "beta" if is_beta(trace, node) else "alpha"


def limit(trace: Trace, node: int) -> float:
    """The end of the window at which a node is cut."""
    columns = trace.columns
    return float(columns.beta[node] if is_beta(trace, node) else columns.alpha[node])


def is_strict(trace: Trace) -> bool:
    """Whether the cutoff test is `>`: a value that equals the end of the window does not cut."""
    return trace.header.options.get("cut") == ">"


def holds(trace: Trace, node: int) -> bool:
    """Whether the cutoff test holds for the last visited child, as it must at a node that was cut. O(children).

    An outcome of chance is tested against the window that it was given itself.
    """
    last = refutation(trace, node)
    if last is None:
        return False
    if not trace.columns.turn[node]:
        columns = trace.columns
        return bool(columns.value[last] >= columns.beta[last] or columns.value[last] <= columns.alpha[last])
    reaches, value = TESTS[">" if is_strict(trace) else ">="], float(trace.columns.value[last])
    return reaches(value, limit(trace, node)) if is_beta(trace, node) else reaches(limit(trace, node), value)


def test(trace: Trace, node: int) -> str:
    """The cutoff test at a node with its numbers, such as `2 ≤ alpha 3`. O(children)."""
    last, strict = refutation(trace, node), is_strict(trace)
    value = "?" if last is None else number(float(trace.columns.value[last]))
    if last is not None and not trace.columns.turn[node]:
        ends, beta = ends_text(float(trace.columns.alpha[last]), float(trace.columns.beta[last])), is_beta(trace, node)
        return f"{value} {'≥' if beta else '≤'} {ends[beta]}, the {end_name(trace, node)} of its own window"
    sign = (">" if strict else "≥") if is_beta(trace, node) else ("<" if strict else "≤")
    return f"{value} {sign} {end_name(trace, node)} {end_text(trace, node, end_name(trace, node))}"


def verdict(trace: Trace, node: int) -> str:
    """The cutoff test at a node with its numbers; where it does not hold, that it is false. O(children)."""
    said = test(trace, node)
    return said if refutation(trace, node) is None or holds(trace, node) else f"{said} is false"


def end_text(trace: Trace, node: int, name: str) -> str:
    """An end of a visit's window on entry, "alpha" or "beta"; those of a null window are told apart.

    Args:
        trace: the trace.
        node: the visit; of a pruned branch it is the node above.
        name: which end.
    """
    columns = trace.columns
    if columns.status[node] == PRUNED:
        node = int(columns.parent[node])
    return ends_text(float(columns.alpha[node]), float(columns.beta[node]))[name == "beta"]


def origin(trace: Trace, node: int) -> Origin | None:
    """Where the end of the window comes from that cut a node, or the node above a pruned branch.

    None where nothing was cut. O(ply + children).
    """
    columns = trace.columns
    cut = int(columns.parent[node]) if columns.status[node] == PRUNED else node
    return source(trace, cut, end_name(trace, cut)) if columns.cutoff[cut] else None


def source(trace: Trace, node: int, end: str) -> Origin:
    """Where an end, "alpha" or "beta", of the window of a visit on entry comes from. O(ply + children)."""
    columns = trace.columns
    ends, narrowing = (columns.alpha, 1) if end == "alpha" else (columns.beta, -1)
    wanted, below, above = float(ends[node]), node, int(columns.parent[node])
    while above >= 0 and ends[above] == wanted:
        below, above = above, int(columns.parent[above])
    if above < 0:
        return Origin(end, wanted, None, None, int(columns.ply[node]))
    child = None
    if columns.turn[above] == narrowing:
        known = frame(trace, above, trace.entered(below))
        if known.best != wanted:  # a move that is searched again may begin where its scout began
            known = frame(trace, above, trace.entered(_first_of(trace, above, below)))
        child = known.best_child if known.best == wanted else None
    return Origin(end, wanted, above, child, int(columns.ply[node] - columns.ply[above]))


def _first_of(trace: Trace, above: int, visit: int) -> int:
    """Return the first of the visits by one move that follow each other up to a visit. O(children)."""
    siblings, moves = trace.children(above), trace.columns.move
    place = siblings.index(visit)
    while place and moves[siblings[place - 1]] == moves[visit]:
        place -= 1
    return siblings[place]


class _Counted:
    """What has been counted of a trace, so that a panel can be painted again at every key."""

    def __init__(self, trace: Trace) -> None:
        self.savings: dict[int, Saving] = {}
        self.sizes = None if trace.game is None else Sizes(trace.game, QUICK_BUDGET)
        """Counts all nodes' savings, each position once; its budget is that of a picture."""


_COUNTED: WeakKeyDictionary[Trace, _Counted] = WeakKeyDictionary()
"""It goes with the trace."""


def saving(trace: Trace, node: int) -> Saving:
    """What the cutoff at a node saved, or one pruned branch. O(ply).

    All nodes of a trace share one count, each position once, with the budget of a picture (`tracer.count.sizes`).
    Where that is spent, the nodes of one node alone are counted, up to `BUDGET`: beyond it the number is a lower bound.
    """
    if trace not in _COUNTED:
        _COUNTED[trace] = _Counted(trace)
    known = _COUNTED[trace]
    if node not in known.savings:
        known.savings[node] = _saving(trace, node, known.sizes)
    return known.savings[node]


def _saving(trace: Trace, node: int, sizes: Sizes | None) -> Saving:
    pruned = trace.columns.status[node] == PRUNED
    mine = [] if pruned else [child for child in trace.children(node) if trace.columns.status[child] == PRUNED]
    branches = [node] if pruned else [child for child in mine if not trace.skips[child]]
    nodes: int | None = None
    exact = False
    if trace.game is not None and sizes is not None and branches:
        try:
            with blame(trace.game):
                nodes = _count(trace, sizes, branches)
                exact = nodes is not None
                if nodes is None:
                    nodes, exact = _count_alone(trace, trace.game, branches)
        except PlyscopeError:
            nodes = None
    return Saving(tuple(branches), nodes, exact)


def _count(trace: Trace, sizes: Sizes, branches: list[int]) -> int | None:
    """Nodes below branches of one node, themselves included; None where the budget is spent."""
    above = int(trace.columns.parent[branches[0]])
    depth = max(plies_left(trace, above) - 1, 0)
    state = trace.state(above)
    try:
        return sum(sum(sizes.levels(trace.state_after(state, branch), depth)) for branch in branches)
    except TooMany:
        return None


def _count_alone(trace: Trace, game: AnyGame, branches: list[int]) -> tuple[int, bool]:
    """Nodes below branches of one node: all of them, or as many as were met before `BUDGET` was spent.

    Positions are met once each, so each position met is another node of the tree, and the number met is a lower bound.
    """
    met = len(branches)

    def play(state: Any, move: Any) -> Any:
        nonlocal met
        met += 1
        return game.play(state, move)

    counted = SimpleNamespace(utility=game.utility, moves=game.moves, play=play, key=key(game))
    nodes = _count(trace, Sizes(cast("AnyGame", counted), BUDGET), branches)
    return (met, False) if nodes is None else (nodes, True)
