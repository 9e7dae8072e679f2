"""The interpreter's own hooks: `sys.monitoring` where there is one (Python 3.12), `sys.setprofile` otherwise.

Either tells of calls, returns and unwinding of the wanted functions, and of nothing else: in the thread that installed
it, or in whichever thread is not busy with another search, one at a time. A process that is forked off is told nothing.
Nothing is patched; `remove` puts everything back.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from threading import get_ident
from types import CodeType, FrameType
from typing import Any

from tracer.attaching.interpreter import OriginalBuiltins
from tracer.attaching.listeners import Enter, Leave, Listener, Threads
from tracer.attaching.profiling import Profile
from tracer.attaching.targets import Wanted
from tracer.errors import PlyscopeError

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
