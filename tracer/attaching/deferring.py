"""Exceptions that come while a profile function runs: they are raised in the program, which keeps the function.

Python takes a profile function out that raises. A trace function it takes out as well, which is then no loss: one is
put in for the next step of the program, and raises there. Python 3.11 alone is recorded by a profile function.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable
from types import FrameType, FunctionType
from typing import Any

_UNCHECKED = 3
"""The argument of RESUME with which Python 3.11 does not look for signals as a function begins."""


def unsignalled(function: FunctionType) -> FunctionType:
    """Return a function that cannot be left by a signal's exception before its first line, on Python 3.11."""
    if sys.version_info[:2] == (3, 11):
        code = function.__code__
        raw = bytearray(code.co_code)
        begins = next(one.offset for one in dis.get_instructions(code) if one.opname == "RESUME")
        raw[begins + 1] = _UNCHECKED
        function.__code__ = code.replace(co_code=bytes(raw))
    return function


def raise_in_program(error: BaseException, frame: FrameType, event: str) -> bool:
    """Raise an exception as the next step of the program, after the profile function has returned.

    Args:
        error: it.
        frame: of which the profile function was told.
        event: what it was told of it.

    Returns:
        whether it will be: not where the program is traced already, or nothing of it is left in this thread.
    """
    running = frame.f_back if event == "return" else frame
    if sys.version_info[:2] != (3, 11) or running is None or sys.gettrace() is not None:
        return False
    before: tuple[Callable[..., Any] | None, bool] = running.f_trace, running.f_trace_opcodes

    def step(_frame: FrameType, _event: str, _argument: Any) -> Any:
        sys.settrace(None)
        running.f_trace, running.f_trace_opcodes = before
        raise error

    running.f_trace, running.f_trace_opcodes = step, True
    sys.settrace(step)
    return True
