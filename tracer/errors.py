"""What can go wrong, one class for each thing a caller would do about it."""

from __future__ import annotations

from typing import Any


class PlyscopeError(Exception):
    """Something the user can put right; the message says what, where and how."""


class GameError(PlyscopeError):
    """The rules of a game misbehaved during a search."""

    trace: Any = None
    """The `tracer.Trace` of what had been recorded until then; None when the search was not recorded."""


class Cancelled(PlyscopeError):  # noqa: N818  # nothing is wrong
    """Some work was cancelled, as asked."""


class TraceFileError(PlyscopeError):
    """A file is not a trace, is damaged, or cannot be read or written."""


class Signal(BaseException):
    """Passes through the functions of a game without being their fault. No Exception, which a game might catch."""


class Stop(Signal):
    """Ends a search early, keeping what was recorded.

    The recorder raises it out of `enter` at the number of nodes it was given, and a progress callback may raise it.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason: str = reason
        """Why the search ended, as `Header.stopped` says it."""

    @classmethod
    def at(cls, nodes: int) -> Stop:
        """Return what ends a search at the number of nodes that was asked for."""
        return cls(f"after {nodes:,} node{'s' * (nodes != 1)}, as asked")


SIGNALS: tuple[type[BaseException], ...] = (Signal, KeyboardInterrupt)
"""What passes through a game's function without being its fault. All else that it raises is, SystemExit too."""
OURS: tuple[type[BaseException], ...] = (PlyscopeError, *SIGNALS)
"""The same, and what plyscope itself has to say."""
