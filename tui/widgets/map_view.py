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
from textual.strip import Strip

from tracer.recording.columns import Array, Ints
from tracer.recording.status import PRUNED
from tracer.time.moments import Phase
from tui.model.browser import Browser
from tui.model.map_samples import TONE_COUNT, CellFate
from tui.model.node_text import node_title, value_text
from tui.model.recording_map import RecordingMap
from tui.widgets.canvas import Canvas, NodeClicked, TitleChanged, make_legible

ODD_SHADE_CODE, SELECTED_CODE, TONE_CODE = 64, 128, 8
"""Parts of a code, which is a fate plus so many times a tone, plus these where they hold."""
FATE_GLYPHS = {
    CellFate.NOTHING: " ",
    CellFate.AHEAD: "·",
    CellFate.PRUNED: "✗",
    CellFate.RETURNED: "░",
    CellFate.CUT: "▓",
    CellFate.OPEN: "█",
    CellFate.VARIATION: "★",
}
"""What tells fates apart where there are no colours."""
FATE_NAMES = {
    CellFate.VARIATION: "variation",
    CellFate.CUT: "cut",
    CellFate.RETURNED: "returned",
    CellFate.OPEN: "open",
    CellFate.PRUNED: "pruned branch",
    CellFate.AHEAD: "ahead",
}
"""What the legend says, the most important first."""
MIN_NAMED_WIDTH = 4
"""Columns from which on a block has a name."""
MIN_EDGED_WIDTH = 3
"""Columns from which on a block has an edge on its left."""


class MapPiece(NamedTuple):
    """Cells of a row that look alike."""

    text: str
    upper_code: int
    """The code of the upper half."""
    lower_code: int
    """And of the lower one."""
    ink_name: str = ""
    """What the text is: a `label`, an `edge`, a `glyph`, a mark; empty where it is the block itself."""


def draw_map_rows(map_model: RecordingMap, browser: Browser) -> list[list[MapPiece]]:
    """The rows of the plies."""
    map_cells, is_plain = map_model.draw_cells(), not map_model.can_halve_rows
    codes = map_cells.fates + map_cells.tones * TONE_CODE + map_cells.is_selected * SELECTED_CODE
    shaded_codes = codes + map_cells.is_odd_shade * ODD_SHADE_CODE
    ply_of_half_row = [ply for ply, height in enumerate(map_model.ply_heights) for _ in range(height)]
    text_rows: list[list[MapPiece]] = []
    for upper_ply, lower_ply in zip(ply_of_half_row[::2], ply_of_half_row[1::2], strict=True):
        if upper_ply != lower_ply:
            upper_codes, lower_codes = shaded_codes[upper_ply], shaded_codes[lower_ply]
            runs = _equal_runs(upper_codes, lower_codes)
            text_rows.append(
                [MapPiece("▀" * (end - begin), int(upper_codes[begin]), int(lower_codes[begin])) for begin, end in runs]
            )
        else:
            has_names = 2 * len(text_rows) == ply_of_half_row.index(upper_ply)
            nodes = map_cells.middle_nodes[upper_ply]
            pieces = _block_pieces(codes[upper_ply], nodes, browser, is_plain=is_plain, has_names=has_names)
            text_rows.append(list(pieces))
    return text_rows


def _equal_runs(*lines: Array) -> Iterator[tuple[int, int]]:
    is_change = np.logical_or.reduce([line[1:] != line[:-1] for line in lines])
    run_edges = [0, *(np.flatnonzero(is_change) + 1).tolist(), len(lines[0])]
    return pairwise(run_edges)


def _block_pieces(
    codes: Array, middle_nodes: Ints, browser: Browser, *, is_plain: bool, has_names: bool
) -> Iterator[MapPiece]:
    for begin, end in _equal_runs(codes, middle_nodes):
        code, width, node = int(codes[begin]), end - begin, int(middle_nodes[begin])
        fill, ink = (FATE_GLYPHS[CellFate(code % TONE_CODE)], "glyph") if is_plain else (" ", "")
        has_edge = node >= 0 and width >= MIN_EDGED_WIDTH
        if has_edge:
            yield MapPiece("│" if is_plain else "▏", code, code, "edge")
        name = _block_name(browser, node, width - 2) if has_names and has_edge and width >= MIN_NAMED_WIDTH else ""
        if name:
            yield MapPiece(name, code, code, "label")
        remaining_width = width - has_edge - cell_len(name)
        if remaining_width:
            yield MapPiece(fill * remaining_width, code, code, ink)


