"""Where a selective search went astray: the first node on the way from its value down to what it was misled by.

Another value than that of a full search to the same depth is no mistake of a selective search: it is what may happen
where it trusts a null move, looks less deep at a late move, or skips one. So it is a note, and leads there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tracer.diagnosis.finding import NOTE, Disease, Finding
from tracer.errors import PlyscopeError
from tracer.games.rules import blame, label, rules
from tracer.recording.no_moves import Null
from tracer.recording.remaining import remaining
from tracer.recording.status import EXACT, LOWER, PRUNED, TABLE, Why
from tracer.searches.contract import Bare
from tracer.searches.minimax_memo import minimax_memo
from tracer.searches.table import Table
from tracer.text import clean, number
from tracer.tracing import Trace

BUDGET = 30_000
"""Moves that the full search may make: some seconds of chess."""
DEEPEST = 200
"""Plies to which it may look."""
MISLED = Disease(
    "misled",
    NOTE,
    "A selective search returned another value than a full search to the same depth: here it trusted a null move or a "
    "search that was less deep, or skipped a move, and the full search knows better.",
    "No mistake, but the price of being selective. Verify null moves, make none where few pieces are left, and reduce "
    "or skip fewer moves where this matters.",
)
_BEYOND = (Why.EXTENDED, Why.QUIESCENCE, Why.QUIET)


class _TooMany(PlyscopeError):  # noqa: N818  # it ends a search that has become too long
    """The budget is spent."""


class _Full:
    """The full search: minimax with a table, which is kept from one question to the next."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.game = trace, trace.need_game()
        self._table: Table[Any] = Table()
        self._left = BUDGET
        known = rules(self.game)
        self._rules = replace(known, play=self._play)
        self._played = known.play

    def _play(self, state: Any, move: Any) -> Any:
        self._left -= 1
        if self._left < 0:
            raise _TooMany(f"more than {BUDGET:,} moves")
        return self._played(state, move)

    def value(self, state: Any, depth: int) -> tuple[float, Any]:
        """The value of a position to a depth, and the move that has it."""
        with blame(self.game):
            return minimax_memo(self._rules, state, Bare(), depth=max(depth, 0), table=self._table)

    def line(self, state: Any, depth: int) -> Iterator[str]:
        """The best moves of both players from a position on."""
        for left in range(depth, 0, -1):
            move = self.value(state, left)[1]
            if move is None:
                return
            yield clean(label(self.game, move))
            state = self._played(state, move)

    def contradicts(self, node: int, depth: int) -> bool:
        """Whether what a visit claims of its position, by its window, is wrong for a depth."""
        bound, value = self.trace.bound(node), float(self.trace.columns.value[node])
        if bound is None:
            return False
        true = self.value(self.trace.state(node), depth)[0]
        return true != value if bound is EXACT else true < value if bound is LOWER else true > value


def misled(trace: Trace) -> list[Finding]:
    """The node that led a selective search to another value than a full search has; none where there is none.

    Nothing is said where the search goes beyond its depth on purpose, where the game is unknown, and where the full
    search would take too long.
    """
    why = trace.columns.why
    if trace.game is None or not trace.selective or trace.header.stopped:
        return []
    if why is not None and np.isin(why, _BEYOND).any():
        return []
    try:
        return list(_descend(trace, _Full(trace)))
    except _TooMany:
        return []


def _descend(trace: Trace, full: _Full) -> Iterator[Finding]:
    """Go down from the root by wrong values to one whose children are right."""
    node = trace.best_child(0) if 0 in trace.drivers else 0
    depth = None if node is None else remaining(trace, node)
    if node is None or depth is None or depth > DEEPEST or not full.contradicts(node, depth):
        return
    while True:
        below, lost = _wrong(trace, full, node, depth), depth
        if below is None:
            break
        node = below
        own = remaining(trace, node)
        depth = depth - 1 if own is None else own
        if depth < lost - 1 and not full.contradicts(node, depth):
            break  # it is right to its own depth, which was not enough
    yield _finding(trace, full, node, depth, lost)


def _wrong(trace: Trace, full: _Full, node: int, depth: int) -> int | None:
    """The first child that counts and whose value is wrong for the depth that its parent has."""
    for child in trace.children(node):
        counts = trace.columns.status[child] != PRUNED and not trace.set_aside[child]
        if counts and int(trace.columns.move[child]) not in trace.no_moves and full.contradicts(child, depth - 1):
            return child
    return None


def _finding(trace: Trace, full: _Full, node: int, depth: int, lost: int) -> Finding:
    columns = trace.columns
    player = "MAX" if columns.turn[node] > 0 else "MIN"
    returned, state = number(float(columns.value[node])), trace.state(node)
    last = next((one for one in reversed(trace.children(node)) if columns.status[one] != PRUNED), None)
    if depth < lost - 1:
        what, depth = f"a late move was searched to depth {depth} alone and returned {returned}", lost - 1
    elif last is not None and columns.cutoff[node] and isinstance(trace.move(last), Null):
        what = f"a null move by {player} returned {returned}, so no move was searched"
    elif columns.status[node] == TABLE:
        what = f"the table answered {returned}"
    else:
        what = f"{player} has {returned} by the moves that were not skipped"
    true, line = full.value(state, depth)[0], " ".join(full.line(state, depth))
    plies = f"{depth} {'ply' if depth == 1 else 'plies'}"
    said = f"{what}, but a full search to {plies} has {number(true)}: {line}"
    path = tuple(clean(move) for move in trace.node(node).path)
    step = min(trace.left(node), trace.steps - 1)
    return Finding(NOTE, MISLED.slug, node, path, said, MISLED.remedy, nodes=1, where=(node,), steps=(step,))
