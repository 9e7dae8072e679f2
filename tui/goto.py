"""The prompt that asks where to go: a step, a node, or a path of moves."""

from __future__ import annotations

import re
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tracer.errors import PlyscopeError
from tracer.text import clean
from tracer.trace import Trace

HINT = "1200 a step · +10 or -10 from here · #37 a node · b2/a1 a path of moves"
_NUMBER = re.compile(r"(?P<sign>[#+-]?)\s*(?P<digits>\d[\d,_]{0,24})", re.ASCII)


class Target(NamedTuple):
    """Where to go."""

    step: int | None = None
    node: int | None = None


def target(text: str, trace: Trace, step: int) -> Target:
    """What a person typed into the prompt.

    Args:
        text: a step (`1200`), steps from here (`+10`), a node (`#37`), or a path of moves (`b2/a1`).
        trace: the recording.
        step: the current step.

    Raises:
        PlyscopeError: there is no such place; the message says which there are.
    """
    text = text.strip()
    if not text:
        raise PlyscopeError(f"type where to go: {HINT}")
    match = _NUMBER.fullmatch(text)
    if match is None:
        return Target(node=trace.find(text).index)
    number = int(match["digits"].replace(",", "").replace("_", ""))
    if match["sign"] == "#":
        if number >= len(trace):
            raise PlyscopeError(f"there is no node {number:,}: the last is {len(trace) - 1:,}")
        return Target(node=number)
    wanted = {"": number, "+": step + number, "-": step - number}[match["sign"]]
    if not 0 <= wanted < trace.steps:
        raise PlyscopeError(f"there is no step {wanted:,}: the last is {trace.steps - 1:,}")
    return Target(step=wanted)


class Goto(ModalScreen[Target | None]):
    """Asks until it is given a place there is, or escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, trace: Trace, step: int) -> None:
        super().__init__()
        self.trace, self.step = trace, step

    def compose(self) -> ComposeResult:
        """A line to type into, and one that answers."""
        with Vertical(id="goto") as box:
            box.border_title = "Go to"
            box.border_subtitle = "enter goes · esc stays"
            yield Input(placeholder="step, #node or path of moves", max_length=4_000)
            yield Static(Text(HINT), id="answer")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go there, or say why not."""
        try:
            found = target(event.value, self.trace, self.step)
        except PlyscopeError as error:
            answer = self.query_one("#answer", Static)
            answer.update(Text(clean(str(error))))
            answer.add_class("wrong")
            self.app.bell()
        else:
            self.dismiss(found)
