"""Moves that a game does not know, such as labels that were recorded in place of the moves."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from tracer.errors import SIGNALS, GameError
from tracer.games.rules import AnyGame, describe, labels
from tracer.text import clean

_SHOWN = 6
"""Moves that are named."""


def stranger(game: AnyGame, state: Any, move: Hashable, node: int) -> GameError | None:
    """The error that says of a move that it is none of the game's there; None where it is one of them.

    Args:
        game: the game, which raised something when the move was played.
        state: the position in which it was.
        move: what was played.
        node: the node to which it leads.
    """
    try:
        known = list(game.moves(state))
        if move in known:
            return None
        named = move in labels(game, known)
    except SIGNALS:
        raise
    except BaseException:  # then the game has more faults than this one, and its own error says more
        return None
    there = ", ".join(clean(repr(one), 40) for one in known[:_SHOWN]) + (", …" if len(known) > _SHOWN else "")
    hint = "; record the moves themselves, not their labels" if named else ""
    return GameError(
        f"node {node}: {clean(repr(move), 40)} is no move of {describe(game)} there; "
        f"there are: {there or 'no moves'}{hint}"
    )
