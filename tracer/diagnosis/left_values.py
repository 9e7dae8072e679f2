"""Parts of a position that a call need not put back: values that it leaves there, and parts that moves overwrite."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby, islice

from tracer.deciding.thresholds import SAMPLE
from tracer.diagnosis.case import Case

_NAME = re.compile(r"(?:^|\n|[,({] ?)['\"]?([A-Za-z_]\w*)['\"]?(?:=|: ?|(?<=\w) (?=\S))")
"""What begins a part of a position's text: a name with a sign behind it, or between commas with a blank."""

_Change = tuple[tuple[str, object], ...]
"""What became of the other parts: by the name, each place that changed with what stands there now."""


def parts_of(text: str) -> dict[str, str]:
    r"""Return the parts of a position's text by their names, or without names by their places; none where it is one.

    Without names, a part is a line, or several of one length.

    >>> parts_of("cells X.., last 2"), parts_of("Board(cells='X..', last=2)"), parts_of("X..\n.O.")
    ({'cells': 'X..', 'last': '2'}, {'cells': "'X..'", 'last': '2)'}, {})
    >>> parts_of("cells:\nX..\n.O.\nlast: (1, 2)"), parts_of("X..\n.O.\n4")
    ({'cells': 'X..\n.O.', 'last': '(1, 2)'}, {'0': 'X..\n.O.', '1': '4'})
    """
    found = list(_NAME.finditer(text))
    if found:
        ends = [*(one.start() for one in found[1:]), len(text)]
        return {one[1]: text[one.end() : end].strip() for one, end in zip(found, ends, strict=True)}
    blocks = ["\n".join(lines) for _, lines in groupby(text.split("\n"), len)]
    return {str(place): block for place, block in enumerate(blocks)} if len(blocks) > 1 else {}


def overwritten(case: Case) -> frozenset[str]:
    """Return the names of the parts of positions that the place of each move alone determines, by all calls.

    Who moves is none, for it follows from what stands there and not from where; nor is a count, which goes on from what
    was left.
    """
    text = case.trace.columns.text
    if text is None:
        return frozenset()

    told: dict[str, dict[_Change, set[str]]] = {}
    calls = 0
    for node in case.visited[1:SAMPLE]:
        before, after = int(text[case.parent[node]]), int(text[node])
        if before < 0 or after < 0 or before == after:
            continue
        one, other = (parts_of(case.trace.texts[number]) for number in (before, after))
        if not other or one.keys() != other.keys():
            return frozenset()
        calls += 1
        for name in other:
            told.setdefault(name, {}).setdefault(_change(one, other, name), set()).add(other[name])
    return frozenset(name for name, by_change in told.items() if calls > len(by_change) and _is_written(by_change))


def _change(before: Mapping[str, str], after: Mapping[str, str], name: str) -> _Change:
    """Return what changed in all parts but one."""
    found: list[tuple[str, object]] = []
    for other, now in after.items():
        was = before[other]
        if other == name or was == now:
            continue
        if len(was) != len(now):
            found.append((other, now))
        else:
            found += [(other, (k, pair[1])) for k, pair in enumerate(zip(was, now, strict=True)) if pair[0] != pair[1]]
    return tuple(found)


def _is_written(by_change: Mapping[_Change, set[str]]) -> bool:
    """Return whether changes of the rest have one value each, and those that differ in places alone have several."""
    if any(len(values) > 1 for values in by_change.values()):
        return False
    by_mark: dict[tuple[object, ...], set[str]] = {}
    for change, values in by_change.items():
        marks = tuple(now[1] if isinstance(now, tuple) else now for _, now in change)
        by_mark.setdefault(marks, set()).update(values)
    return any(len(values) > 1 for values in by_mark.values())


def beside_values(case: Case, changed: Mapping[int, tuple[str, str]]) -> set[int]:
    """Return the calls that returned another position than they got, the values aside that they leave in it.

    Given are the texts of the position on entry and on return, of each call at which they differ.
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
