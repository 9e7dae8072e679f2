"""What is known of every node's value, as textbooks write it beside a node: from here to there, MAX's view.

A window says what the search wants to know of a node; this says what it has learnt (Russell & Norvig's "range of
possible values").
"""

from __future__ import annotations

import math

from tracer.game import MAX
from tracer.status import EXACT, HORIZON, LOWER, OPEN, PRUNED, TERMINAL, UPPER
from tracer.trace import Trace

Range = tuple[float, float]
"""The least and the greatest that a value can be."""
UNKNOWN: Range = (-math.inf, math.inf)


def known(trace: Trace, root: int = 0) -> dict[int, Range]:
    """The range of each node below a node, itself included, by its id. O(nodes).

    A node has what its own value says, and what follows from its children: at MAX the value is at least what any of
    them is at least, and at most what all of them are at most, those that were pruned or not yet met included.

    Raises:
        PlyscopeError: a search was stopped, and there is no game that says which moves were still to come.
    """
    columns = trace.columns
    found: dict[int, Range] = {}
    for node in range(int(columns.end[root]) - 1, root - 1, -1):
        status = columns.status[node]
        own = _own(trace, node)
        below = UNKNOWN if status in (TERMINAL, HORIZON) else _below(trace, node, found)
        found[node] = UNKNOWN if status == PRUNED else (max(own[0], below[0]), min(own[1], below[1]))
    return found


def _own(trace: Trace, node: int) -> Range:
    """What its own value says."""
    value, bound = float(trace.columns.value[node]), trace.bound(node)
    ends = {EXACT: (value, value), LOWER: (value, math.inf), UPPER: (-math.inf, value)}
    return UNKNOWN if bound is None else ends[bound]


def _below(trace: Trace, node: int, found: dict[int, Range]) -> Range:
    """What its children say."""
    children = [found[child] for child in trace.children(node)]
    if trace.columns.status[node] == OPEN and len(children) < _moves(trace, node):
        children.append(UNKNOWN)
    turn = int(trace.columns.turn[node])
    if not children or not turn:
        return UNKNOWN
    best = max if turn == MAX else min
    return best(low for low, _ in children), best(high for _, high in children)


def _moves(trace: Trace, node: int) -> int:
    """The legal moves at a node in which the search stopped."""
    game, state = trace.need_game(), trace.state(node)
    return 0 if game.utility(state) is not None else len(game.moves(state))
