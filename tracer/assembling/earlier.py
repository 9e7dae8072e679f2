"""What positions were worth when they were searched last, in this search and in earlier ones of a recording."""

from __future__ import annotations

import numpy as np

from tracer.recording.columns import Bools, Floats, Ints

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

    def follow(self, keys: Ints, values: Floats, searched: Bools, *, calls: int) -> Floats:
        """Return what the position of each call that made no further one was worth before; NaN where nobody knows.

        Args:
            keys: the number of each call's position, in the order in which they returned; 0 where there is none.
            values: what each returned.
            searched: whether it searched moves: then its value is known from then on.
            calls: how many were made in the search so far.
        """
        order, places = np.argsort(keys, kind="stable"), np.arange(len(keys))
        ordered = keys[order]
        begins = np.append(True, ordered[1:] != ordered[:-1])[: len(keys)]
        last = np.maximum.accumulate(np.where((searched & (keys != 0))[order], places, -1))
        here = last >= np.maximum.accumulate(np.where(begins, places, 0))
        known = (self._searched.get(key, np.nan) for key in ordered[begins].tolist())
        worth, before = values[order][last], np.fromiter(known, np.float64)
        found: Floats = np.empty(len(keys))
        found[order] = np.where(here, worth, before[np.cumsum(begins) - 1])
        found[searched] = np.nan
        new = here & np.append(begins[1:], True)[: len(keys)]
        for key, value in zip(ordered[new].tolist(), worth[new].tolist(), strict=True):
            if calls < _FEW:
                self._overwritten.setdefault(key, self._searched.get(key))
            self._searched[key] = value
        return found

    def take_back(self) -> None:
        """Forget this search."""
        for key, value in self._overwritten.items():
            if value is None:
                self._searched.pop(key, None)
            else:
                self._searched[key] = value