def _block_name(browser: Browser, node: int, name_width: int) -> str:
    """The move, the value and the visits of a node, as far as there is room; empty where there is none."""
    label = node_title(browser.trace, node)
    if cell_len(label) > name_width:
        return set_cell_size(label, name_width - 1) + "…" if name_width > 2 else ""
    visits = browser.cursor.count_below(node)[0] + 1 if browser.cursor.phase(node) is not Phase.AHEAD else 0
    is_visited = visits and browser.trace.columns.status[node] != PRUNED
    value = value_text(browser, node).replace(" ", "") if is_visited else ""
    for detail in (value, f"{visits:,}" if visits > 1 else ""):
        if detail and cell_len(label) + 1 + len(detail) <= name_width:
            label += " " + detail
    return label


def draw_mark_row(map_model: RecordingMap, browser: Browser) -> list[MapPiece]:
    """The row above: where the selected node and that of the current step are, and which nodes the range is of.

    A number that a mark would stand in is left out: the rest of it would be another number.
    """
    width = map_model.map_size[0]
    pointers = _pointers(map_model, browser)
    cells_of_row = [pointers.get(column, (" ", "scale")) for column in range(width)]
    end_nodes = map_model.node_positions.nodes_at(np.array([map_model.range_start, map_model.range_end - 1]))
    first_number, last_number = (f"{int(node):,}" for node in end_nodes)
    for node_number, first_column in ((first_number, 0), (last_number, width - len(last_number))):
        number_cells = range(first_column, first_column + len(node_number))
        has_room = first_column >= 0 and len(first_number) + len(last_number) < width
        if has_room and pointers.keys().isdisjoint(number_cells):
            cells_of_row[first_column : first_column + len(node_number)] = [(digit, "scale") for digit in node_number]
    return [MapPiece(text, 0, 0, ink) for text, ink in cells_of_row]


def _pointers(map_model: RecordingMap, browser: Browser) -> dict[int, tuple[str, str]]:
    """By column, the marks of the current step's node and of the selected one, with arrows where they are outside."""
    width, pointers = map_model.map_size[0], dict[int, tuple[str, str]]()
    for node, mark, ink in ((browser.cursor.node, "◆", "now"), (browser.selected, "❯", "pointer")):
        column = map_model.column_of(node) if mark == "◆" else map_model.column_at(map_model.visible_middle_of(node))
        if 0 <= column < width:
            if column in pointers:
                column += -1 if column else 1
            pointers[column] = mark, ink
        elif column < 0:
            pointers[0], pointers[1] = ("‹", ink), (mark, ink)
        else:
            pointers[width - 2], pointers[width - 1] = (mark, ink), ("›", ink)
    return {column: mark for column, mark in pointers.items() if 0 <= column < width}


def draw_legend(width: int, *, is_plain: bool) -> list[MapPiece]:
    """What the colours mean; as many as fit."""
    pieces: list[MapPiece] = []
    for fate, name in FATE_NAMES.items():
        text = f" {name} "
        width -= 2 + len(text)
        if width < 0:
            break
        code = fate + 4 * TONE_CODE
        sample = MapPiece(FATE_GLYPHS[fate] * 2, code, code, "glyph") if is_plain else MapPiece("  ", code, code)
        pieces += [sample, MapPiece(text, 0, 0, "scale")]
    return pieces


MapRow = tuple[MapPiece, ...]
"""A row of the map: its pieces."""
INK_STYLES = ("label", "edge", "scale", "pointer", "now")
"""Styles of what is written."""
MIN_COLOUR_SHARE = 0.35
"""How much of its colour a cell has of which little is filled."""
ODD_SHADE = 0.22
"""How much every other node is paler."""
MIN_HEIGHT_WITH_LEGEND = 8
"""Rows from which on there is a legend."""
WHEEL_ZOOM = 1.5
"""How many times shorter the range is after the wheel was turned by one."""


