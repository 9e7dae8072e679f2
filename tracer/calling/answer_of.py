"""What a function says with what it returned: a move, a value, or both."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tracer.errors import OURS
from tracer.games.adapters.position import Named


@dataclass(frozen=True)
class Answer:
    """What a search came to."""

    value: float | None = None
    """As it returned it: of our own searches MAX's view. None where it gave none."""
    move: str | None = None
    """The label of the move that it recommends; None where it gave none that is legal."""
    kind: str = field(default="minimax", repr=False)
    """What its value is, as `Search.values` says: such of different kinds are not compared."""
    wrong: str = field(default="", repr=False)
    """What it returned, as text, where that is neither a legal move nor a value."""
    sure: bool = field(default=True, repr=False, compare=False)
    """Whether what it returned can be read in one way only; what can not is not said to be another answer."""


def move_of(legal: Mapping[str, Hashable], said: Any) -> str | None:
    """The label of the one legal move that something is, or is written as.

    >>> legal = {"a1": 0, "b1": 1}
    >>> move_of(legal, 1), move_of(legal, "a1"), move_of(legal, 7), move_of(legal, None), move_of(legal, True)
    ('b1', 'a1', None, None, None)
    """
    if said is None or isinstance(said, bool):
        return None
    for means in (_is_it, _is_its_text):
        found = [name for name, move in legal.items() if means(said, move, name)]
        if len(found) == 1:
            return found[0]
    return None


def _is_it(said: Any, move: Hashable, name: str) -> bool:
    known = (move, name, move.move) if isinstance(move, Named) else (move, name)
    return any(type(one) is type(said) and _equal(one, said) for one in known)


def _is_its_text(said: Any, move: Hashable, name: str) -> bool:
    """Whether something is written as a move is, as `chess.Move` is and NumPy's numbers are."""
    try:
        text = str(said)
    except BaseException as error:
        if isinstance(error, OURS):
            raise
        return False
    return text in (name, str(move.move) if isinstance(move, Named) else str(move))


def _equal(one: Any, other: Any) -> bool:
    try:
        return (one == other) is True
    except Exception:  # of somebody's own class
        return False


def value_of(said: Any) -> float | None:
    """The number that something is; None where it is none, as NaN is not.

    >>> value_of(-1), value_of(0.5), value_of("1"), value_of(float("nan"))
    (-1.0, 0.5, None, None)
    """
    if isinstance(said, bool | str | bytes):
        return None
    try:
        value = float(said)
    except Exception:  # somebody's own class
        return None
    return None if value != value else value
