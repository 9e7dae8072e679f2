"""What positions were worth when they were searched last, in this search and in earlier ones of a recording."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import repeat
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import SAMPLE
from tracer.recording.columns import Array, Bools, Floats, Ints
from tracer.recording.status import EXPANDED, HORIZON, TERMINAL

_NEAR = 3.0
"""How far from the depth of the root depths are kept: the next search begins some moves further on."""


@dataclass(frozen=True, eq=False, slots=True)
class Searched:
    """What is known of the positions that were searched with their moves in a recording, by their numbers."""

    values: dict[int, float] = field(default_factory=dict)
    """The last value of each."""
    depths: dict[int, float] = field(default_factory=dict)
    """The greatest depth of each that was near the root of a search which has ended; infinite where it was no limit."""
    names: dict[int, str | None] = field(default_factory=dict)
    """The names of moves from one position to another lately, by both numbers; None where these alone tell none."""


class Answer(NamedTuple):
    """What a table answered that an earlier search had found."""

    place: int
    """Of the call, among those that returned with it."""
    key: int
    """The number of its position."""
    asked: float
    """The depth that was asked for."""
    reached: float
    """That to which the position had been searched."""


class Earlier:
    """Follows the values of positions."""

    def __init__(self, searched: Searched) -> None:
        self._searched, self._depths = searched.values, searched.depths
        self._near: dict[int, tuple[float, float]] = {}
        """The greatest depth of each position near the root of this search, and its value."""
        self._horizon, self._end = -1.0, np.inf
        """The greatest value at a horizon, and the least of an end that is no draw, either's."""
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
        known = map(self._searched.get, ordered[begins].tolist(), repeat(np.nan))
        worth, before = values[order][last], np.fromiter(known, np.float64)
        found: Floats = np.empty(len(keys))
        found[order] = np.where(here, worth, before[np.cumsum(begins) - 1])
        found[searched] = np.nan
        new = here & np.append(begins[1:], True)[: len(keys)]
        fresh = ordered[new].tolist()
        for key in fresh if calls < SAMPLE else ():
            self._overwritten.setdefault(key, self._searched.get(key))
        self._searched.update(zip(fresh, worth[new].tolist(), strict=True))
        return found

    def compare_depths(self, keys: Ints, depths: Floats, roots: Floats, values: Floats, status: Array) -> None:
        """Keep how deep was searched near the root, and what leaves and ends of the game were worth."""
        self._horizon = float(max(np.abs(values[status == HORIZON]).max(initial=-1.0), self._horizon))
        ends = np.abs(values[(status == TERMINAL) & (values != 0)])
        self._end = float(min(ends.min(initial=np.inf), self._end))
        near = np.flatnonzero((keys != 0) & (status == EXPANDED) & (depths >= roots - _NEAR))
        for key, depth, value in zip(keys[near].tolist(), depths[near].tolist(), values[near].tolist(), strict=True):
            if depth >= self._near.get(key, (depth,))[0]:
                self._near[key] = depth, value

    def answers(self, keys: Ints, depths: Floats, which: Bools) -> list[Answer]:
        """Return the answers of a table that only an earlier, shallower search can have given."""
        found = []
        for place in np.flatnonzero(which & (keys != 0) & (depths == depths)).tolist() if self._depths else ():
            key, asked = keys.item(place), depths.item(place)
            if (reached := self._depths.get(key, asked)) < asked:
                found.append(Answer(place, key, asked, reached))
        return found

    def is_reached(self, key: int, depth: float) -> bool:
        """Return whether this search itself has searched a position to a depth."""
        return self._near.get(key, (-1.0,))[0] >= depth

    def keep_depths(self) -> None:
        """Keep the depths of this search, which has ended, for later ones.

        A depth is a limit if some leaf was at its horizon, and the value is smaller than that of any end of the game.
        """
        for key, (depth, value) in self._near.items():
            reached = depth if abs(value) <= self._horizon and abs(value) < self._end else np.inf
            self._depths[key] = max(reached, self._depths.get(key, reached))

    def take_back(self) -> None:
        """Forget this search."""
        for key, value in self._overwritten.items():
            if value is None:
                self._searched.pop(key, None)
            else:
                self._searched[key] = value
