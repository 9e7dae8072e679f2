"""What explains the nodes that have not the best of their children's values.

A rival of the sound call is believed where it holds at nearly all nodes at which it could be told from that. Two rivals
may hold together, and each of the players may have its own. Or the numbers are no values at all: those of moves, or of
outcomes, such as 0 for a draw and 1 and 2 for the player who wins.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, SEVERAL, SURE, TWICE
from tracer.diagnosis.call_columns import INFINITY, Calls
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import Disease
from tracer.diagnosis.passed_windows import passes_raised_bound
from tracer.diagnosis.sound_call import (
    CUT_TOO_EARLY,
    INITIALISED,
    OTHER_END,
    SWAPPED,
    VALUE_RIVALS,
    CallModel,
    Rival,
    iter_rival_combinations,
    predict_kept_values,
    predict_returned_values,
)
from tracer.games.rules import MAX, MIN
from tracer.recording.columns import Bools, Floats

INFINITY_SUBSTITUTES = frozenset(
    sign * (whole - less)
    for whole in (*(10**power for power in range(2, 19)), 2**15, 2**31, 2**63)
    for less in (0, 1)
    for sign in (1, -1)
) | {INFINITY, -INFINITY}
"""Numbers that people write where they mean infinity."""
_OUTCOMES = ((0, 1, -1), (0, -1, 1), (1, -1, 0), (-1, 1, 0))
"""What three numbers, the least first, are worth to MAX where they are not in order."""
_PLAYER_SETS = ((MAX, MIN), (MAX,), (MIN,))
"""A fault may be in the moves of both players or of one."""


class ValueSuspect(NamedTuple):
    """One rival, or two together, with the numbers that a best value begins with."""

    rivals: tuple[Rival, ...]
    call: CallModel
    has_natural_start: bool
    """Whether what the best value begins with goes without saying, as where nothing is ever better than it."""


class ExplainedNode(NamedTuple):
    """A wrong node, and what explains it."""

    disease: Disease
    call: CallModel
    """The sound call with the part exchanged that is the disease."""
    node: int
    start_value: float | None
    """What its player's best value begins with, MAX's view; None where that is not known."""
    other_disease: Disease | None = None
    """What it needs to explain the node; None for nothing."""


class _Player:
    """One player's nodes, and which of them are wrong."""

    def __init__(self, calls: Calls, is_wrong: Bools) -> None:
        self.calls = calls
        self.is_wrong: Bools = is_wrong & calls.is_not_best
        """By node: whether it has not even the best value, and so is wrong by itself."""
        self.is_unexplained = self.is_wrong.copy()
        """By node: whether it is still to be explained."""
        wrong_sides = np.unique(calls.is_beyond_horizon[self.is_wrong])
        self._is_witness = np.isin(calls.is_beyond_horizon, wrong_sides) | (not len(wrong_sides))
        """By node: whether it is of the function that is wrong; a quiescence search has a loop of its own."""

    def test_prediction(self, predicted: Floats) -> tuple[Bools, Bools]:
        """Return by node whether a prediction can be told from the sound one, and whether it also came true."""
        is_other = (predicted != self.calls.best_child_value) & ~np.isnan(predicted)
        is_returned = self.calls.has_returned(predicted)
        is_distinguishable = is_other & ~(is_returned & ~self.calls.is_not_best) & self._is_witness
        return is_distinguishable, is_distinguishable & is_returned


_Explanation = tuple[tuple[int, int, int, int, float], ValueSuspect, dict[int, Bools]]
"""How well a suspect explains nodes, the suspect, and these nodes by player."""


