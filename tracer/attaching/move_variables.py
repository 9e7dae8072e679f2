"""Read the move that a search leaves in an attribute or a variable, for the function that called it."""

from __future__ import annotations

import dis
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any

from tracer.deciding.call import Copy, Path, parameters
from tracer.deciding.returned import is_number
from tracer.deciding.thresholds import TRIED
from tracer.games.comparable_objects import is_interruption
from tracer.games.object_attributes import attribute_or_none, attributes_of
from tracer.games.snapshots import freeze

Left = tuple[tuple[str, Hashable], ...]
"""What was left, each with its name."""
_CHOICE = re.compile(r"(^|_)(best|choice|chosen|selected|picked|pick|decision|next_move|next_action)(?![a-z])")
"""What in a name says that a choice is kept under it; `move` alone is the move to a node, or the one in hand."""
_OTHER = re.compile(
    r"(^|_)(last|prev\w*|killer\w*|current|cur|legal|valid|possible|hash|tt|depth|value|score|eval\w*|utility|count|"
    r"number|num|nodes?|time|index|order\w*|history|made|alpha|beta)(?![a-z])"
)
"""What says that something else is."""
_READS, _STORES = ("LOAD_ATTR", "LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF"), ("STORE_ATTR", "STORE_GLOBAL", "STORE_DEREF")


def left_in(frame: FrameType) -> Left:
    """Return copies of what a call, which returns now, left where one of the functions above it reads it.

    Only what its own function stores, under a name that stands for a move: in an attribute of one of its arguments, in
    a global variable, or in one of the function around it. No property and no other code of the program is run.
    """
    read = frozenset(name for above in _calling(frame) for _, name in _names(above.f_code, _READS))
    stored = {(how, name) for how, name in _names(frame.f_code, _STORES) if name in read and is_for_a_choice(name)}
    changed = {name for how, name in _names(frame.f_code, _STORES) if how == "STORE_ATTR"}
    found: dict[str, Hashable] = {}
    for how, name in sorted(stored):
        for held, is_node in _held(frame, how, name):
            try:
                found[f"{how} {name} {len(found)}"] = freeze(held)
                if is_node:
                    found[f"{how} {name} {len(found)}"] = _unchanged(held, changed)
            except BaseException as error:  # somebody's objects
                if is_interruption(error):
                    raise
    return tuple(found.items())


def board_left(seen: Mapping[Path, Any], start: Hashable, now: Callable[[Path], Hashable]) -> Left:
    """Return the position that the function above a search leaves behind, if that is not the one it began with.

    Args:
        seen: what its variables held as it began.
        start: the position with which it began.
        now: gives a copy of what a variable holds as it returns.
    """
    boards = [path for path, one in seen.items() if isinstance(one, Copy) and path[0] != "=" and one.snapshot == start]
    try:
        left = tuple((path, now(path)) for path in boards)
    except BaseException as error:  # somebody's objects
        if is_interruption(error):
            raise
        return ()
    return () if any(position == start for _, position in left) else left


def is_for_a_choice(name: str) -> bool:
    """Return whether a name says that the chosen move is kept under it.

    >>> names = ("best_move", "bestMove", "choice", "move", "last_best", "best_value")
    >>> [name for name in names if is_for_a_choice(name)]
    ['best_move', 'bestMove', 'choice']
    """
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return _CHOICE.search(words) is not None and _OTHER.search(words) is None


def _calling(frame: FrameType) -> Iterator[FrameType]:
    """Yield the nearest calls above one that are of other functions."""
    above, count = frame.f_back, 0
    while above is not None and count < TRIED:
        if above.f_code is not frame.f_code:
            count += 1
            yield above
        above = above.f_back


@lru_cache(maxsize=256)
def _names(code: CodeType, operations: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    """Return the names with which a function does one of some operations, each with that."""
    found = ((one.opname, one.argval) for one in dis.get_instructions(code) if one.opname in operations)
    return frozenset((how, name) for how, name in found if isinstance(name, str))


def _held(frame: FrameType, how: str, name: str) -> Iterator[tuple[Any, bool]]:
    """Yield what a name holds, and whether that is a node as the one that has it is; None is nothing."""
    if how == "STORE_ATTR":
        holders = [frame.f_locals[one] for one in parameters(frame.f_code) if one in frame.f_locals]
        found = [(attribute_or_none(holder, name), type(holder)) for holder in holders]
    else:
        found = [((frame.f_globals if how == "STORE_GLOBAL" else frame.f_locals).get(name), type(None))]
    is_value = name == "best"  # where it is a number
    yield from (
        (one, type(one) is kind) for one, kind in found if one is not None and not (is_value and is_number(one))
    )


def _unchanged(node: Any, changed: set[str]) -> frozenset[Hashable]:
    """Return the attributes of a node that the search does not change: they tell it from its siblings."""
    return frozenset((name, freeze(held)) for name, held in attributes_of(node).items() if name not in changed)
