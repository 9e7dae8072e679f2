"""The move that is played: which child of the root is meant by what the root, or the function above it, returned."""

from __future__ import annotations

import dis
import re
from collections.abc import Hashable, Mapping
from functools import lru_cache
from types import CodeType
from typing import Any, NamedTuple

from tracer.assembling.containing import comes_from_outside
from tracer.deciding.call import Path
from tracer.deciding.thresholds import ENTRIES
from tracer.games.snapshots import attribute_names, freeze

Parts = tuple[tuple[tuple[str, Hashable], ...], ...]
"""What was returned, what is in that, and what is in this, each with the name or number that it has there."""
_DEEP = 2
"""How far inside what was returned a move is looked for."""


class Child(NamedTuple):
    """A child of the root."""

    label: str
    """The move as people write it."""
    move: Hashable
    """What names it."""
    position: Hashable
    """A copy of the position; None where there is none."""


def parts_of(returned: Any) -> Parts:
    """Return copies of what was returned and of what is in it; none of what cannot be copied."""
    try:
        held, found = [("", returned)], []
        for _ in range(_DEEP + 1):
            found.append(tuple((name, freeze(one)) for name, one in held))
            held = [inside for _, whole in held for inside in _inside(whole)]
        return tuple(found)
    except BaseException as error:  # somebody's objects
        if comes_from_outside(error):
            raise
        return ()


def _inside(held: Any) -> list[tuple[str, Any]]:
    """Return what is in something by its names, unless it is a word, or there is much in it."""
    if isinstance(held, str | bytes):
        return []
    if isinstance(held, Mapping):
        found = [(str(name), one) for name, one in held.items()]
    elif isinstance(held, tuple | list):
        found = [(str(place), one) for place, one in enumerate(held)]
    else:
        found = [(name, getattr(held, name)) for name in attribute_names(held)]
    return found if len(found) <= ENTRIES else []


def beside_value(parts: Parts, place: Path) -> Parts:
    """Return what is beside the value, which is at some place in what was returned: all, where it is that itself."""
    if not place or not parts:
        return parts
    name = place.strip("[].'")
    return (tuple(one for one in parts[1] if one[0] != name), *parts[2:])


def played(parts: Parts, children: list[Child], value: float) -> tuple[str | None] | None:
    """Return the one move that is meant, in a tuple: None stands there where None was returned in place of a move.

    Args:
        parts: what was returned, and what is in it.
        children: the root's.
        value: the root's, which is no move, whichever player's view it is.

    Returns:
        None where nobody knows.
    """
    for named in parts:
        level = [part for _, part in named]
        others = [part for part in level if not _is_value(part, value)]
        numbers = tuple(part for part in level if type(part) is int)
        if len(numbers) > 1:  # a row and a column, or a value and a move: nobody knows which
            others = [numbers, *(part for part in others if type(part) is not int)]
        found = {label for part in others for label in _meant(part, children)}
        if found:
            return (found.pop(),) if len(found) == 1 else None
        if others == [None]:
            return (None,)
    return None


def _is_value(part: Hashable, value: float) -> bool:
    """Whether a part of what was returned is the value."""
    return isinstance(part, int | float) and abs(part) == abs(value)


def _meant(part: Hashable, children: list[Child]) -> set[str]:
    """Return the labels of the moves that a part of what was returned may mean."""
    if part is None or isinstance(part, bool | float):
        return set()
    alike = {one.label for one in children if part in (one.move, one.position)}
    if alike:
        return alike
    if isinstance(part, int | str):
        text = str(part)
    elif isinstance(part, tuple) and part and all(type(one) is int for one in part):
        text = ",".join(map(str, part))
    else:
        return set()
    named = re.compile(rf"{re.escape(text)}(=\S+)?")
    return {one.label for one in children if named.fullmatch(one.label)}


def above_returned(code: CodeType, returned: Any) -> Parts:
    """Return the parts of what a function above a search returned; none where it never returns anything."""
    return () if returned is None and not _may_return_more(code) else parts_of(returned)


@lru_cache(maxsize=256)
def _may_return_more(code: CodeType) -> bool:
    """Whether a function has a return with anything else than None."""
    before: dis.Instruction | None = None
    for one in dis.get_instructions(code):
        nothing = before is not None and before.opname == "LOAD_CONST" and before.argval is None
        if one.opname == "RETURN_VALUE" and (one.is_jump_target or not nothing):
            return True
        if one.opname == "RETURN_CONST" and one.argval is not None:
            return True
        before = one
    return False
