"""The numbers that a call returns or keeps in a variable, by their places."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from tracer.deciding.call import Path, head
from tracer.deciding.thresholds import ENTRIES, TOGETHER
from tracer.games.object_attributes import attributes_of
from tracer.games.snapshots import is_mock_class

_LARGEST, _INFINITY = int(sys.float_info.max), float("inf")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")\]")
_KEPT = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*|\[(\d+|'[^'\\]*'|\"[^\"\\]*\")\])+")
_NAMED = re.compile(r"(best_?)?(value|val|score|eval|evaluation|utility|minimax|v)", re.IGNORECASE)


def is_number(value: Any) -> bool:
    """Whether a value can stand in the column of values: Python's numbers, and what else turns into a float."""
    return isinstance(value, int | float) or plain_number(value) is not None


def plain_number(value: Any) -> float | None:
    """What a number is worth as one of Python's own; None for what is none, NaN among it, and whatever it raises.

    What is larger than any float is an infinity.

    >>> plain_number(True), plain_number(3), plain_number(-(10**400)), plain_number(float("nan")), plain_number("3")
    (True, 3, -inf, None, None)
    """
    kind = type(value)
    if kind is int or kind is bool:
        return value if -_LARGEST <= value <= _LARGEST else _INFINITY if value > 0 else -_INFINITY
    if issubclass(kind, str | bytes | complex) or is_mock_class(kind) or not hasattr(kind, "__float__"):
        return None
    try:  # not by methods of somebody's own, where the number is one without them
        builtin = next((one for one in (int, float) if issubclass(kind, one)), None)
        number = float(value) if builtin is None else builtin.__float__(value)
    except OverflowError:
        number = _INFINITY if _is_positive(value) else -_INFINITY
    except Exception:  # whatever somebody's numbers do
        return None
    return None if number != number else number


def _is_positive(value: Any) -> bool:
    try:
        return int.__gt__(value, 0) if isinstance(value, int) else bool(value > 0)
    except Exception:  # whatever somebody's numbers do
        return True


_ORDER_OF_ENUM = "_sort_order_"
"""The attribute in which members of an enumeration have their place among the others."""


def numbers(returned: Any) -> dict[Path, float]:
    """The numbers in what was returned by their places: `""` for itself, `[2]`, `['score']`, `.score`, `[1][0]`.

    >>> numbers(3), numbers((None, 3)), numbers({"score": 3, "move": "a"}), numbers(None), numbers(("a", (3, "b")))
    ({'': 3}, {'[1]': 3}, {"['score']": 3}, {}, {'[1][0]': 3})
    >>> from collections import namedtuple
    >>> numbers(namedtuple("Result", "score move")(3, "a"))
    {'[0]': 3}
    """
    if is_number(returned):
        value = plain_number(returned)
        return {} if value is None else {"": value}
    parts, kind = _parts(returned), type(returned)
    plain = kind.__module__ == "builtins" or issubclass(kind, tuple | list | Mapping)
    if not plain and not is_mock_class(kind) and not callable(returned):
        attributes = islice(attributes_of(returned).items(), ENTRIES)
        parts = [(f".{name}", one) for name, one in attributes if name != _ORDER_OF_ENUM]
    if orders_itself(kind):
        # An object that holds one thing alone is compared by that.
        parts = parts if len(parts) == 1 else [(place, one) for place, one in parts if is_named_as_value(place)]
    elif len(parts) <= TOGETHER:
        inside = [(place + below, item) for place, one in parts for below, item in _parts(one, most=TOGETHER)]
        parts = [*parts, *inside]
    return {place: number for place, item in parts if (number := plain_number(item)) is not None}


def orders_itself(kind: type) -> bool:
    """Return whether objects are compared by a method of their class, so that any of their numbers may be their worth.

    Those of a data class are compared by their fields.
    """
    by_fields = getattr(getattr(kind, "__dataclass_params__", None), "order", False)
    classes = [one for one in kind.__mro__ if one.__module__ != "builtins"]
    return not by_fields and any({"__lt__", "__gt__"} & vars(one).keys() for one in classes)


def _parts(returned: Any, most: int | None = None) -> list[tuple[Path, Any]]:
    """Return the elements of a list or a dictionary by their places; none if there are more than `most`."""
    if most is not None and isinstance(returned, tuple | list | Mapping) and len(returned) > most:
        return []
    if isinstance(returned, tuple | list):
        return [(f"[{place}]", item) for place, item in enumerate(returned[:ENTRIES])]
    if isinstance(returned, Mapping):
        return [(f"[{name!r}]", item) for name, item in list(returned.items())[:ENTRIES] if isinstance(name, str)]
    return []


def taker(place: Path) -> Callable[[Any], Any]:
    """What takes the number at a place out of what is returned; None where it has no such place."""
    steps = steps_to(place)

    def take(returned: Any) -> Any:
        try:
            for name, key in steps:
                returned = returned[key] if name is None else getattr(returned, name, None)
        except (TypeError, LookupError):
            return None
        return returned

    return take


@lru_cache(maxsize=1024)
def steps_to(place: Path) -> list[tuple[str | None, Any]]:
    """Return the steps to a place: the name of an attribute, or None and the key of an element.

    >>> steps_to("[1]['score']"), steps_to(".values[0]")
    ([(None, 1), (None, 'score')], [('values', None), (None, 0)])
    """
    found = _STEP.findall(place)
    return [(name, None) if name else (None, ast.literal_eval(key)) for name, key in found]


def in_words(place: Path) -> str:
    """Return in words where the value is.

    >>> in_words("[1]"), in_words("self.score")
    ('the value is element 1 of what is returned', 'values are kept in self.score')
    >>> in_words("[1][0]")
    'the value is element 0 of element 1 of what is returned'
    """
    if is_kept(place):
        return f"values are kept in {place}"
    words = [f"element {key!r}" if name is None else f"attribute {name}" for name, key in steps_to(place)]
    return f"the value is {' of '.join(reversed(words))} of what is returned"


def as_option(place: Path) -> str:
    """Return a place as the option `value` says it.

    >>> as_option("[1]"), as_option(".score"), as_option("['score']"), as_option(".values[0]")
    ('1', 'score', 'score', 'lambda returned: returned.values[0]')
    """
    if len(steps_to(place)) > 1:
        return f"lambda returned: returned{place}"
    name, key = steps_to(place)[0]
    return str(key) if name is None else name


def is_named_as_value(place: Path) -> bool:
    """Return whether the last part of a place is called a value or a score.

    >>> is_named_as_value("[0]['score']"), is_named_as_value(".best_value"), is_named_as_value("[1]")
    (True, True, False)
    """
    return _NAMED.fullmatch(place.rpartition("[")[2].strip(".]'\"")) is not None


def is_kept(place: object) -> bool:
    """Return whether a place of a value is a variable, rather than a part of what is returned.

    >>> is_kept("self.score"), is_kept("node['value']"), is_kept(".score"), is_kept("[1]"), is_kept("score"), is_kept(1)
    (True, True, False, False, False, False)
    """
    return isinstance(place, str) and _KEPT.fullmatch(place) is not None


def inside(place: Path) -> Path:
    """Return the part of a kept value's place that stands behind the argument's name.

    >>> inside("self.score"), inside("node['value']")
    ('.score', "['value']")
    """
    return place[len(head(place)) :]
