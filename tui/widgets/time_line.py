"""The lines at the top: what is explored, the whole search as a line of time, and a notice while there is one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from rich.text import Text
from textual.events import MouseDown, MouseMove, MouseUp
from textual.message import Message
from textual.reactive import reactive

from tracer.recording.columns import Ints
from tracer.text import clean
from tracer.tracing import Trace
from tui.model.browser import Browser
from tui.widgets.panel import Panel

HEIGHTS = "┄▁▂▃▄▅▆▇"
"""How many cutoffs a cell of the line stands for, from none to the most."""
LINE = 1
"""The row of the line of time."""
NOTICE = 2
"""The row of the notice."""


class Marks(NamedTuple):
    """The line of time without the place on it, and what it was drawn from."""

    trace: Trace
    hits: Ints
    found: Ints
    text: str


class TimeLine(Panel):
    """The source, the line of time, and a notice that says why a key did nothing.

    Where there is no row for the notice it stands over the source.
    """

    notice: reactive[str] = reactive("")
    """Shown until the next key."""
    playing: reactive[str] = reactive("")
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
        self._marks: Marks | None = None
        self._dragged = False

    def lines(self) -> list[Text]:
        """Three lines; or two."""
        low = self.size.height < NOTICE + 1
        title = self._noticed() if low and self.notice else self._title()
        return [title, self._line(), *([] if low else [self._noticed()])]

    def _title(self) -> Text:
        header, cursor = self.browser.trace.header, self.browser.cursor
        place = f"{self.playing}step {cursor.step:,} of {cursor.last:,}"
        title = header.title if self.source in header.title else f"{self.source}  {header.title}"
        stopped = f"  stopped {header.stopped}" if header.stopped else ""
        left = Text(f"plyscope  {title}", self.style_of("strong"), no_wrap=True)
        left.append(clean(stopped), self.style_of("cut"))
        left.truncate(max(self.size.width - len(place) - 2, 8), overflow="ellipsis", pad=True)
        return left.append("  " + place)

    def _line(self) -> Text:
        cursor, cells = self.browser.cursor, max(self.size.width, 1)
        here = self._cell(cursor.step, cells)
        marks = self._marked(cells)
        text = Text(marks[:here], self.style_of("strong"), no_wrap=True)
        text.append("┃", self.style_of("cut"))
        return text.append(marks[here + 1 :], self.style_of("about"))

    def _cell(self, step: int, cells: int) -> int:
        return step * (cells - 1) // max(self.browser.cursor.last, 1)

    def _marked(self, cells: int) -> str:
        """The line without the place on it: cutoffs by their number, ★ a new best move, • a hit, ! a finding."""
        trace, hits, found = self.browser.trace, self.browser.stops.steps, self.browser.findings.steps
        known = self._marks
        drawn = known is not None and known.trace is trace and known.hits is hits and known.found is found
        if known is None or not drawn or len(known.text) != cells:
            counts = np.bincount(self._cells(trace.landmarks.cutoff_steps, cells), minlength=cells)
            heights = np.ceil(counts * (len(HEIGHTS) - 1) / max(int(counts.max()), 1)).astype(int)
            line = np.array(list(HEIGHTS))[heights]
            line[self._cells(trace.landmarks.best_changes, cells)] = "★"
            line[self._cells(hits, cells)] = "•"
            line[self._cells(found, cells)] = "!"
            self._marks = known = Marks(trace, hits, found, "".join(line))
        return known.text

    def _cells(self, steps: Ints, cells: int) -> Ints:
        return steps.astype(np.int64) * (cells - 1) // max(self.browser.cursor.last, 1)

    def _noticed(self) -> Text:
        said = f"! {clean(self.notice, 400)}" if self.notice else ""
        text = Text(said, self.style_of("cut"), no_wrap=True)
        text.truncate(max(self.size.width, 1), overflow="ellipsis")
        return text

    def _request(self, x: int) -> None:
        cells = max(self.size.width, 1)
        share = min(max(x, 0), cells - 1) / max(cells - 1, 1)
        self.post_message(self.StepRequested(round(share * self.browser.cursor.last)))

    def on_mouse_down(self, event: MouseDown) -> None:
        """Begin to drag on the line."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.y == LINE:
            self._dragged = True
            self.capture_mouse()
            self._request(offset.x)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Drag."""
        if self._dragged:
            self._request(event.x - self.content_offset_x)

    def on_mouse_up(self, event: MouseUp) -> None:
        """Let go."""
        if self._dragged:
            self._dragged = False
            self.release_mouse()

    @property
    def content_offset_x(self) -> int:
        """Cells between the widget's edge and its text."""
        return self.gutter.left
