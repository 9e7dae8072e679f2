"""Leaves whose value the game knows: its ends, and the horizon if the game has an evaluation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import ASKED
from tracer.diagnosis.case import Case
from tracer.diagnosis.depths import find_first_searches
from tracer.diagnosis.payoffs import agrees, looks_no_further, own_evaluation, payoff_at
from tracer.recording.slices import slices
from tracer.recording.status import HORIZON, TABLE


class KnownLeaf(NamedTuple):
    """A leaf, and what it is worth by the rules in the search's numbers, as far as that is known."""

    node: int
    expected: float
    over: bool


def collect_known_leaves(case: Case) -> list[KnownLeaf]:
    """Return the leaves whose value the game knows: its ends, and the horizon if the game has an evaluation."""
    known_leaves: list[KnownLeaf] = []
    if case.game is None or case.once(are_leaves_as_by_game):
        return known_leaves
    evaluate = own_evaluation(case)
    may_be_cached, first_searches = case.may_have_cached_answers, find_first_searches(case)
    position_ids, payoffs = case.position_ids, case.payoff_by_position
    for node in case.nodes_in_return_order:
        if case.end[node] > node + 1 or position_ids[node] < 0:
            continue
        if case.status[node] == TABLE or node in case.blamed_nodes:
            continue
        utility = payoffs[position_ids[node]]
        if utility is not None:
            if looks_no_further(case, node):
                continue
            expected = payoff_at(case, node, utility)
        elif (
            evaluate is None
            or case.status[node] != HORIZON
            or may_be_cached
            or first_searches.get(position_ids[node], node) < node
        ):
            continue  # it may be a deeper value out of a table
        else:
            expected = evaluate(case.get_state(node))
        if expected is not None:
            known_leaves.append(KnownLeaf(node, expected, utility is not None))
    return known_leaves


def are_leaves_as_by_game(case: Case) -> bool:
    """Return whether all leaves have just what the game gives there, and the horizon just its evaluation."""
    columns, is_horizon = case.columns, np.zeros(len(case), bool)
    for rows in slices(len(case), case.beat):
        value, payoff, node_ids = columns.value[rows], case.payoffs[rows], np.arange(rows.start, rows.stop)
        is_leaf = (columns.end[rows] == node_ids + 1) & ~np.isnan(value) & (case.position_id_column[rows] >= 0)
        is_over = ~np.isnan(payoff)
        if not (value == payoff)[is_leaf & is_over].all():
            return False
        is_horizon[rows] = is_leaf & ~is_over & (columns.status[rows] == HORIZON)
    evaluate = own_evaluation(case) if is_horizon.any() else None
    if evaluate is None:
        return True
    horizon_positions, which = np.unique(case.position_id_column[is_horizon], return_inverse=True)
    positions = case.walk(horizon_positions.tolist(), ASKED)
    expected = np.array([evaluate(case.distinct_states[one]) for one in positions], np.float64)[which]
    return bool((np.isnan(expected) | (columns.value[is_horizon] == expected)).all())


def may_be_clamped(case: Case, leaf: KnownLeaf) -> bool:
    """Return whether a value may be the end of the window that stands for one beyond it."""
    return case.value[leaf.node] != leaf.expected and agrees(case, leaf.node, leaf.expected)
