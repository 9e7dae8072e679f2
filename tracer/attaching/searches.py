"""The searches of a recording: the one that is recorded now, those that have ended, and what is said of each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import RLock, get_ident
from types import CodeType, FrameType
from typing import Any

from tracer.assembling.call_rows import Visit
from tracer.assembling.outcomes_of_calls import Knowledge, Searched
from tracer.attaching import user_messages
from tracer.attaching.call_reader import BY_AN_EXCEPTION, CallReader
from tracer.attaching.copies import Copies
from tracer.attaching.first_calls import FirstCalls, FirstCallsRead
from tracer.attaching.listeners import SearchHooks
from tracer.attaching.origins import Origin, Start
from tracer.attaching.search_destination import SearchOutput
from tracer.attaching.search_recorder import FinishedSearches, SearchRecorder, make_header_notes
from tracer.attaching.targets import Targets
from tracer.attaching.trace_maker import TraceMaker
from tracer.attaching.understanding import Understanding
from tracer.deciding.call import Call, Log
from tracer.deciding.decision import Decision
from tracer.errors import PlyscopeError, TraceFileError
from tracer.file.series import INTERRUPTED
from tracer.games.comparable_objects import ContainedErrors
from tracer.recording.columns import NO_LINE
from tracer.text import number as number_text

BY_AN_ERROR = "by an error while it was recorded"


class Searches:
    """Makes searches of calls, ends them and gives them out."""

    def __init__(
        self,
        targets: Targets,
        user_options: dict[str, Any],
        understood: Understanding,
        absorb_error: Callable[[BaseException, FrameType], bool],
        on_finished: Callable[[], None],
        enter_again: Callable[[FrameType], None],
    ) -> None:
        self._targets, self._user_options, self._understood = targets, user_options, understood
        self._absorb_error, self._on_finished, self._enter_again = absorb_error, on_finished, enter_again
        self.outlet = SearchOutput()
        """Where they go; to be set before the recording is entered."""
        self.count = 0
        """How many have ended."""
        self.ending: str | None = None
        """Why a search that is left by an exception now ends, where that is known better than by the exception."""
        self.overflowed = False
        """Whether Python's recursion limit was reached since the last one ended for good."""
        self.is_interrupted: Callable[[], bool] = lambda: False
        """Asks whether Ctrl-C has come since it was asked last."""
        self.program: dict[str, Any] = {}
        """What is known of the script that runs, to be kept in the notes of each."""
        self._begins: dict[CodeType, int] = {}
        """How many began with each function."""
        self.finished = FinishedSearches(self._give_out)
        """Those that have ended and are not given out yet."""
        self.lock = RLock()
        """Held by the thread that ends a search, or makes nodes of the first calls of one."""
        self.hooks = SearchHooks()
        """Those of the search in hand."""

    def begin(self, copies: Copies, outside: FrameType) -> None:
        """A recording begins."""
        self._copies = copies
        self._outer_frame: FrameType | None = outside
        self.log = Log()
        """The first calls of the functions in hand, which were looked at."""
        self.call_reader: CallReader | None = None
        """What the calls of the search are read by that is recorded now."""
        self.failed: PlyscopeError | None = None
        """Why nothing more is recorded."""
        self._first_calls_read: FirstCallsRead | None = None
        """The calls of which nodes are being made."""
        self.announced_functions: set[frozenset[CodeType]] = set()
        """The functions of which it was said what was assumed of them."""
        self._unannounced_decision: tuple[Decision, Log] | None = None
        """What was decided of the searches that are not given out yet."""
        self._searched = Searched()
        """What is known of positions that were searched."""
        self.numeric_return_count = self.max_open_calls = 0
        """Calls that returned a number, and those that were open at the same time at most, in what was given out."""
        self.no_number_message: str | None = None
        """What to say of the first call that returned no number."""
        self.no_number_value = ""
        """What that returned."""
        self.hooks.clear()

    def forget(self) -> None:
        """Keep no frames, which hold the program's variables, once no call is to come."""
        self.log, self._outer_frame = Log(), None

    def reader_of(self, decision: Decision) -> CallReader:
        """Return what reads the calls of a search by what was decided of them."""
        return CallReader(
            decision,
            self._user_options,
            self._understood.referee,
            self._copies,
            partial(self._begin, decision),
            self._begin_anew,
            self.end,
            self._enter_again,
            self._absorb_error,
            self.hooks,
            self._outer_frame,
        )

    def replay_first_calls(self, first_calls: FirstCalls, decision: Decision, ended: str | None) -> bool:
        """Make nodes of calls that were looked at; returns whether the function above them is the root."""
        self._unannounced_decision = decision, self.log
        log, rooted = first_calls.log, False
        frames = {number: frame for frame, number in first_calls.stack}
        for first, end in first_calls.searches:
            own_decision = self._understood.of_one_search(decision, log, first, end)
            call_above = first_calls.root_of(first)
            call_reader, self._first_calls_read = self.reader_of(own_decision), FirstCallsRead(log, first, decision)
            above_frame = first_calls.root_frame if call_above is first_calls.root else None
            if call_above is not None:
                call_reader.begin_root(
                    call_above, above_frame, [call for call in log.calls[first:end] if call.above < 0]
                )
                rooted = rooted or call_reader.root is not None
            outermost = first
            for number, begins in log.steps(first, end):
                call = log.calls[number]
                if not begins:
                    if number not in frames:
                        call_reader.replay_return(call)
                    continue
                if call.above < 0:
                    if call_reader.root is None and call_reader.recorder is not None:
                        self._leave_replayed(call_reader, log.calls[outermost], None, None, last=False)
                        call_reader = self.reader_of(own_decision)
                        self._first_calls_read = FirstCallsRead(log, number, decision)
                    outermost = number
                call_reader.replay_entry(call, frames.get(number))
            is_last = end == len(log)
            self._first_calls_read = None
            if any(first <= number < end for number in frames) or (
                call_reader.root is not None and above_frame is not None
            ):
                self.call_reader = call_reader
                if call_reader.recorder is not None:  # the rest of it is not kept
                    call_reader.recorder.first_calls_read = None
            elif call_reader.recorder is not None:
                self._leave_replayed(
                    call_reader, log.calls[outermost], call_above, ended if is_last else None, last=is_last
                )
        return rooted

    def _leave_replayed(
        self, call_reader: CallReader, outermost: Call, above: Call | None, ended: str | None, *, last: bool
    ) -> None:
        """A search has returned that was looked at, and the function above it if that is its root."""
        left = outermost.numbers is not None
        assert call_reader.recorder is not None
        if call_reader.root is not None and above is not None:
            left = above.left_at != NO_LINE
            call_reader.leave_replayed_root(above)
        self.finish(call_reader.recorder, None if left else ended or BY_AN_EXCEPTION, last=last)

    def _begin(self, decision: Decision, root: Visit, origin: Origin | None) -> SearchRecorder:
        """Where a search, or the next iteration of one, is recorded that begins now."""
        start = None if origin is None else Start(root, origin)
        pending = self.finished.last
        left = None if pending is None else pending.left_over
        if pending is not None and left is not None and root.at is not None and left.is_in(root.at.snapshot):
            pending.notes |= left.note  # it left that on the board on which this one begins
        if pending is not None and start is not None and pending.start is not None:
            driver = pending.start.driver_of(start)
            if driver is not None and pending.maker.windowed == decision.windowed and pending.thread == get_ident():
                self.finished.last = None
                pending.first_calls_read = pending.first_calls_read if self._first_calls_read is not None else None
                pending.iterate(*driver, start)
                return pending
        self.finished.set_aside(start)
        understood, referee = self._understood, self._understood.referee if decision.positions.fits else None
        table, cached = understood.table(self.log, decision) is not None, understood.cache(self.log) is not None
        tests_of = partial(understood.tests_of, decision)
        knowledge = Knowledge(decision, table, cached, referee is not None, tests_of)
        names = user_messages.name_game_and_search(self._targets, referee)
        recorder = SearchRecorder(TraceMaker(knowledge, referee, self._searched, names, self.outlet.begin()))
        recorder.first_calls_read = self._first_calls_read if self.outlet.keeps_apart else None
        recorder.start = start if start is not None and start.origin.may_repeat else None
        return recorder

    def _begin_anew(self, call_reader: CallReader) -> None:
        """A search has ended below the function above it, which goes on with the next one."""
        assert call_reader.recorder is not None
        self.finish(call_reader.recorder, None, last=False)
        self.call_reader = call_reader

    def announce(self) -> None:
        """Say once, in one line, what nobody said."""
        unannounced, self._unannounced_decision = self._unannounced_decision, None
        if unannounced is not None:
            self._understood.announce(*unannounced)
            self.announced_functions.add(frozenset(self._targets.codes))

    def give_out_unless(self, log: Log) -> None:
        """Give out the searches that have ended, unless they are made of a log."""
        if self._unannounced_decision is not None and self._unannounced_decision[1] is not log:
            self.announce()
            self.finished.give_out(keep_left_over=True)

    def give_out(self) -> None:
        """Give out the searches that have ended."""
        self.announce()
        self.finished.give_out()

    def drop(self) -> CallReader | None:
        """No search is recorded any more: what read that which was is returned."""
        call_reader, self.call_reader = self.call_reader, None
        self.hooks.clear()
        return call_reader

    def abandon(self, error: BaseException) -> None:
        """Record nothing more; what there is of the search in hand is kept."""
        call_reader = self.drop()
        if call_reader is None:
            recorder, self.finished.last = self.finished.last, None
        else:
            recorder = call_reader.recorder
        if recorder is None:
            return
        with ContainedErrors():
            if not isinstance(error, TraceFileError):
                self.finish(recorder, BY_AN_ERROR)
                return
        recorder.maker.abandon()

    def end(self, call_reader: CallReader, stopped: str | None) -> None:
        """End the search that is recorded, unless another thread has done so."""
        with self.lock:
            if self.call_reader is call_reader and call_reader.recorder is not None:
                self.finish(call_reader.recorder, stopped)

    def finish(self, recorder: SearchRecorder, stopped: str | None, *, last: bool = True) -> None:
        """End a search that has returned, or was stopped; it is not the last if the next was looked at with it."""
        self.drop()
        notes = make_header_notes(recorder, self._understood, self.log)
        if self.is_interrupted():
            self.ending = INTERRUPTED
        if recorder.driver is not None and recorder.over:  # which has a value, and may have ended what it asked for
            stopped = self.ending
        if self.ending is not None:
            recorder.left_over = None  # it was not the program that ended it
        if recorder.left_over is not None and recorder.left_over.partly:
            notes |= recorder.left_over.note | {"partly_undone": True}
        stopped, self.ending = stopped and (self.ending or stopped), None
        values, read = recorder.values, recorder.first_calls_read
        self.no_number_message = self.no_number_message or values.no_number_message
        self.no_number_value = self.no_number_value or values.no_number_value
        if values.endless:
            user_messages.print_message("values beyond 1e300, such as infinity, are recorded as 1e300 and −1e300")
        if read is not None and self._understood.is_sure(read.log):
            recorder.first_calls_read = None
        recorder.notes, recorder.stopped, recorder.thread = notes, stopped, get_ident()
        self.finished.last = recorder
        if recorder.left_over is not None and recorder.driver is None:
            recorder.start = None  # the next search is no iteration of it
        waits = recorder.left_over is not None
        if self.failed is not None or (not waits and (recorder.start is None or (stopped and recorder.driver is None))):
            self.give_out()
        elif recorder.over:
            recorder.record.flush(whatever=True)  # nothing may follow for long: let it be in the file
        if last:
            self._on_finished()

    def _give_out(self, recorder: SearchRecorder) -> None:
        self.announce()
        if recorder.driver is not None and recorder.over:
            recorder.end_driver()
        self.count += 1
        if self.program:
            recorder.notes |= self.program | {"search": self._number(recorder.root, recorder.iterations)}
        recorder.notes |= {"overflowed": True} if self.overflowed else {}
        self.overflowed = False
        self.outlet.end(recorder.maker.place, recorder.finish())
        assembler, illegal = recorder.maker.assembler, recorder.maker.moves.illegal
        self.max_open_calls = assembler.max_open_calls
        self.numeric_return_count += assembler.numbers
        if illegal is not None and self._understood.referee is not None:
            user_messages.print_message(user_messages.describe_illegal_move(self._understood.referee, illegal))
        if recorder.valueless and assembler.numbers and recorder.values.no_number_message is not None:
            stay = (
                "it stays open"
                if recorder.valueless == 1
                else f"it stays open, and so do {recorder.valueless - 1:,} more"
            )
            user_messages.print_message(f"{recorder.values.no_number_message}; {stay}")
        if recorder.root_move_number is not None:
            user_messages.print_message(
                f"the root returned its move, {number_text(recorder.root_move_number)}: "
                "its value is that of its best child"
            )

    def _number(self, root: CodeType, iterations: int) -> int:
        """Which of the searches that begin with a call of a function this is, counted from 1; iterations count."""
        first = self._begins.get(root, 0) + 1
        self._begins[root] = first + iterations - 1
        return first
