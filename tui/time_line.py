"""The two lines at the top: what is explored, and where in time."""

from __future__ import annotations

from rich.text import Text
from textual.reactive import reactive

from tracer.explain import event
from tracer.text import clean
from tui.browser import Browser
from tui.panel import Panel

BAR = 8
"""The bar that shows how far the search had come takes one cell in so many."""


class TimeLine(Panel):
    """The source, the step, and what happens there; or a notice that says why a key did nothing."""

    notice: reactive[str] = reactive("")
    """Shown in place of the event until the next key."""

    def __init__(self, browser: Browser, source: str) -> None:
        super().__init__(browser)
        self.source = clean(source)

    def render(self) -> Text:
        """Two lines."""
        return Text("\n").join([self._title(), self._moment()])

    def _title(self) -> Text:
        header, cursor = self.browser.trace.header, self.browser.cursor
        place = f"step {cursor.step:,} of {cursor.last:,} {self._bar()}"
        title = header.title if self.source in header.title else f"{self.source}  {header.title}"
        stopped = f"  stopped {header.stopped}" if header.stopped else ""
        left = Text(f"plyscope  {title}", self.style_of("strong"), no_wrap=True)
        left.append(clean(stopped), self.style_of("cut"))
        left.truncate(max(self.size.width - len(place) - 2, 8), overflow="ellipsis", pad=True)
        return left.append("  " + place)

    def _bar(self) -> str:
        cursor, cells = self.browser.cursor, self.size.width // BAR
        done = cells if cursor.last == 0 else round(cells * cursor.step / cursor.last)
        return "━" * done + "┄" * (cells - done)

    def _moment(self) -> Text:
        if self.notice:
            text = Text(f"! {self.notice}", self.style_of("cut"), no_wrap=True)
        else:
            text = Text(f"◆ {event(self.browser.trace, self.browser.cursor.step)}", no_wrap=True)
        text.truncate(max(self.size.width, 1), overflow="ellipsis")
        return text
