"""Who moves and what ends the game: by the rules, and as the search has it; and moves left on the board.

All moves of a node are made by one player in one position, and so one player answers them. Where the next move is
answered by another player, after an odd number of cutoffs and never else, these did not put the position back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tracer.deciding.thresholds import FEW
from tracer.diagnosis.case import Case, sort_by_return
from tracer.diagnosis.finding import ERROR, Disease, Spoils, Symptom
from tracer.diagnosis.payoffs import is_spent, is_turned
from tracer.diagnosis.steps import find_unlawful_steps
from tracer.diagnosis.truth import may_be_drawn
from tracer.diagnosis.wording import symptoms
from tracer.games.rules import AnyGame, Turn, blame, optional
from tracer.recording.columns import NO_DEPTH, Bools, Ints
from tracer.recording.no_moves import Null, Stand
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TERMINAL, Why
from tracer.text import clean

WRONG_TURN = Disease(
    "wrong-turn",
    ERROR,
    "The search takes the wrong player to be the one who moves.",
    "Hand the other player on at each move, put down the mark of the player who moves, and begin with the player who "
    "is to move at the root.",
    spoils=Spoils.MOVES,
)


def wrong_turns(case: Case) -> Iterator[Symptom]:
    """Yield each node at which the player is wrong first: at its parent, if it has one, it was right."""
    if case.game is None:
        return
    by_rules, columns = case.movers, case.columns
    moving = (
        np.isin(columns.status, (EXPANDED, OPEN)) & (columns.turn != 0) & (by_rules != 0) & (case.legal_move_counts > 0)
    )
    nodes = np.flatnonzero(moving & (by_rules != columns.turn)).tolist()
    if nodes:
        nodes = _moved_for_another(case, nodes) or ([] if is_turned(case) else nodes)
    wrong = set(nodes)
    said = "the search lets {node:player} move at {node:where}, but by the rules it is {node:right} who is to move"
    first = [node for node in nodes if case.parent[node] not in wrong]
    yield from symptoms(WRONG_TURN, case, first, said, entered=True)


def _moved_for_another(case: Case, nodes: list[int]) -> list[int]:
    """Return the nodes of which no move is one by the rules, if they are all that the root moved to.

    So it is where the function above the search calls it for the player who has just moved. What calls MAX whom the
    game calls MIN has legal moves.
    """
    unlawful = {step.node for step in case.once(find_unlawful_steps) if step.resembles_move}
    found = [node for node in nodes if node and unlawful.issuperset(case.visits(node))]
    expanded = [node for node in case.visits(0) if case.status[node] in (EXPANDED, OPEN)]
    return found if len(expanded) >= FEW and found == expanded else []


def knows_one_player(case: Case) -> bool:
    """Return whether, without a game, one player moves at each node of a search of several plies."""
    if case.game is not None:
        return False
    columns = case.columns
    turns = np.unique(columns.turn[columns.status != PRUNED])
    deep = columns.is_judged & (case.trace.ply > 1) & (columns.status != OPEN)
    return len(turns) == 1 and turns[0] != 0 and deep.sum() >= FEW


def never_turns(case: Case) -> Iterator[Symptom]:
    """Yield the root's children, where no game specifies the players and one of them never moves."""
    if not knows_one_player(case):
        return
    nodes = [one for one in map(case.get_choice, case.iter_choice_nodes()) if one is not None]
    taken = (one.best == one.value for one in nodes if one.best != one.worst)
    turned = (-one.worst in one.get_possible_results(one.value) for one in nodes if one.best != -one.worst)
    if not (all(taken) or all(turned)):
        return  # the recording took the wrong thing for the player
    said = "{node:player} moves here, at the root, and at each of the {count} nodes: {other} never does"
    first = [node for node in case.iter_choice_nodes() if case.ply[node] == 1]
    other, count = Turn(-case.turn[0]).name, len(case.visited)
    yield from symptoms(WRONG_TURN, case, first, said, entered=True, other=other, count=count)


def moves_again(case: Case) -> Iterator[Symptom]:
    """Yield each move of the root after which its player moves once more, while players take turns everywhere below.

    The positions tell it: each move puts one thing down, and at each ply it is one and the same. Where there is a game
    the second of these moves is none by its rules. Or else yield each move after which the other player moves alone.
    """
    function = case.trace.columns.function
    if case.trace.columns.text is None or function is None or (function[case.visits(0)] == function[0]).any():
        return  # nothing is known, or no function above the search has made the first moves
    put: dict[int, str] = {}
    for node in case.walk(case.visited[1:]):
        before, after, ply = case.trace.text(case.parent[node]), case.trace.text(node), case.ply[node]
        thing = None if before is None or after is None else _put_down(before, after)
        if thing is None or put.setdefault(ply, thing) != thing:
            return
        if ply > 2 and (put[ply] == put[ply - 1]) == (put[2] == put[1]):
            return
    if len(put) <= FEW:
        return
    nodes = [node for node in case.visits(0) if case.status[node] in (EXPANDED, OPEN)]
    if put[2] != put[1]:
        said = "every move from ply 2 on puts {thing} down: {node:player} moves here once more, and nobody else below"
        nodes = [one for node in nodes for one in case.visits(node) if case.status[one] in (EXPANDED, OPEN)]
        yield from symptoms(WRONG_TURN, case, nodes, said, entered=True, thing=clean(put[2]))
        return
    said = (
        "the moves here put {second} down, as the move that led here did, and further down {third} and {fourth} take "
        "turns: it was called for the player who had just moved"
    )
    nodes = nodes if case.game is None else _moved_for_another(case, nodes)
    facts: dict[str, Any] = {name: clean(put[ply]) for ply, name in enumerate(("second", "third", "fourth"), 2)}
    yield from symptoms(WRONG_TURN, case, nodes, said, entered=True, **facts)


