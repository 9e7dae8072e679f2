"""The interpreter's own hooks: `sys.monitoring` where there is one (Python 3.12), `sys.setprofile` otherwise.

Either tells of calls, returns and unwinding of the wanted functions, and of nothing else: in the thread that installed
it, or in whichever thread is not busy with another search, one at a time. A process that is forked off is told nothing.
Nothing is patched; `remove` puts everything back.
"""

from __future__ import annotations

import dis
import os
import sys
import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from threading import get_ident
from types import CodeType, FrameType
from typing import Any, Protocol
from weakref import WeakSet

from tracer.attaching.deferring import raise_in_program, unsignalled
from tracer.attaching.targets import Wanted
from tracer.errors import PlyscopeError
from tracer.text import clean

MONITORING: Any = getattr(sys, "monitoring", None)
"""`sys.monitoring`; None where Python has none."""
_RETURNS = {dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in dis.opmap}


@dataclass(frozen=True)
class Listener:
    """What is told."""

    enter: Callable[[FrameType], None]
    leave: Callable[[FrameType, Any], None]
    unwind: Callable[[FrameType, BaseException | None], None]
    entering: Mapping[int, Callable[[FrameType], None]] = field(default_factory=dict)
    """What is told instead of `enter` of the calls of a function, by the identity of its code."""
    leaving: Mapping[int, Callable[[FrameType, Any], None]] = field(default_factory=dict)
    """What is told instead of `leave`."""


class Threads:
    """Whose calls are told.

    Args:
        targets: the functions.
        several: whether searches of all threads are told, one at a time; otherwise those of this thread alone.
    """

    def __init__(self, targets: Wanted, *, several: bool) -> None:
        self.told: int | None = None if several else get_ident()
        """The thread whose calls are told; None is nobody's."""
        self.several = several
        """Whether another thread may get its turn."""
        self._targets, self._claiming = targets, threading.Lock()
        _INSTALLED.add(self)

    def enter(self, listener: Listener, frame: FrameType) -> None:
        """A call in a thread that is not told: if nobody is, and a search begins here, it is told from now on."""
        if not self.several or self._is_inside(frame.f_back):
            return
        with self._claiming:
            if self.told is not None:
                return
            self.told = get_ident()
        listener.enter(frame)

    def _is_inside(self, frame: FrameType | None) -> bool:
        """Whether a call is one of a search, which began while another was told."""
        watched = self._targets.watched
        while frame is not None and frame.f_code not in watched:
            frame = frame.f_back
        return frame is not None

    def release(self) -> None:
        """A search has ended: the next may be another thread's."""
        if self.several:
            self.told = None

    def fall_silent(self) -> None:
        """Nobody is told any more."""
        self.told, self.several = None, False


_INSTALLED: WeakSet[Threads] = WeakSet()


def _leave_to_parent() -> None:
    for threads in _INSTALLED:
        threads.fall_silent()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


class Hook(Protocol):
    """What stands between the interpreter and a listener."""

    threads: Threads

    def listen(self, code: CodeType) -> None:
        """Listen to one more function."""

    def keep_to(self, codes: Collection[CodeType]) -> None:
        """Listen to these functions alone from now on."""

    def forget(self, code: CodeType) -> None:
        """Listen to a function no more."""

    def widen(self) -> None:
        """Ask the targets again of each function that is called."""

    def remove(self) -> str | None:
        """Take it out and put everything back; return how it was taken out before, if it was."""


def install(targets: Wanted, listener: Listener, *, several: bool = False) -> Hook:
    """Begin to listen.

    Args:
        targets: the functions.
        listener: what is told.
        several: whether to listen to all threads, to one search at a time.

    Raises:
        PlyscopeError: the interpreter's hooks are in use.
    """
    threads = Threads(targets, several=several)
    return _Profile(targets, listener, threads) if MONITORING is None else _Monitoring(targets, listener, threads)


