"""Values that a search leaves in its positions: the part of a position that is no part of what was to be put back."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from tracer.deciding.thresholds import SAMPLE
from tracer.diagnosis.case import Case
from tracer.diagnosis.moves_left import parts_of


def beside_values(case: Case, changed: Mapping[int, tuple[str, str]]) -> set[int]:
    """Return the calls that returned another position than they got, the values aside that they leave in it.

    Args:
        case: the recording.
        changed: the texts of the position on entry and on return, of each call at which they differ.
    """
    names = _names_of_values(case, dict(islice(changed.items(), SAMPLE)))
    if not names:
        return set(changed)
    return {
        node for node, (one, other) in changed.items() if _parts_without(one, names) != _parts_without(other, names)
    }


def _names_of_values(case: Case, changed: Mapping[int, tuple[str, str]]) -> set[str]:
    """Return the names of the parts in which each of some calls leaves the value that it returns, MAX's or its mover's.

    What holds a number before that, and one of two after it, may be a player's as well: it is none.
    """
    names: dict[str, list[bool]] = {}
    values: set[float] = set()
    untold = set[str]()
    for place, (node, (entry, left)) in enumerate(changed.items()):
        value, turn = float(case.value[node]), int(case.trace.columns.turn[node])
        values.add(value)
        before, after = parts_of(entry), {name: _number(part) for name, part in parts_of(left).items()}
        if not place:
            names = {name: [True, True] for name in after}
        for name in [*names]:
            number = after.get(name)
            names[name] = [kept and number == one for kept, one in zip(names[name], (value, value * turn), strict=True)]
            if not any(names[name]):
                del names[name]
            elif _number(before.get(name, "")) is None:
                untold.add(name)
        if not names:
            break
    return {name for name in names if name in untold or len(values) > len(("one", "other"))}


def _number(part: str) -> float | None:
    """Return the number that a part of a position is, 1 and −1 for truth values; None where it is none.

    >>> _number("-6"), _number("2)"), _number("False"), _number("X..")
    (-6.0, 2.0, -1.0, None)
    """
    word = part.rstrip(")}")
    try:
        return {"True": 1.0, "False": -1.0}.get(word) or float(word)
    except ValueError:
        return None


def _parts_without(text: str, names: set[str]) -> dict[str, str]:
    """Return the parts of a position's text but for some.

    >>> both = "Heaps(left=3, score=2)", "Heaps(left=3)"
    >>> [_parts_without(text, {"score"}) for text in both]
    [{'left': '3'}, {'left': '3'}]
    """
    return {name: part.rstrip(")}") for name, part in parts_of(text).items() if name not in names}
