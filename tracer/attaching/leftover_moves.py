"""The moves that an exception leaves on the board of a search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import NamedTuple

Part = tuple[Hashable, Hashable, Hashable]
"""What one place of a position held before the search, after it, and as the next one begins."""
_REPLY = 3
"""Moves on the board from which no two players happen to have played just those that were left."""


class LeftOver(NamedTuple):
    """The root's position before and after, and how many calls were left with another position than they got.

    Where calls change places, as squares, what else an object has, as who moves and a count of the moves, is not asked.
    """

    before: Hashable
    after: Hashable
    calls: int
    error: str | None
    """The name of the exception, where the interpreter tells it."""
    partly: bool = False
    """Whether the function above the search took its own move back, and no other."""

    @property
    def note(self) -> dict[str, str]:
        """What is noted of a search whose moves are left."""
        return {"left_over": self.error or "an exception"}

    def is_in(self, later: Hashable) -> bool:
        """Return whether all left moves are still on the board with which the next search begins.

        Moves may have been played since: they change places as the search's own moves do. Two players may happen to
        play what was left, so there have to be more changes than those. Who searches a copy, or puts one back, begins
        with another position.

        >>> left = LeftOver((0, 0, 0, 0), (1, 2, 0, 0), 2, None)
        >>> left.is_in((1, 2, 1, 0)), left.is_in((1, 0, 0, 0)), left.is_in((1, 2, 0, 0))
        (True, False, False)
        """
        parts = _asked(self.before, self.after, later)
        changed = [(before, after) for before, after, _ in parts if before != after]
        if self.calls < 2 or len(changed) < self.calls:
            return False
        if any(now != after for before, after, now in parts if before != after):
            return False
        empty = Counter(before for before, _ in changed).most_common(1)[0][0]
        ways = {(before == empty, after == empty) for before, after in changed}
        since = {(after == empty, now == empty) for _, after, now in parts if after != now}
        return since <= ways and (bool(since) or self.calls >= _REPLY)

    def returned_with(self, now: Hashable) -> LeftOver:
        """Return it as the function above the search returned, which may have taken back a move of its own."""
        return self._replace(after=now, partly=self.is_partly_in(now))

    def is_partly_in(self, now: Hashable) -> bool:
        """Return whether a part of what was left was put back, and moves of several calls are still there.

        >>> left = LeftOver((0, 0, 0, 0), (1, 2, 1, 0), 2, None)
        >>> [left.is_partly_in(now) for now in ((0, 2, 1, 0), (1, 2, 1, 0), (1, 2, 1, 2), (0, 0, 0, 0), (0, 0, 1, 0))]
        [True, False, False, False, False]
        """
        parts = _asked(self.before, self.after, now)
        back = sum(before != after and now == before for before, after, now in parts)
        there = sum(before != after and now == after for before, after, now in parts)
        other = any(now not in (before, after) for before, after, now in parts)
        return bool(back) and not other and there >= self.calls >= 2


def _asked(before: Hashable, after: Hashable, later: Hashable) -> list[Part]:
    """Return the places that are asked: those in rows, unless none of these has changed."""
    places = list(_places(before, after, later))
    rows = [part for part, is_in_row in places if is_in_row]
    return rows if any(one != other for one, other, _ in rows) else [part for part, _ in places]


def _places(*held: Hashable, is_in_row: bool = False) -> Iterator[tuple[Part, bool]]:
    """Yield the places of a position, each with whether it is one of a row, as of the moves so far, or of a set."""
    if all(isinstance(one, tuple) for one in held):
        rows: list[tuple[Hashable, ...]] = [one for one in held if isinstance(one, tuple)]
        for k in range(max(map(len, rows))):
            yield from _places(*(one[k] if k < len(one) else None for one in rows), is_in_row=True)
        return
    sets = [one for one in held if isinstance(one, frozenset)]
    if len(sets) == len(held) and any(sets):
        named = [{part[0]: part[1] for part in one if type(part) is tuple and len(part) == 2} for one in sets]
        if any(len(names) < len(one) for names, one in zip(named, sets, strict=True)):
            named = [dict.fromkeys(one, True) for one in sets]
        kept = named[0].keys() == named[1].keys() == named[2].keys()  # attributes by their names
        for name in dict.fromkeys(name for one in named for name in one):
            yield from _places(*(one.get(name) for one in named), is_in_row=not kept)
        return
    before, after, later = held
    yield (before, after, later), is_in_row
