"""What every list of the pane is: entries that are counted and read line by line; and the pane that shows them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol

from rich.cells import cell_len, set_cell_size

from tracer.recording.slices import Beat
from tracer.recording.status import PRUNED
from tracer.text import clean, number
from tracer.tracing import Trace
from tracer.why.causes import verdict
from tracer.why.sentences import window_of
from tui.model.explored import Explored, Place, View
from tui.model.notice import Report

Piece = tuple[str, str]
"""A piece of text and the name of its style."""
AT_ONCE = 50_000
"""Nodes of a recording for which a list is worked out while one waits."""
LONGEST = 400
"""Characters of a piece at most."""
PATH = 34
"""Columns of a path where there is plenty of room."""


class Listed(ABC):
    """A list of the pane. Lines are made when they are painted, so that it may have any number of them.

    Args:
        explored: the recording, and the place in it.

    Attributes:
        name: what stands on its tab.
        heads: the names of the columns of its lines; empty where they need none.
        removes: whether entries can be removed.
        switches: whether they can be switched on and off.
        shows_sorted: whether the entry in hand is shown once they stand in another order.
    """

    name: ClassVar[str]
    heads: ClassVar[str] = ""
    removes: ClassVar[bool] = False
    switches: ClassVar[bool] = False
    shows_sorted: ClassVar[bool] = False

    def __init__(self, explored: Explored) -> None:
        self._explored = explored
        self._hand = 0

    @abstractmethod
    def __len__(self) -> int:
        """How many entries there are."""

    @property
    def count(self) -> str:
        """How many there are, for the tab; empty where that is not known yet."""
        return f"{len(self):,}"

    @property
    @abstractmethod
    def empty(self) -> str:
        """What is said where there is no entry: what fills the list."""

    @property
    def sorts(self) -> bool:
        """Whether its entries can stand in another order."""
        return False

    @property
    def hand(self) -> int:
        """The number of the entry in hand, from 0."""
        return max(min(self._hand, len(self) - 1), 0)

    @abstractmethod
    def line(self, number: int, width: int) -> list[Piece]:
        """An entry as pieces of text, for so many columns."""

    @abstractmethod
    def place(self, number: int, step: int) -> Place | None:
        """Where an entry leads from a step; None where it leads nowhere."""

    def take(self, number: int) -> None:
        """Take an entry in hand."""
        self._hand = number

    def show(self, number: int, step: int) -> str:
        """Take an entry in hand and go where it leads from a step; gives a notice where that did not go as wished."""
        self.take(number)
        place = self.place(number, step)
        return "" if place is None else self._explored.go_to(place)

    def is_here(self, number: int) -> bool:
        """Whether the current step is that of an entry."""
        cursor = self._explored.cursor
        place = self.place(number, cursor.step)
        return place is not None and place.step == cursor.step

    @property
    def is_quick(self) -> bool:
        """Whether what has to be worked out takes no longer than a frame."""
        return len(self._explored.trace) <= AT_ONCE

    def work(self) -> Callable[[Beat], None] | None:
        """What has to be worked out before there are entries, in any thread; None where nothing has to be.

        It is called with what hears how far it is, and may raise where nobody waits for it any more.
        """
        return None

    def remove(self, number: int) -> str:
        """Remove an entry; gives a notice where it stays, or is not removed for good."""
        return f"nothing is removed from the {self.name.lower()}"

    def switch(self, number: int) -> str:
        """Switch an entry on or off; gives a notice where that cannot be."""
        return f"nothing is switched in the {self.name.lower()}"

    def sort(self) -> str:
        """Put the entries into another order; gives a notice that says which."""
        return f"the {self.name.lower()} have one order"


def fitted(text: str, width: int) -> str:
    """A text in a column of some width; one that is too long loses its end.

    >>> fitted("ab", 4), fitted("abcdef", 4)
    ('ab  ', 'abc…')
    """
    text = clean(text, LONGEST)
    return set_cell_size(text, width - 1) + "…" if cell_len(text) > width else set_cell_size(text, width)


def ending(text: str, width: int) -> str:
    """A path in a column of some width; one that is too long loses its beginning.

    >>> ending("a1/b2", 6), ending("a1/b2/c3", 6)
    ('a1/b2 ', '…b2/c3')
    """
    text = clean(text, LONGEST)
    if cell_len(text) > width:
        while cell_len(text) > width - 1:
            text = text[1:]
        text = "…" + text
    return set_cell_size(text, width)


def middle_out(text: str, width: int) -> str:
    """A text in at most so many columns: one that is too long loses its middle.

    >>> middle_out("0=X/1=O/2=X", 11), middle_out("0=X/1=O/2=X", 8)
    ('0=X/1=O/2=X', '0=X/…2=X')
    """
    if cell_len(text) <= width:
        return text
    first, rest = set_cell_size(text, width // 2).rstrip(), text
    room = max(width - cell_len(first) - 1, 0)
    while cell_len(rest) > room:
        rest = rest[1:]
    return f"{first}…{rest}"


def path_width(width: int) -> int:
    """The columns of a path in a line of some width."""
    return max(min(PATH, width * 2 // 5), 8)


def happening(trace: Trace, step: int, node: int) -> str:
    """What becomes of a node at a step, in a few words that do not name it."""
    columns = trace.columns
    if trace.landmarks.cut_at(step) == node:
        return f"✂ {verdict(trace, node)}"
    if columns.status[node] == PRUNED:
        return "✗ pruned branch"
    if trace.entered(node) == step:
        here = window_of(trace, node) if trace.header.windowed else ""
        return f"entered {here}".rstrip()
    value = float(columns.value[node])
    return "ended without a value" if value != value else f"returned {number(value)}"


class Holder(Protocol):
    """The screen that has a pane."""

    @property
    def browser(self) -> Explored:
        """The browser that keys go to."""

    @property
    def lists(self) -> Sequence[Listed]:
        """The lists that there are for it."""


class Pane:
    """The lists of a screen. What is highlighted is shown at once, and can be undone until it is chosen.

    Args:
        holder: the screen.

    Attributes:
        is_open: whether it is on the screen.
    """

    def __init__(self, holder: Holder) -> None:
        self._holder = holder
        self.is_open = False
        self._front = ""
        self._before: View | None = None
        """What was shown before entries were looked at; None while none is."""
        self._shown: Place | None = None

    @property
    def lists(self) -> Sequence[Listed]:
        """The lists, in the order of their tabs."""
        return self._holder.lists

    @property
    def front(self) -> Listed:
        """The list in front."""
        return next((one for one in self.lists if one.name == self._front), self.lists[0])

    def turn_to(self, name: str) -> None:
        """Bring a list to the front."""
        self._front = name

    def turn(self, by: int) -> str:
        """Bring the next list to the front, or the one before."""
        names = [one.name for one in self.lists]
        self._front = names[(names.index(self.front.name) + by) % len(names)]
        return ""

    def move(self, by: int) -> str:
        """Show the entry so many lines further down; at an end, the last or the first."""
        return self.show(self.front.hand + by)

    def show(self, number: int) -> str:
        """Show where an entry leads, with nothing opened for those looked at before."""
        front, browser = self.front, self._holder.browser
        if not len(front):
            return front.empty
        if self._before is None or browser.view.place != self._shown:
            self._before = browser.view
        browser.show(self._before)
        notice = front.show(min(max(number, 0), len(front) - 1), self._before.place.step)
        self._shown = browser.view.place
        return notice

    def choose(self) -> str:
        """Stay where the entry in hand leads; one can come back from there."""
        notice = self.show(self.front.hand)
        self.settle()
        return notice

    def settle(self) -> None:
        """Stay where one is."""
        if self._before is not None and self._before.place != self._shown:
            self._holder.browser.history.leave(self._before.place)
        self._before = self._shown = None

    def undo(self) -> str:
        """Go back to what was shown before entries were looked at, unless one went elsewhere since."""
        browser = self._holder.browser
        before, self._before = self._before, None
        return browser.show(before) if before is not None and browser.view.place == self._shown else ""

    def remove(self) -> str:
        """Remove the entry in hand."""
        return self.front.remove(self.front.hand) if len(self.front) else self.front.empty

    def sort(self) -> str:
        """Put the entries into another order, and show the one in hand where the list is for that."""
        front = self.front
        notice = front.sort()
        return (self.show(front.hand) if front.shows_sorted and isinstance(notice, Report) else "") or notice

    def switch(self) -> str:
        """Switch the entry in hand on or off."""
        return self.front.switch(self.front.hand) if len(self.front) else self.front.empty
