"""What an exception that leaves a search leaves on its board."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple


class LeftOver(NamedTuple):
    """The root's position before and after, and how many calls were left with another position than they got."""

    before: Hashable
    after: Hashable
    calls: int
    error: str | None
    """The name of the exception, where the interpreter tells it."""

    def is_in(self, later: Hashable) -> bool:
        """Whether all of it is still there in the position in which the next search begins.

        One move may have been played since. Who searches a copy, or puts one back, begins with another position.

        >>> left = LeftOver((0, 0, 0, 0), (1, 2, 0, 0), 2, None)
        >>> left.is_in((1, 2, 1, 0)), left.is_in((1, 0, 0, 0))
        (True, False)
        """
        kept = _kept(self.before, self.after, later)
        return kept is not None and kept >= self.calls > 1


def _kept(before: Hashable, after: Hashable, later: Hashable) -> int | None:
    """How many changed parts of a position are still there later; None where one is not."""
    if before == after:
        return 0
    if isinstance(before, tuple) and isinstance(after, tuple) and isinstance(later, tuple):
        if len(before) != len(after):  # such as moves in a row
            return len(after) - len(before) if later[: len(after)] == after else None
        if len(later) != len(after):
            return None
        return _sum([_kept(*parts) for parts in zip(before, after, later, strict=True)])
    if isinstance(before, frozenset) and isinstance(after, frozenset) and isinstance(later, frozenset):
        held = [{part[0]: part[1:] for part in one if type(part) is tuple} for one in (before, after, later)]
        if held[0].keys() == held[1].keys() == held[2].keys() != set():  # attributes by their names
            return _sum([_kept(*(one[name] for one in held)) for name in held[0]])
    return 1 if after == later else None


def _sum(found: list[int | None]) -> int | None:
    """The sum of all, where none is missing."""
    known = [one for one in found if one is not None]
    return sum(known) if len(known) == len(found) else None
