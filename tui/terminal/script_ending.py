"""How Python ends a program: exceptions, the exit code, functions of `atexit`; and how signals end it."""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import util
from pathlib import Path
from threading import Timer
from types import CodeType, FrameType, SimpleNamespace, TracebackType
from typing import Any, cast

from tracer.errors import Signal
from tracer.recording.interrupts import END_REQUESTED, hold_signal_back
from tui.terminal.output import print_message
from tui.terminal.shutdown import END_SIGNALS, GRACE_SECONDS, OWN_PROCESS, get_default_handler


class ScriptEndSignal(Signal):
    """A signal asked the program to end. No KeyboardInterrupt, which it may catch to go on."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """The signal's number."""

    @property
    def name(self) -> str:
        """The signal's name."""
        return signal.Signals(self.number).name


def _exit_immediately(number: int) -> None:
    print_message(
        f"plyscope: the script went on after {ScriptEndSignal(number).name}, and was ended; "
        "its last search may be unfinished"
    )
    os._exit(128 + number)


@contextlib.contextmanager
def raise_on_end_signals(note_ending: Callable[[], None]) -> Iterator[Callable[[], bool]]:
    """Raise `ScriptEndSignal` in the main thread where a signal would end a program; Ctrl-C is Python's own.

    It is raised once: whoever asks again would end what closes the recording. Where the program has not ended some
    seconds later, because it catches whatever there is, the process ends as it is.
    Gives a function that tells whether Ctrl-C has come since it was called last.

    Args:
        note_ending: called first.
    """
    asked_signals, exit_timers, raised_signals = list[int](), list[Timer](), list[int]()
    former_handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, *END_SIGNALS)}

    def on_end_signal(number: int, frame: FrameType | None) -> None:
        END_REQUESTED.set()
        note_ending()
        asked_signals.append(number)
        if not exit_timers:
            exit_timers.append(Timer(GRACE_SECONDS, _exit_immediately, (number,)))
            exit_timers[0].daemon = True
            exit_timers[0].start()
        if not raised_signals and not hold_signal_back(number, frame):
            raised_signals.append(number)
            raise ScriptEndSignal(number)

    handlers: dict[int, Any] = {signal.SIGINT: get_default_handler(signal.SIGINT)}
    handlers |= {number: on_end_signal for number in END_SIGNALS if get_default_handler(number) is signal.SIG_DFL}
    for number, handler in handlers.items():
        signal.signal(number, handler)
    try:
        with _watch_for_signal(signal.SIGINT) as is_noticed, _reset_handlers_in_children(on_end_signal):
            yield is_noticed
        if asked_signals:  # which the program passed over
            raise ScriptEndSignal(asked_signals[0])
    finally:
        for timer in exit_timers:
            timer.cancel()
        for number, handler in handlers.items():
            if signal.getsignal(number) is handler:
                signal.signal(number, former_handlers[number])


@contextlib.contextmanager
def _watch_for_signal(awaited_signal: int) -> Iterator[Callable[[], bool]]:
    """Give a function that tells whether a signal has come since it was called last, whatever handles it."""
    if sys.platform == "win32":
        yield lambda: False
        return
    reader, writer = os.pipe()
    for descriptor in (reader, writer):
        os.set_blocking(descriptor, False)

    def has_arrived() -> bool:
        try:
            return awaited_signal in os.read(reader, 1 << 16)
        except OSError:  # nothing came, or the program closed it
            return False

    former_descriptor = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    try:
        yield has_arrived
    finally:
        current_descriptor = signal.set_wakeup_fd(former_descriptor)
        if current_descriptor not in (writer, -1):
            signal.set_wakeup_fd(current_descriptor)
        for descriptor in (reader, writer):
            with contextlib.suppress(OSError):
                os.close(descriptor)


_end_handlers: list[Any] = []
"""The handlers that a child of the program does not get."""
_blocked_masks: list[set[int]] = []
"""What was blocked before a fork."""


