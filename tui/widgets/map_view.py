"""The recording as a map: paints the rows that changed, and nothing else."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.events import Click, MouseDown, MouseEvent, MouseMove, MouseScrollDown, MouseScrollUp, MouseUp, Resize
from textual.message import Message
from textual.strip import Strip

from tui.model.browser import Browser
from tui.model.ground import Fate
from tui.model.map import TONES, Map
from tui.model.map_rows import CHOSEN, ODD, TONE, Piece, legend, marks, rows
from tui.widgets.canvas import Canvas
from tui.widgets.legible import legible

Row = tuple[Piece, ...]
"""A row of the map: its pieces."""
INKS = ("label", "edge", "scale", "pointer", "now")
"""Styles of what is written."""
FAINTEST = 0.35
"""How much of its colour a cell has of which little is filled."""
SHADE = 0.22
"""How much every other node is paler."""
EXPLAINED = 8
"""Rows from which on there is a legend."""
WHEEL = 1.5
"""How many times shorter the range is after the wheel was turned by one."""


class MapView(Canvas[Row], can_focus=True, inherit_bindings=False):
    """A map of a browser's recording. Its keys are the screen's; it reports clicks, and moves by the mouse."""

    PREFIX = "map"
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"map--{fate.name.lower()}" for fate in Fate if fate is not Fate.NOTHING),
        *(f"map--{ink}" for ink in (*INKS, "chosen")),
    }

    class Clicked(Message):
        """A node was clicked."""

        def __init__(self, node: int, enters: bool) -> None:
            super().__init__()
            self.node = node
            self.enters = enters
            """It was clicked twice."""

    class Moved(Message):
        """The title is another now: the range is."""

    def __init__(self, browser: Browser, shown: Map, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.browser, self.map = browser, shown
        self._inks: dict[tuple[int, int, str], Style] = {}
        self._titled = ""
        self._held: tuple[int, float] | None = None
        """Where the mouse was pressed, and where the range began then."""
        self._dragged = False

    def notify_style_update(self) -> None:
        """Forget other colours."""
        super().notify_style_update()
        self._inks.clear()

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size."""
        self.sync()

    @property
    def _explained(self) -> bool:
        return self.size.height >= EXPLAINED

    def sync(self) -> None:
        """Show what the browser says now."""
        if not self.size.area:
            return
        self.update()
        if self.map.title != self._titled:
            self._titled = self.map.title
            self.post_message(self.Moved())

    def make_looks(self) -> list[Row]:
        """The marks, the plies and the legend."""
        width, height, plain = self.size.width, self.size.height - 1 - self._explained, self.app.no_color
        if height < 1 or not width:
            return []
        self.map.size, self.map.halves = (width, height), not plain
        plies = rows(self.map, self.browser)[:height]
        shown = [marks(self.map, self.browser), *plies, *([] for _ in range(height - len(plies)))]
        if self._explained:
            shown.append(legend(width, plain=plain))
        return [tuple(row) for row in shown]

    def paint(self, look: Row, width: int) -> Strip:
        """One row of the map."""
        segments = [Segment(text, self._style(top, bottom, ink)) for text, top, bottom, ink in look]
        return Strip(segments).adjust_cell_length(width, self.base)

    def _style(self, top: int, bottom: int, ink: str) -> Style:
        key = (top, bottom, ink)
        if key not in self._inks:
            self._inks[key] = self._made(top, bottom, ink)
        return self._inks[key]

    def _made(self, top: int, bottom: int, ink: str) -> Style:
        """The style of a piece: its upper half is the colour of the text, unless something is written in it."""
        if not ink:
            return Style(color=self._colour(top).rich_color, bgcolor=self._colour(bottom).rich_color)
        ground = self._colour(bottom)
        if not self.map.halves and ink in ("glyph", "edge", "label"):
            own = Style(bold=True) if ink == "label" else Style(color=ground.rich_color)
            return self.base + own + Style(reverse=bool(bottom & CHOSEN))
        colour = ground.get_contrast_text(1) if ink == "label" else self._ground
        if ink in ("label", "edge"):
            return Style(color=colour.rich_color, bgcolor=ground.rich_color, bold=ink == "label")
        return legible(self.style_of(ink), ink, Style(bgcolor=ground.rich_color))

    @property
    def _ground(self) -> Color:
        ground: Color = self.background_colors[1]
        return ground

    def _colour(self, code: int) -> Color:
        """The colour of a code, the paler the less of the cell is filled."""
        fate = Fate(code % TONE)
        if fate is Fate.NOTHING:
            return self._ground
        own, chosen = (self.get_component_styles(f"map--{name}").color for name in (fate.name.lower(), "chosen"))
        full = self._ground.blend(own, own.a, 1)
        if code & CHOSEN:
            return full.blend(chosen, chosen.a, 1)
        share = FAINTEST + (1 - FAINTEST) * (code % ODD // TONE) / TONES
        return self._ground.blend(full, share - (SHADE if code & ODD else 0), 1)

    # The mouse.

    def _share(self, event: MouseEvent) -> float:
        return (event.x + 0.5) / max(self.size.width, 1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go nearer to what is under the pointer."""
        event.stop()
        self.map.zoom(WHEEL, self._share(event))
        self.sync()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go further away from it."""
        event.stop()
        self.map.zoom(1 / WHEEL, self._share(event))
        self.sync()

    def on_mouse_down(self, event: MouseDown) -> None:
        """Begin to drag."""
        self._held, self._dragged = (event.x, self.map.first), False
        self.capture_mouse()

    def on_mouse_move(self, event: MouseMove) -> None:
        """Drag the range along."""
        if self._held is None or event.x == self._held[0]:
            return
        self._dragged = True
        x, first = self._held
        self.map.pan(first + (x - event.x) * self.map.span / max(self.size.width, 1) - self.map.first)
        self.sync()

    def on_mouse_up(self, event: MouseUp) -> None:
        """Let go."""
        self._held = None
        self.release_mouse()

    def on_click(self, event: Click) -> None:
        """Say which node was clicked."""
        if self._dragged or event.y < 1:
            return
        row = event.y - 1
        plies = [ply for ply, height in enumerate(self.map.heights) for _ in range(height)]
        node = self.map.node_at(event.x, plies[2 * row]) if 2 * row < len(plies) else None
        if node is not None:
            self.post_message(self.Clicked(node, event.chain > 1))
