"""The recursion limit while searches are recorded: a little higher, for what listens runs on top of the search."""

from __future__ import annotations

import sys
from threading import Lock

HEADROOM = 200
"""Calls by which the limit is raised."""

_lock = Lock()
_raised: list[tuple[int, int]] = []
"""The limit before and after, once for each recording that runs: the limit is one for all threads."""


def raise_limit() -> int:
    """Raise the limit until `lower_limit` is called as often; gives the limit as the program knows it."""
    with _lock:
        before = _raised[0][0] if _raised else sys.getrecursionlimit()
        _raised.append((before, before + HEADROOM))
        if len(_raised) == 1:
            sys.setrecursionlimit(before + HEADROOM)
        return before


def lower_limit() -> None:
    """Put the limit back, unless the program has set one of its own meanwhile."""
    with _lock:
        before, after = _raised.pop()
        if not _raised and sys.getrecursionlimit() == after:
            sys.setrecursionlimit(before)
