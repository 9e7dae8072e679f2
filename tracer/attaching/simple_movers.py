"""Who moves at the calls of a function, where little has to be asked for that: many are understood at once then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import CodeType
from typing import Any

from tracer.deciding import guesses
from tracer.deciding.decision import Decision


@dataclass(frozen=True)
class Mover:
    """Who moves at the calls of one function."""

    always: int | None = None
    """Who moves at every call."""
    turns: Mapping[Any, int] | None = None
    """Who moves by what the variable for that holds."""
    alternates: bool = False
    """Whether the players take turns."""


def simple_mover(decision: Decision, code: CodeType) -> Mover | None:
    """Return who moves at the calls of a function; None where each call has to be asked for itself."""
    players = decision.players
    always = players.turns.get(code) if players.turn_source in ("function", "variable") else None
    if always is None and players.turn_source == "function":
        always = guesses.side(code.co_name)
    if always is not None:
        return Mover(int(always))
    if players.turn_source == "variable":
        return Mover(turns={held: int(turn) for held, turn in players.turns.items()})
    alternates = players.turn_source == "in turn" and not players.turns and not decision.handed
    return Mover(alternates=True) if alternates else None
