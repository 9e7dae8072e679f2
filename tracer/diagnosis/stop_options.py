"""Nodes at which a player may stop instead of moving: a choice that no call shows."""

from __future__ import annotations

import numpy as np

from tracer.deciding.thresholds import FEW, SEVERAL, TINY
from tracer.diagnosis.case import Case
from tracer.diagnosis.identity import positions
from tracer.recording.columns import Ints
from tracer.recording.status import PRUNED

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
