"""Which nodes of a search were cut: the one place where that is decided of recordings from outside.

A value that has reached the end of its window is no cutoff yet. One is claimed where moves are known to be skipped,
where the call returned on a line inside its loop, and where its function has a test that leaves the loop over the
moves and nothing shows that it went on. Every reader takes it from the column `cutoff`; none decides it once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import CodeType

import numpy as np

from tracer.assembling.batch import Batch
from tracer.assembling.call_rows import SoFar
from tracer.assembling.cut_tests import CutTests, Leaving
from tracer.recording.columns import Bools, Floats, Ints
from tracer.recording.withdrawn_cutoffs import Withdrawn, rarely_cuts

_INFINITY = float("inf")
_SO_FAR = np.dtype([(name, type(default)) for name, default in SoFar._field_defaults.items()], align=True)


class Siblings:
    """Follows the children of all calls of a batch. Values are the parent's view: greater is better for its mover."""

    def __init__(self, batch: Batch, *, windowed: bool) -> None:
        self._batch = batch
        told = self._told = np.empty(len(batch), _SO_FAR)
        told[:] = SoFar()
        told[: batch.carried_over_count] = [batch.visit(row).so_far for row in range(batch.carried_over_count)]
        self.reached, self.ignored, self.passed = told["reached"], told["ignored"], told["passed"]
        self.best, self.move, self.called_at = told["best"], told["move"], told["called_at"]
        self.sign = np.where(batch.turn > 0, 1.0, -1.0)
        self.far: Floats = np.where(batch.turn > 0, batch.beta, -batch.alpha)
        """The end of its window at which a call is cut, its mover's view."""
        self.went_on = np.empty(0, np.int64)
        """The calls that were made after a sibling that reached the end, each by its parent and whether beyond it."""
        self.beyond = np.empty(0, bool)
        self.went_on_after: Ints = np.empty(0, np.int64)
        """The line of the call for that sibling."""
        self._follow(windowed=windowed)

    def so_far(self, row: int) -> SoFar:
        """Return what the children of a call that is still open have told."""
        return SoFar(*self._told[row].item())

    def _follow(self, *, windowed: bool) -> None:
        batch = self._batch
        rows = np.flatnonzero(batch.parent >= 0)
        if not len(rows):
            return
        child = rows[np.argsort(batch.parent[rows], kind="stable")]
        fresh = child >= batch.carried_over_count  # of the others only what they returned is new
        parent = batch.parent[child]
        first = np.append(True, parent[1:] != parent[:-1])
        value = batch.value[child]
        returned = value == value
        mine = np.where(returned, self.sign[parent] * value, -_INFINITY)
        before = self.sign[parent] * self.best[parent]
        best = np.fmax(_running_best(mine, first), before)
        reached = returned & (mine >= self.far[parent]) if windowed else np.zeros(len(child), bool)
        move, called_at = batch.move[child], batch.called_at[child]
        previous_reached = np.where(first, self.reached[parent], np.append(False, reached[:-1]))
        previous_best = np.where(first, before, np.append(0.0, best[:-1]))
        previous_move = np.where(first, self.move[parent], np.append(-1, move[:-1]))
        previous_line = np.where(first, self.called_at[parent], np.append(0, called_at[:-1]))
        previous_reached &= fresh
        self.ignored[parent[previous_reached]] = True
        other = previous_reached & (previous_move != move) & ~batch.is_no_move(previous_move)
        self.went_on, self.beyond = parent[other], (previous_best != self.far[parent])[other]
        self.went_on_after = previous_line[other]
        self.passed[self.went_on[self.beyond]] = True
        last = np.append(first[1:], True)
        self.reached[parent[last]] = reached[last]
        self.best[parent[last]] = np.where(best[last] == -_INFINITY, np.nan, self.sign[parent[last]] * best[last])
        at = np.maximum.accumulate(np.where(returned, np.arange(len(child)), -1))[last]
        some = at >= np.flatnonzero(first)
        self.move[parent[last][some]] = move[at[some]]
        self.called_at[parent[last][some]] = called_at[at[some]]


def _running_best(values: Floats, first: Bools) -> Floats:
    levels, rank = np.unique(values, return_inverse=True)
    begun = (np.cumsum(first) - 1) * len(levels)
    found: Floats = levels[np.maximum.accumulate(rank.reshape(-1) + begun) - begun]
    return found


