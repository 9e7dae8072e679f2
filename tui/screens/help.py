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
from textual.widgets import Static

from tracer.tracing import Trace
from tui.model.keys_of_log import columns_of, first_keys_of, keys_of, signs_of
from tui.screens.closing import ClosesOnce

SIGN = 10
"""Columns of a key or a sign."""
VIEW = "All values and windows are from MAX's point of view."


def groups(trace: Trace | None = None) -> dict[str, Sequence[tuple[str, str]]]:
    """By title: keys, signs and columns, each with what it means. Those of the footer and the signs come first.

    Args:
        trace: the recording on the screen; None where there is none, or there are two of different kinds.
    """
    return {
        "First keys": [(key.label, key.help) for key in first_keys_of(trace)],
        "Signs": signs_of(trace),
        "Columns": columns_of(trace),
        **{group: [(key.label, key.help) for key in keys] for group, keys in keys_of(trace).items()},
    }


def help_text(shown: Mapping[str, Sequence[tuple[str, str]]]) -> Group:
    """All groups, one below another; a meaning of several lines stands beside its sign."""
    parts: list[RenderableType] = []
    for title, pairs in shown.items():
        table = Table.grid(padding=(0, 0, 0, 2))
        table.add_column(min_width=SIGN, no_wrap=True)
        table.add_column()
        for sign, meaning in pairs:
            table.add_row(Text(sign, "bold"), Text(meaning))
        parts += [Text(title, "bold"), table]
    return Group(*parts, "", VIEW)


class Help(ClosesOnce[None]):
    """The help; any of its keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "dismiss", "Close"),
        Binding("down,j", "scroll('scroll_down')", "Down"),
        Binding("up,k", "scroll('scroll_up')", "Up"),
    ]

    def __init__(
        self, trace: Trace | None = None, shown: Mapping[str, Sequence[tuple[str, str]]] | None = None
    ) -> None:
        super().__init__()
        self._shown = groups(trace) if shown is None else shown

    def compose(self) -> ComposeResult:
        """A box with the text."""
        box = VerticalScroll(Static(help_text(self._shown)), id="help")
        box.border_title = "Keys and signs"
        box.border_subtitle = "esc closes"
        yield box

    def action_scroll(self, how: str) -> None:
        """Scroll by a line."""
        getattr(self.query_one("#help"), how)(animate=False)
