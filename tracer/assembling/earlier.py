"""What positions were worth when they were searched last, in this search and in earlier ones of a recording."""

from __future__ import annotations

from collections.abc import Iterable

_FEW = 4_096
"""Calls of a search that may be recorded anew; those that are have not so many."""


class Earlier:
    """Follows the values of positions.

    Args:
        searched: the last value of each position that was searched with its moves, by its number.
    """

    def __init__(self, searched: dict[int, float]) -> None:
        self._searched = searched
        self._overwritten: dict[int, float | None] = {}
        """What the first of these values were before."""

    def follow(self, returns: Iterable[tuple[int, float, bool]], *, calls: int) -> list[float | None]:
        """Return what the position of each call that made no further one was worth before; None where nobody knows.

        Args:
            returns: of each call, as they returned, the number of its position, 0 where there is none, what it
                returned, and whether it searched moves: then its value is known from then on.
            calls: how many were made in the search so far.
        """
        searched, found = self._searched, list[float | None]()
        first = calls < _FEW
        for key, value, is_searched in returns:
            if not is_searched:
                found.append(searched.get(key))
                continue
            found.append(None)
            if key:
                if first:
                    self._overwritten.setdefault(key, searched.get(key))
                searched[key] = value
        return found

    def take_back(self) -> None:
        """Forget this search."""
        for key, value in self._overwritten.items():
            if value is None:
                self._searched.pop(key, None)
            else:
                self._searched[key] = value
