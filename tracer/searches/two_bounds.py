"""A table of two bounds a position, as null-window searches keep it: what is proved from below and from above."""

from __future__ import annotations

from collections.abc import Hashable

from tracer.searches.contract import INFINITY


class Bounds:
    """Between which values each position lies, by position and remaining depth. MAX's view."""

    def __init__(self) -> None:
        self._entries: dict[tuple[Hashable, float], tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable, depth: float) -> tuple[float, float]:
        """The proved bounds, from −∞ to ∞ where nothing is known."""
        return self._entries.get((key, depth), (-INFINITY, INFINITY))

    def answer(self, key: Hashable, depth: float, alpha: float, beta: float) -> float | None:
        """The bound that decides a search with this window; None where none does."""
        low, high = self.get(key, depth)
        if low >= beta or low == high:
            return low
        return high if high <= alpha else None

    def put(self, key: Hashable, depth: float, low: float, high: float) -> None:
        """Keep what was proved beside what is known."""
        before = self.get(key, depth)
        self._entries[key, depth] = (max(low, before[0]), min(high, before[1]))
