"""Where each node of a subtree lies on the axis that runs across an overview: from where to where."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tracer.count.layers import TooMany
from tracer.count.sizes import LONG_BUDGET, by_branch
from tracer.errors import PlyscopeError
from tracer.games.rules import blame
from tracer.recording.columns import Floats
from tracer.recording.status import PRUNED
from tracer.text import clean, nearest
from tracer.tracing import Trace

Places = npt.NDArray[np.int64]

ACROSS = ("nodes", "steps")
MASSES = ("branches", "nodes")
LARGEST = 2**52
"""Units across that are still counted exactly."""
COUNTED_BRANCHES = 1_000_000
"""Pruned branches below which nodes are counted: each is replayed, at some ten microseconds."""


@dataclass(frozen=True, eq=False)
class Below:
    """The never visited nodes below pruned branches: one entry for each branch and ply below it. All of one length."""

    branch: Places
    """The id of the pruned branch."""
    depth: Places
    """Plies below the branch, 1 or more."""
    share: Floats
    """Of the branch's width: how much of it lies at or below the nodes of this ply."""
    nodes: Floats
    """How many nodes there are."""


@dataclass(frozen=True, eq=False)
class Spans:
    """The axis across."""

    root: int
    total: int
    """Its length in units; the root spans all of it."""
    unit: str
    """What is counted along it."""
    of: Callable[[slice], tuple[Places, Places]]
    """For a slice of ids where each node's subtree begins, and one past where it ends."""
    below: Below | None = None
    """With mass="nodes" what was never visited."""


def spans(trace: Trace, *, root: int = 0, across: str = "nodes", mass: str | None = None) -> Spans:
    """Choose what is counted across.

    Args:
        trace: what was recorded.
        root: the node that spans all of the axis.
        across: `nodes` in the order of the visits, or `steps` of the recording.
        mass: a pruned branch is as wide as one node (`branches`), or as all never visited `nodes` below it; None is
            as the nodes, where they can be counted.

    Raises:
        PlyscopeError: an option is wrong, or the pruned nodes cannot be counted.
    """
    _one_of("across", across, ACROSS)
    if mass is not None:
        _one_of("mass", mass, MASSES)
    if not 0 <= root < len(trace):
        raise PlyscopeError(f"there is no node {root} to draw from: the trace has nodes 0 to {len(trace) - 1}")
    if across == "steps":
        if mass == "nodes":
            raise PlyscopeError("mass 'nodes' has no steps, for nobody visited those nodes: leave out across 'steps'")
        return _steps(trace, root)
    if mass is None:
        with suppress(PlyscopeError):
            return _pruned_nodes(trace, root)
    return _pruned_nodes(trace, root) if mass == "nodes" else _nodes(trace, root)


def _one_of(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise PlyscopeError(
            f"no {name} {clean(str(value))!r}{nearest(str(value), known)}; there are: {', '.join(known)}"
        )


def _nodes(trace: Trace, root: int) -> Spans:
    end = trace.columns.end

    def of(ids: slice) -> tuple[Places, Places]:
        return np.arange(ids.start - root, ids.stop - root), end[ids].astype(np.int64) - root

    return Spans(root, int(end[root]) - root, "nodes, in the order of the search", of)


def _steps(trace: Trace, root: int) -> Spans:
    if trace.columns.log is not None:
        raise PlyscopeError(
            f"{trace.header.search} comes back to its nodes, so that none lasts for some steps on end: "
            "leave out across 'steps', or draw the chart course or merits"
        )
    columns, last = trace.columns, trace.steps
    first = trace.entered(root)

    def of(ids: slice) -> tuple[Places, Places]:
        nodes = np.arange(ids.start, ids.stop)
        # A node lasts until after its return; one that never returned until the end.
        return columns.entered(nodes) - first, np.minimum(columns.left(nodes) + 1, last) - first

    return Spans(root, min(trace.left(root) + 1, last) - first, "steps of the search", of)


def _pruned_nodes(trace: Trace, root: int) -> Spans:
    below, sizes = _count(trace, root)
    end = int(trace.columns.end[root])
    begin = np.zeros(end - root + 1, np.int64)
    begin[1:] = 1
    branches = np.flatnonzero(trace.columns.status[root:end] == PRUNED)
    begin[branches + 1] = [sizes.get(branch, 1) for branch in (branches + root).tolist()]
    np.cumsum(begin, out=begin)

    def of(ids: slice) -> tuple[Places, Places]:
        return begin[ids.start - root : ids.stop - root], begin[trace.columns.end[ids] - root]

    # A path that was visited twice has two places: then these are more than the nodes of the full tree.
    what = "visits and pruned nodes" if trace.counts.paths.repeat else "nodes of the full tree"
    return Spans(root, int(begin[-1]), f"{what}, in the order of the search", of, below)


def _count(trace: Trace, root: int) -> tuple[Below, dict[int, int]]:
    """What is below pruned branches under a root, by ply; and the width of each, the branch included.

    A path that was pruned several times is there once, and one that some visit entered is not there.
    """
    game, part = trace.need_game(), trace.counts.frontier.of(PRUNED)
    part = part.choose((part.due >= root) & (part.due < trace.columns.end[root]))
    if len(part) > COUNTED_BRANCHES:
        raise PlyscopeError(
            f"the nodes below {len(part):,} pruned branches take too long to count: draw mass 'branches', "
            "or a smaller part of the tree (root)"
        )
    try:
        with blame(game):
            found = by_branch(trace, part, LONG_BUDGET)
    except TooMany:
        found = {root: [LARGEST]}
    sizes = {branch: 1 + sum(levels[1:]) for branch, levels in sorted(found.items())}
    if sum(map(sum, found.values())) >= LARGEST:
        raise PlyscopeError("the pruned nodes are too many to be counted one by one: draw mass 'branches'")
    entries = [
        (branch, depth, sum(found[branch][depth:]) / size, found[branch][depth])
        for branch, size in sizes.items()
        for depth in range(1, len(found[branch]))
    ]
    table = np.array(entries, float).reshape(-1, 4)
    return Below(table[:, 0].astype(np.int64), table[:, 1].astype(np.int64), table[:, 2], table[:, 3]), sizes
