"""Which exceptions of a hook are the program's to see: those that came of looking at its data are not."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # no stubs describe it
import signal
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tracer.errors import Signal
from tracer.text import clean

_OURS = str(Path(__file__).parents[1])
_DEEP = 4
"""The part of the recursion limit from which on a program may be about to reach it: C functions count, too."""


def comes_from_outside(error: BaseException) -> bool:
    """Whether an exception only happened to come while something was looked at: Ctrl-C, a signal's handler, `Stop`."""
    if isinstance(error, Signal) or (isinstance(error, KeyboardInterrupt) and not error.args):
        return True
    traceback = error.__traceback__
    if traceback is not None:
        traceback = traceback.tb_next  # the first frame is that of whoever looked, and a handler is called by it
    codes = _handlers() if traceback is not None else set()
    while traceback is not None:
        if traceback.tb_frame.f_code in codes:
            return True
        traceback = traceback.tb_next
    return False


def _handlers() -> set[CodeType]:
    """The functions that Python calls at signals."""
    found: set[CodeType] = set()
    for number in range(1, signal.NSIG):
        handler: Any = _signal.getsignal(number)  # that of `signal` looks for a name of each, which takes milliseconds
        if not callable(handler):
            continue
        handler = getattr(handler, "func", handler)  # a partial
        code = getattr(handler, "__code__", None) or getattr(vars(type(handler)).get("__call__"), "__code__", None)
        if isinstance(code, CodeType):
            found.add(code)
    return found


def forget_own_context(error: BaseException) -> None:
    """Leave out of an exception that the program will see what was raised and handled before by plyscope itself."""
    traceback = None if error.__context__ is None else error.__context__.__traceback__
    if traceback is not None and traceback.tb_frame.f_code.co_filename.startswith(_OURS):
        error.__context__ = None


def is_deep(frame: FrameType, limit: int) -> bool:
    """Whether so many calls are open that a program may be about to reach its recursion limit by itself."""
    back: FrameType | None = frame
    calls = 0
    while back is not None:
        calls, back = calls + 1, back.f_back
    return _DEEP * calls > limit


def shown(value: Any) -> str:
    """A value as a few words, whatever its own text raises.

    Raises:
        BaseException: what comes from outside.
    """
    try:
        return clean(repr(value), 60)
    except BaseException as error:
        if comes_from_outside(error):
            raise
        return f"a {clean(type(value).__name__)}"
