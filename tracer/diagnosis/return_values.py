"""Returned values that are no child's value: numbers of moves, and what a player gets who stops."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from tracer.deciding.thresholds import FEW, SEVERAL, SURE, TINY
from tracer.diagnosis.call_columns import Calls
from tracer.diagnosis.case import Case
from tracer.diagnosis.identity import positions
from tracer.recording.columns import Ints
from tracer.recording.status import PRUNED


def returns_moves(case: Case, players: list[Calls]) -> bool:
    """Return whether the values that are no child's are numbers of moves, by all moves of a node or by its best one.

    Labels tell moves apart by what stands before the sign of equality: the place.
    """
    wrong = [(node, value) for node, value, is_wrong in _returns(case, players) if is_wrong]
    signs = {value > 0 for _, value in wrong if value}  # of a game whose MAX is the search's MIN all are negative
    if len(wrong) < FEW or len(signs) > 1 or not all(value.is_integer() for _, value in wrong):
        return False
    return _each_goes_with_one_move(case, wrong) or _each_is_the_best_move(case, players)


def _returns(case: Case, players: list[Calls]) -> Iterator[tuple[int, float, bool]]:
    """Yield the nodes with what the function returned there, in its own view, and whether that is no child's value."""
    for calls in players:
        returned = calls.value if case.trace.header.notes.get("view") == "mover" else calls.turn * calls.value
        yield from zip(calls.node.tolist(), returned.tolist(), calls.wrong.tolist(), strict=True)


def _place(case: Case, node: int) -> str:
    return case.trace.label(node).split("=")[0]


def _each_goes_with_one_move(case: Case, wrong: list[tuple[int, float]]) -> bool:
    """Return whether each number is returned only where one and the same move is to be had."""
    by_number: dict[float, list[set[str]]] = {}
    for node, value in wrong:
        by_number.setdefault(value, []).append({_place(case, child) for child in case.visits(node)})
    offered = [set.intersection(*moves) for moves in by_number.values()]
    known = sum(len(moves) > 1 for moves in by_number.values())
    alone = [next(iter(moves)) for moves in offered if len(moves) == 1]
    apart = len(alone) == len(set(alone)) and len(alone) >= max(FEW, len(offered) / 2)
    return sum(map(len, by_number.values())) >= SEVERAL and known >= FEW and all(offered) and apart


def _each_is_the_best_move(case: Case, players: list[Calls]) -> bool:
    """Return whether the place of the best move, or a coordinate, determines at nearly all nodes the value."""
    told: list[tuple[list[str], float]] = []
    for node, returned, _ in _returns(case, players):
        made = case.choice(node)
        if made is not None and made.values.count(made.best) == 1:
            place = _place(case, made.children[made.values.index(made.best)])
            told.append(([place, *re.findall(r"\d+", place)], returned))
    for which in range(max((len(keys) for keys, _ in told), default=0)):
        numbers: dict[str, list[float]] = {}
        for keys, value in told:
            if which < len(keys):
                numbers.setdefault(keys[which], []).append(value)
        usual = {name: max(values, key=values.count) for name, values in numbers.items()}
        agreed = sum(values.count(usual[name]) for name, values in numbers.items())
        apart = len(usual) == len(set(usual.values())) >= FEW
        if apart and agreed >= max(SURE * len(told), SEVERAL + len(usual)):
            return True
    return False


NONE: Ints = np.empty(0, np.int64)
"""No nodes."""


def nodes_of_stopping(case: Case) -> Ints:
    """Return the nodes that are worth more than their moves, and a position always as much.

    Nowhere may one of these positions be worth less, and a leaf of it is worth just that. It has to be so at all nodes
    without their best child's value, and to show at several: by a leaf, or by moves that are worth now more, now less.
    """
    if case.windowed or case.has_table or case.trace.header.answers_unseen or case.game is not None:
        return NONE
    columns = case.columns
    visits = 1 + np.flatnonzero(columns.status[1:] != PRUNED)
    above = columns.parent[visits]
    best = np.full(len(case), -np.inf)
    with np.errstate(invalid="ignore"):  # a call may have no value, and of one infinity another leaves no number
        np.maximum.at(best, above, columns.turn[above] * columns.value[visits])
        more = np.where(columns.judged, columns.turn * columns.value - best, 0.0)
    nodes = np.flatnonzero(np.abs(more) > TINY * (1 + np.abs(best)))
    if len(nodes) < SEVERAL or not (more[nodes] > 0).all():
        return NONE
    places, judged = positions(case), np.flatnonzero(columns.judged).tolist()
    stops = {places[node]: case.value[node] for node in nodes.tolist()}
    beside: dict[int, set[float]] = {}
    for node in nodes.tolist():
        beside.setdefault(places[node], set()).add(best.item(node))
    leaves = {places[leaf]: case.value[leaf] for leaf in case.leaves() if places[leaf] in stops}
    if -1 in stops or any(stops[place] != worth for place, worth in leaves.items()):
        return NONE
    least = all(
        case.turn[node] * (case.value[node] - stops.get(places[node], case.value[node])) >= 0 for node in judged
    )
    shown = {stops[place] for place, bests in beside.items() if place in leaves or len(bests) > 1}
    alike = all(case.value[node] == stops[places[node]] for node in nodes.tolist())
    return nodes if least and alike and len(shown) >= FEW else NONE
