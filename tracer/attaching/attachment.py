"""What listens to the calls of a search: it looks at the first, and hands the others on to what records them."""

from __future__ import annotations

import os
import sys
from contextlib import ContextDecorator
from threading import RLock, get_ident
from time import monotonic, sleep
from types import CodeType, FrameType
from typing import Any, Self

from tracer.attaching import hooks, listeners, user_messages
from tracer.attaching.call_observer import CallObserver
from tracer.attaching.call_reader import BY_AN_EXCEPTION
from tracer.attaching.copies import Copies
from tracer.attaching.first_calls import MOST, FirstCalls
from tracer.attaching.listeners import Elsewhere, Listener, Threads
from tracer.attaching.recognition import Recognition
from tracer.attaching.searches import BY_AN_ERROR, Searches
from tracer.attaching.targets import Targets
from tracer.attaching.understanding import Understanding
from tracer.attaching.value_readers import ValueReader
from tracer.deciding import guesses
from tracer.deciding.call import Log, plain
from tracer.errors import PlyscopeError, Stop, TraceFileError
from tracer.games.comparable_objects import forget_own_context, is_interruption, is_near_recursion_limit
from tracer.games.registry import as_game
from tracer.recording.interrupts import hold_interrupts
from tracer.text import message_of
from tracer.tracing import Trace

_LEFT = "as the recording ended"
PATIENCE = 1.0
"""Seconds that a search in another thread gets to reach its next call."""


