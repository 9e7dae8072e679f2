"""How callers use the values of their calls, and which number in a returned object is the value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product
from math import isfinite
from operator import itemgetter
from types import CodeType

from tracer.deciding.answers_taken import compared_elements, total_of
from tracer.deciding.call import Handoffs, Log, Path, as_float
from tracer.deciding.returned import inside, is_named_as_value
from tracer.deciding.thresholds import DIGITS, FEW, HALF, SEVERAL, SURE, TINY, TRIED, USUAL

_Up = tuple[int, float, tuple[float, ...]]
"""The number of an inner call, its value, and the values of the calls below it."""
_PRIVATE = re.compile(r"^\._([^\W_]\w*?__)?")
"""What the name of a private attribute begins with, as Python has it in the object."""


@dataclass(frozen=True, slots=True)
class Passing:
    """How a value changes from a call to its caller."""

    sum_of_values: float = 0.0
    """What the values of both players add up to: 0 as a rule, 1 where they are chances to win."""
    part: float = 1.0
    """The factor by which a value shrinks."""
    step: float = 0.0
    """The amount by which a value moves towards zero."""

    @property
    def plain(self) -> bool:
        """Whether a caller uses values unchanged."""
        return self == Passing()

    def centred(self, value: float) -> float:
        """Return a value relative to half the sum of both players' values."""
        return round(value - self.sum_of_values / 2, DIGITS)

    def above(self, value: float) -> float:
        """Return a call's value as its caller sees it, before a negamax negates it."""
        mine = self.centred(value) * self.part
        if self.step:
            mine = max(0.0, mine - self.step) if mine > 0 else min(0.0, mine + self.step)
        return round(mine, DIGITS)


def passing_of(inner: Iterable[tuple[float, Sequence[float]]]) -> Passing:
    """How values go up, by those of calls and of the calls below them.

    Where children that are all alike hand their value up as it is, what lies between others is their mean.
    """
    inner = list(inner)
    alike = [value == below[0] for value, below in inner if len(set(below)) == 1 and below[0]]
    if len(alike) >= SEVERAL and 2 * sum(alike) > len(alike):
        return Passing()
    known = [(value, max(below), min(below)) for value, below in inner if len(set(below)) > 1]
    known = [three for three in known if all(abs(one) < float("inf") for one in three)]
    plain = sum(value in (most, least, -least) for value, most, least in known)
    if len(known) < SEVERAL or plain >= USUAL * len(known):
        return Passing()
    if len({least for _value, _most, least in known}) == 1:
        return Passing()  # of one number any relation holds
    means = [abs(value - sum(below) / len(below)) < TINY for value, below in inner if len(set(below)) > 1]
    if sum(means) >= SURE * len(means):
        return Passing()  # evenly spaced outcomes have their mean as far from the best everywhere
    needed = SURE * len(known)
    total, count = Counter(round(value + least, DIGITS) for value, _most, least in known).most_common(1)[0]
    within = all(0 <= one <= total for three in known for one in three)  # each player has a part of it
    if count >= needed and within:
        return Passing(sum_of_values=total)
    smaller = [
        {(abs(end), abs(value)) for end in (most, least) if abs(end) > abs(value)} for value, most, least in known
    ]
    still = sum(value == 0 and 0 in (most, least) for value, most, least in known)
    parts = Counter(part for ends in smaller for part in {round(value / end, 6) for end, value in ends if value})
    steps = Counter(step for ends in smaller for step in {round(end - value, DIGITS) for end, value in ends})
    for name, found in (("part", parts), ("step", steps)):
        number, count = max(found.items(), key=itemgetter(1), default=(0.0, 0))
        if count + still >= needed and count >= SEVERAL:
            return Passing(**{name: number})
    return Passing()


@dataclass(frozen=True, slots=True)
class Inner:
    """An inner call whose value and children's values are all known."""

    number: int
    value: float
    below: tuple[float, ...]
    tells: bool
    """Whether the best is not the worst."""
    mode: str
    """How the value follows from the children's."""

    @property
    def negated(self) -> bool:
        """Whether the value is the best of the children's negated values."""
        return self.value == -min(self.below)


