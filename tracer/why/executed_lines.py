"""The steps at which calls pass a line, for the whole recording at once: of the program's source, or of pseudo-code.

A recording knows three kinds of lines of a program: where a call begins, where it makes another one, where it returns.
"""

from __future__ import annotations

import re
from math import inf

import numpy as np

from tracer.recording.columns import Array, Bools, Ints, index_dtype
from tracer.recording.log_numbers import OpenState, OpenStates
from tracer.recording.status import OPEN, PRUNED
from tracer.searches.pseudocode import Pseudocode, Tag
from tracer.text import clean, number
from tracer.time.landmarks import Hits
from tracer.time.moments import Event, event_at, frame
from tracer.tracing import Trace
from tracer.why.code_at_step import (
    NO_VALUE_YET,
    RETURN_TAGS,
    executing_node,
    find_code_location,
    has_mover_view,
    is_in_driver,
    list_call_facts,
    list_variables,
    pseudocode_of,
    tag_at,
)
from tracer.why.cutoff_causes import find_refutation
from tracer.why.explain_visits import is_re_search
from tracer.why.sentences import format_count, mover_name

CUTOFF_TAGS = {1: Tag.CUT_AT_MAX, -1: Tag.CUT_AT_MIN, 0: Tag.CUT_AT_CHANCE}
"""The mark of the line of a cutoff, by who moves."""


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

    def find_source_line(self, function: int, line: int) -> Hits:
        """Return where calls of a function are on a line. O(n log n)."""
        columns, is_of_function, executions = self._trace.columns, self._function == function, list[Hits]()
        if columns.called_at is not None:
            executions.append(
                self._make_calls(self._is_visited & (columns.called_at == line) & self._is_called_by(function))
            )
        if line == self._trace.sources[function].def_line:
            executions.append(self._make_entries(is_of_function & self._is_visited))
        if columns.left_at is not None:
            executions.append(self._make_returns(is_of_function & self._is_returned & (columns.left_at == line)))
        return merge_hits(executions)

    def find_entries(self, function: int | None = None) -> Hits:
        """Return where the calls of a function begin, or all calls. O(n)."""
        return self._make_entries(
            self._is_visited if function is None else self._is_visited & (self._function == function)
        )

    def find_pseudocode_line(self, line: int) -> Hits:
        """Return where calls are on a line of the pseudo-code, by its index. O(n log n)."""
        pseudocode, columns, executions = pseudocode_of(self._trace), self._trace.columns, list[Hits]()
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
                executions.append(Hits.sorted_by_step(steps, cut_nodes))
        return merge_hits(executions)

    def _collect_pseudocode_lines(self, pseudocode: Pseudocode) -> tuple[int, ...]:
        tags = [Tag.ENTER, *RETURN_TAGS.values(), *CUTOFF_TAGS.values()]
        lines = [pseudocode.line(tag, driver=driver) for tag in tags for driver in (False, True)]
        lines += [pseudocode.loop(turn, driver=driver) for turn in (1, -1, 0) for driver in (False, True)]
        return tuple(sorted({line for line in lines if line is not None}))

    def _make_entries(self, is_chosen: Bools) -> Hits:
        nodes = np.flatnonzero(is_chosen)
        return Hits(self.entered[nodes], nodes)

    def _make_calls(self, is_chosen: Bools) -> Hits:
        children = np.flatnonzero(is_chosen)
        return Hits(self.entered[children], self._trace.columns.parent[children])

    def _make_returns(self, is_chosen: Bools) -> Hits:
        nodes = np.flatnonzero(is_chosen)
        node_at_step = np.full(self._trace.steps, -1, nodes.dtype)  # each returns at a step of its own: no need to sort
        node_at_step[self._left[nodes]] = nodes
        steps = np.flatnonzero(node_at_step >= 0)
        return Hits(steps, node_at_step[steps])


def merge_hits(parts: list[Hits]) -> Hits:
    """Return all of some hits; of a call and its first line, at one step, the call comes first."""
    nonempty_parts = [part for part in parts if len(part.steps)]
    if len(nonempty_parts) == 1:
        return nonempty_parts[0]
    steps = np.concatenate([np.empty(0, np.int64), *(part.steps for part in nonempty_parts)])
    nodes = np.concatenate([np.empty(0, np.int64), *(part.nodes for part in nonempty_parts)])
    return Hits.sorted_by_step(steps, nodes)


_VARIABLE_PATTERN = re.compile(r"(?<![−\w])(depth|alpha|beta|best|h|value(?=\)))\b(?! =|−| \d)")
"""Names that stand for their numbers: not what a sign, an assignment, an index or a number makes something else of."""
_CUTOFF_TEST_PATTERN = re.compile(r"if (?:at M\w+, )?(.+): break")
_LEAVING_TAGS = (Tag.TERMINAL, Tag.HORIZON, Tag.TABLE, Tag.RETURN)


def describe_code_line(trace: Trace, step: int, selected: int | None = None) -> str | None:
    """The line that is executed at a step, with its numbers; None where no line is known.

    Of plyscope's own searches it is the pseudo-code's, in the search's own view; of a program the line of its source
    with what the recording holds of the call beside it, because nobody saw its variables. O(log n + ply + children).
    `selected` is the call that somebody looks at.
    """
    pseudocode = pseudocode_of(trace)
    if pseudocode is None:
        return _fill_source_line(trace, step, selected)
    return _fill_pseudocode_line(trace, step, pseudocode)