def explain_values(calls: dict[int, Calls], wrong_nodes: Collection[int], node_count: int) -> Iterator[ExplainedNode]:
    """Yield what explains the nodes that have not the best of their children's values, what explains most first.

    Args:
        calls: the calls of each player.
        wrong_nodes: the nodes that claim more than their children prove.
        node_count: how many nodes there are.
    """
    is_wrong = np.zeros(node_count, bool)
    is_wrong[list(wrong_nodes)] = True
    players = {turn: _Player(one, is_wrong[one.node_ids]) for turn, one in calls.items() if len(one)}
    player_sets = [[players[turn] for turn in turns] for turns in _PLAYER_SETS if players.keys() >= {*turns}]
    while explanations := [
        explanation
        for player_set in player_sets
        for suspect in _iter_suspects(player_set)
        if (explanation := _test_suspect(suspect, player_set)) is not None
    ]:
        _, suspect, explained = max(explanations, key=itemgetter(0))
        for turn, is_explained in explained.items():
            if is_explained.sum() >= SURE * players[turn].is_wrong.sum():
                players[turn].calls.kept_so_far = predict_kept_values(players[turn].calls, suspect.call)
            yield from _attribute_nodes(players[turn], suspect, is_explained)
            players[turn].is_unexplained &= ~is_explained


def _iter_suspects(players: list[_Player]) -> Iterator[ValueSuspect]:
    """Yield each rival, and each two that exchange different parts."""
    too_good_values, too_bad_values = (_find_common_values(players, where) for where in (np.greater, np.less))
    for rivals, rival_model in iter_rival_combinations(VALUE_RIVALS):
        starts_too_good = (INITIALISED, CallModel(start_value=0.0)) in rivals
        for addition in _find_common_additions(players, rival_model) if rival_model.added_value else (0.0,):
            model = rival_model._replace(added_value=addition)
            for start_value in [*too_good_values, 0.0] if starts_too_good else [None]:
                yield ValueSuspect(rivals, model._replace(start_value=start_value), has_natural_start=False)
            start_values = {"worst": [*too_bad_values, *too_good_values], "above": too_bad_values}.get(
                rival_model.kept_value, too_bad_values if rival_model.returned_value == "before" else []
            )
            for start_value in start_values if not starts_too_good else []:
                # A number among the real values is a disease of its own.
                is_natural = all((np.abs(player.calls.child_values) <= abs(start_value)).all() for player in players)
                named_rivals = rivals if is_natural else (*rivals, (INITIALISED, CallModel(start_value=0.0)))
                yield ValueSuspect(named_rivals, model._replace(start_value=start_value), is_natural)


def _find_common_additions(players: list[_Player], model: CallModel) -> list[float]:
    """Return the commonest number that wrong nodes have more than what they have kept."""
    counts = Counter[float]()
    for player in players:
        predicted = predict_returned_values(player.calls, model._replace(added_value=0.0))
        values = player.calls.node_values
        mask = player.is_unexplained & np.isfinite(values) & np.isfinite(predicted) & (values != predicted)
        counts.update((values[mask] - predicted[mask]).tolist())
    return [addition for addition, _ in counts.most_common(1)]


def _find_common_values(players: list[_Player], is_beyond: np.ufunc) -> list[float]:
    """Return the commonest values of wrong nodes that are better, or worse, than all that their children returned."""
    counts = Counter[float]()
    for player in players:
        calls = player.calls
        limits = calls.best_child_value if is_beyond is np.greater else calls.worst_child_value
        counts.update(calls.node_values[player.is_unexplained & is_beyond(calls.node_values, limits)].tolist())
    return [value for value, _ in counts.most_common(TWICE)]


def _test_suspect(suspect: ValueSuspect, players: list[_Player]) -> _Explanation | None:
    """Return what a suspect explains in the moves of some players; None where it is not to be believed."""
    distinguishable_count = held_count = affected_count = explained_count = unclamped_count = 0
    mask_by_player: dict[int, Bools] = {}
    for player in players:
        predicted = predict_returned_values(player.calls, suspect.call)
        is_distinguishable, came_true = player.test_prediction(predicted)
        is_explained = mask_by_player[player.calls.turn] = came_true & player.is_unexplained
        if not is_explained.any():
            return None
        distinguishable_count += int(is_distinguishable.sum())
        held_count += int(came_true.sum())
        affected_count += int(player.is_unexplained.sum())
        explained_count += int(is_explained.sum())
        unclamped_count += int((is_explained & (player.calls.node_values == predicted)).sum())
    if held_count < SURE * distinguishable_count or (explained_count < SURE * affected_count and explained_count < FEW):
        return None
    is_rare = explained_count < 2 * len(suspect.rivals)
    if is_rare and not _is_single_node_enough(suspect, players[0].calls, mask_by_player):
        return None
    # What begins better than all that is returned passes on nothing of that, as a rule.
    start = suspect.call.start_value
    starts_too_good = start is not None and any(disease is INITIALISED for disease, _ in suspect.rivals)
    is_doubted = starts_too_good and any(
        passes_raised_bound(player.calls, start or 0.0) or _goes_on_from(player.calls, start or 0.0, mask)
        for player, mask in zip(players, mask_by_player.values(), strict=True)
    )
    fit = explained_count, -len(suspect.rivals), unclamped_count, -is_doubted, held_count / distinguishable_count
    return fit, suspect, mask_by_player


