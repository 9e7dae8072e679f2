"""The title of one of two searches: which it is, what came of it, and how far it is at this step."""

from __future__ import annotations

from rich.text import Text

from tui.model.browser import Browser
from tui.model.standing import standing
from tui.widgets.panel import Panel


class SideTitle(Panel):
    """Three lines above a tree; the tree that has the keys has a pointer."""

    def __init__(self, name: str, browser: Browser, file: str) -> None:
        super().__init__(browser, id=f"title-{name}")
        self._letter, self._file = name, file
        self.active = False
        """Whether its tree has the keys."""

    def lines(self) -> list[Text]:
        """The file and the search, its visits, its cutoffs."""
        lead = f"{'❯' if self.active else ' '} {self._letter} "
        style = self.style_of("strong" if self.active else "about")
        first, *rest = standing(self.browser, max(self.size.width - len(lead), 1), self._file)
        return [Text(lead + first, style), *(Text(" " * len(lead) + line, style) for line in rest)]
