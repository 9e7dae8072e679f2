"""A dialog that closes once: a second answer may be on its way when the first has closed it."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

Answer = TypeVar("Answer")


class ClosesOnce(ModalScreen[Answer]):
    """A dialog whose second closing does nothing: no key or click that comes late takes away the screen below it."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close with a result, unless it is closed already."""
        return super().dismiss(result) if self.is_current else AwaitComplete()
