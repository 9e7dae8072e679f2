"""What was searched, and how; whoever says it, a file of a stranger included."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from tracer.errors import PlyscopeError
from tracer.text import MINUS, clean, harmless, short, title_of_spec, window_text

MAX_DEPTH = 2**31 - 1
"""Plies of a depth limit at most."""
MAX_NUMBER = sys.float_info.max
"""An integer beyond this is no number of a trace."""
MAX_OPTIONS = 64
"""Options, and notes, of a search at most."""
NO_GAME = "unknown game"
"""Stands for the game where neither the one who recorded nor the one who reads names one."""
PLYSCOPE_AUTHOR = "plyscope"
"""In the notes, as `by`: who wrote the search."""
CACHE_COMPLETE = "all here"
"""In the notes, as `cached`: the cache was empty at first, so that what it answers was searched in this recording."""
SKIPPED_IN_PART = "in part"
"""In the notes, as `skipped`: of some cutoffs alone it is known which moves they skipped."""
NEVER_CUTS = "never"
"""In the notes, as `cutoffs`: no function of the search has a test that leaves its loop, so all moves are there."""
OPTION_CHOICES = {"fail": ("soft", "hard"), "cut": (">=", ">")}
"""The options that are one of some words."""
CHECKED_OPTIONS = ("depth", "window", "order", *OPTION_CHOICES)
"""The options whose values are checked."""


@dataclass(frozen=True)
class Header:
    """What was searched, and how.

    Whatever it is made from, each field has its type, numbers are finite, and no text has anything in it that a
    terminal obeys. An option that is not known is kept where it is a finite number, true or false, and otherwise as
    text.

    Raises:
        PlyscopeError: a field, or an option that is known, cannot be what is said.
    """

    game: str = ""
    """The game's spec, or its class name where it has none: `name` is for people."""
    position: str | None = None
    """The root position as text, of any number of lines; None for the game's start."""
    search: str = ""
    """The search's name."""
    options: dict[str, Any] = field(default_factory=dict)
    """The options of the search that differ from their defaults, by name: depth in plies, window (alpha, beta) in
    MAX's view, fail, cut, order, and those of its own."""
    windowed: bool = True
    """Whether the search has alpha and beta."""
    seconds: float = 0.0
    """How long the search took while it was recorded."""
    stopped: str | None = None
    """Why the search ended early; None where it finished."""
    notes: dict[str, Any] = field(default_factory=dict)
    """Of a search of plyscope's own: `by`, "plyscope". Of recorded code that knows nothing of plyscope: `board`, "one
    object", "an object a call" or "a shared part" of such, where its calls can change the position, and `default`, the
    argument of which a position that a call left changed is the default, and `table`, the name of what looks like a
    table of values, and `view`, "mover", where what a call returns is the view of the side to move, as in a negamax,
    and `cache`, "functools" or "ends", where something answers calls unseen, and `cached`, "all here", where all its
    answers were searched in this recording, and `valueless`, what a call returned that is no number, and `ties`,
    "unseen", where values are compared as a whole and recorded in part, and `turn`, "guessed", where no more was
    assumed than that the players take turns, or "alone", where the user specified one player for all calls, and
    `unchanging`, the variable that should say who moves, where it was the same at all calls, and
    `skipped`, "in part", where a cutoff is at a position that the game does not know, and `cutoffs`, "never", where it
    has a window and no test that could leave moves out, and `played`, the move that the root, or the function above it,
    returned or left to its caller, null where that was None instead of a move, with `played_unfinished`, true, where
    it was chosen in a pass that was left before it had searched all moves, and `earlier`, such as "0:5 17:4",
    nodes that the table answered and the smaller depths to which an earlier search of the recording had searched their
    positions, and `left_over`, the name of the exception that left the search, where the moves that it made are still
    on the board on which the next search begins, or, with `partly_undone`, true, where the function above the search
    took its own move back and no others, and `depth`, the root's, where that is no whole number,
    and `overflowed`, true where Python's recursion limit was reached before it had ended;
    of a script that was run, `script`, `arguments`, `sha256` and `search`, its number there."""
    game_title: str = ""
    """What people call the game, where its spec, such as a whole tree, is not for them."""

    def __post_init__(self) -> None:
        checked_fields: dict[str, Any] = {
            "game": harmless(_check_text("game", self.game)),
            "position": None if self.position is None else harmless(_check_text("position", self.position)),
            "search": clean(_check_text("search", self.search)),
            "options": _check_mapping("options", self.options),
            "windowed": _check_flag("windowed", self.windowed),
            "seconds": _check_seconds(self.seconds),
            "stopped": None if self.stopped is None else clean(_check_text("stopped", self.stopped)),
            "game_title": clean(_check_text("game_title", self.game_title)),
            "notes": {name: _plain_option_value(value) for name, value in _check_mapping("notes", self.notes).items()},
        }
        checked_fields["options"] = {
            name: check_option(name, value) for name, value in checked_fields["options"].items() if value is not None
        }
        for name, value in checked_fields.items():
            object.__setattr__(self, name, value)

    @classmethod
    def from_json(cls, document: Any) -> Header:
        """The header that a JSON value says; what is missing has its default, keys of later versions are passed over.

        Raises:
            PlyscopeError: it is no object, or something in it cannot be.
        """
        if not isinstance(document, dict):
            raise PlyscopeError(f"a header is an object, not {short(document)}")
        return cls(
            **{
                known_field.name: document[known_field.name]
                for known_field in fields(cls)
                if known_field.name in document
            }
        )

    def as_json(self) -> dict[str, Any]:
        """What `from_json` reads: plain types, and null for an open end of the window."""
        document = {known_field.name: getattr(self, known_field.name) for known_field in fields(self)}
        if "window" in self.options:
            ends = [end if math.isfinite(end) else None for end in self.options["window"]]
            document["options"] = self.options | {"window": ends}
        return document

    @property
    def ours(self) -> bool:
        """Whether the search is one of plyscope's own, whose lines and variables are known."""
        return self.notes.get("by") == PLYSCOPE_AUTHOR

    @cached_property
    def value_bounds(self) -> tuple[float, float]:
        """The least and the greatest value that anything may have, as a search of ours was told; −∞ and ∞ otherwise."""
        bounds_text = self.options.get("bounds")
        try:
            low, high = (
                map(float, bounds_text.split(","))
                if self.ours and isinstance(bounds_text, str)
                else (-math.inf, math.inf)
            )
        except ValueError:
            return -math.inf, math.inf
        return low, high

    @property
    def skipped_in_part(self) -> bool:
        """Whether its search may have skipped more moves than the recording has."""
        return self.notes.get("skipped") == SKIPPED_IN_PART

    @property
    def never_cuts(self) -> bool:
        """Whether its search has a window, and no test that could leave moves out."""
        return self.notes.get("cutoffs") == NEVER_CUTS

    @property
    def answers_from_elsewhere(self) -> bool:
        """Whether a cache may have answered calls with what is not in the recording."""
        return self.notes.get("cache") == "functools" and self.notes.get("cached") != CACHE_COMPLETE

    @property
    def answers_unseen(self) -> bool:
        """Whether a table or a decorator may have answered calls that are no nodes."""
        return bool({"table", "cache"} & self.notes.keys())

    @property
    def depth(self) -> int | None:
        """The depth limit in plies; None where there was none."""
        return self.options.get("depth")

    @property
    def name(self) -> str:
        """The game as one line for people: its title, of a tree without one how large it is, or its spec."""
        return self.game_title or clean(" ".join(title_of_spec(self.game).split()))

    @property
    def title(self) -> str:
        """Game, search and options in one line."""
        return clean(", ".join(text for text in (self.game_and_position, self.search_title) if text))

    @property
    def game_and_position(self) -> str:
        """Game and root position in one line."""
        return clean(f"{self.name} at {self.position}" if self.position else self.name)

    @property
    def search_title(self) -> str:
        """The search and its options in one line."""
        return clean(", ".join([self.search, *self.option_words]))

    @property
    def option_words(self) -> list[str]:
        """Each option with its value, for people."""
        return [f"{name} {_format_option(value)}" for name, value in self.options.items()]


