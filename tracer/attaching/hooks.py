"""The interpreter's own hooks: `sys.monitoring` where there is one (Python 3.12), `sys.setprofile` otherwise.

Either tells of calls, returns and unwinding of the wanted functions, and of nothing else: in the thread that installed
it, or in whichever thread is not busy with another search, one at a time. A process that is forked off is told nothing.
Nothing is patched; `remove` puts everything back.
"""

from __future__ import annotations

import dis
import sys
import threading
from collections.abc import Callable, Collection
from threading import get_ident
from types import CodeType, FrameType, FunctionType
from typing import Any

from tracer.attaching.listeners import Enter, Leave, Listener, OriginalBuiltins, Threads
from tracer.attaching.targets import Wanted
from tracer.errors import PlyscopeError
from tracer.text import clean

_RETURNS = {dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in dis.opmap}
_UNCHECKED = 3
"""The argument of RESUME with which Python 3.11 does not look for signals as a function begins."""


class Profile:
    """The profile function of a thread: it sees every call, those of C functions too, and so costs much more.

    Python takes a profile function out that raises. A trace function it takes out as well, which is then no loss: where
    the profile function has to raise in the program, one is put in for the next step of the program, and raises there.
    """

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


MONITORING: Any = getattr(sys, "monitoring", None)
"""`sys.monitoring`; None where Python has none."""


def install(targets: Wanted, listener: Listener, *, several: bool = False) -> Hook:
    """Begin to listen.

    Raises:
        PlyscopeError: the interpreter's hooks are in use.
    """
    threads = Threads(targets, listener, several=several)
    return Profile(targets, listener, threads) if MONITORING is None else _Monitoring(targets, listener, threads)


class _Monitoring:
    """Events of the wanted code objects alone; while names are looked for, of the first call of every other one."""

    def __init__(self, targets: Wanted, listener: Listener, threads: Threads) -> None:
        free = [tool for tool in (3, 4, MONITORING.PROFILER_ID, 0, 1, 5) if MONITORING.get_tool(tool) is None]
        if not free:
            raise PlyscopeError(
                "every tool id of sys.monitoring is in use: end a debugger, profiler or coverage tool and try again"
            )
        self._tool, self._targets, self.threads, self._of_search = free[0], targets, threads, listener.of_search
        self._local: list[CodeType] = []
        self._ids: dict[int, CodeType] = {}
        """The same, and those equal to them, by their identity, which takes less long than their hash."""
        self._forgotten: set[CodeType] = set()
        self._importing: CodeType | None = None
        """The module of a library that is imported: until it returns no other function of its thread is asked."""
        self._importer = 0
        events = MONITORING.events
        self._events = (events.PY_START, events.PY_RETURN, events.PY_UNWIND)
        MONITORING.use_tool_id(self._tool, "plyscope")
        started, returned, unwound = self._callbacks(listener)
        MONITORING.register_callback(self._tool, events.PY_UNWIND, unwound)
        self._of_search.others, self._of_search.register = (started, returned), self._register
        self._of_search.clear()
        for code in targets.watched:
            self._listen_to(code)
        MONITORING.set_events(self._tool, events.PY_UNWIND | (events.PY_START if targets.by_name else 0))
        if targets.by_name:
            MONITORING.restart_events()  # an earlier recording may have lost interest in a function

    def _listen_to(self, code: CodeType) -> None:
        self._local.append(code)
        MONITORING.set_local_events(self._tool, code, MONITORING.events.PY_START | MONITORING.events.PY_RETURN)

    def _register(self, enter: Enter, leave: Leave) -> None:
        for event, callback in zip(self._events, (enter, leave), strict=False):
            MONITORING.register_callback(self._tool, event, callback)

    def _callbacks(self, listener: Listener) -> tuple[Callable[..., Any], ...]:
        """What is called at a start, a return, an unwinding. Python tells nothing of the calls that they make."""
        threads, known, getframe, disable = self.threads, self._local, sys._getframe, MONITORING.DISABLE
        ids, enter, leave = self._ids, listener.enter, listener.leave
        entering, leaving = self._of_search.entering.get, self._of_search.leaving.get
        ids.update({id(code): code for code in known})

        def started(code: CodeType, offset: int, frame: FrameType | None = None) -> Any:
            frame = getframe(1) if frame is None else frame
            if (known_call := entering(id(code))) is not None:
                known_call(code, offset, frame)
                return None
            if id(code) not in ids:
                if get_ident() != threads.recorded_thread and not threads.several:
                    return None
                if code in self._forgotten or (self._importing is not None and get_ident() == self._importer):
                    return disable
                if self._importing is None and self._targets.begins_import(code, frame.f_globals):
                    self._importing, self._importer = code, get_ident()
                    MONITORING.set_local_events(self._tool, code, MONITORING.events.PY_RETURN)
                    return disable
                with OriginalBuiltins():
                    if code not in self._targets.watched and not self._targets.match(frame):
                        return disable
                for found in (code, *self._targets.watched):
                    ids[id(found)] = found
                    if found not in known:
                        self._listen_to(found)
            if get_ident() == threads.recorded_thread:
                enter(frame)
            else:
                threads.enter(frame)
            return None

        def returned(code: CodeType, offset: int, value: Any, frame: FrameType | None = None) -> None:
            frame = getframe(1) if frame is None else frame
            if (known_call := leaving(id(code))) is not None:
                known_call(code, offset, value, frame)
            elif code is self._importing:
                self._end_import(code)
            elif get_ident() == threads.recorded_thread:
                leave(frame, value)

        def unwound(code: CodeType, _offset: int, error: BaseException) -> None:
            if code is self._importing:
                self._end_import(code)
            elif id(code) in ids and get_ident() == threads.recorded_thread:
                listener.unwind(getframe(1), error)

        return started, returned, unwound

    def _end_import(self, code: CodeType) -> None:
        """Ask again of what was called meanwhile: a function of the library may be called once more."""
        self._importing = None
        MONITORING.set_local_events(self._tool, code, 0)
        MONITORING.restart_events()

    def listen(self, code: CodeType) -> None:
        """Listen to one more function."""
        self._ids[id(code)] = code
        self._listen_to(code)

    def keep_to(self, codes: Collection[CodeType]) -> None:
        """Listen to these functions alone from now on."""
        for code in [code for code in self._local if code not in codes]:
            self.forget(code)
        for code in [code for code in codes if code not in self._local]:
            self.listen(code)
        MONITORING.set_events(self._tool, MONITORING.events.PY_UNWIND)

    def forget(self, code: CodeType) -> None:
        """Listen to a function no more."""
        self._forgotten.add(code)
        for known in [known for known, one in self._ids.items() if one == code]:
            del self._ids[known]
        if code in self._local:
            self._local.remove(code)
        MONITORING.set_local_events(self._tool, code, 0)

    def widen(self) -> None:
        """Ask the targets again of each function that is called."""
        self._forgotten.clear()
        MONITORING.set_events(self._tool, MONITORING.events.PY_UNWIND | MONITORING.events.PY_START)
        MONITORING.restart_events()

    def remove(self) -> None:
        """Give the tool id back, with no events and no callbacks on it."""
        self.threads.fall_silent()
        self._of_search.register = None
        MONITORING.set_events(self._tool, 0)
        for code in self._local if self._importing is None else [*self._local, self._importing]:
            MONITORING.set_local_events(self._tool, code, 0)
        for event in self._events:
            MONITORING.register_callback(self._tool, event, None)
        MONITORING.free_tool_id(self._tool)


Hook = Profile | _Monitoring
"""What stands between the interpreter and a listener."""
