"""Leaves: what the end of a game is worth, what a horizon is worth, and whether the search ends where it should."""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property, partial
from typing import Any

import numpy as np

from tracer.deciding.thresholds import DIGITS, FEW, SURE
from tracer.diagnosis import depths
from tracer.diagnosis.case import Case
from tracer.diagnosis.evaluation_signs import SIGN, find_negated_evaluations
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.horizon import (
    ALIKE,
    EARLY,
    OUTRANKS,
    find_early_leaves,
    find_equal_leaves,
    find_evaluations_like_wins,
)
from tracer.diagnosis.judged import Judged
from tracer.diagnosis.known_leaves import KnownLeaf, are_leaves_as_by_game, collect_known_leaves, may_be_clamped
from tracer.diagnosis.payoffs import (
    agrees,
    is_spent,
    utility_of,
)
from tracer.diagnosis.truth import may_be_drawn
from tracer.diagnosis.wording import board_text, plural, sentence, symptoms
from tracer.recording.column_views import as_memoryview
from tracer.recording.status import PRUNED
from tracer.text import number

DRAW = Disease(
    "draw-not-zero",
    ERROR,
    "Draws are scored otherwise than 0, while wins and losses are right.",
    "Give a draw 0, midway between a win and a loss; look at the last case of the function that scores the end. If "
    "draws count less on purpose (contempt), they have to count as much more for the other player.",
)
WRONG = Disease(
    "wrong-leaf",
    ERROR,
    "A leaf's value is not what the game gives there.",
    "Look at the function that scores the end of the game, or the horizon, at this position.",
)
LATE = Disease(
    "terminal-late",
    ERROR,
    "The game is over at a node, and the search goes on below it.",
    "Test for the end of the game before anything else, at the beginning of each call, for wins of both players.",
)
DISEASES: tuple[Disease, ...] = (LATE, *depths.DISEASES, SIGN, DRAW, WRONG, OUTRANKS, EARLY, ALIKE)

Group = Callable[[Case, int], Hashable]
"""A property of leaves by which those of a wrong sign may be told from the others."""


def examine(case: Case) -> Iterator[Symptom]:
    """Yield leaves in the wrong place, and then leaves with a wrong value."""
    late_ends = list(_find_late_ends(case))
    yield from late_ends
    depth_symptoms = list(depths.examine(case))
    yield from depth_symptoms
    nodes_below_ends = {node for symptom in late_ends for node in range(symptom.node, case.end[symptom.node])}
    known_leaves = [leaf for leaf in collect_known_leaves(case) if leaf.node not in nodes_below_ends]
    negated_leaves = list(_find_negated_leaves(case, known_leaves))
    yield from negated_leaves or find_negated_evaluations(case)
    draw_sizes = {abs(case.value[leaf.node]) for leaf in known_leaves if leaf.over and utility_of(case, leaf.node) == 0}
    # What ends pay that the search does not know for what they are, as it went on after some of them.
    unseen_payoffs = {utility_of(case, symptom.node) for symptom in late_ends}
    unseen_payoffs |= {0.0} if late_ends and len(draw_sizes) > 1 else set()
    corrected = case
    if negated_leaves:
        corrected = _negate_visits(case, (symptom.node for symptom in negated_leaves))
        known_leaves = [leaf for leaf in collect_known_leaves(corrected) if leaf.node not in nodes_below_ends]
    wrong_values = list(_find_wrong_values(corrected, known_leaves, unseen_payoffs))
    yield from wrong_values
    if not late_ends:
        yield from find_evaluations_like_wins(corrected, {symptom.node for symptom in wrong_values})
    if not depth_symptoms and not case.broken_nodes:
        yield from (symptom for symptom in find_early_leaves(case) if symptom.node not in nodes_below_ends)
    if not (late_ends or depth_symptoms or negated_leaves or wrong_values):
        yield from find_equal_leaves(case)
        yield from _find_varying_ends(case)