def _goes_on_from(calls: Calls, start: float, mask: Bools) -> bool:
    """Return whether one of these nodes searched several moves, though its best value began at the far end."""
    return bool((mask & (start >= calls.window.far) & (calls.last_row > calls.first_row)).any())


def _is_single_node_enough(suspect: ValueSuspect, calls: Calls, mask_by_player: dict[int, Bools]) -> bool:
    """Return whether a single node of a player is enough to believe a suspect."""
    if len(suspect.rivals) > 1:
        return False
    mask = mask_by_player[calls.turn]
    value, has_several_children = calls.node_values[mask][0], (calls.last_row > calls.first_row)[mask][0]
    disease = suspect.rivals[0][0]
    if disease is OTHER_END:
        return False
    if disease is CUT_TOO_EARLY:
        return bool(has_several_children) or value in INFINITY_SUBSTITUTES
    if disease is INITIALISED:
        return value == 0 or value in INFINITY_SUBSTITUTES
    if disease is SWAPPED:
        worst_value = calls.worst_child_value[mask][0]
        clamped = np.clip(worst_value, *calls.window.of_rows(mask.argmax()))
        return value in (worst_value, clamped, *INFINITY_SUBSTITUTES)
    return True


def _attribute_nodes(player: _Player, suspect: ValueSuspect, is_explained: Bools) -> Iterator[ExplainedNode]:
    """Yield the nodes that are explained, each with the one rival that explains it alone, or with both."""
    calls, start_value = player.calls, suspect.call.start_value
    reported_start = None if start_value is None else calls.turn * start_value
    if len(suspect.rivals) == 1:
        for node in calls.node_ids[is_explained].tolist():
            yield ExplainedNode(*suspect.rivals[0], node, reported_start)
        return
    explained_alone = []
    for disease, rival in suspect.rivals:
        starts_so = disease is INITIALISED or suspect.has_natural_start
        model = rival._replace(start_value=start_value) if starts_so else rival
        model = model._replace(added_value=suspect.call.added_value) if model.added_value else model
        explained_alone.append(is_explained & player.test_prediction(predict_returned_values(calls, model))[1])
    needs_both = is_explained & ~(explained_alone[0] | explained_alone[1])
    for disease_and_model, (other_disease, _), is_alone in zip(
        suspect.rivals, suspect.rivals[::-1], explained_alone, strict=True
    ):
        for node in calls.node_ids[is_alone].tolist():
            yield ExplainedNode(*disease_and_model, node, reported_start)
        for node in calls.node_ids[needs_both].tolist():
            yield ExplainedNode(*disease_and_model, node, reported_start, other_disease)


def are_values_move_numbers(case: Case, players: list[Calls]) -> bool:
    """Return whether the values that are no child's are numbers of moves, by all moves of a node or by its best one.

    Labels tell moves apart by what stands before the sign of equality: the place.
    """
    wrong_values = [(node, value) for node, value, is_wrong in _iter_returned_values(case, players) if is_wrong]
    # Of a game whose MAX is the search's MIN all are negative.
    is_positive = {value > 0 for _, value in wrong_values if value}
    if len(wrong_values) < FEW or len(is_positive) > 1 or not all(value.is_integer() for _, value in wrong_values):
        return False
    return _has_one_move_by_value(case, wrong_values) or _has_one_value_by_best_move(case, players)


