"""What the panels share: they describe the selected node at the current step, and are painted when either changes."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from rich.style import Style
from textual.reactive import reactive
from textual.widget import Widget

from tui.browser import Browser

STYLES = (
    *("about", "strong", "event", "value", "cut", "pruned", "ahead", "here", "what-if"),
    *("max", "min", "chance"),
)
"""Names of the styles of text in panels; the style sheet gives them colours."""


class Panel(Widget):
    """A panel beside or below the tree."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"panel--{name}" for name in STYLES}

    step: reactive[int] = reactive(0)
    """The current step."""
    selected: reactive[int] = reactive(0)
    """The selected node."""

    def __init__(self, browser: Browser, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.browser = browser
        self._extent: Hashable = None

    def extent(self) -> Hashable:
        """What the layout of the screen depends on. Laying it out anew takes longer than all the rest of a frame."""
        return None

    def watch_step(self) -> None:
        """Another step."""
        self._changed()

    def watch_selected(self) -> None:
        """Another node."""
        self._changed()

    def _changed(self) -> None:
        extent = self.extent()
        if extent != self._extent:
            self._extent = extent
            self.refresh(layout=True)

    def style_of(self, name: str) -> Style:
        """A style by its name; the plain one where there is none of that name."""
        return self.get_component_rich_style(f"panel--{name}") if name else Style()
