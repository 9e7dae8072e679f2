"""Other readings of a recording: where most nodes contradict their children, the recording may be what is wrong.

A recording from outside guesses whose view values are, and what a node does with its children. Where another reading
makes nearly every node agree, and the one at hand does not, that is said, and nothing of the search is judged.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from tracer.deciding.thresholds import DIGITS, FEW, HALF, MANY, RARELY, SELDOM, SEVERAL, SURE, TINY, TOGETHER
from tracer.diagnosis.call_columns import Calls
from tracer.diagnosis.case import Case, sort_by_return
from tracer.diagnosis.earned_points import (
    NO_RESULT,
    Reading,
    ReadingResult,
    join_nodes,
    read_with_gains,
    text_adds_to_values,
)
from tracer.diagnosis.finding import ERROR, NOTE, WARNING, Disease, Spoils, Symptom
from tracer.diagnosis.identity import positions
from tracer.diagnosis.rivals import are_values_move_numbers, explain_values, find_worth_of_outcomes
from tracer.diagnosis.sites import find_negated_values
from tracer.diagnosis.sound_call import INITIALISED, WRONG
from tracer.diagnosis.source_lines import names_of_sources, text_of_source
from tracer.diagnosis.wording import symptoms
from tracer.recording.column_views import as_memoryview
from tracer.recording.status import EXPANDED, OPEN, PRUNED
from tracer.text import clean, number

NO_VALUE = Disease(
    "no-value",
    ERROR,
    "A call returned no number, such as None or NaN, and the search went on above it.",
    "Does each way through the function end with a return? Nothing compares with NaN or None: what is above it "
    "depends on the order of the moves.",
)
OTHERWISE = Disease(
    "recorded-otherwise",
    WARNING,
    "The values contradict each other at many nodes, and hardly at any if the recording is read in another way.",
    "Record again as it says; then the search itself can be judged.",
    spoils=Spoils.VALUES,
)
NO_MINIMAX = Disease(
    "no-minimax",
    NOTE,
    "Most nodes have a value that no choice among their moves gives, and no known mistake explains it: values are "
    "summed or averaged, or there is more in them than a recording keeps. Nothing else is judged.",
    "Where a minimax is meant, look at what this node returns: the best of what its moves returned. Where moves earn "
    "points, add these in the call that returns the value, and say with --turn who moves. Where chance is meant, let a "
    "lambda of --turn give 'CHANCE' at its nodes.",
    spoils=Spoils.VALUES,
)
DISEASES: tuple[Disease, ...] = (NO_VALUE, OTHERWISE, NO_MINIMAX)
_CHOICES = ("body", "orelse")
"""The two parts of a conditional expression, one of which is its value."""


def examine(case: Case) -> Iterator[Symptom]:
    """The calls without a number; else the first node that contradicts its reading, where another one is right."""
    returned, lost_visits = case.trace.header.notes.get("valueless"), _find_valueless_visits(case)
    valueless = [node for node in lost_visits if returned is not None and case.status[case.parent[node]] != OPEN]
    template = (
        "it has no value: a call returned {returned}, which is no number, and nothing is known of the value above it"
    )
    are_many = len(lost_visits) >= SEVERAL and len(lost_visits) > SELDOM * len(case.visited)
    is_outcome = are_many and returned == "None" and _returns_none_on_purpose(case)
    if not is_outcome:
        yield from symptoms(NO_VALUE, case, valueless, template, returned=clean(str(returned)))
    if are_many:
        template = "{count} of {visits} visits, this one first, ended without a number while the search went on: "
        template += (
            "they returned None, which the text returns on purpose, as what is neither won nor lost. Say what it is "
            "worth: --value 'lambda value: 0 if value is None else value'"
            if is_outcome
            else "calls of a function that belongs to no search. Name the search's functions with --attach"
        )
        count, visits = len(lost_visits), len(case.visited)
        yield from symptoms(OTHERWISE, case, lost_visits[:1], template, count=count, visits=visits)
        return
    players = [calls for calls in case.calls.values() if len(calls)]
    for reading, disease, template in _READINGS:
        nodes, telling_count = reading(case, players)
        if len(nodes) and not (disease is NO_MINIMAX and valueless):
            first_node = sort_by_return(case, nodes)[:1]
            more = "" if len(case.visits(first_node[0])) <= TOGETHER else " …"
            fields: dict[str, Any] = {
                "values": partial(_values, case),
                "more": more,
                "count": len(nodes),
                "told": telling_count,
                "worth": lambda _node: find_worth_of_outcomes(case, players),
            }
            yield from symptoms(disease, case, first_node, template, **fields)
            return


def _find_valueless_visits(case: Case) -> Sequence[int]:
    """Return the visits that ended without a number, such as None, while the search went on."""
    columns = case.columns
    lost_visits = np.flatnonzero(columns.status[1:] == OPEN) + 1
    parents = columns.parent[lost_visits]
    has_continued = (columns.status[parents] != OPEN) | (columns.end[lost_visits] < columns.end[parents])
    return as_memoryview(lost_visits[has_continued])


def _returns_none_on_purpose(case: Case) -> bool:
    """Return whether the text of a function has a `return None`, perhaps by a condition."""
    texts = (text_of_source(source, names_of_sources(case.trace)) for source in case.trace.sources)
    nodes = (node for text in texts if text is not None for node in ast.walk(text.root) if isinstance(node, ast.Return))
    choices = [one for node in nodes for one in (node.value, *(getattr(node.value, part, None) for part in _CHOICES))]
    return any(isinstance(one, ast.Constant) and one.value is None for one in choices)


def _read_other_view(case: Case, players: list[Calls]) -> ReadingResult:
    """Return the wrong nodes, where values agree once those of one player have the other sign. Windows are not read."""
    node_count, wrong_count = sum(map(len, players)), sum(int(calls.is_not_best.sum()) for calls in players)
    if node_count < SEVERAL or wrong_count <= SELDOM * node_count:
        return NO_RESULT
    contradiction_count = choosing_count = 0
    for calls in players:
        turned_values = np.where(case.columns.turn[calls.child_ids] < 0, -1.0, 1.0) * calls.child_values
        best = calls.compute_running_best(turned_values)[calls.last_row]
        worst = -calls.compute_running_best(-turned_values)[calls.last_row]
        contradiction_count += int((calls.turn * calls.node_values != best).sum())
        choosing_count += int((worst < best).sum())
    if contradiction_count > RARELY * node_count or choosing_count < SEVERAL:
        return NO_RESULT
    return join_nodes((calls, calls.is_not_best) for calls in players)[0], node_count


def _read_other_player_too(case: Case, players: list[Calls]) -> ReadingResult:
    """The nodes with the worst value, where beside chance one player alone moves, and gets now the best, now the worst.

    No search does that: the other player's nodes were taken for this one's, and where both are one function they can
    be. With a game the players are known.
    """
    is_chance_node = (case.columns.turn == 0) & (case.columns.status == EXPANDED)
    is_chance_node[list(case.trace.drivers)] = False
    if len(players) != 1 or case.game is not None or not is_chance_node.any():
        return NO_RESULT
    (calls,) = players
    has_best, has_worst = (
        calls.has_several_values & (calls.node_values == child_values)
        for child_values in (calls.best_child_value, calls.worst_child_value)
    )
    if min(int(has_best.sum()), int(has_worst.sum())) < FEW:
        return NO_RESULT
    return calls.node_ids[has_worst], int(calls.has_several_values.sum())


def _read_other_players_by_ply(case: Case, players: list[Calls]) -> ReadingResult:
    """Return the nodes with the worst value, where who moves was guessed and whole plies have it: others move there."""
    if case.trace.header.notes.get("turn") != "guessed":
        return NO_RESULT
    swapped_masks, is_mixed = [], False
    for calls in players:
        is_swapped = calls.has_several_values & (calls.node_values == calls.worst_child_value)
        plies = case.trace.ply[calls.node_ids]
        swapped_plies, right_plies = (
            set(plies[mask].tolist()) for mask in (is_swapped, calls.has_several_values & ~is_swapped)
        )
        if (calls.is_not_best & ~is_swapped).any() or swapped_plies & right_plies:
            return NO_RESULT
        is_mixed |= bool(swapped_plies and right_plies)  # else one player has both players' values by a mistake
        swapped_masks.append((calls, is_swapped))
    nodes, _ = join_nodes(swapped_masks)
    return (nodes, sum(int(calls.has_several_values.sum()) for calls in players)) if is_mixed else NO_RESULT


def _read_as_chance(case: Case, players: list[Calls]) -> ReadingResult:
    """Return the wrong nodes of a player who mostly has a mean of what the children returned, while another chooses."""
    mean_masks = []
    for calls in players:
        is_within, is_between = calls.is_between_children
        mean_count, telling_count = int((calls.is_not_best & is_between).sum()), int(calls.has_several_values.sum())
        is_clear = mean_count >= max(FEW, SURE * telling_count) or mean_count >= max(SEVERAL, SELDOM * telling_count)
        if is_clear and (calls.is_not_best & ~is_within).sum() <= RARELY * len(calls):
            mean_masks.append((calls, calls.is_not_best & is_between))
    nobody_chooses = len(mean_masks) == sum(calls.has_several_values.any() for calls in players) > 1
    return NO_RESULT if nobody_chooses or not mean_masks or case.shrinks_values() else join_nodes(mean_masks)


def _read_numbers_as(find_meaning: Callable[[Case, list[Calls]], object]) -> Reading:
    """Return a reading of the wrong nodes where numbers have another meaning, such as a move, and are no values."""

    def read(case: Case, players: list[Calls]) -> ReadingResult:
        is_value = not find_meaning(case, players)
        return NO_RESULT if is_value else join_nodes((calls, calls.is_not_best) for calls in players)

    return read


def _find_no_minimax(case: Case, players: list[Calls]) -> ReadingResult:
    """Return the nodes with a value that no choice gives, where most that could tell have one and nothing explains it.

    It is looked for where nothing but the moves can have given a node's value: no window, and no cache that is not
    seen, unless the text adds something to what was returned, perhaps few numbers. What a table answered without a
    window is as good as what was searched.
    """
    may_be_cut = case.has_windows and not case.trace.header.never_cuts
    text_adds = not case.has_windows and text_adds_to_values(case)
    if may_be_cut or not players or (case.trace.header.answers_unseen and not text_adds):
        return NO_RESULT
    right_count, amounts, wrong_masks = 0, [], []
    # Such a visit may have given its parent the value.
    aside_parents = [case.parent[aside] for aside in case.aside_nodes]
    for calls in players:
        with np.errstate(invalid="ignore"):  # of one infinity another leaves no number
            surplus = calls.node_values - calls.best_child_value
        is_wrong = np.abs(surplus) > TINY * (1 + np.abs(calls.best_child_value))
        is_wrong &= ~np.isin(calls.node_ids, aside_parents)
        right_count += int((~is_wrong & calls.has_several_values).sum())
        amounts.append(surplus[is_wrong])
        wrong_masks.append((calls, is_wrong))
    nodes, _ = join_nodes(wrong_masks)
    telling_count, node_count = len(nodes) + right_count, sum(map(len, players))
    is_clear = 2 * len(nodes) > telling_count if len(nodes) >= SEVERAL else len(nodes) >= max(FEW, telling_count)
    is_clear |= text_adds
    if case.game is not None:  # of which a minimax is expected
        is_clear = node_count >= 2 * MANY and 2 * len(nodes) > node_count
    has_several_amounts = len(np.unique(np.round(np.concatenate(amounts), DIGITS))) >= FEW
    if not is_clear or not (has_several_amounts or text_adds):
        return NO_RESULT
    explanations = explain_values(case.calls, nodes.tolist(), len(case))
    unexplained = (WRONG, INITIALISED) if text_adds else (WRONG,)  # a first value fits what few points give, too
    explained_nodes = {explained.node for explained in explanations if explained.disease not in unexplained}
    explained_nodes |= {negated.node for negated in case.once(find_negated_values)}.intersection(nodes.tolist())
    is_explained = len(explained_nodes) > (HALF if text_adds else SELDOM) * len(nodes)  # else some are so by chance
    return NO_RESULT if is_explained or case.shrinks_values() else (nodes, telling_count)


def _find_stopping(case: Case, _players: list[Calls]) -> ReadingResult:
    """Return the nodes at which a player seems to stop: worth more than their moves, and a position always as much.

    Nowhere may one of these positions be worth less, and a leaf of it is worth just that. It has to be so at all nodes
    without their best child's value, and to show at several: by a leaf, or by moves that are worth now more, now less.
    """
    if case.has_windows or case.seems_to_have_table or case.trace.header.answers_unseen or case.game is not None:
        return NO_RESULT
    columns = case.columns
    visits = 1 + np.flatnonzero(columns.status[1:] != PRUNED)
    parents = columns.parent[visits]
    best_child_value = np.full(len(case), -np.inf)
    with np.errstate(invalid="ignore"):  # a call may have no value, and of one infinity another leaves no number
        np.maximum.at(best_child_value, parents, columns.turn[parents] * columns.value[visits])
        surplus = np.where(columns.is_judged, columns.turn * columns.value - best_child_value, 0.0)
    nodes = np.flatnonzero(np.abs(surplus) > TINY * (1 + np.abs(best_child_value)))
    if len(nodes) < SEVERAL or not (surplus[nodes] > 0).all():
        return NO_RESULT
    position_ids, choice_nodes = positions(case), np.flatnonzero(columns.is_judged).tolist()
    value_by_position = {position_ids[node]: case.value[node] for node in nodes.tolist()}
    bests_by_position: dict[int, set[float]] = {}
    for node in nodes.tolist():
        bests_by_position.setdefault(position_ids[node], set()).add(best_child_value.item(node))
    known_leaves = (leaf for leaf in case.iter_leaves() if position_ids[leaf] in value_by_position)
    leaves = {position_ids[leaf]: case.value[leaf] for leaf in known_leaves}
    if -1 in value_by_position or any(value_by_position[place] != leaf_value for place, leaf_value in leaves.items()):
        return NO_RESULT
    is_never_less = all(
        case.turn[node] * (case.value[node] - value_by_position.get(position_ids[node], case.value[node])) >= 0
        for node in choice_nodes
    )
    showing = (place for place, bests in bests_by_position.items() if place in leaves or len(bests) > 1)
    showing_values = {value_by_position[place] for place in showing}
    is_constant = all(case.value[node] == value_by_position[position_ids[node]] for node in nodes.tolist())
    is_shown = is_never_less and is_constant and len(showing_values) >= FEW
    return (nodes, int(columns.is_judged.sum())) if is_shown else NO_RESULT


_NO_MINIMAX_TEMPLATE = (
    "{node:value} is not {node:player}'s best of what the moves returned here, {values}{more}, and so at {count} of "
    "{told} nodes that could tell, by many numbers: no minimax, but perhaps a sum or a mean, or moves earn points "
    "that a recording does not keep. It was not judged"
)
_READINGS: tuple[tuple[Reading, Disease, str], ...] = (
    (
        _read_other_view,
        OTHERWISE,
        "{count} of {told} nodes, here with {node:value}, contradict their children's values, and hardly one does if "
        "the values are read in the other view: --view mover, or --view max if that was said",
    ),
    (
        _read_other_player_too,
        OTHERWISE,
        "{node:player} is said to move at each node but chance's, and here has {node:value}, the worst of what its "
        "moves returned, as at {count} of {told} nodes, and the best at others: the other player seems to move there. "
        "Say with --turn who moves where",
    ),
    (
        _read_other_players_by_ply,
        OTHERWISE,
        "{node:value} is the worst that the moves returned here, {values}{more}, for {node:player}, who was guessed to "
        "move; so at {count} of {told} nodes, all nodes of some plies, and at all others it is the best: the players "
        "seem not to take turns. Say with --turn who moves where",
    ),
    (
        _read_as_chance,
        OTHERWISE,
        "{node:value} is a mean of what the moves returned here, {values}, and no choice that {node:player} makes: so "
        "at {count} nodes, as chance has. Say with --turn who moves where: a lambda may give 'CHANCE'",
    ),
    (
        _read_numbers_as(are_values_move_numbers),
        OTHERWISE,
        "{node:value} is no value that the moves returned here, {values}, and so at {count} nodes, where each number "
        "goes with one move: the function seems to return its best move, and its caller takes that number for a score. "
        "Return the score, or both, and say with --value where it is",
    ),
    (
        _read_numbers_as(find_worth_of_outcomes),
        OTHERWISE,
        "{node:value} is not the best of what the moves returned here, {values}{more}, but each node agrees if the "
        "three numbers name outcomes, such as a draw and who wins, and are no values: give their worth to MAX with "
        "--value 'lambda value: {{{worth}}}[value]'",
    ),
    (
        read_with_gains,
        NO_MINIMAX,
        "{node:value} is what the moves returned here, {values}{more}, and what each move earns by itself, by which "
        "its window is moved, too; so at {count} nodes. A recording keeps none of these, so values and windows cannot "
        "be compared. It was not judged; where points are carried down and counted at the end of the game, it can be",
    ),
    (
        _find_stopping,
        NO_MINIMAX,
        "{node:value} is more to {node:player} than what the moves returned here, {values}{more}, and always as much "
        "in this position; so at {count} of {told} nodes. A player seems to have the choice to stop, which is no "
        "call. It was not judged",
    ),
    (_find_no_minimax, NO_MINIMAX, _NO_MINIMAX_TEMPLATE),
)
"""The other readings, the most likely first: what each explains, and the sentence that says so."""


def _values(case: Case, node: int) -> str:
    """Return what the moves of a node returned."""
    return ", ".join(number(case.value[child]) for child in case.visits(node)[:TOGETHER])
