"""The objects in which a call may keep its value, and the numbers in them, read without running the program's code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from numbers import Real
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from tracer.deciding.call import Call, Path, parameters, plain
from tracer.deciding.returned import plain_number, steps_to
from tracer.deciding.thresholds import ENTRIES
from tracer.errors import PlyscopeError
from tracer.games.comparable_objects import is_interruption
from tracer.games.object_attributes import attribute_or_none, attributes_of
from tracer.games.snapshots import is_mock_class
from tracer.text import clean, nearest


class Keeping:
    """Looks at the arguments in which calls may keep their values.

    Args:
        said: the argument that was said to keep it, empty where the value was said to be returned; None where nothing
            was said.
    """

    def __init__(self, said: str | None) -> None:
        self._said = said
        self._returning: set[CodeType] = set()
        """Functions that have returned more than None: they keep their values nowhere else."""

    def enter(self, call: Call, frame: FrameType) -> None:
        """Take what a call that begins has got.

        Raises:
            PlyscopeError: the function has no such argument as was said.
        """
        if self._said:
            call.keepers = {self._said: _keeper(frame, self._said, call.code)}
        elif self._said is None and call.code not in self._returning:
            call.keepers = _keepers(frame)
            call.before = _numbers_in(call.keepers)

    def leave(self, call: Call, returned: Any) -> None:
        """Take the numbers in it as the call returns."""
        if returned is not None:
            self._returning.add(call.code)
        elif self._said is None and call.code not in self._returning:
            call.kept = _numbers_in(call.keepers)
        call.keepers = {}


def _keepers(frame: FrameType) -> dict[str, Any]:
    """Return the arguments of a call that begins in which it may keep its value: objects, and small dictionaries."""
    local = frame.f_locals
    return {name: local[name] for name in parameters(frame.f_code) if name in local and _may_keep(local[name])}


def _may_keep(held: Any) -> bool:
    kind = type(held)
    if issubclass(kind, dict):
        return dict.__len__(held) <= ENTRIES
    try:
        if kind.__module__ == "builtins" or issubclass(kind, type | ModuleType | FunctionType | Real):
            return False
        return not is_mock_class(kind)
    except BaseException as error:  # whatever somebody's classes do when they are looked at
        if is_interruption(error):
            raise
        return False


def _keeper(frame: FrameType, name: str, code: CodeType) -> Any:
    """Return the argument that was said to keep the value.

    Raises:
        PlyscopeError: the function has no such argument.
    """
    own = parameters(code)
    if name not in own:
        raise PlyscopeError(
            f"value: {plain(code)} has no argument {clean(name)!r}{nearest(name, own)}; there are: "
            f"{', '.join(own) or 'none'}"
        )
    return frame.f_locals.get(name)


def _numbers_in(held: Mapping[str, Any]) -> dict[Path, float]:
    """Return the numbers in some objects, by the names of these: `self.score`, `node['value']`."""
    try:
        parts = [(f"{name}{place}", one) for name, keeper in held.items() for place, one in _parts(keeper)]
        known = [(path, one) for path, one in parts if issubclass(type(one), Real)]
        return {path: number for path, one in known if (number := plain_number(one)) is not None}
    except BaseException as error:  # whatever somebody's objects do when they are looked at
        if is_interruption(error):
            raise
        return {}


def _parts(held: Any) -> Iterator[tuple[Path, Any]]:
    """Yield the attributes of an object, or the entries of a dictionary, by their places in it."""
    kind = type(held)
    if issubclass(kind, dict):
        for name, one in list(dict.items(held)):
            if type(name) is str and "'" not in name and "\\" not in name:
                yield f"['{name}']", one
        return
    for name, one in islice(list(attributes_of(held).items()), ENTRIES):
        if type(name) is str and name.isidentifier():
            yield f".{name}", one


def taker_of_kept(place: Path) -> Callable[[Any], Any]:
    """Return what takes what an object has at a place; it gives None where there is nothing.

    Attributes are those of the object itself, entries those of dictionaries, lists and tuples: nothing that the
    program has for them is run.
    """
    steps = steps_to(place)

    def take(held: Any) -> Any:
        for name, key in steps:
            held = _entry(held, key) if name is None else attribute_or_none(held, name)
        return held

    return take


def _entry(held: Any, key: str | int) -> Any:
    kind = type(held)
    if issubclass(kind, dict):
        return dict.get(held, key)
    if issubclass(kind, list | tuple) and isinstance(key, int):
        own: Any = list if issubclass(kind, list) else tuple
        return own.__getitem__(held, key) if key < own.__len__(held) else None
    return None
