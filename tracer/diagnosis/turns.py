"""Who moves and what ends the game: by the rules, and as the search has it; and moves left on the board.

All moves of a node are made by one player in one position, and so one player answers them. Where the next move is
answered by another player, after an odd number of cutoffs or of visits and never else, these did not put it back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tracer.deciding.thresholds import FEW, MANY, SAMPLE
from tracer.diagnosis.case import Case, sort_by_return
from tracer.diagnosis.finding import ERROR, Disease, Spoils, Symptom
from tracer.diagnosis.payoffs import is_spent
from tracer.diagnosis.player_marks import find_only_mark
from tracer.diagnosis.position_text_changes import find_illegal_transitions
from tracer.diagnosis.truth import may_be_drawn
from tracer.diagnosis.wording import symptoms
from tracer.games.rules import MAX, MIN, AnyGame, Turn, blame, optional
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


def find_wrong_turns(case: Case) -> Iterator[Symptom]:
    """Yield each node at which the player is wrong first: at its parent, if it has one, it was right."""
    if case.game is None:
        return
    player_by_rules, columns = case.movers, case.columns
    is_moving = np.isin(columns.status, (EXPANDED, OPEN)) & (case.legal_move_counts > 0)
    is_moving &= (columns.turn != 0) & (player_by_rules != 0)
    nodes = np.flatnonzero(is_moving & (player_by_rules != columns.turn)).tolist()
    if nodes:
        nodes = _find_moved_for_other_player(case, nodes) or nodes
    wrong_nodes = set(nodes)
    template = "the search lets {node:player} move at {node:where}, but by the rules it is {node:right} who is to move"
    first_wrong_nodes = [node for node in nodes if case.parent[node] not in wrong_nodes]
    yield from symptoms(WRONG_TURN, case, first_wrong_nodes, template, entered=True)


def _find_moved_for_other_player(case: Case, nodes: list[int]) -> list[int]:
    """Return the nodes of which no move is one by the rules, if they are all that the root moved to.

    So it is where the function above the search calls it for the player who has just moved. What calls MAX whom the
    game calls MIN has legal moves.
    """
    unlawful_nodes = {step.node for step in case.once(find_illegal_transitions) if step.resembles_move}
    moved_nodes = [node for node in nodes if node and unlawful_nodes.issuperset(case.visits(node))]
    root_moves = [node for node in case.visits(0) if case.status[node] in (EXPANDED, OPEN)]
    return moved_nodes if len(root_moves) >= FEW and moved_nodes == root_moves else []


def has_only_one_player(case: Case) -> bool:
    """Return whether, without a game, one player moves at each node of a search of several plies, or below its root.

    Not where the user specified that. What says who moves may never change, though the players are taken to take turns:
    then some moves are those that the same player had one ply above.
    """
    notes = case.trace.header.notes
    if case.game is not None or notes.get("turn") == "alone":
        return False
    if "unchanging" in notes:
        return notes.get("view") != "mover" or _shares_moves(case)
    columns = case.columns
    function, is_visited = case.trace.columns.function, columns.status != PRUNED
    if notes.get("turn") != "guessed" and (function is None or (function[case.visits(0)] == function[0]).all()):
        is_visited[0] = False  # the root's player may never move again
    turns = np.unique(columns.turn[is_visited])
    is_deep_choice = columns.is_judged & (case.trace.ply > 1) & (columns.status != OPEN)
    return len(turns) == 1 and turns[0] != 0 and is_deep_choice.sum() >= FEW


def find_player_who_never_moves(case: Case) -> Iterator[Symptom]:
    """Yield the root's children, where no game specifies the players and one of them never moves."""
    if not has_only_one_player(case):
        return
    if (name := case.trace.header.notes.get("unchanging")) is not None:
        template = "{name} says who moves, and it is the same here as at the root, and at each of the {count} nodes"
        nodes = [node for node in case.iter_choice_nodes() if case.ply[node] == 1] or case.visits(0)
        fields: dict[str, Any] = {"name": clean(str(name)), "count": len(case.visited)}
        yield from symptoms(WRONG_TURN, case, nodes, template, entered=True, **fields)
        return
    choices = [choice for choice in map(case.get_choice, case.iter_choice_nodes()) if choice is not None]
    has_best = (choice.best == choice.value for choice in choices if choice.best != choice.worst)
    has_negated_worst = (
        -choice.worst in choice.get_possible_results(choice.value) for choice in choices if choice.best != -choice.worst
    )
    if not (all(has_best) or all(has_negated_worst)):
        return  # the recording took the wrong thing for the player
    nodes = [node for node in case.iter_choice_nodes() if case.ply[node] == 1 + (case.turn[node] != case.turn[0])]
    again = "at the root" if case.turn[nodes[0]] == case.turn[0] else "one ply above"
    template = "{node:player} moves here, {again}, and at each of the nodes below: {other} never does there"
    other_player = Turn(-case.turn[nodes[0]]).name
    yield from symptoms(WRONG_TURN, case, nodes, template, entered=True, other=other_player, again=again)


