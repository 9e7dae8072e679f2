"""A limit on the time of a call, which ends it from outside: a function that never returns does not look at a clock."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tracer.errors import Stop

LONGEST = 1_000_000
"""Seconds of a limit."""


@contextmanager
def limited(seconds: float | None) -> Iterator[None]:
    """End what is done inside after some seconds; None, and where there is no timer, never.

    Raises:
        Stop: it took longer.
    """
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise Stop(f"had not ended after {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