def _negate_visits(case: Case, nodes: Iterable[int]) -> Case:
    """Return the same search if some of its visits had returned the negative of what they did."""
    negated = copy.copy(case)
    members = {**vars(Judged), **vars(Case)}
    cached_names = {name for name, member in members.items() if isinstance(member, cached_property)}
    # Where nodes are, and when, is the same.
    for name in (cached_names | {"_answers"}) - {"nodes_in_return_order", "returned_nodes"}:
        vars(negated).pop(name, None)
    value = np.array(case.value)
    value[[*nodes]] *= -1
    negated.value = as_memoryview(value)
    return negated


def _find_late_ends(case: Case) -> Iterator[Symptom]:
    """Yield nodes at which the game is over and moves are searched, not those that only hand their position on."""
    if case.game is None or case.broken_nodes:
        return
    has_moves = np.zeros(len(case), bool)
    template = "the game is {won} at {node:where}, but the search visited {below} below it"
    is_move = (case.columns.status != PRUNED) & ~case.columns.keeps_position & ~case.columns.makes_no_move
    has_moves[case.columns.parent[1:][is_move[1:]]] = True
    for node in np.flatnonzero(has_moves & ~np.isnan(case.payoffs)).tolist():
        if node not in case.blamed_nodes:
            utility = utility_of(case, node) or 0
            won = "drawn" if not utility else f"won by {'MAX' if utility > 0 else 'MIN'}"
            below = sum(case.status[one] != PRUNED for one in range(node + 1, case.end[node]))
            describe = sentence(case, node, template, won=won, below=plural(below, "node"))
            yield Symptom(LATE, node, describe, call=node + 1)


_LEAF_GROUPS: tuple[tuple[str, Group], ...] = (
    ("at odd plies", lambda case, node: case.ply[node] % 2 == 1),
    ("at even plies", lambda case, node: case.ply[node] % 2 == 0),
    ("where MAX is to move", lambda case, node: case.turn[node] > 0),
    ("where MIN is to move", lambda case, node: case.turn[node] < 0),
    ("that MAX won", lambda case, node: (utility_of(case, node) or 0) > 0),
    ("that MIN won", lambda case, node: (utility_of(case, node) or 0) < 0),
    ("", lambda _case, _node: True),
)


def _find_negated_leaves(case: Case, known_leaves: list[KnownLeaf]) -> Iterator[Symptom]:
    """Yield leaves of a wrong sign, where these are all of one group, and none is in the other."""
    for is_over in (True, False):
        decisive = [leaf for leaf in known_leaves if leaf.over is is_over and leaf.expected]
        decisive = [leaf for leaf in decisive if not may_be_clamped(case, leaf)]
        flipped_leaves = [leaf for leaf in decisive if leaf.expected * case.value[leaf.node] < 0]
        if not flipped_leaves or (not is_over and not _is_negated(case, flipped_leaves)):
            continue
        decisive = [leaf for leaf in decisive if case.value[leaf.node]]  # what is 0 has no sign, and another mistake
        for group_name, is_in_group in (
            *_LEAF_GROUPS[:-1],
            _group_by_return_line(case, flipped_leaves),
            _LEAF_GROUPS[-1],
        ):
            group_leaves = [leaf for leaf in decisive if is_in_group(case, leaf.node)]
            if group_leaves == flipped_leaves and (len(group_leaves) < len(decisive) or not group_name):
                share_text = f" {group_name}, of {len(decisive):,}" if group_name else ""
                result_text = "{result}" if is_over else "the evaluation of {node:where} is {expected}"
                leaf_kind = "decided leaves" if is_over else "evaluations"
                template = f"{result_text}, but the leaf's value is {{node:value}}: so at all {{count}} {leaf_kind}"
                count = len(flipped_leaves)
                yield from _describe_leaves(case, SIGN, flipped_leaves, template + share_text, count=count)
                break


def _group_by_return_line(case: Case, flipped_leaves: list[KnownLeaf]) -> tuple[str, Group]:
    """Return the group of the leaves that return at the same lines as some do: one kind of end of the game."""
    lines = sorted({line for leaf in flipped_leaves if (line := case.trace.left_at(leaf.node)) is not None})
    group_name = f"that return at line {' and '.join(map(str, lines))}"
    return group_name, lambda case, node: case.trace.left_at(node) in lines


def _is_negated(case: Case, leaves: list[KnownLeaf]) -> bool:
    """Return whether evaluations are the negatives, or as many times them, of several values, and no others."""
    factors = {round(case.value[leaf.node] / -leaf.expected, DIGITS) for leaf in leaves}
    return len(factors) == 1 and len({abs(leaf.expected) for leaf in leaves}) > 1


