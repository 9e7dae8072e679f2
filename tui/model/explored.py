"""What is explored, as the parts of the explorer's model know it: a recording, a place in it, and what is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from tracer.count.spared import Spared
from tracer.count.transpositions import Positions
from tracer.recording.slices import Beat, unheard
from tracer.tracing import Trace
from tui.model.cursor import Cursor
from tui.model.kin import Folding
from tui.model.rows import Rows

if TYPE_CHECKING:
    from tracer.stepping.stepped_call import ExecutedLine, SteppedCall


LONGEST = 1_000
"""Places that are kept."""


class Place(NamedTuple):
    """A step and the node that was selected there."""

    step: int
    node: int


class History:
    """The places jumped from. Small movements make no new entry, so that one key undoes one jump."""

    def __init__(self) -> None:
        self._behind: list[Place] = []
        self._ahead: list[Place] = []

    def leave(self, place: Place) -> None:
        """Remember a place that is jumped from; what lay ahead is forgotten."""
        self._ahead.clear()
        if not self._behind or self._behind[-1] != place:
            self._behind.append(place)
        del self._behind[:-LONGEST]

    def go_back(self, here: Place) -> Place | None:
        """The place before; None at the beginning."""
        return self._turn(here, self._behind, self._ahead)

    def go_forward(self, here: Place) -> Place | None:
        """The place after, where one has gone back; None at the end."""
        return self._turn(here, self._ahead, self._behind)

    def _turn(self, here: Place, source: list[Place], other: list[Place]) -> Place | None:
        while source and source[-1] == here:
            source.pop()
        if not source:
            return None
        other.append(here)
        return source.pop()


class Watched:
    """A call, and the line in it that one looks at.

    Args:
        found: its lines.
        at: where one is in the recording; as soon as one is elsewhere, the call is not looked at.
    """

    def __init__(self, found: SteppedCall, at: Place) -> None:
        self.found, self.at = found, at
        self.number = 0
        """The number of the line's moment, from 0."""

    @property
    def line(self) -> ExecutedLine:
        """The moment that one looks at."""
        return self.found.lines[self.number]

    def step_forward(self) -> str:
        """The next line."""
        if self.number == len(self.found.lines) - 1:
            return "no more lines were watched" if self.found.is_cut_short else "the call ends here; esc leaves it"
        self.number += 1
        return ""

    def step_back(self) -> str:
        """The line before."""
        if not self.number:
            return "the call begins here; esc leaves it"
        self.number -= 1
        return ""


Found = TypeVar("Found")


class Later(Protocol):
    """Has something worked out, now or later."""

    def __call__(self, title: str, work: Callable[[Beat], Found], then: Callable[[Found], str], /) -> str:
        """Work something out, and take it. Gives the notice of that, or one that says what is worked out.

        Args:
            title: what is done, for the notice.
            work: works it out, in any thread, and changes nothing; called with what hears how far it is.
            then: takes it, unless it is given up, or the recording has grown meanwhile.
        """


def at_once(_title: str, work: Callable[[Beat], Found], then: Callable[[Found], str], /) -> str:
    """Work something out now."""
    return then(work(unheard))


class View(NamedTuple):
    """What is shown: where one is, and what is open."""

    place: Place
    folding: Folding


class Explored(Protocol):
    """A recording with a step and a selected node that can be set: the browser."""

    rows: Rows
    """Which node stands in which row; a recording that grows gets others."""
    selected: int
    """The selected node; it always has a row."""
    spared: Spared | None
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
    def later(self) -> Later:
        """Who works out what takes long."""

    @property
    def page(self) -> int:
        """How many rows the screen holds."""

    @property
    def row(self) -> int:
        """The row of the selected node."""

    @property
    def place(self) -> Place:
        """The step and the selected node."""

    @property
    def view(self) -> View:
        """What is shown."""

    def select(self, node: int) -> str:
        """Select a node; gives a notice where that did not go as wished."""

    def select_row(self, row: int) -> str:
        """Select what stands in a row, or in the nearest row there is."""

    def go_to(self, place: Place) -> str:
        """Go to a step and select a node; gives a notice where that did not go as wished."""

    def show(self, view: View) -> str:
        """Show what was shown before."""
