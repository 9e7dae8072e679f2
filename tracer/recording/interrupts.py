"""Ctrl-C and other signals at the right moment; and a thread that looks after a recording between two nodes."""

from __future__ import annotations

import _thread
import errno
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock
from types import TracebackType
from typing import Any
from weakref import WeakMethod

_HELD: list[tuple[int, Any]] = []
"""What is held back at this moment."""
_OTHERS = tuple(signal.valid_signals() - {signal.SIGINT})
ASKED_TO_END = threading.Event()
"""Set as soon as a signal asked the command to end: from then on nobody else is waited for, in no thread."""


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back until the block is done, so that it never leaves half a part behind.

    Other signals that have handlers, such as a program's own time-out, are held back with it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {signal.SIGINT: signal.signal(signal.SIGINT, _hold)}
    for number in _OTHERS:
        if callable(signal.getsignal(number)):
            before[number] = signal.signal(number, _hold)
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None:
                signal.signal(number, handler)
        held = _HELD[:]
        _HELD.clear()
        handlers = [(signal.getsignal(one[0]), one) for one in held]
        for handler, one in handlers:
            if callable(handler):
                handler(*one)


def _hold(number: int, frame: Any) -> None:
    """Remember a signal, for its handler to be called later."""
    _HELD.append((number, frame))


def hold_back(number: int, frame: Any) -> bool:
    """Hold a signal back as long as Ctrl-C is; its handler is called again then. Return whether Ctrl-C is."""
    holds = signal.getsignal(signal.SIGINT) is _hold
    if holds:
        _hold(number, frame)
    return holds


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


class Pulse:
    """Calls a method again and again until it is ended, or the object is gone; never while somebody is inside it.

    `with pulse:` is being inside. The thread is none that `threading` knows: the search's program may count its own.

    Args:
        look: the method; it raises nothing.
        every: seconds between two calls.
    """

    def __init__(self, look: Callable[[], None], every: float) -> None:
        self._look, self._every, self._process = WeakMethod(look), every, os.getpid()
        self._inside, self._ended = Lock(), Event()
        _thread.start_new_thread(self._run, ())

    def _run(self) -> None:
        while not self._ended.wait(self._every) and (look := self._look()) is not None:
            if self._inside.acquire(blocking=False):
                try:
                    if not self._ended.is_set():
                        look()
                finally:
                    self._inside.release()
            del look

    @property
    def inherited(self) -> bool:
        """Whether this is a child of the process that began: threads are not handed down."""
        return os.getpid() != self._process

    def __enter__(self) -> None:
        self._inside.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._inside.release()

    def end(self) -> None:
        """Call it no more."""
        self._ended.set()
