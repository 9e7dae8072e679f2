"""How a move of a game was chosen."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any
from weakref import ref

from tracer.tracing import Trace

HUMAN, CHANCE = "human", "chance"
"""Who chooses without a search: a person, and chance."""

TraceOrLoader = Trace | Callable[[], Trace]
"""A search: as it is, or what reads it from a file when somebody asks for it."""


class _LazyTrace:
    """A field that may be given as a function, which is called when the field is asked for.

    It is called again once nobody holds what it gave: sixty searches of a game need not be in memory at once.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._value_name, self._cache_name = f"_{name}", f"_{name}_held"

    def __set__(self, choice: Any, value: TraceOrLoader | _LazyTrace | None) -> None:
        vars(choice)[self._value_name] = (
            None if isinstance(value, _LazyTrace) else value
        )  # which is the field's default

    def __get__(self, choice: Any, owner: type | None = None) -> Trace | None:
        attributes = vars(choice)
        value: TraceOrLoader | None = attributes[self._value_name]
        if value is None or isinstance(value, Trace):
            return value
        loaded: Trace | None = attributes[self._cache_name]() if self._cache_name in attributes else None
        if loaded is None:
            loaded = value()
            attributes[self._cache_name] = ref(loaded)
        return loaded


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
    trace: _LazyTrace = field(default=_LazyTrace(), compare=False, repr=False)
    """His search, where it was recorded: its root is the position before the move. It may be read from a file whenever
    it is asked for, so hold what you get; `recorded` asks for nothing. It may be given as a function without arguments.

    Raises:
        PlyscopeError: it is asked for, and its file is damaged.
    """
    depth: int | None = None
    """Plies to which the value holds, where its search stopped before the game's end; None where it saw to that, or
    nobody said."""
    note: str = ""
    """What else is to be said of it, as `from the book`, or `at random among 3 equal moves`."""

    @property
    def recorded(self) -> bool:
        """Whether there is a search of his, without reading it."""
        return self.given is not None

    @property
    def given(self) -> TraceOrLoader | None:
        """The search as it was given: a trace, or what reads it."""
        stored: TraceOrLoader | None = vars(self)["_trace"]
        return stored
