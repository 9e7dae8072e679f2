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

from tui.model.browser import SMALL_TREE_NODES, Browser
from tui.model.row_line import Span
from tui.model.tree_sketch import ItemType
from tui.widgets.canvas import Canvas, Placed
from tui.widgets.panes import LOW_SCREEN_HEIGHT, WIDE_SCREEN
from tui.widgets.tree_view import STYLES, TreeView

if TYPE_CHECKING:
    from tui.model.recording_map import RecordingMap
    from tui.model.tree_picture import Picture
    from tui.widgets.map_view import MapView


class TreeShape(Enum):
    """How a tree is shown."""

    BOTH = "rows and a picture"
    PICTURE = "picture"
    MAP = "map"
    ROWS = "rows"


PICTURE_ACTIONS = {
    "tree.select_next": "go_down",
    "tree.select_previous": "go_up",
    "tree.expand_or_enter": "go_right",
    "tree.collapse_or_leave": "go_left",
    "tree.toggle": "toggle",
}
"""What the keys of rows do in a picture."""
MAP_ACTIONS = {
    "tree.select_next": "go_down",
    "tree.select_previous": "go_up",
    "tree.expand_or_enter": "go_right",
    "tree.collapse_or_leave": "go_left",
    "tree.toggle": "enter_node",
    "tree.shift_left": "pan_left",
    "tree.shift_right": "pan_right",
    "tree.unroot": "show_all",
    "player.faster": "zoom_in",
    "player.slower": "zoom_out",
}
"""And in a map."""


