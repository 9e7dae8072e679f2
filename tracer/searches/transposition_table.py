"""The transposition table: what is known of positions already searched."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple

from tracer.games.rules import Move
from tracer.recording.status import EXACT, LOWER, Bound
from tracer.searches.contract import INFINITY


class TableEntry(NamedTuple, Generic[Move]):
    """What is stored for a position."""

    value: float
    """MAX's view."""
    bound: Bound
    move: Move | None
    """The best move found, None at a leaf."""

    def decides(self, alpha: float, beta: float, is_cutoff: Callable[[float, float], bool]) -> bool:
        """Whether it answers a search with this window: it is exact, or a bound at or beyond an end of it."""
        if self.bound == LOWER:
            return is_cutoff(self.value, beta)
        return self.bound == EXACT or is_cutoff(alpha, self.value)


class TranspositionTable(Generic[Move]):
    """Values by position and remaining depth; a later value replaces an earlier one."""

    def __init__(self) -> None:
        self._entries: dict[tuple[Hashable, float], TableEntry[Move]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable, depth: float) -> TableEntry[Move] | None:
        """What is stored for exactly this remaining depth."""
        return self._entries.get((key, depth))

    def put(self, key: Hashable, depth: float, value: float, bound: Bound, move: Move | None) -> None:
        """Store a value."""
        self._entries[key, depth] = TableEntry(value, bound, move)


class BoundsTable:
    """Between which values each position lies, by position and remaining depth. MAX's view."""

    def __init__(self) -> None:
        self._entries: dict[tuple[Hashable, float], tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable, depth: float) -> tuple[float, float]:
        """The proved bounds, from −∞ to ∞ where nothing is known."""
        return self._entries.get((key, depth), (-INFINITY, INFINITY))

    def deciding_bound(self, key: Hashable, depth: float, alpha: float, beta: float) -> float | None:
        """The bound that decides a search with this window; None where none does."""
        low, high = self.get(key, depth)
        if low >= beta or low == high:
            return low
        return high if high <= alpha else None

    def put(self, key: Hashable, depth: float, low: float, high: float) -> None:
        """Keep what was proved beside what is known."""
        old_bounds = self.get(key, depth)
        self._entries[key, depth] = (max(low, old_bounds[0]), min(high, old_bounds[1]))
