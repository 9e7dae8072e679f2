"""How a game is played, whoever plays it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tracer.errors import PlyscopeError
from tracer.text import clean, short

FIRST = "first"
PREFER_OPTIONS = ("value", "fast")
MAX_NODES = 5_000_000
"""Nodes of one search: some 240 MB."""
MAX_INTEGER = 1 << 63
"""Whole numbers are smaller, so that every file can keep them."""
MAX_KEPT_NODES = 10_000_000
"""Nodes of all searches of a game that are kept with it: some 480 MB."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a game is played, whoever plays it.

    Raises:
        PlyscopeError: one of them cannot be.
    """

    ties: str = FIRST
    """Which of several best moves is played: `first`, or `random:SEED`; `random` alone has the seed below.

    It is the order of the root's moves that is random, so a search that puts the best move of its last iteration first
    (`with=hash`) stays with that one.
    """
    prefer: str = "value"
    """Which of two moves of one value: `value` asks for no more, `fast` wins sooner and loses later."""
    seconds: float | None = None
    """Time for each move; None is as long as it takes."""
    depth: int | None = None
    """Plies to search where the game is too large to be searched to its end; None is what takes a second or so."""
    book: str | None = None
    """The file of an opening book; None is no book."""
    seed: int = 0
    """Of chance, and of players at random that have no seed of their own."""
    record: bool = True
    """Whether each move keeps its search."""
    max_nodes: int = MAX_NODES
    """Nodes of one search at most."""

    def __post_init__(self) -> None:
        for name, types in _SETTING_TYPES.items():
            value = getattr(self, name)
            if type(value) not in types or (type(value) is int and abs(value) >= MAX_INTEGER):
                raise PlyscopeError(f"{name} of a game is {_TYPE_NAMES[types[0]]}, not {short(value)}")
        if self.ties != FIRST and not re.fullmatch(r"random(:-?\d{1,18})?", self.ties, re.ASCII):
            raise PlyscopeError(f"ties is {FIRST} or random:SEED, not {clean(self.ties, 40)!r}")
        if self.prefer not in PREFER_OPTIONS:
            raise PlyscopeError(f"prefer is {' or '.join(PREFER_OPTIONS)}, not {clean(self.prefer, 40)!r}")
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise PlyscopeError(f"the time for a move is more than 0 seconds, not {self.seconds}")
        if self.depth is not None and self.depth < 1:
            raise PlyscopeError(f"the depth of a player is a number of plies, 1 or more, not {self.depth}")
        if self.max_nodes < 1:
            raise PlyscopeError(f"max_nodes is at least 1, not {self.max_nodes}")

    @property
    def tie_seed(self) -> int | None:
        """The seed by which a best move is chosen at random; None where the first one is taken.

        >>> Settings(ties="random:7").tie_seed, Settings(ties="random", seed=3).tie_seed, Settings().tie_seed
        (7, 3, None)
        """
        word, _, seed = self.ties.partition(":")
        return None if word == FIRST else int(seed or self.seed)


_NONE = type(None)
_SETTING_TYPES: dict[str, tuple[type, ...]] = {
    "ties": (str,),
    "prefer": (str,),
    "seconds": (float, int, _NONE),
    "depth": (int, _NONE),
    "book": (str, _NONE),
    "seed": (int,),
    "record": (bool,),
    "max_nodes": (int,),
}
"""What each setting is."""
_TYPE_NAMES = {str: "text", int: "a whole number", float: "a number of seconds", bool: "true or false"}


def parse_seconds(text: str) -> float:
    """A time as people write it.

    >>> parse_seconds("2s"), parse_seconds("500ms"), parse_seconds("0.5"), parse_seconds("1m")
    (2.0, 0.5, 0.5, 60.0)
    """
    units = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0, "min": 60.0}
    match = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})\s*(ms|s|m|min|)", text.strip(), re.ASCII)
    seconds = 0.0 if match is None else float(match[1]) * units[match[2]]
    if not seconds:
        raise PlyscopeError(f"a time is written as 2s, 500ms or 1m, not {clean(text, 40)!r}")
    return seconds
