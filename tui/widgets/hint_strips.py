"""The rows below everything: the keys of what has the focus; above them signs and first keys, or a stop of the tour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, TypeVar

from rich.cells import cell_len
from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from tracer.tracing import Trace
from tui.model.explorer_state import Location
from tui.widgets.canvas import make_legible

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


Pair = TypeVar("Pair", bound=tuple[str, ...])
"""A sign and what it means, or a key and what it does."""


def pairs_that_fit(pairs: Sequence[Pair], room: int, *, kept: int = 0, gap: int = 2) -> list[Pair]:
    """The pairs that fit beside each other, whole and in their order: the first ones, and always the last few.

    >>> keys = [("n", "step"), ("x", "cutoff"), ("?", "help"), ("q", "quit")]
    >>> pairs_that_fit(keys, 17), pairs_that_fit(keys, 20, kept=2, gap=1)
    ([('n', 'step'), ('x', 'cutoff')], [('n', 'step'), ('?', 'help'), ('q', 'quit')])
    """
    fitting, last_pairs = list(pairs[: len(pairs) - kept]), list(pairs[len(pairs) - kept :])
    while fitting and sum(_pair_width(pair) + gap for pair in (*fitting, *last_pairs)) - gap > room:
        fitting.pop()
    return fitting + last_pairs


def _pair_width(pair: tuple[str, ...]) -> int:
    return cell_len(f"{pair[0]} {pair[1]}")


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
        return pairs_that_fit(keys, self.size.width, kept=LAST_KEYS_KEPT, gap=1)

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
            left_edge, right_edge = right_edge, right_edge + _pair_width(footer_key) + 1
            if left_edge <= event.x < right_edge - 1:
                self.app.simulate_key(footer_key.key)


TOUR_TREE = "[[3,12,8],[2,4,6],[[[2,9],5],14]]"
"""The textbook tree, with a third move that is deep enough for a bound to cut from far above."""


class TourPlace(NamedTuple):
    """One stop."""

    name: str
    sentence: str
    """What is the case at its place."""
    key: str
    effect: str
    """What the key does, after its name."""
    action: str
    """What the key names in the table of keys."""
    location: Location
    """Where the key is pressed."""


TOUR_PLACES = (
    TourPlace(
        "the root",
        "The search has entered the root ▲: MAX is to move, and nothing is known yet.",
        "n",
        "goes one step on, into the first move",
        "time.step_forward",
        Location(0, 0),
    ),
    TourPlace(
        "entering a move",
        "It is in the first move ▼, where MIN answers with the smallest of 3, 12 and 8.",
        "o",
        "goes over all that to what it returns",
        "time.step_over",
        Location(1, 1),
    ),
    TourPlace(
        "a bound",
        "The move returned 3, so MAX has 3 already: that is alpha, the bound for all other moves.",
        "x",
        "goes to the first cutoff ✂",
        "time.next_cutoff",
        Location(8, 1),
    ),
    TourPlace(
        "a cutoff",
        "One answer to the second move is 2 ≤ alpha 3: MAX will not play it, so 4 and 6 are skipped ✗.",
        "x",
        "goes to a cutoff further down",
        "time.next_cutoff",
        Location(12, 5),
    ),
    TourPlace(
        "a deep cutoff, and what if",
        "Here 2 ≤ alpha 3 cuts again, and alpha was set three plies up, at the root: a deep cutoff.",
        "W",
        "searches this node after all",
        "lab.what_if",
        Location(20, 11),
    ),
)
TOUR_END = "Searched after all it is worth 2: nothing was lost. All keys work here as everywhere."


FIRST_SIGNS = (
    ("▲▼", "MAX, MIN to move"),
    ("✂", "cutoff"),
    ("✗", "skipped branch"),
    ("=≥≤", "exact, at least, at most"),
    ("★", "best line"),
    ("◆", "this step"),
)
"""The most important first: as many as fit are shown."""
FIRST_KEYS = (
    ("x", "next cutoff"),
    ("n b", "step, back"),
    ("w", "why cut"),
    ("T", "picture"),
    ("?", "help"),
)
FIRST_KEYS_OF_LOG = (("x", "next iteration"), ("n b", "step, back"), ("w", "best child"), *FIRST_KEYS[3:])
HIDE_KEY = ("esc", "hides this")
TALL_SCREEN = 30
"""Rows of the screen from which signs have a row above the keys, and the footer has one besides."""

SignPairs = Sequence[tuple[str, str]]


class Strip(Widget):
    """A few rows; escape or a click takes them away."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"strip--sign"}

    class Dismissed(Message):
        """The user has read it."""

    def on_click(self) -> None:
        """A click takes it away."""
        self.post_message(self.Dismissed())

    def format_pairs(self, pairs: SignPairs) -> Text:
        """Signs and what they mean, beside each other."""
        style = self.get_component_rich_style("strip--sign", partial=True)
        text = Text(no_wrap=True)
        for sign, meaning in pairs:
            text.append("  " if text else "").append(sign, style).append(f" {meaning}")
        return text


class Signs(Strip):
    """A row of signs and what they mean, which stays."""

    def __init__(self, pairs: SignPairs) -> None:
        super().__init__()
        self._pairs = pairs

    def on_click(self) -> None:
        """It stays."""

    def render(self) -> Text:
        """As many as fit."""
        return self.format_pairs(pairs_that_fit(self._pairs, self.size.width))


def first_signs_of(trace: Trace) -> SignPairs:
    """The signs that a recording has, the most important first: in a best-first search those of its numbers too."""
    log = trace.columns.log
    if log is None:
        return FIRST_SIGNS
    pairs = (("≈", "a mean, MAX's view"), ("pn/dn", "leaves to prove it, to disprove it"), ("h", "merit"))
    number_pair = pairs[0 if log.counts_visits else 1 if log.has_proofs else 2]
    return [FIRST_SIGNS[0], ("→", "on the way of this step"), number_pair, *FIRST_SIGNS[3:]]


class Hints(Strip):
    """What the signs mean, and the first keys."""

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        depth_first = trace.columns.log is None
        self._signs = first_signs_of(trace)
        self._keys = FIRST_KEYS if depth_first else FIRST_KEYS_OF_LOG

    def render(self) -> Text:
        """As many of both as fit, and always the way to get rid of them; on a low screen the keys alone."""
        key_row = self.format_pairs(pairs_that_fit([*self._keys, HIDE_KEY], self.size.width, kept=1))
        if self.app.size.height < TALL_SCREEN:
            return key_row
        return self.format_pairs(pairs_that_fit(self._signs, self.size.width)).append("\n").append(key_row)


class TourStop(Strip):
    """The stop of the tour that one is at."""

    _stop_index = 0

    @property
    def current_stop(self) -> TourPlace | None:
        """The stop in hand; None after the last."""
        return TOUR_PLACES[self._stop_index] if self._stop_index < len(TOUR_PLACES) else None

    def go_to_next_stop(self) -> None:
        """Show the next stop."""
        self._stop_index += 1
        self.refresh(layout=True)

    def render(self) -> Text:
        """Its sentence, and its key."""
        stop = self.current_stop
        title = "the tour is over" if stop is None else f"{self._stop_index + 1} of {len(TOUR_PLACES)}: {stop.name}"
        text = Text().append(f"{title}  ", self.get_component_rich_style("strip--sign", partial=True))
        text.append(TOUR_END if stop is None else stop.sentence).append("  ")
        return text.append(
            self.format_pairs([("esc", "ends the tour")] if stop is None else [(f"▸ {stop.key}", stop.effect)])
        )
