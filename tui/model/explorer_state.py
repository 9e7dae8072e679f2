"""What is explored, as the parts of the explorer's model know it: a recording, a place in it, and what is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from tracer.count.spared import Spared
from tracer.count.transpositions import Positions
from tracer.recording.slices import Beat, unheard
from tracer.tracing import Trace
from tui.model.cursor import Cursor
from tui.model.tree_rows import Folding, Rows

if TYPE_CHECKING:
    from tracer.stepping.stepped_call import ExecutedLine, SteppedCall


MAX_HISTORY = 1_000
"""Places that are kept."""


class Location(NamedTuple):
    """A step and the node that was selected there."""

    step: int
    node: int


class History:
    """The places jumped from. Small movements make no new entry, so that one key undoes one jump."""

    def __init__(self) -> None:
        self._back_stack: list[Location] = []
        self._forward_stack: list[Location] = []

    def add_jump(self, location: Location) -> None:
        """Remember a place that is jumped from; what lay ahead is forgotten."""
        self._forward_stack.clear()
        if not self._back_stack or self._back_stack[-1] != location:
            self._back_stack.append(location)
        del self._back_stack[:-MAX_HISTORY]

    def go_back(self, current: Location) -> Location | None:
        """The place before; None at the beginning."""
        return self._pop_location(current, self._back_stack, self._forward_stack)

    def go_forward(self, current: Location) -> Location | None:
        """The place after, where one has gone back; None at the end."""
        return self._pop_location(current, self._forward_stack, self._back_stack)

    def _pop_location(
        self, current: Location, source_stack: list[Location], target_stack: list[Location]
    ) -> Location | None:
        while source_stack and source_stack[-1] == current:
            source_stack.pop()
        if not source_stack:
            return None
        target_stack.append(current)
        return source_stack.pop()


class CallCursor:
    """A call, and the line in it that one looks at.

    Args:
        call_lines: its lines.
        location: where one is in the recording; as soon as one is elsewhere, the call is not looked at.
    """

    def __init__(self, call_lines: SteppedCall, location: Location) -> None:
        self.call_lines, self.location = call_lines, location
        self.line_index = 0
        """The number of the line's moment, from 0."""

    @property
    def line(self) -> ExecutedLine:
        """The moment that one looks at."""
        return self.call_lines.lines[self.line_index]

    def step_forward(self) -> str:
        """The next line."""
        if self.line_index == len(self.call_lines.lines) - 1:
            return "no more lines were watched" if self.call_lines.is_cut_short else "the call ends here; esc leaves it"
        self.line_index += 1
        return ""

    def step_back(self) -> str:
        """The line before."""
        if not self.line_index:
            return "the call begins here; esc leaves it"
        self.line_index -= 1
        return ""


Result = TypeVar("Result")


class Scheduler(Protocol):
    """Has something worked out, now or later."""

    def __call__(self, title: str, compute: Callable[[Beat], Result], on_result: Callable[[Result], str], /) -> str:
        """Work something out, and take it. Gives the notice of that, or one that says what is worked out.

        Args:
            title: what is done, for the notice.
            compute: works it out, in any thread, and changes nothing; called with what hears how far it is.
            on_result: takes it, unless it is given up, or the recording has grown meanwhile.
        """


def run_immediately(_title: str, compute: Callable[[Beat], Result], on_result: Callable[[Result], str], /) -> str:
    """Work something out now."""
    return on_result(compute(unheard))


class ViewState(NamedTuple):
    """What is shown: where one is, and what is open."""

    location: Location
    folding: Folding


class ExplorerState(Protocol):
    """A recording with a step and a selected node that can be set: the browser."""

    rows: Rows
    """Which node stands in which row; a recording that grows gets others."""
    selected: int
    """The selected node; it always has a row."""
    spared_nodes: Spared | None
    """The pruned nodes, counted; None until they were."""

    @property
    def trace(self) -> Trace:
        """The recording."""

    @property
    def cursor(self) -> Cursor:
        """The place in time."""

    @property
    def history(self) -> History:
        """The places jumped from."""

    @property
    def positions(self) -> Positions | None:
        """Which nodes have the same position; None until it was worked out."""

    @property
    def schedule(self) -> Scheduler:
        """Who works out what takes long."""

    @property
    def page_height(self) -> int:
        """How many rows the screen holds."""

    @property
    def selected_row(self) -> int:
        """The row of the selected node."""

    @property
    def location(self) -> Location:
        """The step and the selected node."""

    @property
    def view_state(self) -> ViewState:
        """What is shown."""

    def select(self, node: int) -> str:
        """Select a node; gives a notice where that did not go as wished."""

    def select_row(self, row: int) -> str:
        """Select what stands in a row, or in the nearest row there is."""

    def go_to(self, location: Location) -> str:
        """Go to a step and select a node; gives a notice where that did not go as wished."""

    def restore_view(self, view_state: ViewState) -> str:
        """Show what was shown before."""
