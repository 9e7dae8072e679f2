"""What a search's leaves are worth by the rules, in the search's own numbers.

Many searches write 100 for a win, or 10 less the plies that it took: that is no fault. So the search's own numbers
count wherever they are in the order of the game's payoffs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tracer.deciding.thresholds import RARELY, TINY
from tracer.diagnosis.case import Case
from tracer.games.rules import MAX, MIN, blame, key, optional, utility
from tracer.recording.columns import NO_DEPTH
from tracer.recording.no_moves import Null
from tracer.recording.status import EXPANDED, HORIZON

Payoff = Callable[[float, int, int | None], float | None]
"""The search's number for a game's payoff at a ply and with a depth left; None where it is not known."""
Evaluation = Callable[[Any], float | None]
"""What a position at the horizon is worth; None where it is not known."""
_PayoffByPly = Callable[[float, int], float | None]
"""The search's number for a game's payoff at a ply, or at what stands for it."""
_MIN_SHARE = 0.75
"""The share of leaves that have to agree with a way of writing payoffs other than the game's."""


def learn_payoff(case: Case) -> Payoff:
    """Return how the search writes the game's payoffs: as they are, by another number each, or by another at each ply.

    What most wins and losses agree with counts, so that a few wrong leaves, or wrong draws, do not hide themselves.
    """
    written, counts_depth, contempt = case.once(_learn_payoffs), case.once(_counts_depth), case.once(_find_contempt)

    def worth(utility: float, ply: int, left: int | None) -> float | None:
        if not utility and contempt:
            return contempt
        at = ply if not counts_depth else None if left is None else -left
        return None if at is None else written(utility, at)

    return worth


def payoff_at(case: Case, node: int, utility: float) -> float | None:
    """Return the search's number for a game's payoff at a node."""
    return learn_payoff(case)(utility, case.ply[node], depth_left(case, node))


def _counts_depth(case: Case) -> bool:
    """Return whether the depth that is left tells what a win is worth, and the ply does not: in several passes."""
    wins = case.once(_find_inner_wins)
    depths = {node: depth_left(case, node) for node, _ in wins}
    if None in depths.values():
        return False
    _, by_ply = _get_usual_values(((utility, case.ply[node]), case.value[node], 1) for node, utility in wins)
    _, by_depth = _get_usual_values(((utility, depths[node] or 0), case.value[node], 1) for node, utility in wins)
    return by_depth > by_ply


def _get_ply_or_depth(case: Case, node: int) -> int:
    """Return what tells wins apart if the search counts plies: the ply, or the depth that is left, with a minus."""
    left = depth_left(case, node) if case.once(_counts_depth) else None
    return case.ply[node] if left is None else -left


def _find_contempt(case: Case) -> float:
    """Return what draws count that one player would rather not have: less for that one, and as much more for the other.

    All count the same for MAX, far less than wins do, or else they were met with either player to move.
    """
    drawn = [node for node in case.iter_leaves() if utility_of(case, node) == 0]
    part = 1 if {case.turn[node] for node in drawn} >= {MAX, MIN} else RARELY
    bound = part * min((abs(case.value[node]) for node, _ in case.once(_find_inner_wins)), default=math.inf)
    values = (value for value in sorted({0.0, *(case.value[node] for node in drawn)}, key=abs) if abs(value) < bound)
    return next((value for value in values if all(agrees(case, node, value) for node in drawn)), 0.0)