def _shares_moves(case: Case) -> bool:
    """Return whether some node has a move that its parent has, too."""
    columns = case.trace.columns
    nodes = np.flatnonzero(columns.parent >= 0)
    moves_by_parent = {*zip(columns.parent[nodes].tolist(), columns.move[nodes].tolist(), strict=True)}
    return any(parent and (case.parent[parent], move) in moves_by_parent for parent, move in moves_by_parent)


def find_player_moving_again(case: Case) -> Iterator[Symptom]:
    """Yield each move of the root after which its player moves once more, while players take turns everywhere below.

    The positions tell it: each move puts one thing down, and at each ply it is one and the same. Where there is a game
    the second of these moves is none by its rules. Or else yield each move after which the other player moves alone.
    """
    function, turns_below = case.trace.columns.function, np.unique(case.columns.turn[case.visited[1:]])
    has_function_above = function is not None and not (function[case.visits(0)] == function[0]).any()
    if case.trace.columns.text is None or not (has_function_above or turns_below.tolist() == [-case.turn[0]]):
        return  # nothing is known, or who made the first moves made others too
    piece_by_ply: dict[int, str] = {}
    for node in case.walk(case.visited[1:]):
        before, after, ply = case.trace.text(case.parent[node]), case.trace.text(node), case.ply[node]
        piece = None if before is None or after is None else _get_placed_piece(before, after)
        if piece is None or piece_by_ply.setdefault(ply, piece) != piece:
            return
        if ply > 2 and (piece_by_ply[ply] == piece_by_ply[ply - 1]) == (piece_by_ply[2] == piece_by_ply[1]):
            return
    if len(piece_by_ply) <= FEW:
        return
    nodes = [node for node in case.visits(0) if case.status[node] in (EXPANDED, OPEN)]
    if piece_by_ply[2] != piece_by_ply[1]:
        template = (
            "every move from ply 2 on puts {thing} down: {node:player} moves here once more, and nobody else below"
        )
        nodes = [one for node in nodes for one in case.visits(node) if case.status[one] in (EXPANDED, OPEN)]
        yield from symptoms(WRONG_TURN, case, nodes, template, entered=True, thing=clean(piece_by_ply[2]))
        return
    template = (
        "the moves here put {second} down, as the move that led here did, and further down {third} and {fourth} take "
        "turns: it was called for the player who had just moved"
    )
    nodes = nodes if case.game is None else _find_moved_for_other_player(case, nodes)
    second, third, fourth = (clean(piece_by_ply[ply]) for ply in (2, 3, 4))
    fields: dict[str, Any] = {"second": second, "third": third, "fourth": fourth}
    yield from symptoms(WRONG_TURN, case, nodes, template, entered=True, **fields)


def find_marks_of_one_player(case: Case) -> Iterator[Symptom]:
    """Yield the root's moves, where both players put down one and the same, and the text knows two players' marks."""
    if case.game is not None or case.trace.columns.text is None or case.trace.ply.max() < FEW:
        return
    marks = find_only_mark(case.trace) if len(case.visited) > MANY else None
    if marks is None or len(np.unique(case.columns.turn[case.visited])) != len((MAX, MIN)):
        return
    placed = set[str | None]()
    for node in case.visited[1:SAMPLE]:
        before, after = case.trace.text(case.parent[node]), case.trace.text(node)
        placed.add(None if before is None or after is None else _get_placed_piece(before, after))
        if None in placed or len(placed) > 1:
            return
    template = (
        "{node:move} puts {thing} down, and so does every move of both players: the loops over the moves have {mark} "
        "alone, though the text asks about {other}, too"
    )
    fields: dict[str, Any] = dict(zip(("mark", "other"), map(clean, marks), strict=True))
    yield from symptoms(
        WRONG_TURN, case, case.visits(0), template, entered=True, thing=clean(str(placed.pop())), **fields
    )


def _get_placed_piece(before: str, after: str) -> str | None:
    """Return what stands where one place has changed, by characters or by words; None where that is not so."""
    for parts_before, parts_after in ((list(before), list(after)), (before.split(), after.split())):
        changed = [other for one, other in zip(parts_before, parts_after, strict=False) if one != other]
        if len(parts_before) == len(parts_after) and len(changed) == 1:
            return changed[0]
    return None


def get_game_as_searched(case: Case) -> AnyGame | None:
    """Return the game as the search plays it, which goes on while there are moves; None where it ends by all rules.

    A search has no such rule where it never ends a line by one, and evaluates those positions or searches their moves.
    """
    if case.game is None or case.trace.header.ours or (play_on := optional(case.game, "playing_on")) is None:
        return None
    with blame(case.game):
        longer_game: AnyGame = play_on()
        payoffs_and_states = zip(case.payoff_by_position, case.distinct_states, strict=True)
        is_drawn_by_rule = [payoff == 0 and longer_game.utility(state) is None for payoff, state in payoffs_and_states]
    is_drawn_node: Bools = np.array([*is_drawn_by_rule, False])[case.position_id_column]
    if not is_drawn_node.any() or not _searches_beyond_ends(case, is_drawn_node):
        return None
    return None if _ends_by_position(case, is_drawn_node) else longer_game