def find_worth_of_outcomes(case: Case, players: list[Calls]) -> str:
    """Return what three numbers that name outcomes are worth to MAX, as `0: 0, 1: 1, 2: -1`; "" where they are values.

    They are no values if each node has the best of its children's outcomes in another order than that of the numbers.
    """
    numbers = np.unique(case.columns.value[list(case.visited)])
    numbers = numbers[~np.isnan(numbers)]
    is_mover_view = case.trace.header.notes.get("view") == "mover"
    if case.has_windows or is_mover_view or len(numbers) != len(_OUTCOMES[0]) or numbers[0] == -numbers[-1]:
        return ""
    wrong_count = sum(int(calls.is_not_best.sum()) for calls in players)
    for order in _OUTCOMES if wrong_count else ():
        worth, evidence_count = np.array(order, float), wrong_count
        for calls in players:
            mine, theirs = (
                calls.turn * worth[np.searchsorted(numbers, calls.turn * values)]
                for values in (calls.node_values, calls.child_values)
            )
            best = calls.compute_running_best(theirs)[calls.last_row]
            worst = -calls.compute_running_best(-theirs)[calls.last_row]
            evidence_count += int((worst < best).sum()) if (mine == best).all() else -len(case)
        if evidence_count >= SEVERAL:
            return ", ".join(f"{number:g}: {one}" for number, one in zip(numbers, order, strict=True))
    return ""


def _iter_returned_values(case: Case, players: list[Calls]) -> Iterator[tuple[int, float, bool]]:
    """Yield the nodes with what the function returned there, in its own view, and whether that is no child's value."""
    for calls in players:
        is_mover_view = case.trace.header.notes.get("view") == "mover"
        returned_values = calls.node_values if is_mover_view else calls.turn * calls.node_values
        yield from zip(calls.node_ids.tolist(), returned_values.tolist(), calls.is_not_best.tolist(), strict=True)


def _get_move_place(case: Case, node: int) -> str:
    return case.trace.label(node).split("=")[0]


def _has_one_move_by_value(case: Case, wrong_values: list[tuple[int, float]]) -> bool:
    """Return whether each number is returned only where one and the same move is to be had."""
    moves_by_value: dict[float, list[set[str]]] = {}
    for node, value in wrong_values:
        moves_by_value.setdefault(value, []).append({_get_move_place(case, child) for child in case.visits(node)})
    common_moves = [set.intersection(*moves) for moves in moves_by_value.values()]
    choice_count = sum(len(moves) > 1 for moves in moves_by_value.values())
    single_moves = [next(iter(moves)) for moves in common_moves if len(moves) == 1]
    are_distinct = len(single_moves) == len(set(single_moves)) and len(single_moves) >= max(FEW, len(common_moves) / 2)
    return len(wrong_values) >= SEVERAL and choice_count >= FEW and all(common_moves) and are_distinct


def _has_one_value_by_best_move(case: Case, players: list[Calls]) -> bool:
    """Return whether the place of the best move, or a coordinate, determines at nearly all nodes the value."""
    keyed_values: list[tuple[list[str], float]] = []
    for node, returned, _ in _iter_returned_values(case, players):
        choice = case.get_choice(node)
        if choice is not None and choice.values.count(choice.best) == 1:
            place = _get_move_place(case, choice.children[choice.values.index(choice.best)])
            keyed_values.append(([place, *re.findall(r"\d+", place)], returned))
    for key_index in range(max((len(keys) for keys, _ in keyed_values), default=0)):
        numbers: dict[str, list[float]] = {}
        for keys, value in keyed_values:
            if key_index < len(keys):
                numbers.setdefault(keys[key_index], []).append(value)
        usual_values = {name: max(values, key=values.count) for name, values in numbers.items()}
        agreed_count = sum(values.count(usual_values[name]) for name, values in numbers.items())
        are_distinct = len(usual_values) == len(set(usual_values.values())) >= FEW
        if are_distinct and agreed_count >= max(SURE * len(keyed_values), SEVERAL + len(usual_values)):
            return True
    return False