def _learn_payoffs(case: Case) -> _PayoffByPly:
    if (written := _learn_payoffs_by_ply(case)) is not None:
        return written
    wins = case.once(_find_inner_wins)
    are_clamped = all(case.value[node] in (case.alpha[node], case.beta[node]) for node, _ in wins)
    if are_clamped and not all(agrees(case, node, utility) for node, utility in wins):
        return lambda utility, _ply: None if utility else 0.0
    seen = _count_leaf_values(case, case.iter_leaves())
    if not _has_one_number_each(seen):
        # Where the depth is used up the end of the game may not be looked at.
        above = _count_leaf_values(case, (node for node in case.iter_leaves() if not is_spent(case, node)))
        seen = above if any(utility for utility, _, _ in above) and _has_one_number_each(above) else seen
    known = {leaf: count for leaf, count in seen.items() if leaf[0]} or seen
    draws = {value for utility, _, value in seen if not utility}
    same, total = sum(count for (utility, _, value), count in known.items() if value == utility), sum(known.values())
    plain, share = _get_usual_values(((utility,), value, count) for (utility, _, value), count in known.items())
    found = {utility: value for (utility,), value in plain.items()}
    middle = _find_draw_value(found, draws)
    if same < total and share == 1 and _is_in_order(found) and draws <= {middle}:
        return lambda utility, _ply: found.get(utility, None if utility else middle)
    if HORIZON in case.status and not any(utility for utility, _, _ in seen) and not case.once(shares_evaluation):
        return lambda utility, _ply: None if utility else middle
    by_ply, fit = _get_usual_values(((utility, ply), value, count) for (utility, ply, value), count in known.items())
    if 2 * same >= total:
        between = _find_draw_value({utility: utility for utility, _, _ in known}, draws)
        return lambda utility, _ply: utility or between
    if share >= _MIN_SHARE and _is_in_order(found) and not draws & set(found.values()):
        return lambda utility, _ply: found.get(utility, None if utility else middle)
    if fit >= _MIN_SHARE and all(utility * value > 0 for (utility, _), value in by_ply.items()):
        return _extend_over_plies(by_ply)
    told = {leaf: count for leaf, count in known.items() if leaf[2] not in draws}  # some wins may be taken for draws
    plain, share = _get_usual_values(((utility,), value, count) for (utility, _, value), count in told.items())
    found = {utility: value for (utility,), value in plain.items()}
    if 2 * sum(told.values()) >= total and share >= _MIN_SHARE and _is_in_order(found):
        between = _find_draw_value(found, draws)
        return lambda utility, _ply: found.get(utility, None if utility else between)
    return lambda utility, _ply: utility


def _find_inner_wins(case: Case) -> list[tuple[int, float]]:
    """Return the leaves that are won, with the game's payoffs; those inside their window alone if there are any."""
    won = [*won_leaves(case)]
    return [one for one in won if case.value[one[0]] not in (case.alpha[one[0]], case.beta[one[0]])] or won


def _learn_payoffs_by_ply(case: Case) -> _PayoffByPly | None:
    """Return the payoffs by the ply, where all wins and losses of a ply have one number, without exception."""
    wins = case.once(_find_inner_wins)
    leaves = [((utility, _get_ply_or_depth(case, node)), case.value[node], 1) for node, utility in wins]
    by_ply, fit = _get_usual_values(leaves)
    drawn_leaves = [node for node in case.iter_leaves() if utility_of(case, node) == 0]
    drawn = {case.value[node] for node in drawn_leaves if case.alpha[node] < case.value[node] < case.beta[node]}
    falls = len({abs(value) + ply for (_, ply), value in by_ply.items()}) == 1
    one: dict[float, float] = {}
    changes = any(one.setdefault(utility, value) != value for (utility, _), value in by_ply.items())
    changes |= falls and len({abs(value) for value in by_ply.values()}) > 1
    if fit < 1 or not changes or drawn & set(by_ply.values()):
        return None
    is_regular = len(leaves) > len(by_ply) or falls
    is_signed = all(utility * value > 0 for (utility, _), value in by_ply.items())
    return _extend_over_plies(by_ply) if is_regular and is_signed else None


def utility_of(case: Case, node: int) -> float | None:
    """Return the game's payoff at a node; None where it is not over there, or nobody knows."""
    return None if (place := case.position_ids[node]) < 0 else case.payoff_by_position[place]


def depth_left(case: Case, node: int) -> int | None:
    """Return the depth that a node has left, by its own call where that tells it."""
    told = NO_DEPTH if case.depth is None else case.depth[node]
    return case.get_remaining_depth(node) if told == NO_DEPTH else told


def is_spent(case: Case, node: int) -> bool:
    """Return whether a node has no depth left."""
    return depth_left(case, node) == 0


def won_leaves(case: Case) -> Iterator[tuple[int, float]]:
    """Yield the leaves at which the search should see that the game is won, with its payoffs."""
    for node in case.iter_leaves():
        utility = utility_of(case, node)
        if utility and not looks_no_further(case, node):
            yield node, utility


