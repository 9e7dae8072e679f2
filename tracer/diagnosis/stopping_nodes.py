"""Nodes at which a player may stop, and is worth what the position is worth to who stops there."""

from __future__ import annotations

import numpy as np

from tracer.deciding.thresholds import FEW, SEVERAL, TINY
from tracer.diagnosis.case import Case
from tracer.diagnosis.identity import positions
from tracer.recording.columns import Ints
from tracer.recording.status import PRUNED

NO_NODES: Ints = np.empty(0, np.int64)
"""No nodes."""


def find_stopping_nodes(case: Case) -> Ints:
    """Return the nodes that are worth more than their moves, and a position always as much.

    Nowhere may one of these positions be worth less, and a leaf of it is worth just that. It has to be so at all nodes
    without their best child's value, and to show at several: by a leaf, or by moves that are worth now more, now less.
    """
    if case.has_windows or case.seems_to_have_table or case.trace.header.answers_unseen or case.game is not None:
        return NO_NODES
    columns = case.columns
    visits = 1 + np.flatnonzero(columns.status[1:] != PRUNED)
    parents = columns.parent[visits]
    best_child_value = np.full(len(case), -np.inf)
    with np.errstate(invalid="ignore"):  # a call may have no value, and of one infinity another leaves no number
        np.maximum.at(best_child_value, parents, columns.turn[parents] * columns.value[visits])
        surplus = np.where(columns.is_judged, columns.turn * columns.value - best_child_value, 0.0)
    nodes = np.flatnonzero(np.abs(surplus) > TINY * (1 + np.abs(best_child_value)))
    if len(nodes) < SEVERAL or not (surplus[nodes] > 0).all():
        return NO_NODES
    position_ids, choice_nodes = positions(case), np.flatnonzero(columns.is_judged).tolist()
    value_by_position = {position_ids[node]: case.value[node] for node in nodes.tolist()}
    bests_by_position: dict[int, set[float]] = {}
    for node in nodes.tolist():
        bests_by_position.setdefault(position_ids[node], set()).add(best_child_value.item(node))
    leaves = {
        position_ids[leaf]: case.value[leaf] for leaf in case.iter_leaves() if position_ids[leaf] in value_by_position
    }
    if -1 in value_by_position or any(value_by_position[place] != leaf_value for place, leaf_value in leaves.items()):
        return NO_NODES
    is_never_less = all(
        case.turn[node] * (case.value[node] - value_by_position.get(position_ids[node], case.value[node])) >= 0
        for node in choice_nodes
    )
    showing_values = {
        value_by_position[place] for place, bests in bests_by_position.items() if place in leaves or len(bests) > 1
    }
    is_constant = all(case.value[node] == value_by_position[position_ids[node]] for node in nodes.tolist())
    return nodes if is_never_less and is_constant and len(showing_values) >= FEW else NO_NODES
