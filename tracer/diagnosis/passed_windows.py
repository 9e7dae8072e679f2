"""The windows that calls pass on to their children: what a sound call passes, and what one with a part exchanged does.

A window has an end that the mover's values raise, the near one, and one that comes from above, the far one. A call
passes on each of them, and negates and swaps both where values are negated. Each part has its rivals. A rival is
accepted if it predicts nearly all windows that differ between it and the sound call.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, MOSTLY
from tracer.diagnosis.call_columns import INFINITY, Calls
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import Disease
from tracer.diagnosis.sound_call import WINDOWS, joined, windows
from tracer.games.rules import MAX, MIN
from tracer.recording.columns import Bools, Floats, Ints
from tracer.recording.status import EXPANDED, PRUNED


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
        if case.decay is not None:
            apart = [
                (given == had) | (np.abs(given - had) > case.decay.step)
                for given, had in zip((columns.alpha, columns.beta), (low, high), strict=True)
            ]
            lose = (columns.status[above] == EXPANDED) & ~columns.judged[above]
            scout = np.where(lose, ~(apart[0] & apart[1]), scout)
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
    """Whether some child got what the ones before it had returned to the player."""
    own, raised = calls.near[calls.owner], calls.raised
    return bool((calls.judged_windows & (raised > own) & (calls.given[0] >= raised)).any())


class Explained(NamedTuple):
    """The windows of one player's calls that a rival explains."""

    diseases: tuple[Disease, ...]
    children: list[int]


def explain_windows(calls: Calls) -> Explained | None:
    """Return the rival that explains a player's windows outside the running window; None if there is none."""
    if not len(calls):
        return None
    judged, owner, given = calls.judged_windows, calls.owner, calls.given
    near, far = calls.raised, calls.far[owner]
    least = np.minimum(near, np.maximum(calls.near[owner], calls.before(calls.best)))
    wrong = judged & ~((given[0] >= least) & (given[1] <= far) & (given[0] <= given[1]))
    found: tuple[float, Explained] | None = None
    for diseases, call in joined(WINDOWS) if wrong.any() else ():
        rivals = windows(calls, call)
        told = judged & ~_are_one_of(rivals, near, far)
        held = told & _are_one_of(rivals, *given)
        explained = held & wrong
        if explained.sum() < FEW or held.sum() < MOSTLY * (told & ~held).sum():
            continue
        score = float(explained.sum()) - 1.5 * len(diseases)
        if found is None or score > found[0]:
            found = score, Explained(diseases, calls.child[explained].tolist())
    return None if found is None else found[1]


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
        mistaken = [turn for turn in (MAX, MIN) if _mostly(mine[one.turn == turn], contrary[one.turn == turn])]
        found.append(one.of(mine & np.isin(one.turn, mistaken)))
    crossed = (given[0] > given[1]) & (near < far)
    crossed &= (case.columns.parent[one.child] == 0) | (given[1] == near) | (given[0] == far)
    return found[0] or one.of(crossed), max(found[1:], key=len)


def _mostly(shown: Bools, against: Bools) -> bool:
    """Whether something is seen nine times as often as its contrary."""
    return bool(shown.sum() >= MOSTLY * against.sum())


class Begun(NamedTuple):
    """A number to which a player narrows its window after any first move that is worse for it."""

    value: float
    """MAX's view."""
    nodes: list[int]
    """Where the second move got it, in the order of their numbers."""


def begun_in_windows(case: Case) -> dict[int, Begun]:
    """Return by player the number with which the best value begins, if windows of second moves show one."""
    found: dict[int, Begun] = {}
    for turn, calls in case.calls.items() if case.windowed else ():
        second = calls.first[calls.last > calls.first] + 1
        owner = calls.owner[second]
        plain = ~calls.again[second] & (calls.given[0][second - 1] == calls.near[owner])
        second, owner = second[plain], owner[plain]
        had, given = np.maximum(calls.near[owner], calls.returned[second - 1]), calls.given[0][second]
        raised = np.unique(given[given > had])
        shown = calls.node[owner[given > had]].tolist()
        if len(raised) == 1 and len(shown) > 1 and raised[0] < INFINITY and (given >= raised[0]).all():
            found[turn] = Begun(turn * float(raised[0]), shown)
    return found
