"""What screens share whose keys open prompts: what is typed ahead waits for the prompt, and then goes there."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

from textual.message import Message
from textual.screen import Screen

from tui.model.keys import Key


class Offer(NamedTuple):
    """What a key does, for the command palette."""

    key: Key
    name: str
    """Which of its keys it is, where each does something of its own; empty where all do the same."""
    action: str
    """As bindings say it."""


class Asking(Screen[None]):
    """A screen some of whose keys open a prompt."""

    class Answered(Message):
        """What was asked for was answered, or needed no answer."""

    @abstractmethod
    def asks(self, key: str) -> bool:
        """Whether a key opens a prompt now."""

    @abstractmethod
    def offers(self) -> Iterator[Offer]:
        """What the command palette finds."""

    def on_screen_resume(self) -> None:
        """The keys are for this screen again."""
        self.post_message(self.Answered())
