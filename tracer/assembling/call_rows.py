"""Calls: what the hooks note of each while the search runs, and a `Visit` of those that are understood one by one.

The hooks note a row as a call begins and another one as it ends. The fields of all rows stand in one list, row after
row in the order in which calls begin and end: so many tuples would keep the interpreter's garbage collector busy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from types import CodeType, FrameType
from typing import Any, NamedTuple

from tracer.assembling.branches import Branches
from tracer.assembling.texts import Position
from tracer.deciding.players import Mover
from tracer.deciding.referee import UNKNOWN
from tracer.deciding.weights import Weights
from tracer.recording.columns import NO_LINE
from tracer.recording.no_moves import Pass


class SoFar(NamedTuple):
    """What the children of a call have told by the time some of them were assembled."""

    reached: bool = False
    """Whether the last of them that returned reached the end of the window, and no other was called."""
    ignored: bool = False
    """Whether another was called after one that reached it."""
    passed: bool = False
    """Whether another move was searched after one whose value was beyond it."""
    best: float = float("nan")
    """The best value of one, MAX's view; NaN where none has returned."""
    move: int = -1
    """The number of the move to the last of them that returned."""
    called_at: int = NO_LINE
    """The line of the call for that one."""


class Visit(Mover):
    """A call of the search. Window and values are MAX's view.

    Only the outermost calls and their children have one while the search runs, those that are open between two
    batches, and all where more is asked of a call than its numbers.

    It has no slots: what is as it is for most calls stands in the class.
    """

    weighing: Weights | None = None
    """How the outcomes below it are weighed, where chance moves."""
    weight: float | None = None
    """What its caller held as the weight of the outcome that leads to it."""
    depth: Any = None
    """The argument that is the depth."""
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
    so_far: SoFar = SoFar()
    """What its children have told, where it is open while some are assembled."""

    def __init__(
        self, code: CodeType, turn: int, alpha: float, beta: float, at: Position | None = None, place: Any = UNKNOWN
    ) -> None:
        super().__init__(code, turn)
        self.alpha, self.beta, self.at, self.place = alpha, beta, at, place
        self.ways: dict[Hashable, list[Any]] = {}
        """How its children were called so far, by position and name, where it is open between two batches."""

    @property
    def snapshot(self) -> Hashable:
        """The copy of its position; UNKNOWN where none is read."""
        return UNKNOWN if self.at is None else self.at.snapshot

    def stand_below(self, above: Visit) -> None:
        """Take a place below the call that made it."""
        self.above, self.ply = above, above.ply + (not isinstance(self.said, Pass))


NO_TURN = ("nothing",)
"""What a variable that tells who moves held where there is none."""


class Entered(NamedTuple):
    """A call as it begins; what is not read is None, and `told` and `dice` are `NO_TURN`."""

    above: int
    """The number of the call that made it, by their order from 0; −1 for a search's own caller."""
    code: CodeType
    """Its function."""
    called_at: int
    """The line of the caller's function that made it."""
    at: Position | None
    """The position."""
    told: Any
    """What the variable held that tells who moves."""
    dice: Any
    """What the variable held that tells chance from players, in a negamax with dice."""
    alpha: Any
    """The lower end of the window as the search has it, or its only end."""
    beta: Any
    """The upper one."""
    depth: Any
    """The argument that is the depth."""
    said: Hashable
    """The move by which the call says that it was reached."""
    legal: list[Hashable] | None
    """The legal moves, as a callable gave them."""
    weight: float | None
    """What its caller held as the weight of the outcome that leads to it."""


class Left(NamedTuple):
    """A call as it ends, by a return or by an exception."""

    number: int
    """Which call it was."""
    calls: int
    """How many calls had been made by then."""
    line: int
    """The line on which it returned."""
    value: float | None
    """What it returned, from the search's own point of view; None where an exception left it."""
    at: Position | None
    """The position, where it is another one than at the beginning."""


ENTERED, LEFT = len(Entered._fields), len(Left._fields)
"""How many fields the rows have."""


class Open(NamedTuple):
    """A call while it is open. The hooks know the places of these fields."""

    frame: FrameType | None
    """Its own; None for a driver."""
    number: int
    """Which call it is; −1 for a driver."""
    at: Position | None
    """The position."""
    held: Any
    """The position itself where the search may change it; None where it cannot."""
    again: Callable[[], Any] | None
    """Reads the position once more as the call returns; None for the very object that it was."""
    owner: Any
    """What has it as an attribute, if anything has."""
    lines: list[int]
    """The line of each of its function's instructions, by half its offset."""
    visit: Visit | None
    """What it is, of the root, of its children, and of a driver."""
    code: CodeType
    """Its function."""
    keeper: Any = None
    """The argument that keeps its value, if one does."""
