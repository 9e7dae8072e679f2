"""A call of the search as it is understood."""

from __future__ import annotations

from collections.abc import Hashable
from types import CodeType
from typing import Any, NamedTuple

from tracer.assembling.branches import Branches
from tracer.assembling.texts import Position
from tracer.deciding.referee import UNKNOWN
from tracer.deciding.weights import Weights
from tracer.recording.columns import NO_LINE
from tracer.recording.no_moves import Pass


class SoFar(NamedTuple):
    """What the children of a call have told by the time some of them were assembled."""

    reached: bool = False
    """Whether the last of them that returned reached the end of the window."""
    ignored: bool = False
    """Whether the search went on after one that reached it."""
    passed: bool = False
    """Whether it went on with another move after one whose value was beyond it."""
    best: float | None = None
    """The best value of one."""
    move: int = -1
    """The number of the move to the last of them that returned."""
    called_at: int = NO_LINE
    """The line of the call for that one."""


class Visit:
    """A call of the search. Window and values are MAX's view.

    Only the outermost calls and their children have one while the search runs, those that are open between two
    batches, and all where more is asked of a call than its numbers.

    It has no slots: what is as it is for most calls stands in the class.

    Args:
        code: its function.
        turn: who moves there.
        alpha: the lower end of its window.
        beta: the upper one.
        at: the position; None where none is read.
        place: the game's own position; UNKNOWN where there is none.
    """

    side: int = 0
    """Whose value it returns where chance moves in a negamax: 1 for MAX, −1 for MIN; 0 for whoever moves."""
    weighing: Weights | None = None
    """How the outcomes below it are weighed, where chance moves."""
    weight: float | None = None
    """What its caller held as the weight of the outcome that leads to it."""
    depth: Any = None
    """The argument that is the depth."""
    told: Any = None
    """What the variable held that tells who moves by its changes, or in a negamax with dice chance from players."""
    called_at: int = NO_LINE
    """The line of the caller's function that made the call."""
    legal: list[Hashable] | None = None
    """The legal moves on entry, as a callable gave them."""
    said: Hashable = None
    """The move by which the call says that it was reached."""
    move: Hashable = None
    """The move that led to it, where it was named for itself."""
    variables: tuple[tuple[str, Hashable], ...] = ()
    """What the loops held in which the root made the call, each with its name."""
    branches: Branches | None = None
    """The branches of its position, where moves were looked for there."""
    above: Visit | None = None
    """The call that made it."""
    number: int = 0
    """How many calls were made before it."""
    index: int = 0
    """How many of its siblings were."""
    ply: int = 0
    """Moves that led to it; iterations are none."""
    children: int = 0
    """How many calls it made, by the end of the last batch."""
    passes: int = 0
    """Those of the children that are iterations, and no moves."""
    searched: dict[Hashable, Hashable] | None = None
    """The moves of the children so far, each with the snapshot of its position, where more than it tells of a move."""
    outcomes: list[Visit] | None = None
    """The children that have returned, where the outcomes of chance are weighed."""
    drawn: set[Hashable] | None = None
    """The moves of the children so far, where the outcomes of chance are weighed."""
    value: float | None = None
    """What it returned; None while it is open, and where an exception left it."""
    named: int = -1
    """The number of the move that led to it, of a child of the root and of what is open between two batches."""
    node: int = 0
    """Its node, once it was assembled."""
    so_far: SoFar | None = None
    """What its children have told, where it is open while some are assembled."""

    def __init__(
        self, code: CodeType, turn: int, alpha: float, beta: float, at: Position | None = None, place: Any = UNKNOWN
    ) -> None:
        self.code, self.turn, self.alpha, self.beta, self.at, self.place = code, turn, alpha, beta, at, place
        self.ways: dict[Hashable, list[Any]] = {}
        """How its children were called so far, by position and name, where it is open between two batches."""

    @property
    def whose(self) -> int:
        """Whose value it returns, where values are the mover's: 1 for MAX, −1 for MIN."""
        return self.side or self.turn

    @property
    def snapshot(self) -> Hashable:
        """The copy of its position; UNKNOWN where none is read."""
        return UNKNOWN if self.at is None else self.at.snapshot

    def stand_below(self, above: Visit) -> None:
        """Take a place below the call that made it."""
        self.above, self.ply = above, above.ply + (not isinstance(self.said, Pass))
