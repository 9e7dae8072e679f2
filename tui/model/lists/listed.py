"""What every list of the pane is: entries that are counted, read line by line, gone to, and some of them removed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, Protocol

from rich.cells import cell_len, set_cell_size

from tracer.recording.slices import Beat
from tracer.recording.status import PRUNED
from tracer.text import clean, number
from tracer.tracing import Trace
from tracer.why.causes import test
from tracer.why.sentences import window_of
from tui.model.cursor import Cursor
from tui.model.history import Place

Piece = tuple[str, str]
"""A piece of text and the name of its style."""
AT_ONCE = 50_000
"""Nodes of a recording for which a list is worked out while one waits."""
LONGEST = 400
"""Characters of a piece at most."""
PATH = 34
"""Columns of a path where there is plenty of room."""


class Visitor(Protocol):
    """What goes from entry to entry: the browser that a list belongs to."""

    @property
    def trace(self) -> Trace:
        """The recording."""

    @property
    def cursor(self) -> Cursor:
        """The place in time."""

    def go_to(self, place: Place) -> str:
        """Go to a step and select a node; gives a notice where that did not go as wished."""


class Listed(ABC):
    """A list of the pane. Lines are made when they are painted, so that it may have any number of them.

    Args:
        visitor: who goes there.

    Attributes:
        name: what stands on its tab.
        heads: the names of the columns of its lines; empty where they need none.
        removes: whether entries can be removed.
        switches: whether they can be switched on and off.
    """

    name: ClassVar[str]
    heads: ClassVar[str] = ""
    removes: ClassVar[bool] = False
    switches: ClassVar[bool] = False

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
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
        return "" if place is None else self._visitor.go_to(place)

    def is_here(self, number: int) -> bool:
        """Whether the current step is that of an entry."""
        cursor = self._visitor.cursor
        place = self.place(number, cursor.step)
        return place is not None and place.step == cursor.step

    @property
    def is_quick(self) -> bool:
        """Whether what has to be worked out takes no longer than a frame."""
        return len(self._visitor.trace) <= AT_ONCE

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
        return f"✂ {test(trace, node)}"
    if columns.status[node] == PRUNED:
        return "✗ pruned branch"
    if trace.entered(node) == step:
        here = window_of(trace, node) if trace.header.windowed else ""
        return f"entered {here}".rstrip()
    value = float(columns.value[node])
    return "ended without a value" if value != value else f"returned {number(value)}"
