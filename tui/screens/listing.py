"""A list of places: what was kept, to go there or to remove it; what is wrong with the search, to go there."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tracer.text import clean
from tui.model.history import Place

LONGEST = 800
"""Characters of a line, which is wrapped: a finding has its reason and its remedy."""


class Entry(NamedTuple):
    """One line of the list."""

    text: str
    place: Place | None
    """Where it leads; None for a condition, whose next hit is meant."""
    name: str


class Listing(ModalScreen[Entry | None]):
    """Shows entries; gives the one that was chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,apostrophe", "dismiss(None)", "Close"),
        Binding("delete,d", "remove", "Remove"),
    ]

    def __init__(self, title: str, entries: list[Entry], remove: Callable[[Entry], None] | None = None) -> None:
        super().__init__()
        self._title, self._entries, self._remove = title, entries, remove

    def compose(self) -> ComposeResult:
        """A box with the list."""
        with Vertical(id="listing") as box:
            box.border_title = self._title
            removes = "" if self._remove is None else " · d removes"
            box.border_subtitle = f"enter goes there{removes} · esc closes"
            yield OptionList(*(Option(Text(clean(entry.text, LONGEST))) for entry in self._entries))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go there."""
        self.dismiss(self._entries[event.option_index])

    def action_remove(self) -> None:
        """Remove the highlighted entry."""
        options = self.query_one(OptionList)
        if options.highlighted is None or self._remove is None:
            return
        self._remove(self._entries.pop(options.highlighted))
        options.remove_option_at_index(options.highlighted)
        if not self._entries:
            self.dismiss(None)
