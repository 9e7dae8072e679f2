"""What the parts of the screen of a game share: lines of pieces, each with a style and a ground of the style sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.events import Click
from textual.message import Message
from textual.strip import Strip

from tui.model.playing.squares import Piece
from tui.widgets.canvas import Canvas

STYLES = (
    *("about", "strong", "value", "wrong", "max", "min", "chance", "mark", "hint", "free"),
    *("light", "dark", "text", "cursor", "chosen", "last", "hand"),
)
"""Names of the styles of a game; the style sheet gives them colours."""
Line = tuple[Piece, ...]


class Pieces(Canvas[Line]):
    """Lines that a function gives for the widget's size."""

    PREFIX = "play"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"play--{name}" for name in STYLES}

    class Clicked(Message):
        """A place of the drawing was clicked."""

        def __init__(self, widget: Pieces, x: int, y: int) -> None:
            super().__init__()
            self.widget, self.x, self.y = widget, x, y

    def __init__(self, lines: Callable[[int, int], Sequence[Line]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines = lines

    def make_looks(self) -> list[Line]:
        """The lines in sight."""
        return list(self._lines(self.size.width, self.size.height))[: self.size.height]

    def paint(self, look: Line, width: int) -> Strip:
        """One line, cut or filled to its width."""
        pieces = [Segment(piece.text, self.base + self.style_of(piece.style, piece.ground)) for piece in look]
        used = sum(cell_len(piece.text) for piece in look)
        return Strip([*pieces, Segment(" " * max(width - used, 0), self.base)]).adjust_cell_length(width, self.base)

    def on_click(self, event: Click) -> None:
        """Tell where it was clicked, within its frame."""
        at = event.get_content_offset(self)
        if at is not None:
            self.post_message(self.Clicked(self, at.x, at.y))
