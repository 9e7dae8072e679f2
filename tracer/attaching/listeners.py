"""Those who are told of calls, in which threads, and what a recording changes of the interpreter besides hooks."""

from __future__ import annotations

import builtins
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock, get_ident
from types import CodeType, FrameType
from typing import Any
from weakref import ref

from tracer.attaching.targets import Wanted
from tracer.deciding.call import frames_above

Enter = Callable[..., Any]
"""Is called as a call begins: by `sys.monitoring` with its code and an offset, else with its frame as well."""
Leave = Callable[..., Any]
"""Is called as a call returns: as above, with what is returned before the frame."""


class SearchHooks:
    """The hooks of a search, each for the calls of one function. They see to threads themselves.

    The interpreter calls them without any detour where there is one function.
    """

    def __init__(self) -> None:
        self.entering: dict[int, Enter] = {}
        """What is called as a call begins, by the identity of its code."""
        self.leaving: dict[int, Leave] = {}
        """What is called as it returns."""
        self.others: tuple[Enter, Leave] | None = None
        """What is called for all other functions, where the interpreter can call hooks without a detour."""
        self.register: Callable[[Enter, Leave], None] | None = None
        """Lets the interpreter call these."""
        self.threads: Threads | None = None

    def is_elsewhere(self) -> bool:
        """Return whether this thread is another one than that whose calls are told."""
        return self.threads is None or get_ident() != self.threads.recorded_thread

    def put(self, code: CodeType, enter: Enter | None, leave: Leave) -> None:
        """Take the hooks of a function; without that for a start, its calls begin as those of any other."""
        if enter is not None:
            self.entering[id(code)] = enter
        self.leaving[id(code)] = leave
        self._register()

    def clear(self) -> None:
        """Let all calls be told to the listener."""
        self.entering.clear()
        self.leaving.clear()
        self._register()

    def _register(self) -> None:
        if self.others is None or self.register is None:
            return
        if len(self.entering) == len(self.leaving) == 1:
            self.register(*self.entering.values(), *self.leaving.values())
        else:
            self.register(*self.others)


@dataclass(frozen=True)
class Listener:
    """What is told."""

    enter: Callable[[FrameType], None]
    leave: Callable[[FrameType, Any], None]
    unwind: Callable[[FrameType, BaseException | None], None]
    of_search: SearchHooks = field(default_factory=SearchHooks)
    """What is told instead of `enter` and `leave` of the calls of some functions."""


class Threads:
    """Whose calls are told.

    Args:
        targets: the functions.
        listener: what is told.
        several: whether searches of all threads are told, one at a time; otherwise those of this thread alone.
    """

    def __init__(self, targets: Wanted, listener: Listener, *, several: bool) -> None:
        self.recorded_thread: int | None = None if several else get_ident()
        """The thread whose calls are told; None is nobody's."""
        self.several = several
        """Whether another thread may get its turn."""
        self._targets, self._listener, self._claiming = targets, listener, threading.Lock()
        self._missing: set[int] = set()
        """Threads in which searches were missed."""
        self._missed = 0
        self._unknown: Counter[CodeType] = Counter()
        """Outermost calls in other threads, of functions that may turn out to be a search's."""
        listener.of_search.threads = self
        for one in [one for one in _INSTALLED if one() is None]:
            with suppress(ValueError):  # another thread was faster
                _INSTALLED.remove(one)
        _INSTALLED.append(ref(self))

    def enter(self, frame: FrameType) -> None:
        """A call in a thread that is not told: if nobody is, and a search begins here, it is told from now on."""
        if not self.several:
            return
        is_inside = self._is_inside(frame)
        if is_inside and get_ident() in self._missing:
            return
        with self._claiming:
            if self.recorded_thread is not None:
                self._miss(frame, is_inside=is_inside)
            if self.recorded_thread is not None or is_inside:
                return
            self.recorded_thread = get_ident()
        self._listener.enter(frame)

    @property
    def missed(self) -> int:
        """Searches that ran in other threads while one was told."""
        return self._missed + sum(self._unknown[code] for code in self._targets.watched)

    def _miss(self, frame: FrameType, *, is_inside: bool) -> None:
        """Count a search that begins in another thread, or began there before its functions were known."""
        if is_inside or frame.f_code in self._targets.watched:
            self._missing.add(get_ident())
            self._missed += 1
        elif not self._is_inside(frame, {frame.f_code}):
            self._unknown[frame.f_code] += 1

    def _is_inside(self, frame: FrameType, codes: Collection[CodeType] | None = None) -> bool:
        """Whether a call is below one of a search, which began while another was told, or of some other functions."""
        watched = self._targets.watched if codes is None else codes
        return any(above.f_code in watched for above in frames_above(frame))

    def release(self) -> None:
        """A search has ended: the next may be another thread's."""
        if self.several:
            self.recorded_thread = None

    def fall_silent(self) -> None:
        """Nobody is told any more."""
        self.recorded_thread, self.several = None, False
        self._listener.of_search.clear()


_INSTALLED: list[ref[Threads]] = []
"""No reference has a callback, as those of a WeakSet have: what a program's signal handler raises there is lost."""


def _leave_to_parent() -> None:
    for one in _INSTALLED:
        if (threads := one()) is not None:
            threads.fall_silent()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


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
