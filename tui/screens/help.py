"""The help: every key and every sign, from the tables in `keys.py`."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from tui.model.keys import KEYS, SIGNS
from tui.screens.closing import ClosesOnce


def help_text() -> Text:
    """All keys by group, then the signs."""
    text = Text()
    for group, keys in KEYS.items():
        text.append(f"{group}\n", "bold")
        for key in keys:
            text.append(f"  {key.label:<10}", "bold").append(f"{key.help}\n")
    text.append("Signs\n", "bold")
    for sign, meaning in SIGNS:
        text.append(f"  {sign:<10}", "bold").append(f"{meaning}\n")
    return text.append("\nAll values and windows are from MAX's point of view.")


class Help(ClosesOnce[None]):
    """The help; any of its keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "dismiss", "Close"),
        Binding("down,j", "scroll('scroll_down')", "Down"),
        Binding("up,k", "scroll('scroll_up')", "Up"),
    ]

    def compose(self) -> ComposeResult:
        """A box with the text."""
        box = VerticalScroll(Static(help_text()), id="help")
        box.border_title = "Keys and signs"
        box.border_subtitle = "esc closes"
        yield box

    def action_scroll(self, how: str) -> None:
        """Scroll by a line."""
        getattr(self.query_one("#help"), how)(animate=False)
