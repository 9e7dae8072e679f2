"""The call stack with its windows: the open path, each frame's (α, β) as it is now, as a bar on one number line."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text
from textual.events import Click
from textual.message import Message

from tracer.text import ends_text, number
from tracer.time.moments import Event, Frame, frame
from tracer.tracing import Trace
from tracer.why.code_at_step import executing_node
from tui.model.bars import Scale, Window
from tui.model.node_text import PLAYERS, number_at, shorten, visits_at
from tui.widgets.panel import Panel

NAME = 10
"""Cells of a frame's move at most."""
SHORTEST = 8
"""Cells a bar needs to be worth drawing."""
FRAMES = 10
"""Frames that room is asked for."""


class Stack(Panel):
    """The frames of the open path, root first; a click selects one."""

    LEAST = 3

    class FrameClicked(Message):
        """A frame was clicked."""

        def __init__(self, node: int) -> None:
            super().__init__()
            self.node = node

    def rows_needed(self, width: int) -> int:
        """A line a frame, and the number line."""
        trace, cursor = self.browser.trace, self.browser.cursor
        return min(int(trace.columns.ply[executing_node(trace, cursor.step)]) + 1, FRAMES) + 1

    def _open_path(self) -> tuple[list[int], int]:
        """The nodes of the path that have room, the root and the last ones; and how many between them have none."""
        trace, cursor = self.browser.trace, self.browser.cursor
        path = trace.ancestry(executing_node(trace, cursor.step))
        room = max(self.size.height - 1, 2)
        if len(path) <= room:
            return path, 0
        kept = path[len(path) - max(room - 2, 1) :]
        return [0, *kept], len(path) - 1 - len(kept)

    def lines(self) -> list[Text]:
        """A line a frame, and the number line below."""
        trace, cursor = self.browser.trace, self.browser.cursor
        path, left_out = self._open_path()
        frames = [frame(trace, node, cursor.step) for node in path]
        value = float(trace.columns.value[cursor.node])
        returned = value if cursor.event is Event.RETURNED and value == value else None
        room = self.size.width - NAME - 4
        windows = [Window.of(trace, one.node, one.alpha, one.beta) for one in frames]
        numbers = [*(x for one in windows for x in one.numbers), *(one.best for one in frames if one.best is not None)]
        labels = max((len(one.ends) for one in windows), default=0) + 1
        cells = room - labels if trace.header.windowed and room - labels >= SHORTEST else 0
        scale = Scale.over([*numbers, *([] if returned is None else [returned])], cells)
        lines = [self._frame(trace, one, window, scale, returned) for one, window in zip(frames, windows, strict=True)]
        if left_out:
            lines.insert(1, Text(f"   … {left_out:,} frame{'s' if left_out > 1 else ''}", self.style_of("about")))
        if cells and len(lines) < self.size.height:
            lines.append(self._axis(scale, self.size.width - cells))
        return lines

    def _frame(self, trace: Trace, one: Frame, window: Window, scale: Scale, returned: float | None) -> Text:
        cursor = self.browser.cursor
        glyph, player = PLAYERS[int(trace.columns.turn[one.node])]
        fitted = shorten(trace.label(one.node) if one.node else "root", NAME)
        here = one.node == self.browser.selected
        text = Text(no_wrap=True, overflow="crop")
        text.append("❯" if here else " ", self.style_of("strong"))
        text.append(f"{glyph} ", self.style_of(player))
        text.append(fitted + " " * (NAME + 1 - cell_len(fitted)), self.style_of("strong" if here else ""))
        shown = returned if one.node in (cursor.node, int(trace.columns.parent[cursor.node])) else None
        if trace.columns.log is not None:
            said = [number_at(trace, one.node, cursor.step), *visits_at(trace, one.node, cursor.step)]
            return text.append(" · ".join(said))
        if not trace.header.windowed:
            word = "best" if trace.columns.turn[one.node] else "so far"
            best = "…" if one.best is None else f"{word} {number(one.best)}"
            return text.append(best if shown is None or one.node != cursor.node else f"returned {number(shown)}")
        text.append(window.ends, self.style_of("cut" if window.closed else "about"))
        if scale.cells:
            text.append(" " * (self.size.width - scale.cells - text.cell_len))
            look = self.style_of("cut" if window.closed else "strong" if here else "")
            text.append(window._replace(point=shown).bar(scale), look)
        return text

    def _axis(self, scale: Scale, indent: int) -> Text:
        low, high = ends_text(scale.low, scale.high)
        if scale.low == scale.high:
            return Text(" " * (indent + scale.place(scale.low)) + low, self.style_of("about"), no_wrap=True)
        first, last = scale.place(scale.low), scale.place(scale.high)
        gap = last + 1 - first - len(low) - len(high)
        return Text(" " * (indent + first) + low + " " * max(gap, 1) + high, self.style_of("about"), no_wrap=True)

    def on_click(self, event: Click) -> None:
        """Say which frame was clicked."""
        offset = event.get_content_offset(self)
        path, left_out = self._open_path()
        rows: list[int | None] = [path[0], *([None] if left_out else []), *path[1:]]
        if offset is not None and offset.y < len(rows) and (node := rows[offset.y]) is not None:
            self.post_message(self.FrameClicked(node))
