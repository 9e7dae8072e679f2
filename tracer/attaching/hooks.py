"""The interpreter's own hooks: `sys.monitoring` where there is one (Python 3.12), `sys.setprofile` otherwise.

Either tells of calls, returns and unwinding of the wanted functions in the thread that installed it, and of nothing
else. Nothing is patched; `remove` puts everything back.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass
from threading import get_ident
from types import CodeType, FrameType
from typing import Any, Protocol

from tracer.attaching.targets import Targets
from tracer.errors import PlyscopeError

MONITORING: Any = getattr(sys, "monitoring", None)
"""`sys.monitoring`; None where Python has none."""
_RETURNS = {dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in dis.opmap}


@dataclass(frozen=True)
class Listener:
    """What is told."""

    enter: Callable[[FrameType], None]
    leave: Callable[[FrameType, Any], None]
    unwind: Callable[[FrameType], None]


class Hook(Protocol):
    """What stands between the interpreter and a listener."""

    def keep_to(self, codes: Collection[CodeType]) -> None:
        """Listen to these functions alone from now on."""

    def forget(self, code: CodeType) -> None:
        """Listen to a function no more."""

    def remove(self) -> bool:
        """Take it out and put everything back; False if somebody had taken it out before."""


def install(targets: Targets, listener: Listener) -> Hook:
    """Begin to listen in this thread.

    Raises:
        PlyscopeError: the interpreter's hooks are in use.
    """
    return _Profile(targets, listener) if MONITORING is None else _Monitoring(targets, listener)


class _Monitoring:
    """Events of the wanted code objects alone; while names are looked for, of the first call of every other one."""

    def __init__(self, targets: Targets, listener: Listener) -> None:
        free = [tool for tool in (3, 4, MONITORING.PROFILER_ID, 0, 1, 5) if MONITORING.get_tool(tool) is None]
        if not free:
            raise PlyscopeError(
                "every tool id of sys.monitoring is in use: end a debugger, profiler or coverage tool and try again"
            )
        self._tool, self._targets, self._thread = free[0], targets, get_ident()
        self._local: list[CodeType] = []
        self._codes: set[CodeType] = set()
        events = MONITORING.events
        self._events = (events.PY_START, events.PY_RETURN, events.PY_UNWIND)
        MONITORING.use_tool_id(self._tool, "plyscope")
        for event, callback in zip(self._events, self._callbacks(listener), strict=True):
            MONITORING.register_callback(self._tool, event, callback)
        for code in targets.watched:
            self._listen_to(code)
        MONITORING.set_events(self._tool, events.PY_UNWIND | (events.PY_START if targets.by_name else 0))
        if targets.by_name:
            MONITORING.restart_events()  # an earlier recording may have lost interest in a function

    def _listen_to(self, code: CodeType) -> None:
        self._local.append(code)
        MONITORING.set_local_events(self._tool, code, MONITORING.events.PY_START | MONITORING.events.PY_RETURN)

    def _callbacks(self, listener: Listener) -> tuple[Callable[..., Any], ...]:
        """What is called at a start, a return, an unwinding. Python tells nothing of the calls that they make."""
        thread, known, getframe, disable = self._thread, self._local, sys._getframe, MONITORING.DISABLE
        codes = self._codes
        codes.update(known)

        def started(code: CodeType, _offset: int) -> Any:
            if code not in codes:
                if get_ident() != thread:
                    return None
                if code not in self._targets.watched and not self._targets.match(code, getframe(1).f_globals):
                    return disable
                for found in (code, *self._targets.watched):
                    if found not in codes:
                        codes.add(found)
                        if found not in known:
                            self._listen_to(found)
            if get_ident() == thread:
                listener.enter(getframe(1))
            return None

        def returned(_code: CodeType, _offset: int, value: Any) -> None:
            if get_ident() == thread:
                listener.leave(getframe(1), value)

        def unwound(code: CodeType, _offset: int, _error: BaseException) -> None:
            if code in codes and get_ident() == thread:
                listener.unwind(getframe(1))

        return started, returned, unwound

    def keep_to(self, codes: Collection[CodeType]) -> None:
        """Listen to these functions alone from now on."""
        for code in [code for code in self._local if code not in codes]:
            self.forget(code)
        MONITORING.set_events(self._tool, MONITORING.events.PY_UNWIND)

    def forget(self, code: CodeType) -> None:
        """Listen to a function no more."""
        self._codes.discard(code)
        MONITORING.set_local_events(self._tool, code, 0)

    def remove(self) -> bool:
        """Give the tool id back, with no events and no callbacks on it."""
        MONITORING.set_events(self._tool, 0)
        for code in self._local:
            MONITORING.set_local_events(self._tool, code, 0)
        for event in self._events:
            MONITORING.register_callback(self._tool, event, None)
        MONITORING.free_tool_id(self._tool)
        return True


class _Profile:
    """The profile function of this thread: it sees every call, those of C functions too, and so costs much more."""

    def __init__(self, targets: Targets, listener: Listener) -> None:
        if sys.getprofile() is not None:
            raise PlyscopeError(
                "sys.setprofile is in use already, by a profiler or another recording: end that first, "
                "or use Python 3.12 or newer, where the two do not meet"
            )
        wanted: dict[CodeType, bool] = dict.fromkeys(targets.watched, True)
        self._wanted = wanted

        def profile(frame: FrameType, event: str, argument: Any) -> None:
            if event == "call":
                code = frame.f_code
                known = wanted.get(code)
                if known is None:
                    known = wanted[code] = targets.match(code, frame.f_globals)
                    wanted.update(dict.fromkeys(targets.watched, True))
                if known:
                    listener.enter(frame)
            elif event == "return" and wanted.get(frame.f_code):
                # None is also what is said of an exception that passes through.
                if argument is None and frame.f_code.co_code[frame.f_lasti] not in _RETURNS:
                    listener.unwind(frame)
                else:
                    listener.leave(frame, argument)

        self._profile = profile
        sys.setprofile(profile)

    def keep_to(self, codes: Collection[CodeType]) -> None:
        """Listen to these functions alone from now on."""
        for code in self._wanted:
            self._wanted[code] = code in codes

    def forget(self, code: CodeType) -> None:
        """Listen to a function no more."""
        self._wanted[code] = False

    def remove(self) -> bool:
        """Take the function out, unless somebody put another in its place, or none."""
        if sys.getprofile() is not self._profile:
            return False
        sys.setprofile(None)
        return True
