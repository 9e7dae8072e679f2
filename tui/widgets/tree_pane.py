"""The pane of the tree: its title, and the tree as rows, as a picture or as a map."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rich.cells import set_cell_size
from rich.segment import Segment
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click, Resize
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Static

from tui.model.browser import SMALL, Browser
from tui.model.line import Span
from tui.model.sketch import Kind
from tui.widgets.canvas import Canvas, Placed
from tui.widgets.panes import LOW, WIDE
from tui.widgets.tree_view import STYLES, TreeView

if TYPE_CHECKING:
    from tui.model.map import Map
    from tui.model.picture import Picture
    from tui.widgets.map_view import MapView


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


ROOMY = 100
"""Columns of the screen from which a small tree is shown as rows and as a picture."""


class TreePane(Placed, Vertical, can_focus=True, inherit_bindings=False):
    """A browser's tree in one of its shapes. It holds the focus for all of them, and reports what was clicked."""

    BLANK = True  # what it holds covers it
    DEFAULT_CSS = """
    TreePane { height: 1fr; }
    TreePane.-beside { layout: grid; grid-size: 2 2; grid-rows: 1 1fr; grid-columns: 1fr 1fr; }
    TreePane.-beside #columns { column-span: 2; }
    """

    class Clicked(Message):
        """A node was clicked."""

        def __init__(self, node: int, action: str) -> None:
            super().__init__()
            self.node = node
            self.action = action
            """What is then to be done with it, as a key would; empty where it is only selected."""

    def __init__(self, browser: Browser) -> None:
        super().__init__()
        self.browser, self.shapes = browser, Shapes(browser)
        self._rows = TreeView(browser, id="tree")
        self._rows.can_focus = False
        self._written = ""
        """What stands above the tree."""
        self._views: dict[Shape, TreeView | PictureView | MapView] = {Shape.ROWS: self._rows}

    def compose(self) -> ComposeResult:
        """The title, and the rows; the other shapes are there from when they are first asked for."""
        yield Static(id="columns")
        self._see_room()
        yield from self.shown

    @property
    def shown(self) -> list[TreeView | PictureView | MapView]:
        """The tree in its present shape; what shows it is made when it is first asked for."""
        shape = self.shapes.shape
        return [self._view(one) for one in ((Shape.ROWS, Shape.PICTURE) if shape is Shape.BOTH else (shape,))]

    def _view(self, shape: Shape) -> TreeView | PictureView | MapView:
        if shape not in self._views:
            self._views[shape] = self._picture() if shape is Shape.PICTURE else self._map()
            self._views[shape].can_focus = False
        return self._views[shape]

    def _see_room(self) -> None:
        """Note whether there is room for rows and a picture: beside each other, or where panels are, below."""
        width, height = self.app.size
        self.shapes.has_room = width >= ROOMY and height >= LOW
        self.set_class(self.shapes.shape is Shape.BOTH and width < WIDE, "-beside")

    def on_resize(self) -> None:
        """There may be room for another shape."""
        self._see_room()
        if [view for view in self._views.values() if view.display and view.parent] != self.shown:
            self._show()

    def _picture(self) -> PictureView:

        return PictureView(self.shapes.picture)

    def _map(self) -> MapView:
        from tui.widgets.map_view import MapView

        return MapView(self.browser, self.shapes.map)

    def turn(self) -> None:
        """Show the tree in its next shape."""
        self.shapes.turn()
        self._show()

    def _show(self) -> None:
        """Show the tree in its present shape."""
        with self.app.batch_update():
            self._see_room()
            self.screen.set_class(self.shapes.shape in (Shape.PICTURE, Shape.MAP), "-drawn")
            for view in {*self._views.values(), *(shown := self.shown)}:
                if view.parent is None:
                    self.mount(view)
                view.display = view in shown
            self.refresh(layout=True)
            self.sync()

    def sync(self) -> None:
        """Show what the browser says now."""
        for view in self.shown:
            view.sync()
        self.show_title()

    def show_title(self) -> None:
        """Write what stands above the tree: of rows the names of the columns, of others what they show."""
        if (title := self._title()) != self._written:
            self._written = title
            self.query_one("#columns", Static).update(Text(title, no_wrap=True), layout=False)

    def _title(self) -> str:
        picture = f"picture of {self.shapes.picture.title}" if self.shapes.shape in (Shape.PICTURE, Shape.BOTH) else ""
        if self.shapes.shape is Shape.PICTURE:
            return "  " + " · ".join([picture, *self.browser.tree.titles])
        if self.has_class("-beside"):
            return set_cell_size(self._rows.title(), self._rows.size.width) + f"  {picture}"
        return "  " + self.shapes.map.title if self.shapes.shape is Shape.MAP else self._rows.title()

    def on_tree_view_resized(self) -> None:
        """Write the names of the columns."""
        self.show_title()

    def on_picture_view_resized(self) -> None:
        """Write what the picture shows."""
        self.show_title()

    def on_map_view_moved(self) -> None:
        """Write where the map is."""
        self.show_title()

    def on_tree_view_clicked(self, event: TreeView.Clicked) -> None:
        """A row was clicked."""
        event.stop()
        self.post_message(self.Clicked(event.node, "tree.toggle" if event.toggles else ""))

    def on_picture_view_clicked(self, event: PictureView.Clicked) -> None:
        """A place of the picture was clicked."""
        self.post_message(self.Clicked(event.node, "tree.toggle" if event.toggles else ""))

    def on_map_view_clicked(self, event: MapView.Clicked) -> None:
        """A block of the map was clicked."""
        self.post_message(self.Clicked(event.node, "tree.toggle" if event.enters else ""))


Row = tuple[Span, ...]
"""A row of the picture: its pieces, each with the name of its style."""
OWN = ("old", "end")
"""Styles that rows do not have: old and present ends of a window."""


class PictureView(Canvas[Row], can_focus=True, inherit_bindings=False):
    """A picture of a browser's tree. Its keys are the screen's; it reports clicks."""

    PREFIX = "tree"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"tree--{name}" for name in (*STYLES, *OWN)}

    class Clicked(Message):
        """Something in the picture was clicked."""

        def __init__(self, node: int, toggles: bool) -> None:
            super().__init__()
            self.node = node
            """The node that was clicked, or that of a chip."""
            self.toggles = toggles
            """It was clicked twice."""

    class Resized(Message):
        """It was drawn for another size."""

    def __init__(self, picture: Picture, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.picture = picture

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size, unless that is done."""
        if self.size.area and self.looks:
            self.post_message(self.Resized())

    def sync(self) -> None:
        """Show what the browser says now."""
        if self.size.area:
            self.update()

    def make_looks(self) -> list[Row]:
        """Draw the picture."""
        self.picture.size = (self.size.width, self.size.height)
        return [tuple(spans) for spans in self.picture.draw()]

    def paint(self, look: Row, width: int) -> Strip:
        """One row of the picture; the second name of a style is its ground."""
        pieces = [
            Segment(text, self.style_of(*names.split(" ")) if names else self.base) for text, names in look if text
        ]
        return Strip(pieces).adjust_cell_length(width, self.base)

    def on_click(self, event: Click) -> None:
        """Say what was clicked."""
        offset = event.get_content_offset(self)
        spot = None if offset is None else self.picture.at(offset.x, offset.y)
        if spot is not None:
            folds = spot.item.kind in (Kind.NODE, Kind.PRUNED)
            self.post_message(self.Clicked(spot.item.node, folds and event.chain > 1))
