"""How a move of a game was chosen."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from tracer.tracing import Trace

HUMAN, CHANCE = "human", "chance"
"""Who chooses without a search: a person, and chance."""


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A move, and what is known of how it was chosen."""

    move: Hashable
    """The move."""
    by: str = HUMAN
    """The player as a command line names him: `human`, `alphabeta:depth=6`, `random`, `uci:stockfish`, `chance`."""
    value: float | None = None
    """What the player takes the position before the move to be worth, MAX's view; None where he did not say."""
    seconds: float | None = None
    """How long he thought; None where nobody looked."""
    visited: int | None = None
    """Nodes that his search visited; None where there was none, or nobody counted."""
    line: tuple[str, ...] = ()
    """The moves that he expects, by their labels, from this one on; empty where he did not say."""
    trace: Trace | None = None
    """His search, where it was recorded: its root is the position before the move."""
    note: str = ""
    """What else is to be said of it, as `from the book`, or `at random among 3 equal moves`."""
