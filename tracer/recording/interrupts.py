"""Ctrl-C at the right moment."""

from __future__ import annotations

import errno
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_HELD: list[tuple[int, Any]] = []
"""What is held back at this moment."""
ASKED_TO_END = threading.Event()
"""Set as soon as a signal asked the command to end: from then on nobody else is waited for, in no thread."""


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back until the block is done, so that it never leaves half a part behind."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: _HELD.append((number, frame)))
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
        held = _HELD[:]
        _HELD.clear()
        if held and callable(before):
            before(*held[0])


def is_held() -> bool:
    """Whether Ctrl-C came and is held back."""
    return bool(_HELD)


def let_interrupts_through() -> None:
    """Called where somebody else is waited for, perhaps without an end: Ctrl-C is held back no longer.

    Raises:
        KeyboardInterrupt: it is.
        InterruptedError: the command was asked to end before.
    """
    if _HELD and threading.current_thread() is threading.main_thread():
        raise KeyboardInterrupt
    if ASKED_TO_END.is_set():
        raise InterruptedError(errno.EINTR, os.strerror(errno.EINTR))
