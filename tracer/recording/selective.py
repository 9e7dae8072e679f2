"""What a selective search does otherwise: it skips moves that no cutoff skips, and asks without taking the answer.

And a probe of an outcome: the moves that it leaves are skipped for good only where a cutoff above follows.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tracer.recording.columns import Bools, Columns
from tracer.recording.no_moves import NoMove, Null, Pass, Stand, pass_nodes
from tracer.recording.status import EXPANDED, PRUNED, SKIPS, Why

_KINDS = (Null, Stand)
_REASONS = (Why.REDUCED, Why.EXTENDED, Why.QUIESCENCE, *SKIPS)


def is_selective(columns: Columns, no_moves: Mapping[int, NoMove]) -> bool:
    """Whether a search looked less deep, deeper or not at all at some moves, so that its value may be its own. O(n)."""
    if any(isinstance(one, _KINDS) for one in no_moves.values()):
        return True
    return columns.why is not None and bool(np.isin(columns.why, _REASONS).any())


def skips(columns: Columns) -> Bools:
    """N long: moves that were not searched though no cutoff skipped them. O(n), O(1) where no reasons are told."""
    if columns.why is None:
        none: Bools = np.broadcast_to(np.False_, len(columns))
        return none
    found: Bools = np.isin(columns.why, SKIPS)
    return found


def is_partial(columns: Columns, node: int) -> bool:
    """Whether a visit is a probe of an outcome that left moves, so that its value is a bound at most. O(1)."""
    if columns.why is None or columns.why.item(node) != Why.PROBE or columns.turn.item(columns.parent.item(node)):
        return False
    last = columns.end.item(node) - 1
    leaves = columns.status.item(last) == PRUNED and columns.parent.item(last) == node
    return leaves and columns.status.item(node) == EXPANDED and not columns.cutoff.item(node)


def partial(columns: Columns) -> list[int]:
    """The probes of outcomes that left moves. O(n), O(1) where no reasons are told."""
    probes = [] if columns.why is None else np.flatnonzero(columns.why == Why.PROBE).tolist()
    return [node for node in probes if is_partial(columns, node)]


def unsearched(columns: Columns) -> Bools:
    """N long: branches with no cutoff behind them: moves that were skipped, and those that probes left. O(n)."""
    found = skips(columns)
    if left := partial(columns):
        found = found | (np.isin(columns.parent, left) & (columns.status == PRUNED))
    return found


def set_aside(columns: Columns, no_moves: Mapping[int, NoMove]) -> Bools:
    """N long: the visits whose values their parents did not take; none in a search that is not selective. O(n).

    A null move, and a probe of a player's move, only asks whether there is a cutoff: where its value did not cut, it is
    set aside. So is a visit whose move is searched again right after it, for at another depth it found something else,
    and an iteration at a node that searches moves as well.
    """
    nulls = [number for number, one in no_moves.items() if isinstance(one, Null)]
    probes: Bools = np.zeros(len(columns), bool) if columns.why is None else columns.why == Why.PROBE
    again = is_selective(columns, no_moves)
    passes = pass_nodes(columns, [number for number, one in no_moves.items() if isinstance(one, Pass)])
    if not (again or probes.any() or passes.any()):
        none: Bools = np.broadcast_to(np.False_, len(columns))
        return none
    parent, status, move, end = columns.parent, columns.status, columns.move, columns.end
    following = np.minimum(end, len(columns) - 1)
    last = (end == end[parent]) | (status[following] == PRUNED)
    asks = np.isin(move, nulls) | (probes & (columns.turn[parent] != 0))
    found: Bools = asks & ~(last & columns.cutoff[parent])
    if passes.any():
        moves = np.zeros(len(columns), bool)
        moves[parent[1:][((status != PRUNED) & ~passes)[1:]]] = True
        found |= passes & moves[parent]
    if again:
        found |= ~last & (move[following] == move)
    found[0] = False
    found &= status != PRUNED
    return found