def _describe_leaves(
    case: Case, disease: Disease, leaves: list[KnownLeaf], template: str, **facts: Any
) -> list[Symptom]:
    """Return the symptoms of leaves, in a text that may name their results and what they should be worth."""
    expected_texts = {leaf.node: number(leaf.expected) for leaf in leaves}
    facts |= {"expected": expected_texts.__getitem__, "result": partial(_describe_result, case)}
    return symptoms(disease, case, expected_texts, template, **facts)


def _describe_result(case: Case, node: int) -> str:
    """Return how the game ended at a leaf: who won, or what it is worth in a game with more results than that."""
    payoff, payoffs = utility_of(case, node) or 0, (utility_of(case, leaf) for leaf in case.iter_leaves())
    if len({abs(payoff_value) for payoff_value in payoffs if payoff_value}) > 1:
        return f"the game's value at {board_text(case, node)} is {number(payoff)}"
    return f"{'MAX' if payoff > 0 else 'MIN'} has won at {board_text(case, node)}"


def _find_varying_ends(case: Case) -> list[Symptom]:
    """Return the ends of the game with another value than one of the same position at the same ply and depth."""
    first_node_by_key, first_node_by_leaf = dict[Hashable, int](), dict[int, int]()
    if case.seems_to_have_table or case.may_have_cached_answers or (case.depth is None and case.trace.drivers):
        return []  # a table may have answered, and wins may count by the depth of an iteration
    if case.once(are_leaves_as_by_game):
        return []
    for node in case.iter_leaves():
        if utility_of(case, node) is not None and case.alpha[node] < case.value[node] < case.beta[node]:
            key = case.position_ids[node], case.ply[node], case.depth and case.depth[node]
            first_node_by_leaf[node] = first_node_by_key.setdefault(key, node)
    varying = [node for node, first in first_node_by_leaf.items() if case.value[node] != case.value[first]]
    template = (
        "the game is over at {node:where}: worth {node:value} here, and {first:value} at node {first}, of the same ply"
    )
    return symptoms(WRONG, case, varying if len(varying) >= FEW else (), template, first=first_node_by_leaf.__getitem__)


_WINS_UNSEEN_TEMPLATE = (
    "{result}, but the leaf's value is {node:value}, not {expected}: so at {count} wins where the depth is used up, "
    "and at none above: look for the end of the game before the depth"
)


def _collect_wrong_leaves(
    case: Case, known_leaves: list[KnownLeaf], unseen_payoffs: set[float | None]
) -> list[KnownLeaf]:
    """Return the leaves with another value than the game gives them, but for these payoffs and for possible draws."""
    only_asks_for_wins = not case.has_windows and bool((np.abs(case.columns.value[case.returned_nodes]) == 1).all())
    draw_payoffs = (0, 0.5)
    judged_leaves = [leaf for leaf in known_leaves if not (only_asks_for_wins and leaf.expected in draw_payoffs)]
    wrong_leaves = [leaf for leaf in judged_leaves if not agrees(case, leaf.node, leaf.expected)]
    wrong_leaves = [leaf for leaf in wrong_leaves if not leaf.over or utility_of(case, leaf.node) not in unseen_payoffs]
    return [leaf for leaf in wrong_leaves if leaf.over or not may_be_drawn(case, leaf.node)]


