"""What can go wrong, one class for each thing a caller would do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.tracing import Trace


class PlyscopeError(Exception):
    """Something the user can put right; the message says what, where and how."""


class GameError(PlyscopeError):
    """The rules of a game misbehaved during a search."""

    trace: Trace | None = None
    """What had been recorded until then; None when the search was not recorded."""


class TraceFileError(PlyscopeError):
    """A file is not a trace, is damaged, or cannot be read or written."""


class SearchInterrupted(KeyboardInterrupt):
    """Ctrl-C during a recorded search: still a KeyboardInterrupt, but nothing is lost."""

    trace: Trace
    """What had been recorded until then; its unfinished nodes are OPEN."""

    def __init__(self, trace: Trace) -> None:
        super().__init__("the search was interrupted")
        self.trace = trace
