"""What a hook asks of the functions that are listened to: `Targets` answers, and whoever counts calls again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import CodeType
from typing import Any, Protocol


class Wanted(Protocol):
    """The functions that are listened to, and which others may still become one of them."""

    @property
    def by_name(self) -> bool:
        """Whether functions are to be looked for among the calls."""

    @property
    def watched(self) -> Collection[CodeType]:
        """The code objects known so far."""

    def match(self, code: CodeType, namespace: Mapping[str, Any], /) -> bool:
        """Whether a code object that is called for the first time is one of them."""

    def begins_import(self, code: CodeType, namespace: Mapping[str, Any], /) -> bool:
        """Whether a code object is a module that is imported, below which none of them is looked for."""
