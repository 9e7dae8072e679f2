"""The three shapes in which a tree is shown, and what its keys do in each."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from tui.model.browser import Browser
from tui.model.map import Map
from tui.model.picture import Picture


class Shape(Enum):
    """How a tree is shown."""

    ROWS = "rows"
    PICTURE = "picture"
    MAP = "map"

    @property
    def following(self) -> Shape:
        """The next one; after the last comes the first."""
        ways = list(Shape)
        return ways[(ways.index(self) + 1) % len(ways)]


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
    """A browser's tree in all its shapes, one of which is shown.

    Attributes:
        shape: the one that is shown.
        picture: the tree as a picture.
        map: the recording as a map.
    """

    def __init__(self, browser: Browser) -> None:
        self.shape = Shape.ROWS
        self.picture, self.map = Picture(browser), Map(browser)

    def turn(self) -> None:
        """Show the next shape."""
        self.shape = self.shape.following

    def instead(self, action: str) -> Callable[[], str] | None:
        """What a key does in this shape instead of its action; None where it does that."""
        shown, keys = {Shape.PICTURE: (self.picture, PICTURE), Shape.MAP: (self.map, MAP)}.get(self.shape, (None, {}))
        method: Callable[[], str] | None = getattr(shown, keys[action]) if action in keys else None
        return method