@contextlib.contextmanager
def _reset_handlers_in_children(handler: Any) -> Iterator[None]:
    """Have signals end forked children as without a handler, from their first moment on.

    Python forgets in a child what has come before it runs its first line: a handler would never hear of it.
    """
    _watch_forks()
    _end_handlers.append(handler)
    try:
        yield
    finally:
        _end_handlers.remove(handler)


@cache
def _watch_forks() -> None:
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=_block_signals, after_in_child=_reset_handlers, after_in_parent=_unblock_signals)


def _block_signals() -> None:
    _blocked_masks.append(signal.pthread_sigmask(signal.SIG_BLOCK, END_SIGNALS))


def _unblock_signals() -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, _blocked_masks.pop())


def _reset_handlers() -> None:
    for number in END_SIGNALS:
        if signal.getsignal(number) in _end_handlers:
            signal.signal(number, signal.SIG_DFL)
    _unblock_signals()


UNWRITTEN_OUTPUT_EXIT_CODE = 120
"""The exit code with which Python ends where its streams take no more at the end."""
_PACKAGE_FOLDER = str(Path(__file__).parents[1])
_RUNNER_FILES = (_PACKAGE_FOLDER, str(Path(util.__file__).parent), "<frozen importlib")
"""The beginnings of the names of files whose frames lie above those of a program."""
_HOOK_FILES = {
    str(Path(_PACKAGE_FOLDER).parent / "tracer" / "attaching" / name) for name in ("hooks.py", "profiling.py")
}
_GENERATED_FILE = "<hooks>"
"""The name of the file of hooks that are made for a search."""
_MAX_FRAMES = 1_000
"""Calls of a traceback that Python shows: the last ones."""
_print_exception = sys.__excepthook__


def exit_code(system_exit: SystemExit) -> int:
    """Return the code with which Python exits; any other object is printed, and the code is 1."""
    try:
        code: object = system_exit.code
    except Exception:
        code = system_exit
    if code is None or isinstance(code, int):
        return code or 0
    try:
        _print_error(str(code))
    except Exception:  # Python prints an empty line of what has no text
        _print_error("")
    return 1


def show_exception(error: BaseException) -> int:
    """Show an exception of a program as Python does, by `sys.excepthook`, and return the exit code.

    The traceback begins with the first line of the program.
    """
    error = error.with_traceback(strip_runner_frames(error.__traceback__))
    for chained_error in _find_chained_errors(error):
        chained_error.__traceback__ = _limit_repeated_frames(_cut_at_recorder(chained_error.__traceback__))
    exception_info: tuple[Any, ...] = type(error), error, error.__traceback__
    sys.last_type, sys.last_value, sys.last_traceback = exception_info
    if sys.version_info >= (3, 12):
        sys.last_exc = error
    hook = getattr(sys, "excepthook", _MissingHook)
    with contextlib.suppress(RuntimeError):  # with which a hook of audits refuses
        sys.audit("sys.excepthook", None if hook is _MissingHook else hook, *exception_info)
        if hook is _MissingHook:
            _print_error("sys.excepthook is missing")
            _print_exception(*exception_info)
        else:
            return _call_hook(hook, exception_info)
    return 1


class _MissingHook:
    """Stands for a hook that was deleted."""


def _call_hook(hook: Any, exception_info: tuple[Any, ...]) -> int:
    try:
        hook(*exception_info)
    except SystemExit as system_exit:
        return exit_code(system_exit)
    except BaseException as hook_error:
        _print_error("Error in sys.excepthook:")
        traceback = strip_runner_frames(hook_error.__traceback__)
        _print_exception(type(hook_error), hook_error.with_traceback(traceback), traceback)
        _print_error("\nOriginal exception was:")
        _print_exception(*exception_info)
    return 1


