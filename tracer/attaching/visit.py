"""A call of the search that has not returned yet."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

from tracer.recording.columns import NO_LINE


@dataclass(eq=False, slots=True)
class Visit:
    """A call that has not returned yet. Window and values are MAX's view."""

    frame: FrameType | None
    """Its own while it has not returned."""
    code: CodeType
    turn: int
    alpha: float
    beta: float
    state: Hashable
    """The position's snapshot; UNKNOWN where none is read."""
    place: Any
    """The game's own position; UNKNOWN where there is none."""
    depth: Any = None
    """The argument that is the depth."""
    text: str | None = None
    """The position's text."""
    live: Any = None
    """The position itself where the search may change it."""
    again: Callable[[], tuple[Hashable, Any]] | None = None
    """Gives the position's snapshot and itself as the call returns; None where it cannot have changed."""
    legal: list[Hashable] | None = None
    """The legal moves on entry, as a callable gave them."""
    called_at: int = NO_LINE
    """The line of the caller's function that made the call."""
    left_at: int = NO_LINE
    """The line on which it returned."""
    node: int = 0
    children: int = 0
    searched: dict[Hashable, Hashable] = field(default_factory=dict)
    """The moves of the children so far, each with the snapshot of its position."""
    best: float | None = None
    """The best value of a child."""
    best_move: Hashable = None
    """The move to it."""
    reached: bool = False
    """Whether the last child that returned reached the end of the window."""
    ignored: bool = False
    """Whether the search went on after a child that reached it."""
