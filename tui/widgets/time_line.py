"""The lines at the top: what is explored, the whole search as a line of time, and a notice while there is one."""

from __future__ import annotations

from operator import is_
from pathlib import Path
from typing import NamedTuple

from rich.text import Text
from textual.events import MouseDown, MouseMove, MouseUp
from textual.message import Message
from textual.reactive import var

from tracer.text import clean
from tracer.tracing import Trace
from tui.model.browser import Browser
from tui.model.explorer_state import SuccessNotice
from tui.model.time_scale import HEIGHTS, MarkedSteps, ShownRange, draw_move_row, draw_time_line
from tui.widgets.canvas import Panel

TIME_LINE_ROW = 1
"""The row of the line of time."""
NOTICE_ROW = 2
"""The row of the notice."""


class DrawnTimeLine(NamedTuple):
    """The line of time and its scale without the place on it, and what they were drawn from."""

    trace: Trace
    marked_steps: MarkedSteps
    shown_range: ShownRange
    line_text: str
    move_row: str


class TimeLine(Panel):
    """The source, the line of time, and its scale: the moves. A notice stands over the scale, or over the source.

    Clicks and drags go through time; the wheel shows less of it and more.
    """

    notice: var[str] = var("")
    """Shown until the next key."""
    playing: var[str] = var("")
    """How fast and which way the search plays."""

    class StepRequested(Message):
        """A place on the line was clicked or dragged to."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

        def can_replace(self, message: Message) -> bool:
            """Only the last place of a drag matters."""
            return isinstance(message, TimeLine.StepRequested)

    def __init__(self, browser: Browser, source: str) -> None:
        super().__init__(browser)
        self.source = clean(source)
        self._cached_line: DrawnTimeLine | None = None
        self._is_dragging = False

    def lines(self) -> list[Text]:
        """Three lines; or two."""
        is_low = self.size.height < NOTICE_ROW + 1
        title = self._notice_text() if is_low and self.notice else self._title_text()
        last_row = (
            self._notice_text()
            if self.notice
            else Text(self._current_line().move_row, self.style_of("about"), no_wrap=True)
        )
        return [title, self._line_with_cursor(), *([] if is_low else [last_row])]

    def _title_text(self) -> Text:
        header, cursor = self.browser.trace.header, self.browser.cursor
        first_step, last_step, _ = self.browser.scale.shown_range(1)
        range_text = "" if self.browser.scale.is_whole else f" · {first_step:,}–{last_step:,}"
        step_text = f"{self.playing}step {cursor.step:,} of {cursor.last:,}{range_text}"
        # A tree is called by its file, or was typed.
        has_source_in_title = (
            self.source in header.title or self.source[:1] in ("[", "{") or header.name == Path(self.source).stem
        )
        title = header.title if has_source_in_title else f"{self.source}  {header.title}"
        stop_text = f"  stopped {header.stopped}" if header.stopped else ""
        title_text = Text(f"plyscope  {title}", self.style_of("strong"), no_wrap=True)
        title_text.append(clean(stop_text), self.style_of("cut"))
        title_text.truncate(max(self.size.width - len(step_text) - 2, 8), overflow="ellipsis", pad=True)
        return title_text.append("  " + step_text)

    def _line_with_cursor(self) -> Text:
        time_line = self._current_line()
        cursor_cell = time_line.shown_range.cell_of(self.browser.cursor.step)
        text = Text(time_line.line_text[:cursor_cell], self.style_of("strong"), no_wrap=True)
        text.append("┃", self.style_of("cut"))
        rest_of_line = (
            time_line.line_text[cursor_cell + 1 :]
            if self.browser.predicting is None
            else HEIGHTS[0] * (len(time_line.line_text) - cursor_cell - 1)
        )
        return text.append(rest_of_line, self.style_of("about"))

    def _current_line(self) -> DrawnTimeLine:
        """The line and its scale, drawn anew where something else is shown than before."""
        browser, cached = self.browser, self._cached_line
        trace, bookmarked_steps = browser.trace, browser.places.marked.steps
        marked_steps = MarkedSteps(
            browser.finder.hits.steps, browser.stops.hit_steps, browser.findings.steps, bookmarked_steps
        )
        shown_range = browser.scale.shown_range(max(self.size.width, 1))
        is_unchanged = cached is not None and cached.trace is trace and all(map(is_, cached.marked_steps, marked_steps))
        if cached is None or not is_unchanged or cached.shown_range != shown_range:
            line_text = draw_time_line(browser.cursor, shown_range, marked_steps)
            move_row = draw_move_row(trace, shown_range)
            self._cached_line = cached = DrawnTimeLine(trace, marked_steps, shown_range, line_text, move_row)
        return cached

    def _notice_text(self) -> Text:
        mark, style = ("•", "strong") if isinstance(self.notice, SuccessNotice) else ("!", "cut")
        text = Text(f"{mark} {clean(self.notice, 400)}", self.style_of(style), no_wrap=True)
        text.truncate(max(self.size.width, 1), overflow="ellipsis")
        return text

    def _request_step_at(self, x: int) -> None:
        self.post_message(self.StepRequested(self._current_line().shown_range.step_at(x)))

    def scroll(self, pages: int) -> None:
        """The wheel shows more of the time, or less."""
        (self.browser.scale.zoom_out if pages > 0 else self.browser.scale.zoom_in)()
        self.refresh()

    def on_mouse_down(self, event: MouseDown) -> None:
        """Begin to drag on the line."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.y == TIME_LINE_ROW:
            self._is_dragging = True
            self.capture_mouse()
            self._request_step_at(offset.x)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Drag."""
        if self._is_dragging:
            self._request_step_at(event.x - self.gutter.left)

    def on_mouse_up(self, event: MouseUp) -> None:
        """Let go."""
        if self._is_dragging:
            self._is_dragging = False
            self.release_mouse()
