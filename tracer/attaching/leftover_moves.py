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
    """The root's position before and after, and how many calls were left with another position than they got."""

    before: Hashable
    after: Hashable
    calls: int
    error: str | None
    """The name of the exception, where the interpreter tells it."""

    def is_in(self, later: Hashable) -> bool:
        """Return whether all left moves are still on the board with which the next search begins.

        Moves may have been played since: they change places as the search's own moves do. Two players may happen to
        play what was left, so there have to be more changes than those. Who searches a copy, or puts one back, begins
        with another position.

        >>> left = LeftOver((0, 0, 0, 0), (1, 2, 0, 0), 2, None)
        >>> left.is_in((1, 2, 1, 0)), left.is_in((1, 0, 0, 0)), left.is_in((1, 2, 0, 0))
        (True, False, False)
        """
        parts = list(_parts(self.before, self.after, later))
        changed = [(before, after) for before, after, _ in parts if before != after]
        if self.calls < 2 or len(changed) < self.calls:
            return False
        if any(now != after for before, after, now in parts if before != after):
            return False
        empty = Counter(before for before, _ in changed).most_common(1)[0][0]
        ways = {(before == empty, after == empty) for before, after in changed}
        since = {(after == empty, now == empty) for _, after, now in parts if after != now}
        return since <= ways and (bool(since) or self.calls >= _REPLY)


def _parts(before: Hashable, after: Hashable, later: Hashable) -> Iterator[Part]:
    """Yield the places of a position: of a row that grows, such as that of the moves so far, each one."""
    if isinstance(before, tuple) and isinstance(after, tuple) and isinstance(later, tuple):
        for k in range(max(map(len, (before, after, later)))):
            yield from _parts(*(one[k] if k < len(one) else None for one in (before, after, later)))
        return
    if isinstance(before, frozenset) and isinstance(after, frozenset) and isinstance(later, frozenset):
        held = [{part[0]: part[1:] for part in one if type(part) is tuple} for one in (before, after, later)]
        if held[0].keys() == held[1].keys() == held[2].keys() != set():  # attributes by their names
            for name in held[0]:
                yield from _parts(*(one[name] for one in held))
            return
    yield before, after, later
