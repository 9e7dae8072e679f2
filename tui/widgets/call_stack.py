"""The call stack with its windows: the open path, each frame's (α, β) as it is now, as a bar on one number line."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text
from textual.events import Click

from tracer.text import ends_text, number
from tracer.time.moments import Event, Frame, frame
from tracer.tracing import Trace
from tracer.why.code_at_step import executing_node
from tracer.why.explain_best_first import format_log_value
from tracer.why.sentences import format_count
from tui.model.explorer_state import PLAYER_SIGNS
from tui.model.node_text import shorten, visit_count_texts
from tui.model.window_bars import MIN_BAR_WIDTH, NodeWindow, NumberLine
from tui.widgets.canvas import NodeClicked, Panel

MAX_MOVE_WIDTH = 10
"""Cells of a frame's move at most."""
MAX_FRAME_ROWS = 10
"""Frames that room is asked for."""


class Stack(Panel):
    """The frames of the open path, root first; a click selects one."""

    LEAST = 3

    def rows_needed(self, width: int) -> int:
        """A line a frame, and the number line."""
        trace, cursor = self.browser.trace, self.browser.cursor
        return min(int(trace.columns.ply[executing_node(trace, cursor.step)]) + 1, MAX_FRAME_ROWS) + 1

    def _shown_path(self) -> tuple[list[int], int]:
        """The nodes of the path that have room, the root and the last ones; and how many between them have none."""
        trace, cursor = self.browser.trace, self.browser.cursor
        path = trace.ancestry(executing_node(trace, cursor.step))
        frame_room = max(self.size.height - 1, 2)
        if len(path) <= frame_room:
            return path, 0
        last_frames = path[len(path) - max(frame_room - 2, 1) :]
        return [0, *last_frames], len(path) - 1 - len(last_frames)

    def lines(self) -> list[Text]:
        """A line a frame, and the number line below."""
        trace, cursor = self.browser.trace, self.browser.cursor
        path, left_out = self._shown_path()
        frames = [frame(trace, node, cursor.step) for node in path]
        value = float(trace.columns.value[cursor.node])
        returned_value = value if cursor.event is Event.RETURNED and value == value else None
        windows = [
            NodeWindow.at_node(trace, shown_frame.node, shown_frame.alpha, shown_frame.beta) for shown_frame in frames
        ]
        ends = [end for window in windows for end in window.scale_values]
        values = [value for value in (returned_value, *(one.best for one in frames)) if value is not None]
        label_width = max((len(window.ends_text) for window in windows), default=0) + 1
        bar_width = self.size.width - MAX_MOVE_WIDTH - 4 - label_width
        bar_width = bar_width if trace.header.windowed and bar_width >= MIN_BAR_WIDTH else 0
        number_line = NumberLine.spanning([*ends, *values], bar_width)
        lines = [
            self._draw_frame(trace, shown_frame, window, number_line, returned_value)
            for shown_frame, window in zip(frames, windows, strict=True)
        ]
        if left_out:
            lines.insert(1, Text(f"   … {format_count(left_out, 'frame')}", self.style_of("about")))
        if bar_width and len(lines) < self.size.height:
            lines.append(self._draw_number_line(number_line, self.size.width - bar_width))
        return lines

    def _draw_frame(
        self, trace: Trace, frame_: Frame, window: NodeWindow, number_line: NumberLine, returned: float | None
    ) -> Text:
        cursor = self.browser.cursor
        glyph, player = PLAYER_SIGNS[int(trace.columns.turn[frame_.node])]
        label = shorten(trace.label(frame_.node) if frame_.node else "root", MAX_MOVE_WIDTH)
        is_selected = frame_.node == self.browser.selected
        text = Text(no_wrap=True, overflow="crop")
        text.append("❯" if is_selected else " ", self.style_of("strong"))
        text.append(f"{glyph} ", self.style_of(player))
        text.append(
            label + " " * (MAX_MOVE_WIDTH + 1 - cell_len(label)), self.style_of("strong" if is_selected else "")
        )
        shown_value = returned if frame_.node in (cursor.node, int(trace.columns.parent[cursor.node])) else None
        if trace.columns.log is not None:
            texts = [
                format_log_value(trace, frame_.node, cursor.step),
                *visit_count_texts(trace, frame_.node, cursor.step),
            ]
            return text.append(" · ".join(texts))
        if not trace.header.windowed:
            word = "best" if trace.columns.turn[frame_.node] else "so far"
            best = "…" if frame_.best is None else f"{word} {number(frame_.best)}"
            return text.append(
                best if shown_value is None or frame_.node != cursor.node else f"returned {number(shown_value)}"
            )
        text.append(window.ends_text, self.style_of("cut" if window.is_closed else "about"))
        if number_line.cells:
            text.append(" " * (self.size.width - number_line.cells - text.cell_len))
            bar_style = self.style_of("cut" if window.is_closed else "strong" if is_selected else "")
            text.append(window._replace(returned_value=shown_value).draw_bar(number_line), bar_style)
        return text

    def _draw_number_line(self, number_line: NumberLine, indent: int) -> Text:
        low, high = ends_text(number_line.low, number_line.high)
        if number_line.low == number_line.high:
            return Text(
                " " * (indent + number_line.cell_of(number_line.low)) + low, self.style_of("about"), no_wrap=True
            )
        first, last = number_line.cell_of(number_line.low), number_line.cell_of(number_line.high)
        gap = last + 1 - first - len(low) - len(high)
        return Text(" " * (indent + first) + low + " " * max(gap, 1) + high, self.style_of("about"), no_wrap=True)

    def on_click(self, event: Click) -> None:
        """Say which frame was clicked."""
        offset = event.get_content_offset(self)
        path, left_out = self._shown_path()
        rows: list[int | None] = [path[0], *([None] if left_out else []), *path[1:]]
        if offset is not None and offset.y < len(rows) and (node := rows[offset.y]) is not None:
            self.post_message(NodeClicked(self.browser, node, is_in_panel=True))
