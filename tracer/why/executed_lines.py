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
from tracer.why.code_at_step import RETURN_TAGS, pseudocode_of

CUTOFF_TAGS = {1: Tag.CUT_AT_MAX, -1: Tag.CUT_AT_MIN, 0: Tag.CUT_AT_CHANCE}
"""The mark of the line of a cutoff, by who moves."""


class LineExecutions(NamedTuple):
    """Where some calls are on a line, in the order of the search."""

    steps: Ints
    """Ascending."""
    nodes: Ints
    """The node of each call."""


class ExecutedLines:
    """The lines that the calls of one recording pass.

    >>> import tracer
    >>> lines = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).once(ExecutedLines)
    >>> lines.pseudocode_lines, *(lines.find_pseudocode_line(line).steps.tolist() for line in (8, 12))
    ((0, 1, 2, 4, 8, 12, 15), [], [12, 22])
    """

    def __init__(self, trace: Trace) -> None:
        self._trace, columns = trace, trace.columns
        nodes = np.arange(len(trace), dtype=np.int64)
        step_dtype = index_dtype(trace.steps)
        self.entered: Ints = columns.entered(nodes).astype(step_dtype)
        """The step at which each node is entered, or pruned."""
        self._left: Ints = columns.left(nodes).astype(step_dtype)
        self._is_visited: Bools = columns.status != PRUNED
        self._is_returned: Bools = self._is_visited & (columns.status != OPEN) & (self._left < trace.steps)
        self._function: Array = np.zeros(len(trace), np.int64) if columns.function is None else columns.function
        self.function_lines = {number: self._collect_source_lines(number) for number in range(len(trace.sources))}
        """For each recorded function its lines that calls pass, ascending, as its file counts them."""
        pseudocode = pseudocode_of(trace) if columns.log is None else None
        self.pseudocode_lines: tuple[int, ...] = (
            () if pseudocode is None else self._collect_pseudocode_lines(pseudocode)
        )
        """The indexes of the lines of pseudo-code that calls pass, ascending; none where there is no pseudo-code."""

    def _collect_source_lines(self, function: int) -> tuple[int, ...]:
        columns, is_of_function = self._trace.columns, self._function == function
        lines = {self._trace.sources[function].def_line} if (is_of_function & self._is_visited).any() else set[int]()
        if columns.called_at is not None:
            lines.update(np.unique(columns.called_at[self._is_visited & self._is_called_by(function)]).tolist())
        if columns.left_at is not None:
            lines.update(np.unique(columns.left_at[self._is_returned & is_of_function]).tolist())
        return tuple(sorted(line for line in lines if line > 0))

    def _is_called_by(self, function: int) -> Bools:
        is_called: Bools = self._function[self._trace.columns.parent] == function
        is_called[0] = False
        return is_called

    def find_source_line(self, function: int, line: int) -> LineExecutions:
        """Return where calls of a function are on a line. O(n log n)."""
        columns, is_of_function, executions = self._trace.columns, self._function == function, list[LineExecutions]()
        if columns.called_at is not None:
            executions.append(
                self._make_calls(self._is_visited & (columns.called_at == line) & self._is_called_by(function))
            )
        if line == self._trace.sources[function].def_line:
            executions.append(self._make_entries(is_of_function & self._is_visited))
        if columns.left_at is not None:
            executions.append(self._make_returns(is_of_function & self._is_returned & (columns.left_at == line)))
        return merge_executions(executions)

    def find_entries(self, function: int | None = None) -> LineExecutions:
        """Return where the calls of a function begin, or all calls. O(n)."""
        return self._make_entries(
            self._is_visited if function is None else self._is_visited & (self._function == function)
        )

    def find_pseudocode_line(self, line: int) -> LineExecutions:
        """Return where calls are on a line of the pseudo-code, by its index. O(n log n)."""
        pseudocode, columns, executions = pseudocode_of(self._trace), self._trace.columns, list[LineExecutions]()
        assert pseudocode is not None
        is_driver = np.zeros(len(self._trace), bool)
        is_driver[list(self._trace.drivers)] = True
        for driver in (False, True) if self._trace.drivers else (False,):
            is_executing = self._is_visited & (is_driver == driver)
            turns = [turn for turn in (1, -1, 0) if pseudocode.loop(turn, driver=driver) == line]
            if turns:
                is_called_child = (
                    self._is_visited & (is_executing & np.isin(columns.turn, turns, kind="table"))[columns.parent]
                )
                is_called_child[0] = False
                executions.append(self._make_calls(is_called_child))
            if pseudocode.line(Tag.ENTER, driver=driver) == line:
                executions.append(self._make_entries(is_executing))
            return_statuses = [
                status for status, tag in RETURN_TAGS.items() if pseudocode.line(tag, driver=driver) == line
            ]
            if return_statuses:
                executions.append(
                    self._make_returns(
                        is_executing
                        & self._is_returned
                        & np.isin(columns.status, return_statuses, kind="table")
                        & ~(self._trace.columns.cutoff & (self._trace.landmarks.passed_over == 0))
                    )
                )
        for turn, tag in CUTOFF_TAGS.items():
            if pseudocode.line(tag) == line:
                cut_nodes = np.flatnonzero(columns.cutoff & (columns.turn == turn))
                steps = self._left[cut_nodes] - self._trace.landmarks.passed_over[cut_nodes]
                executions.append(sort_executions(steps, cut_nodes))
        return merge_executions(executions)

    def _collect_pseudocode_lines(self, pseudocode: Pseudocode) -> tuple[int, ...]:
        tags = [Tag.ENTER, *RETURN_TAGS.values(), *CUTOFF_TAGS.values()]
        lines = [pseudocode.line(tag, driver=driver) for tag in tags for driver in (False, True)]
        lines += [pseudocode.loop(turn, driver=driver) for turn in (1, -1, 0) for driver in (False, True)]
        return tuple(sorted({line for line in lines if line is not None}))

    def _make_entries(self, is_chosen: Bools) -> LineExecutions:
        nodes = np.flatnonzero(is_chosen)
        return LineExecutions(self.entered[nodes], nodes)

    def _make_calls(self, is_chosen: Bools) -> LineExecutions:
        children = np.flatnonzero(is_chosen)
        return LineExecutions(self.entered[children], self._trace.columns.parent[children])

    def _make_returns(self, is_chosen: Bools) -> LineExecutions:
        nodes = np.flatnonzero(is_chosen)
        node_at_step = np.full(self._trace.steps, -1, nodes.dtype)  # each returns at a step of its own: no need to sort
        node_at_step[self._left[nodes]] = nodes
        steps = np.flatnonzero(node_at_step >= 0)
        return LineExecutions(steps, node_at_step[steps])


def sort_executions(steps: Ints, nodes: Ints) -> LineExecutions:
    """Return passages in the order of the search."""
    order = np.argsort(steps, kind="stable")
    return LineExecutions(steps[order], nodes[order])


def merge_executions(parts: list[LineExecutions]) -> LineExecutions:
    """Return all of some passages; of a call and its first line, at one step, the call comes first."""
    nonempty_parts = [part for part in parts if len(part.steps)]
    if len(nonempty_parts) == 1:
        return nonempty_parts[0]
    steps, nodes = (
        np.concatenate([np.empty(0, np.int64), *(part[field] for part in nonempty_parts)]) for field in (0, 1)
    )
    return sort_executions(steps, nodes)
