"""Watchpoints: `best changes at #5` holds whenever a running number of one node becomes another."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from tracer.condition.expression import Condition, ConditionError, parse
from tracer.condition.terms import Facts, Hits, called_so
from tracer.condition.vocabulary import Known
from tracer.errors import PlyscopeError
from tracer.games.move_names import complete_move_name
from tracer.games.rules import names_moves_by_index
from tracer.recording.columns import Bools, Floats
from tracer.recording.node import chance_mean
from tracer.text import clean
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
        means = [chance_mean(trace, self.node, trace.left(child) + 1) for child in children]
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


def parse_search(text: str, trace: Trace) -> Condition:
    """Understand a condition, or what is none but a move's label or a path of moves.

    `b2` is every node that the move b2 leads to, `b2/a1` every one that b2 and then a1 lead to, `/b2/a1` those of them
    that begin at the root. Where moves have no names, their numbers do: `2/1` is `a2/b1`.

    >>> import tracer
    >>> trace = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> [[hit.node for hit in parse_search(text, trace).hits(trace)] for text in ("b1", "a1/b3", "/a2", "1/3")]
    [[2, 6, 10], [4], [5], [4]]

    Raises:
        ConditionError: it is none, and no move is called so.
    """
    try:
        return parse(text)
    except ConditionError:
        found = _route(text.strip(), trace)
        if found is None:
            raise
        return found


def _route(text: str, trace: Trace) -> Condition | None:
    """The nodes that moves in a row lead to; None where there is no move of one of the labels."""
    known, from_root = trace.move_labels, text.startswith("/") and text not in trace.move_labels
    labels = [text] if text in known else [label for label in text.split("/") if label]
    chosen = [_called(trace, label) for label in labels]
    if not chosen or not all(one.any() for one in chosen):
        return None

    def value(facts: Facts) -> Bools:
        columns = facts.trace.columns
        nodes = np.flatnonzero(chosen[-1][columns.move])
        above = columns.parent[nodes]
        for one in reversed(chosen[:-1]):
            there = one[columns.move[above]]
            nodes, above = nodes[there], columns.parent[above[there]]
        found = np.zeros(len(columns), bool)
        found[nodes[above == 0] if from_root else nodes] = True
        return found

    return Condition(clean(text), Known.ENTRY, value)


def _called(trace: Trace, label: str) -> Bools:
    """For each move whether it has a label or number, and one place more for the root's −1 to find."""
    found = called_so(trace, label)
    if names_moves_by_index(trace.game):
        known = trace.move_labels
        spelled = {complete_move_name(label, (one,)) for one in known}
        found[:-1] |= np.array([one in spelled for one in known], bool)
    return found
