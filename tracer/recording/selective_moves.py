"""What a selective search does otherwise: it skips moves that no cutoff skips, and asks without taking the answer.

And a probe of an outcome: the moves that it leaves are skipped for good only where a cutoff above follows.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tracer.recording.columns import Bools, Columns
from tracer.recording.no_moves import NoMove, Null, Pass, Stand, pass_nodes
from tracer.recording.status import EXPANDED, PRUNED, SKIP_REASONS, Why

_SELECTIVE_MOVES = (Null, Stand)
_SELECTIVE_REASONS = (Why.REDUCED, Why.EXTENDED, Why.QUIESCENCE, *SKIP_REASONS)


def is_selective(columns: Columns, no_moves: Mapping[int, NoMove]) -> bool:
    """Whether a search looked less deep, deeper or not at all at some moves, so that its value may be its own. O(n)."""
    if any(isinstance(move, _SELECTIVE_MOVES) for move in no_moves.values()):
        return True
    return columns.why is not None and bool(np.isin(columns.why, _SELECTIVE_REASONS).any())


def find_skips(columns: Columns) -> Bools:
    """N long: moves that were not searched though no cutoff skipped them. O(n), O(1) where no reasons are told."""
    if columns.why is None:
        no_nodes: Bools = np.broadcast_to(np.False_, len(columns))
        return no_nodes
    is_skipped: Bools = np.isin(columns.why, SKIP_REASONS)
    return is_skipped


def is_partial_probe(columns: Columns, node: int) -> bool:
    """Whether a visit is a probe of an outcome that left moves, so that its value is a bound at most. O(1)."""
    if columns.why is None or columns.why.item(node) != Why.PROBE or columns.turn.item(columns.parent.item(node)):
        return False
    last_node = columns.end.item(node) - 1
    left_moves = columns.status.item(last_node) == PRUNED and columns.parent.item(last_node) == node
    return left_moves and columns.status.item(node) == EXPANDED and not columns.cutoff.item(node)


def find_partial_probes(columns: Columns) -> list[int]:
    """The probes of outcomes that left moves. O(n), O(1) where no reasons are told."""
    probes = [] if columns.why is None else np.flatnonzero(columns.why == Why.PROBE).tolist()
    return [node for node in probes if is_partial_probe(columns, node)]


def find_unsearched(columns: Columns) -> Bools:
    """N long: branches with no cutoff behind them: moves that were skipped, and those that probes left. O(n)."""
    is_unsearched = find_skips(columns)
    if partial_nodes := find_partial_probes(columns):
        is_unsearched = is_unsearched | (np.isin(columns.parent, partial_nodes) & (columns.status == PRUNED))
    return is_unsearched


def find_set_aside(columns: Columns, no_moves: Mapping[int, NoMove]) -> Bools:
    """N long: the visits whose values their parents did not take; none in a search that is not selective. O(n).

    A null move, and a probe of a player's move, only asks whether there is a cutoff: where its value did not cut, it is
    set aside. So is a visit whose move is searched again right after it, for at another depth it found something else,
    and an iteration at a node that searches moves as well.
    """
    null_numbers = [number for number, no_move in no_moves.items() if isinstance(no_move, Null)]
    is_probe: Bools = np.zeros(len(columns), bool) if columns.why is None else columns.why == Why.PROBE
    may_repeat = is_selective(columns, no_moves)
    is_pass = pass_nodes(columns, [number for number, no_move in no_moves.items() if isinstance(no_move, Pass)])
    if not (may_repeat or is_probe.any() or is_pass.any()):
        no_nodes: Bools = np.broadcast_to(np.False_, len(columns))
        return no_nodes
    parent, status, move, end = columns.parent, columns.status, columns.move, columns.end
    next_sibling = np.minimum(end, len(columns) - 1)
    is_last = (end == end[parent]) | (status[next_sibling] == PRUNED)
    is_question = np.isin(move, null_numbers) | (is_probe & (columns.turn[parent] != 0))
    is_set_aside: Bools = is_question & ~(is_last & columns.cutoff[parent])
    if is_pass.any():
        has_moves = np.zeros(len(columns), bool)
        has_moves[parent[1:][((status != PRUNED) & ~is_pass)[1:]]] = True
        is_set_aside |= is_pass & has_moves[parent]
    if may_repeat:
        is_set_aside |= ~is_last & (move[next_sibling] == move)
    is_set_aside[0] = False
    is_set_aside &= status != PRUNED
    return is_set_aside
