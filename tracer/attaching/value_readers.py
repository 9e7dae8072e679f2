"""Numbers of a search as a trace has them: what its calls return, and the ends of its windows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from numbers import Real
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from tracer.attaching.root_answer import NONE_RETURNED, RootAnswer
from tracer.deciding.call import Call, Path, head, parameters, plain
from tracer.deciding.decision import Decision
from tracer.deciding.returned import inside, is_kept, is_number, plain_number, steps_to, taker
from tracer.deciding.thresholds import ENTRIES, LARGEST
from tracer.errors import PlyscopeError
from tracer.games.comparable_objects import ContainedErrors
from tracer.games.object_attributes import attribute_or_none, attributes_of
from tracer.games.snapshots import is_mock_class
from tracer.text import clean, nearest


class Keeping:
    """Looks at the arguments in which calls may keep their values.

    Args:
        said: the argument that was said to keep it, empty where the value was said to be returned; None where nothing
            was said.
    """

    def __init__(self, keeper_path: str | None) -> None:
        self._keeper_path = keeper_path
        self._returning: set[CodeType] = set()
        """Functions that have returned more than None: they keep their values nowhere else."""

    def enter(self, call: Call, frame: FrameType) -> None:
        """Take what a call that begins has got.

        Raises:
            PlyscopeError: the function has no such argument as was said.
        """
        if self._keeper_path:
            call.keepers = {self._keeper_path: _keeper(frame, self._keeper_path, call.code)}
        elif self._keeper_path is None and call.code not in self._returning:
            held = {name: frame.f_locals[name] for name in parameters(call.code) if name in frame.f_locals}
            call.keepers = {name: value for name, value in held.items() if _may_keep(value)}
            call.before = _numbers_in(call.keepers)

    def leave(self, call: Call, returned: Any) -> None:
        """Take the numbers in it as the call returns."""
        if returned is not None:
            self._returning.add(call.code)
        elif self._keeper_path is None and call.code not in self._returning:
            call.kept = _numbers_in(call.keepers)
        call.keepers = {}


def _may_keep(value: Any) -> bool:
    """Whether a call may keep its value in an argument: an object, or a small dictionary."""
    kind = type(value)
    if issubclass(kind, dict):
        return dict.__len__(value) <= ENTRIES
    with ContainedErrors():
        if kind.__module__ == "builtins" or issubclass(kind, type | ModuleType | FunctionType | Real):
            return False
        return not is_mock_class(kind)
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


def _numbers_in(keepers: Mapping[str, Any]) -> dict[Path, float]:
    """Return the numbers in some objects, by the names of these: `self.score`, `node['value']`."""
    with ContainedErrors():
        parts = [(f"{name}{place}", one) for name, keeper in keepers.items() for place, one in _parts(keeper)]
        known = [(path, one) for path, one in parts if issubclass(type(one), Real)]
        return {path: number for path, one in known if (number := plain_number(one)) is not None}
    return {}


def _parts(value: Any) -> Iterator[tuple[Path, Any]]:
    """Yield the attributes of an object, or the entries of a dictionary, by their places in it."""
    kind = type(value)
    if issubclass(kind, dict):
        for name, one in list(dict.items(value)):
            if type(name) is str and "'" not in name and "\\" not in name:
                yield f"['{name}']", one
        return
    for name, one in islice(list(attributes_of(value).items()), ENTRIES):
        if type(name) is str and name.isidentifier():
            yield f".{name}", one


def taker_of_kept(place: Path) -> Callable[[Any], Any]:
    """Return what takes what an object has at a place; it gives None where there is nothing.

    Attributes are those of the object itself, entries those of dictionaries, lists and tuples: nothing that the
    program has for them is run.
    """
    steps = steps_to(place)

    def take(value: Any) -> Any:
        for name, key in steps:
            value = _entry(value, key) if name is None else attribute_or_none(value, name)
        return value

    return take


def _entry(collection: Any, key: str | int) -> Any:
    kind = type(collection)
    if issubclass(kind, dict):
        return dict.get(collection, key)
    if issubclass(kind, list | tuple) and isinstance(key, int):
        own: Any = list if issubclass(kind, list) else tuple
        return own.__getitem__(collection, key) if key < own.__len__(collection) else None
    return None


class ValueReader:
    """What takes the value out of what a function returns, or out of the argument that keeps it.

    Args:
        source: what the user said: an element's number or name, a callable, or an argument's attribute or entry; None
            for nothing.
        place: where it was found to be.
    """

    def __init__(self, source: Any, place: Path = "") -> None:
        if is_kept(source):
            source, place = None, source
        self._source, self.place = source, place
        self.keeper = head(place) if is_kept(place) else ""
        """The argument that keeps the value; empty if the value is returned."""
        self._take = taker_of_kept(inside(place)) if self.keeper else taker(place)
        self.endless = False
        """Whether a value was beyond `LARGEST`."""

    def beside(self, answer: RootAnswer) -> RootAnswer:
        """Return what a root answers without the value; it returns nothing if that is None, and the value is kept."""
        if self.keeper:
            return answer._replace(returned=()) if answer.returned[:1] == NONE_RETURNED else answer
        return answer.beside_value(str(self._source) if isinstance(self._source, int | str) else self.place)

    def missing(self, returned: str) -> tuple[str, str]:
        """Return in words what there was in the place of a number, and what helps."""
        if self.keeper:
            return f"nothing in {self.place}", "does each way through it set that?"
        if returned == "None":
            hint = "does each way through it end with a return? value=lambda returned: … gives a number for it"
            return returned, hint
        return returned, "say where the value is with value=0 (an element) or value=lambda returned: …"

    def __call__(self, returned: Any) -> float | None:
        """Return the number in the returned object, or in what keeps it, in the search's own view; None for none.

        Raises:
            PlyscopeError: the user's callable does.
        """
        if self.keeper:
            return self.number(self._take(returned))
        kind = type(returned)
        if self._source is None and (kind is int or kind is float) and -LARGEST <= returned <= LARGEST:
            return returned  # type: ignore[no-any-return]  # a number
        return self.number(self._of(returned))

    def number(self, value: Any) -> float | None:
        """What is there as a number; True and False are a win and a loss, 1 and −1."""
        if type(value) is bool:
            return 1 if value else -1
        number = plain_number(value)
        if number is None or -LARGEST <= number <= LARGEST:
            return number
        self.endless = True
        return LARGEST if number > 0 else -LARGEST

    def _of(self, returned: Any) -> Any:
        if callable(self._source):
            try:
                return self._source(returned)
            except Exception as error:
                problem = f"{type(error).__name__}: {clean(str(error))}"
                raise PlyscopeError(
                    f"value: your function raised {problem}, for {clean(repr(returned), 60)}"
                ) from error
        if self._source is not None:
            try:
                return returned[self._source]
            except (TypeError, LookupError):
                return getattr(returned, self._source, None) if isinstance(self._source, str) else None
        return returned if self.place == "" or is_number(returned) else self._take(returned)


class ValueReaders:
    """What takes the values of the functions of a search, and what to say of calls that returned none."""

    def __init__(self, source: Any, decision: Decision) -> None:
        self._source, self._decision = source, decision
        self._values: dict[int, ValueReader] = {}
        self.no_number_message: str | None = None
        """What to say of the first call that returned no number."""
        self.no_number_value = ""
        """What that returned."""

    @property
    def endless(self) -> bool:
        """Whether a value was an infinity."""
        return any(value.endless for value in self._values.values())

    def of(self, code: CodeType) -> ValueReader:
        """Return what takes the value out of what a function returns."""
        found = self._values.get(id(code))
        if found is None:
            found = self._values[id(code)] = ValueReader(self._source, self._decision.reading(code).value)
        return found

    def note_missing(self, code: CodeType, returned: str, where: Callable[[], str]) -> None:
        """Note that a call returned no number, and where that is if it is the first."""
        if self.no_number_message is None:
            self.no_number_value, hint = self.of(code).missing(returned)
            self.no_number_message = (
                f"{plain(code)} at {where()} returned {self.no_number_value}, which is no number: {hint}"
            )
