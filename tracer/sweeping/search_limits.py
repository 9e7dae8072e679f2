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

MEMORY_SHARE = 0.8
"""The part of a machine's memory that its searches may take together."""
_STATUS_FILE, _CGROUP_FILE, _CGROUP_ROOT = Path("/proc/self/status"), Path("/proc/self/cgroup"), Path("/sys/fs/cgroup")


def memory_per_process(processes: int) -> int | None:
    """Bytes that a search may take where so many processes search on this machine; None where that is not known."""
    limits = list(_iter_cgroup_limits())
    with suppress(AttributeError, OSError, ValueError):  # not every system tells
        limits.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return int(min(limits) * MEMORY_SHARE / max(1, processes)) if limits else None


def _iter_cgroup_limits() -> Iterator[int]:
    """What Linux allows the groups of processes that this one is in, as containers do."""
    with suppress(OSError):
        for line in _CGROUP_FILE.read_text(encoding="utf-8").splitlines():
            group = _CGROUP_ROOT / line.partition("::")[2].lstrip("/")
            for folder in (group, *group.parents):
                with suppress(OSError, ValueError):  # "max" is none
                    yield int((folder / "memory.max").read_text(encoding="ascii"))


@contextmanager
def limit_memory(size: int | None) -> Iterator[None]:
    """Let what takes more memory than the process has now and `size` fail with a MemoryError; Linux alone can."""
    if size is None or sys.platform != "linux":
        yield
        return
    import resource

    soft_limit, hard_limit = resource.getrlimit(resource.RLIMIT_DATA)
    finite_limits = [limit for limit in (soft_limit, hard_limit) if limit != resource.RLIM_INFINITY]
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (min([_data_bytes() + size, *finite_limits]), hard_limit))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft_limit, hard_limit))


def _data_bytes() -> int:
    """Bytes that this process may write and shares with nobody, which is what the limit is of."""
    for line in _STATUS_FILE.read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) * 1024
    return 0


def is_memory_error(error: BaseException | None) -> bool:
    """Whether an error comes of a lack of memory."""
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False


def describe_memory_limit(size: int | None) -> str:
    """What the row of a search says that took too much."""
    if size is None:
        return "it needs more memory than there is"
    return f"it needs more than {format_size(size)} of memory; --retry --max-memory gives it more"


TIME_LIMIT_FACTOR = 3
"""How many times the limit a cell may take in all: it is searched twice and counted, and most of that is no node."""


GRACE_SECONDS = 10.0
"""Seconds that it may take beside, for a short limit is of the search alone."""


def make_node_timer(seconds: float | None) -> Callable[[int], None] | None:
    """What ends a search that goes on from node to node, from now on after so many seconds; None never."""
    if seconds is None:
        return None
    deadline = perf_counter() + seconds

    def check_time(_nodes: int) -> None:
        if perf_counter() > deadline:
            raise Stop(describe_time_limit(seconds))

    return check_time


class CellTimeout(Signal):
    """A cell took too long. No `Stop`: what was recorded would be counted by the game that does not answer."""


@contextmanager
def end_when_overdue(seconds: float | None) -> Iterator[None]:
    """End with `CellTimeout` what takes `TIME_LIMIT_FACTOR` times as long as it may, and `GRACE_SECONDS`.

    It is for a game that thinks without an end, or an order of moves that takes as long as the search.

    Args:
        seconds: how long it may take; None has no end.
    """
    if seconds is None:
        yield
        return
    thread_id, is_over, is_raised, lock = get_ident(), False, False, Lock()

    def raise_timeout() -> None:
        nonlocal is_raised
        with lock:
            if not is_over:
                is_raised = True
                _raise_in(thread_id, CellTimeout)

    timer = Timer(TIME_LIMIT_FACTOR * seconds + GRACE_SECONDS, raise_timeout)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            is_over = True
        if is_raised:  # it comes here at the latest: to take it back would have the interpreter look for it ever after
            sleep(0)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Have a thread raise an exception at its next step in Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def describe_time_limit(seconds: float) -> str:
    """Why a search ended, as a trace says it."""
    return f"after {seconds:g} s, as asked"
