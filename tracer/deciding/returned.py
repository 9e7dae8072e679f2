"""The numbers in what a call returns, and which of them is the value: the one that goes up to the parent."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from types import CodeType
from typing import Any

from tracer.deciding.call import Log, Path
from tracer.deciding.thresholds import ENTRIES, SURE, TINY, TOGETHER, TRIED
from tracer.games.attributes import attributes_of
from tracer.games.snapshots import is_stand_in

_LARGEST, _INFINITY = int(sys.float_info.max), float("inf")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")\]")
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
    if issubclass(kind, str | bytes | complex) or is_stand_in(kind) or not hasattr(kind, "__float__"):
        return None
    try:  # not by methods of somebody's own, where the number is one without them
        own = next((one for one in (int, float) if issubclass(kind, one)), None)
        number = float(value) if own is None else own.__float__(value)
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


def as_float(number: Any) -> float:
    """A number as a float, with 1 and −1 for truth values."""
    if type(number) is bool:
        return 1.0 if number else -1.0
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


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
    parts = _parts(returned)
    if _has_attributes(returned):
        parts = [(f".{name}", one) for name, one in islice(attributes_of(returned).items(), ENTRIES)]
    if len(parts) <= TOGETHER:
        inside = [(place + below, item) for place, one in parts for below, item in _parts(one, most=TOGETHER)]
        parts = [*parts, *inside]
    return {place: number for place, item in parts if (number := plain_number(item)) is not None}


def _parts(returned: Any, most: int | None = None) -> list[tuple[Path, Any]]:
    """Return the elements of a list or a dictionary by their places; none if there are more than `most`."""
    if most is not None and isinstance(returned, tuple | list | Mapping) and len(returned) > most:
        return []
    if isinstance(returned, tuple | list):
        return [(f"[{place}]", item) for place, item in enumerate(returned[:ENTRIES])]
    if isinstance(returned, Mapping):
        return [(f"[{name!r}]", item) for name, item in list(returned.items())[:ENTRIES] if isinstance(name, str)]
    return []


def _has_attributes(returned: Any) -> bool:
    kind = type(returned)
    plain = kind.__module__ == "builtins" or issubclass(kind, tuple | list | Mapping)
    return not plain and not is_stand_in(kind) and not callable(returned)


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


def _is_inside(place: Path) -> bool:
    """Return whether a place is in an element of an element."""
    return "][" in place


def in_words(place: Path) -> str:
    """A place as it is said to people.

    >>> in_words("[1]"), in_words(".score"), in_words("['score']"), in_words("[1][0]"), in_words(".values[0]")
    ('element 1', 'attribute score', "element 'score'", 'element 0 of element 1', 'element 0 of attribute values')
    """
    words = [f"element {key!r}" if name is None else f"attribute {name}" for name, key in steps_to(place)]
    return " of ".join(reversed(words))


def as_option(place: Path) -> str:
    """Return a place as the option `value` says it.

    >>> as_option("[1]"), as_option(".score"), as_option("['score']"), as_option(".values[0]")
    ('1', 'score', 'score', 'lambda returned: returned.values[0]')
    """
    if len(steps_to(place)) > 1:
        return f"lambda returned: returned{place}"
    name, key = steps_to(place)[0]
    return str(key) if name is None else name


def value_places(log: Log) -> dict[CodeType, Path]:
    """Where the value is in what each function returns.

    Of several numbers it is the one that is, at most inner calls, the best or the mean of the children's; where that
    does not tell, the one that is called a value or a score, and then the first. It is an element of an element only
    where that goes up more often than any other: as the greatest or the least, or, as a move's number does by chance
    where there are few moves, in the way of its ply.
    """
    best = _best_way(log, inside=False)
    most = _goes_up(log, best)
    if most == 1 or not any(_is_inside(place) for call in log.calls for place in call.numbers or ()):
        return best
    other = _best_way(log, inside=True)
    more = _goes_up(log, other) - most
    surer = more > 0 and _goes_up_by_ply(log, other) - _goes_up_by_ply(log, best) > 1 - SURE
    return other if surer or more > 1 - SURE else best


def _best_way(log: Log, *, inside: bool) -> dict[CodeType, Path]:
    choices = {code: found for code in log.codes() if (found := _choices(log, code, inside=inside))}
    ways = [dict(zip(choices, ways, strict=True)) for ways in islice(product(*choices.values()), TRIED**2)]
    if len(ways) < 2:
        return ways[0] if ways else {}
    return max(ways, key=lambda way: _goes_up(log, way))  # the first of the best


def _choices(log: Log, code: CodeType, *, inside: bool) -> list[Path]:
    """The places at which most returns of a function have a number, the likeliest first; inside elements, if wanted."""
    returns = [call.numbers for call in log.calls if call.code is code and call.numbers is not None]
    places = Counter(place for found in returns for place in found if inside or not _is_inside(place))
    truths = {place for found in returns for place, number in found.items() if type(number) is bool}
    often = max(places.values(), default=0)
    usual = [place for place, count in places.items() if 2 * count > often]
    first = min((int(place[1:-1]) for place in usual if re.fullmatch(r"\[\d+\]", place)), default=0)

    def unlike(place: Path) -> tuple[bool, bool, bool]:
        return place in truths, not is_named_as_value(place) and place != "", place != f"[{first}]"

    return sorted(usual, key=unlike)[:TRIED]


def is_named_as_value(place: Path) -> bool:
    """Return whether the last part of a place is called a value or a score.

    >>> is_named_as_value("[0]['score']"), is_named_as_value(".best_value"), is_named_as_value("[1]")
    (True, True, False)
    """
    return _NAMED.fullmatch(place.rpartition("[")[2].strip(".]'\"")) is not None


def _goes_up_by_ply(log: Log, way: dict[CodeType, Path]) -> float:
    """The same part where children differ, and a function does alike at every other ply."""
    right, inner = going_up_by_ply(log, log.values(way))
    return right / max(1, inner)


def going_up_by_ply(log: Log, at: Sequence[float | None]) -> tuple[int, int]:
    """At how many inner calls whose children differ numbers go up, alike at every other ply; and how many there are.

    Args:
        log: the calls.
        at: the number of each, None where there is none.
    """
    ways: dict[tuple[CodeType, int], Counter[str]] = {}
    plies: list[int] = []
    for call, below, value in zip(log.calls, log.below, at, strict=True):
        plies.append(0 if call.above < 0 else 1 - plies[call.above])
        known = [as_float(one) for child in below if (one := at[child]) is not None]
        if value is not None and len(set(known)) > 1:
            goes = {"": True, "max": value == max(known), "min": value == min(known), "-": value == -min(known)}
            goes["mean"] = abs(value - sum(known) / len(known)) < TINY
            ways.setdefault((call.code, plies[-1]), Counter()).update(name for name, does in goes.items() if does)
    most = sum(max(0, *(found[name] for name in ("max", "min", "-", "mean"))) for found in ways.values())
    return most, sum(found[""] for found in ways.values())


def _goes_up(log: Log, way: dict[CodeType, Path]) -> float:
    """The part of the inner calls whose number is one of their children's, or its negative, or their mean.

    An inner call that returned none, or some of whose children did, is one at which it does not go up.
    """
    at = log.values(way)
    plain = mean = either = negated = inner = every = 0
    for number, below in enumerate(log.below):
        every += bool(below) and log.calls[number].numbers is not None
        found = [at[child] for child in below]
        value = at[number]
        known = [as_float(one) for one in found if one is not None]
        if value is None or not known or len(known) < len(found):
            continue
        inner += 1
        is_best, is_mean = value in (max(known), min(known)), abs(value - sum(known) / len(known)) < TINY
        plain, mean, either = plain + is_best, mean + is_mean, either + (is_best or is_mean)
        negated += value == -min(known)
    right = max(plain, negated, either if inner - mean < SURE * inner else 0)
    return right / max(1, every)
