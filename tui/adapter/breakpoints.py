"""The breakpoints of an editor: lines, functions, conditions, and what it calls exceptions; with all their hits."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from tracer.condition.expression import parse_condition
from tracer.condition.watchpoint import parse_breakpoint
from tracer.errors import PlyscopeError
from tracer.recording.columns import Bools, Ints
from tracer.recording.status import PRUNED
from tracer.text import clean
from tracer.time.landmarks import Hits
from tracer.why.executed_lines import ExecutedLines, merge_hits
from tui.adapter.launch import CODE, Sources
from tui.adapter.wire import Body
from tui.model.browser import Browser

FILTERS = {
    "findings": ("Findings", "what `plyscope check` finds", True),
    "cutoffs": ("Cutoffs", "a cutoff that skips a move", False),
    "re-searches": ("Re-searches", "a move that is searched again", False),
}
"""By the name of a filter its label, what it stops at, and whether it is on where the user said nothing."""
_HITS = re.compile(r"(>=|<=|==|>|<|=|%)?\s*(\d{1,9})")
_COMPARED: dict[str, Callable[[Any, int], Any]] = {
    "": operator.eq,
    "=": operator.eq,
    "==": operator.eq,
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "%": lambda numbers, every: numbers % max(every, 1) == 0,
}


@dataclass(frozen=True)
class Halt:
    """What is stopped at, and where that is."""

    reason: str
    """As the protocol says it: breakpoint, function breakpoint, exception."""
    name: str
    """Of an exception, the filter."""
    keys: Ints
    """The places of its hits, ascending; see `Walk.key`."""
    nodes: Ints = field(repr=False)
    """The call of each."""
    number: int = 0
    """By which the editor knows it."""

    def at(self, key: int) -> int | None:
        """Return the call that is hit at a place; None where none is."""
        place = int(np.searchsorted(self.keys, key))
        return int(self.nodes[place]) if place < len(self.keys) and self.keys[place] == key else None

    def beyond(self, key: int, *, forward: bool) -> int | None:
        """Return the place of the next hit after a place, or of the last one before it."""
        place = int(np.searchsorted(self.keys, key, side="right" if forward else "left")) - (not forward)
        return int(self.keys[place]) if 0 <= place < len(self.keys) else None


Found = tuple[str, str, Hits, Body]
"""What is stopped at: why, and by what filter; where; and what else is told of it."""


class Breakpoints:
    """The breakpoints of one recording."""

    def __init__(self, browser: Browser, sources: Sources) -> None:
        self._browser, self._trace, self._sources = browser, browser.trace, sources
        self._lines = self._trace.once(ExecutedLines)
        self._cutoffs()  # which works out what the first breakpoint would wait for
        self._set: dict[str, dict[str, tuple[Body, Halt | None]]] = {}
        """By what they are set in, and what is wanted, the answers and what is stopped at."""
        self._last_number = 0

    @property
    def halts(self) -> Iterable[Halt]:
        """All that is stopped at."""
        return [halt for some in self._set.values() for _, halt in some.values() if halt is not None]

    def set_lines(self, source: Body, wanted: list[Body]) -> list[Body]:
        """Set the breakpoints of a source, in the place of those that it had. Gives what became of each."""
        if path := source.get("path"):
            self._sources.learn(str(path))
        place = str(path or source.get("sourceReference"))
        return self._set_all(place, wanted, partial(self._at_line, source))

    def set_functions(self, wanted: list[Body]) -> list[Body]:
        """Set the breakpoints of functions, in the same way."""
        return self._set_all(" functions", wanted, self._at_function)

    def set_filters(self, wanted: list[Body]) -> list[Body]:
        """Set the filters of exceptions, in the same way."""
        return self._set_all(" filters", wanted, self._of_filter)

    def _set_all(self, place: str, wanted: list[Body], find: Callable[[Body], Found]) -> list[Body]:
        before, now = self._set.get(place, {}), dict[str, tuple[Body, Halt | None]]()
        for one in wanted:  # an editor sends all of them whenever one changes
            text = str(sorted(one.items()))
            now[text] = before.get(text) or self._answer(one, find)
        self._set[place] = now
        return [now[str(sorted(one.items()))][0] for one in wanted]

    def _answer(self, wanted: Body, find: Callable[[Body], Found]) -> tuple[Body, Halt | None]:
        self._last_number += 1
        known: Body = {"id": self._last_number}
        try:
            reason, name, found, more = find(wanted)
            found = self._chosen(found, wanted)
        except PlyscopeError as error:
            return known | {"verified": False, "message": str(error)}, None
        message = more.pop("message", "" if len(found.steps) else "never hit")
        answer = known | {"verified": True} | more | ({"message": message} if message else {})
        return answer, self.halt(found, reason, name, self._last_number)

    def _chosen(self, found: Hits, wanted: Body) -> Hits:
        """The hits that fulfil the condition, and of these the ones that are to be counted."""
        if condition := str(wanted.get("condition") or "").strip():
            fulfil: Bools = parse_condition(condition).nodes(self._trace)[found.nodes]
            found = Hits(found.steps[fulfil], found.nodes[fulfil])
        if text := str(wanted.get("hitCondition") or "").strip():
            match = _HITS.fullmatch(text)
            if match is None:
                raise PlyscopeError(f"{clean(text, 60)!r} counts no hits: write 3, >= 3, or % 3 for every third one")
            counted = _COMPARED[match[1] or ""](np.arange(1, len(found.steps) + 1), int(match[2]))
            found = Hits(found.steps[counted], found.nodes[counted])
        return found

    def halt(self, found: Hits, reason: str = "goto", name: str = "", number: int = 0) -> Halt:
        """Return some passages by their places: at its entry a call is passed after the line above that makes it."""
        entered = self._lines.entered[found.nodes] == found.steps
        entered &= self._trace.columns.status[found.nodes] != PRUNED
        return Halt(reason, name, 2 * found.steps.astype(np.int64) + entered, found.nodes, number)

    def passages(self, source: Body, line: int) -> tuple[int, Hits]:
        """Return the line at which calls pass that stands at a line of a source, or follows it; and all passages."""
        if self._sources.code is not None and source.get("sourceReference") == CODE:
            index = _nearest(self._lines.pseudocode_lines, line - 1)
            return index + 1, self._lines.find_pseudocode_line(index)
        functions = self._sources.functions(source)
        holding = [number for number in functions if self._trace.sources[number].holds(line)]
        if not holding:
            raise PlyscopeError(self._why_none(source, functions))
        number = max(holding, key=lambda one: self._trace.sources[one].line)  # the innermost one
        line = _nearest(self._lines.function_lines[number], line)
        return line, self._lines.find_source_line(number, line)

    def _why_none(self, source: Body, functions: list[int]) -> str:
        names = [self._trace.sources[number] for number in functions]
        if names:
            listed = ", ".join(f"{one.name} ({one.line} to {one.line + len(one.lines) - 1})" for one in names)
            return f"no recorded call passes this line; recorded are the calls of {listed}"
        name = re.split(r"[/\\]", str(source.get("path") or source.get("name") or ""))[-1]
        if name in self._sources.changed:
            return f"{clean(name)} has changed since it was recorded: record it again"
        return f"no call of a function in {clean(name)} was recorded"

    def _at_line(self, source: Body, wanted: Body) -> Found:
        asked = int(wanted["line"])
        line, found = self.passages(source, asked)
        moved = {"message": "the next line at which a call begins, makes another one, or returns"}
        return "breakpoint", "", found, {"line": line, "source": source} | (moved if line != asked else {})

    def _at_function(self, wanted: Body) -> Found:
        """The entries of a function's calls; or the hits of a condition, where no function is called so."""
        name = str(wanted.get("name", "")).strip().removesuffix("()")
        sources = self._trace.sources
        numbers = [k for k, one in enumerate(sources) if name in (one.name, one.name.rpartition(".")[2])]
        if numbers:
            return (
                "function breakpoint",
                "",
                merge_hits([self._lines.find_entries(number) for number in numbers]),
                {},
            )
        if self._sources.code is not None and name == self._trace.header.search:
            return "function breakpoint", "", self._lines.find_entries(), {}
        try:
            hits = parse_breakpoint(name).hits(self._trace)
        except PlyscopeError as error:
            known = ", ".join(dict.fromkeys(one.name for one in sources)) or self._trace.header.search
            raise PlyscopeError(
                f"no function {clean(name, 60)!r} was recorded, but {known}; as a condition: {error}"
            ) from None
        return "function breakpoint", "", hits, {}

    def _of_filter(self, wanted: Body) -> Found:
        name = str(wanted.get("filterId", ""))
        if name not in FILTERS:
            raise PlyscopeError(f"no filter {clean(name, 40)!r}: there are {', '.join(FILTERS)}")
        found = {"findings": self._findings, "cutoffs": self._cutoffs, "re-searches": self._searched_again}[name]()
        return "exception", name, found, {}

    def _findings(self) -> Hits:
        findings = self._browser.findings
        return merge_hits([Hits(*findings.nodes_and_steps(one)[::-1]) for one in findings.findings])

    def _cutoffs(self) -> Hits:
        """The cutoffs that skip a branch; all of them where no recording says what they skip."""
        steps, landmarks = self._browser.cursor.pruning_steps, self._trace.landmarks
        return Hits(steps, landmarks.cutoff_nodes[np.searchsorted(landmarks.cutoff_steps, steps)])

    def _searched_again(self) -> Hits:
        nodes = np.flatnonzero(self._trace.searched_again & (self._trace.columns.status != PRUNED))
        return Hits.sorted_by_step(self._trace.columns.entered(nodes), nodes)


def _nearest(lines: tuple[int, ...], line: int) -> int:
    """The first of some lines from a line on, or else the last one.

    >>> _nearest((3, 8, 12), 4), _nearest((3, 8, 12), 40)
    (8, 12)
    """
    if not lines:
        raise PlyscopeError("the recording does not say at which line its calls are")
    return next((one for one in lines if one >= line), lines[-1])
