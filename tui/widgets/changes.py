"""Which lines of a widget look otherwise than before: only these are painted anew."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import zip_longest

from textual.geometry import Region


def changes(before: Sequence[Hashable], now: Sequence[Hashable], width: int) -> list[Region]:
    """The regions of the lines that differ, by how each looks; lines that follow one another are one region.

    >>> changes("abcd", "axyd", 5)
    [Region(x=0, y=1, width=5, height=2)]
    >>> changes("ab", "abc", 5), changes("abc", "c", 5)
    ([Region(x=0, y=2, width=5, height=1)], [Region(x=0, y=0, width=5, height=3)])
    >>> changes("ab", "ab", 5)
    []
    """
    found: list[Region] = []
    for y, (old, new) in enumerate(zip_longest(before, now)):
        if old == new:
            continue
        if found and found[-1].bottom == y:
            found[-1] = Region(0, found[-1].y, width, found[-1].height + 1)
        else:
            found.append(Region(0, y, width, 1))
    return found
