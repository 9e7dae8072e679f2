"""How much each of some pruned branches spared: small subtrees are counted first, as far as a budget goes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tracer.count.frontier import frontier
from tracer.count.layers import TooMany
from tracer.count.sizes import Sizes, states
from tracer.errors import PlyscopeError
from tracer.games.rules import blame
from tracer.recording.recording import Recording
from tracer.recording.status import PRUNED

BUDGET = 30_000
"""Positions looked at: some hundredths of a second."""


class Subtrees:
    """Counts what pruned branches of a trace spared, each branch once: one drawing is tried after another."""

    def __init__(self, trace: Recording) -> None:
        self._trace = trace
        self._known: dict[int, int | None] = {}

    def of(self, branches: Sequence[int]) -> dict[int, int]:
        """The nodes that each of some branches spared, where that is known; see `subtrees`."""
        if new := [node for node in branches if node not in self._known]:
            self._known |= dict.fromkeys(new) | subtrees(self._trace, new)
        return {node: nodes for node in branches if (nodes := self._known[node]) is not None}


def subtrees(trace: Recording, branches: Sequence[int], *, budget: int = BUDGET) -> dict[int, int]:
    """Nodes of the full tree that each of some pruned branches spared, itself included.

    A branch is missing where they could not be counted: there is no game, or it fails, or the budget was spent before;
    and where another visit searched the branch, or spared as much by the same moves.

    Args:
        trace: what was recorded.
        branches: ids of pruned branches.
        budget: positions looked at, over all of them.
    """
    if trace.game is None or not branches:
        return {}
    part = frontier(trace).of(PRUNED)
    part = part.choose(np.isin(part.due, np.fromiter(branches, np.int64)))
    found: dict[int, int] = {}
    sizes = Sizes(trace.game, budget)
    try:
        with blame(trace.game):
            positions = list(states(trace, part.nodes.tolist()))
            for place in np.argsort(part.left, kind="stable").tolist():
                nodes = sum(sizes.levels(positions[place][1], part.left.item(place))) - part.visited.item(place)
                due = part.due.item(place)
                found[due] = found.get(due, 0) + nodes
    except (PlyscopeError, TooMany):
        # What several paths were left out for may lack some of them.
        whole, paths = np.unique(part.due, return_counts=True)
        return {due: found[due] for due in whole[paths == 1].tolist() if due in found}
    return found
