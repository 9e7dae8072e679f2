"""The end of a search that takes too long: at the next node, or where no node comes at all."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer, get_ident
from time import perf_counter, sleep

from tracer.errors import Signal, Stop

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
