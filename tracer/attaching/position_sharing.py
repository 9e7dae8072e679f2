"""Positions that calls share with their callers or with a default argument, or leave other than they got them.

An exception that leaves a search leaves the moves on its board which its calls would have taken back.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from tracer.deciding.call import frames_above, plain
from tracer.deciding.thresholds import FEW

LeafTriple = tuple[Hashable, Hashable, Hashable]
"""What one place of a position held before the search, after it, and as the next one begins."""


class Sharing:
    """What the objects tell that calls have as their positions."""

    def __init__(self) -> None:
        self._is_shared = False
        """Whether a call got the very object that its caller had as its position."""
        self.was_compared = False
        """Whether any was compared with its caller's."""
        self.has_one_owner = False
        """Whether that was so though nothing else had it, or one object had it in all calls: then all is known."""
        self.changed = False
        """Whether a position was another one when its call returned."""
        self._default_text: str | None = None
        """The argument whose default the first such position is."""

    def compare(self, caller_position: Any, caller_owner: Any, position: Any, owner: Any) -> None:
        """Compare the object that a call has as its position with its caller's, each with what has it."""
        self.was_compared = True
        is_shared = _have_shared_object(caller_position, position)
        self._is_shared = self._is_shared or is_shared
        self.has_one_owner = self.has_one_owner or (is_shared and (owner is None or owner is caller_owner))

    def note_change(self, position: Any, code: CodeType) -> None:
        """Note that the position of a call is another one as it returns."""
        self._default_text = self._default_text if self.changed else default_argument(position, code)
        self.changed = True

    @property
    def notes(self) -> dict[str, str]:
        """What a header notes of it: `board`, and `default` where a position is an argument's default."""
        notes = {} if self._default_text is None else {"default": self._default_text}
        if self.was_compared:
            sharing_text = "one object" if self.has_one_owner else "a shared part"
            notes["board"] = sharing_text if self._is_shared else "an object a call"
        return notes


def _have_shared_object(caller_position: Any, position: Any) -> bool:
    """Whether two calls have one object as their position, or as a part of it that can be changed.

    Several variables together are another tuple at each call.
    """
    if caller_position is position:
        return True
    if type(caller_position) is not tuple or type(position) is not tuple:
        return False
    return any(
        caller_part is part and type(caller_part).__hash__ is None
        for caller_part, part in zip(caller_position, position, strict=False)
    )


_CHANGEABLE = (list, dict, set, bytearray)


def default_argument(position: Any, code: CodeType) -> str | None:
    """Return the function and its argument whose default a position is, or has in it; None where it is none."""
    part_ids = {id(part) for part in _mutable_parts(position)}
    own = (above.f_globals for above in frames_above(sys._getframe()) if above.f_code.co_filename == code.co_filename)
    for function in _iter_functions(next(own, {})):
        for name, default_value in _iter_defaults(function):
            if id(default_value) in part_ids:
                return f"{name} of {plain(function.__code__)}"
    return None


def _mutable_parts(position: Any) -> list[Any]:
    """Return a position and what its attributes hold, of that what can be changed."""
    try:
        parts = [position, *vars(position).values()]
        return [part for part in parts if isinstance(part, _CHANGEABLE) or hasattr(part, "__dict__")]
    except Exception:  # whatever the attributes of somebody's object do
        return [position] if isinstance(position, _CHANGEABLE) else []


def _iter_functions(namespace: Mapping[str, Any]) -> Iterator[FunctionType]:
    for value in list(namespace.values()):
        members = list(vars(value).values()) if isinstance(value, type) else [value]
        for member in members:
            function = member.__func__ if isinstance(member, staticmethod | classmethod) else member
            if isinstance(function, FunctionType):
                yield function


def _iter_defaults(function: FunctionType) -> Iterator[tuple[str, Any]]:
    defaults, code = function.__defaults__ or (), function.__code__
    names = code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount]
    yield from zip(names, defaults, strict=True)
    yield from (function.__kwdefaults__ or {}).items()


