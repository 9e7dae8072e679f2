"""A call of the search that has not returned yet."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

from tracer.attaching.texts import Position
from tracer.deciding.referee import UNKNOWN
from tracer.deciding.weights import Weights
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
    at: Position | None
    """The position; None where none is read."""
    lines: list[int]
    """The line of each of its function's instructions."""
    place: Any
    """The game's own position; UNKNOWN where there is none."""
    side: int = 0
    """Whose value it returns where chance moves in a negamax: 1 for MAX, −1 for MIN; 0 for whoever moves."""
    weighing: Weights | None = None
    """How the outcomes below it are weighed, where chance moves."""
    weight: float | None = None
    """What its caller held as the weight of the outcome that leads to it."""
    depth: Any = None
    """The argument that is the depth."""
    beyond: bool = False
    """Whether its function searches beyond the horizon."""
    told: Any = None
    """What the variable held that tells who moves by its changes, or in a negamax with dice chance from players."""
    called_at: int = NO_LINE
    """The line of the caller's function that made the call."""
    left_at: int = field(init=False, default=NO_LINE)
    """The line on which it returned."""
    live: Any = field(init=False, default=None)
    """The position itself where the search may change it."""
    owner: Any = field(init=False, default=None)
    """What has it as an attribute, if anything has."""
    again: Callable[[], Any] | None = field(init=False, default=None)
    """Reads the position once more as the call returns; None for the very object that it was."""
    left: Position | None = field(init=False, default=None)
    """The position as the call returned, where it is another one."""
    legal: list[Hashable] | None = field(init=False, default=None)
    """The legal moves on entry, as a callable gave them."""
    node: int = field(init=False, default=0)
    move: Hashable = field(init=False, default=None)
    """The move that led to it."""
    children: int = field(init=False, default=0)
    ply: int = field(init=False, default=0)
    """Moves that led to it; iterations are none."""
    outcomes: list[tuple[int, Hashable, float | None, float]] | None = field(init=False, default=None)
    """Of each child that has returned, where the outcomes of chance are weighed: its node, move, weight and value."""
    passes: int = field(init=False, default=0)
    """Those of the children that are iterations, and no moves."""
    searched: dict[Hashable, Hashable] | None = field(init=False, default=None)
    """The moves of the children so far, each with the snapshot of its position, where more than it tells of a move."""
    best: float | None = field(init=False, default=None)
    """The best value of a child."""
    best_move: Hashable = field(init=False, default=None)
    """The move to it, of the root."""
    reached: bool = field(init=False, default=False)
    """Whether the last child that returned reached the end of the window."""
    last: Hashable = field(init=False, default=None)
    """The move to the last child that returned."""
    last_called_at: int = field(init=False, default=NO_LINE)
    """The line of the call for that child."""
    ignored: bool = field(init=False, default=False)
    """Whether the search went on after a child that reached it."""
    passed: bool = field(init=False, default=False)
    """Whether it went on with another move after a child whose value was beyond it."""

    @property
    def whose(self) -> int:
        """Whose value it returns, where values are the mover's: 1 for MAX, −1 for MIN."""
        return self.side or self.turn

    @property
    def far(self) -> float:
        """The end of its window at which it is cut."""
        return self.beta if self.turn > 0 else self.alpha

    @property
    def snapshot(self) -> Hashable:
        """The copy of its position; UNKNOWN where none is read."""
        return UNKNOWN if self.at is None else self.at.snapshot

    def leave_at(self, position: Position) -> None:
        """The position is this one as the call returns."""
        if self.at is not None and position is not self.at and str(position) != str(self.at):
            self.left = position
