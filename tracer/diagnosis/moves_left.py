"""Moves that were left on the board, seen in the calls that follow: in who moves there, or in how much has changed.

All moves of a node are made by one player in one position, and so one player answers them. Where the next move is
answered by another player, the position was not put back in between. In some games a move may keep the turn, so more
has to be seen: that the rules know nothing of it, or that it is so after an odd number of cutoffs and never else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, HALF
from tracer.diagnosis.case import Case
from tracer.diagnosis.identity import characters
from tracer.games.rules import blame
from tracer.recording.columns import NO_DEPTH, Array, Bools, Ints
from tracer.recording.no_moves import NoMove, Null, Stand
from tracer.recording.status import EXPANDED, PRUNED, Why


class MovesLeft(NamedTuple):
    """The moves that a search left on the board."""

    nodes: list[int]
    """The calls that left one, in the order in which they returned."""
    pair: tuple[int, int]
    """Two visits of one node between which the position changed."""
    cutoffs: bool
    """Whether each cutoff left one."""


class _Pairs(NamedTuple):
    """Visits of one node, each with the one that follows."""

    before: Ints
    after: Ints


def find_moves_left(case: Case) -> MovesLeft | None:
    """The moves that a search left on the board, where no texts tell how calls left their positions."""
    if case.trace.columns.left_text is not None:
        return None
    pairs = case.once(_pairs)
    changed = _changed_turns(case)
    if changed.any():
        return _by_turns(case, pairs, changed)
    return _by_texts(case, pairs)


def nodes_of_both_players(case: Case) -> set[int]:
    """The nodes whose moves were answered now by one player, now by the other: nobody knows who chose there.

    Not in a game in which moves may keep the turn, as also those to leaves do.
    """
    changed, pairs = _changed_turns(case), case.once(_pairs)
    if _after_leaves(case, pairs, changed):
        return set()
    return set(case.trace.columns.parent[pairs.after[changed]].tolist())


def _pairs(case: Case) -> _Pairs:
    """All pairs but those with chance, and with what makes no move."""
    columns = case.trace.columns
    stand = [number for number, move in case.trace.no_moves.items() if isinstance(move, Stand)]
    visits = np.flatnonzero((columns.status != PRUNED) & (columns.turn != 0) & ~np.isin(columns.move, stand))
    visits = visits[(visits > 0) & (columns.turn[columns.parent[visits]] != 0)]
    visits = visits[np.argsort(columns.parent[visits], kind="stable")]
    beside = columns.parent[visits[1:]] == columns.parent[visits[:-1]]
    return _Pairs(visits[:-1][beside], visits[1:][beside])


def _changed_turns(case: Case) -> Bools:
    """By pair: whether another player moves after the second move than after the first."""
    turn, pairs = case.trace.columns.turn, case.once(_pairs)
    found: Bools = turn[pairs.before] != turn[pairs.after]
    return found


def _after_leaves(case: Case, pairs: _Pairs, changed: Bools) -> bool:
    """Whether the player changes after a leaf, too, which made no move that could have been left."""
    leaves = pairs.before[changed]
    return bool((case.trace.columns.end[leaves] == leaves + 1).any())


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


def _within(nodes: Bools, first: Ints, stop: Ints) -> Ints:
    """How many of some nodes are in each of some ranges."""
    before = np.append(0, np.cumsum(nodes))
    found: Ints = before[stop] - before[first]
    return found


def _by_turns(case: Case, pairs: _Pairs, changed: Bools) -> MovesLeft | None:
    """What the players tell: each cutoff changes them, or else the rules say that none of these moves does.

    Where a leaf seems to have changed them, nothing was left on the board: it made no move.
    """
    end = case.trace.columns.end
    if _after_leaves(case, pairs, changed):
        return None
    if min(changed.sum(), (~changed).sum()) >= FEW:
        for cut in _cutoffs(case):
            odd = _within(cut, pairs.before, end[pairs.before]) % 2 == 1
            if (odd == changed).all():
                return _left_by(case, pairs, changed, np.flatnonzero(cut), cutoffs=True)
    against = changed & _same_by_rules(case, pairs)
    if not against.any():
        return None
    nodes = pairs.before[against]
    marked = np.zeros(len(end), bool)
    marked[nodes] = True
    return _left_by(case, pairs, against, nodes[_within(marked, nodes + 1, end[nodes]) == 0], cutoffs=False)


def _same_by_rules(case: Case, pairs: _Pairs) -> Bools:
    """By pair: whether one player moves after both by the rules."""
    if case.game is None:
        return np.zeros(len(pairs.before), bool)
    with blame(case.game):
        players = [int(case.game.turn(state)) for state in case.walk(case.states)]
    by_rules = np.array([*players, 0])[case.place]
    found: Bools = (by_rules[pairs.before] == by_rules[pairs.after]) & (by_rules[pairs.before] != 0)
    return found


def _by_texts(case: Case, pairs: _Pairs) -> MovesLeft | None:
    """What positions tell on entry: after cutoffs a move changes more or less than first moves ever do."""
    text, columns = _characters(case), case.trace.columns
    if text is None or columns.text is None:
        return None
    none = [number for number, move in case.trace.no_moves.items() if isinstance(move, NoMove)]
    moves = np.flatnonzero((columns.status != PRUNED) & ~np.isin(columns.move, none))[1:]
    changes = np.full(len(columns), -1)
    changes[moves] = (text[columns.text[moves]] != text[columns.text[columns.parent[moves]]]).sum(axis=1)
    usual = np.unique(changes[moves[moves == columns.parent[moves] + 1]])
    later = changes[pairs.after] >= 0
    odd = later & ~np.isin(changes[pairs.after], usual)
    if odd.sum() < FEW:
        return None
    for cut in _cutoffs(case):
        after = later & (_within(cut, columns.parent[pairs.after] + 1, pairs.after) > 0)
        if not (odd & ~after).any() and odd.sum() >= HALF * after.sum() and (later & ~after).sum() >= FEW:
            return _left_by(case, pairs, odd, np.flatnonzero(cut), cutoffs=True)
    return None


def _characters(case: Case) -> Array | None:
    """The characters of all texts, a row each; None where not all visits have one of the same length."""
    told = case.trace.columns.text
    if told is None or (told[case.trace.columns.status != PRUNED] < 0).any():
        return None
    return characters(case.trace.texts)


def _left_by(case: Case, pairs: _Pairs, shown: Bools, nodes: Ints, *, cutoffs: bool) -> MovesLeft:
    """What some nodes left, in the order of time."""
    end = case.trace.columns.end
    in_time = nodes[np.lexsort((-nodes, end[nodes]))]
    first = np.flatnonzero(shown)[0]
    return MovesLeft(in_time.tolist(), (int(pairs.before[first]), int(pairs.after[first])), cutoffs)
