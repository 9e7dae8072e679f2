"""Copies of a search's positions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from types import CodeType
from typing import Any

from tracer.attaching import saying
from tracer.deciding.referee import Referee
from tracer.games import snapshots
from tracer.games.attributes import dictionary_of

_SHALLOW = {*snapshots.PLAIN, list}


class Copies:
    """Makes the copies for one recording.

    Args:
        referee: the game, which may make copies of its own.
    """

    def __init__(self, referee: Referee | None) -> None:
        self.judge(referee)
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
        large = snapshots.size(found)
        if large >= snapshots.LARGE:
            self._next_look = sys.maxsize
            if self._referee is not None:
                self._referee.weigh(large)
            saying.tell(
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
            return _itself
        if kind is tuple or kind is list:
            kinds = set(map(type, position))
            if kinds <= snapshots.PLAIN:
                return tuple
            return _rows if kinds == {list} else _parts if kinds <= _SHALLOW else None
        if kind is set or kind is dict:
            return frozenset if kind is set else _entries
        return _by_attributes(kind) if snapshots.is_its_attributes(position) else None

    def may_change(self, code: CodeType, position: Any, snapshot: Hashable) -> bool:
        """Whether the search can change the positions that a function gets, as its first call shows."""
        found = self._changing.get(id(code))
        if found is None:
            found = self._changing[id(code)] = snapshots.changes(position, snapshot)
        return found


def _itself(position: Any) -> Hashable:
    return position  # type: ignore[no-any-return]  # it cannot be changed


def _parts(position: Any) -> Hashable:
    return tuple([tuple(part) if type(part) is list else part for part in position])


def _entries(position: Any) -> Hashable:
    return frozenset(position.items())


def _by_attributes(kind: type) -> Callable[[Any], Hashable]:
    """What copies an object of a class whose attributes are plain, or lists, or lists of lists; any other as usual."""
    plain, name = snapshots.PLAIN, kind.__name__

    def copy(position: Any) -> Hashable:
        found = []
        for attribute, held in dictionary_of(position).items():
            if type(held) not in plain:
                if type(held) is not list:
                    return snapshots.freeze(position)
                kinds = set(map(type, held))
                if kinds <= plain:
                    found.append((attribute, tuple(held)))
                elif kinds == {list} and all(plain.issuperset(map(type, row)) for row in held):
                    found.append((attribute, tuple(map(tuple, held))))
                else:
                    return snapshots.freeze(position)
            else:
                found.append((attribute, held))
        return name, frozenset(found)

    return copy


def _rows(position: Any) -> Hashable:
    if {*map(type, position)} != {list}:
        raise TypeError
    return tuple(map(tuple, position))