def inner_call(number: int, value: float, below: tuple[float, ...]) -> Inner:
    """Return the inner call of a value and the children's values."""
    least, most = min(below), max(below)
    mode = "max" if value == most else "min" if value == least else "neither"
    # A mean with something infinite is infinite.
    if (
        isfinite(most - least)
        and least < value < most
        and (value not in below or abs(value - sum(below) / len(below)) < TINY)
    ):
        mode = "mean"  # else it was chosen, and is neither the best nor the worst
    return Inner(number, value, below, most != least, mode)


def inner_calls(
    log: Log, places: Mapping[CodeType, Path], handoffs: Handoffs = frozenset()
) -> tuple[list[Inner], Passing]:
    """The calls of a log whose value and children's are numbers, those of the outermost ones too; how values go up.

    Where they do not go up as they are, those from below stand as they do above.
    """
    found = [
        (number, value, tuple(values))
        for number, value, values in log.inner(log.values(places))
        if not any((log.calls[number].code, log.calls[child].code) in handoffs for child in log.below[number])
    ]
    passing = passing_of((value, values) for _number, value, values in found)
    total = total_of(log.codes()) if passing.plain else None
    if total is not None and all(0 <= one <= total for _number, value, values in found for one in (value, *values)):
        passing = Passing(sum_of_values=total)  # though some go up as they are: those of a player who moves again
    if passing.plain:
        gains = _gains(log, found, handoffs)
        return [inner_call(number, value - gains[number], below) for number, value, below in found], passing
    return [
        inner_call(number, passing.centred(value), tuple(map(passing.above, values))) for number, value, values in found
    ], passing


def _gains(log: Log, found: Sequence[_Up], handoffs: Handoffs) -> dict[int, float]:
    """Return by the number of an inner call what all of its function add to the best of the values below them."""
    odd, kinds = plies(log, handoffs), dict[tuple[CodeType, int], list[_Up]]()
    for one in found:
        kinds.setdefault((log.calls[one[0]].code, odd[one[0]]), []).append(one)
    return {number: gain for inner in kinds.values() for gain in [_common_gain(inner)] for number, *_ in inner}


def _common_gain(inner: Sequence[_Up]) -> float:
    """Return what calls add to the greatest of the values below them, or to the least, as to count plies; 0 for none.

    What is added to one or two values alone is a relation of these, as of 1 to −1; and fractions are those of means.
    """
    telling = [one for one in inner if isfinite(one[1]) and min(one[2]) < max(one[2])]
    plain = sum(bool(ways_up(value, below)) for _number, value, below in telling)
    if plain >= HALF * len(telling) or not all(value.is_integer() for _number, value, _below in telling):
        return 0.0
    gain, most = 0.0, FEW - 1
    for best in (max, min):
        pairs = [(value, best(below)) for _number, value, below in telling]
        added = Counter(one for value, other in pairs if isfinite(one := value - other))
        (common, count), *_ = added.most_common(1) or [(0.0, 0)]
        several = len({other for value, other in pairs if value - other == common}) >= FEW
        if several and count > most and count >= SURE * added.total():
            gain, most = common, count
    return gain


def plies(log: Log, handoffs: Handoffs = frozenset()) -> list[int]:
    """Return for each call the parity of its ply."""
    found: list[int] = []
    for call in log.calls:
        moved = call.above >= 0 and not call.again and (log.calls[call.above].code, call.code) not in handoffs
        found.append(0 if call.above < 0 else found[call.above] ^ moved)
    return found


def ways_up(value: float, below: Sequence[float]) -> set[str]:
    """Return the ways in which a value may come from those below it.

    >>> sorted(ways_up(2, [1, 2, 3])), sorted(ways_up(-1, [1, 3])), ways_up(0, [1, 2])
    (['mean'], ['-'], set())
    """
    found = {"max": value == max(below), "min": value == min(below), "-": value == -min(below)}
    found["mean"] = abs(value - sum(below) / len(below)) < TINY
    return {way for way, holds in found.items() if holds}


