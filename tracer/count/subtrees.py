"""How much each of some pruned branches spared: small subtrees are counted first, as far as a budget goes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from tracer.count.frontier import plies_left
from tracer.count.layers import TooMany
from tracer.count.sizes import QUICK_BUDGET, Sizes, states
from tracer.errors import PlyscopeError
from tracer.games.rules import blame
from tracer.recording.recording import Recording
from tracer.recording.selective import is_partial, skips
from tracer.recording.status import PRUNED


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


def subtrees(trace: Recording, branches: Sequence[int], *, budget: int = QUICK_BUDGET) -> dict[int, int]:
    """Nodes of the full tree that each of some pruned branches spared, itself included.

    So many as the visit that left it out would have met to its own depth, as `tracer.why.causes.saving` counts them:
    another visit may have been spared them too, or have searched them. A branch is missing where they could not be
    counted: there is no game, or it fails, or the budget was spent before; and what a probe left for another visit.

    Args:
        trace: what was recorded.
        branches: ids of pruned branches.
        budget: positions looked at, over all of them.
    """
    if trace.game is None or not branches:
        return {}
    columns, skipped, found = trace.columns, skips(trace.columns), dict[int, int]()
    pruned = [node for node in sorted(branches) if columns.status[node] == PRUNED and not skipped[node]]
    wanted = [node for node in pruned if not is_partial(columns, columns.parent.item(node))]
    sizes = Sizes(trace.game, budget)
    with suppress(PlyscopeError, TooMany), blame(trace.game):
        positions = [(plies_left(trace, node), node, state) for node, state in states(trace, wanted)]
        for left, node, state in sorted(positions, key=lambda one: one[0]):
            found[node] = sum(sizes.levels(state, left))
    return found
