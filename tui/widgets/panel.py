"""What the panels share: lines of text about the selected node at the current step, painted when either changes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable
from typing import Any, ClassVar, Self

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from tui.model.browser import Browser
from tui.widgets.changes import changes

STYLES = (
    *("about", "strong", "event", "value", "wrong", "cut", "pruned", "ahead", "here", "what-if", "code"),
    *("max", "min", "chance", "last"),
)
"""Names of the styles of text in panels; the style sheet gives them colours."""


STRIPS = 256
"""Painted lines that are kept: most lines stay as they are from one step to the next."""


class Panel(Widget):
    """A panel beside, above or below the tree. It breaks its own lines, and paints those that are asked for."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"panel--{name}" for name in STYLES}
    LEAST: ClassVar[int] = 1
    """Lines below which it says too little."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """As high as it is, which is found when the screen is laid out: another height asks for no other layout."""

    def __init__(self, browser: Browser, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.browser = browser
        self._styles: dict[str, Style] = {}
        self._lines: list[Text] | None = None
        self._looks: list[Hashable] = []
        self._selected = browser.selected
        self._base: Style | None = None
        self._strips: LRUCache[Hashable, Strip] = LRUCache(STRIPS)
        self._top = 0

    @abstractmethod
    def lines(self) -> list[Text]:
        """What is said now, line by line, for the panel's width. Lines beyond its height can be scrolled to."""

    def rows_needed(self, width: int) -> int:
        """How many lines there are to say now where each has so many cells."""
        return len(self.lines() if self._lines is None or width != self.size.width else self._lines)

    def refresh(self, *regions: Region, **options: Any) -> Self:
        """Paint anew: the lines are made again when they are asked for."""
        if not regions:
            self._lines = None
        return super().refresh(*regions, **options)

    def update(self) -> None:
        """Paint anew the lines that are others now, and no more: painting takes longer than all the rest of a frame."""
        self._lines = None
        if self.browser.selected != self._selected:
            self._selected, self._top = self.browser.selected, 0  # another node is read from the first line on
        if self.display and self.size:
            before = self._looks
            self._make()
            if others := changes(before, self._looks, self.size.width):
                self.refresh(*others)

    def _make(self) -> list[Text]:
        """Make the lines, and note how those in sight look."""
        self._lines = self.lines()
        self._top = min(self._top, self._lowest)
        shown = self._lines[self._top : self._top + self.size.height]
        self._looks = [(text.plain, text.style, tuple(text.spans)) for text in shown]
        return self._lines

    def render_line(self, y: int) -> Strip:
        """One line of the panel."""
        lines = self._make() if self._lines is None else self._lines
        if self._base is None:
            self._base = self.rich_style
        width, place = self.size.width, y + self._top
        if place >= len(lines) or not lines[place]:
            return Strip.blank(width, self._base)
        text = lines[place]
        key = (text.plain, text.style, tuple(text.spans), width)
        strip = self._strips.get(key)
        if strip is None:
            strip = self._strips[key] = self._paint(text, width, self._base)
        return strip

    def _paint(self, text: Text, width: int, base: Style) -> Strip:
        if text.cell_len > width:
            text.truncate(max(width, 1), overflow="ellipsis")
        base += self.app.console.get_style(text.style)  # a text without spans would lose it
        pieces = [
            Segment(piece, base + style if style else base) for piece, style, _ in text.render(self.app.console, "")
        ]
        return Strip([*pieces, Segment(" " * (width - text.cell_len), base)], width)

    @property
    def _lowest(self) -> int:
        """The last line that can stand at the top."""
        return max(len(self._lines or ()) - self.size.height, 0)

    def scroll(self, pages: int) -> None:
        """Show what stands further down, or further up."""
        if self._lines is None:
            self._make()
        self._top = min(max(self._top + pages * max(self.size.height - 1, 1), 0), self._lowest)
        self.refresh()

    def on_mouse_scroll_down(self) -> None:
        """The wheel scrolls."""
        self.scroll(1)

    def on_mouse_scroll_up(self) -> None:
        """The wheel scrolls back."""
        self.scroll(-1)

    def notify_style_update(self) -> None:
        """Forget what was painted in other colours."""
        super().notify_style_update()
        self._styles.clear()
        self._strips.clear()
        self._lines = self._base = None

    def style_of(self, name: str) -> Style:
        """A style by its name; the plain one where there is none of that name."""
        if name not in self._styles:
            self._styles[name] = self.get_component_rich_style(f"panel--{name}") if name else Style()
        return self._styles[name]
