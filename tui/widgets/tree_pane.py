"""The pane of the tree: its title, and the tree as rows, as a picture or as a map."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from tui.model.browser import Browser
from tui.model.shapes import Shape, Shapes
from tui.model.sketch import Kind
from tui.widgets.map_view import MapView
from tui.widgets.picture_view import PictureView
from tui.widgets.tree_view import TreeView


class TreePane(Vertical):
    """A browser's tree in one of its shapes. It reports what was clicked."""

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

    def compose(self) -> ComposeResult:
        """The title, and the rows; the other shapes are there from when they are first asked for."""
        yield Static(id="columns")
        yield TreeView(self.browser, id="tree")

    @property
    def shown(self) -> TreeView | PictureView | MapView:
        """The tree in its present shape."""
        if self.shapes.shape is Shape.PICTURE:
            return self.query_one(PictureView)
        return self.query_one(MapView) if self.shapes.shape is Shape.MAP else self.query_one(TreeView)

    def turn(self) -> None:
        """Show the tree in its next shape."""
        self.shapes.turn()
        shape = self.shapes.shape
        if shape is Shape.PICTURE and not self.query(PictureView):
            self.mount(PictureView(self.shapes.picture))
        if shape is Shape.MAP and not self.query(MapView):
            self.mount(MapView(self.browser, self.shapes.map))
        for view in self.query(Widget):
            if isinstance(view, TreeView | PictureView | MapView):
                view.display = view is self.shown
        self.shown.focus()
        self.sync()
        self.show_title()

    def sync(self) -> None:
        """Show what the browser says now."""
        self.shown.sync()

    def show_title(self) -> None:
        """Write what stands above the tree: of rows the names of the columns, of others what they show."""
        names = self.browser.tree.titles
        titles = {
            Shape.ROWS: lambda: self.query_one(TreeView).title(),
            Shape.PICTURE: lambda: "  " + " · ".join([f"picture of {self.shapes.picture.title}", *names]),
            Shape.MAP: lambda: "  " + self.shapes.map.title,
        }
        self.query_one("#columns", Static).update(Text(titles[self.shapes.shape](), no_wrap=True))

    def on_tree_view_resized(self) -> None:
        """Write the names of the columns."""
        self.show_title()

    def on_picture_view_drawn(self) -> None:
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
        toggles = event.toggles and event.item.kind in (Kind.NODE, Kind.PRUNED)
        self.post_message(self.Clicked(event.item.node, "tree.toggle" if toggles else ""))

    def on_map_view_clicked(self, event: MapView.Clicked) -> None:
        """A block of the map was clicked."""
        self.post_message(self.Clicked(event.node, "tree.toggle" if event.enters else ""))
