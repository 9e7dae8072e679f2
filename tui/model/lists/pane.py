"""The pane of the lists, without a screen: which list is in front, and what is shown while one goes through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from tui.model.folding import Folding
from tui.model.history import History, Place
from tui.model.lists.listed import Listed


class View(NamedTuple):
    """What a browser shows: where it is, and what is open."""

    place: Place
    folding: Folding


class Browsing(Protocol):
    """What is shown while one goes through a list."""

    @property
    def history(self) -> History:
        """The places jumped from."""

    @property
    def view(self) -> View:
        """What it shows."""

    def show(self, view: View) -> str:
        """Show what it showed before."""


class Holder(Protocol):
    """The screen that has a pane."""

    @property
    def browser(self) -> Browsing:
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

    def switch(self) -> str:
        """Switch the entry in hand on or off."""
        return self.front.switch(self.front.hand) if len(self.front) else self.front.empty