def value_places(log: Log) -> dict[CodeType, Path]:
    """Return where the value is in the object that each function returns.

    Of several numbers it is the one by which the text compares what was returned; else the one that is, at most inner
    calls, the best or the mean of the children's; where that does not tell, the one that is called a value or a score,
    and then the first. It is an element of an element only where that goes up more often than any other: as the
    greatest or the least, or, as a move's number does by chance where there are few moves, in the way of its ply.
    """
    choices = {code: found for code in log.codes() if (found := _places_returned(log, code))}
    compared = compared_elements(log.codes())
    if len(compared) == 1 and all(compared <= {*found} for found in choices.values()):
        return dict.fromkeys(choices, next(iter(compared)))
    ways = [dict(zip(choices, ways, strict=True)) for ways in islice(product(*choices.values()), TRIED**2)]
    return max(ways, key=lambda way: _goes_up(log, way))  # the first of the best


def _places_returned(log: Log, code: CodeType) -> list[Path]:
    """The places at which most returns of a function have a number, the likeliest first; inside elements at last."""
    returns = [call.numbers for call in log.of(code) if call.numbers is not None]
    places = Counter(place for found in returns for place in found)
    truths = {place for found in returns for place, number in found.items() if type(number) is bool}
    often = max(places.values(), default=0)
    usual = [place for place, count in places.items() if 2 * count > often]
    first = min((int(place[1:-1]) for place in usual if re.fullmatch(r"\[\d+\]", place)), default=0)

    def unlike(place: Path) -> tuple[bool, bool, bool, bool]:
        return "][" in place, place in truths, not is_named_as_value(place) and place != "", place != f"[{first}]"

    return sorted(usual, key=unlike)[:TRIED]


def going_up_by_ply(log: Log, at: Sequence[float | None]) -> tuple[float, int]:
    """Return at what part of the telling inner calls numbers go up, alike at every other ply, and how many tell."""
    ways: dict[tuple[CodeType, int], Counter[str]] = {}
    for call, below, value, odd in zip(log.calls, log.below, at, plies(log), strict=True):
        known = [one for child in below if (one := at[child]) is not None]
        if value is not None and len(set(known)) > 1:
            ways.setdefault((call.code, odd), Counter()).update(["", *ways_up(value, known)])
    most = sum(max(0, *(found[name] for name in ("max", "min", "-", "mean"))) for found in ways.values())
    inner = sum(found[""] for found in ways.values())
    return most / max(1, inner), inner


def _goes_up(log: Log, way: dict[CodeType, Path]) -> float:
    """The part of the inner calls whose number is one of their children's, or its negative, or their mean.

    An inner call that returned none, or some of whose children did, is one at which it does not go up.
    """
    every = sum(bool(below) and call.numbers is not None for call, below in zip(log.calls, log.below, strict=True))
    ups = [ways_up(value, below) for _number, value, below in log.inner(log.values(way))]
    mean, negated = (sum(one in up for up in ups) for one in ("mean", "-"))
    plain, either = sum(bool(up & {"max", "min"}) for up in ups), sum(bool(up - {"-"}) for up in ups)
    right = max(plain, negated, either if len(ups) - mean < SURE * len(ups) else 0)
    return right / max(1, every)


def use_kept(log: Log, places: Mapping[CodeType, Path]) -> None:
    """Take kept values for those that calls returned, by the places of their functions.

    They are no other variable, unless leaves have theirs from the beginning: it is a part of the position there.
    """
    log.kept.update(places)
    written, leaves = 0, 0
    for call, below in log.families():
        place = places.get(call.code)
        if place is not None and call.kept is not None:
            call.numbers = {place: call.kept[place]} if place in call.kept else {}
        if place is not None and call.numbers and not below:
            leaves += 1
            before = call.entry_values.get(place)
            written += type(before) not in (int, float, bool) or before != call.numbers.get(place)
    parts = set(map(inside, places.values())) if 2 * written > leaves else set()
    for call in log.calls:
        for path in [path for path in call.entry_values if call.code in places and inside(path) in parts]:
            del call.entry_values[path]


