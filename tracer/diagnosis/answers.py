"""Which leaves the table answered: at a depth of 0 a recording from outside takes every leaf for an evaluation."""

from __future__ import annotations

from tracer.deciding.thresholds import SOME
from tracer.diagnosis.case import Case
from tracer.diagnosis.payoffs import agrees, is_static, own_evaluation, payoff, utility_of
from tracer.recording.status import EXPANDED, HORIZON, OPEN, TABLE


def see_answers(case: Case) -> None:
    """Give those leaves at the horizon to the table that have not the evaluation which others have there.

    Most searches ask the table before they look at the depth, and it may know more than the evaluation. That is seen
    where the search keeps a table and at least half of the other evaluations are the game's own; what is
    clamped says nothing of that. Where all the others have the wrong sign, that is another matter. A search that
    says itself what its table answered needs none of that.
    """
    if case.tells_table:
        return
    _see_evaluations(case)
    _see_ends(case)
    if not case.has_table or HORIZON not in case.status:
        return
    own, hard = own_evaluation(case), case.trace.header.options.get("fail") == "hard"
    if own is None:
        return
    fresh, differing, searched, negated = [], [], set[int](), 0
    for node in case.in_time:
        place = case.places[node]
        if case.status[node] == EXPANDED:
            searched.add(place)
        if case.status[node] != HORIZON or place < 0 or utility_of(case, node) is not None:
            continue
        expected = own(case.state(node))
        differs = expected != case.value[node] and (expected is None or not hard or not agrees(case, node, expected))
        if differs:
            differing.append(node)
            negated += expected == -case.value[node]
        if place not in searched and (differs or expected == case.value[node]):
            fresh.append(differs)
    if fresh and 2 * sum(fresh) <= len(fresh) and not len(differing) == negated > 1:
        for node in differing:
            case.status[node] = case.columns.status[node] = TABLE


def _see_ends(case: Case) -> None:
    """Give those ends of the game to the table that are not worth what nearly all others are."""
    if case.game is None or not case.has_table:
        return
    written = payoff(case)
    ends = [(node, utility) for node in case.leaves() if (utility := utility_of(case, node)) is not None]
    known = [(node, worth) for node, utility in ends if (worth := written(utility, case.ply[node])) is not None]
    differing = [node for node, worth in known if not agrees(case, node, worth)]
    if len(differing) <= SOME * len(known):
        for node in differing:
            case.status[node] = case.columns.status[node] = TABLE


def _see_evaluations(case: Case) -> None:
    """Give back to the horizon the leaves with the game's own evaluation, where nothing else speaks of a table."""
    keeps = "table" in case.trace.header.notes or "memo" in case.trace.header.search
    own = None if keeps or TABLE not in case.status else own_evaluation(case)
    if own is None:
        return
    leaves = [node for node in case.in_time if case.status[node] == TABLE and case.places[node] >= 0]
    leaves = [node for node in leaves if utility_of(case, node) is None]
    worth = {node: own(case.state(node)) for node in leaves}
    evaluated = [node for node in leaves if is_static(case, node, worth[node])]
    if evaluated != leaves and not any(worth[node] == case.value[node] for node in evaluated):
        return
    if 2 * len(evaluated) >= len(leaves) and (OPEN in case.status or any(worth[node] for node in evaluated)):
        for node in evaluated:
            case.status[node] = case.columns.status[node] = HORIZON
