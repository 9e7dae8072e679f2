"""Windows that another branch left behind: alpha and beta that all calls share.

It shows in two ways: a call begins with a value that no call above it had, or a node leaves its loop by one.
"""

from __future__ import annotations

import numpy as np

from tracer.deciding.thresholds import MOSTLY, TWICE
from tracer.diagnosis.case import Case
from tracer.diagnosis.cuts_skipped import by_themselves
from tracer.diagnosis.passed_windows import passed
from tracer.recording.columns import Floats
from tracer.recording.status import PRUNED

_SIDES = (1, -1, 0)
"""Alpha, which MAX raises; beta, which MIN lowers; the mover's own alpha in a negamax, which both raise."""
_Raised = tuple[float, int]
"""Where an end of the window stands, turned so that it rises, and the visit whose value that is, −1 if none."""


class _SharedEnd:
    """One end of the window as it would be if all calls shared it, followed through time.

    It is as the last call had it, or as a value has raised it since. There are two guesses, for a node's last value may
    have cut before it raised anything.
    """

    def __init__(self, case: Case, side: int) -> None:
        self._turn, self._parent, self._value = case.turn, case.parent, case.value
        self._case, self._side = case, side
        columns, (low, high) = case.columns, case.running
        self.given = self._turned(columns.alpha, columns.beta)
        """This end of each node's window."""
        self.parents = self._turned(np.array(low), np.array(high))
        """This end of the running window of each node's parent."""
        self.guesses: tuple[_Raised, _Raised] = ((float("-inf"), -1),) * 2

    def returned(self, child: int) -> None:
        """A child's value is with its parent."""
        turn = self._turn[self._parent[child]]
        if turn and self._side in (0, turn):
            value = self._value[child] * (self._side or turn)
            first, second = self.guesses
            if value > first[0] or value > second[0]:
                raised = value, child
                went_on = value > second[0] and _went_on(self._case, child)
                self.guesses = raised if value > first[0] else first, raised if went_on else second

    def entered(self, node: int) -> _Raised | None:
        """What a call had if that is as was guessed."""
        given = self.given[node]
        first, second = self.guesses
        right = first if first[0] == given else second if second[0] == given else None
        self.guesses = (right or (given, -1),) * 2
        return right

    def _turned(self, low: Floats, high: Floats) -> list[float]:
        sign = self._case.columns.turn if self._side == 0 else np.int8(self._side)
        found: list[float] = np.where(sign > 0, low, -high).tolist()
        return found


def left_at_entry(case: Case) -> dict[int, int]:
    """The calls that began with an end of the window that no call above them had, each with the visit it is from."""
    found: dict[int, int] = {}
    for side in _SIDES:
        seen, missed = _entries(case, side)
        # Below one parent alone it is the window of a scout, which all its later children have.
        if len(seen) >= max(TWICE, MOSTLY * missed) and len({case.parent[node] for node in seen}) >= TWICE:
            found = seen | found
    return found


def _entries(case: Case, side: int) -> tuple[dict[int, int], int]:
    """Where calls began as if all shared this end, and how often that would have shown and did not."""
    seen: dict[int, int] = {}
    missed, open_, shared = 0, list[int](), _SharedEnd(case, side)
    judged = set(case.once(passed).child.tolist())
    for node in case.visited:
        while open_ and case.end[open_[-1]] <= node:
            shared.returned(open_.pop())
        (most, source), own = shared.guesses[0], shared.parents[node]
        right = shared.entered(node)
        if node in judged and source >= 0 and most > own:
            if right is not None and right[0] > own and right[1] >= 0:
                seen[node] = right[1]
            else:
                missed += case.parent[node] > 0
        open_.append(node)
    return seen, missed


def left_at_cut(case: Case) -> dict[int, int]:
    """The nodes that left moves out because a value reached an end that another branch had left, with that visit."""
    skipping = [node for node in case.unsound if case.missing_moves(node)]
    if len(skipping) < TWICE:
        return {}
    left, ignored = _cuts(case)
    found = {node: left[node] for node in skipping if node in left}
    missed = len(skipping) - len(found)
    shared = len(found) >= MOSTLY * missed and len(left) >= MOSTLY * ignored
    return found if shared and not by_themselves(case) else {}


def _cuts(case: Case) -> tuple[dict[int, int], int]:
    """Nodes that ended inside their window as a shared end was reached; how often they went on all the same."""
    left: dict[int, int] = {}
    ignored, open_ = 0, list[int]()
    ends = {side: _SharedEnd(case, side) for side in (1, -1)}
    for node in [*case.visited, len(case)]:
        while open_ and case.end[open_[-1]] <= node:
            back = open_.pop()
            parent, side = case.parent[back], -case.turn[case.parent[back]]
            for end in ends.values():
                end.returned(back)
            value = case.value[back] * side
            if parent >= 0 and side and value > ends[side].given[parent]:
                reached = [source for end_, source in ends[side].guesses if end_ >= value]
                if _went_on(case, back):
                    ignored += len(reached) == 2
                elif reached:
                    left[parent] = reached[0]
        if node < len(case):
            for end in ends.values():
                end.entered(node)
            open_.append(node)
    return left, ignored


def _went_on(case: Case, child: int) -> bool:
    """Whether another child of its parent was visited after this one."""
    after = case.end[child]
    return child > 0 and after < case.end[case.parent[child]] and case.status[after] != PRUNED
