"""The row of keys below everything: those of what has the focus, as many as there is room for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual.events import Click
from textual.widget import Widget

from tui.widgets.canvas import make_legible

if TYPE_CHECKING:
    pass

LAST_KEYS_KEPT = 2
"""How many of the last keys are there however little room there is: help, and the way out."""
BACK_WORD = "back"
"""What leaving a screen does that lies on another."""


class FooterKey(NamedTuple):
    """A key, and what it does in a word."""

    label: str
    word: str
    key: str
    """As Textual names it."""

    @property
    def width(self) -> int:
        """The columns that it takes."""
        return cell_len(f"{self.label} {self.word}")


def keys_that_fit(keys: Sequence[FooterKey], width: int) -> list[FooterKey]:
    """The keys for which there is room, whole and in their order: the first ones, and always the last few.

    >>> keys = [
    ...     FooterKey(label, word, "") for label, word in (("n", "step"), ("x", "cutoff"), ("?", "help"), ("q", "quit"))
    ... ]
    >>> [key.label for key in keys_that_fit(keys, 40)], [key.label for key in keys_that_fit(keys, 20)]
    (['n', 'x', '?', 'q'], ['n', '?', 'q'])
    """
    first_keys, last_keys = list(keys[:-LAST_KEYS_KEPT]), list(keys[-LAST_KEYS_KEPT:])
    while first_keys and sum(key.width + 1 for key in (*first_keys, *last_keys)) - 1 > width:
        first_keys.pop()
    return [*first_keys, *last_keys]


class Footer(Widget):
    """The keys that do something now; a click presses one.

    Args:
        order: how keys of the screen are called, the most important first; all others stand before them.
        word_of_label: by label, what some of them do here in a word, where it is not what their bindings say.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"footer--key", "footer--word"}
    DEFAULT_CSS = """
    Footer { dock: bottom; height: 1; }
    """

    def __init__(self, order: Sequence[str] = (), word_of_label: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._words = word_of_label or {}
        self._order_of_label = {label: order_index for order_index, label in enumerate(order)}

    def on_mount(self) -> None:
        """Show other keys where others do something."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    @property
    def keys(self) -> list[FooterKey]:
        """The keys that are shown."""
        is_upper_screen = self.screen is not self.app.screen_stack[0]
        shown_by_action: dict[str, FooterKey] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and binding.action not in shown_by_action:
                label = self.app.get_key_display(binding)
                word = self._words.get(label, binding.description)
                shown_by_action[binding.action] = FooterKey(
                    label, BACK_WORD if is_upper_screen and binding.action == "quit" else word, binding.key
                )
        keys = sorted(shown_by_action.values(), key=lambda shown: self._order_of_label.get(shown.label, -1))
        return keys_that_fit(keys, self.size.width)

    def render(self) -> Text:
        """The keys, each with its word."""
        key, word = (self.get_component_rich_style(f"footer--{name}") for name in ("key", "word"))
        text = Text(no_wrap=True, end="")
        for footer_key in self.keys:
            text.append(" " if text else "").append(footer_key.label, make_legible(key, "key", key))
            text.append(f" {footer_key.word}", make_legible(word, "word", word))
        return text

    def on_click(self, event: Click) -> None:
        """Press the key that was clicked."""
        right_edge = 0
        for footer_key in self.keys:
            left_edge, right_edge = right_edge, right_edge + footer_key.width + 1
            if left_edge <= event.x < right_edge - 1:
                self.app.simulate_key(footer_key.key)
