"""A call of the function above the search."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from types import FrameType
from typing import Any

from tracer.attaching.referee import UNKNOWN
from tracer.attaching.texts import position_text


@dataclass(eq=False)
class Above:
    """A call of the function above the search, which may turn out to be the root."""

    frame: FrameType
    depth: Any
    state: Hashable = UNKNOWN
    text: str | None = None

    def keep(self, position: Any, copied: Callable[[Any], Hashable]) -> None:
        """Remember the position at its beginning."""
        self.state = copied(position)
        self.text = position_text(position)
