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
from tui.terminal.output import say
from tui.terminal.shutdown import ENDING, GRACE, OWN_PROCESS, handler_of_python


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
        END_REQUESTED.set()
        note()
        asked.append(number)
        if not insisting:
            insisting.append(Timer(GRACE, _end_at_once, (number,)))
            insisting[0].daemon = True
            insisting[0].start()
        if not raised and not hold_signal_back(number, frame):
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


UNWRITTEN = 120
"""The exit code with which Python ends where its streams take no more at the end."""
_OURS = str(Path(__file__).parents[1])
_ABOVE = (_OURS, str(Path(util.__file__).parent), "<frozen importlib")
"""The beginnings of the names of files whose frames lie above those of a program."""
_HOOKS = {str(Path(_OURS).parent / "tracer" / "attaching" / name) for name in ("hooks.py", "profiling.py")}
_GENERATED = "<hooks>"
"""The name of the file of hooks that are made for a search."""
_SHOWN = 1_000
"""Calls of a traceback that Python shows: the last ones."""
_display = sys.__excepthook__


def exit_code(leaving: SystemExit) -> int:
    """Return the code with which Python exits; any other object is printed, and the code is 1."""
    try:
        code: object = leaving.code
    except Exception:
        code = leaving
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
    error = error.with_traceback(own_part(error.__traceback__))
    for one in _chained(error):
        one.__traceback__ = _as_deep_as_shown(_up_to_the_recording(one.__traceback__))
    found: tuple[Any, ...] = type(error), error, error.__traceback__
    sys.last_type, sys.last_value, sys.last_traceback = found
    if sys.version_info >= (3, 12):
        sys.last_exc = error
    hook = getattr(sys, "excepthook", _Missing)
    with contextlib.suppress(RuntimeError):  # with which a hook of audits refuses
        sys.audit("sys.excepthook", None if hook is _Missing else hook, *found)
        if hook is _Missing:
            _print_error("sys.excepthook is missing")
            _display(*found)
        else:
            return _call_hook(hook, found)
    return 1


class _Missing:
    """Stands for a hook that was deleted."""


def _call_hook(hook: Any, found: tuple[Any, ...]) -> int:
    try:
        hook(*found)
    except SystemExit as leaving:
        return exit_code(leaving)
    except BaseException as second:
        _print_error("Error in sys.excepthook:")
        traceback = own_part(second.__traceback__)
        _display(type(second), second.with_traceback(traceback), traceback)
        _print_error("\nOriginal exception was:")
        _display(*found)
    return 1


def show_unraisable(error: BaseException, source: object, message: str | None = None) -> None:
    """Show an exception that ends nothing, by `sys.unraisablehook`.

    Args:
        error: the exception.
        source: the object to which it happened.
        message: what Python says of it in the place of the object.
    """
    traceback = own_part(error.__traceback__)
    error = error.with_traceback(traceback)
    hook = getattr(sys, "unraisablehook", sys.__unraisablehook__)
    if hook is sys.__unraisablehook__:  # which takes nothing that was not made by Python itself
        _print_error(f"{message}:" if message else f"Exception ignored in: {source!r}")
        _display(type(error), error, traceback)
        return
    told = SimpleNamespace(
        exc_type=type(error), exc_value=error, exc_traceback=traceback, err_msg=message, object=source
    )
    with contextlib.suppress(Exception):
        hook(cast("Any", told))


def own_part(traceback: TracebackType | None) -> TracebackType | None:
    """Return what a traceback has of the program: from its first line up to where it was being recorded, if it was."""
    while traceback is not None and traceback.tb_frame.f_code.co_filename.startswith(_ABOVE):
        traceback = traceback.tb_next
    return _up_to_the_recording(traceback)


def _up_to_the_recording(traceback: TracebackType | None) -> TracebackType | None:
    last = traceback
    while last is not None:
        if last.tb_next is not None and _records(last.tb_next.tb_frame.f_code):
            last.tb_next = None
        last = last.tb_next
    return traceback


def _chained(error: BaseException) -> list[BaseException]:
    """Return an exception with those that it came from, or that are grouped in it."""
    found, waiting = dict[int, BaseException](), [error]
    while waiting:
        one = waiting.pop()
        if id(one) not in found:
            found[id(one)] = one
            inside = one.exceptions if isinstance(one, BaseExceptionGroup) else ()
            waiting += [other for other in (one.__cause__, one.__context__, *inside) if other is not None]
    return [*found.values()]


def _as_deep_as_shown(traceback: TracebackType | None) -> TracebackType | None:
    """Leave calls out that only repeat the one before, of more than are shown: the first line is, as with Python.

    While a search is recorded, a recursion goes deeper before it is too deep.
    """
    surplus, last = -_SHOWN, traceback
    while last is not None:
        surplus, last = surplus + 1, last.tb_next
    last = traceback
    while last is not None and surplus > 0:
        below = last.tb_next
        if below is not None and (below.tb_frame.f_code, below.tb_lineno) == (last.tb_frame.f_code, last.tb_lineno):
            last.tb_next, surplus = below.tb_next, surplus - 1
        else:
            last = below
    return traceback


def _records(code: CodeType) -> bool:
    """Whether Python calls a function to tell of a call, which Ctrl-C may interrupt as any other."""
    return code.co_filename == _GENERATED or (code.co_filename in _HOOKS and "<locals>" in code.co_qualname)


def call_exit_functions() -> None:
    """Call what is registered by `atexit`, as Python does at its end, unless the process goes on after the program."""
    if OWN_PROCESS.is_set():
        atexit._run_exitfuncs()


def flush_streams() -> bool:
    """Flush stdout and stderr as Python does at its end, and return whether they took it."""
    taken = True
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name, None)
        if stream is None or _is_closed(stream):
            continue
        try:
            stream.flush()
        except BaseException as error:
            taken = False
            if name == "stdout" and sys.version_info >= (3, 13):
                show_unraisable(error, None, "Exception ignored on flushing sys.stdout")
            elif name == "stdout":
                show_unraisable(error, stream)
    return taken


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
