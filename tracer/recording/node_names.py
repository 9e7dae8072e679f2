"""The names that a tree gives its nodes."""

from __future__ import annotations

from collections.abc import Mapping

from tracer.errors import PlyscopeError
from tracer.games.tree import TreeGame
from tracer.recording.recording import Recording
from tracer.text import clean


def node_names(recording: Recording) -> Mapping[int, str]:
    """The names of nodes by their ids, in one line each; of a node that is called as the move to it there is none.

    O(n), where the tree has names; otherwise O(1).
    """
    game = recording.game
    if not isinstance(game, TreeGame) or not game.has_names:
        return {}
    parent = recording.columns.parent.tolist()
    try:
        states = [recording.start()]
        for node in range(1, len(parent)):
            states.append(recording.state_after(states[parent[node]], node))
    except PlyscopeError:  # moves that are another tree's
        return {}
    named = ((node, clean(game.name(state))) for node, state in enumerate(states) if game.name(state))
    return {node: name for node, name in named if not node or name != recording.label(node)}
