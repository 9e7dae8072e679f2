"""What a person looks for: a condition, or a move or several in a row by their labels."""

from __future__ import annotations

import numpy as np

from tracer.condition.expression import Condition, ConditionError, parse
from tracer.condition.terms import Facts, called_so
from tracer.condition.vocabulary import Known
from tracer.games.move_names import spell
from tracer.games.rules import places_name_moves
from tracer.recording.columns import Bools
from tracer.text import clean
from tracer.tracing import Trace


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
    if places_name_moves(trace.game):
        known = trace.move_labels
        spelled = {spell(label, (one,)) for one in known}
        found[:-1] |= np.array([one in spelled for one in known], bool)
    return found