def _find_wrong_values(
    case: Case, known_leaves: list[KnownLeaf], unseen_payoffs: set[float | None]
) -> Iterator[Symptom]:
    """Yield leaves with another value than the game gives them, if most others have theirs; but for these payoffs.

    A search that only asks whether a player wins has no value for what is neither a win nor a loss.
    """
    wrong_leaves = _collect_wrong_leaves(case, known_leaves, unseen_payoffs)
    if case.broken_nodes and all(leaf.node > min(case.broken_nodes) for leaf in wrong_leaves):
        return  # what an illegal move left on the board may be why
    decided_leaves = [leaf for leaf in known_leaves if leaf.over and utility_of(case, leaf.node)]
    payoff_sizes = {abs(utility_of(case, leaf.node) or 0) for leaf in decided_leaves}
    draw_values = {case.value[leaf.node] for leaf in known_leaves if leaf.over and utility_of(case, leaf.node) == 0}
    evaluated_leaves = [leaf for leaf in known_leaves if not leaf.over and not may_be_clamped(case, leaf)]
    faithful_leaves = [leaf for leaf in evaluated_leaves if agrees(case, leaf.node, leaf.expected)]
    uses_own_evaluation = len(faithful_leaves) >= SURE * len(evaluated_leaves)
    uses_own_evaluation &= len({leaf.expected for leaf in faithful_leaves}) > 2
    right_wins = {leaf.node for leaf in decided_leaves if agrees(case, leaf.node, leaf.expected)}
    right_count = len(right_wins)
    wrong_wins = [leaf for leaf in wrong_leaves if leaf.over and utility_of(case, leaf.node)]
    is_depth_used_up = [is_spent(case, leaf.node) for leaf in wrong_wins]
    if is_depth_used_up and not any(is_depth_used_up) and all(is_spent(case, node) for node in right_wins):
        wrong_leaves = []  # wins are overlooked where the depth is used up, and nowhere else
    evaluates_draws = _are_evaluated(case, [leaf.node for leaf in wrong_leaves if utility_of(case, leaf.node) == 0])
    overlooks_wins_at_horizon = right_count >= FEW and all(is_depth_used_up)
    overlooks_wins_at_horizon &= all(leaf.node in right_wins or is_spent(case, leaf.node) for leaf in decided_leaves)
    are_most_right = 2 * right_count >= len(decided_leaves)
    are_wins_right = right_count == len(decided_leaves) or (are_most_right and len(set(map(abs, draw_values))) == 1)
    draws_for_mover = {
        (case.turn[leaf.node], case.turn[leaf.node] * case.value[leaf.node])
        for leaf in wrong_leaves
        if utility_of(case, leaf.node) == 0
    }
    is_for_mover = len(draws_for_mover) == 2 and len({value for _, value in draws_for_mover}) == 1
    for_mover = "; it is the same number for whoever moves there" if is_for_mover else ""
    for leaf in wrong_leaves:
        utility = utility_of(case, leaf.node)
        if overlooks_wins_at_horizon and utility and not are_most_right:
            yield from _describe_leaves(case, WRONG, [leaf], _WINS_UNSEEN_TEMPLATE, count=len(wrong_wins))
        elif utility == 0 and evaluates_draws:
            continue  # where the depth is used up, draws are positions as any others
        elif utility == 0 and len(payoff_sizes) < 2 and are_wins_right:
            template = (
                "the game is drawn at {node:where}, but the leaf's value is {node:value}, not {expected}" + for_mover
            )
            yield from _describe_leaves(case, DRAW, [leaf], template)
        elif (are_most_right or {case.value[leaf.node]} == draw_values) if leaf.over else uses_own_evaluation:
            reason = "the game is over" if leaf.over else "the depth is used up"
            template = f"{reason} at {{node:where}}, which is worth {{expected}} by {{node:game}}, not {{node:value}}"
            yield from _describe_leaves(case, WRONG, [leaf], template)


def _are_evaluated(case: Case, drawn_leaves: list[int]) -> bool:
    """Return whether draws, where the depth is used up, are valued as other positions there: that is the search's way.

    One value that the evaluation has elsewhere is no evaluation where they are left in a way of their own.
    """
    values = {case.value[node] for node in drawn_leaves}
    if not drawn_leaves or not all(is_spent(case, node) for node in drawn_leaves):
        return False
    if len({abs(value) for value in values}) > 1:
        return True
    horizon_leaves = [node for node in case.iter_leaves() if is_spent(case, node) and utility_of(case, node) is None]
    lines = {_get_return_line(case, node) for node in horizon_leaves}
    leave_alike = any(_get_return_line(case, node) in lines for node in drawn_leaves)
    return leave_alike and values <= {case.value[node] for node in horizon_leaves}


def _get_return_line(case: Case, node: int) -> int:
    """Return the line at which a call returned, where lines were watched; what it said of itself where not."""
    line = case.trace.left_at(node)
    return case.status[node] if line is None else -line
