"""Visited against pruned: up to the current step, and in the end."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text
from textual.app import RenderResult

from tui.panel import Panel

NAMES = ("visited", "leaves", "cutoffs", "pruned branches")
"""What a `Tally` counts, in its order."""


class Counts(Panel):
    """The counts. Pruned *branches* are moves that cutoffs skipped; the nodes below them were never seen."""

    def render(self) -> RenderResult:
        """A table, or one line where there is room for one only."""
        return self._table() if self.size.height > 1 else self._one_line()

    def _rows(self) -> list[tuple[str, int, int]]:
        cursor = self.browser.cursor
        return list(zip(NAMES, cursor.tally, cursor.total, strict=True))

    def _one_line(self) -> Text:
        text = Text(no_wrap=True, overflow="ellipsis")
        for name, now, total in self._rows():
            if name == "leaves":
                continue
            text.append(f"{name} ", self.style_of("about"))
            text.append(f"{now:,}", self.style_of("strong"))
            text.append(f" of {total:,}   " if now != total else "   ")
        return text

    def _table(self) -> Table:
        table = Table.grid(padding=(0, 2))
        for justify in ("left", "right", "right"):
            table.add_column(justify=justify)
        about = self.style_of("about")
        table.add_row("", Text("so far", about), Text("in the end", about))
        for name, now, total in self._rows():
            table.add_row(Text(name, about), Text(f"{now:,}", self.style_of("strong")), Text(f"{total:,}"))
        return table