class TreeShapes:
    """A browser's tree in all its shapes, one of which is shown. What is not asked for is not loaded.

    Attributes:
        has_room_for_both: whether there is room for rows and a picture.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._wanted_shape = TreeShape.BOTH if len(browser.trace) <= SMALL_TREE_NODES else TreeShape.ROWS
        self.has_room_for_both = False

    @property
    def shape(self) -> TreeShape:
        """The one that is shown."""
        return (
            TreeShape.ROWS
            if self._wanted_shape is TreeShape.BOTH and not self.has_room_for_both
            else self._wanted_shape
        )

    @cached_property
    def picture(self) -> Picture:
        """The tree as a picture."""
        from tui.model.tree_picture import Picture

        return Picture(self._browser)

    @cached_property
    def map(self) -> RecordingMap:
        """The recording as a map."""
        from tui.model.recording_map import RecordingMap

        return RecordingMap(self._browser)

    def show_next_shape(self) -> None:
        """Show the next shape; after the last comes the first. A small tree has rows and a picture where they fit."""
        can_show_both = self.has_room_for_both and len(self._browser.trace) <= SMALL_TREE_NODES
        available_shapes = [shape for shape in TreeShape if shape is not TreeShape.BOTH or can_show_both]
        self._wanted_shape = available_shapes[(available_shapes.index(self.shape) + 1) % len(available_shapes)]

    def find_replacement(self, action: str) -> Callable[[], str] | None:
        """What a key does in this shape instead of its action; None where it does that."""
        replacements = {TreeShape.PICTURE: PICTURE_ACTIONS, TreeShape.MAP: MAP_ACTIONS}.get(self.shape, {})
        if action not in replacements:
            return None
        method: Callable[[], str] = getattr(
            self.picture if replacements is PICTURE_ACTIONS else self.map, replacements[action]
        )
        return method


MIN_WIDTH_FOR_BOTH = 100
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
        self.browser, self.shapes = browser, TreeShapes(browser)
        self._tree_view = TreeView(browser, id="tree")
        self._tree_view.can_focus = False
        self._shown_title = ""
        """What stands above the tree."""
        self._view_of_shape: dict[TreeShape, TreeView | PictureView | MapView] = {TreeShape.ROWS: self._tree_view}

    def compose(self) -> ComposeResult:
        """The title, and the rows; the other shapes are there from when they are first asked for."""
        yield Static(id="columns")
        self._check_room()
        yield from self.shown_views

    @property
    def shown_views(self) -> list[TreeView | PictureView | MapView]:
        """The tree in its present shape; what shows it is made when it is first asked for."""
        shape = self.shapes.shape
        return [
            self._make_view(shown_shape)
            for shown_shape in ((TreeShape.ROWS, TreeShape.PICTURE) if shape is TreeShape.BOTH else (shape,))
        ]

    def _make_view(self, shape: TreeShape) -> TreeView | PictureView | MapView:
        if shape not in self._view_of_shape:
            self._view_of_shape[shape] = (
                self._make_picture_view() if shape is TreeShape.PICTURE else self._make_map_view()
            )
            self._view_of_shape[shape].can_focus = False
        return self._view_of_shape[shape]

    def _check_room(self) -> None:
        """Note whether there is room for rows and a picture: beside each other, or where panels are, below."""
        width, height = self.app.size
        self.shapes.has_room_for_both = width >= MIN_WIDTH_FOR_BOTH and height >= LOW_SCREEN_HEIGHT
        self.set_class(self.shapes.shape is TreeShape.BOTH and width < WIDE_SCREEN, "-beside")

    def on_resize(self) -> None:
        """There may be room for another shape."""
        self._check_room()
        if [view for view in self._view_of_shape.values() if view.display and view.parent] != self.shown_views:
            self._show_shape()

    def _make_picture_view(self) -> PictureView:

        return PictureView(self.shapes.picture)

    def _make_map_view(self) -> MapView:
        from tui.widgets.map_view import MapView

        return MapView(self.browser, self.shapes.map)

    def show_next_shape(self) -> None:
        """Show the tree in its next shape."""
        self.shapes.show_next_shape()
        self._show_shape()

    def _show_shape(self) -> None:
        """Show the tree in its present shape."""
        with self.app.batch_update():
            self._check_room()
            self.screen.set_class(self.shapes.shape in (TreeShape.PICTURE, TreeShape.MAP), "-drawn")
            for view in {*self._view_of_shape.values(), *(shown_views := self.shown_views)}:
                if view.parent is None:
                    self.mount(view)
                view.display = view in shown_views
            self.refresh(layout=True)
            self.sync()

    def sync(self) -> None:
        """Show what the browser says now."""
        for view in self.shown_views:
            view.sync()
        self.show_title()

    def show_title(self) -> None:
        """Write what stands above the tree: of rows the names of the columns, of others what they show."""
        if (title_text := self._make_title()) != self._shown_title:
            self._shown_title = title_text
            self.query_one("#columns", Static).update(Text(title_text, no_wrap=True), layout=False)

    def _make_title(self) -> str:
        picture = (
            f"picture of {self.shapes.picture.title}"
            if self.shapes.shape in (TreeShape.PICTURE, TreeShape.BOTH)
            else ""
        )
        if self.shapes.shape is TreeShape.PICTURE:
            return "  " + " · ".join([picture, *self.browser.tree.title_notes])
        if self.has_class("-beside"):
            return set_cell_size(self._tree_view.format_title(), self._tree_view.size.width) + f"  {picture}"
        return "  " + self.shapes.map.title if self.shapes.shape is TreeShape.MAP else self._tree_view.format_title()

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


PictureRow = tuple[Span, ...]
"""A row of the picture: its pieces, each with the name of its style."""
WINDOW_END_STYLES = ("old", "end")
"""Styles that rows do not have: old and present ends of a window."""


class PictureView(Canvas[PictureRow], can_focus=True, inherit_bindings=False):
    """A picture of a browser's tree. Its keys are the screen's; it reports clicks."""

    PREFIX = "tree"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"tree--{name}" for name in (*STYLES, *WINDOW_END_STYLES)}

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

    def make_looks(self) -> list[PictureRow]:
        """Draw the picture."""
        self.picture.pane_size = (self.size.width, self.size.height)
        return [tuple(spans) for spans in self.picture.draw_rows()]

    def paint(self, look: PictureRow, width: int) -> Strip:
        """One row of the picture; the second name of a style is its ground."""
        pieces = [
            Segment(text, self.style_of(*names.split(" ")) if names else self.base) for text, names in look if text
        ]
        return Strip(pieces).adjust_cell_length(width, self.base)

    def on_click(self, event: Click) -> None:
        """Say what was clicked."""
        offset = event.get_content_offset(self)
        spot = None if offset is None else self.picture.spot_at(offset.x, offset.y)
        if spot is not None:
            can_fold = spot.item.item_type in (ItemType.NODE, ItemType.PRUNED)
            self.post_message(self.Clicked(spot.item.node, can_fold and event.chain > 1))
