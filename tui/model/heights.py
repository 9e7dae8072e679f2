"""How many rows each panel is given: by what it has to say, and never at the cost of the tree."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

TREE = 3
"""The tree has at least one row in so many of the screen's."""
BESIDE_LISTS, FIRST = 4, 3
"""A panel has one row in so many of the screen's where lists are open, and at least so many."""
LOW = 16
"""Rows below which a screen has few."""
LOWEST = 2
"""Rows of a panel at least, its title among them; a lower one is left out."""
REMEMBERED = 24
"""Moments for which a panel keeps the rows that it needed, so that stepping to and fro moves nothing."""


class Wish(NamedTuple):
    """What a panel asks for, in rows, its title among them."""

    least: int
    """With fewer it says too little."""
    wanted: int
    """With so many it says everything."""


def share(rows: int, wishes: Sequence[Wish]) -> list[int]:
    """The rows that each of some panels is given, those that matter most first; the last has what is left over.

    Each gets its least before any gets more. One that cannot have `LOWEST` is left out: it has none.

    >>> share(30, [Wish(6, 12), Wish(4, 17), Wish(2, 4)])
    [12, 16, 2]
    >>> share(40, [Wish(6, 12), Wish(4, 17), Wish(2, 4)])
    [12, 17, 11]
    >>> share(9, [Wish(6, 12), Wish(4, 17), Wish(2, 4)])
    [6, 3, 0]
    """
    given = []
    for wish in wishes:
        least = min(wish.least, wish.wanted, rows)
        given.append(least if least >= LOWEST else 0)
        rows -= given[-1]
    for place, wish in enumerate(wishes):
        more = min(max(wish.wanted - given[place], 0), rows) if given[place] else 0
        given[place] += more
        rows -= more
    last = max((place for place, height in enumerate(given) if height), default=None)
    if last is not None:
        given[last] += rows
    return given


def under_tree(screen: int, rows: int, wanted: int, *, listed: bool = False, drawn: bool = False) -> int:
    """The rows of a panel under the tree, which keeps a third of the screen's rows, and its title.

    Args:
        screen: all rows of the screen.
        rows: those that tree and panel have together.
        wanted: what the panel asks for.
        listed: whether lists stand between them: then it says the first things alone.
        drawn: whether the tree is a picture or a map: then it says even less on a screen of few rows.

    >>> under_tree(24, 20, 11), under_tree(24, 20, 30), under_tree(12, 9, 11), under_tree(6, 3, 11)
    (11, 11, 4, 0)
    >>> under_tree(24, 20, 11, listed=True), under_tree(50, 46, 30, listed=True)
    (6, 12)
    >>> under_tree(12, 9, 11, drawn=True), under_tree(24, 20, 11, drawn=True)
    (2, 11)
    """
    if listed:
        wanted = min(wanted, max(screen // BESIDE_LISTS, FIRST))
    if drawn and screen < LOW:
        wanted = min(wanted, LOWEST)
    given = min(wanted, rows - 1 - max(-(-screen // TREE), TREE))
    return given if given >= LOWEST else 0


class Needed:
    """The most rows that a panel needed of late: it grows at once, and shrinks when it has been smaller for a while."""

    def __init__(self) -> None:
        self._lately: deque[int] = deque(maxlen=REMEMBERED)

    def note(self, rows: int) -> None:
        """Another moment needs so many."""
        self._lately.append(rows)

    @property
    def most(self) -> int:
        """The most of late; none where nothing was noted."""
        return max(self._lately, default=0)

    def forget(self) -> None:
        """Begin anew: the width is another, so all heights are."""
        self._lately.clear()
