"""The beginning of a search: its first calls, looked at until it can be told what their variables are."""

from __future__ import annotations

from itertools import pairwise
from types import CodeType, FrameType
from typing import Any

from tracer.attaching.looking import Looking
from tracer.attaching.origins import FAR, Origin
from tracer.attaching.sources import calling_line, line_of
from tracer.deciding.call import Call, Log
from tracer.deciding.search_of import only
from tracer.deciding.thresholds import CALLS

RETURNED = 60
MOST = 3_000
"""Calls after which it is decided all the same."""


class Beginning:
    """Collects the first calls of a search, or of the searches below one function, in a log.

    Args:
        looking: looks at each.
        log: gets them; those of earlier searches are in it already.
        max_nodes: how many there may be.
    """

    def __init__(self, looking: Looking, log: Log, max_nodes: int | None = None) -> None:
        self._looking, self._max_nodes = looking, max_nodes
        self.log = log
        self.first = len(log)
        """The number of its first call."""
        self.stack: list[tuple[FrameType, int]] = []
        """The calls that have not returned, with their numbers."""
        self.root: Call | None = None
        """The call of the function above."""
        self.root_frame: FrameType | None = None
        """Its frame while it has not returned."""
        self._returned = 0
        self.quiet: set[CodeType] = set()
        """Functions that need not be listened to."""

    @property
    def started(self) -> bool:
        """Whether a call of the search was made."""
        return len(self.log) > self.first

    @property
    def over(self) -> bool:
        """Whether nothing of it is open."""
        return not self.stack and self.root_frame is None

    @property
    def idle(self) -> bool:
        """Whether no call is open that is looked at."""
        return not self.stack and self.root_frame is None

    @property
    def enough(self) -> bool:
        """Whether there is enough to decide by."""
        calls = len(self.log) - self.first
        if self._max_nodes is not None and calls + (self.root is not None) >= self._max_nodes:
            return True
        return (calls >= CALLS and self._returned >= RETURNED) or calls >= MOST

    @property
    def searches(self) -> list[tuple[int, int]]:
        """The number of each search's first call, and the one after its last."""
        roots = [self.root_of(number) for number in self._outermost]
        begins = [True, *(root is None or root is not before for before, root in pairwise(roots))]
        starts = [number for number, begin in zip(self._outermost, begins, strict=False) if begin]
        return list(pairwise([*starts, len(self.log)]))

    @property
    def _outermost(self) -> list[int]:
        """The numbers of the calls that no other made."""
        return [number for number in range(self.first, len(self.log)) if self.log.calls[number].above < 0]

    def root_of(self, number: int) -> Call | None:
        """Return the call of the function above one that was made by it; None where that is not the root."""
        return self.log.calls[number].root

    def after(self, log: Log) -> None:
        """Append its calls to those of earlier searches."""
        shift = len(log)
        for call in self.log.calls:
            call.above += shift if call.above >= 0 else 0
            log.add(call)
        self.log, self.first = log, shift
        self.stack = [(frame, number + shift) for frame, number in self.stack]

    def of(self, codes: tuple[CodeType, ...]) -> Beginning:
        """The same with the calls of some functions alone."""
        log, old = only(self.log, codes, self.first, self.root)
        new = {number: mine for mine, number in old.items()}
        found = Beginning(self._looking, log)
        found.first, found._returned = 0, self._returned
        found.stack = [(frame, new[number]) for frame, number in self.stack if number in new]
        found.root, found.root_frame = self.root, self.root_frame
        outermost = [number for number, call in enumerate(log.calls) if call.above < 0]
        for number in outermost:
            log.calls[number].root = self.root_of(old[number])
        return found

    def enter_root(self, frame: FrameType) -> None:
        """The function above begins."""
        if self.root_frame is None and not self.stack:
            self.root, self.root_frame = self._looking.enter(frame, -1, root=True), frame
            self.root.origin = Origin.of(frame, self._looking.outside)

    def enter(self, frame: FrameType) -> None:
        """A call begins."""
        caller, above = self.stack[-1] if self.stack else (self.root_frame, -1)
        call = self._looking.enter(frame, above, _between(frame, caller), caller=self.log.first_of(frame.f_code, above))
        if caller is not None:
            call.called_at = calling_line(frame, caller)
        number = self.log.add(call)
        if above < 0:
            call.origin = Origin.of(frame, self._looking.outside)
            call.root = self.root if self.root_frame is not None else None
        self.stack.append((frame, number))

    def leave(self, frame: FrameType, returned: Any) -> None:
        """A call returns."""
        if frame is self.root_frame:
            assert self.root is not None
            self.root.left_at, self.root_frame = line_of(frame), None
        elif self.stack and self.stack[-1][0] is frame:
            _frame, number = self.stack.pop()
            call = self.log.calls[number]
            call.left_at = line_of(frame)
            self._looking.leave(call, frame, returned)
            self._returned += bool(self.log.below[number])

    def unwind(self, frame: FrameType) -> None:
        """An exception leaves a call."""
        if frame is self.root_frame:
            self.root_frame = None
        elif self.stack and self.stack[-1][0] is frame:
            self.stack.pop()


def _between(frame: FrameType, caller: FrameType | None) -> tuple[CodeType, ...]:
    """The functions between a caller and the one it calls, comprehensions and lambdas left out."""
    found: list[CodeType] = []
    back = frame.f_back
    for _ in range(FAR):
        if back is None or back is caller or caller is None:
            return tuple(reversed(found))
        if not back.f_code.co_name.startswith("<"):
            found.append(back.f_code)
        back = back.f_back
    return ()
