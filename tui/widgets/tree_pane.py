"""The pane of the tree: its title, and the tree as rows, as a picture or as a map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from tui.model.browser import Browser
from tui.model.shapes import Shape, Shapes
from tui.widgets.placed import Placed
from tui.widgets.tree_view import TreeView

if TYPE_CHECKING:
    from tui.widgets.map_view import MapView
    from tui.widgets.picture_view import PictureView


class TreePane(Placed, Vertical, can_focus=True, inherit_bindings=False):
    """A browser's tree in one of its shapes. It holds the focus for all of them, and reports what was clicked."""

    BLANK = True  # what it holds covers it
    DEFAULT_CSS = """
    TreePane { height: 1fr; }
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
        yield self._views[Shape.ROWS]

    @property
    def shown(self) -> TreeView | PictureView | MapView:
        """The tree in its present shape; it is made when it is first asked for."""
        shape = self.shapes.shape
        if shape not in self._views:
            self._views[shape] = self._picture() if shape is Shape.PICTURE else self._map()
            self._views[shape].can_focus = False
            self.mount(self._views[shape])
        return self._views[shape]

    def _picture(self) -> PictureView:
        from tui.widgets.picture_view import PictureView

        return PictureView(self.shapes.picture)

    def _map(self) -> MapView:
        from tui.widgets.map_view import MapView

        return MapView(self.browser, self.shapes.map)

    def turn(self) -> None:
        """Show the tree in its next shape."""
        with self.app.batch_update():
            self.shapes.turn()
            self.screen.set_class(self.shapes.shape is not Shape.ROWS, "-drawn")
            for view in {*self._views.values(), self.shown}:
                view.display = view is self.shown
            self.sync()

    def sync(self) -> None:
        """Show what the browser says now."""
        self.shown.sync()
        self.show_title()

    def show_title(self) -> None:
        """Write what stands above the tree: of rows the names of the columns, of others what they show."""
        if (title := self._title()) != self._written:
            self._written = title
            self.query_one("#columns", Static).update(Text(title, no_wrap=True), layout=False)

    def _title(self) -> str:
        if self.shapes.shape is Shape.PICTURE:
            return "  " + " · ".join([f"picture of {self.shapes.picture.title}", *self.browser.tree.titles])
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
