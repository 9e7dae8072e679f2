"""The windows that calls pass on to their children: what a sound call passes, and what one with a part exchanged does.

A window has an end that the mover's values raise, the near one, and one that comes from above, the far one. A call
passes on each of them, and negates and swaps both where values are negated. Each part has its rivals. A rival is
accepted if it predicts nearly all windows that differ between it and the sound call.

Where all calls share alpha and beta, windows are those that another branch left behind. It shows in two ways: a call
begins with a value that no call above it had, or a node leaves its loop by one.
"""

from __future__ import annotations

from operator import itemgetter
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, MOSTLY, TWICE
from tracer.diagnosis.call_columns import INFINITY, Calls
from tracer.diagnosis.case import Case
from tracer.diagnosis.cuts_skipped import by_themselves
from tracer.diagnosis.finding import Disease
from tracer.diagnosis.sound_call import WINDOWS, joined, windows
from tracer.games.rules import MAX, MIN
from tracer.recording.columns import Bools, Floats, Ints, index_dtype
from tracer.recording.status import PRUNED


class Passed(NamedTuple):
    """The windows of judged children, each beside what its parent had, in the view of the player who moves there."""

    child: Ints
    turn: Ints
    """Who moves above it."""
    own: Floats
    """The near end of its parent's window."""
    whole: Floats
    """The far end of that."""
    near: Floats
    """The near end as the moves before have raised it."""
    far: Floats
    given: tuple[Floats, Floats]

    def of(self, which: Bools) -> list[int]:
        """Return the node ids of some of the children."""
        found: list[int] = self.child[which].tolist()
        return found


def passed(case: Case) -> Passed:
    """Return the windows of all visits that should have their parent's running window.

    These are children of a player's node. Re-searches are left out, and so are scouts whose window holds no number.
    """
    columns, (low, high) = case.columns, case.running_columns
    above = columns.parent
    with np.errstate(invalid="ignore"):  # of two infinities there is no difference
        scout = (columns.alpha < columns.beta) & (columns.beta == np.nextafter(columns.alpha, columns.beta))
        scout &= (columns.alpha == low) | (columns.beta == high)
    judged = (columns.status != PRUNED) & (columns.turn[above] != 0) & ~scout
    judged[[0, *case.repeated]] = False
    child = np.flatnonzero(judged)
    parent = above[child]
    turn = columns.turn[parent]
    own = turned(turn, columns.alpha[parent], columns.beta[parent])
    running, given = turned(turn, low[child], high[child]), turned(turn, columns.alpha[child], columns.beta[child])
    return Passed(child, turn, *own, *running, given)


def turned(turn: Ints, low: Floats | float, high: Floats | float) -> tuple[Floats, Floats]:
    """Return windows in the mover's view: the near ends and the far ends."""
    return np.where(turn > 0, low, -high), np.where(turn > 0, high, -low)


def passes_its_own(calls: Calls) -> bool:
    """Return whether some child got what the ones before it had returned to the player."""
    own, raised = calls.near[calls.owner], calls.raised
    return bool((calls.judged_windows & (raised > own) & (calls.given[0] >= raised)).any())


Explained = tuple[tuple[Disease, ...], list[int]]
"""The diseases of a rival that explains windows of one player's calls, and these windows."""


def explain_windows(calls: Calls, some: Bools | None = None) -> Explained | None:
    """Return the rival that explains a player's windows outside the running window, or those of some nodes alone."""
    judged, owner, given = calls.judged_windows, calls.owner, calls.given
    if some is not None:
        judged = judged & some[calls.child]
    near, far = calls.raised, calls.far[owner]
    least = np.minimum(near, np.maximum(calls.near[owner], calls.before(calls.best)))
    wrong = judged & ~((given[0] >= least) & (given[1] <= far) & (given[0] <= given[1]))
    found: list[tuple[float, Explained]] = []
    for rivals, call in joined(WINDOWS) if wrong.any() else ():
        diseases, expected = tuple(disease for disease, _ in rivals), windows(calls, call)
        told = judged & ~_are_one_of(expected, near, far)
        held = told & _are_one_of(expected, *given)
        explained = held & wrong
        if explained.sum() >= FEW and held.sum() >= MOSTLY * (told & ~held).sum():
            found.append((explained.sum() - 1.5 * len(diseases), (diseases, calls.child[explained].tolist())))
    return max(found, key=itemgetter(0))[1] if found else None