class LeftOver(NamedTuple):
    """The root's position before and after, and how many calls were left with another position than they got.

    Where calls change places, as squares, what else an object has, as who moves and a count of the moves, is not asked.
    """

    before: Hashable
    after: Hashable
    calls: int
    error: str | None
    """The name of the exception, where the interpreter tells it."""
    partly: bool = False
    """Whether the function above the search took its own move back, and no other."""

    @property
    def note(self) -> dict[str, str]:
        """What is noted of a search whose moves are left."""
        return {"left_over": self.error or "an exception"}

    def is_in(self, later: Hashable) -> bool:
        """Return whether all left moves are still on the board with which the next search begins.

        Moves may have been played since: they change places as the search's own moves do. Two players may happen to
        play what was left, so there have to be more changes than those. Who searches a copy, or puts one back, begins
        with another position.

        >>> left = LeftOver((0, 0, 0, 0), (1, 2, 0, 0), 2, None)
        >>> left.is_in((1, 2, 1, 0)), left.is_in((1, 0, 0, 0)), left.is_in((1, 2, 0, 0))
        (True, False, False)
        """
        triples = _select_triples(self.before, self.after, later)
        changes = [(before, after) for before, after, _ in triples if before != after]
        if self.calls < 2 or len(changes) < self.calls:
            return False
        if any(later != after for before, after, later in triples if before != after):
            return False
        empty = Counter(before for before, _ in changes).most_common(1)[0][0]
        move_patterns = {(before == empty, after == empty) for before, after in changes}
        later_patterns = {(after == empty, later == empty) for _, after, later in triples if after != later}
        return later_patterns <= move_patterns and (bool(later_patterns) or self.calls >= FEW)

    def returned_with(self, now: Hashable) -> LeftOver:
        """Return it as the function above the search returned, which may have taken back a move of its own."""
        return self._replace(after=now, partly=self.is_partly_in(now))

    def is_partly_in(self, later: Hashable) -> bool:
        """Return whether a part of what was left was put back, and moves of several calls are still there.

        >>> left = LeftOver((0, 0, 0, 0), (1, 2, 1, 0), 2, None)
        >>> [left.is_partly_in(now) for now in ((0, 2, 1, 0), (1, 2, 1, 0), (1, 2, 1, 2), (0, 0, 0, 0), (0, 0, 1, 0))]
        [True, False, False, False, False]
        """
        triples = _select_triples(self.before, self.after, later)
        restored_count = sum(before != after and later == before for before, after, later in triples)
        unchanged_count = sum(before != after and later == after for before, after, later in triples)
        has_other_changes = any(later not in (before, after) for before, after, later in triples)
        return bool(restored_count) and not has_other_changes and unchanged_count >= self.calls >= 2


def _select_triples(start_position: Hashable, end_position: Hashable, later: Hashable) -> list[LeafTriple]:
    """Return the places that are asked: those in rows, unless none of these has changed."""
    flagged = list(_iter_leaf_triples(start_position, end_position, later))
    in_rows = [triple for triple, is_in_row in flagged if is_in_row]
    return in_rows if any(before != after for before, after, _ in in_rows) else [triple for triple, _ in flagged]


def _iter_leaf_triples(*snapshots: Hashable, is_in_row: bool = False) -> Iterator[tuple[LeafTriple, bool]]:
    """Yield the places of a position, each with whether it is one of a row, as of the moves so far, or of a set."""
    if all(isinstance(member, tuple) for member in snapshots):
        rows: list[tuple[Hashable, ...]] = [member for member in snapshots if isinstance(member, tuple)]
        for k in range(max(map(len, rows))):
            yield from _iter_leaf_triples(*(member[k] if k < len(member) else None for member in rows), is_in_row=True)
        return
    sets = [member for member in snapshots if isinstance(member, frozenset)]
    if len(sets) == len(snapshots) and any(sets):
        fields_by_name = [
            {element[0]: element[1] for element in member if type(element) is tuple and len(element) == 2}
            for member in sets
        ]
        if any(len(names) < len(member) for names, member in zip(fields_by_name, sets, strict=True)):
            fields_by_name = [dict.fromkeys(member, True) for member in sets]
        has_same_names = (
            fields_by_name[0].keys() == fields_by_name[1].keys() == fields_by_name[2].keys()
        )  # attributes by their names
        for name in dict.fromkeys(name for member in fields_by_name for name in member):
            yield from _iter_leaf_triples(
                *(member.get(name) for member in fields_by_name), is_in_row=not has_same_names
            )
        return
    before, after, later = snapshots
    yield (before, after, later), is_in_row
