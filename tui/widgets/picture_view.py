"""The tree as a picture: paints the rows that changed, and nothing else."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.events import Click, Resize
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.model.picture import Picture
from tui.model.sketch import Kind
from tui.model.strokes import Span
from tui.widgets.tree_view import STYLES

OWN = ("old", "end")
"""Styles that rows do not have: old and present ends of a window."""


class PictureView(Widget, can_focus=True, inherit_bindings=False):
    """A picture of a browser's tree. Its keys are the screen's; it reports clicks."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"tree--{name}" for name in (*STYLES, *OWN)}

    class Clicked(Message):
        """Something in the picture was clicked."""

        def __init__(self, node: int, toggles: bool) -> None:
            super().__init__()
            self.node = node
            """The node that was clicked, or that of a chip."""
            self.toggles = toggles
            """It was clicked twice."""

    class Drawn(Message):
        """The title is another now."""

    def __init__(self, picture: Picture, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.picture = picture
        self._rows: list[list[Span]] = []
        self._styles: dict[str, Style] = {}
        self._titled = ""

    def notify_style_update(self) -> None:
        """Forget other colours."""
        super().notify_style_update()
        self._styles.clear()

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size."""
        self.sync()

    def sync(self) -> None:
        """Show what the browser says now."""
        if not self.size.area:
            return
        before, self.picture.size = self._rows, (self.size.width, self.size.height)
        self._rows = self.picture.draw()
        if len(before) != len(self._rows):
            self.refresh()
        else:
            changed = [y for y, (old, new) in enumerate(zip(before, self._rows, strict=True)) if old != new]
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed)) if changed else None
        if self.picture.title != self._titled:
            self._titled = self.picture.title
            self.post_message(self.Drawn())

    def render_line(self, y: int) -> Strip:
        """One row of the picture."""
        spans = self._rows[y] if y < len(self._rows) else []
        pieces = [Segment(text, self._style(names)) for text, names in spans if text]
        return Strip(pieces).adjust_cell_length(self.size.width, self.rich_style)

    def _style(self, names: str) -> Style:
        """The style of a name, on the ground of the selected row where that is the second one."""
        if names not in self._styles:
            name, _, ground = names.partition(" ")
            style = self.get_component_rich_style(f"tree--{name}") if name else self.rich_style
            over = self.get_component_rich_style("tree--selected").bgcolor if ground else None
            self._styles[names] = style + Style(bgcolor=over)
        return self._styles[names]

    def on_click(self, event: Click) -> None:
        """Say what was clicked."""
        offset = event.get_content_offset(self)
        spot = None if offset is None else self.picture.at(offset.x, offset.y)
        if spot is not None:
            folds = spot.item.kind in (Kind.NODE, Kind.PRUNED)
            self.post_message(self.Clicked(spot.item.node, folds and event.chain > 1))