def _are_one_of(rivals: list[tuple[Floats, Floats]], near: Floats, far: Floats) -> Bools:
    """Return a mask of the windows that equal one of several predictions."""
    found: Bools = np.logical_or.reduce([(near == low) & (far == high) for low, high in rivals])
    return found


def turned_round(case: Case) -> tuple[list[int], list[int]]:
    """Return the calls with crossed windows and the calls with wrong signs, of players who mostly do so.

    If only one end is mirrored, all other windows count as contrary evidence: a scout's end may look mirrored.
    """
    one = case.once(passed)
    near, far, given = one.near, one.far, one.given
    wrong = ((far, near), (-far, -near), (-near, -far), (-near, far), (near, -far))
    right = (given[0] == near) & (given[1] == far)
    shown = [(given[0] == low) & (given[1] == high) & ~right for low, high in wrong]
    other = ~right & ~np.logical_or.reduce(shown)
    against = right & (near != far) & (near != -far) & (case.columns.parent[one.child] > 0)
    found = []
    for which, mine in enumerate(shown):
        contrary = against | other if which > 2 else against
        sides = [one.turn == turn for turn in (MAX, MIN)]
        mistaken = [mine & side for side in sides if (mine & side).sum() >= MOSTLY * (contrary & side).sum()]
        found.append(one.of(np.logical_or.reduce([*mistaken, np.zeros(len(mine), bool)])))
    return found[0] or _crossed(case), max(found[1:], key=len)


def _crossed(case: Case) -> list[int]:
    """Return the calls with crossed ends whose parent has none, re-searches among them: one is enough.

    An end of such a window is one of the parent's running window, at the other end; below the root it may be any.
    """
    columns, (low, high) = case.columns, case.running_columns
    above = columns.parent
    near, far = turned(columns.turn[above], low, high)
    given = turned(columns.turn[above], columns.alpha, columns.beta)
    crossed = (columns.status != PRUNED) & (columns.turn[above] != 0) & (given[0] > given[1]) & (near < far)
    crossed &= columns.alpha[above] < columns.beta[above]
    crossed &= (above == 0) | (given[1] == near) | (given[0] == far)
    crossed[0] = False
    nodes: list[int] = np.flatnonzero(crossed).tolist()
    return nodes


def begun_in_windows(case: Case) -> dict[int, tuple[float, list[int]]]:
    """Return by player the number with which the best value begins, if windows of second moves show one; and where.

    To this number, MAX's view, the player narrows its window after any first move that is worse for it.
    """
    found: dict[int, tuple[float, list[int]]] = {}
    for turn, calls in case.calls.items() if case.windowed else ():
        second = calls.first[calls.last > calls.first] + 1
        owner = calls.owner[second]
        plain = ~calls.again[second] & (calls.given[0][second - 1] == calls.near[owner])
        second, owner = second[plain], owner[plain]
        had, given = np.maximum(calls.near[owner], calls.returned[second - 1]), calls.given[0][second]
        raised = np.unique(given[given > had])
        shown = calls.node[owner[given > had]].tolist()
        if len(raised) == 1 and len(shown) > 1 and raised[0] < INFINITY and (given >= raised[0]).all():
            found[turn] = turn * float(raised[0]), shown
    return found


