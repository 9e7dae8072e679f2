"""A strip above the keys that tells a newcomer something: the signs and first keys, or a stop of the tour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual.message import Message
from textual.widget import Widget

from tracer.tracing import Trace
from tui.model.explorer_state import Location

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
NUMBERS_PLACEHOLDER = ("", "")
"""Stands for the numbers by which a best-first search goes."""
FIRST_SIGNS_OF_LOG = (
    ("▲▼", "MAX, MIN to move"),
    ("→", "on the way of this step"),
    NUMBERS_PLACEHOLDER,
    ("=≥≤", "exact, at least, at most"),
    ("★", "best line"),
    ("◆", "this step"),
)
"""The same in a best-first search."""
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
    """The signs that a recording has, the most important first."""
    log = trace.columns.log
    if log is None:
        return FIRST_SIGNS
    number_type = 0 if log.counts_visits else 1 if log.has_proofs else 2
    number_sign = (("≈", "a mean, MAX's view"), ("pn/dn", "leaves to prove it, to disprove it"), ("h", "merit"))[
        number_type
    ]
    return [pair if pair != NUMBERS_PLACEHOLDER else number_sign for pair in FIRST_SIGNS_OF_LOG]


class Hints(Strip):
    """What the signs mean, and the first keys."""

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        depth_first = trace.columns.log is None
        self._signs = first_signs_of(trace)
        self._keys = FIRST_KEYS if depth_first else FIRST_KEYS_OF_LOG

    def render(self) -> Text:
        """As many of both as fit, and always the way to get rid of them; on a low screen the keys alone."""
        keys = pairs_that_fit(self._keys, self.size.width - _pair_width(HIDE_KEY) - 2)
        key_row = self.format_pairs([*keys, HIDE_KEY])
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


def _pair_width(pair: tuple[str, str]) -> int:
    return cell_len(f"{pair[0]} {pair[1]}")


def pairs_that_fit(pairs: SignPairs, room: int) -> SignPairs:
    """The first of some pairs, as many as fit beside each other.

    >>> pairs_that_fit([("x", "cutoff"), ("n", "step"), ("?", "help")], 16)
    [('x', 'cutoff'), ('n', 'step')]
    """
    fitting: list[tuple[str, str]] = []
    for pair in pairs:
        room -= _pair_width(pair) + 2 * bool(fitting)
        if room < 0:
            break
        fitting.append(pair)
    return fitting
