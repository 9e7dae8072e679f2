"""The tree as a picture: paints the rows that changed, and nothing else."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.events import Click, Resize
from textual.message import Message
from textual.strip import Strip

from tui.model.picture import Picture
from tui.model.sketch import Kind
from tui.model.strokes import Span
from tui.widgets.canvas import Canvas
from tui.widgets.tree_view import STYLES

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