class _SharedEnd:
    """One end of the window as it would be if all calls shared it: as the last call had it, or a value has raised it.

    It stands in columns by event, which is a visit's entry or its return. There are two guesses, for a node's last
    value may have cut before it raised anything.

    Args:
        case: the search.
        side: 1 for alpha, which MAX raises; −1 for beta, which MIN lowers; 0 for the mover's own alpha in a negamax,
            which both raise.
    """

    def __init__(self, case: Case, side: int) -> None:
        columns, before, ply = case.columns, case.trace.columns.visited_before, case.trace.columns.ply
        visits, mover = np.flatnonzero(columns.status != PRUNED), columns.turn[columns.parent]
        sign, own = columns.turn if side == 0 else np.int8(side), (columns.alpha, columns.beta)
        self.given, self.parents = (np.where(sign > 0, low, -high) for low, high in (own, case.running_columns))
        """By node: this end of its window, and of the running window of its parent."""
        self.entered, self.returned = 2 * before[:-1] - ply, 2 * before[columns.end] - ply - 1
        """By node: its two events."""
        begins = np.zeros(2 * len(visits), bool)
        begins[self.entered[visits]] = True
        raises = (mover != 0) & (mover == (side or mover)) & ~np.isnan(columns.value)
        value = np.full(len(case), -INFINITY)
        value[raises] = (columns.value * np.where(mover < 0, -1.0, 1.0))[raises]

        def running(raising: Bools) -> tuple[Floats, Ints]:
            values = np.full(len(begins), -INFINITY)
            values[self.entered[visits]] = self.given[visits]
            values[self.returned[visits]] = np.where(raising, value, -INFINITY)[visits]
            return _greatest_so_far(values, begins)

        self.most, first = running(np.ones(len(case), bool))
        """By event: where the end stands, the greater one of the guesses."""
        self.least, second = running(_went_on(case))
        calls, source = self.entered[visits[1:]], np.full(len(begins), -1, columns.parent.dtype)
        source[self.returned[visits]] = visits
        from_other = np.where(self.least[calls - 1] == self.given[visits[1:]], second[calls - 1], calls)
        origin = np.arange(len(begins), dtype=first.dtype)
        origin[calls] = np.where(self.most[calls - 1] == self.given[visits[1:]], first[calls - 1], from_other)
        while (origin[origin] != origin).any():
            origin = origin[origin]
        self.source: Ints = source[origin]
        """By event: the visit whose value it is about; of an entry the one whose value it begins with; −1 if none."""
        self.raised_by: Ints = self.source[first]
        """By event: the visit whose value the end is."""


def _greatest_so_far(values: Floats, begins: Bools) -> tuple[Floats, Ints]:
    """Return the greatest of some values since the last beginning, and the first place at which it stood."""
    known, most = np.unique(values, return_inverse=True)
    run = np.cumsum(begins) * len(known)
    most = np.maximum.accumulate(np.add(most, run, out=most), out=most)
    place = np.arange(len(values), dtype=index_dtype(len(values)))
    place[1:][most[1:] == most[:-1]] = 0
    return known[most - run], np.maximum.accumulate(place)


def _went_on(case: Case) -> Bools:
    """Return by node whether another child of its parent was visited after it."""
    columns = case.columns
    after = np.minimum(columns.end, len(case) - 1)
    found: Bools = (columns.end < columns.end[columns.parent]) & (columns.status[after] != PRUNED)
    found[0] = False
    return found


def left_at_entry(case: Case) -> dict[int, int]:
    """Return the calls with an end of the window that no call above them had, each with the visit it is from."""
    found: dict[int, int] = {}
    child = case.once(passed).child
    parent = case.columns.parent[child]
    for side in (1, -1, 0):
        shared = _SharedEnd(case, side)
        at, own = shared.entered[child], shared.parents[child]
        told = (shared.raised_by[at - 1] >= 0) & (shared.most[at - 1] > own)
        shown = told & (shared.given[child] > own) & (shared.source[at] >= 0)
        missed = (told & ~shown & (parent > 0)).sum()
        # Below one parent alone it is the window of a scout, which all its later children have.
        if shown.sum() >= max(TWICE, MOSTLY * missed) and len(np.unique(parent[shown])) >= TWICE:
            found = dict(zip(child[shown].tolist(), shared.source[at[shown]].tolist(), strict=True)) | found
    return found


def left_at_cut(case: Case) -> dict[int, int]:
    """Return the nodes that left moves out as a value reached an end that another branch had left, with that visit."""
    skipping = [node for node in case.unsound if case.missing_moves(node)]
    if len(skipping) < TWICE:
        return {}
    left, ignored, columns, further = dict[int, int](), 0, case.columns, _went_on(case)
    for side in (1, -1):
        shared, value = _SharedEnd(case, side), side * columns.value
        ends = (columns.turn[columns.parent] == -side) & (value > shared.given[columns.parent])
        ends[0] = False
        node = np.flatnonzero(ends & (columns.status != PRUNED))
        at, goes_on = shared.returned[node], further[node]
        ignored += int((goes_on & (shared.least[at] >= value[node])).sum())
        reached = ~goes_on & (shared.most[at] >= value[node])
        left |= zip(columns.parent[node[reached]].tolist(), shared.raised_by[at[reached]].tolist(), strict=True)
    found = {node: left[node] for node in skipping if node in left}
    missed = len(skipping) - len(found)
    shared_end = len(found) >= MOSTLY * missed and len(left) >= MOSTLY * ignored
    return found if shared_end and not by_themselves(case) else {}
