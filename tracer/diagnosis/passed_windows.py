"""The windows that calls pass on to their children: what a sound call passes, and what one with a part exchanged does.

A window has an end that the mover's values raise, the near one, and one that comes from above, the far one. A call
passes on each of them, and negates and swaps both where values are negated. Each part has its rivals. A rival is
accepted if it predicts nearly all windows that differ between it and the sound call.

Where all calls share alpha and beta, windows are those that another branch left behind. It shows in two ways: a call
begins with a value that no call above it had, or a node leaves its loop by one.
"""

from __future__ import annotations

from collections.abc import Iterator
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
from tracer.recording.columns import Bools, Floats, Ints
from tracer.recording.rows import view
from tracer.recording.status import EXPANDED, PRUNED

_Raised = tuple[float, int]
"""Where an end of the window stands, turned so that it rises, and the visit whose value that is, −1 if none."""


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
    """Return whether some child got what the ones before it had returned to the player."""
    own, raised = calls.near[calls.owner], calls.raised
    return bool((calls.judged_windows & (raised > own) & (calls.given[0] >= raised)).any())


Explained = tuple[tuple[Disease, ...], list[int]]
"""The diseases of a rival that explains windows of one player's calls, and these windows."""


def explain_windows(calls: Calls) -> Explained | None:
    """Return the rival that explains a player's windows outside the running window; None if there is none."""
    judged, owner, given = calls.judged_windows, calls.owner, calls.given
    near, far = calls.raised, calls.far[owner]
    least = np.minimum(near, np.maximum(calls.near[owner], calls.before(calls.best)))
    wrong = judged & ~((given[0] >= least) & (given[1] <= far) & (given[0] <= given[1]))
    found: list[tuple[float, Explained]] = []
    for diseases, call in joined(WINDOWS) if wrong.any() else ():
        rivals = windows(calls, call)
        told = judged & ~_are_one_of(rivals, near, far)
        held = told & _are_one_of(rivals, *given)
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
    crossed = (given[0] > given[1]) & (near < far)
    crossed &= (case.columns.parent[one.child] == 0) | (given[1] == near) | (given[0] == far)
    return found[0] or one.of(crossed), max(found[1:], key=len)


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
    """One end of the window as it would be if all calls shared it, followed through time.

    It is as the last call had it, or as a value has raised it since. There are two guesses, for a node's last value may
    have cut before it raised anything.

    Args:
        case: the search.
        side: 1 for alpha, which MAX raises; −1 for beta, which MIN lowers; 0 for the mover's own alpha in a negamax,
            which both raise.
    """

    def __init__(self, case: Case, side: int) -> None:
        self._case, self._side = case, side
        sign = case.columns.turn if side == 0 else np.int8(side)
        own, running = (case.columns.alpha, case.columns.beta), case.running_columns
        self.given, self.parents = (view(np.where(sign > 0, low, -high)) for low, high in (own, running))
        """This end of each node's window, and of the running window of its parent."""
        self.guesses: tuple[_Raised, _Raised] = ((-INFINITY, -1),) * 2

    def returned(self, child: int) -> None:
        """Raise the end by a child's value that is with its parent."""
        turn = self._case.turn[self._case.parent[child]]
        if turn and self._side in (0, turn):
            value = self._case.value[child] * (self._side or turn)
            first, second = self.guesses
            went_on = value > second[0] and _went_on(self._case, child)
            self.guesses = (value, child) if value > first[0] else first, (value, child) if went_on else second

    def entered(self, node: int) -> _Raised | None:
        """Return what a call had if that is as was guessed."""
        right = next((guess for guess in self.guesses if guess[0] == self.given[node]), None)
        self.guesses = (right or (self.given[node], -1),) * 2
        return right


def _events(case: Case) -> Iterator[tuple[int, bool]]:
    """Yield each visit as it is entered, with True, and as it returns, with False, in the order of time."""
    open_ = list[int]()
    for node in [*case.visited, len(case)]:
        while open_ and case.end[open_[-1]] <= node:
            yield open_.pop(), False
        if node < len(case):
            yield node, True
            open_.append(node)


def left_at_entry(case: Case) -> dict[int, int]:
    """Return the calls with an end of the window that no call above them had, each with the visit it is from."""
    found: dict[int, int] = {}
    for side in (1, -1, 0):
        shown, missed = _entries(case, side)
        # Below one parent alone it is the window of a scout, which all its later children have.
        if len(shown) >= max(TWICE, MOSTLY * missed) and len({case.parent[node] for node in shown}) >= TWICE:
            found = shown | found
    return found


def _entries(case: Case, side: int) -> tuple[dict[int, int], int]:
    """Return where calls began as if all shared this end, and how often that would have shown and did not."""
    shown: dict[int, int] = {}
    missed, shared, judged = 0, _SharedEnd(case, side), np.zeros(len(case), bool)
    judged[case.once(passed).child] = True
    may_show = int((judged & (np.asarray(shared.given) > np.asarray(shared.parents))).sum())
    is_judged = view(judged)
    for node, enters in _events(case):
        if may_show < max(TWICE, MOSTLY * missed):
            break
        if not enters:
            shared.returned(node)
            continue
        (most, source), own = shared.guesses[0], shared.parents[node]
        right = shared.entered(node)
        if is_judged[node] and source >= 0 and most > own:
            if right is not None and right[0] > own and right[1] >= 0:
                shown[node] = right[1]
            else:
                missed += case.parent[node] > 0
    return shown, missed


def left_at_cut(case: Case) -> dict[int, int]:
    """Return the nodes that left moves out as a value reached an end that another branch had left, with that visit."""
    skipping = [node for node in case.unsound if case.missing_moves(node)]
    if len(skipping) < TWICE:
        return {}
    left, ignored = _cuts(case)
    found = {node: left[node] for node in skipping if node in left}
    missed = len(skipping) - len(found)
    shared = len(found) >= MOSTLY * missed and len(left) >= MOSTLY * ignored
    return found if shared and not by_themselves(case) else {}


def _cuts(case: Case) -> tuple[dict[int, int], int]:
    """Return the nodes that ended inside their window as a shared end was reached; how often they went on instead."""
    left: dict[int, int] = {}
    ignored, shared = 0, {side: _SharedEnd(case, side) for side in (1, -1)}
    for node, enters in _events(case):
        for end in shared.values():
            end.entered(node) if enters else end.returned(node)
        parent, side = case.parent[node], -case.turn[case.parent[node]]
        value = case.value[node] * side
        if not enters and parent >= 0 and side and value > shared[side].given[parent]:
            reached = [source for most, source in shared[side].guesses if most >= value]
            if _went_on(case, node):
                ignored += len(reached) == 2
            elif reached:
                left[parent] = reached[0]
    return left, ignored


def _went_on(case: Case, child: int) -> bool:
    """Return whether another child of its parent was visited after this one."""
    after = case.end[child]
    return child > 0 and after < case.end[case.parent[child]] and case.status[after] != PRUNED
