"""A question about what a search does next, and the kinds of answers there are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from tracer.recording.status import Bound


class Kind(Enum):
    """What is asked for, and what an answer is."""

    PRUNED = "pruned"
    """The moves of a node that are pruned: a frozenset of labels."""
    ALPHA = "alpha"
    """The lower end of a window: a number."""
    BETA = "beta"
    """The upper end of a window: a number."""
    VALUE = "value"
    """What a node returns, and whether that is exact or a bound: a `Worth`."""
    NEXT = "next"
    """The move that is searched next: a label, or None where none is and the node returns."""
    NUMBER = "number"
    """What a number of a best-first search becomes, such as a mean or a proof number."""
    ORDER = "order"
    """The leaves in the order in which they are visited: a tuple of paths."""


class Worth(NamedTuple):
    """A value, and what it says of the true one."""

    value: float
    """A number, in the view of the question."""
    bound: Bound
    """Whether it is exact, a lower or an upper bound; in the view of the question too."""


Answer = frozenset[str] | float | Worth | str | tuple[str, ...] | None
"""Of the type that belongs to the question's kind."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked once a step has happened; the answer is in the recording after it."""

    kind: Kind
    """What is asked for."""
    step: int
    """The last step that is known to whoever answers."""
    node: int
    """The node that it is about."""
    text: str
    """The question as a sentence."""
    right: Answer
    """The only right answer, in the view of the question."""
    choices: tuple[str, ...] = ()
    """The labels or paths of which an answer is made; empty where it is a number."""
    after: int | None = None
    """The child of the node that returned at the step; None where the node was entered then, or later."""
    also: Answer = None
    """What is right as well: the bound that the window alone proves of a value that all moves prove exact."""
    view: str = "max"
    """Whose view the numbers are: "max", or "mover" for the player to move at the node."""
