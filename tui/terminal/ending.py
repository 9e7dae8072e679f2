"""How Python ends a program: what it prints of an exception, the exit code, functions of `atexit`, the last flush."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
from importlib import util
from pathlib import Path
from types import CodeType, SimpleNamespace, TracebackType
from typing import Any, cast

from tui.terminal.shutdown import OWN_PROCESS

UNWRITTEN = 120
"""The exit code with which Python ends where its streams take no more at the end."""
_OURS = str(Path(__file__).parents[1])
_ABOVE = (_OURS, str(Path(util.__file__).parent), "<frozen importlib")
"""The beginnings of the names of files whose frames lie above those of a program."""
_HOOKS = {str(Path(_OURS).parent / "tracer" / "attaching" / name) for name in ("hooks.py", "deferring.py")}
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
    return code.co_filename in _HOOKS and "<locals>" in code.co_qualname


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