class Stops:
    """Decides of each call that returns whether it was cut, and remembers what speaks for a test and against it."""

    def __init__(self, tests_of: Callable[[CodeType], CutTests]) -> None:
        self._tests_of = tests_of
        self._tests: dict[int, CutTests] = {}
        self._past: Counter[int] = Counter()
        """By player: how often a call went on after a value beyond the end of its window."""
        self._stopped: Counter[int] = Counter()
        """How often a call surely skipped moves."""
        self._perhaps: Counter[int] = Counter()
        """How often one has a test, and ended with a value beyond the end; it may have had no move left."""
        self._past_equal: Counter[int] = Counter()
        """How often a call went on after a value at the very end."""
        self._stopped_equal = 0
        """How often a call surely skipped moves after such a value."""
        self._has_test = False
        """Whether any call surely has a test."""
        self.never = True
        """Whether no call could have skipped moves."""

    def cut(self, batch: Batch, siblings: Siblings, expanded: Ints) -> Bools:
        """Return which calls were cut, and remember what they tell of the search."""
        self._go_on(batch, siblings)
        rows = batch.returned_rows[expanded]
        ways, which = self._ways(batch, rows, siblings.called_at[rows])
        possible = np.array([way is None or way.is_possible for way in ways], bool)
        self.never = self.never and not possible.any()
        value, far = siblings.sign[rows] * batch.values[expanded], siblings.far[rows]
        moved = batch.children[rows] > batch.passes[rows]
        due = (value >= far) & moved & ~(siblings.ignored[rows] & ~siblings.reached[rows])
        skipped = np.zeros(len(batch.returned_rows), bool)
        skipped[[place for place, moves in batch.skipped.items() if moves]] = True
        skipped = skipped[expanded]
        lines = batch.lines[expanded]
        kinds, kind = np.unique(which << 32 | (lines + 1), return_inverse=True)
        pairs = [(ways[one >> 32], (one & 0xFFFFFFFF) - 1) for one in kinds.tolist()]
        answers = [None if way is None else way.is_taken(line) for way, line in pairs]
        taken = np.array([one is True for one in answers], bool)[kind.reshape(-1)]
        passed_by = np.array([one is False for one in answers], bool)[kind.reshape(-1)]
        surely = due & (taken | (skipped & ~passed_by))
        found: Bools = due & ~passed_by & (surely | ~siblings.passed[rows])
        surely &= found
        at_end = value == far
        self._has_test = self._has_test or bool(surely.any())
        self._stopped.update(batch.turn[rows[surely]].tolist())
        self._stopped_equal += int((surely & at_end).sum())
        read = np.array([way is not None for way in ways], bool)[which]
        self._perhaps.update(batch.turn[rows[found & read & ~at_end]].tolist())
        return found

    def _go_on(self, batch: Batch, siblings: Siblings) -> None:
        """Note which calls went on after a child that reached the end of the window."""
        if not len(siblings.went_on):
            return
        ways, which = self._ways(batch, siblings.went_on, siblings.went_on_after)
        told = np.array([way is None or way.whole for way in ways], bool)[which]
        self._has_test = self._has_test or bool((told & np.array([way is not None for way in ways], bool)[which]).any())
        turns, beyond = batch.turn[siblings.went_on], siblings.beyond
        self._past.update(turns[told & beyond].tolist())
        self._past_equal.update(turns[told & ~beyond].tolist())

    def _ways(self, batch: Batch, rows: Ints, lines: Ints) -> tuple[list[Leaving | None], Ints]:
        """How calls may skip moves after their child that was called on a line, and which of these ways is whose."""
        ways, which = batch.ways(rows, lines)
        return [self._leaving(code, line) for code, line in ways], which

    def _leaving(self, code: CodeType, line: int) -> Leaving | None:
        tests = self._tests.get(id(code))
        if tests is None:
            tests = self._tests[id(code)] = self._tests_of(code)
        return tests.after(line)

    def withdrawn(self, *, mixed: bool) -> Withdrawn:
        """Return which of the cutoffs are none, by all that was seen."""
        past, stopped, perhaps = self._past, self._stopped, self._perhaps
        turns = tuple(
            turn for turn in (1, -1) if not stopped[turn] and rarely_cuts(past[turn], stopped[turn], perhaps[turn])
        )
        on = any(count for turn, count in self._past_equal.items() if turn not in turns)
        return Withdrawn(on and not mixed and not self._stopped_equal, turns)

    def is_strict(self, withdrawn: Withdrawn) -> bool:
        """Return whether the search has a test, by which it cuts only beyond the end of its windows."""
        return withdrawn.strict and self._has_test
