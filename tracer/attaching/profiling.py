"""The profile function of a thread, by which Python 3.11 is recorded: the hook where there is no `sys.monitoring`.

Python takes a profile function out that raises. A trace function it takes out as well, which is then no loss: where the
profile function has to raise in the program, one is put in for the next step of the program, and raises there.
"""

from __future__ import annotations

import dis
import sys
import threading
from collections.abc import Callable, Collection
from threading import get_ident
from types import CodeType, FrameType, FunctionType
from typing import Any

from tracer.attaching.interpreter import OriginalBuiltins
from tracer.attaching.listeners import Listener, Threads
from tracer.attaching.targets import Wanted
from tracer.errors import PlyscopeError
from tracer.text import clean

_RETURNS = {dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in dis.opmap}
_UNCHECKED = 3
"""The argument of RESUME with which Python 3.11 does not look for signals as a function begins."""


class Profile:
    """The profile function of a thread: it sees every call, those of C functions too, and so costs much more."""

    def __init__(self, targets: Wanted, listener: Listener, threads: Threads) -> None:
        if sys.getprofile() is not None:
            raise PlyscopeError(
                "sys.setprofile is in use already, by a profiler or another recording: end that first, "
                "or use Python 3.12 or newer, where the two do not meet"
            )
        self._wanted: dict[CodeType, bool] = dict.fromkeys(targets.watched, True)
        self._ids: dict[int, tuple[bool, CodeType]] = {}
        """The same, and those equal to them, by their identity, which takes less long than their hash."""
        self._settled = False
        self._left_by: BaseException | None = None
        """What left the profile function, which Python takes out then."""
        self._profile, self.threads = _unsignalled(self._function(targets, listener, threads)), threads
        self._in_threads = threads.several and threading.getprofile() is None
        sys.setprofile(self._profile)
        if self._in_threads:
            threading.setprofile(self._profile)

    def _function(self, targets: Wanted, listener: Listener, threads: Threads) -> Any:
        importing: FrameType | None = None
        importer = 0
        ids, enter, leave = self._ids, listener.enter, listener.leave
        entering, leaving = listener.of_search.entering.get, listener.of_search.leaving.get

        def is_wanted(code: CodeType, frame: FrameType | None) -> bool:
            known = self._wanted.get(code)
            if known is None and frame is not None and not self._settled:
                with OriginalBuiltins():
                    known = self._wanted[code] = targets.match(frame)
                    self._wanted.update(dict.fromkeys(targets.watched, True))
                ids.clear()
            if known is not None or self._settled:
                ids[id(code)] = known is True, code
            return known is True

        def profile(  # noqa: PLR0912  # one branch for each event
            frame: FrameType, event: str, argument: Any
        ) -> None:
            nonlocal importing, importer
            try:
                if importing is not None and get_ident() == importer:
                    if event == "return" and frame is importing:
                        importing = None
                elif event == "call":
                    code = frame.f_code
                    if (known_call := entering(id(code))) is not None:
                        known_call(code, 0, frame)
                        return
                    known = ids.get(id(code))
                    if known is None and targets.begins_import(code, frame.f_globals):
                        importing, importer = frame, get_ident()
                    elif is_wanted(code, frame) if known is None else known[0]:
                        if get_ident() == threads.recorded_thread:
                            enter(frame)
                        else:
                            threads.enter(frame)
                elif event == "return":
                    code = frame.f_code
                    known_call = leaving(id(code))
                    if argument is not None and known_call is not None:
                        known_call(code, 0, argument, frame)
                        return
                    known = ids.get(id(code))
                    if (
                        not (is_wanted(code, None) if known is None else known[0])
                        or get_ident() != threads.recorded_thread
                    ):
                        return
                    # None is also what is said of an exception that passes through.
                    if argument is None and code.co_code[frame.f_lasti] not in _RETURNS:
                        listener.unwind(frame, None)  # nobody tells which
                    elif known_call is not None:
                        known_call(code, 0, argument, frame)
                    else:
                        leave(frame, argument)
            except BaseException as error:
                if not raise_in_program(error, frame, event):
                    self._left_by = error
                    raise

        return profile

    def listen(self, code: CodeType) -> None:
        """Listen to one more function."""
        self._wanted[code] = True
        self._ids.clear()

    def keep_to(self, codes: Collection[CodeType]) -> None:
        """Listen to these functions alone from now on."""
        self._settled = True
        self._wanted = dict.fromkeys(self._wanted, False) | dict.fromkeys(codes, True)
        self._ids.clear()

    def forget(self, code: CodeType) -> None:
        """Listen to a function no more."""
        self._wanted[code] = False
        self._ids.clear()

    def widen(self) -> None:
        """Ask the targets again of each function that is called."""
        self._settled = False
        self._wanted.clear()
        self._ids.clear()

    def remove(self) -> str | None:
        """Take the function out, unless somebody put another in its place, or none; it stays in threads that go on."""
        self.threads.fall_silent()
        if self._in_threads and threading.getprofile() is self._profile:
            threading.setprofile(None)
        if sys.getprofile() is self._profile:
            sys.setprofile(None)
            return None
        if isinstance(self._left_by, RecursionError):
            return "Python's recursion limit was reached"
        if self._left_by is not None:
            error = clean(type(self._left_by).__name__)
            return f"{error} was raised while a call was recorded, and sys.settrace is in use"
        return "sys.setprofile was called"


def _unsignalled(function: FunctionType) -> FunctionType:
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