def looks_no_further(case: Case, node: int) -> bool:
    """Return whether a leaf need not know that the game is over there: beyond the horizon, or after a null move."""
    after_null = isinstance(case.trace.no_moves.get(case.move[node]), Null)
    return after_null or bool(case.columns.keeps_position[node]) or node in case.nodes_beyond_horizon


def agrees(case: Case, node: int, expected: float) -> bool:
    """Return whether a leaf has a value, or the end of its window beyond which that value lies (fail-hard)."""
    value = case.value[node]
    if abs(value - expected) <= TINY * max(1.0, abs(expected)):
        return True
    return (value == case.alpha[node] and expected < value) or (value == case.beta[node] and expected > value)


def _has_one_number_each(seen: Counter[tuple[float, int, float]]) -> bool:
    """Return whether each payoff has one number at each ply."""
    return len({(utility, ply) for utility, ply, _ in seen}) == len(seen)


def _count_leaf_values(case: Case, leaves: Iterable[int]) -> Counter[tuple[float, int, float]]:
    """Return how often each payoff had each value at each ply.

    A value at an end of the window may be a clamped one, so it counts only where no other does; then it is the game's
    payoff if that lies beyond. One that is the game's payoff counts, unless none inside its window is.
    """
    inside, ends, same = (Counter[tuple[float, int, float]]() for _ in range(3))
    places, utilities, alpha, beta = case.position_ids, case.payoff_by_position, case.alpha, case.beta
    for node in leaves:
        utility = utilities[places[node]] if places[node] >= 0 else None
        if utility is None or looks_no_further(case, node):
            continue
        value, ply = case.value[node], _get_ply_or_depth(case, node)
        if value in (alpha[node], beta[node]):
            told = same if value == utility else ends
            told[utility, ply, utility if agrees(case, node, utility) else value] += 1
        else:
            inside[utility, ply, value] += 1
    won = [utility == value for utility, _, value in inside if utility]
    inside = inside if won and not any(won) else inside + same
    return inside if any(utility for utility, _, _ in inside) else inside + ends


def _get_usual_values(
    leaves: Iterable[tuple[tuple[float, ...], float, int]],
) -> tuple[dict[tuple[float, ...], float], float]:
    """Return the value that each thing mostly has, and the share of those that have it."""
    counts: dict[tuple[float, ...], Counter[float]] = {}
    for what, value, count in leaves:
        counts.setdefault(what, Counter())[value] += count
    found = {what: values.most_common(1)[0] for what, values in counts.items()}
    agreeing, total = sum(count for _, count in found.values()), sum(values.total() for values in counts.values())
    return {what: value for what, (value, _) in found.items()}, agreeing / total if total else 0.0


def _is_in_order(found: Mapping[float, float]) -> bool:
    """Return whether greater payoffs have greater numbers, and none a number of the other sign."""
    values = [found[utility] for utility in sorted(found)]
    signed = all(utility * value >= 0 for utility, value in found.items())
    return signed and all(one < other for one, other in pairwise(values))


def _find_draw_value(found: Mapping[float, float], draws: set[float]) -> float:
    """Return what a draw is written as: midway between win and loss, which is 0 as a rule and ½ between 1 and 0.

    Where only one of them was met, half of it is taken for midway if all draws are written so.
    """
    won, lost = max(found.values(), default=0.0), min(found.values(), default=0.0)
    if max(found, default=0) > 0 > min(found, default=0):
        return (won + lost) / 2 if len(found) == 2 and sum(found) == 0 and not lost < 0 < won else 0.0
    written = next(iter(draws)) if len(draws) == 1 else 0.0
    return written if written in (won / 2, lost / 2) or (lost == 0 < written) else 0.0


