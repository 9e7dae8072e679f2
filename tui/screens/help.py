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

SIGN = 10
"""Columns of a key or a sign."""
FIRST = "First keys"
"""The group of what stands in the footer, and below under its own title too."""
Groups = Mapping[str, Sequence[tuple[str, str]]]
"""By title: keys, signs and columns, each with what it means."""
VIEW = "All values and windows are from MAX's point of view."


def groups(trace: Trace | None = None, *, beside: bool = False) -> dict[str, Sequence[tuple[str, str]]]:
    """By title: keys, signs and columns, each with what it means. Those of the footer and the signs come first.

    Args:
        trace: the recording on the screen; None where there is none, or there are two of different kinds.
        beside: whether two searches stand side by side.
    """
    return {
        FIRST: [(key.label, key.help) for key in footer_keys_for(trace, is_side_by_side=beside)],
        "Signs": signs_for(trace),
        "Columns": column_help_for(trace),
        **{group: [(key.label, key.help) for key in keys] for group, keys in keys_for(trace).items()},
    }


def help_text(shown: Groups) -> Group:
    """All groups, one below another; a meaning of several lines stands beside its sign."""
    if not shown:
        return Group("no key and no sign has these words", "", VIEW)
    parts: list[RenderableType] = []
    for title, pairs in shown.items():
        table = Table.grid(padding=(0, 0, 0, 2))
        table.add_column(min_width=SIGN, no_wrap=True)
        table.add_column()
        for sign, meaning in pairs:
            table.add_row(Text(sign, "bold"), Text(meaning))
        parts += [Text(title, "bold"), table]
    return Group(*parts, "", VIEW)


def with_words(shown: Groups, text: str) -> Groups:
    """Return the keys and signs in whose lines, or in what else people call them, all words of a text stand.

    >>> found = with_words(groups(), "Prun NODES")
    >>> [label for pairs in found.values() for label, _ in pairs]
    ['#']
    """
    words, known = text.casefold().split(), {key.help: key.synonyms for key in all_keys()}
    found = {
        title: [
            pair for pair in pairs if all(word in f"{' '.join(pair)} {known.get(pair[1])}".casefold() for word in words)
        ]
        for title, pairs in shown.items()
        if title != FIRST
    }
    return {title: pairs for title, pairs in found.items() if pairs}


class Help(ClosesOnce[None]):
    """The help. It can be searched; other keys close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close"),
        Binding("q,question_mark,f1,enter", "dismiss", "Close"),
        Binding("slash", "seek", "Search"),
        Binding("down,j", "scroll('scroll_down')", "Down"),
        Binding("up,k", "scroll('scroll_up')", "Up"),
    ]

    def __init__(self, trace: Trace | None = None, shown: Groups | None = None) -> None:
        super().__init__()
        self._shown = groups(trace) if shown is None else shown

    def compose(self) -> ComposeResult:
        """A box with the text, and a line to search it."""
        line = CleanInput(placeholder="words of what is looked for", id="sought")
        line.display = False
        box = VerticalScroll(line, Static(help_text(self._shown), id="help-text"), id="help")
        box.border_title = "Keys and signs"
        box.border_subtitle = "/ searches · esc closes"
        yield box

    def action_seek(self) -> None:
        """Ask what is looked for."""
        line = self.query_one("#sought", CleanInput)
        line.display = True
        line.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the lines that have these words."""
        shown = with_words(self._shown, event.value) if event.value.strip() else self._shown
        self.query_one("#help-text", Static).update(help_text(shown))
        self.query_one("#help", VerticalScroll).scroll_home(animate=False)

    def on_input_submitted(self) -> None:
        """Give the arrows to what was found."""
        self.query_one("#help").focus()

    def action_leave(self) -> None:
        """Show all lines again, or close."""
        line = self.query_one("#sought", CleanInput)
        if line.display:
            line.value, line.display = "", False
            self.query_one("#help").focus()
        else:
            self.dismiss()

    def action_scroll(self, how: str) -> None:
        """Scroll by a line."""
        getattr(self.query_one("#help"), how)(animate=False)
