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
from tui.model.notice import Report
from tui.model.scale import HEIGHTS, Sights, Stretch, boundaries, marks
from tui.widgets.panel import Panel

LINE = 1
"""The row of the line of time."""
NOTICE = 2
"""The row of the notice."""


class Drawn(NamedTuple):
    """The line of time and its scale without the place on it, and what they were drawn from."""

    trace: Trace
    sights: Sights
    stretch: Stretch
    marks: str
    scale: str


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
        self._drawn: Drawn | None = None
        self._dragged = False

    def lines(self) -> list[Text]:
        """Three lines; or two."""
        low = self.size.height < NOTICE + 1
        title = self._noticed() if low and self.notice else self._title()
        below = self._noticed() if self.notice else Text(self._draw().scale, self.style_of("about"), no_wrap=True)
        return [title, self._line(), *([] if low else [below])]

    def _title(self) -> Text:
        header, cursor = self.browser.trace.header, self.browser.cursor
        first, last, _ = self.browser.scale.stretch(1)
        shown = "" if self.browser.scale.whole else f" · {first:,}–{last:,}"
        place = f"{self.playing}step {cursor.step:,} of {cursor.last:,}{shown}"
        # A tree is called by its file, or was typed.
        named = self.source in header.title or self.source[:1] in ("[", "{") or header.name == Path(self.source).stem
        title = header.title if named else f"{self.source}  {header.title}"
        stopped = f"  stopped {header.stopped}" if header.stopped else ""
        left = Text(f"plyscope  {title}", self.style_of("strong"), no_wrap=True)
        left.append(clean(stopped), self.style_of("cut"))
        left.truncate(max(self.size.width - len(place) - 2, 8), overflow="ellipsis", pad=True)
        return left.append("  " + place)

    def _line(self) -> Text:
        drawn = self._draw()
        here = drawn.stretch.cell(self.browser.cursor.step)
        text = Text(drawn.marks[:here], self.style_of("strong"), no_wrap=True)
        text.append("┃", self.style_of("cut"))
        ahead = (
            drawn.marks[here + 1 :] if self.browser.predicting is None else HEIGHTS[0] * (len(drawn.marks) - here - 1)
        )
        return text.append(ahead, self.style_of("about"))

    def _draw(self) -> Drawn:
        """The line and its scale, drawn anew where something else is shown than before."""
        browser, known = self.browser, self._drawn
        trace, kept = browser.trace, browser.places.marks.steps
        sights = Sights(browser.finder.hits.steps, browser.stops.steps, browser.findings.steps, kept)
        stretch = browser.scale.stretch(max(self.size.width, 1))
        same = known is not None and known.trace is trace and all(map(is_, known.sights, sights))
        if known is None or not same or known.stretch != stretch:
            line, scale = marks(browser.cursor, stretch, sights), boundaries(trace, stretch)
            self._drawn = known = Drawn(trace, sights, stretch, line, scale)
        return known

    def _noticed(self) -> Text:
        mark, style = ("•", "strong") if isinstance(self.notice, Report) else ("!", "cut")
        text = Text(f"{mark} {clean(self.notice, 400)}", self.style_of(style), no_wrap=True)
        text.truncate(max(self.size.width, 1), overflow="ellipsis")
        return text

    def _request(self, x: int) -> None:
        self.post_message(self.StepRequested(self._draw().stretch.step(x)))

    def scroll(self, pages: int) -> None:
        """The wheel shows more of the time, or less."""
        (self.browser.scale.zoom_out if pages > 0 else self.browser.scale.zoom_in)()
        self.refresh()

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
