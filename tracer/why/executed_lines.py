"""The steps at which calls pass a line, for the whole recording at once: of the program's source, or of pseudo-code.

A recording knows three kinds of lines of a program: where a call begins, where it makes another one, where it returns.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracer.recording.columns import Array, Bools, Ints, index_dtype
from tracer.recording.status import OPEN, PRUNED
from tracer.searches.pseudocode import Pseudocode, Tag
from tracer.tracing import Trace
from tracer.why.code_at_step import RETURNS, code

CUTS = {1: Tag.CUT_AT_MAX, -1: Tag.CUT_AT_MIN, 0: Tag.CUT_AT_CHANCE}
"""The mark of the line of a cutoff, by who moves."""


class Passages(NamedTuple):
    """Where some calls are on a line, in the order of the search."""

    steps: Ints
    """Ascending."""
    nodes: Ints
    """The node of each call."""


class Lines:
    """The lines that the calls of one recording pass.

    >>> import tracer
    >>> lines = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).once(Lines)
    >>> lines.of_code, lines.on_code(8).steps.tolist(), lines.on_code(12).steps.tolist()
    ((0, 1, 2, 4, 8, 12, 15), [], [12, 22])
    """

    def __init__(self, trace: Trace) -> None:
        self._trace, columns = trace, trace.columns
        nodes = np.arange(len(trace), dtype=np.int64)
        kind = index_dtype(trace.steps)
        self.entered: Ints = columns.entered(nodes).astype(kind)
        """The step at which each node is entered, or pruned."""
        self._left: Ints = columns.left(nodes).astype(kind)
        self._visited: Bools = columns.status != PRUNED
        self._returned: Bools = self._visited & (columns.status != OPEN) & (self._left < trace.steps)
        self._function: Array = np.zeros(len(trace), np.int64) if columns.function is None else columns.function
        self.of_function = {number: self._of(number) for number in range(len(trace.sources))}
        """For each recorded function its lines that calls pass, ascending, as its file counts them."""
        ours = code(trace) if columns.log is None else None
        self.of_code: tuple[int, ...] = () if ours is None else self._of_code(ours)
        """The indexes of the lines of pseudo-code that calls pass, ascending; none where there is no pseudo-code."""

    def _of(self, number: int) -> tuple[int, ...]:
        columns, mine = self._trace.columns, self._function == number
        found = {self._trace.sources[number].begins} if (mine & self._visited).any() else set[int]()
        if columns.called_at is not None:
            found.update(np.unique(columns.called_at[self._visited & self._is_called_by(number)]).tolist())
        if columns.left_at is not None:
            found.update(np.unique(columns.left_at[self._returned & mine]).tolist())
        return tuple(sorted(line for line in found if line > 0))

    def _is_called_by(self, number: int) -> Bools:
        found: Bools = self._function[self._trace.columns.parent] == number
        found[0] = False
        return found

    def on(self, number: int, line: int) -> Passages:
        """Return where calls of a function are on a line. O(n log n).

        Args:
            number: which of the trace's sources the function is.
            line: the line, as its file counts them.
        """
        columns, mine, parts = self._trace.columns, self._function == number, list[Passages]()
        if columns.called_at is not None:
            parts.append(self._calls(self._visited & (columns.called_at == line) & self._is_called_by(number)))
        if line == self._trace.sources[number].begins:
            parts.append(self._entries(mine & self._visited))
        if columns.left_at is not None:
            parts.append(self._returns(mine & self._returned & (columns.left_at == line)))
        return merged(parts)

    def entries(self, number: int | None = None) -> Passages:
        """Return where the calls of a function begin, or all calls. O(n)."""
        return self._entries(self._visited if number is None else self._visited & (self._function == number))

    def on_code(self, line: int) -> Passages:
        """Return where calls are on a line of the pseudo-code, by its index. O(n log n)."""
        ours, columns, parts = code(self._trace), self._trace.columns, list[Passages]()
        assert ours is not None
        drives = np.zeros(len(self._trace), bool)
        drives[list(self._trace.drivers)] = True
        for driver in (False, True) if self._trace.drivers else (False,):
            mine = self._visited & (drives == driver)
            turns = [turn for turn in (1, -1, 0) if ours.loop(turn, driver=driver) == line]
            if turns:
                below = self._visited & (mine & np.isin(columns.turn, turns, kind="table"))[columns.parent]
                below[0] = False
                parts.append(self._calls(below))
            if ours.line(Tag.ENTER, driver=driver) == line:
                parts.append(self._entries(mine))
            ways = [status for status, tag in RETURNS.items() if ours.line(tag, driver=driver) == line]
            if ways:
                parts.append(
                    self._returns(
                        mine & self._returned & np.isin(columns.status, ways, kind="table") & ~self._cut_at_last
                    )
                )
        for turn, tag in CUTS.items():
            if ours.line(tag) == line:
                found = np.flatnonzero(columns.cutoff & (columns.turn == turn))
                steps = self._left[found] - self._trace.landmarks.passed_over[found]
                parts.append(ordered(steps, found))
        return merged(parts)

    @property
    def _cut_at_last(self) -> Bools:
        """The nodes that were cut after their last move: the step of their return is on the line of the cutoff."""
        found: Bools = self._trace.columns.cutoff & (self._trace.landmarks.passed_over == 0)
        return found

    def _of_code(self, ours: Pseudocode) -> tuple[int, ...]:
        tags = [Tag.ENTER, *RETURNS.values(), *CUTS.values()]
        found = [ours.line(tag, driver=driver) for tag in tags for driver in (False, True)]
        found += [ours.loop(turn, driver=driver) for turn in (1, -1, 0) for driver in (False, True)]
        return tuple(sorted({line for line in found if line is not None}))

    def _entries(self, which: Bools) -> Passages:
        nodes = np.flatnonzero(which)
        return Passages(self.entered[nodes], nodes)

    def _calls(self, which: Bools) -> Passages:
        children = np.flatnonzero(which)
        return Passages(self.entered[children], self._trace.columns.parent[children])

    def _returns(self, which: Bools) -> Passages:
        nodes = np.flatnonzero(which)
        at_step = np.full(self._trace.steps, -1, nodes.dtype)  # each returns at a step of its own: no need to sort
        at_step[self._left[nodes]] = nodes
        steps = np.flatnonzero(at_step >= 0)
        return Passages(steps, at_step[steps])


def ordered(steps: Ints, nodes: Ints) -> Passages:
    """Return passages in the order of the search."""
    order = np.argsort(steps, kind="stable")
    return Passages(steps[order], nodes[order])


def merged(parts: list[Passages]) -> Passages:
    """Return all of some passages; of a call and its first line, at one step, the call comes first."""
    there = [part for part in parts if len(part.steps)]
    if len(there) == 1:
        return there[0]
    steps, nodes = (np.concatenate([np.empty(0, np.int64), *(part[k] for part in there)]) for k in (0, 1))
    return ordered(steps, nodes)
