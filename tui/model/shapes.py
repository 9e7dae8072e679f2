"""The shapes in which a tree is shown, and what its keys do in each."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from tui.model.browser import SMALL, Browser

if TYPE_CHECKING:
    from tui.model.map import Map
    from tui.model.picture import Picture


class Shape(Enum):
    """How a tree is shown."""

    BOTH = "rows and a picture"
    PICTURE = "picture"
    MAP = "map"
    ROWS = "rows"


PICTURE = {
    "tree.select_next": "go_down",
    "tree.select_previous": "go_up",
    "tree.expand_or_enter": "go_right",
    "tree.collapse_or_leave": "go_left",
    "tree.toggle": "toggle",
}
"""What the keys of rows do in a picture."""
MAP = {
    "tree.select_next": "go_down",
    "tree.select_previous": "go_up",
    "tree.expand_or_enter": "go_right",
    "tree.collapse_or_leave": "go_left",
    "tree.toggle": "enter",
    "tree.shift_left": "pan_left",
    "tree.shift_right": "pan_right",
    "tree.unroot": "show_all",
    "player.faster": "zoom_in",
    "player.slower": "zoom_out",
}
"""And in a map."""


class Shapes:
    """A browser's tree in all its shapes, one of which is shown. What is not asked for is not loaded.

    Attributes:
        has_room: whether there is room for rows and a picture.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._wanted = Shape.BOTH if len(browser.trace) <= SMALL else Shape.ROWS
        self.has_room = False

    @property
    def shape(self) -> Shape:
        """The one that is shown."""
        return Shape.ROWS if self._wanted is Shape.BOTH and not self.has_room else self._wanted

    @cached_property
    def picture(self) -> Picture:
        """The tree as a picture."""
        from tui.model.picture import Picture

        return Picture(self._browser)

    @cached_property
    def map(self) -> Map:
        """The recording as a map."""
        from tui.model.map import Map

        return Map(self._browser)

    def turn(self) -> None:
        """Show the next shape; after the last comes the first. A small tree has rows and a picture where they fit."""
        has_both = self.has_room and len(self._browser.trace) <= SMALL
        ways = [shape for shape in Shape if shape is not Shape.BOTH or has_both]
        self._wanted = ways[(ways.index(self.shape) + 1) % len(ways)]

    def instead(self, action: str) -> Callable[[], str] | None:
        """What a key does in this shape instead of its action; None where it does that."""
        keys = {Shape.PICTURE: PICTURE, Shape.MAP: MAP}.get(self.shape, {})
        if action not in keys:
            return None
        method: Callable[[], str] = getattr(self.picture if keys is PICTURE else self.map, keys[action])
        return method
