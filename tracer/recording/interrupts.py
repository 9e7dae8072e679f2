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

_HELD_SIGNALS: list[tuple[int, Any]] = []
"""What is held back at this moment."""
_OTHER_SIGNALS = tuple(signal.valid_signals() - {signal.SIGINT})
END_REQUESTED = threading.Event()
"""Set as soon as a signal asked the command to end: from then on nobody else is waited for, in no thread."""


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back until the block is done, so that it never leaves half a part behind.

    Other signals that have handlers, such as a program's own time-out, are held back with it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous_handlers = {signal.SIGINT: signal.signal(signal.SIGINT, _hold_signal)}
    for number in _OTHER_SIGNALS:
        if callable(signal.getsignal(number)):
            previous_handlers[number] = signal.signal(number, _hold_signal)
    try:
        yield
    finally:
        for number, handler in previous_handlers.items():
            if handler is not None:
                signal.signal(number, handler)
        held_signals = _HELD_SIGNALS[:]
        _HELD_SIGNALS.clear()
        handlers = [(signal.getsignal(signal_args[0]), signal_args) for signal_args in held_signals]
        for handler, signal_args in handlers:
            if callable(handler):
                handler(*signal_args)


def _hold_signal(number: int, frame: Any) -> None:
    _HELD_SIGNALS.append((number, frame))


def hold_signal_back(number: int, frame: Any) -> bool:
    """Hold a signal back as long as Ctrl-C is; its handler is called again then. Return whether Ctrl-C is."""
    is_held = signal.getsignal(signal.SIGINT) is _hold_signal
    if is_held:
        _hold_signal(number, frame)
    return is_held


def let_interrupts_through() -> None:
    """Called where somebody else is waited for, perhaps without an end: Ctrl-C is held back no longer.

    Raises:
        KeyboardInterrupt: it is.
        InterruptedError: the command was asked to end before.
    """
    if _HELD_SIGNALS and threading.current_thread() is threading.main_thread():
        raise KeyboardInterrupt
    if END_REQUESTED.is_set():
        raise InterruptedError(errno.EINTR, os.strerror(errno.EINTR))


class PeriodicCall:
    """Calls a method again and again until it is ended, or the object is gone; never while somebody is inside it.

    `with pulse:` is being inside. The thread is none that `threading` knows: the search's program may count its own.
    """

    def __init__(self, callback: Callable[[], None], interval: float) -> None:
        self._callback, self._interval, self._process = WeakMethod(callback), interval, os.getpid()
        self._lock, self._ended = Lock(), Event()
        _thread.start_new_thread(self._run, ())

    def _run(self) -> None:
        while not self._ended.wait(self._interval) and (callback := self._callback()) is not None:
            if self._lock.acquire(blocking=False):
                try:
                    if not self._ended.is_set():
                        callback()
                finally:
                    self._lock.release()
            del callback

    @property
    def inherited(self) -> bool:
        """Whether this is a child of the process that began: threads are not handed down."""
        return os.getpid() != self._process

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()

    def end(self) -> None:
        """Call it no more."""
        self._ended.set()
