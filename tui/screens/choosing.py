"""A few words of which one is to be chosen, such as the piece that a pawn becomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tracer.text import clean
from tui.screens.closing import ClosesOnce


class Choosing(ClosesOnce[str | None]):
    """Gives one of some words, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss(None)", "Cancel")]

    def __init__(self, title: str, words: Sequence[str]) -> None:
        super().__init__()
        self._title, self._words = title, words

    def compose(self) -> ComposeResult:
        """The words, one a line."""
        with Vertical(id="choosing") as box:
            box.border_title = Text(self._title)
            box.border_subtitle = "enter takes it · esc leaves it"
            yield OptionList(*(Option(Text(clean(word, 60))) for word in self._words))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the word in hand."""
        self.dismiss(self._words[event.option_index])
