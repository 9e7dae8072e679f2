"""Calls of one kind that are wrong while the others are right: a scout, a second search, a null move, a capture's.

Which calls belong together is told by the line of the source that made them, and where nobody told lines, by what they
are. Each kind is judged by itself, for a mistake in one line does not show in most of a search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, MANY, MOSTLY, TINY, TWICE
from tracer.diagnosis.call_columns import INFINITY
from tracer.diagnosis.case import Case
from tracer.diagnosis.null_moves import null_moves
from tracer.diagnosis.table_entries import depths
from tracer.recording.columns import NO_LINE, Bools, Floats, Ints
from tracer.recording.status import EXPANDED, PRUNED

NULL = 1.0
"""How wide a null window is at most."""


class Site(NamedTuple):
    """Calls of one kind."""

    line: int | None
    """The line of the source that made them; None where nobody told it."""
    calls: Bools
    """By node: whether it is one of them."""
    kind: str
    """What most of them are, such as `null window`; empty for plain ones."""

    @property
    def words(self) -> str:
        """Which calls they are, as a sentence goes on."""
        line = "" if self.line is None else f" of line {self.line}"
        return f"{line} ({self.kind})" if self.kind else line


class Turned(NamedTuple):
    """A node that took what the calls of a kind returned with the sign turned over."""

    node: int
    call: int
    """The call whose value it took so."""
    site: Site
    calls: int
    """After how many calls that shows."""


Mistaken = tuple[list[int], bool, Site]
"""Calls of one kind that got a wrong window, and whether its ends are crossed; otherwise its signs are wrong."""


def sites(case: Case) -> list[Site]:
    """Return the kinds of calls, the most frequent first; none where all are of one kind."""
    columns, told = case.columns, case.trace.columns.called_at
    made = columns.status != PRUNED
    made[0] = False
    kinds = _kinds(case)
    if told is not None and (told[made] != NO_LINE).any():
        told = _with_first(case, told)
        lines, count = np.unique(told[made], return_counts=True)
        lines = lines[np.argsort(-count, kind="stable")][:MANY]
        parts: list[tuple[int | None, Bools]]
        parts = [(int(line), made & (told == line)) for line in lines.tolist() if line != NO_LINE]
    else:
        parts = [(None, made & (kinds == kind)) for kind in range(len(_WORDS))]
    parts = [(line, calls) for line, calls in parts if calls.any()]
    if len(parts) < 2:
        return []
    return [Site(line, calls, _WORDS[int(np.bincount(kinds[calls]).argmax())]) for line, calls in parts]


def _with_first(case: Case, told: Ints) -> Ints:
    """Return the lines, where a first call that has none has that of the next call of its node."""
    columns = case.columns
    firsts = np.flatnonzero((told == NO_LINE) & (columns.status != PRUNED))[1:]
    following = np.minimum(columns.end[firsts], len(case) - 1)
    beside = columns.parent[following] == columns.parent[firsts]
    found = told.copy()
    found[firsts[beside]] = told[following[beside]]
    return found


_SECOND, _SECOND_NULL, _MOVES_ON = 2, 6, 7
_WORDS = (
    "",
    "null window",
    "second search",
    "null move",
    "same position",
    "beyond the horizon",
    "second search in a null window",
    "same player moves on",
)
"""The kinds of calls where nobody told lines."""


def _kinds(case: Case) -> Ints:
    """Return by node which kind of call it is by itself."""
    columns = case.columns
    found: Ints = np.zeros(len(case), np.int64)
    narrow = np.zeros(len(case), bool)
    if case.windowed:
        narrow = case.once(_are_narrow)
        found[narrow & ~narrow[columns.parent]] = 1
    if case.depth is not None:
        found[(depths(case) <= 0)[columns.parent]] = 5
    again = list(case.repeated)
    found[again] = np.where(narrow[again], _SECOND_NULL, _SECOND)
    found[_moves_on(case)] = _MOVES_ON
    found[np.isin(columns.move, list(case.trace.no_moves))] = 4
    asides = np.array(sorted(case.asides), np.int64)
    turn = case.trace.columns.turn
    found[asides] = np.where(turn[asides] == turn[columns.parent[asides]], 4, 3)
    return found


def _moves_on(case: Case) -> Bools:
    """Return by node whether the player who led there moves again, other than where a position stays."""
    columns, turn = case.columns, case.trace.columns.turn
    found: Bools = (turn != 0) & (turn == turn[columns.parent]) & ~columns.aside & ~columns.stands
    found[0] = False
    return found


def _are_narrow(case: Case) -> Bools:
    """Return by node whether its window is no wider than a null window."""
    with np.errstate(invalid="ignore"):  # of two infinities there is no width
        width = case.columns.beta - case.columns.alpha
    found: Bools = (width >= 0) & (width <= NULL + TINY)
    return found


def is_of_a_kind(case: Case) -> bool:
    """Return whether calls of one kind are wrong: then whatever comes up from them is."""
    return bool(case.once(mistaken_windows) or case.once(turned_values))


def turned_values(case: Case) -> list[Turned]:
    """Return the nodes that took what calls of one kind returned with the sign turned over, as no others do."""
    if not case.unsound and not case.asides and not case.windowed:
        return []
    found: list[Turned] = []
    other = _taken_for_the_other(case)
    for whole in case.once(sites):
        site = whole._replace(calls=whole.calls & ~other)
        if site.calls[list(case.asides)].any():
            mine = _turned_asides(case, site)
        else:
            mine = _turned_moves(case, site) if case.unsound else []
            mine = mine or _turned_ends(case, site)
        found += [Turned(node, call, site, len(mine)) for node, call in mine]
    return found


def _turned_ends(case: Case, site: Site) -> list[tuple[int, int]]:
    """Return the nodes of a kind's calls after which windows begin with what these returned, its sign turned over.

    It shows where nobody told what the node itself returned, as at a root that is no call of the search.
    """
    shown: list[tuple[int, int]] = []
    contrary = 0
    readable = case.windowed and not case.once(mistaken_windows)  # what turns those round is no value
    for calls in case.calls.values() if readable else ():
        mine = site.calls[calls.child]
        if not mine.any():
            continue
        near = calls.near[calls.owner]
        turned = calls.greatest(np.where(mine, -calls.returned, calls.returned))
        sound, wrong = (np.maximum(near, calls.before(values)) for values in (calls.best, turned))
        given = calls.given[0]
        told = calls.judged_windows & mine & (sound != wrong) & (given <= calls.given[1])
        contrary += int((told & (given != wrong) & ((given == sound) | (given == near))).sum())
        places = np.flatnonzero(told & (given == wrong))
        shown += zip(calls.node[calls.owner[places]].tolist(), calls.child[places - 1].tolist(), strict=True)
    explains_all = not contrary and bool(site.words) and {node for node, _ in shown} >= set(case.unsound) != set()
    return shown if len(shown) >= (TWICE if explains_all else max(FEW, MOSTLY * contrary)) else []


def _turned_moves(case: Case, site: Site) -> list[tuple[int, int]]:
    """Return the nodes that a sign explains, with the call, if it explains nearly all at which that could be told."""
    shown: list[tuple[int, int]] = []
    contrary = strictly = 0
    for calls in case.calls.values():
        mine = site.calls[calls.child]
        if not mine.any():
            continue
        sound, turned, ignored = (
            calls.gave(np.maximum.reduceat(np.where(mine, instead, calls.returned), calls.first))
            for instead in (calls.returned, -calls.returned, -INFINITY)
        )
        swapped = calls.gave(calls.least) & np.logical_or.reduceat(mine, calls.first)  # which another sign seldom gives
        contrary += int(((sound | ignored | swapped) & ~turned).sum())
        strictly += int((turned & ~sound & ~ignored).sum())
        nodes = np.flatnonzero(turned & ~sound)
        for place in nodes.tolist():
            first, last = int(calls.first[place]), int(calls.last[place]) + 1
            own = np.where(mine[first:last], -calls.returned[first:last], -INFINITY)
            shown.append((int(calls.node[place]), int(calls.child[first + int(own.argmax())])))
    explains_all = not contrary and bool(site.kind) and {node for node, _ in shown} >= set(case.unsound)
    enough = explains_all if strictly < TWICE else len(shown) >= max(FEW, MOSTLY * contrary)
    if not strictly or not enough:
        return []
    return sorted(shown, key=lambda one: case.end[one[0]])


def _turned_asides(case: Case, site: Site) -> list[tuple[int, int]]:
    """Return the nodes that were left after a null move whose value does not cut, but would with the other sign."""
    shown: list[tuple[int, int]] = []
    right = 0
    for call in np.flatnonzero(site.calls & case.columns.aside).tolist():
        node, value = case.parent[call], case.value[call]
        turn = case.turn[node]
        if not turn or case.status[node] != EXPANDED or case.visits(node)[-1] != call:
            continue
        far, mine, value = turn * (case.beta if turn > 0 else case.alpha)[node], turn * case.value[node], turn * value
        if mine >= far and mine in (far, value, -value):
            shown += [(node, call)] if value < far <= -value else []
            right += -value < far <= value
    return shown if len(shown) >= max(FEW, MOSTLY * right) else []


def mistaken_windows(case: Case) -> list[Mistaken]:
    """Return the kinds of calls whose windows are nearly all mirrored at 0, or crossed; none where no others are right.

    Where all are wrong it is no matter of a kind, or the recording has taken values for another player's.
    """
    if not case.windowed:
        return []
    columns = case.columns
    parent, alpha, beta = columns.parent, columns.alpha, columns.beta
    low, high = _before_first_searches(case, *_with_root_ends(case))
    judged = (columns.status != PRUNED) & (columns.status[parent] == EXPANDED) & ~_taken_for_the_other(case)
    drives = np.isin(parent, list(case.trace.drivers))
    judged &= (columns.turn[parent] != 0) | (drives & (parent > 0))
    judged[0] = False
    null = case.once(_are_narrow)
    right = (alpha >= low) & (beta <= high) & (alpha <= beta)
    right |= null & ((alpha == low) | (beta == high))
    one_end = ((alpha == -low) & (beta == high)) | ((alpha == low) & (beta == -high))
    mirrored = ((alpha == -high) & (beta == -low)) | (null & (alpha < beta) & ((beta == -low) | (alpha == -high)))
    right |= (alpha <= low) & (beta >= high) & ~(one_end & (alpha < beta))
    mirrored |= one_end
    crossed = (alpha > beta) & (low < high)
    told = ~(right & (mirrored | crossed | (low == -high)))
    found, others = list[Mistaken](), 0
    for site in case.once(sites):
        mine = judged & site.calls & told
        fitting = int((mine & right).sum())
        wrongs = [(int((mine & shown & ~right).sum()), shown) for shown in (mirrored, crossed)]
        count, shown = max(wrongs, key=lambda one: one[0])
        if count >= max(FEW, MOSTLY * fitting) and 2 * count >= int((mine & ~right).sum()):
            found.append((np.flatnonzero(mine & shown & ~right).tolist(), shown is crossed, site))
        else:
            others += fitting
    return found if others >= FEW else []


def _with_root_ends(case: Case) -> tuple[Floats, Floats]:
    """Return the running windows; of a root that was given no window with the ends of its first child's."""
    columns, (low, high) = case.columns, case.running_columns
    below = columns.parent == 0
    first = np.flatnonzero(below & (columns.status != PRUNED))[:1]
    if not len(first) or np.isfinite([columns.alpha[0], columns.beta[0]]).any():
        return low, high
    first_low, first_high = columns.alpha[first], columns.beta[first]
    return np.where(below & np.isinf(low), first_low, low), np.where(below & np.isinf(high), first_high, high)


def _before_first_searches(case: Case, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Return the running windows; of a move that is searched again as they were before it was searched first."""
    parent, move = case.columns.parent, case.columns.move
    again = np.array(sorted(case.repeated), np.int64)
    visits = np.flatnonzero(np.isin(parent, parent[again]) & (case.columns.status != PRUNED))
    step = parent.astype(np.int64) * (1 + int(move.max())) + move
    known, first = np.unique(step[visits], return_index=True)
    before = visits[first[np.searchsorted(known, step[again])]]
    low, high = low.copy(), high.copy()
    low[again], high[again] = low[before], high[before]
    return low, high


def _taken_for_the_other(case: Case) -> Bools:
    """Return by node whether it has its parent's position, though a recording took it for the other player's."""
    columns, text = case.trace.columns, case.trace.columns.text
    found: Bools = np.zeros(len(case), bool)
    if text is not None:
        found = (text == text[columns.parent]) & (text >= 0) & (columns.turn == -columns.turn[columns.parent])
        found &= ~np.isin(columns.move, list(case.trace.no_moves))
        found[list(null_moves(case.trace)) if found.any() else []] = False  # there it is the other player's
    return found
