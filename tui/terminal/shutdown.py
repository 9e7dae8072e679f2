"""How a signal ends the command: SIGTERM and SIGHUP as Ctrl-C does, each with its own exit status."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Timer
from types import FrameType
from typing import Any, NoReturn

_CONTROL_C = 0xC000013A - (1 << 32)
"""The exit status of Windows after Ctrl-C."""
INTERRUPTED = 128 + signal.SIGINT
"""The exit status after Ctrl-C, as shells have it."""
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a program to end; Windows has no SIGHUP."""
GRACE = 5.0
"""Seconds in which a screen puts its terminal in order before it ends."""
OWN_PROCESS = Event()
"""Set where the process is the command's own, and ends with it."""


class EndedBySignal(BaseException):
    """The command ends as a signal ends a program, after all that it had to say."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """The signal's number."""

    @property
    def status(self) -> int:
        """The exit status by which shells tell of it."""
        return 128 + self.number

    def end_process(self) -> NoReturn:
        """End this process as the signal does where nothing handles it; call it in the main thread."""
        if sys.platform == "win32":  # as Python ends there
            os._exit(_CONTROL_C if self.number == signal.SIGINT else self.status)
        signal.signal(self.number, signal.SIG_DFL)
        signal.raise_signal(self.number)
        os._exit(self.status)  # it is blocked


class Shutdown:
    """Which signal asked the command to end.

    It is passed on as SIGINT, so that whoever holds Ctrl-C back for a moment holds this back too, and whoever keeps on
    Ctrl-C what there is keeps it here.
    """

    def __init__(self, asked: Event) -> None:
        self._asked = asked
        self._process = os.getpid()
        self._signal: int | None = None

    @property
    def status(self) -> int:
        """The exit status that tells of it, as shells have it: 128 and the signal's number."""
        return INTERRUPTED if self._signal is None else 128 + self._signal

    def end(self, number: int, _frame: FrameType | None) -> None:
        """Handle a signal that asks to end."""
        if os.getpid() != self._process:  # a child of a script that forks ends as it would without us
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        self._signal = number
        self._asked.set()
        signal.raise_signal(signal.SIGINT)

    def hear(self, number: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C."""
        self._asked.set()
        signal.default_int_handler(number, frame)

    def interrupt(self, _number: int, _frame: FrameType | None) -> None:
        """Handle SIGINT where it was ignored from the start, as behind a shell's `&`: only another signal sends it."""
        if self._signal is not None:
            raise KeyboardInterrupt


@contextmanager
def obey_signals() -> Iterator[Shutdown]:
    """End on SIGTERM and SIGHUP as on Ctrl-C; one that was ignored from the start, as behind `nohup`, stays so.

    Call it in the main thread.
    """
    from tracer.recording.interrupts import END_REQUESTED  # not before Ctrl-C is heard: it takes a while

    shutdown = Shutdown(END_REQUESTED)
    handlers: dict[int, Callable[[int, FrameType | None], None]] = {
        number: shutdown.end for number in ENDING if signal.getsignal(number) is signal.SIG_DFL
    }
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        handlers[signal.SIGINT] = shutdown.interrupt
    elif signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        handlers[signal.SIGINT] = shutdown.hear
    try:
        with _handled_by(handlers):
            yield shutdown
    finally:
        END_REQUESTED.clear()  # what comes next in this process is another command


def handler_of_python(number: int) -> Any:
    """Return what handled a signal before the command did: what a script finds."""
    handler: Any = signal.getsignal(number)
    ours: dict[Any, Any] = {
        Shutdown.hear: signal.default_int_handler,
        Shutdown.interrupt: signal.SIG_IGN,
        Shutdown.end: signal.SIG_DFL,
    }
    return ours.get(getattr(handler, "__func__", None), handler)


@contextmanager
def divert_signals(leave: Callable[[int], None]) -> Iterator[None]:
    """Have a function called with the exit status where a signal would end the command.

    It is for a screen, which has a terminal to put in order before it ends. Where it has not ended after a while, for
    its terminal may be gone and take nothing more, the process ends as it is. Call it in the main thread.
    """
    insisting: list[Timer] = []

    def end(number: int, _frame: FrameType | None) -> None:
        leave(128 + number)
        if not insisting:
            insisting.append(Timer(GRACE, os._exit, (128 + number,)))
            insisting[0].daemon = True
            insisting[0].start()

    ignored = (signal.SIG_IGN, None)
    try:
        with _handled_by(
            {number: end for number in (signal.SIGINT, *ENDING) if signal.getsignal(number) not in ignored}
        ):
            yield
    finally:
        for timer in insisting:
            timer.cancel()


@contextmanager
def _handled_by(handlers: dict[int, Callable[[int, FrameType | None], None]]) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