def check_option(name: str, value: Any) -> Any:
    """The value of an option of a search, checked where the option is known.

    >>> check_option("depth", 4), check_option("window", [None, 3]), check_option("limit", float("inf"))
    (4, (-inf, 3.0), 'inf')

    Raises:
        PlyscopeError: an option of that name cannot have it.
    """
    if name == "window":
        return _check_window(value)
    if name == "depth" and (type(value) is not int or not 0 <= value <= MAX_DEPTH):
        raise PlyscopeError(f'the option "depth" is a number of plies, 0 or more, not {short(value)}')
    if name == "order" and not isinstance(value, str):
        raise PlyscopeError(f'the option "order" is text, not {short(value)}')
    if name in OPTION_CHOICES and value not in OPTION_CHOICES[name]:
        raise PlyscopeError(f'the option "{name}" is {" or ".join(OPTION_CHOICES[name])}, not {short(value)}')
    return _plain_option_value(value)


def _check_window(ends: Any) -> tuple[float, float]:
    """The window at the root; None is an open end."""
    if isinstance(ends, list | tuple) and len(ends) == 2:
        low, high = (sign * math.inf if end is None else end for end, sign in zip(ends, (-1, 1), strict=True))
        numbers = all(isinstance(end, int | float) and not isinstance(end, bool) for end in (low, high))
        if numbers and low < high and all(abs(end) <= MAX_NUMBER or abs(end) == math.inf for end in (low, high)):
            return float(low), float(high)
    raise PlyscopeError(f'the option "window" is [alpha, beta] with alpha below beta, not {short(ends)}')


def _plain_option_value(value: Any) -> str | int | float | bool | None:
    """A value of which nothing is known: as it is where it is harmless, and as text otherwise."""
    if value is None or type(value) is bool or (type(value) in (int, float) and abs(value) <= MAX_NUMBER):
        return value  # type: ignore[no-any-return]
    if isinstance(value, str):
        return clean(value)
    return str(value) if isinstance(value, float) else short(value)


def _check_mapping(name: str, values: Any) -> dict[str, Any]:
    if not isinstance(values, dict) or len(values) > MAX_OPTIONS:
        raise PlyscopeError(f'"{name}" is an object of at most {MAX_OPTIONS} names and values, not {short(values)}')
    return {clean(str(key)): value for key, value in values.items()}


def _check_text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise PlyscopeError(f'"{name}" is text, not {short(value)}')
    return value


def _check_flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise PlyscopeError(f'"{name}" is true or false, not {short(value)}')
    return value


def _check_seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_NUMBER:
        raise PlyscopeError(f'"seconds" is a finite number, 0 or more, not {short(value)}')
    return float(value)


def _format_option(value: Any) -> str:
    if isinstance(value, tuple):
        return window_text(*value)
    if isinstance(value, float):
        # A guess of 6.0 is 6, and √2 times 1000 is 1414.21.
        value = int(value) if value.is_integer() and abs(value) < 1e15 else float(f"{value:.6g}")
    return str(value).replace("-", MINUS) if isinstance(value, int | float) else str(value)
