"""A tour: five stops on a small tree, each one sentence and one key, which really does what is said."""

from __future__ import annotations

from typing import NamedTuple

from tui.model.history import Place

TREE = "[[3,12,8],[2,4,6],[[[2,9],5],14]]"
"""The textbook tree, with a third move that is deep enough for a bound to cut from far above."""


class Stop(NamedTuple):
    """One stop."""

    name: str
    sentence: str
    """What is the case at its place."""
    key: str
    does: str
    """What the key does, after its name."""
    action: str
    """What the key names in the table of keys."""
    place: Place
    """Where the key is pressed."""


STOPS = (
    Stop(
        "the root",
        "The search has entered the root ▲: MAX is to move, and nothing is known yet.",
        "n",
        "goes one step on, into the first move",
        "time.step_forward",
        Place(0, 0),
    ),
    Stop(
        "entering a move",
        "It is in the first move ▼, where MIN answers with the smallest of 3, 12 and 8.",
        "o",
        "goes over all that to what it returns",
        "time.step_over",
        Place(1, 1),
    ),
    Stop(
        "a bound",
        "The move returned 3, so MAX has 3 already: that is alpha, the bound for all other moves.",
        "x",
        "goes to the first cutoff ✂",
        "time.next_cutoff",
        Place(8, 1),
    ),
    Stop(
        "a cutoff",
        "One answer to the second move is 2 ≤ alpha 3: MAX will not play it, so 4 and 6 are skipped ✗.",
        "x",
        "goes to a cutoff further down",
        "time.next_cutoff",
        Place(12, 5),
    ),
    Stop(
        "a deep cutoff, and what if",
        "Here 2 ≤ alpha 3 cuts again, and alpha was set three plies up, at the root: a deep cutoff.",
        "W",
        "searches this node after all",
        "lab.what_if",
        Place(20, 11),
    ),
)
END = "Searched after all it is worth 2: nothing was lost. All keys work here as everywhere."


class Tour:
    """Where one is on the tour."""

    def __init__(self) -> None:
        self._next = 0

    @property
    def stop(self) -> Stop | None:
        """The stop in hand; None after the last."""
        return STOPS[self._next] if self._next < len(STOPS) else None

    @property
    def title(self) -> str:
        """Which stop that is, as people read it."""
        return "the tour is over" if self.stop is None else f"{self._next + 1} of {len(STOPS)}: {self.stop.name}"

    def go_on(self) -> None:
        """The next stop."""
        self._next += 1