def show_unraisable(error: BaseException, source: object, message: str | None = None) -> None:
    """Show an exception that ends nothing, by `sys.unraisablehook`."""
    traceback = strip_runner_frames(error.__traceback__)
    error = error.with_traceback(traceback)
    hook = getattr(sys, "unraisablehook", sys.__unraisablehook__)
    if hook is sys.__unraisablehook__:  # which takes nothing that was not made by Python itself
        _print_error(f"{message}:" if message else f"Exception ignored in: {source!r}")
        _print_exception(type(error), error, traceback)
        return
    hook_argument = SimpleNamespace(
        exc_type=type(error), exc_value=error, exc_traceback=traceback, err_msg=message, object=source
    )
    with contextlib.suppress(Exception):
        hook(cast("Any", hook_argument))


def strip_runner_frames(traceback: TracebackType | None) -> TracebackType | None:
    """Return what a traceback has of the program: from its first line up to where it was being recorded, if it was."""
    while traceback is not None and traceback.tb_frame.f_code.co_filename.startswith(_RUNNER_FILES):
        traceback = traceback.tb_next
    return _cut_at_recorder(traceback)


def _cut_at_recorder(traceback: TracebackType | None) -> TracebackType | None:
    frame = traceback
    while frame is not None:
        if frame.tb_next is not None and _is_recorder_code(frame.tb_next.tb_frame.f_code):
            frame.tb_next = None
        frame = frame.tb_next
    return traceback


def _find_chained_errors(error: BaseException) -> list[BaseException]:
    """Return an exception with those that it came from, or that are grouped in it."""
    errors_by_id, queue = dict[int, BaseException](), [error]
    while queue:
        current = queue.pop()
        if id(current) not in errors_by_id:
            errors_by_id[id(current)] = current
            members = current.exceptions if isinstance(current, BaseExceptionGroup) else ()
            queue += [linked for linked in (current.__cause__, current.__context__, *members) if linked is not None]
    return [*errors_by_id.values()]


def _limit_repeated_frames(traceback: TracebackType | None) -> TracebackType | None:
    """Leave calls out that only repeat the one before, of more than are shown: the first line is, as with Python.

    While a search is recorded, a recursion goes deeper before it is too deep.
    """
    surplus, frame = -_MAX_FRAMES, traceback
    while frame is not None:
        surplus, frame = surplus + 1, frame.tb_next
    frame = traceback
    while frame is not None and surplus > 0:
        next_frame = frame.tb_next
        if next_frame is not None and (next_frame.tb_frame.f_code, next_frame.tb_lineno) == (
            frame.tb_frame.f_code,
            frame.tb_lineno,
        ):
            frame.tb_next, surplus = next_frame.tb_next, surplus - 1
        else:
            frame = next_frame
    return traceback


def _is_recorder_code(code: CodeType) -> bool:
    """Whether Python calls a function to tell of a call, which Ctrl-C may interrupt as any other."""
    return code.co_filename == _GENERATED_FILE or (code.co_filename in _HOOK_FILES and "<locals>" in code.co_qualname)


def call_exit_functions() -> None:
    """Call what is registered by `atexit`, as Python does at its end, unless the process goes on after the program."""
    if OWN_PROCESS.is_set():
        atexit._run_exitfuncs()


def flush_streams() -> bool:
    """Flush stdout and stderr as Python does at its end, and return whether they took it."""
    is_flushed = True
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name, None)
        if stream is None or _is_closed(stream):
            continue
        try:
            stream.flush()
        except BaseException as error:
            is_flushed = False
            if name == "stdout" and sys.version_info >= (3, 13):
                show_unraisable(error, None, "Exception ignored on flushing sys.stdout")
            elif name == "stdout":
                show_unraisable(error, stream)
    return is_flushed


def _is_closed(stream: Any) -> bool:
    try:
        return bool(stream.closed)
    except Exception:
        return False


def _print_error(text: str) -> None:
    """Print a line where Python prints its errors: on `sys.stderr`, or the standard error stream in its place."""
    try:
        sys.stderr.write(text)
        sys.stderr.write("\n")
    except Exception:
        with contextlib.suppress(OSError):
            os.write(2, f"{text}\n".encode(errors="backslashreplace"))
