"""How a signal ends the command: SIGTERM and SIGHUP as Ctrl-C does, each with its own exit status."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Event, Timer
from types import FrameType
from typing import Any, NoReturn

_WINDOWS_CONTROL_C_STATUS = 0xC000013A - (1 << 32)
"""The exit status of Windows after Ctrl-C."""
INTERRUPTED_EXIT_CODE = 128 + signal.SIGINT
"""The exit status after Ctrl-C, as shells have it."""
END_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a program to end; Windows has no SIGHUP."""
GRACE_SECONDS = 5.0
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
            os._exit(_WINDOWS_CONTROL_C_STATUS if self.number == signal.SIGINT else self.status)
        signal.signal(self.number, signal.SIG_DFL)
        signal.raise_signal(self.number)
        os._exit(self.status)  # it is blocked


class Shutdown:
    """Which signal asked the command to end.

    It is passed on as SIGINT, so that whoever holds Ctrl-C back for a moment holds this back too, and whoever keeps on
    Ctrl-C what there is keeps it here.
    """

    def __init__(self, is_asked_to_end: Event) -> None:
        self._is_asked_to_end = is_asked_to_end
        self._process_id = os.getpid()
        self._signal_number: int | None = None

    @property
    def status(self) -> int:
        """The exit status that tells of it, as shells have it: 128 and the signal's number."""
        return INTERRUPTED_EXIT_CODE if self._signal_number is None else 128 + self._signal_number

    def on_end_signal(self, number: int, _frame: FrameType | None) -> None:
        """Handle a signal that asks to end."""
        if os.getpid() != self._process_id:  # a child of a script that forks ends as it would without us
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        self._signal_number = number
        self._is_asked_to_end.set()
        signal.raise_signal(signal.SIGINT)

    def on_interrupt(self, number: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C."""
        self._is_asked_to_end.set()
        signal.default_int_handler(number, frame)

    def on_ignored_interrupt(self, _number: int, _frame: FrameType | None) -> None:
        """Handle SIGINT where it was ignored from the start, as behind a shell's `&`: only another signal sends it."""
        if self._signal_number is not None:
            raise KeyboardInterrupt


@contextmanager
def handle_shutdown_signals() -> Iterator[Shutdown]:
    """End on SIGTERM and SIGHUP as on Ctrl-C; one that was ignored from the start, as behind `nohup`, stays so.

    Call it in the main thread.
    """
    from tracer.recording.interrupts import END_REQUESTED  # not before Ctrl-C is heard: it takes a while

    shutdown = Shutdown(END_REQUESTED)
    handlers: dict[int, Callable[[int, FrameType | None], None]] = {
        number: shutdown.on_end_signal for number in END_SIGNALS if signal.getsignal(number) is signal.SIG_DFL
    }
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        handlers[signal.SIGINT] = shutdown.on_ignored_interrupt
    elif signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        handlers[signal.SIGINT] = shutdown.on_interrupt
    try:
        with handle_signals(handlers):
            yield shutdown
    finally:
        END_REQUESTED.clear()  # what comes next in this process is another command


def get_default_handler(number: int) -> Any:
    """Return what handled a signal before the command did: what a script finds."""
    handler: Any = signal.getsignal(number)
    defaults: dict[Any, Any] = {
        Shutdown.on_interrupt: signal.default_int_handler,
        Shutdown.on_ignored_interrupt: signal.SIG_IGN,
        Shutdown.on_end_signal: signal.SIG_DFL,
    }
    return defaults.get(getattr(handler, "__func__", None), handler)


@contextmanager
def divert_signals(request_exit: Callable[[int], None]) -> Iterator[None]:
    """Have a function called with the exit status where a signal would end the command.

    It is for a screen, which has a terminal to put in order before it ends. Where it has not ended after a while, for
    its terminal may be gone and take nothing more, the process ends as it is. Call it in the main thread.
    """
    exit_timers: list[Timer] = []

    def on_end_signal(number: int, _frame: FrameType | None) -> None:
        request_exit(128 + number)
        if not exit_timers:
            exit_timers.append(Timer(GRACE_SECONDS, os._exit, (128 + number,)))
            exit_timers[0].daemon = True
            exit_timers[0].start()

    ignoring_handlers = (signal.SIG_IGN, None)
    try:
        with handle_signals(
            {
                number: on_end_signal
                for number in (signal.SIGINT, *END_SIGNALS)
                if signal.getsignal(number) not in ignoring_handlers
            }
        ):
            yield
    finally:
        for timer in exit_timers:
            timer.cancel()


@contextmanager
def handle_signals(handlers: Mapping[int, Callable[[int, FrameType | None], None]]) -> Iterator[None]:
    """Have signals handled so, by their numbers; afterwards as before."""
    former_handlers = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in former_handlers.items():
            signal.signal(number, handler)