class Attachment(ContextDecorator):
    """Records the calls of functions while it is entered: the context manager or decorator of `plyscope.attach`."""

    def __init__(self, functions: tuple[Any, ...], user_options: dict[str, Any]) -> None:
        self._functions, self._user_options = functions, user_options
        self._read = guesses.read_at_calls(user_options)
        self.targets = Targets(functions, user_options["root"])
        game = None if user_options["game"] is None else as_game(user_options["game"])
        self._understood = Understanding(self.targets, user_options, game)
        self.searches = Searches(
            self.targets, user_options, self._understood, self._absorb_error, self._begin_to_look, self._enter
        )
        """What is recorded of each search."""
        self.recognition = Recognition(self.targets, self._understood, self.searches)
        """Which functions are a search, where none were named."""
        self.everywhere = False
        """Whether searches of all threads are recorded, one at a time; to be set before the recording is entered."""
        self.lost: PlyscopeError | None = None
        """Why nothing more was recorded while the program went on; a TraceFileError where its file took no more."""
        self._hook: hooks.Hook | None = None
        self._entered, self._thread = 0, 0

    @property
    def traces(self) -> list[Trace]:
        """One for each search that was run, that is for each outermost call, in order; not those that go to a file.

        Outermost calls that are iterations of one driver, such as an iterative deepening, are one search.
        """
        if get_ident() == self._thread:
            self.searches.give_out()
        return self.searches.outlet.traces

    @property
    def trace(self) -> Trace:
        """The trace of the last search that ended.

        Raises:
            PlyscopeError: none has.
        """
        if not self.traces:
            raise PlyscopeError(f"nothing was recorded: no call of {self.targets.title or 'a search'} has ended")
        return self.traces[-1]

    @property
    def suspects(self) -> tuple[CodeType, ...]:
        """Where no search was found or named: functions that may be one, see `Recognition.suspects`."""
        return self.recognition.suspects if self.targets.finding and not self.searches.count else ()

    def __enter__(self) -> Self:
        if self._entered:
            if get_ident() != self._thread:
                raise PlyscopeError("this recording is running already, in another thread: make one for each thread")
            self._entered += 1  # it decorates a function that calls itself
            return self
        self._copies, outside = Copies(self._understood.referee), sys._getframe(1)
        value = None if self._user_options["value"] is None else ValueReader(self._user_options["value"])
        self._observer = CallObserver(self._read, self._copies, value)
        self._observer.outside = outside
        self._understood.begin()
        self.searches.begin(self._copies, outside)
        self._deciding = False
        """Whether the calls of a search are being understood: no other thread may begin or end one meanwhile."""
        self._begin_to_look()
        self.lost = None
        self._stopping = False
        listener = Listener(self._enter, self._leave, self._unwind, self.searches.hooks)
        self._hook = hooks.install(self.targets, listener, several=self.everywhere)
        self._elsewhere = None if self.everywhere else Elsewhere()
        self._limit, self._thread, self._process = listeners.raise_limit(), get_ident(), os.getpid()
        self._entered = 1
        return self

    def _begin_to_look(self) -> None:
        if self.targets.finding:
            self.targets.root = None
            if self._hook is not None and self.recognition.found:
                self._hook.widen()
            self._first_calls: FirstCalls = self.recognition.finder(self._observer, self.searches.outlet.max_nodes)
        else:
            if len(self.searches.log) > MOST:
                self.searches.log = Log()
            self._first_calls = FirstCalls(self._observer, self.searches.log, self.searches.outlet.max_nodes)
        self._release()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _traceback: Any) -> None:
        self._entered -= 1
        if not self._entered:
            listeners.lower_limit()
            with listeners.OriginalBuiltins():
                self._finish(error)

    def _finish(self, error: BaseException | None) -> None:
        """Take the hooks out, and understand what has not been understood yet."""
        assert self._hook is not None
        self._stop_elsewhere(self._hook.threads)
        taken_out, threads, self._hook = self._hook.remove(), self._hook.threads, None
        if self._elsewhere is not None:
            self._elsewhere.remove()
        self.searches.overflowed |= isinstance(error, RecursionError)
        try:
            self._end_all(
                BY_AN_ERROR if self.searches.failed is not None else BY_AN_EXCEPTION if error is not None else _LEFT
            )
        except BaseException as problem:
            if is_interruption(problem) or (isinstance(problem, PlyscopeError) and self._is_told):
                raise
            self._give_up(problem, "what was recorded cannot be understood")
        self.recognition.tell_what_is_left_out()
        looping, self.searches.finished.looping = self.searches.finished.looping, None
        if looping is not None and not self.targets.finding and self.targets.root is None:
            user_messages.print_message(user_messages.describe_looping_caller(looping, self.targets.title))
        if self.searches.count and threads.missed:
            user_messages.print_message(user_messages.describe_missed_searches(threads.missed))
        self.recognition.forget_calls()
        self._observer.forget()
        self._first_calls = FirstCalls(self._observer, Log(), self.searches.outlet.max_nodes)
        if isinstance(error, RecursionError) and self.searches.count:
            user_messages.print_message(
                f"Python's recursion limit, {self._limit:,} calls, was reached {self.searches.max_open_calls - 1:,} "
                "plies deep: does the search end? sys.setrecursionlimit in your program raises it"
            )
        if error is None and self.lost is None:
            if self.searches.failed is not None:
                raise self.searches.failed
            if taken_out is not None:
                user_messages.print_message(f"{taken_out} meanwhile: what came after that was not recorded")
            self._demand_calls()

    def _end_all(self, stopped: str) -> None:
        """End what is still open; while another thread does so, wait for it."""
        if os.getpid() != self._process:  # in a child of it, which has no other threads
            self.searches.lock = RLock()
        with self.searches.lock:
            if self.searches.call_reader is None and self.searches.failed is None and self._first_calls.started:
                self._decide(ended=stopped)
            if (call_reader := self.searches.drop()) is not None and call_reader.recorder is not None:
                self.searches.finish(call_reader.recorder, stopped)
            self.searches.give_out()

    @property
    def is_unanswered(self) -> bool:
        """Whether no function was called that was named, or none was named: then it helps to name some."""
        return self.targets.finding or not self._understood.called & {*self.targets.codes}

    def why_nothing(self) -> PlyscopeError | None:
        """Return why no search was recorded; None where one was."""
        try:
            self._demand_calls()
        except PlyscopeError as error:
            return None if self.searches.count else error
        return None

    def _demand_calls(self) -> None:
        threads = self._elsewhere is not None and self._elsewhere.started
        self.recognition.demand_calls(self._functions, self._user_options, threads=threads)

    def _release(self) -> None:
        """Let another thread begin a search, unless one has begun that has not ended, or is being understood."""
        is_open = self.searches.call_reader is not None or bool(self._first_calls.stack) or self._deciding
        if self._hook is not None and not is_open:
            self._hook.threads.release()

    def _stop_elsewhere(self, threads: Threads) -> None:
        """End a search that another thread is in the middle of, there, at its next call; wait a moment for it."""
        deadline = monotonic() + PATIENCE
        while (
            self.searches.failed is None
            and threads.recorded_thread not in (None, self._thread)
            and monotonic() < deadline
        ):
            self._stopping = True
            self.searches.hooks.clear()
            sleep(0.005)

    def _enter(self, frame: FrameType) -> None:  # noqa: PLR0912  # one branch for each state of the recording
        if self._stopping:
            self._end_all(_LEFT)
            if self._hook is not None:
                self._hook.threads.release()
            raise Stop(_LEFT)
        if self.searches.failed is not None:
            return
        try:
            code = frame.f_code
            if self.searches.call_reader is None and self._understood.look_for_a_game(frame):
                self._copies.judge(self._understood.referee)
            above = code is self.targets.root and code not in self.targets.codes
            if self.searches.call_reader is not None:
                if not above and not self._meet_or_leave_out(frame):
                    self.searches.call_reader.enter(frame)
                return
            if above:
                self._first_calls.enter_root(frame)
                return
            if self._meet_or_leave_out(frame):
                return
            if (known := self.recognition.known_reader(code, self._first_calls, self._hook)) is not None:
                self.searches.call_reader = known
                known.enter(frame)
                return
            self._first_calls.enter(frame)
            if self._first_calls.enough:
                self._decide()
            elif self._first_calls.quiet and self._hook is not None:
                self._hook.forget(self._first_calls.quiet.pop())
        except BaseException as error:
            if not self._absorb_error(error, frame):
                raise

    def _meet_or_leave_out(self, frame: FrameType) -> bool:
        """Meet the function of a call, and count the call if it is left out of the search."""
        undecided = self.targets.finding and self.searches.call_reader is None
        return self._understood.meet_or_leave_out(frame, None if self._hook is None else self._hook.listen, undecided)

    def _decide(self, ended: str | None = None) -> None:
        """Find out what the calls so far mean, and make nodes of them.

        Those of a small search that the same caller made just before are understood once more, together with them.
        """
        self._deciding = True
        try:
            with hold_interrupts(), self.searches.lock:
                self.recognition.understand(self._first_calls, self._hook, ended)
        finally:
            self._deciding = False
        if self.searches.call_reader is None and self._first_calls.spent:
            self._begin_to_look()

    def _leave(self, frame: FrameType, returned: Any) -> None:
        try:
            call_reader = self.searches.call_reader
            if self.searches.failed is not None:
                return
            if call_reader is None:
                self._first_calls.leave(frame, returned)
                self._after_return()
                return
            recorder = call_reader.recorder
            if recorder is not None and (stack := recorder.stack) and stack[-1][0] is frame:
                if call_reader.root_frame is frame:
                    with hold_interrupts():
                        call_reader.leave_root(frame, returned)
                        self.searches.end(call_reader, None)
                else:
                    call_reader.leave(frame, returned)
        except BaseException as error:
            if not self._absorb_error(error, frame):
                raise

    def _after_return(self, stopped: str | None = None) -> None:
        """A call has returned that was looked at, or was left by an exception: the search may be over."""
        if self._first_calls.over:
            self._decide(stopped)
        self._release()

    def _unwind(self, frame: FrameType, error: BaseException | None) -> None:
        call_reader = self.searches.call_reader
        self.searches.overflowed |= isinstance(error, RecursionError)
        stopped = BY_AN_EXCEPTION if self.searches.failed is None else BY_AN_ERROR
        try:
            if call_reader is None:
                self._first_calls.unwind(frame, error)
                self._after_return(stopped)
                return
            recorder = call_reader.recorder
            if recorder is not None and recorder.stack and recorder.stack[-1][0] is frame:
                with hold_interrupts():
                    call_reader.unwind(frame, error)
                    if recorder.over:
                        self.searches.end(call_reader, stopped)
        except BaseException as problem:  # beside the exception that leaves the search
            if self._absorb_error(problem, frame):
                return
            if not isinstance(problem, PlyscopeError):
                raise
            user_messages.print_message(str(problem))

    def _absorb_error(self, error: BaseException, frame: FrameType) -> bool:
        """Whether an exception is kept from the program: then nothing more is recorded, which is said in one line.

        What the user said wrongly is raised into it, and what only came while its calls were looked at.
        """
        with listeners.OriginalBuiltins():
            forget_own_context(error)
            if isinstance(error, Stop):
                self.searches.ending = error.reason
            if isinstance(error, RecursionError) and is_near_recursion_limit(frame, self._limit):  # which was due
                self.searches.overflowed = True
                return False
            if is_interruption(error):
                return False
            if isinstance(error, PlyscopeError) and not isinstance(error, TraceFileError) and self._is_told:
                self.searches.failed = error
                self.searches.hooks.clear()
                return False
            self._give_up(error, f"{plain(frame.f_code)}: what it was called with, or returned, cannot be examined")
            return True

    @property
    def _is_told(self) -> bool:
        """Whether the user said what variables and values mean, which may be wrong."""
        return any(self._user_options[name] is not None for name in (*guesses.READ, "value", "game"))

    def _give_up(self, error: BaseException, problem: str) -> None:
        """Record nothing more while the program goes on; what there is of its search is kept."""
        reason = str(error) if isinstance(error, PlyscopeError) else f"{problem}: {message_of(error)}"
        self.lost = self.searches.failed = error if isinstance(error, TraceFileError) else PlyscopeError(reason)
        user_messages.print_message(f"{reason}; nothing more is recorded, and the program goes on")
        if self._hook is not None:
            self._hook.keep_to(())
        self.searches.abandon(error)
