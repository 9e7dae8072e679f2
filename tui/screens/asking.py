"""What screens share whose keys open prompts: what is typed ahead waits for the prompt, and then goes there."""

from __future__ import annotations

from abc import abstractmethod

from textual.message import Message
from textual.screen import Screen


class Asking(Screen[None]):
    """A screen some of whose keys open a prompt."""

    class Answered(Message):
        """What was asked for was answered, or needed no answer."""

    @abstractmethod
    def asks(self, key: str) -> bool:
        """Whether a key opens a prompt now."""

    def on_screen_resume(self) -> None:
        """The keys are for this screen again."""
        self.post_message(self.Answered())
