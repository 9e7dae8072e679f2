"""Notices: a text says why a key did nothing, a `Report` what was done; an `Answer` what is said of what is typed."""

from __future__ import annotations

from typing import NamedTuple


class Answer(NamedTuple):
    """What is said of a text."""

    text: str
    good: bool = True
    """Whether enter would take it."""
    completions: tuple[str, ...] = ()
    """Whole texts that could become of it; tab takes the first."""
    start: int = 0
    """Where in the completions begins what is worth listing; what stands before it is typed already."""


class Report(str):
    """What a key did; nothing went wrong."""

    __slots__ = ()
