"""Steps of a debugger through a recording: over a call, into it, out of it, and back.

A place is the explorer's: a step, and the call that is looked at. At the step at which a call begins that is either the
new call, or the one above that is about to make it.
"""

from __future__ import annotations

from tracer.time.moments import Event
from tracer.tracing import Trace
from tracer.why.code_at_step import child_towards, executing_node
from tui.model.browser import Browser
from tui.model.explorer_state import Location

LAST = "the recording ends here"
FIRST = "the recording begins here"


class Walk:
    """Moves through a recording. Each method gives a notice where it stops at an end, and else nothing."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    @property
    def _trace(self) -> Trace:
        return self._browser.trace

    @property
    def call(self) -> int:
        """The node of the call that is looked at; of a best-first search, which has no calls, that of the step."""
        if self._trace.columns.log is not None:
            return self._browser.cursor.node
        return executing_node(self._trace, self._browser.cursor.step, self._browser.selected)

    @property
    def key(self) -> int:
        """The place in the order in which places are passed: a call comes before the first line of what it calls."""
        cursor = self._browser.cursor
        return 2 * cursor.step + (cursor.event is Event.ENTERED and self.call == cursor.node)

    def go(self, step: int, call: int | None = None) -> str:
        """Go to a step, and look at a call; None is the one that executes there."""
        cursor = self._browser.cursor
        notice = LAST if step > cursor.last else FIRST if step < 0 else ""
        step = min(max(step, 0), cursor.last)
        self._browser.go_to(Location(step, executing_node(self._trace, step) if call is None else call))
        return notice

    def over(self) -> str:
        """Go on to the next line of the call that is looked at, or after its return to that of the call above."""
        cursor, call = self._browser.cursor, self.call
        if self._trace.columns.log is not None:
            return self.into()
        if cursor.node != call and cursor.event is not Event.PRUNED:  # it is about to make a call
            return self.go(self._trace.left(child_towards(self._trace, call, cursor.node)) + 1, call)
        if cursor.event is Event.RETURNED:
            above = int(self._trace.columns.parent[call])
            return self.go(cursor.step + 1, above if above >= 0 else None)
        return self._moment(1, call)

    def into(self) -> str:
        """Go on by one event; where a call is about to be made, into it."""
        cursor = self._browser.cursor
        if cursor.event is Event.ENTERED and self.call != cursor.node:
            return self.go(cursor.step)
        return self._moment(1)

    def out(self) -> str:
        """Go to what follows the return of the call that is looked at, in the call above."""
        call = self.call
        above = int(self._trace.columns.parent[call])
        if self._trace.columns.log is not None:
            return self._browser.time.step_out()
        if above < 0 or self._trace.columns.value[call] != self._trace.columns.value[call]:
            return self.go(self._browser.cursor.last) or LAST
        return self.go(self._trace.left(call) + 1, above)

    def back(self) -> str:
        """Go back by one event: to the return of the last call, or to where this one begins."""
        return self._moment(-1)

    def restart(self, call: int) -> str:
        """Go to where a call begins."""
        return self.go(self._trace.entered(call), call)

    def _moment(self, moments: int, call: int | None = None) -> str:
        cursor = self._browser.cursor
        step = cursor.step_after(moments)
        if step != cursor.step:
            return self.go(step, call)
        return LAST if moments > 0 else FIRST
