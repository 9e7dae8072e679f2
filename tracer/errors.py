"""What can go wrong, one class for each thing a caller would do about it."""

from __future__ import annotations

from typing import Any


class PlyscopeError(Exception):
    """Something the user can put right; the message says what, where and how."""


class GameError(PlyscopeError):
    """The rules of a game misbehaved during a search."""

    trace: Any = None
    """The `tracer.Trace` of what had been recorded until then; None when the search was not recorded."""


class TraceFileError(PlyscopeError):
    """A file is not a trace, is damaged, or cannot be read or written."""