class MapView(Canvas[MapRow], can_focus=True, inherit_bindings=False):
    """A map of a browser's recording. Its keys are the screen's; it reports clicks, and moves by the mouse."""

    PREFIX = "map"
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"map--{fate.name.lower()}" for fate in CellFate if fate is not CellFate.NOTHING),
        *(f"map--{ink}" for ink in (*INK_STYLES, "chosen")),
    }

    def __init__(self, browser: Browser, map_model: RecordingMap) -> None:
        super().__init__()
        self.browser, self.map = browser, map_model
        self._drag_start: tuple[int, float] | None = None
        """Where the mouse was pressed, and where the range began then."""
        self._was_dragged = False

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size."""
        self.sync()

    @property
    def _has_legend(self) -> bool:
        return self.size.height >= MIN_HEIGHT_WITH_LEGEND

    def sync(self) -> None:
        """Show what the browser says now."""
        if self.size.area:
            self.update()
            self.post_message(TitleChanged())

    def make_looks(self) -> list[MapRow]:
        """The marks, the plies and the legend."""
        width, height, is_plain = self.size.width, self.size.height - 1 - self._has_legend, self.app.no_color
        if height < 1 or not width:
            return []
        self.map.map_size, self.map.can_halve_rows = (width, height), not is_plain
        plies = draw_map_rows(self.map, self.browser)[:height]
        row_pieces = [draw_mark_row(self.map, self.browser), *plies, *([] for _ in range(height - len(plies)))]
        if self._has_legend:
            row_pieces.append(draw_legend(width, is_plain=is_plain))
        return [tuple(row) for row in row_pieces]

    def paint(self, look: MapRow, width: int) -> Strip:
        """One row of the map."""
        segments = []
        for piece in look:
            key = piece[1:]
            if key not in self._styles:
                self._styles[key] = self._segment_style(*key)
            segments.append(Segment(piece.text, self._styles[key]))
        return Strip(segments).adjust_cell_length(width, self.base)

    def _segment_style(self, upper_code: int, lower_code: int, ink_name: str) -> Style:
        """The style of a piece: its upper half is the colour of the text, unless something is written in it."""
        if not ink_name:
            return Style(
                color=self._colour_of_code(upper_code).rich_color, bgcolor=self._colour_of_code(lower_code).rich_color
            )
        ground = self._colour_of_code(lower_code)
        if not self.map.can_halve_rows and ink_name in ("glyph", "edge", "label"):
            text_style = Style(bold=True) if ink_name == "label" else Style(color=ground.rich_color)
            return self.base + text_style + Style(reverse=bool(lower_code & SELECTED_CODE))
        colour = ground.get_contrast_text(1) if ink_name == "label" else self._background
        if ink_name in ("label", "edge"):
            return Style(color=colour.rich_color, bgcolor=ground.rich_color, bold=ink_name == "label")
        return make_legible(self.style_of(ink_name), ink_name, Style(bgcolor=ground.rich_color))

    @property
    def _background(self) -> Color:
        ground: Color = self.background_colors[1]
        return ground

    def _colour_of_code(self, code: int) -> Color:
        fate = CellFate(code % TONE_CODE)
        if fate is CellFate.NOTHING:
            return self._background
        fate_colour, selected_colour = (
            self.get_component_styles(f"map--{name}").color for name in (fate.name.lower(), "chosen")
        )
        full_colour = self._background.blend(fate_colour, fate_colour.a, 1)
        if code & SELECTED_CODE:
            return full_colour.blend(selected_colour, selected_colour.a, 1)
        colour_share = MIN_COLOUR_SHARE + (1 - MIN_COLOUR_SHARE) * (code % ODD_SHADE_CODE // TONE_CODE) / TONE_COUNT
        return self._background.blend(full_colour, colour_share - (ODD_SHADE if code & ODD_SHADE_CODE else 0), 1)

    # The mouse.

    def _pointer_share(self, event: MouseEvent) -> float:
        return (event.x + 0.5) / max(self.size.width, 1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go nearer to what is under the pointer."""
        event.stop()
        self.map.zoom(WHEEL_ZOOM, self._pointer_share(event))
        self.sync()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go further away from it."""
        event.stop()
        self.map.zoom(1 / WHEEL_ZOOM, self._pointer_share(event))
        self.sync()

    def on_mouse_down(self, event: MouseDown) -> None:
        """Begin to drag."""
        self._drag_start, self._was_dragged = (event.x, self.map.range_start), False
        self.capture_mouse()

    def on_mouse_move(self, event: MouseMove) -> None:
        """Drag the range along."""
        if self._drag_start is None or event.x == self._drag_start[0]:
            return
        self._was_dragged = True
        x, first = self._drag_start
        self.map.pan(first + (x - event.x) * self.map.range_length / max(self.size.width, 1) - self.map.range_start)
        self.sync()

    def on_mouse_up(self, event: MouseUp) -> None:
        """Let go."""
        self._drag_start = None
        self.release_mouse()

    def on_click(self, event: Click) -> None:
        """Say which node was clicked."""
        if self._was_dragged or event.y < 1:
            return
        row = event.y - 1
        ply_of_half_row = [ply for ply, height in enumerate(self.map.ply_heights) for _ in range(height)]
        node = self.map.node_at(event.x, ply_of_half_row[2 * row]) if 2 * row < len(ply_of_half_row) else None
        if node is not None:
            self.post_message(NodeClicked(self.browser, node, toggles=event.chain > 1))
