"""A call that is stepped line by line, while the recording stands still."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.history import Place

if TYPE_CHECKING:
    from tracer.stepping.inside import Inside, Line


class Watched:
    """A call, and the line in it that one looks at.

    Args:
        found: its lines.
        at: where one is in the recording; as soon as one is elsewhere, the call is not looked at.
    """

    def __init__(self, found: Inside, at: Place) -> None:
        self.found, self.at = found, at
        self.number = 0
        """The number of the line's moment, from 0."""

    @property
    def line(self) -> Line:
        """The moment that one looks at."""
        return self.found.lines[self.number]

    def step_forward(self) -> str:
        """The next line."""
        if self.number == len(self.found.lines) - 1:
            return "no more lines were watched" if self.found.more else "the call ends here; esc leaves it"
        self.number += 1
        return ""

    def step_back(self) -> str:
        """The line before."""
        if not self.number:
            return "the call begins here; esc leaves it"
        self.number -= 1
        return ""
