"""Signals while a program runs: those that end it keep its recording, and Ctrl-C is what it is under Python."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache
from threading import Timer
from types import FrameType
from typing import Any

from tracer.errors import Signal
from tracer.recording.interrupts import ASKED_TO_END, hold_back
from tui.terminal.output import say
from tui.terminal.shutdown import ENDING, GRACE, handler_of_python


class Ended(Signal):
    """A signal asked the program to end. No KeyboardInterrupt, which it may catch to go on."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """The signal's number."""

    @property
    def name(self) -> str:
        """The signal's name."""
        return signal.Signals(self.number).name


def _end_at_once(number: int) -> None:
    say(f"plyscope: the script went on after {Ended(number).name}, and was ended; its last search may be unfinished")
    os._exit(128 + number)


@contextlib.contextmanager
def heed_signals(note: Callable[[], None]) -> Iterator[Callable[[], bool]]:
    """Raise `Ended` in the main thread where a signal would end a program; Ctrl-C is Python's own.

    It is raised once: whoever asks again would end what closes the recording. Where the program has not ended some
    seconds later, because it catches whatever there is, the process ends as it is.
    Gives a function that tells whether Ctrl-C has come since it was called last.

    Args:
        note: called first.
    """
    asked, insisting, raised = list[int](), list[Timer](), list[int]()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}

    def end(number: int, frame: FrameType | None) -> None:
        ASKED_TO_END.set()
        note()
        asked.append(number)
        if not insisting:
            insisting.append(Timer(GRACE, _end_at_once, (number,)))
            insisting[0].daemon = True
            insisting[0].start()
        if not raised and not hold_back(number, frame):
            raised.append(number)
            raise Ended(number)

    handlers: dict[int, Any] = {signal.SIGINT: handler_of_python(signal.SIGINT)}
    handlers |= {number: end for number in ENDING if handler_of_python(number) is signal.SIG_DFL}
    for number, handler in handlers.items():
        signal.signal(number, handler)
    try:
        with _noticed(signal.SIGINT) as is_noticed, _children_end_by_default(end):
            yield is_noticed
        if asked:  # which the program passed over
            raise Ended(asked[0])
    finally:
        for timer in insisting:
            timer.cancel()
        for number, handler in handlers.items():
            if signal.getsignal(number) is handler:
                signal.signal(number, before[number])


@contextlib.contextmanager
def _noticed(wanted: int) -> Iterator[Callable[[], bool]]:
    """Give a function that tells whether a signal has come since it was called last, whatever handles it."""
    if sys.platform == "win32":
        yield lambda: False
        return
    reader, writer = os.pipe()
    for number in (reader, writer):
        os.set_blocking(number, False)

    def has_come() -> bool:
        try:
            return wanted in os.read(reader, 1 << 16)
        except OSError:  # nothing came, or the program closed it
            return False

    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    try:
        yield has_come
    finally:
        found = signal.set_wakeup_fd(before)
        if found not in (writer, -1):
            signal.set_wakeup_fd(found)
        for number in (reader, writer):
            with contextlib.suppress(OSError):
                os.close(number)


_enders: list[Any] = []
"""The handlers that a child of the program does not get."""
_masks: list[set[int]] = []
"""What was blocked before a fork."""


@contextlib.contextmanager
def _children_end_by_default(handler: Any) -> Iterator[None]:
    """Have signals end forked children as without a handler, from their first moment on.

    Python forgets in a child what has come before it runs its first line: a handler would never hear of it.
    """
    _watch_forks()
    _enders.append(handler)
    try:
        yield
    finally:
        _enders.remove(handler)


@cache
def _watch_forks() -> None:
    """Be called at forks, from now on."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=_block, after_in_child=_end_by_default, after_in_parent=_unblock)


def _block() -> None:
    _masks.append(signal.pthread_sigmask(signal.SIG_BLOCK, ENDING))


def _unblock() -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, _masks.pop())


def _end_by_default() -> None:
    for number in ENDING:
        if signal.getsignal(number) in _enders:
            signal.signal(number, signal.SIG_DFL)
    _unblock()