class _Monitoring:
    """Events of the wanted code objects alone; while names are looked for, of the first call of every other one."""

    def __init__(self, targets: Wanted, listener: Listener, threads: Threads) -> None:
        free = [tool for tool in (3, 4, MONITORING.PROFILER_ID, 0, 1, 5) if MONITORING.get_tool(tool) is None]
        if not free:
            raise PlyscopeError(
                "every tool id of sys.monitoring is in use: end a debugger, profiler or coverage tool and try again"
            )
        self._tool, self._targets, self.threads = free[0], targets, threads
        self._local: list[CodeType] = []
        self._codes: set[CodeType] = set()
        self._ids: dict[int, CodeType] = {}
        """The same, and those equal to them, by their identity, which takes less long than their hash."""
        self._forgotten: set[CodeType] = set()
        self._importing: CodeType | None = None
        """The module of a library that is imported: until it returns no other function of its thread is asked."""
        self._importer = 0
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
        threads, known, getframe, disable = self.threads, self._local, sys._getframe, MONITORING.DISABLE
        codes, ids, enter, leave = self._codes, self._ids, listener.enter, listener.leave
        entering, leaving = listener.entering.get, listener.leaving.get
        codes.update(known)
        ids.update({id(code): code for code in known})

        def started(code: CodeType, _offset: int) -> Any:
            if (known_call := entering(id(code))) is not None and get_ident() == threads.told:
                known_call(getframe(1))
                return None
            if id(code) not in ids:
                if get_ident() != threads.told and not threads.several:
                    return None
                if code in self._forgotten or (self._importing is not None and get_ident() == self._importer):
                    return disable
                if self._importing is None and self._targets.begins_import(code, getframe(1).f_globals):
                    self._importing, self._importer = code, get_ident()
                    MONITORING.set_local_events(self._tool, code, MONITORING.events.PY_RETURN)
                    return disable
                if code not in self._targets.watched and not self._targets.match(getframe(1)):
                    return disable
                for found in (code, *self._targets.watched):
                    ids[id(found)] = found
                    if found not in codes:
                        codes.add(found)
                        if found not in known:
                            self._listen_to(found)
            if get_ident() == threads.told:
                enter(getframe(1))
            else:
                threads.enter(listener, getframe(1))
            return None

        def returned(code: CodeType, _offset: int, value: Any) -> None:
            if (known_call := leaving(id(code))) is not None and get_ident() == threads.told:
                known_call(getframe(1), value)
            elif code is self._importing:
                self._end_import(code)
            elif get_ident() == threads.told:
                leave(getframe(1), value)

        def unwound(code: CodeType, _offset: int, error: BaseException) -> None:
            if code is self._importing:
                self._end_import(code)
            elif id(code) in ids and get_ident() == threads.told:
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
        self._codes.add(code)
        self._listen_to(code)

    def keep_to(self, codes: Collection[CodeType]) -> None:
        """Listen to these functions alone from now on."""
        for code in [code for code in self._local if code not in codes]:
            self.forget(code)
        MONITORING.set_events(self._tool, MONITORING.events.PY_UNWIND)

    def forget(self, code: CodeType) -> None:
        """Listen to a function no more."""
        self._forgotten.add(code)
        self._codes.discard(code)
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
        MONITORING.set_events(self._tool, 0)
        for code in self._local if self._importing is None else [*self._local, self._importing]:
            MONITORING.set_local_events(self._tool, code, 0)
        for event in self._events:
            MONITORING.register_callback(self._tool, event, None)
        MONITORING.free_tool_id(self._tool)


class _Profile:
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
        self._profile, self.threads = unsignalled(self._function(targets, listener, threads)), threads
        self._in_threads = threads.several and threading.getprofile() is None
        sys.setprofile(self._profile)
        if self._in_threads:
            threading.setprofile(self._profile)

    def _function(self, targets: Wanted, listener: Listener, threads: Threads) -> Any:
        """Return the profile function."""
        importing: FrameType | None = None
        importer = 0
        ids, enter, leave = self._ids, listener.enter, listener.leave
        entering, leaving = listener.entering.get, listener.leaving.get

        def is_wanted(code: CodeType, frame: FrameType | None) -> bool:
            known = self._wanted.get(code)
            if known is None and frame is not None and not self._settled:
                known = self._wanted[code] = targets.match(frame)
                self._wanted.update(dict.fromkeys(targets.watched, True))
                ids.clear()
            if known is not None or self._settled:
                ids[id(code)] = bool(known), code
            return bool(known)

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
                    if (call := entering(id(code))) is not None and get_ident() == threads.told:
                        call(frame)
                        return
                    known = ids.get(id(code))
                    if known is None and targets.begins_import(code, frame.f_globals):
                        importing, importer = frame, get_ident()
                    elif is_wanted(code, frame) if known is None else known[0]:
                        if get_ident() == threads.told:
                            enter(frame)
                        else:
                            threads.enter(listener, frame)
                elif event == "return":
                    known = ids.get(id(frame.f_code))
                    if (
                        not (is_wanted(frame.f_code, None) if known is None else known[0])
                        or get_ident() != threads.told
                    ):
                        return
                    # None is also what is said of an exception that passes through.
                    if argument is None and frame.f_code.co_code[frame.f_lasti] not in _RETURNS:
                        listener.unwind(frame, None)  # nobody tells which
                    else:
                        leaving(id(frame.f_code), leave)(frame, argument)
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
        for code in self._wanted:
            self._wanted[code] = code in codes
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
