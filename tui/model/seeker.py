"""What goes from place to place of a recording: what finding, breakpoints and findings ask of the explorer."""

from __future__ import annotations

from typing import Protocol

from tracer.tracing import Trace
from tui.model.cursor import Cursor
from tui.model.later import Later


class Seeker(Protocol):
    """A step and a selected node that can be set."""

    @property
    def trace(self) -> Trace:
        """The recording."""

    @property
    def cursor(self) -> Cursor:
        """The place in time."""

    @property
    def selected(self) -> int:
        """The selected node."""

    @property
    def later(self) -> Later:
        """Who works out what takes long."""

    def select(self, node: int) -> str:
        """Select a node; gives a notice where that did not go as wished."""
