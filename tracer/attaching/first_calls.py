"""The beginning of a search: its first calls, looked at until it can be told what their variables are."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, pairwise, takewhile
from types import CodeType, FrameType
from typing import Any

from tracer.attaching.call_observer import CallObserver
from tracer.attaching.loop_variables import loop_variables
from tracer.attaching.origins import FAR, Origin, calling_line, has_ended, line_of
from tracer.attaching.root_answer import make_root_answer
from tracer.deciding.call import Call, Log, frames_above
from tracer.deciding.decision import Decision
from tracer.deciding.search_of import restrict_log
from tracer.deciding.thresholds import CALLS

RETURNED = 60
"""Calls that have made others and returned, from which on `CALLS` calls are enough to decide by."""
MOST = 3_000
"""Calls after which it is decided all the same."""


class FirstCalls:
    """Collects the first calls of a search, or of the searches below one function, in a log."""

    def __init__(self, observer: CallObserver, log: Log, max_nodes: int | None = None) -> None:
        self._observer, self._max_nodes = observer, max_nodes
        self.log = log
        self.first = len(log)
        """The number of its first call."""
        self.stack: list[tuple[FrameType, int]] = []
        """The calls that have not returned, with their numbers; −1 for one that is not in the log, as the root's."""
        self.root: Call | None = None
        """The call of the function above."""
        self._count = self._returned = 0
        """Calls of the search, and those of them that have made others and returned."""
        self.spent = False
        """Whether its calls were made nodes of, or are of no use: others are looked at from now on."""
        self.quiet: set[CodeType] = set()
        """Functions that need not be listened to."""
        self.codes: tuple[CodeType, ...] = ()
        """The functions of the search, or of several that follow one another; none where they were named."""
        self.memo: str | None = None
        """The name of what answers some calls of the search unseen."""
        self.handing: list[CodeType] = []
        """Functions that call one another with those of the search, and only hand on."""
        self.without: dict[CodeType, int] = {}
        """Functions that it calls with its window and that are no part of it, with their calls so far."""
        self.dropped = 0
        """Calls of the functions that were made before they were known to be a search, and are lost."""

    @property
    def started(self) -> bool:
        """Whether a call of the search was made."""
        return len(self.log) > self.first

    @property
    def over(self) -> bool:
        """Whether a search was made, and nothing of it is open."""
        return self.started and not self.stack

    @property
    def root_frame(self) -> FrameType | None:
        """The frame of the function above while it has not returned."""
        return next((frame for frame, number in self.stack if number < 0), None)

    @property
    def enough(self) -> bool:
        """Whether there is enough to decide by."""
        if self._max_nodes is not None and self._count + (self.root is not None) >= self._max_nodes:
            return True
        return (self._count >= CALLS and self._returned >= RETURNED) or self._count >= MOST

    @property
    def searches(self) -> list[tuple[int, int]]:
        """The number of each search's first call, and the one after its last."""
        roots = [self.root_of(number) for number in self._outermost]
        begins = [True, *(root is None or root is not before for before, root in pairwise(roots))]
        starts = [number for number, begin in zip(self._outermost, begins, strict=False) if begin]
        return list(pairwise([*starts, len(self.log)]))

    @property
    def _outermost(self) -> list[int]:
        return [number for number in range(self.first, len(self.log)) if self.log.calls[number].above < 0]

    def root_of(self, number: int) -> Call | None:
        """Return the call of the function above the one that led to a call; None where that is not the root."""
        while self.log.calls[number].above >= 0:
            number = self.log.calls[number].above
        return self.log.calls[number].root

    def after(self, log: Log) -> None:
        """Append its calls to those of earlier searches."""
        shift = len(log)
        for call in self.log.calls:
            call.above += shift if call.above >= 0 else 0
            log.add(call)
        self.log, self.first = log, shift
        self.stack = [(frame, number + shift if number >= 0 else -1) for frame, number in self.stack]

    def restricted_to(self, codes: tuple[CodeType, ...]) -> FirstCalls:
        """The same with the calls of some functions alone."""
        restricted_log, old_number_by_new = restrict_log(self.log, codes, self.first, self.root)
        new_number_by_old = {old_number: new_number for new_number, old_number in old_number_by_new.items()}
        restricted = FirstCalls(self._observer, restricted_log)
        restricted.first = 0
        restricted.root, root_frame = self.root, self.root_frame
        restricted.stack = [] if root_frame is None else [(root_frame, -1)]
        restricted.stack += [
            (frame, new_number_by_old[old_number])
            for frame, old_number in self.stack
            if old_number in new_number_by_old
        ]
        for old_number, call in enumerate(restricted_log.calls):
            if call.above < 0:
                call.root = self.root_of(old_number_by_new[old_number])
        return restricted

    def enter_root(self, frame: FrameType) -> None:
        """The function above begins."""
        self._leave_ended(frame)
        if not self.stack:
            self.root = self._observer.enter(frame, -1, root=True)
            self.root.origin = Origin.of(frame, self._observer.outside)
            self.stack.append((frame, -1))

    def enter(self, frame: FrameType) -> None:
        """A call begins."""
        self._leave_ended(frame)
        caller, above = self.stack[-1] if self.stack else (None, -1)
        call = self._observer.enter(
            frame, above, _between(frame, caller), caller=self.log.first_of(frame.f_code, above)
        )
        if above < 0:
            call.root = None if caller is None else self.root
        outermost = all(one.f_code is not frame.f_code for one, _number in reversed(self.stack))
        self._add(call, frame, caller, outermost=outermost)
        self._count += 1

    def _add(self, call: Call, frame: FrameType, caller: FrameType | None, *, outermost: bool) -> int:
        if caller is not None:
            call.called_at = calling_line(frame, caller)
        if outermost:
            call.origin = Origin.of(frame, self._observer.outside)
        if outermost or call.above < 0 or self.log.calls[call.above].above < 0:
            call.variables = loop_variables(frame, caller)
        number = self.log.add(call)
        self.stack.append((frame, number))
        return number

    def leave(self, frame: FrameType, returned: Any) -> None:
        """A call returns."""
        number = self._pop(frame)
        if number is None:
            return
        if number < 0:
            assert self.root is not None
            self.root.left_at = line_of(frame)
            self.root.returned = make_root_answer(frame, returned)
            self._observer.look_again(self.root, frame)
        else:
            self._end(number, frame, returned)

    def _end(self, number: int, frame: FrameType, returned: Any) -> None:
        """A call that was looked at returns."""
        call = self.log.calls[number]
        call.left_at = line_of(frame)
        self._observer.leave(call, frame, returned)
        above = call.above
        while above >= 0 and self.log.calls[above].code is not call.code:
            above = self.log.calls[above].above
        if above < 0 and self.log.below[number]:  # it may be the root, whatever functions above it were looked at
            call.returned = make_root_answer(frame, returned)
        self._returned += bool(self.log.below[number]) and self._is_searching(call)

    def _is_searching(self, _call: Call) -> bool:
        return True

    def unwind(self, frame: FrameType, error: BaseException | None = None) -> None:
        """An exception leaves a call."""
        number = self._pop(frame)
        if number is not None and number >= 0:
            self._observer.unwind(self.log.calls[number], frame, error)

    def _leave_ended(self, frame: FrameType) -> None:
        """Take the calls from the stack that are over though nobody was told, as a call begins."""
        while self.stack and has_ended(self.stack[-1][0], frame):
            self.unwind(self.stack[-1][0])

    def _pop(self, frame: FrameType) -> int | None:
        """Take the last open call from the stack if it is a frame's, and return its number; None if it is not."""
        return self.stack.pop()[1] if self.stack and self.stack[-1][0] is frame else None


def _between(frame: FrameType, caller: FrameType | None) -> tuple[CodeType, ...]:
    """The functions between a caller and the one it calls, comprehensions and lambdas left out."""
    between = list(takewhile(lambda one: one is not caller, islice(frames_above(frame), FAR)))
    if caller is None or len(between) == FAR:
        return ()
    return tuple(one.f_code for one in reversed(between) if not one.f_code.co_name.startswith("<"))


@dataclass(frozen=True, eq=False)
class FirstCallsRead:
    """What a whole search was made of."""

    log: Log
    first: int
    """The number of its first call there."""
    decision: Decision
    """What its calls mean."""
