"""The row of keys below everything: those of what has the focus, as many as there is room for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual.events import Click
from textual.widget import Widget

from tui.widgets.canvas import legible

if TYPE_CHECKING:
    from textual.screen import Screen

STAYING = 2
"""How many of the last keys are there however little room there is: help, and the way out."""
BACK = "back"
"""What leaving a screen does that lies on another."""


class Shown(NamedTuple):
    """A key, and what it does in a word."""

    label: str
    word: str
    key: str
    """As Textual names it."""

    @property
    def width(self) -> int:
        """The columns that it takes."""
        return cell_len(f"{self.label} {self.word}")


def fitting(keys: Sequence[Shown], width: int) -> list[Shown]:
    """The keys for which there is room, whole and in their order: the first ones, and always the last few.

    >>> keys = [
    ...     Shown(label, word, "") for label, word in (("n", "step"), ("x", "cutoff"), ("?", "help"), ("q", "quit"))
    ... ]
    >>> [key.label for key in fitting(keys, 40)], [key.label for key in fitting(keys, 20)]
    (['n', 'x', '?', 'q'], ['n', '?', 'q'])
    """
    first, last = list(keys[:-STAYING]), list(keys[-STAYING:])
    while first and sum(key.width + 1 for key in (*first, *last)) - 1 > width:
        first.pop()
    return [*first, *last]


class Footer(Widget):
    """The keys that do something now; a click presses one.

    Args:
        order: how keys of the screen are called, the most important first; all others stand before them.
        words: by label, what some of them do here in a word, where it is not what their bindings say.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"footer--key", "footer--word"}
    DEFAULT_CSS = """
    Footer { dock: bottom; height: 1; }
    """

    def __init__(self, order: Sequence[str] = (), words: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._words = words or {}
        self._places = {label: place for place, label in enumerate(order)}

    def on_mount(self) -> None:
        """Show other keys where others do something."""
        self.screen.bindings_updated_signal.subscribe(self, self._keys_changed)

    def _keys_changed(self, screen: Screen[object]) -> None:
        self.refresh()

    @property
    def keys(self) -> list[Shown]:
        """The keys that are shown."""
        leaves = self.screen is not self.app.screen_stack[0]
        found: dict[str, Shown] = {}
        for one in self.screen.active_bindings.values():
            binding = one.binding
            if binding.show and binding.action not in found:
                label = self.app.get_key_display(binding)
                word = self._words.get(label, binding.description)
                found[binding.action] = Shown(label, BACK if leaves and binding.action == "quit" else word, binding.key)
        keys = sorted(found.values(), key=lambda shown: self._places.get(shown.label, -1))
        return fitting(keys, self.size.width)

    def render(self) -> Text:
        """The keys, each with its word."""
        key, word = (self.get_component_rich_style(f"footer--{name}") for name in ("key", "word"))
        text = Text(no_wrap=True, end="")
        for shown in self.keys:
            text.append(" " if text else "").append(shown.label, legible(key, "key", key))
            text.append(f" {shown.word}", legible(word, "word", word))
        return text

    def on_click(self, event: Click) -> None:
        """Press the key that was clicked."""
        right = 0
        for shown in self.keys:
            left, right = right, right + shown.width + 1
            if left <= event.x < right - 1:
                self.app.simulate_key(shown.key)
