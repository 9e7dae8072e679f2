"""Copies of a search's positions, the positions that calls have by them, and variables that need no copies."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Sized
from types import CodeType
from typing import Any

from tracer.assembling.call_rows import Open
from tracer.assembling.texts import Position, Texts
from tracer.attaching import user_messages
from tracer.attaching.variable_readers import VariableReaders
from tracer.deciding.call import Call, Copy, Path, owner, snapshot
from tracer.deciding.referee import Referee
from tracer.deciding.thresholds import SEVERAL
from tracer.errors import PlyscopeError
from tracer.games import snapshots
from tracer.games.comparable_objects import ContainedErrors
from tracer.games.object_attributes import instance_dict

_SHALLOW = {*snapshots.PLAIN_TYPES, list}


class Copies:
    """Makes the copies for one recording."""

    def __init__(self, referee: Referee | None) -> None:
        self.judge(referee)
        self.texts = Texts()
        """The positions with their texts."""
        self._changing: dict[int, bool] = {}
        """By the identity of a function's code, which its calls keep."""
        self._next_look = 0

    def judge(self, referee: Referee | None) -> None:
        """Let a game make copies from now on."""
        self._referee = referee
        self.copied: Callable[[Any], Hashable] = snapshots.freeze if referee is None else referee.copy_position
        """A copy of a position: the game's own where it makes one, else one of its contents."""

    def of(self, position: Any, *, several: bool = False) -> Hashable:
        """Return the copy of a position, or of several variables that are it together."""
        return tuple(map(self.copied, position)) if several else self.copied(position)

    def at(self, node: int, position: Any, *, several: bool = False) -> Hashable:
        """The copy for a node. How large it is, and what it costs, is looked at less and less often."""
        found = self.of(position, several=several)
        if node < self._next_look:
            return found
        self._next_look = 4 * max(self._next_look, 1)
        large = snapshots.snapshot_bytes(found)
        if large >= snapshots.LARGE_SNAPSHOT_BYTES:
            self._next_look = sys.maxsize
            if self._referee is not None:
                self._referee.weigh(large)
            user_messages.print_message(
                f"the position takes about {large / 1e6:.1f} MB, and is copied at each call: "
                "give what tells positions apart with state=lambda frame: …, such as a short text"
            )
        return found

    def shortcut(self, position: Any) -> Callable[[Any], Hashable] | None:
        """What makes the same copies of positions of this one's class in less time, if they have such contents.

        It may give what is no copy where they have others, which is equal to no copy; or raise a TypeError.
        """
        if self.copied is not snapshots.freeze and (self._referee is None or self._referee.adopts):
            return None
        kind = type(position)
        if kind is str or kind is int:
            return lambda position: position  # it cannot be changed
        if kind is tuple or kind is list:
            kinds = set(map(type, position))
            if kinds <= snapshots.PLAIN_TYPES:
                return tuple
            return _rows if kinds == {list} else _shallow if kinds <= _SHALLOW else None
        if kind is set or kind is dict:
            return frozenset if kind is set else lambda position: frozenset(position.items())
        return _by_attributes(kind) if snapshots.is_copied_by_attributes(position) else None

    def may_change(self, code: CodeType, position: Any, snapshot: Hashable) -> bool:
        """Whether the search can change the positions that a function gets, as its first call shows."""
        found = self._changing.get(id(code))
        if found is None:
            found = self._changing[id(code)] = snapshots.can_change_in_place(position, snapshot)
        return found

    def meet(self, read: VariableReaders, position: Any, node: int) -> Position:
        """Return the position of a node; the first of a function tells how others are copied."""
        snapshot = self.at(node, position, several=read.several)
        if read.changing is None:
            read.changing = self.may_change(read.code, position, snapshot)
            read.shortcut = self.shortcut(position)
            read.kind = None if read.shortcut is None else type(position)
        return self.texts.position(snapshot, position, several=read.several)

    def left(self, read: VariableReaders, call: Open) -> Position | None:
        """Return the position in which a call leaves what it got; None if it is the same, or nothing is known of it."""
        assert call.at is not None
        try:
            now = call.held if call.again is None else call.again()
            snapshot = self.of(now, several=read.several)
            return None if snapshot == call.at.snapshot else self.texts.position(snapshot, now, several=read.several)
        except (PlyscopeError, AttributeError, LookupError, TypeError):  # it is gone, or can be read no more
            return None


