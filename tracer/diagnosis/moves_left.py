"""What calls leave on the board: moves that cutoffs left there, and parts of a position that each move overwrites."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, SAMPLE
from tracer.diagnosis.case import Case, in_time
from tracer.recording.columns import NO_DEPTH, Bools, Ints
from tracer.recording.no_moves import Null, Stand
from tracer.recording.status import EXPANDED, PRUNED, Why


class MovesLeft(NamedTuple):
    """The moves that cutoffs left on the board."""

    nodes: list[int]
    """The calls that left one, in the order in which they returned."""
    pair: tuple[int, int]
    """Two visits of one node between which the position changed."""


def find_moves_left(case: Case) -> MovesLeft | None:
    """Return the moves that cutoffs left on the board, where no texts tell how calls left their positions."""
    if case.trace.columns.left_text is not None:
        return None
    before, after, changed = case.once(_pairs)
    if min(changed.sum(), (~changed).sum()) < FEW or _change_after_leaves(case):
        return None
    for cut in _cutoffs(case):
        count = np.append(0, np.cumsum(cut))
        if ((count[case.trace.columns.end[before]] - count[before]) % 2 == changed).all():
            first = int(np.flatnonzero(changed)[0])
            return MovesLeft(in_time(case, np.flatnonzero(cut)), (int(before[first]), int(after[first])))
    return None


def nodes_of_both_players(case: Case) -> set[int]:
    """Return the nodes whose moves were answered now by one player, now by the other: it is not known who chose there.

    None in a game in which moves may keep the turn, as also those to leaves do.
    """
    _, after, changed = case.once(_pairs)
    return set() if _change_after_leaves(case) else set(case.trace.columns.parent[after[changed]].tolist())


def _pairs(case: Case) -> tuple[Ints, Ints, Bools]:
    """Return visits of one node, each with the next one, and whether another player moves after that one's move.

    Pairs with chance, and with what makes no move, are left out.
    """
    columns = case.trace.columns
    visits = np.flatnonzero((columns.status != PRUNED) & (columns.turn != 0) & ~case.visits_by(Stand))
    visits = visits[(visits > 0) & (columns.turn[columns.parent[visits]] != 0)]
    visits = visits[np.argsort(columns.parent[visits], kind="stable")]
    beside = columns.parent[visits[1:]] == columns.parent[visits[:-1]]
    before, after = visits[:-1][beside], visits[1:][beside]
    return before, after, columns.turn[before] != columns.turn[after]


def _change_after_leaves(case: Case) -> bool:
    """Return whether the player changes after a leaf, too, which made no move that could have been left."""
    before, _, changed = case.once(_pairs)
    return bool((case.trace.columns.end[before[changed]] == before[changed] + 1).any())


def _cutoffs(case: Case) -> Iterator[Bools]:
    """By node: whether a move cut it; and then, whether one did so above the horizon."""
    columns = case.trace.columns
    cut = columns.cutoff & (columns.status == EXPANDED)
    nulls = np.flatnonzero(case.visits_by(Null))
    above, following = columns.parent[nulls], columns.end[nulls]
    last = (following == columns.end[above]) | (columns.status[np.minimum(following, len(cut) - 1)] == PRUNED)
    cut[above[last]] = False
    yield cut
    beyond = np.zeros(len(cut), bool)
    if columns.why is not None:
        beyond |= columns.why == Why.QUIESCENCE
    if columns.depth is not None:
        beyond |= (columns.depth <= 0) & (columns.depth != NO_DEPTH)
    if (cut & beyond).any():
        yield cut & ~beyond


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

    @cache
    def parts(number: int) -> dict[str, str]:
        return parts_of(case.trace.texts[number])

    told: dict[str, dict[_Change, set[str]]] = {}
    calls = 0
    for node in case.visited[1:SAMPLE]:
        before, after = int(text[case.parent[node]]), int(text[node])
        if before < 0 or after < 0 or before == after:
            continue
        one, other = parts(before), parts(after)
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