def _put_down(before: str, after: str) -> str | None:
    """Return what stands where one place has changed, by characters or by words; None where that is not so."""
    for ones, others in ((list(before), list(after)), (before.split(), after.split())):
        changed = [other for one, other in zip(ones, others, strict=False) if one != other]
        if len(ones) == len(others) and len(changed) == 1:
            return changed[0]
    return None


def game_of_search(case: Case) -> AnyGame | None:
    """Return the game as the search plays it, which goes on while there are moves; None where it ends by all rules.

    A search has no such rule where it never ends a line by one, and evaluates those positions or searches their moves.
    """
    if case.game is None or case.trace.header.ours or (play_on := optional(case.game, "playing_on")) is None:
        return None
    with blame(case.game):
        other: AnyGame = play_on()
        ended = zip(case.payoff_by_position, case.distinct_states, strict=True)
        drawn = [worth == 0 and other.utility(state) is None for worth, state in ended]
    here: Bools = np.array([*drawn, False])[case.position_id_column]
    return other if here.any() and _goes_on(case, here) and not _ends(case, here) else None


def _goes_on(case: Case, here: Bools) -> bool:
    """Return whether moves are searched at some nodes, or their positions are worth what an evaluation gives."""
    columns = case.columns
    moved = np.flatnonzero((columns.status != PRUNED) & ~columns.keeps_position)[1:]
    if here[columns.parent[moved]].any():
        return True
    leaves = np.flatnonzero(here & (columns.status != PRUNED) & (columns.value != 0)).tolist()
    worth = {abs(case.value[node]) for node in leaves}
    return len(worth) > 1 or any(case.status[node] == HORIZON or is_spent(case, node) for node in leaves)


def _ends(case: Case, here: Bools) -> bool:
    """Return whether some of these nodes are leaves that are drawn by the position alone."""
    columns = case.columns
    leaves = here & (columns.status == TERMINAL) & (columns.value == 0)
    return any(
        node not in case.nodes_beyond_horizon and not is_spent(case, node) and not may_be_drawn(case, node)
        for node in np.flatnonzero(leaves).tolist()
    )


def find_moves_left(case: Case) -> tuple[Sequence[int], tuple[int, int]]:
    """Return the calls whose cutoff left a move on the board, where no texts tell how calls left their positions.

    They come in the order in which they returned, with two visits of one node between which the position changed.
    """
    if case.trace.columns.left_text is not None:
        return [], (0, 0)
    before, after, changed = case.once(_pairs)
    if min(changed.sum(), (~changed).sum()) < FEW or _change_after_leaves(case):
        return [], (0, 0)
    for cut in _cutoffs(case):
        count = np.append(0, np.cumsum(cut))
        if ((count[case.trace.columns.end[before]] - count[before]) % 2 == changed).all():
            first = int(np.flatnonzero(changed)[0])
            return sort_by_return(case, np.flatnonzero(cut)), (int(before[first]), int(after[first]))
    return [], (0, 0)


def nodes_of_both_players(case: Case) -> set[int]:
    """Return the nodes whose moves were answered now by one player, now by the other: it is not known who chose there.

    None in a game in which moves may keep the turn, as also those to leaves do.
    """
    _, after, changed = case.once(_pairs)
    return set() if _change_after_leaves(case) else set(case.trace.columns.parent[after[changed]].tolist())


def _pairs(case: Case) -> tuple[Ints, Ints, Bools]:
    """Return visits of one node, each with the next one, and whether another player moves after that one's move.

    Pairs with chance, and with what makes no move, are left out.
    """
    columns = case.trace.columns
    visits = np.flatnonzero((columns.status != PRUNED) & (columns.turn != 0) & ~case.visits_by(Stand))
    visits = visits[(visits > 0) & (columns.turn[columns.parent[visits]] != 0)]
    visits = visits[np.argsort(columns.parent[visits], kind="stable")]
    beside = columns.parent[visits[1:]] == columns.parent[visits[:-1]]
    before, after = visits[:-1][beside], visits[1:][beside]
    return before, after, columns.turn[before] != columns.turn[after]


def _change_after_leaves(case: Case) -> bool:
    """Return whether the player changes after a leaf, too, which made no move that could have been left."""
    before, _, changed = case.once(_pairs)
    return bool((case.trace.columns.end[before[changed]] == before[changed] + 1).any())


def _cutoffs(case: Case) -> Iterator[Bools]:
    """By node: whether a move cut it; and then, whether one did so above the horizon."""
    columns = case.trace.columns
    cut = columns.cutoff & (columns.status == EXPANDED)
    nulls = np.flatnonzero(case.visits_by(Null))
    above, following = columns.parent[nulls], columns.end[nulls]
    last = (following == columns.end[above]) | (columns.status[np.minimum(following, len(cut) - 1)] == PRUNED)
    cut[above[last]] = False
    yield cut
    beyond = np.zeros(len(cut), bool)
    if columns.why is not None:
        beyond |= columns.why == Why.QUIESCENCE
    if columns.depth is not None:
        beyond |= (columns.depth <= 0) & (columns.depth != NO_DEPTH)
    if (cut & beyond).any():
        yield cut & ~beyond
