"""The pane of the tree: its title, and the tree as rows, as a picture or as a map."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, cast

from rich.cells import set_cell_size
from rich.segment import Segment
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click, Resize
from textual.strip import Strip
from textual.widgets import Static

from tui.model.browser import SMALL_TREE_NODES, Browser
from tui.model.explorer_state import Span
from tui.model.tree_sketch import ItemType
from tui.widgets.canvas import Canvas, NodeClicked, Placed, TitleChanged
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
MAP_ACTIONS = PICTURE_ACTIONS | {
    "tree.toggle": "enter_node",
    "tree.shift_left": "pan_left",
    "tree.shift_right": "pan_right",
    "tree.unroot": "show_all",
    "player.faster": "zoom_in",
    "player.slower": "zoom_out",
}
"""And in a map."""


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

    def __init__(self, browser: Browser, *, id: str | None = None, with_both: bool = True) -> None:
        super().__init__(id=id)
        self.browser = browser
        is_small = with_both and len(browser.trace) <= SMALL_TREE_NODES
        self._wanted_shape = TreeShape.BOTH if is_small else TreeShape.ROWS
        self._has_room_for_both = False
        self._tree_view = TreeView(browser, id="tree")
        self._tree_view.can_focus = False
        self._shown_title = ""
        """What stands above the tree."""
        self._view_of_shape: dict[TreeShape, TreeView | PictureView | MapView] = {TreeShape.ROWS: self._tree_view}

    @property
    def shape(self) -> TreeShape:
        """The shape that is shown."""
        is_too_small = self._wanted_shape is TreeShape.BOTH and not self._has_room_for_both
        return TreeShape.ROWS if is_too_small else self._wanted_shape

    @cached_property
    def picture(self) -> Picture:
        """The tree as a picture."""
        from tui.model.tree_picture import Picture

        return Picture(self.browser)

    @cached_property
    def map(self) -> RecordingMap:
        """The recording as a map."""
        from tui.model.recording_map import RecordingMap

        return RecordingMap(self.browser)

    def find_replacement(self, action: str) -> Callable[[], str] | None:
        """What a key does in this shape instead of its action; None where it does that."""
        if self.shape is TreeShape.PICTURE and action in PICTURE_ACTIONS:
            return cast("Callable[[], str]", getattr(self.picture, PICTURE_ACTIONS[action]))
        if self.shape is TreeShape.MAP and action in MAP_ACTIONS:
            return cast("Callable[[], str]", getattr(self.map, MAP_ACTIONS[action]))
        return None

    def show_next_shape(self) -> None:
        """Show the next shape; after the last comes the first. A small tree has rows and a picture where they fit."""
        can_show_both = self._has_room_for_both and len(self.browser.trace) <= SMALL_TREE_NODES
        available_shapes = [shape for shape in TreeShape if shape is not TreeShape.BOTH or can_show_both]
        self.show_shape(available_shapes[(available_shapes.index(self.shape) + 1) % len(available_shapes)])

    def compose(self) -> ComposeResult:
        """The title, and the rows; the other shapes are there from when they are first asked for."""
        yield Static(id="columns")
        self._check_room()
        yield from self.shown_views

    @property
    def shown_views(self) -> list[TreeView | PictureView | MapView]:
        """The tree in its present shape; what shows it is made when it is first asked for."""
        shape = self.shape
        return [
            self._make_view(shown_shape)
            for shown_shape in ((TreeShape.ROWS, TreeShape.PICTURE) if shape is TreeShape.BOTH else (shape,))
        ]

    def _make_view(self, shape: TreeShape) -> TreeView | PictureView | MapView:
        if shape not in self._view_of_shape:
            if shape is TreeShape.PICTURE:
                self._view_of_shape[shape] = PictureView(self.browser, self.picture)
            else:
                from tui.widgets.map_view import MapView

                self._view_of_shape[shape] = MapView(self.browser, self.map)
            self._view_of_shape[shape].can_focus = False
        return self._view_of_shape[shape]

    def _check_room(self) -> None:
        """Note whether there is room for rows and a picture: beside each other, or where panels are, below."""
        width, height = self.app.size
        self._has_room_for_both = width >= MIN_WIDTH_FOR_BOTH and height >= LOW_SCREEN_HEIGHT
        self.set_class(self.shape is TreeShape.BOTH and width < WIDE_SCREEN, "-beside")

    def on_resize(self) -> None:
        """There may be room for another shape."""
        self._check_room()
        if [view for view in self._view_of_shape.values() if view.display and view.parent] != self.shown_views:
            self.show_shape(self._wanted_shape)

    def show_shape(self, shape: TreeShape) -> None:
        """Show a shape, if there is room for it."""
        self._wanted_shape = shape
        with self.app.batch_update():
            self._check_room()
            self.screen.set_class(self.shape in (TreeShape.PICTURE, TreeShape.MAP), "-drawn")
            for view in {*self._view_of_shape.values(), *(shown_views := self.shown_views)}:
                if view.parent is None:
                    self.mount(view)
                view.display = view in shown_views
            self.refresh(layout=True)
            self.sync()

    def sync(self) -> None:
        """Show what the browser says now; views that are not there yet do so when they are."""
        if self.children:
            for view in self.shown_views:
                view.sync()
            self.on_title_changed()

    def on_title_changed(self) -> None:
        """Write what stands above the tree: of rows the names of the columns, of others what they show."""
        if (title_text := self._make_title()) != self._shown_title:
            self._shown_title = title_text
            self.query_one("#columns", Static).update(Text(title_text, no_wrap=True), layout=False)

    def _make_title(self) -> str:
        picture = f"picture of {self.picture.title}" if self.shape in (TreeShape.PICTURE, TreeShape.BOTH) else ""
        if self.shape is TreeShape.PICTURE:
            return "  " + " · ".join([picture, *self.browser.tree.title_notes])
        if self.has_class("-beside"):
            return set_cell_size(self._tree_view.format_title(), self._tree_view.size.width) + f"  {picture}"
        return "  " + self.map.title if self.shape is TreeShape.MAP else self._tree_view.format_title()


PictureRow = tuple[Span, ...]
"""A row of the picture: its pieces, each with the name of its style."""
WINDOW_END_STYLES = ("old", "end")
"""Styles that rows do not have: old and present ends of a window."""


class PictureView(Canvas[PictureRow], can_focus=True, inherit_bindings=False):
    """A picture of a browser's tree. Its keys are the screen's; it reports clicks."""

    PREFIX = "tree"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"tree--{name}" for name in (*STYLES, *WINDOW_END_STYLES)}

    def __init__(self, browser: Browser, picture: Picture) -> None:
        super().__init__()
        self.browser, self.picture = browser, picture

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size, unless that is done."""
        if self.size.area and self.looks:
            self.post_message(TitleChanged())

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
        clicked = [] if offset is None else [block for block in self.picture.blocks if block.contains(*offset)]
        for block in clicked[:1]:
            can_fold = block.item.item_type in (ItemType.NODE, ItemType.PRUNED)
            self.post_message(NodeClicked(self.browser, block.item.node, toggles=can_fold and event.chain > 1))
