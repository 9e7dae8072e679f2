"""The moves of calls, as the user said where they are: copies, which the search does not change."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from tracer.deciding.referee import UNKNOWN
from tracer.errors import PlyscopeError
from tracer.games.snapshots import freeze
from tracer.text import clean, message_of


def copy_move(move: Any) -> Any:
    """Return the copy of a move; None if there is no move.

    Raises:
        PlyscopeError: there is no copy of it.
    """
    try:
        return None if move is None or move is UNKNOWN else freeze(move)
    except PlyscopeError:
        kind = clean(type(move).__name__)
        raise PlyscopeError(
            f"move: a {kind} can be neither compared nor shown; move=lambda frame: … gives a text or a number"
        ) from None


def copy_legal_moves(moves: Any) -> list[Hashable]:
    """Copies of the moves that the user said to be the legal ones.

    Raises:
        PlyscopeError: they are none.
    """
    try:
        return [freeze(move) for move in moves]
    except TypeError as error:
        raise PlyscopeError(f"moves: what its call says cannot be read: {message_of(error)}") from error
