"""Which nodes of a search were cut: the one place where that is decided of recordings from outside.

A value that has reached the end of its window is no cutoff yet. One is claimed where moves are known to be skipped,
where the call returned on a line inside its loop, and where its function has a test that leaves the loop over the
moves and nothing shows that it went on. Every reader takes it from the column `cutoff`; none decides it once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from types import CodeType

from tracer.attaching.cut_tests import CutTests, Leaving
from tracer.attaching.visit import Visit
from tracer.recording.no_moves import NoMove
from tracer.recording.withdrawn import Withdrawn, seldom_cuts


class Cutoffs:
    """Decides of each call that returns whether it was cut, and remembers what speaks for a test and against it.

    Args:
        tests_of: gives the tests of a function.
    """

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

    def go_on(self, parent: Visit, move: Hashable) -> None:
        """Note that another call is made after one that reached the end of the window."""
        if parent.last == move or isinstance(parent.last, NoMove):
            return  # these are looked at again
        beyond = parent.best != parent.far
        parent.passed = parent.passed or beyond
        leaving = self._leaving(parent)
        if leaving is None or leaving.whole:
            self._has_test = self._has_test or leaving is not None
            counter = self._past if beyond else self._past_equal
            counter[parent.turn] += 1

    def may_skip(self, visit: Visit) -> bool:
        """Return whether a call could have skipped moves after its last one."""
        leaving = self._leaving(visit)
        return leaving is None or leaving.is_possible

    def is_cut(self, visit: Visit, value: float, *, skipped: bool) -> bool:
        """Return whether a call was cut, and remember what that tells of the search.

        Args:
            visit: the call, as it returns.
            value: what it returned: the end of its window, or a value beyond it.
            skipped: whether moves are known that it left out.
        """
        if visit.children <= visit.passes or (visit.ignored and not visit.reached):
            return False
        leaving, turn = self._leaving(visit), visit.turn
        taken = None if leaving is None else leaving.is_taken(visit.left_at)
        surely = taken or (skipped and taken is None)
        if taken is False or (visit.passed and not surely):
            return False
        at_end = value == visit.far
        if surely:
            self._has_test = True
            self._stopped[turn] += 1
            self._stopped_equal += at_end
        if leaving is not None and not at_end:
            self._perhaps[turn] += 1
        return True

    def withdrawn(self, *, mixed: bool) -> Withdrawn:
        """Return which of the cutoffs are none, by all that was seen.

        Args:
            mixed: whether calls return other values than their children's, so that values at an end tell little.
        """
        past, stopped, perhaps = self._past, self._stopped, self._perhaps
        turns = tuple(
            turn for turn in (1, -1) if not stopped[turn] and seldom_cuts(past[turn], stopped[turn], perhaps[turn])
        )
        on = any(count for turn, count in self._past_equal.items() if turn not in turns)
        return Withdrawn(on and not mixed and not self._stopped_equal, turns)

    def is_strict(self, withdrawn: Withdrawn) -> bool:
        """Return whether the search has a test, by which it cuts only beyond the end of its windows."""
        return withdrawn.strict and self._has_test

    def _leaving(self, visit: Visit) -> Leaving | None:
        tests = self._tests.get(id(visit.code))
        if tests is None:
            tests = self._tests[id(visit.code)] = self._tests_of(visit.code)
        return tests.after(visit.last_called_at)