def _searches_beyond_ends(case: Case, is_drawn_node: Bools) -> bool:
    """Return whether moves are searched at some nodes, or their positions are worth what an evaluation gives."""
    columns = case.columns
    visited_moves = np.flatnonzero((columns.status != PRUNED) & ~columns.keeps_position)[1:]
    if is_drawn_node[columns.parent[visited_moves]].any():
        return True
    leaves = np.flatnonzero(is_drawn_node & (columns.status != PRUNED) & (columns.value != 0)).tolist()
    leaf_values = {abs(case.value[node]) for node in leaves}
    return len(leaf_values) > 1 or any(case.status[node] == HORIZON for node in leaves)


def _ends_by_position(case: Case, is_drawn_node: Bools) -> bool:
    """Return whether some of these nodes are leaves that are drawn by the position alone."""
    columns = case.columns
    leaves = is_drawn_node & (columns.status == TERMINAL) & (columns.value == 0)
    nodes = (node for node in np.flatnonzero(leaves).tolist() if node not in case.nodes_beyond_horizon)
    return any(not is_spent(case, node) and not may_be_drawn(case, node) for node in nodes)


def find_unreverted_moves(case: Case) -> tuple[Sequence[int], tuple[int, int]]:
    """Return the calls that left a move on the board, after a cutoff or always, where no return text shows the board.

    They come in the order in which they returned, with two visits of one node between which the position changed.
    """
    if case.trace.columns.left_text is not None:
        return [], (0, 0)
    before, after, changed = case.once(_pair_sibling_visits)
    if min(changed.sum(), (~changed).sum()) < FEW:
        return [], (0, 0)
    first_change, end = int(np.flatnonzero(changed)[0]), case.trace.columns.end
    pair = int(before[first_change]), int(after[first_change])
    if _changes_after_leaves(case):
        is_move = (case.columns.status != PRUNED) & ~case.trace.searched_again & ~case.columns.keeps_position
        counts, is_of_driver = np.append(0, np.cumsum(is_move)), np.isin(case.parent, list(case.trace.drivers))[before]
        is_odd = (counts[end[before]] - counts[before + 1] + is_move[after]) % 2 == 1
        if (is_odd == changed)[~is_of_driver].all():
            return sort_by_return(case, before[changed]), pair
        return [], (0, 0)
    for is_cut in _iter_cutoff_masks(case):
        cut_counts = np.append(0, np.cumsum(is_cut))
        if ((cut_counts[end[before]] - cut_counts[before]) % 2 == changed).all():
            return sort_by_return(case, np.flatnonzero(is_cut)), pair
    return [], (0, 0)


def find_nodes_of_both_players(case: Case) -> set[int]:
    """Return the nodes whose moves were answered now by one player, now by the other: it is not known who chose there.

    None in a game in which moves may keep the turn, as also those to leaves do.
    """
    _, after, changed = case.once(_pair_sibling_visits)
    if _changes_after_leaves(case) and not case.once(find_unreverted_moves)[0]:
        return set()
    return set(case.trace.columns.parent[after[changed]].tolist())


def _pair_sibling_visits(case: Case) -> tuple[Ints, Ints, Bools]:
    """Return visits of one node, each with the next one, and whether another player moves after that one's move.

    Pairs with chance, and with what makes no move, are left out.
    """
    columns = case.trace.columns
    visits = np.flatnonzero((columns.status != PRUNED) & (columns.turn != 0) & ~case.visits_by(Stand))
    visits = visits[(visits > 0) & (columns.turn[columns.parent[visits]] != 0)]
    visits = visits[np.argsort(columns.parent[visits], kind="stable")]
    is_sibling = columns.parent[visits[1:]] == columns.parent[visits[:-1]]
    before, after = visits[:-1][is_sibling], visits[1:][is_sibling]
    return before, after, columns.turn[before] != columns.turn[after]


def _changes_after_leaves(case: Case) -> bool:
    """Return whether the player changes after a leaf, too, which made no move that could have been left."""
    before, _, changed = case.once(_pair_sibling_visits)
    return bool((case.trace.columns.end[before[changed]] == before[changed] + 1).any())


def _iter_cutoff_masks(case: Case) -> Iterator[Bools]:
    """By node: whether a move cut it; and then, whether one did so above the horizon."""
    columns = case.trace.columns
    is_cut = columns.cutoff & (columns.status == EXPANDED)
    null_moves = np.flatnonzero(case.visits_by(Null))
    parents, next_nodes = columns.parent[null_moves], columns.end[null_moves]
    is_last_visit = columns.status[np.minimum(next_nodes, len(is_cut) - 1)] == PRUNED
    is_last_visit |= next_nodes == columns.end[parents]
    is_cut[parents[is_last_visit]] = False
    yield is_cut
    is_beyond_horizon = np.zeros(len(is_cut), bool)
    if columns.why is not None:
        is_beyond_horizon |= columns.why == Why.QUIESCENCE
    if columns.depth is not None:
        is_beyond_horizon |= (columns.depth <= 0) & (columns.depth != NO_DEPTH)
    if (is_cut & is_beyond_horizon).any():
        yield is_cut & ~is_beyond_horizon
