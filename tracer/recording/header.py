"""What was searched, and how."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tracer.text import clean, number


@dataclass(frozen=True)
class Header:
    """What was searched, and how."""

    game: str = ""
    """The game's spec, or its class name where it has none."""
    position: str | None = None
    """The root position as text; None for the game's start."""
    search: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    """The options of the search that differ from their defaults: depth, window, fail, cut, order."""
    windowed: bool = True
    """Whether the search has alpha and beta."""
    seconds: float = 0.0
    """How long the recorded search took."""
    stopped: str | None = None
    """Why the search ended early; None where it finished."""
    notes: dict[str, Any] = field(default_factory=dict)
    """Of recorded code that knows nothing of plyscope: `board`, "one object" or "an object a call", where its calls can
    change the position, and `table`, the name of what looks like a table of values."""

    @property
    def depth(self) -> int | None:
        """The depth limit in plies; None where there was none."""
        return self.options.get("depth")

    @property
    def title(self) -> str:
        """Game, search and options in one line."""
        options = [f"{name} {_option(value)}" for name, value in self.options.items()]
        where = f" at {self.position}" if self.position else ""
        return clean(", ".join([f"{self.game}{where}", self.search, *options]))


def _option(value: Any) -> str:
    return f"({number(value[0])}, {number(value[1])})" if isinstance(value, tuple | list) else str(value)
