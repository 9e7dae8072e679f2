"""Where a search that returns nothing keeps its values: in an attribute or an entry of an argument."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice, pairwise, product
from types import CodeType

from tracer.deciding.call import Call, Log, Path, head
from tracer.deciding.returned import as_float, going_up_by_ply, is_named_as_value, value_places
from tracer.deciding.returned import in_words as part_in_words
from tracer.deciding.thresholds import HALF, SEVERAL, TRIED, USUAL

_KEPT = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*|\[(\d+|'[^'\\]*'|\"[^\"\\]*\")\])+")

_PRIVATE = re.compile(r"^\._([^\W_]\w*?__)?")
"""What the name of a private attribute begins with, as Python has it in the object."""


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


def in_words(place: Path) -> str:
    """Return in words where the value is."""
    return (
        f"values are kept in {place}" if is_kept(place) else f"the value is {part_in_words(place)} of what is returned"
    )


def use_kept(log: Log, places: Mapping[CodeType, Path]) -> None:
    """Take kept values for those that calls returned, by the places of their functions.

    They are no other variable, unless leaves have theirs from the beginning: it is a part of the position there.
    """
    log.kept.update(places)
    written, leaves = 0, 0
    for call, below in zip(log.calls, log.below, strict=True):
        place = places.get(call.code)
        if place is not None and call.kept is not None:
            call.numbers = {place: call.kept[place]} if place in call.kept else {}
        if place is not None and call.numbers and not below:
            leaves += 1
            before = call.seen.get(place)
            written += type(before) not in (int, float, bool) or before != call.numbers.get(place)
    parts = set(map(inside, places.values())) if 2 * written > leaves else set()
    for call in log.calls:
        for path in [path for path in call.seen if call.code in places and inside(path) in parts]:
            del call.seen[path]


def kept_places(log: Log) -> dict[CodeType, Path]:
    """Return where each function keeps its value whose calls return nothing; nothing where that is not known.

    It is the number that the calls write and that goes up from children to parents, as the best of theirs or the mean.
    All functions have it by one name. A name that says nothing of a value has to be borne out by the numbers.
    """
    choices = {code: found for code in log.codes() if (found := _choices(log, code))}
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
    found = [
        (call.kept or {}).get(way[call.code]) if call.code in way else other
        for call, other in zip(log.calls, log.values(returned), strict=True)
    ]
    numbers = [None if one is None else as_float(one) for one in found]
    right, telling = going_up_by_ply(log, numbers)
    part = right / telling if telling else 0.0
    named = is_named_as_value(_PRIVATE.sub(".", name))
    if telling >= SEVERAL and _is_left_over(log, numbers):
        return None
    if _only_goes_one_way(log, numbers) or _is_handed_down(log, numbers):
        return None
    if named:
        is_one = part >= HALF if telling else _all_go_up(log, numbers)
    else:
        counting = any(_only_grows(log, code, path) for code, path in way.items())
        is_one = telling > 0 and part >= USUAL and not counting
    return (part >= USUAL, len(way), named, part) if is_one else None


def _is_left_over(log: Log, numbers: Sequence[float | None]) -> bool:
    """Return whether calls leave what their last child left, as where leaves alone write a number, or all count one."""
    known = (
        (value, [numbers[child] for child in below])
        for value, below in zip(numbers, log.below, strict=True)
        if below and value is not None
    )
    return all(value == found[-1] for value, found in known)


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


def _is_handed_down(log: Log, numbers: Sequence[float | None]) -> bool:
    """Return whether the children of each call that made several have one number, as where they got it from above."""
    several = [{numbers[child] for child in below} for below in log.below if len(below) > 1]
    return len(several) >= SEVERAL and all(len(found) == 1 for found in several)


def _all_go_up(log: Log, numbers: Sequence[float | None]) -> bool:
    """Return whether no inner call has another number than its children, who have one each, or its negative."""
    known = (
        (value, {numbers[child] for child in below})
        for value, below in zip(numbers, log.below, strict=True)
        if below and value is not None
    )
    return all(value in found or -value in found for value, found in known)


def _choices(log: Log, code: CodeType) -> list[Path]:
    """Return the places in which a function's calls leave a number that they write, if they return nothing."""
    calls = [call for call in log.calls if call.code is code and call.numbers is not None]
    if not calls or any(call.kept is None for call in calls):
        return []
    times = Counter(path for call in calls for path in call.kept or ())
    usual = [path for path, count in times.items() if 2 * count > len(calls)]
    return [path for path in usual if any(_is_written(call, path) for call in calls)]


def _is_written(call: Call, path: Path) -> bool:
    """Return whether a number is another one as a call returns than it was as the call began."""
    return path in (call.kept or {}) and (call.kept or {})[path] != call.before.get(path)


def _only_grows(log: Log, code: CodeType, path: Path) -> bool:
    """Return whether a number never falls from one return to the next, as what counts the calls does."""
    calls = (log.calls[number] for number, begins in log.steps(0, len(log)) if not begins)
    numbers = [call.kept[path] for call in calls if call.code is code and call.kept is not None and path in call.kept]
    return all(before <= after for before, after in pairwise(numbers))
