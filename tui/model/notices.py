"""Notices: a text says why a key did nothing, a `SuccessNotice` what was done; `PromptFeedback` is of what is typed."""

from __future__ import annotations

from typing import NamedTuple


class PromptFeedback(NamedTuple):
    """What is said of a text."""

    text: str
    is_acceptable: bool = True
    """Whether enter would take it."""
    completions: tuple[str, ...] = ()
    """Whole texts that could become of it; tab takes the first."""
    listed_from: int = 0
    """Where in the completions begins what is worth listing; what stands before it is typed already."""


class SuccessNotice(str):
    """What a key did; nothing went wrong."""

    __slots__ = ()
