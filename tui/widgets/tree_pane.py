"""The pane of the tree: its title, and the tree as rows, as a picture or as a map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from tui.model.browser import Browser
from tui.model.heights import LOW
from tui.model.shapes import Shape, Shapes
from tui.widgets.panes import WIDE
from tui.widgets.placed import Placed
from tui.widgets.tree_view import TreeView

if TYPE_CHECKING:
    from tui.widgets.map_view import MapView
    from tui.widgets.picture_view import PictureView


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
        from tui.widgets.picture_view import PictureView

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
