"""The help: every sign and every key, from the tables of keys, as they are in the recording on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from tracer.tracing import Trace
from tui.model.best_first_keys import column_help_for, footer_keys_for, keys_for, signs_for
from tui.model.keys import all_keys
from tui.screens.prompt import CleanInput, ClosesOnce

SIGN_COLUMN_WIDTH = 10
"""Columns of a key or a sign."""
FIRST_KEYS_TITLE = "First keys"
"""The group of what stands in the footer, and below under its own title too."""
HelpGroups = Mapping[str, Sequence[tuple[str, str]]]
"""By title: keys, signs and columns, each with what it means."""
POINT_OF_VIEW_NOTE = "All values and windows are from MAX's point of view."


def collect_help_groups(trace: Trace | None = None, *, is_pair: bool = False) -> dict[str, Sequence[tuple[str, str]]]:
    """By title: keys, signs and columns, each with what it means. Those of the footer and the signs come first."""
    return {
        FIRST_KEYS_TITLE: [(key.label, key.help) for key in footer_keys_for(trace, is_side_by_side=is_pair)],
        "Signs": signs_for(trace),
        "Columns": column_help_for(trace),
        **{group: [(key.label, key.help) for key in keys] for group, keys in keys_for(trace).items()},
    }


def format_help(groups: HelpGroups) -> Group:
    """All groups, one below another; a meaning of several lines stands beside its sign."""
    if not groups:
        return Group("no key and no sign has these words", "", POINT_OF_VIEW_NOTE)
    renderables: list[RenderableType] = []
    for title, rows in groups.items():
        table = Table.grid(padding=(0, 0, 0, 2))
        table.add_column(min_width=SIGN_COLUMN_WIDTH, no_wrap=True)
        table.add_column()
        for key_or_sign, meaning in rows:
            table.add_row(Text(key_or_sign, "bold"), Text(meaning))
        renderables += [Text(title, "bold"), table]
    return Group(*renderables, "", POINT_OF_VIEW_NOTE)


def filter_groups(groups: HelpGroups, text: str) -> HelpGroups:
    """Return the keys and signs in whose lines, or in what else people call them, all words of a text stand.

    >>> found = filter_groups(collect_help_groups(), "Prun NODES")
    >>> [label for pairs in found.values() for label, _ in pairs]
    ['#']
    """
    wanted_words, search_words = text.casefold().split(), {key.help: key.synonyms for key in all_keys()}
    matching_groups = {
        title: [
            row
            for row in rows
            if all(
                wanted_word in f"{' '.join(row)} {search_words.get(row[1])}".casefold() for wanted_word in wanted_words
            )
        ]
        for title, rows in groups.items()
        if title != FIRST_KEYS_TITLE
    }
    return {title: rows for title, rows in matching_groups.items() if rows}


class Help(ClosesOnce[None]):
    """The help. It can be searched; other keys close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close"),
        Binding("q,question_mark,f1,enter", "dismiss", "Close"),
        Binding("slash", "seek", "Search"),
        Binding("down,j", "scroll('scroll_down')", "Down"),
        Binding("up,k", "scroll('scroll_up')", "Up"),
    ]

    def __init__(self, groups: HelpGroups) -> None:
        super().__init__()
        self._groups = groups

    def compose(self) -> ComposeResult:
        """A box with the text, and a line to search it."""
        search_input = CleanInput(placeholder="words of what is looked for", id="sought")
        search_input.display = False
        box = VerticalScroll(search_input, Static(format_help(self._groups), id="help-text"), id="help")
        box.border_title = "Keys and signs"
        box.border_subtitle = "/ searches · esc closes"
        yield box

    def action_seek(self) -> None:
        """Ask what is looked for."""
        search_input = self.query_one("#sought", CleanInput)
        search_input.display = True
        search_input.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the lines that have these words."""
        shown_groups = filter_groups(self._groups, event.value) if event.value.strip() else self._groups
        self.query_one("#help-text", Static).update(format_help(shown_groups))
        self.query_one("#help", VerticalScroll).scroll_home(animate=False)

    def on_input_submitted(self) -> None:
        """Give the arrows to what was found."""
        self.query_one("#help").focus()

    def action_leave(self) -> None:
        """Show all lines again, or close."""
        search_input = self.query_one("#sought", CleanInput)
        if search_input.display:
            search_input.value, search_input.display = "", False
            self.query_one("#help").focus()
        else:
            self.dismiss()

    def action_scroll(self, method_name: str) -> None:
        """Scroll by a line."""
        getattr(self.query_one("#help"), method_name)(animate=False)