def kept_places(log: Log) -> dict[CodeType, Path]:
    """Return where each function keeps its value whose calls return nothing; nothing where that is not known.

    It is the number that the calls write and that goes up from children to parents, as the best of theirs or the mean.
    All functions have it by one name. A name that says nothing of a value has to be borne out by the numbers.
    """
    choices = {code: found for code in log.codes() if (found := _places_kept(log, code))}
    names = dict.fromkeys(inside(path) for found in choices.values() for path in found)
    best: dict[CodeType, Path] = {}
    most: tuple[bool, int, bool, float] | None = None
    returned = value_places(log) if choices else {}
    for name in names:
        known = {
            code: [path for path in found if inside(path) == name]
            for code, found in choices.items()
            if any(inside(path) == name for path in found)
        }
        for paths in islice(product(*known.values()), TRIED**2):
            way = dict(zip(known, paths, strict=True))
            rank = _rank(log, way, returned)
            if rank is not None and (most is None or rank > most):
                best, most = way, rank
    return best


def _rank(
    log: Log, way: Mapping[CodeType, Path], returned: Mapping[CodeType, Path]
) -> tuple[bool, int, bool, float] | None:
    """Return how likely the places of functions have the values: the greater the likelier; None if they have not."""
    name = inside(next(iter(way.values())))
    kept = ((call.kept or {}).get(way.get(call.code, "")) for call in log.calls)
    numbers = [
        other if call.code not in way else None if number is None else as_float(number)
        for call, number, other in zip(log.calls, kept, log.values(returned), strict=True)
    ]
    inner = [
        (value, [numbers[child] for child in below])
        for value, below in zip(numbers, log.below, strict=True)
        if below and value is not None
    ]
    several = [{numbers[child] for child in below} for below in log.below if len(below) > 1]
    part, telling = going_up_by_ply(log, numbers)
    named = is_named_as_value(_PRIVATE.sub(".", name))
    if telling >= SEVERAL and all(value == below[-1] for value, below in inner):
        return None  # the last child left it: leaves alone write it, or all count one
    if (len(several) >= SEVERAL and all(len(found) == 1 for found in several)) or _only_goes_one_way(log, numbers):
        return None  # it is handed down, or is the best so far
    if named:
        is_one = part >= HALF if telling else all(value in below or -value in below for value, below in inner)
    else:
        is_one = telling > 0 and part >= USUAL
    return (part >= USUAL, len(way), named, part) if is_one else None


def _only_goes_one_way(log: Log, numbers: Sequence[float | None]) -> bool:
    """Return whether no number is smaller than that of the return before, or none greater, as the best so far is."""
    searches: list[list[float]] = []
    for number, begins in log.steps(0, len(log)):
        if begins and log.calls[number].above < 0:
            searches.append([])
        elif not begins and (value := numbers[number]) is not None:
            searches[-1].append(value)
    pairs = [pair for values in searches for pair in pairwise(values)]
    rises = all(one <= other for one, other in pairs)
    return len(pairs) >= SEVERAL and (rises or all(one >= other for one, other in pairs))


def _places_kept(log: Log, code: CodeType) -> list[Path]:
    """Return the places in which a function's calls leave a number that they write, if they return nothing."""
    calls = [call for call in log.of(code) if call.numbers is not None]
    if not calls or any(call.kept is None for call in calls):
        return []
    times = Counter(path for call in calls for path in call.kept or ())
    usual = [path for path, count in times.items() if 2 * count > len(calls)]
    return [
        path
        for path in usual
        if any((call.kept or {}).get(path, call.before.get(path)) != call.before.get(path) for call in calls)
    ]