def _by_attributes(kind: type) -> Callable[[Any], Hashable]:
    """What copies an object of a class whose attributes are plain, or lists, or lists of lists; any other as usual."""
    plain, name = snapshots.PLAIN_TYPES, kind.__name__

    def copy(position: Any) -> Hashable:
        found = []
        for attribute, value in instance_dict(position).items():
            if type(value) not in plain:
                if type(value) is not list:
                    return snapshots.freeze(position)
                kinds = set(map(type, value))
                if kinds <= plain:
                    found.append((attribute, tuple(value)))
                elif kinds == {list} and all(plain.issuperset(map(type, row)) for row in value):
                    found.append((attribute, tuple(map(tuple, value))))
                else:
                    return snapshots.freeze(position)
            else:
                found.append((attribute, value))
        return name, frozenset(found)

    return copy


def _shallow(position: Any) -> Hashable:
    return tuple([tuple(part) if type(part) is list else part for part in position])


def _rows(position: Any) -> Hashable:
    if {*map(type, position)} != {list}:
        raise TypeError
    return tuple(map(tuple, position))


MAX_OBSERVATIONS = 48
"""Calls of a function that are asked; fewer of a constant and of a table of fixed size, which are known sooner."""


class ConstantVariables:
    """Follows what the variables of functions hold from call to call."""

    def __init__(self) -> None:
        self._call_counts: Counter[CodeType] = Counter()
        self._unchanged: dict[CodeType, dict[Path, Hashable]] = {}
        """What did not change so far."""
        self._constant_objects: dict[int, tuple[Any, Hashable, int]] = {}
        """The objects among them by their identity, which they keep, each with its copy and its looks since that."""
        self._caller_match_counts: dict[CodeType, Counter[Path]] = {}
        """How often each copy was the caller's at the first call that this made; below 0, if it once was not."""
        self._grew: dict[CodeType, dict[Path, bool]] = {}
        """What was another one as a call returned, and whether it had more elements then."""

    def enter(self, code: CodeType, values: dict[Path, Any], caller: Call | None) -> set[Path]:
        """Return the variables of a function that need no copies from now on."""
        self._call_counts[code] = call_count = self._call_counts[code] + 1
        if call_count > MAX_OBSERVATIONS:
            return set()
        unchanged = self._unchanged.setdefault(code, {path: snapshot(value) for path, value in values.items()})
        for path, value in list(unchanged.items()):
            if path not in values or _are_different(snapshot(values[path]), value):
                del unchanged[path]
        copies = {path: one for path, one in values.items() if isinstance(one, Copy) and not path.startswith("=")}
        if caller is not None:
            shared = [path for path in copies if path in caller.entry_values]
            pairs = {path: (copies[path].snapshot, snapshot(caller.entry_values[path])) for path in shared}
            changed = {path for path, pair in pairs.items() if _are_different(*pair)}
            if changed or caller.code is code:  # else it may have been handed the position on
                counts = {path: -MAX_OBSERVATIONS if path in changed else 1 for path in shared}
                self._caller_match_counts.setdefault(code, Counter()).update(counts)
        constant = {path for path in unchanged if path in copies and self._is_constant(copies[path])}
        if call_count < SEVERAL:
            return set()
        matches, grew = self._caller_match_counts.get(code, Counter()), self._grew.get(code, {})
        unmoved = {path for path, count in matches.items() if count >= SEVERAL and path in grew}
        tables = {path for path in unmoved if call_count == MAX_OBSERVATIONS or not grew[path]}
        fixed = unchanged.keys() if call_count == MAX_OBSERVATIONS else constant
        return {*fixed, *tables, *map(owner, tables)} & copies.keys()

    def leave(self, code: CodeType, path: Path, before: Hashable, after: Hashable) -> None:
        """Take the copies of a variable that holds something else as a call of a function returns."""
        grew = self._grew.setdefault(code, {})
        has_grown = isinstance(before, Sized) and isinstance(after, Sized) and len(before) < len(after)
        grew[path] = grew.get(path, False) or has_grown

    def _is_constant(self, copy: Copy) -> bool:
        """Whether an object was the same at so many looks, in whatever functions."""
        _object, earlier_snapshot, look_count = self._constant_objects.get(id(copy.held), (None, None, 0))
        look_count = 1 if _are_different(earlier_snapshot, copy.snapshot) else look_count + 1
        self._constant_objects[id(copy.held)] = copy.held, copy.snapshot, look_count
        return look_count > MAX_OBSERVATIONS


def _are_different(first: Any, second: Any) -> bool:
    """Whether two snapshots differ, or cannot be compared."""
    with ContainedErrors():
        return bool(first != second)
    return True
