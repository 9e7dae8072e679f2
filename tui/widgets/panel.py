"""What the panels share: lines of text about the selected node at the current step, painted when either changes."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Span, Text
from textual.strip import Strip

from tui.model.browser import Browser
from tui.widgets.canvas import Canvas

STYLES = (
    *("about", "strong", "event", "value", "wrong", "cut", "pruned", "ahead", "here", "what-if", "code"),
    *("max", "min", "chance", "last"),
)
"""Names of the styles of text in panels; the style sheet gives them colours."""


StyledLine = tuple[str, str | Style, tuple[Span, ...]]
"""A line of text: its characters, and the styles of all of it and of its parts."""


class Panel(Canvas[StyledLine]):
    """A panel beside, above or below the tree. It breaks its own lines, and paints those that are asked for."""

    PREFIX = "panel"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"panel--{name}" for name in STYLES}
    LEAST: ClassVar[int] = 1
    """Lines below which it says too little."""

    def __init__(self, browser: Browser, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.browser = browser
        self._lines: list[Text] = []
        self._selected = browser.selected
        self._first_line = 0

    @abstractmethod
    def lines(self) -> list[Text]:
        """What is said now, line by line, for the panel's width. Lines beyond its height can be scrolled to."""

    def rows_needed(self, width: int) -> int:
        """How many lines there are to say now where each has so many cells."""
        return len(self.lines() if self._looks is None or width != self.size.width else self._lines)

    def update(self) -> None:
        """Paint anew the lines that are others now; another node is read from the first line on."""
        if self.browser.selected != self._selected:
            self._selected, self._first_line = self.browser.selected, 0
        super().update()

    def make_looks(self) -> list[StyledLine]:
        """Make the lines, and say how those in sight look."""
        self._lines = self.lines()
        self._first_line = min(self._first_line, self._last_first_line)
        visible_lines = self._lines[self._first_line : self._first_line + self.size.height]
        return [(text.plain, text.style, tuple(text.spans)) for text in visible_lines]

    def paint(self, look: StyledLine, width: int) -> Strip:
        """One line of the panel."""
        characters, style, spans = look
        text = Text(characters, style, spans=list(spans))
        if text.cell_len > width:
            text.truncate(max(width, 1), overflow="ellipsis")
        base = self.base + self.app.console.get_style(style)  # a text without spans would lose it
        pieces = [
            Segment(piece, base + span_style if span_style else base)
            for piece, span_style, _ in text.render(self.app.console, "")
        ]
        return Strip([*pieces, Segment(" " * (width - text.cell_len), base)], width)

    @property
    def _last_first_line(self) -> int:
        return max(len(self._lines) - self.size.height, 0)

    def scroll(self, pages: int) -> None:
        """Show what stands further down, or further up."""
        self._first_line = min(max(self._first_line + pages * max(self.size.height - 1, 1), 0), self._last_first_line)
        self.refresh()

    def on_mouse_scroll_down(self) -> None:
        """The wheel scrolls."""
        self.scroll(1)

    def on_mouse_scroll_up(self) -> None:
        """The wheel scrolls back."""
        self.scroll(-1)