def describe_parent_change(trace: Trace, step: int) -> str | None:
    """What the value that a node returns at a step makes of the best one of the node above, and of its window.

    None where nothing returns, and where that is no loop over moves of a search of plyscope's. O(log n + children).
    """
    event_type, node = event_at(trace, step)
    parent = int(trace.columns.parent[node])
    if event_type is not Event.RETURNED or parent < 0 or pseudocode_of(trace) is None or not trace.columns.turn[parent]:
        return None
    turn, parent_frame = int(trace.columns.turn[parent]), frame(trace, parent, step)
    view_sign = turn if has_mover_view(trace) else 1
    is_maximizing = view_sign * turn > 0
    old_best, value = -turn * inf if parent_frame.best is None else parent_frame.best, float(trace.columns.value[node])
    next_sibling = int(trace.columns.end[node])
    if (
        turn * value > turn * old_best
        and next_sibling < trace.columns.end[parent]
        and is_re_search(trace, node, next_sibling)
    ):
        comparison = (
            f"value {number(view_sign * value)} {'>' if is_maximizing else '<'} best {number(view_sign * old_best)}"
        )
        return f"{comparison}: searched again{_describe_view(trace, parent)}"
    new_best = max(old_best, value) if turn > 0 else min(old_best, value)
    text = (
        f"{'max' if is_maximizing else 'min'}(best {number(view_sign * old_best)}, "
        f"value {number(view_sign * value)}) → {number(view_sign * new_best)}"
    )
    old_end = parent_frame.alpha if turn > 0 else parent_frame.beta
    is_cutoff = trace.columns.cutoff[parent] and find_refutation(trace, parent) == node
    if trace.header.windowed and turn * new_best > turn * old_end and not is_cutoff:
        text += (
            f", {'alpha' if is_maximizing else 'beta'} {number(view_sign * old_end)} → {number(view_sign * new_best)}"
        )
    return f"best = {text}{_describe_view(trace, parent)}"


def _fill_pseudocode_line(trace: Trace, step: int, pseudocode: Pseudocode) -> str | None:
    tag = tag_at(trace, step)
    line_index = pseudocode.line(tag, driver=is_in_driver(trace, step))
    if line_index is None:
        return None
    node = event_at(trace, step)[1]
    values = {name: value for name, value in list_variables(trace, step) if value != NO_VALUE_YET}
    text = pseudocode.lines[line_index].strip()
    test_match = _CUTOFF_TEST_PATTERN.fullmatch(text)
    text = f"{test_match[1]} → cut" if test_match else text.removesuffix(":").removeprefix("if ")
    text = text if "depth" in values else text.replace(", depth", "")
    filled_text = _VARIABLE_PATTERN.sub(
        lambda match: f"{match[1]} {values[match[1]]}" if match[1] in values else match[1], text
    )
    if tag is Tag.PRUNE:
        filled_text += f": {clean(trace.label(node))}"
    is_returning = tag in _LEAVING_TAGS and "returns" in values
    if is_returning and not (tag is Tag.RETURN and values.get("best") == values["returns"]):
        filled_text += f" → {values['returns']}"
    return filled_text + ("" if tag is Tag.PRUNE else _describe_view(trace, executing_node(trace, step)))


def _describe_view(trace: Trace, node: int) -> str:
    return f"  ({mover_name(trace, node)}'s view)" if has_mover_view(trace) and trace.columns.turn[node] < 0 else ""


def _fill_source_line(trace: Trace, step: int, selected: int | None) -> str | None:
    location = find_code_location(trace, step, selected)
    if location is None or location.line is None or not location.source.holds(location.line):
        return None
    line = location.source.lines[location.line - location.source.line].strip()
    values = list_call_facts(trace, step, executing_node(trace, step, selected))[1:]
    return f"{line}   {' · '.join(f'{name} {value}' for name, value in values)}".rstrip()


MAX_LISTED_STATES = 4
"""States behind the one that is taken that are written out."""


def describe_open_list(trace: Trace, step: int) -> str | None:
    """By what the state of a step was the next one; None of a search without merits. O(states)."""
    log = trace.columns.log
    if log is None or not log.has_merits or not trace.header.ours:
        return None
    open_states = trace.once(_load_open_states)
    taken_state, *other_states = open_states.states_at(step)
    extreme = "highest" if open_states.sign > 0 else "lowest"
    is_tied = bool(other_states) and other_states[0].merit == taken_state.merit
    if not other_states:
        return f"take {_format_state(trace, taken_state)}, the only state in OPEN"
    reason = (
        f"the {extreme} merit of {format_count(len(other_states) + 1, 'state')} "
        f"in OPEN{', leftmost' if is_tied else ''}"
    )
    next_states = ", ".join(_format_state(trace, state) for state in other_states[:MAX_LISTED_STATES])
    remaining_text = (
        f" and {len(other_states) - MAX_LISTED_STATES:,} more" if len(other_states) > MAX_LISTED_STATES else ""
    )
    return f"take {_format_state(trace, taken_state)}, {reason}; then {next_states}{remaining_text}"


def _load_open_states(trace: Trace) -> OpenStates:
    return OpenStates(trace.columns)


def _format_state(trace: Trace, state: OpenState) -> str:
    path_text = "/".join(clean(trace.label(path_node)) for path_node in trace.ancestry(state.node)[1:]) or "the root"
    return f"{path_text} {'SOLVED' if state.solved else 'LIVE'} {number(state.merit)}"
