"""Evaluations of the wrong sign, where a search does not evaluate as its game does, or where no rules are known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tracer.deciding.thresholds import ASKED, HALF, MANY, SURE
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.payoffs import Evaluation, own_evaluation
from tracer.diagnosis.wording import symptoms
from tracer.games.rules import MAX, MIN
from tracer.recording.columns import Floats, Ints
from tracer.recording.no_moves import Stand
from tracer.recording.status import HORIZON, PRUNED
from tracer.text import number

SIGN = Disease(
    "leaf-sign",
    ERROR,
    "Leaves have the negative of their true value: all at plies of one parity, all of one player, all that return at "
    "one line, or all there are. Without rules it shows where evaluations change their sign with each move.",
    "A negamax's leaf has to give the value for the player to move there: multiply what is MAX's view by the colour, "
    "at each leaf; other searches give MAX's view at all of them.",
)


def find_negated_evaluations(case: Case) -> Iterator[Symptom]:
    """Yield the evaluations that are low where the game's own is high; or else those that turn with each move."""
    worth, evaluate = _collect_evaluations(case), own_evaluation(case)
    against_game = [] if evaluate is None else [*_find_opposites_of_game(case, worth, evaluate)]
    yield from against_game or _find_alternating_evaluations(case, worth)


def _collect_evaluations(case: Case) -> Floats:
    """Return what each node's position is evaluated as: as reported, by standing pat, or at the horizon; else NaN."""
    columns, recorded = case.trace.columns, case.trace.columns.evaluation
    worth: Floats = np.full(len(case), np.nan) if recorded is None else np.array(recorded)
    is_stand = case.visits_by(Stand) & (columns.status != PRUNED)
    worth[columns.parent[is_stand]] = columns.value[is_stand]
    is_open = (columns.alpha < columns.value) & (columns.value < columns.beta)
    at_horizon = (columns.status == HORIZON) & ~is_stand & is_open & np.isnan(worth)
    worth[at_horizon] = columns.value[at_horizon]
    return worth


def _find_opposites_of_game(case: Case, worth: Floats, evaluate: Evaluation) -> Iterator[Symptom]:
    """Yield the evaluations of a player's positions that fall where the game's own evaluation rises."""
    known = np.flatnonzero(~np.isnan(worth) & (case.position_id_column >= 0))
    for turn in (MAX, MIN):
        nodes = known[case.columns.turn[known] == turn][:ASKED]
        expected = np.array([evaluate(case.get_state(node)) for node in nodes.tolist()], float)
        nodes, expected = nodes[~np.isnan(expected)], expected[~np.isnan(expected)]
        if len(nodes) < MANY:
            continue
        products = _sum_products(expected, worth[nodes])
        if products[0] < -SURE * np.sqrt(products[1] * products[2]):
            template = (
                "{node:where} is evaluated as {now}, and the game gives it {expected}: evaluations where {node:mover} "
                "is to move fall where those of the game rise"
            )
            expected_by_node = dict(zip(nodes.tolist(), expected.tolist(), strict=True))
            opposite = nodes[expected * worth[nodes] < 0]
            fields: dict[str, Any] = {
                "now": lambda node: number(worth.item(node)),
                "expected": lambda node, known=expected_by_node: number(known[node]),
            }
            yield from symptoms(SIGN, case, opposite[:1].tolist(), template, **fields)


def _find_alternating_evaluations(case: Case, worth: Floats) -> Iterator[Symptom]:
    """Yield the evaluations that have the sign of the player to move: where one is high, that a move later is low.

    What a player gains by being to move says nothing: positions of each player are compared with one another alone.
    """
    columns = case.trace.columns
    later = np.flatnonzero(~case.columns.makes_no_move & ~case.columns.keeps_position & ~np.isnan(worth))
    later = later[(later > 0) & (columns.turn[later] == -columns.turn[columns.parent[later]])]
    later = later[~np.isnan(worth[columns.parent[later]])]
    by_player: list[Ints] = [later[columns.turn[later] == turn] for turn in (MAX, MIN)]
    products = [_sum_products(worth[columns.parent[nodes]], worth[nodes]) for nodes in by_player if len(nodes) >= MANY]
    sums = np.sum(products, 0) if products else np.zeros(3)
    if any(product[0] >= 0 for product in products) or not sums[0] < -HALF * np.sqrt(sums[1] * sums[2]):
        return
    template = (
        "{parent:where} is evaluated as {before}, and {node:where}, a move later, as {now}: evaluations change their "
        "sign with each move"
    )
    fields: dict[str, Any] = {
        "before": lambda node: number(worth.item(case.parent[node])),
        "now": lambda node: number(worth.item(node)),
    }
    opposite = later[worth[columns.parent[later]] * worth[later] < 0]
    yield from symptoms(SIGN, case, opposite[:1].tolist(), template, **fields)


def _sum_products(one: Floats, other: Floats) -> Floats:
    """Return the sums of the products of two series about their means: with one another, and of each with itself."""
    one, other = one - one.mean(), other - other.mean()
    return np.array([one @ other, one @ one, other @ other])
