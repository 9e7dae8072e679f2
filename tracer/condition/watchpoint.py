"""Watchpoints: `best changes at #5` holds whenever a running number of one node becomes another."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from tracer.condition.expression import Condition, parse
from tracer.condition.hits import Hits
from tracer.errors import PlyscopeError
from tracer.recording.chance import mean
from tracer.recording.columns import Bools, Floats
from tracer.tracing import Trace

_CHANGES = re.compile(r"(?:(best|alpha|beta|window)\s+)?changes?(?:\s+at\s+#?\s*(\d{1,15}))?", re.ASCII)


@dataclass(frozen=True)
class Watchpoint:
    """Changes of a running number of one node. `parse_breakpoint` makes it."""

    number: str
    """`best`, `alpha`, `beta`, `window` for both ends, or empty for any of them."""
    node: int

    @property
    def text(self) -> str:
        """As it is written."""
        return f"{self.number} changes at #{self.node}".lstrip()

    def missing(self, trace: Trace) -> str:
        """Nothing: where a search has no such number, `hits` says so."""
        return ""

    def hits(self, trace: Trace) -> Hits:
        """The steps from which on the number is another than before: each the one after a child's return. O(children).

        Of a best-first search the steps by which another child is `best` than before, or by which anything that is
        counted for the node, or told of it, changes: its visits, its proof numbers, the states that are taken of it.

        Raises:
            PlyscopeError: there is no such node, or the search has no such number.
        """
        if self.node >= len(trace):
            raise PlyscopeError(f"there is no node {self.node:,}: the last is {len(trace) - 1:,}")
        if self.number not in ("", "best") and not trace.header.windowed:
            raise PlyscopeError("this search has no alpha and beta; best changes at every search")
        columns = trace.columns
        if columns.log is not None:
            steps = trace.landmarks.best_changes_at(self.node) if self.number else trace.landmarks.rows_about(self.node)
            return Hits(steps.astype(np.int64), np.full(len(steps), self.node))
        children = np.array(trace.children(self.node), np.int64)
        children = children[~np.isnan(columns.value[children])]
        changes = self._changes if columns.turn[self.node] or self.node in trace.drivers else self._changes_of_mean
        steps = columns.left(children)[changes(trace, columns.value[children])].astype(np.int64) + 1
        steps = steps[steps < trace.steps]
        return Hits(steps, np.full(len(steps), self.node))

    def _changes(self, trace: Trace, values: Floats) -> Bools:
        """For the values of the children in order, which of them changed the number."""
        node, columns = self.node, trace.columns
        turn, drives = int(columns.turn[node]), node in trace.drivers
        if drives:
            found = (values != np.concatenate([[np.nan], values])[:-1]) & (self.number in ("", "best"))
        elif self.number in ("", "best"):
            running = np.maximum.accumulate(turn * values)
            before = np.concatenate([[np.nan], running])[:-1]
            found = np.isnan(before) | (running > before)
        elif self.number == ("beta" if turn > 0 else "alpha"):
            found = np.zeros(len(values))
        else:
            entry = turn * float(columns.alpha[node] if turn > 0 else columns.beta[node])
            running = np.maximum.accumulate(np.concatenate([[entry], turn * values]))
            found = running[1:] > running[:-1]
        return np.asarray(found, bool)

    def _changes_of_mean(self, trace: Trace, values: Floats) -> Bools:
        """The same at a chance node, at which only the mean so far changes."""
        children = [
            child for child in trace.children(self.node) if trace.columns.value[child] == trace.columns.value[child]
        ]
        means = [mean(trace, self.node, trace.left(child) + 1) for child in children]
        changed = [new != old for new, old in zip(means, [None, *means], strict=False)]
        return np.array(changed if self.number in ("", "best") else [False] * len(values), bool)


def parse_breakpoint(text: str, node: int | None = None) -> Condition | Watchpoint:
    """Understand what one may stop at: a condition, or changes of a running number of a node.

    >>> parse_breakpoint("best changes", 5).text, parse_breakpoint("changes at #12").text
    ('best changes at #5', 'changes at #12')

    Args:
        text: a condition, `changes`, or `best`, `alpha`, `beta` or `window changes`, and `at #5`.
        node: the node that is meant where the text names none.

    Raises:
        PlyscopeError: it is none, or names no node.
    """
    match = _CHANGES.fullmatch(text.strip())
    if match is None:
        return parse(text)
    if match[2] is None and node is None:
        raise PlyscopeError(f"at which node? Such as {text.strip()} at #5")
    return Watchpoint(match[1] or "", node if match[2] is None else int(match[2]))  # type: ignore[arg-type]
