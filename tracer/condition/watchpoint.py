"""Watchpoints: `best changes at #5` holds whenever a running number of one node becomes another."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from tracer.condition.expression import parse_condition
from tracer.condition.terms import Condition, ConditionError, TraceColumns, mask_moves_named
from tracer.condition.vocabulary import KnownSince
from tracer.errors import PlyscopeError
from tracer.games.move_names import complete_move_name
from tracer.games.rules import names_moves_by_index
from tracer.recording.columns import Bools, Floats
from tracer.recording.node import chance_mean
from tracer.text import clean
from tracer.time.landmarks import Hits
from tracer.tracing import Trace

_CHANGE_PATTERN = re.compile(r"(?:(best|alpha|beta|window)\s+)?changes?(?:\s+at\s+#?\s*(\d{1,15}))?", re.ASCII)


@dataclass(frozen=True)
class Watchpoint:
    """Changes of a running number of one node. `parse_breakpoint` makes it."""

    variable: str
    """`best`, `alpha`, `beta`, `window` for both ends, or empty for any of them."""
    node: int

    @property
    def text(self) -> str:
        """As it is written."""
        return f"{self.variable} changes at #{self.node}".lstrip()

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
        if self.variable not in ("", "best") and not trace.header.windowed:
            raise PlyscopeError("this search has no alpha and beta; best changes at every search")
        columns = trace.columns
        if columns.log is not None:
            steps = (
                trace.landmarks.best_changes_at(self.node) if self.variable else trace.landmarks.rows_about(self.node)
            )
            return Hits(steps.astype(np.int64), np.full(len(steps), self.node))
        children = np.array(trace.children(self.node), np.int64)
        children = children[~np.isnan(columns.value[children])]
        changes = (
            self._mask_changes if columns.turn[self.node] or self.node in trace.drivers else self._mask_mean_changes
        )
        steps = columns.left(children)[changes(trace, columns.value[children])].astype(np.int64) + 1
        steps = steps[steps < trace.steps]
        return Hits(steps, np.full(len(steps), self.node))

    def _mask_changes(self, trace: Trace, values: Floats) -> Bools:
        """For the values of the children in order, which of them changed the number."""
        node, columns = self.node, trace.columns
        turn, is_driver = int(columns.turn[node]), node in trace.drivers
        if is_driver:
            is_change = (values != np.concatenate([[np.nan], values])[:-1]) & (self.variable in ("", "best"))
        elif self.variable in ("", "best"):
            running_best = np.maximum.accumulate(turn * values)
            best_before = np.concatenate([[np.nan], running_best])[:-1]
            is_change = np.isnan(best_before) | (running_best > best_before)
        elif self.variable == ("beta" if turn > 0 else "alpha"):
            is_change = np.zeros(len(values))
        else:
            entry_limit = turn * float(columns.alpha[node] if turn > 0 else columns.beta[node])
            running_best = np.maximum.accumulate(np.concatenate([[entry_limit], turn * values]))
            is_change = running_best[1:] > running_best[:-1]
        return np.asarray(is_change, bool)

    def _mask_mean_changes(self, trace: Trace, values: Floats) -> Bools:
        """The same at a chance node, at which only the mean so far changes."""
        children = [
            child for child in trace.children(self.node) if trace.columns.value[child] == trace.columns.value[child]
        ]
        means = [chance_mean(trace, self.node, trace.left(child) + 1) for child in children]
        is_change = [mean_after != mean_before for mean_after, mean_before in zip(means, [None, *means], strict=False)]
        return np.array(is_change if self.variable in ("", "best") else [False] * len(values), bool)


def parse_breakpoint(text: str, node: int | None = None) -> Condition | Watchpoint:
    """Understand what one may stop at: a condition, or changes of a running number of a node.

    `node` is meant where the text names none.

    >>> parse_breakpoint("best changes", 5).text, parse_breakpoint("changes at #12").text
    ('best changes at #5', 'changes at #12')
    """
    match = _CHANGE_PATTERN.fullmatch(text.strip())
    if match is None:
        return parse_condition(text)
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
    """
    try:
        return parse_condition(text)
    except ConditionError:
        path_condition = _parse_path_condition(text.strip(), trace)
        if path_condition is None:
            raise
        return path_condition


def _parse_path_condition(text: str, trace: Trace) -> Condition | None:
    """The nodes that moves in a row lead to; None where there is no move of one of the labels."""
    move_labels, from_root = trace.move_labels, text.startswith("/") and text not in trace.move_labels
    labels = [text] if text in move_labels else [label for label in text.split("/") if label]
    label_masks = [_mask_moves_called(trace, label) for label in labels]
    if not label_masks or not all(label_mask.any() for label_mask in label_masks):
        return None

    def value(facts: TraceColumns) -> Bools:
        columns = facts.trace.columns
        nodes = np.flatnonzero(label_masks[-1][columns.move])
        ancestors = columns.parent[nodes]
        for label_mask in reversed(label_masks[:-1]):
            is_match = label_mask[columns.move[ancestors]]
            nodes, ancestors = nodes[is_match], columns.parent[ancestors[is_match]]
        is_hit = np.zeros(len(columns), bool)
        is_hit[nodes[ancestors == 0] if from_root else nodes] = True
        return is_hit

    return Condition(clean(text), KnownSince.ENTRY, value)


def _mask_moves_called(trace: Trace, label: str) -> Bools:
    """For each move whether it has a label or number, and one place more for the root's −1 to find."""
    is_named = mask_moves_named(trace, label)
    if names_moves_by_index(trace.game):
        move_labels = trace.move_labels
        spelled = {complete_move_name(label, (move_label,)) for move_label in move_labels}
        is_named[:-1] |= np.array([move_label in spelled for move_label in move_labels], bool)
    return is_named
