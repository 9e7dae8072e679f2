"""How much memory a search may take: what would take more fails alone, and not the machine with it."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, Timer, get_ident
from time import perf_counter, sleep

from tracer.errors import Signal, Stop
from tracer.recording.memory_limit import format_size

SHARE = 0.8
"""The part of a machine's memory that its searches may take together."""
_STATUS, _GROUP, _GROUPS = Path("/proc/self/status"), Path("/proc/self/cgroup"), Path("/sys/fs/cgroup")


def share_of(processes: int) -> int | None:
    """Bytes that a search may take where so many processes search on this machine; None where that is not known."""
    sizes = list(_limits_of_groups())
    with suppress(AttributeError, OSError, ValueError):  # not every system tells
        sizes.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return int(min(sizes) * SHARE / max(1, processes)) if sizes else None


def _limits_of_groups() -> Iterator[int]:
    """What Linux allows the groups of processes that this one is in, as containers do."""
    with suppress(OSError):
        for line in _GROUP.read_text(encoding="utf-8").splitlines():
            group = _GROUPS / line.partition("::")[2].lstrip("/")
            for folder in (group, *group.parents):
                with suppress(OSError, ValueError):  # "max" is none
                    yield int((folder / "memory.max").read_text(encoding="ascii"))


@contextmanager
def at_most(size: int | None) -> Iterator[None]:
    """Let what takes more memory than the process has now and `size` fail with a MemoryError; Linux alone can.

    Args:
        size: bytes; None is no limit.
    """
    if size is None or sys.platform != "linux":
        yield
        return
    import resource

    before, hard = resource.getrlimit(resource.RLIMIT_DATA)
    lower = [one for one in (before, hard) if one != resource.RLIM_INFINITY]
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (min([_data() + size, *lower]), hard))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, hard))


def _data() -> int:
    """Bytes that this process may write and shares with nobody, which is what the limit is of."""
    for line in _STATUS.read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) * 1024
    return 0


def is_of_memory(error: BaseException | None) -> bool:
    """Whether an error comes of a lack of memory."""
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False


def said_of(size: int | None) -> str:
    """What the row of a search says that took too much."""
    return (
        "it needs more memory than there is"
        if size is None
        else (f"it needs more than {format_size(size)} of memory; --retry --max-memory gives it more")
    )


PATIENCE = 3
"""How many times the limit a cell may take in all: it is searched twice and counted, and most of that is no node."""


GRACE = 10.0
"""Seconds that it may take beside, for a short limit is of the search alone."""


def at_next_node(seconds: float | None) -> Callable[[int], None] | None:
    """What ends a search that goes on from node to node, from now on after so many seconds; None never."""
    if seconds is None:
        return None
    end = perf_counter() + seconds

    def look(_nodes: int) -> None:
        if perf_counter() > end:
            raise Stop(said_after(seconds))

    return look


class TooLong(Signal):
    """A cell took too long. No `Stop`: what was recorded would be counted by the game that does not answer."""


@contextmanager
def at_last(seconds: float | None) -> Iterator[None]:
    """End with `TooLong` what takes `PATIENCE` times as long as it may, and `GRACE`, wherever it is then in Python.

    It is for a game that thinks without an end, or an order of moves that takes as long as the search.

    Args:
        seconds: how long it may take; None has no end.
    """
    if seconds is None:
        yield
        return
    thread, over, asked, lock = get_ident(), False, False, Lock()

    def end() -> None:
        nonlocal asked
        with lock:
            if not over:
                asked = True
                _raise_in(thread, TooLong)

    timer = Timer(PATIENCE * seconds + GRACE, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            over = True
        if asked:  # it comes here at the latest: to take it back would have the interpreter look for it ever after
            sleep(0)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Have a thread raise an exception at its next step in Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def said_after(seconds: float) -> str:
    """Why a search ended, as a trace says it."""
    return f"after {seconds:g} s, as asked"
