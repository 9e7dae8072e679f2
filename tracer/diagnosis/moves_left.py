"""Moves that cutoffs left on the board, seen in who moves in the calls that follow.

All moves of a node are made by one player in one position, and so one player answers them. Where the next move is
answered by another player, after an odd number of cutoffs and never else, these did not put the position back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW
from tracer.diagnosis.case import Case, in_time
from tracer.recording.columns import NO_DEPTH, Bools, Ints
from tracer.recording.no_moves import Null, Stand
from tracer.recording.status import EXPANDED, PRUNED, Why


class MovesLeft(NamedTuple):
    """The moves that cutoffs left on the board."""

    nodes: list[int]
    """The calls that left one, in the order in which they returned."""
    pair: tuple[int, int]
    """Two visits of one node between which the position changed."""


class _Pairs(NamedTuple):
    """Visits of one node, each with the one that follows."""

    before: Ints
    after: Ints
    changed: Bools
    """Whether another player moves after the second move than after the first."""


def find_moves_left(case: Case) -> MovesLeft | None:
    """Return the moves that cutoffs left on the board, where no texts tell how calls left their positions."""
    if case.trace.columns.left_text is not None:
        return None
    before, after, changed = case.once(_pairs)
    if min(changed.sum(), (~changed).sum()) < FEW or _change_after_leaves(case):
        return None
    for cut in _cutoffs(case):
        count = np.append(0, np.cumsum(cut))
        if ((count[case.trace.columns.end[before]] - count[before]) % 2 == changed).all():
            first = int(np.flatnonzero(changed)[0])
            return MovesLeft(in_time(case, np.flatnonzero(cut)), (int(before[first]), int(after[first])))
    return None


def nodes_of_both_players(case: Case) -> set[int]:
    """Return the nodes whose moves were answered now by one player, now by the other: it is not known who chose there.

    None in a game in which moves may keep the turn, as also those to leaves do.
    """
    _, after, changed = case.once(_pairs)
    return set() if _change_after_leaves(case) else set(case.trace.columns.parent[after[changed]].tolist())


def _pairs(case: Case) -> _Pairs:
    """Return all pairs but those with chance, and with what makes no move."""
    columns = case.trace.columns
    stand = [number for number, move in case.trace.no_moves.items() if isinstance(move, Stand)]
    visits = np.flatnonzero((columns.status != PRUNED) & (columns.turn != 0) & ~np.isin(columns.move, stand))
    visits = visits[(visits > 0) & (columns.turn[columns.parent[visits]] != 0)]
    visits = visits[np.argsort(columns.parent[visits], kind="stable")]
    beside = columns.parent[visits[1:]] == columns.parent[visits[:-1]]
    before, after = visits[:-1][beside], visits[1:][beside]
    return _Pairs(before, after, columns.turn[before] != columns.turn[after])


def _change_after_leaves(case: Case) -> bool:
    """Return whether the player changes after a leaf, too, which made no move that could have been left."""
    before, _, changed = case.once(_pairs)
    return bool((case.trace.columns.end[before[changed]] == before[changed] + 1).any())


def _cutoffs(case: Case) -> Iterator[Bools]:
    """By node: whether a move cut it; and then, whether one did so above the horizon."""
    columns = case.trace.columns
    cut = columns.cutoff & (columns.status == EXPANDED)
    nulls = np.flatnonzero(
        np.isin(columns.move, [n for n, move in case.trace.no_moves.items() if isinstance(move, Null)])
    )
    above, following = columns.parent[nulls], columns.end[nulls]
    last = (following == columns.end[above]) | (columns.status[np.minimum(following, len(cut) - 1)] == PRUNED)
    cut[above[last]] = False
    yield cut
    beyond = np.zeros(len(cut), bool)
    if columns.why is not None:
        beyond |= columns.why == Why.QUIESCENCE
    if columns.depth is not None:
        beyond |= (columns.depth <= 0) & (columns.depth != NO_DEPTH)
    if (cut & beyond).any():
        yield cut & ~beyond