def _extend_over_plies(known: Mapping[tuple[float, ...], float]) -> _PayoffByPly:
    """Payoffs by the ply; along a straight line, if they are on one, also at plies without a leaf.

    Wins and losses that all count one less a ply are on one line for each player, of which one point is enough.
    """
    lines: dict[float, tuple[float, float]] = {}
    for won in {won for won, _ in known}:
        points = sorted((ply, value) for (one, ply), value in known.items() if one == won)
        (first, start), (last, stop) = points[0], points[-1]
        slope = (stop - start) / (last - first) if last > first else 0.0
        if len(points) > 1 and all(value == start + slope * (ply - first) for ply, value in points):
            lines[won] = start - slope * first, slope
    sums = {abs(value) + ply for (_, ply), value in known.items()}
    if len(sums) == 1 and len({ply for _, ply in known}) > 1:
        at_root = sums.pop()
        for (won, _), value in known.items():
            sign = math.copysign(1.0, value)
            lines[won] = sign * at_root, -sign

    def written(utility: float, ply: int) -> float | None:
        if not utility:
            return 0.0
        if (utility, ply) in known or utility not in lines:
            return known.get((utility, ply))
        at_root, slope = lines[utility]
        return at_root + slope * ply

    return written


def evaluation(case: Case) -> Evaluation:
    """Return what the search's evaluation gives for a position, as far as it is known.

    It is the game's own where at least half of the leaves at the horizon agree with that; else what this search had
    there, wherever that was the same at each visit.
    """
    if case.game is None:
        return lambda _state: None
    own, horizon = own_evaluation(case), _find_horizon_leaves(case)
    if own is not None and shares_evaluation(case):
        return own
    keyed, told = key(case.game), dict[Hashable, set[float]]()
    for node in horizon:
        if case.value[node] not in (case.alpha[node], case.beta[node]):  # else it may be clamped
            told.setdefault(keyed(case.get_state(node)), set()).add(case.value[node])
    known = {place: numbers.pop() for place, numbers in told.items() if len(numbers) == 1}
    return lambda state: known.get(keyed(state))


def shares_evaluation(case: Case) -> bool:
    """Return whether the search evaluates as its game does: at half of the leaves at the horizon, or more.

    What an end of its window stands for, as in a fail-hard search, may be any number, and says nothing of that. Where
    no moves were searched at all, nothing speaks against the game's.
    """
    if (own := own_evaluation(case)) is None:
        return False
    beyond = [node for node in case.iter_leaves() if node in case.nodes_beyond_horizon and case.position_ids[node] >= 0]
    values = [(node, own(case.get_state(node))) for node in {*_find_horizon_leaves(case), *beyond}]
    values = values or [(node, _evaluate_best_move(case, own, node)) for node in _find_leaves_above_horizon(case)]
    same = sum(value == case.value[node] for node, value in values)
    other = sum(value is None or not agrees(case, node, value) for node, value in values)
    return same >= other and (same + other > 0 or EXPANDED not in case.status)


def _find_leaves_above_horizon(case: Case) -> list[int]:
    """Return the leaves with one ply of depth left where the game goes on: they may evaluate their moves."""
    if (depth := case.depth) is None:
        return []
    leaves = (node for node in case.nodes_in_return_order if depth[node] == 1 and case.end[node] == node + 1)
    return [node for node in leaves if case.position_ids[node] >= 0 and utility_of(case, node) is None]


def _evaluate_best_move(case: Case, own: Evaluation, node: int) -> float | None:
    """Return the value of the best move by the game's own evaluation; None where a move has none."""
    state, game = case.get_state(node), case.game
    assert game is not None
    with blame(game):
        after = [game.play(state, move) for move in game.moves(state)]
        values = [(utility(game, one), one) for one in after]
    return best_known(case.turn[node], [own(one) if value is None else value for value, one in values])


def best_known(turn: int, values: Sequence[float | None]) -> float | None:
    """Return the best value for a player; None where there is none, or one is not known, or nobody chooses."""
    known = [value for value in values if value is not None]
    if not known or len(known) < len(values) or turn not in (MAX, MIN):
        return None
    return max(known, key=lambda value: turn * value)


def _find_horizon_leaves(case: Case) -> list[int]:
    """Return the leaves at the horizon whose positions are known."""
    return [node for node in case.iter_leaves() if case.status[node] == HORIZON and case.position_ids[node] >= 0]


def own_evaluation(case: Case) -> Evaluation | None:
    """Return the game's own evaluation, None for a position that it cannot evaluate; None where it has none at all."""
    evaluate = None if case.game is None else optional(case.game, "evaluate")
    if evaluate is None:
        return None

    def own(state: Any) -> float | None:
        try:
            return float(evaluate(state))
        except Exception:  # a tree without values beside its inner nodes, or what somebody's game does there
            return None

    return own
