"""What every list of the pane is: entries that are counted and read line by line; and the pane that shows them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence, Sized
from functools import partialmethod
from typing import ClassVar, Generic, TypeVar

import numpy as np
from rich.cells import cell_len, set_cell_size

from tracer.recording.columns import Ints
from tracer.recording.slices import Beat
from tracer.recording.status import PRUNED
from tracer.text import clean, number
from tracer.tracing import Trace
from tracer.why.cutoff_causes import format_cutoff_verdict
from tracer.why.sentences import format_node_window
from tui.model.explorer_state import ExplorerState, Location, Span, SuccessNotice, ViewState

MAX_IMMEDIATE_NODES = 50_000
"""Nodes of a recording for which a list is worked out while one waits."""
MAX_TEXT_LENGTH = 400
"""Characters of a piece at most."""
MIN_PATH_WIDTH, MAX_PATH_WIDTH = 8, 34
"""Columns that a path keeps, and those that it has where there is plenty of room."""
NO_NODES: Ints = np.empty(0, np.int64)
"""No nodes, or no steps."""


class ListModel(ABC):
    """A list of the pane. Lines are made when they are painted, so that it may have any number of them.

    Attributes:
        name: what stands on its tab.
        column_titles: the names of the columns of its lines; empty where they need none.
        can_remove: whether entries can be removed.
        can_switch: whether they can be switched on and off.
        order_names: what is said of each order in which they can stand; the first is that in which they are known.
        shows_current_after_sort: whether the entry in hand is shown once they stand in another order.
    """

    name: ClassVar[str]
    column_titles: ClassVar[str] = ""
    can_remove: ClassVar[bool] = False
    can_switch: ClassVar[bool] = False
    order_names: ClassVar[tuple[str, ...]] = ()
    shows_current_after_sort: ClassVar[bool] = False

    def __init__(self, explorer: ExplorerState) -> None:
        self._explorer = explorer
        self._current = self._order_index = 0

    @abstractmethod
    def __len__(self) -> int:
        """How many entries there are."""

    @property
    def count_text(self) -> str:
        """How many there are, for the tab; empty where that is not known yet."""
        return f"{len(self):,}"

    @property
    @abstractmethod
    def empty_text(self) -> str:
        """What is said where there is no entry: what fills the list."""

    @property
    def can_sort(self) -> bool:
        """Whether its entries can stand in another order."""
        return len(self.order_names) > 1

    @property
    def _entry_of_row(self) -> Ints | None:
        """By row, the number of the entry in it, in the order that was chosen; None where rows are numbers."""
        return None

    def _entry_in(self, row: int) -> int:
        return row if (entries := self._entry_of_row) is None else int(entries[row])

    def _row_of(self, entry: int) -> int:
        return entry if (entries := self._entry_of_row) is None else int(np.flatnonzero(entries == entry)[0])

    @property
    def current_index(self) -> int:
        """The number of the entry in hand, from 0."""
        return max(min(self._current, len(self) - 1), 0)

    @abstractmethod
    def format_entry(self, index: int, width: int) -> list[Span]:
        """An entry as pieces of text, for so many columns."""

    @abstractmethod
    def find_location(self, index: int, step: int) -> Location | None:
        """Where an entry leads from a step; None where it leads nowhere."""

    def make_current(self, index: int) -> None:
        """Take an entry in hand."""
        self._current = index

    def show_entry(self, index: int, step: int) -> str:
        """Take an entry in hand and go where it leads from a step; gives a notice where that did not go as wished."""
        self.make_current(index)
        location = self.find_location(index, step)
        return "" if location is None else self._explorer.go_to(location)

    def is_at_current_step(self, index: int) -> bool:
        """Whether the current step is that of an entry."""
        cursor = self._explorer.cursor
        location = self.find_location(index, cursor.step)
        return location is not None and location.step == cursor.step

    @property
    def is_worked_out_at_once(self) -> bool:
        """Whether what has to be worked out takes no longer than a frame."""
        return len(self._explorer.trace) <= MAX_IMMEDIATE_NODES

    def pending_work(self) -> Callable[[Beat], None] | None:
        """What has to be worked out before there are entries, in any thread; None where nothing has to be.

        It is called with what hears how far it is, and may raise where nobody waits for it any more.
        """
        return None

    def remove_entry(self, index: int) -> str:
        """Remove an entry; gives a notice where it stays, or is not removed for good."""
        return f"nothing is removed from the {self.name.lower()}"

    def switch_entry(self, index: int) -> str:
        """Switch an entry on or off; gives a notice where that cannot be."""
        return f"nothing is switched in the {self.name.lower()}"

    def change_order(self) -> str:
        """Put the entries into their next order, the one in hand staying in hand; gives a notice that says which."""
        if not self.order_names:
            return f"the {self.name.lower()} have one order"
        entry = self._entry_in(self.current_index) if len(self) else 0
        self._order_index = (self._order_index + 1) % len(self.order_names)
        self._current = self._row_of(entry) if len(self) else 0
        return self.order_names[self._order_index]


Data = TypeVar("Data", bound=Sized)


class ComputedList(ListModel, Generic[Data]):
    """A list whose entries have to be worked out first, in any thread, once for what they are worked out from."""

    def __init__(self, explorer: ExplorerState) -> None:
        super().__init__(explorer)
        self._computed: tuple[object, Data] | None = None

    @property
    def _source(self) -> object:
        """What the entries are worked out from; None where that is not known yet."""
        return self._explorer.trace

    @abstractmethod
    def _compute(self, beat: Beat) -> Data:
        """Work the entries out."""

    @property
    def _data(self) -> Data | None:
        return self._computed[1] if self._computed is not None and self._computed[0] is self._source else None

    @property
    def _entries(self) -> Data:
        assert self._data is not None, "there is an entry, so they were worked out"
        return self._data

    def __len__(self) -> int:
        return 0 if self._data is None else len(self._data)

    @property
    def count_text(self) -> str:
        """How many there are; empty where that is not known yet."""
        return "" if self._data is None else super().count_text

    def pending_work(self) -> Callable[[Beat], None] | None:
        """Work the entries out, where it is known from what."""
        return None if self._source is None or self._data is not None else self._work_out

    def _work_out(self, beat: Beat) -> None:
        source = self._source
        self._computed = source, self._compute(beat)


def fit_text(text: str, width: int) -> str:
    """A text in a column of some width; one that is too long loses its end.

    >>> fit_text("ab", 4), fit_text("abcdef", 4)
    ('ab  ', 'abc…')
    """
    text = clean(text, MAX_TEXT_LENGTH)
    return set_cell_size(text, width - 1) + "…" if cell_len(text) > width else set_cell_size(text, width)


def fit_path(text: str, width: int) -> str:
    """A path in a column of some width; one that is too long loses its beginning.

    >>> fit_path("a1/b2", 6), fit_path("a1/b2/c3", 6)
    ('a1/b2 ', '…b2/c3')
    """
    text = clean(text, MAX_TEXT_LENGTH)
    if cell_len(text) > width:
        while cell_len(text) > width - 1:
            text = text[1:]
        text = "…" + text
    return set_cell_size(text, width)


def shorten_middle(text: str, width: int) -> str:
    """A text in at most so many columns: one that is too long loses its middle.

    >>> shorten_middle("0=X/1=O/2=X", 11), shorten_middle("0=X/1=O/2=X", 8)
    ('0=X/1=O/2=X', '0=X/…2=X')
    """
    if cell_len(text) <= width:
        return text
    left_part, right_part = set_cell_size(text, width // 2).rstrip(), text
    room = max(width - cell_len(left_part) - 1, 0)
    while cell_len(right_part) > room:
        right_part = right_part[1:]
    return f"{left_part}…{right_part}"


def format_count(count: int, width: int) -> str:
    """A number on the right of a column; a point for none."""
    return f"{count:>{width},}" if count else "·".rjust(width)


def path_width(width: int, beside: int = 0) -> int:
    """The columns of a path in a line of some width: what stands beside it is not cut, if the path keeps a few."""
    return max(min(MAX_PATH_WIDTH, width * 2 // 5, width - beside), MIN_PATH_WIDTH)


def describe_node_event(trace: Trace, step: int, node: int) -> str:
    """What becomes of a node at a step, in a few words that do not name it."""
    columns = trace.columns
    if trace.landmarks.cut_at(step) == node:
        return f"✂ {format_cutoff_verdict(trace, node)}"
    if columns.status[node] == PRUNED:
        return "✗ pruned branch"
    if trace.entered(node) == step:
        window_words = format_node_window(trace, node) if trace.header.windowed else ""
        return f"entered {window_words}".rstrip()
    value = float(columns.value[node])
    return "ended without a value" if value != value else f"returned {number(value)}"


class ListPaneModel:
    """The lists of a screen. What is highlighted is shown at once, and can be undone until it is chosen."""

    def __init__(self, get_browser: Callable[[], ExplorerState], get_lists: Callable[[], Sequence[ListModel]]) -> None:
        self._get_browser, self._get_lists = get_browser, get_lists
        self.is_open = False
        self._active_name = ""
        self._view_before: ViewState | None = None
        """What was shown before entries were looked at; None while none is."""
        self._shown_location: Location | None = None

    @property
    def lists(self) -> Sequence[ListModel]:
        """The lists, in the order of their tabs."""
        return self._get_lists()

    @property
    def active_list(self) -> ListModel:
        """The list in front."""
        return next((list_model for list_model in self.lists if list_model.name == self._active_name), self.lists[0])

    def activate_list(self, name: str) -> None:
        """Bring a list to the front."""
        self._active_name = name

    def activate_neighbour(self, offset: int) -> str:
        """Bring the next list to the front, or the one before."""
        names = [list_model.name for list_model in self.lists]
        self._active_name = names[(names.index(self.active_list.name) + offset) % len(names)]
        return ""

    def move_current(self, offset: int) -> str:
        """Show the entry so many lines further down; at an end, the last or the first."""
        return self.show_entry(self.active_list.current_index + offset)

    def show_entry(self, index: int) -> str:
        """Show where an entry leads, with nothing opened for those looked at before."""
        active_list, browser = self.active_list, self._get_browser()
        if not len(active_list):
            return active_list.empty_text
        if self._view_before is None or browser.location != self._shown_location:
            self._view_before = browser.view_state
        browser.restore_view(self._view_before)
        notice = active_list.show_entry(min(max(index, 0), len(active_list) - 1), self._view_before.location.step)
        self._shown_location = browser.location
        return notice

    def accept_entry(self) -> str:
        """Stay where the entry in hand leads; one can come back from there."""
        notice = self.show_entry(self.active_list.current_index)
        self.keep_location()
        return notice

    def keep_location(self) -> None:
        """Stay where one is."""
        if self._view_before is not None and self._view_before.location != self._shown_location:
            self._get_browser().history.add_jump(self._view_before.location)
        self._view_before = self._shown_location = None

    def restore_view(self) -> str:
        """Go back to what was shown before entries were looked at, unless one went elsewhere since."""
        browser = self._get_browser()
        view_before, self._view_before = self._view_before, None
        if view_before is not None and browser.location == self._shown_location:
            return browser.restore_view(view_before)
        return ""

    def _change_entry(self, method: str) -> str:
        active_list = self.active_list
        if not len(active_list):
            return active_list.empty_text
        notice: str = getattr(active_list, method)(active_list.current_index)
        return notice

    remove_entry = partialmethod(_change_entry, "remove_entry")
    switch_entry = partialmethod(_change_entry, "switch_entry")

    def change_order(self) -> str:
        """Put the entries into another order, and show the one in hand where the list is for that."""
        active_list = self.active_list
        notice = active_list.change_order()
        return (
            self.show_entry(active_list.current_index)
            if active_list.shows_current_after_sort and isinstance(notice, SuccessNotice)
            else ""
        ) or notice
