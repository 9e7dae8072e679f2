"""The selected node in words."""

from __future__ import annotations

from collections.abc import Hashable

from rich.table import Table
from rich.text import Text
from textual.geometry import Size

from tracer.explain import describe
from tui.panel import Panel


class Details(Panel):
    """The facts about the selected node at the current step."""

    def extent(self) -> Hashable:
        """Its height."""
        return self.get_content_height(self.container_size, self.app.size, self.size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the facts take, but never fewer than there is room for: most steps need no new layout."""
        options = self.app.console.options.update_width(max(width, 1))
        return max(len(self.app.console.render_lines(self.render(), options)), container.height)

    def render(self) -> Table:
        """One fact a line: what it is about, and the sentence."""
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True)
        table.add_column(ratio=1)
        for fact in describe(self.browser.trace, self.browser.selected, self.browser.cursor.step):
            table.add_row(Text(fact.about, self.style_of("about")), Text(fact.text, self.style_of(fact.kind)))
        return table
