"""What the hooks note of a call while the search runs: a row as it begins, another one as it ends.

Nothing in them is understood yet. The fields of all rows stand in one list, row after row in the order in which calls
begin and end: so many tuples would keep the interpreter's garbage collector busy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from types import CodeType, FrameType
from typing import Any, NamedTuple

from tracer.assembling.texts import Position
from tracer.assembling.visit import Visit

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
