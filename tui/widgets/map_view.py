"""The recording as a map: its blocks as rows of text, and the widget that paints the rows that changed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar, NamedTuple

import numpy as np
from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.events import Click, MouseDown, MouseEvent, MouseMove, MouseScrollDown, MouseScrollUp, MouseUp, Resize
from textual.message import Message
from textual.strip import Strip

from tracer.recording.columns import Array, Ints
from tracer.recording.status import PRUNED
from tracer.time.moments import Phase
from tui.model.browser import Browser
from tui.model.ground import Fate
from tui.model.map import TONES, Map
from tui.model.node_text import node_title, value_text
from tui.widgets.canvas import Canvas, legible

ODD, CHOSEN, TONE = 64, 128, 8
"""Parts of a code, which is a fate plus so many times a tone, plus these where they hold."""
GLYPHS = {
    Fate.NOTHING: " ",
    Fate.AHEAD: "·",
    Fate.PRUNED: "✗",
    Fate.RETURNED: "░",
    Fate.CUT: "▓",
    Fate.OPEN: "█",
    Fate.VARIATION: "★",
}
"""What tells fates apart where there are no colours."""
NAMES = {
    Fate.VARIATION: "variation",
    Fate.CUT: "cut",
    Fate.RETURNED: "returned",
    Fate.OPEN: "open",
    Fate.PRUNED: "pruned branch",
    Fate.AHEAD: "ahead",
}
"""What the legend says, the most important first."""
NAMED = 4
"""Columns from which on a block has a name."""
EDGED = 3
"""Columns from which on a block has an edge on its left."""


class Piece(NamedTuple):
    """Cells of a row that look alike."""

    text: str
    top: int
    """The code of the upper half."""
    bottom: int
    """And of the lower one."""
    ink: str = ""
    """What the text is: a `label`, an `edge`, a `glyph`, a mark; empty where it is the block itself."""


def rows(shown: Map, browser: Browser) -> list[list[Piece]]:
    """The rows of the plies."""
    cells, plain = shown.cells(), not shown.halves
    code = cells.fate + cells.tone * TONE + cells.chosen * CHOSEN
    shaded = code + cells.odd * ODD
    plies = [ply for ply, height in enumerate(shown.heights) for _ in range(height)]
    found: list[list[Piece]] = []
    for top, bottom in zip(plies[::2], plies[1::2], strict=True):
        if top != bottom:
            found.append(list(_halves(shaded[top], shaded[bottom])))
        else:
            named = 2 * len(found) == plies.index(top)
            found.append(list(_blocks(code[top], cells.seen[top], browser, plain=plain, named=named)))
    return found


def _runs(*lines: Array) -> Iterator[tuple[int, int]]:
    """Where runs of equal columns begin and end."""
    changes = np.logical_or.reduce([line[1:] != line[:-1] for line in lines])
    edges = [0, *(np.flatnonzero(changes) + 1).tolist(), len(lines[0])]
    return pairwise(edges)


def _halves(top: Array, bottom: Array) -> Iterator[Piece]:
    for begin, end in _runs(top, bottom):
        yield Piece("▀" * (end - begin), int(top[begin]), int(bottom[begin]))


def _blocks(line: Array, seen: Ints, browser: Browser, *, plain: bool, named: bool) -> Iterator[Piece]:
    """A row of blocks that are at least a row high."""
    for begin, end in _runs(line, seen):
        code, width, node = int(line[begin]), end - begin, int(seen[begin])
        fill, ink = (GLYPHS[Fate(code % TONE)], "glyph") if plain else (" ", "")
        edged = node >= 0 and width >= EDGED
        if edged:
            yield Piece("│" if plain else "▏", code, code, "edge")
        name = _name(browser, node, width - 2) if named and edged and width >= NAMED else ""
        if name:
            yield Piece(name, code, code, "label")
        rest = width - edged - cell_len(name)
        if rest:
            yield Piece(fill * rest, code, code, ink)


def _name(browser: Browser, node: int, room: int) -> str:
    """The move, the value and the visits of a node, as far as there is room; empty where there is none."""
    label = node_title(browser.trace, node)
    if cell_len(label) > room:
        return set_cell_size(label, room - 1) + "…" if room > 2 else ""
    visits = browser.cursor.count_below(node)[0] + 1 if browser.cursor.phase(node) is not Phase.AHEAD else 0
    value = value_text(browser, node).replace(" ", "") if visits and not _is_pruned(browser, node) else ""
    for extra in (value, f"{visits:,}" if visits > 1 else ""):
        if extra and cell_len(label) + 1 + len(extra) <= room:
            label += " " + extra
    return label


def _is_pruned(browser: Browser, node: int) -> bool:
    return browser.trace.columns.status.item(node) == PRUNED


def marks(shown: Map, browser: Browser) -> list[Piece]:
    """The row above: where the selected node and that of the current step are, and which nodes the range is of.

    A number that a mark would stand in is left out: the rest of it would be another number.
    """
    width = shown.size[0]
    found = _pointers(shown, browser)
    row = [found.get(column, (" ", "scale")) for column in range(width)]
    ends = shown.breadth.nodes(np.array([shown.first, shown.first + shown.span - 1]))
    first, last = (f"{int(node):,}" for node in ends)
    for number, start in ((first, 0), (last, width - len(last))):
        cells = range(start, start + len(number))
        if start >= 0 and len(first) + len(last) < width and found.keys().isdisjoint(cells):
            row[start : start + len(number)] = [(digit, "scale") for digit in number]
    return [Piece(text, 0, 0, ink) for text, ink in row]


def _pointers(shown: Map, browser: Browser) -> dict[int, tuple[str, str]]:
    """By column, the marks of the current step's node and of the selected one, with arrows where they are outside."""
    width, found = shown.size[0], dict[int, tuple[str, str]]()
    for node, mark, ink in ((browser.cursor.node, "◆", "now"), (browser.selected, "❯", "pointer")):
        column = shown.column_of(node) if mark == "◆" else shown.column(shown.middle(node))
        if 0 <= column < width:
            if column in found:
                column += -1 if column else 1
            found[column] = mark, ink
        elif column < 0:
            found[0], found[1] = ("‹", ink), (mark, ink)
        else:
            found[width - 2], found[width - 1] = (mark, ink), ("›", ink)
    return {column: mark for column, mark in found.items() if 0 <= column < width}


def legend(width: int, *, plain: bool) -> list[Piece]:
    """What the colours mean; as many as fit."""
    found: list[Piece] = []
    for fate, name in NAMES.items():
        text = f" {name} "
        width -= 2 + len(text)
        if width < 0:
            break
        code = fate + 4 * TONE
        sample = Piece(GLYPHS[fate] * 2, code, code, "glyph") if plain else Piece("  ", code, code)
        found += [sample, Piece(text, 0, 0, "scale")]
    return found


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
