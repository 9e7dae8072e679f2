"""The position at the selected node."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from textwrap import wrap

from rich.cells import cell_len
from rich.text import Text

from tracer.errors import PlyscopeError
from tracer.game import show
from tracer.text import clean, clean_lines
from tracer.trace import Trace
from tui.panel import Panel

POSITIONS = 256
"""Boards that are kept, so that going back and forth replays nothing."""

MESSAGE_WIDTH = 22
"""Columns of a message in place of a board: the panel is narrow."""


@lru_cache(maxsize=POSITIONS)
def position(trace: Trace, node: int) -> tuple[str, ...]:
    """A node's position as lines of text, or why there is none."""
    if trace.game is None:
        return ("this trace has no game,", "so no positions")
    try:
        return tuple(clean_lines(show(trace.game, trace.state(node))))
    except PlyscopeError as error:
        return _told(str(error))


def _told(problem: str) -> tuple[str, ...]:
    return tuple(wrap(clean(problem), MESSAGE_WIDTH))


class Board(Panel):
    """The position at the selected node."""

    def extent(self) -> Hashable:
        """The board's height and width."""
        lines = position(self.browser.trace, self.browser.selected)
        return len(lines), max(map(cell_len, lines), default=0)

    def render(self) -> Text:
        """The board as the game draws it."""
        return Text("\n".join(position(self.browser.trace, self.browser.selected)))
