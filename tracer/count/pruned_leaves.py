"""What a tree that was given by hand says of leaves that no search came to see."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from tracer.count.sizes import states
from tracer.errors import PlyscopeError
from tracer.games.tree import TreeGame
from tracer.recording.recording import Recording
from tracer.recording.status import PRUNED


def pruned_leaves(trace: Recording, nodes: Iterable[int]) -> dict[int, float]:
    """The values of those of some nodes that are leaves in the tree and were pruned, MAX's view.

    Only a tree given by hand knows them at once; of any other game there are none. The nodes are given in rising order:
    from the first on to which moves lead that are none of the tree's, nothing is known.
    """
    game = trace.game
    if not isinstance(game, TreeGame):
        return {}
    status = trace.columns.status
    pruned = (node for node in nodes if status[node] == PRUNED)
    found: dict[int, float] = {}
    with suppress(PlyscopeError):  # moves of a damaged file that the tree does not know
        for node, state in states(trace, pruned):
            if (value := game.utility(state)) is not None:
                found[node] = float(value)
    return found
