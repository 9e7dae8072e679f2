"""What of the interpreter a recording looks after besides hooks: recursion limit, built-in functions, new threads."""

from __future__ import annotations

import builtins
import sys
import threading
from threading import Lock
from types import FrameType
from typing import Any

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


_BUILTINS = dict(builtins.__dict__)


class OriginalBuiltins:
    """A block in which Python's own built-in functions hold, whatever a program has put in their places.

    No built-in function is called before they are back. Where none was replaced nothing is touched, as other threads
    may look for them meanwhile.
    """

    _replaced: dict[str, Any] | None = None

    def __enter__(self) -> None:
        now = builtins.__dict__
        for name, original in _BUILTINS.items():
            if name not in now or now[name] is not original:
                self._replaced = now.copy()
                now.update(_BUILTINS)
                return

    def __exit__(self, *_: object) -> None:
        if self._replaced is None:
            return
        builtins.__dict__.update(self._replaced)
        for name in _BUILTINS:
            if name not in self._replaced:
                del builtins.__dict__[name]


class Elsewhere:
    """Notes whether threads were started, at no cost to them; nothing is noted where a profiler has them all."""

    def __init__(self) -> None:
        self.started = False

        def note(_frame: FrameType, _event: str, _argument: Any) -> None:
            sys.setprofile(None)
            self.started = True

        self._note = note
        self._free = threading.getprofile() is None
        if self._free:
            threading.setprofile(note)

    def remove(self) -> None:
        """Have threads start as they did before."""
        if self._free and threading.getprofile() is self._note:
            threading.setprofile(None)
