"""What a function says with what it returned: a move, a value, or both."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tracer.errors import OURS
from tracer.games.adapters.position import Named

RETURNS = ("move", "value", "value,move", "move,value")
"""What a function may return."""


@dataclass(frozen=True)
class Answer:
    """What a search came to."""

    value: float | None = None
    """As it returned it: of our own searches MAX's view. None where it gave none."""
    move: str | None = None
    """The label of the move that it recommends; None where it gave none that is legal."""
    kind: str = field(default="minimax", repr=False)
    """What its value is, as `Search.values` says: such of different kinds are not compared."""


def read_answer(legal: Mapping[str, Hashable], returned: Any, returns: str = "") -> Answer:
    """What a function says with what it returned: a move is what is legal, or is called like what is.

    Args:
        legal: the legal moves by their labels.
        returned: what it returned.
        returns: one of `RETURNS`; where it is not said, what may be a move is one, and of two such the second.

    >>> legal = {"a1": 0, "b1": 1}
    >>> read_answer(legal, 1).move, read_answer(legal, "a1").move, read_answer(legal, (0.5, 1)), read_answer(legal, -1)
    ('b1', 'a1', Answer(value=0.5, move='b1'), Answer(value=-1.0, move=None))
    >>> read_answer(legal, (1, 0.5)), read_answer(legal, None)
    (Answer(value=0.5, move='b1'), Answer(value=None, move=None))
    >>> read_answer(legal, (0, 1)), read_answer(legal, (0, 1), "move,value"), read_answer(legal, 1, "value")
    (Answer(value=0.0, move='b1'), Answer(value=1.0, move='a1'), Answer(value=1.0, move=None))
    """
    parts = list(returned) if isinstance(returned, tuple | list) else [returned]
    if "," in returns and len(parts) == 2:
        said = dict(zip(returns.split(","), parts, strict=True))
        return Answer(_value(said["value"]), _move(legal, said["move"]))
    if returns == "value":
        return Answer(_value(parts[0]))
    if returns == "move" or (move := _move(legal, returned)) is not None:
        return Answer(None, _move(legal, returned))
    if len(parts) != 2:
        return Answer(_value(returned))
    for value, move in (parts, parts[::-1]):
        if _value(value) is not None and _move(legal, move) is not None:
            return Answer(_value(value), _move(legal, move))
    found = [part for part in map(_value, parts) if part is not None]
    return Answer(found[0] if found else None, _move(legal, parts[0]) or _move(legal, parts[1]))


def _move(legal: Mapping[str, Hashable], said: Any) -> str | None:
    """The label of the one legal move that something is, or is written as."""
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


def _value(said: Any) -> float | None:
    """The number that something is; None where it is none, as NaN is not."""
    if isinstance(said, bool | str | bytes):
        return None
    try:
        value = float(said)
    except Exception:  # somebody's own class
        return None
    return None if value != value else value
