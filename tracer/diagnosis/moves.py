"""Moves that were left out, searched twice, or are none by the rules; players who are not to move."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

import numpy as np

from tracer.count.layers import TooMany
from tracer.count.sizes import Sizes
from tracer.deciding.thresholds import ASKED, FEW, SEVERAL, SURE
from tracer.diagnosis.call_columns import SEARCHED_ALL
from tracer.diagnosis.case import Case, sort_by_return
from tracer.diagnosis.finding import ERROR, NOTE, Disease, Spoils, Symptom
from tracer.diagnosis.move_lists import (
    FORGOTTEN,
    NEEDLESS,
    SEARCHED_TWICE,
    MoveOrder,
    first_repetition,
    forgetful_nodes,
    forgotten_moves,
    get_visited_moves,
    moves_against_others,
    repetitions,
)
from tracer.diagnosis.position_text_changes import find_illegal_transitions, find_moves_of_other_player
from tracer.diagnosis.positions import disturbed_visits
from tracer.diagnosis.truth import (
    are_near_horizon,
    do_missing_moves_end_game,
    ends_are_not_called,
    get_truth,
    positions_after,
    searches_fixed_width,
)
from tracer.diagnosis.turns import (
    WRONG_TURN,
    find_marks_of_one_player,
    find_player_moving_again,
    find_player_who_never_moves,
    find_wrong_turns,
)
from tracer.diagnosis.wording import board_text, symptoms
from tracer.games.rules import Turn, key, label
from tracer.recording.columns import NO_DEPTH
from tracer.recording.status import OPEN, PRUNED
from tracer.text import clean

SKIPPED = Disease(
    "move-skipped",
    ERROR,
    "A legal move was neither searched nor pruned, although nothing was cut: moves after it were searched, or it is "
    "the last one nearly everywhere.",
    "Likely the list, set or deque of moves is changed while the loop walks over it: walk over a copy, as in "
    "for move in list(moves), and undo what the loop changes. Where it is always the last one, the loop ends too soon.",
    spoils=Spoils.MOVES,
)
ILLEGAL = Disease(
    "illegal-move",
    ERROR,
    "A move was searched that the rules do not allow.",
    "Look at what makes the list of moves: it has to leave out occupied places and whatever else the rules forbid.",
    spoils=Spoils.POSITIONS,
)
FEW_MOVES = Disease(
    "few-moves",
    NOTE,
    "The search looks at some number of moves at most, as a beam does, or a recording that reports the moves that are "
    "left does not report some, though nothing was cut: what they are worth does not count.",
    "Where every move is meant to count, look at what makes the list of moves, and at what cuts it short. Where it is "
    "meant so, the value is that of the moves that were looked at, and not the true one.",
    spoils=Spoils.MOVES,
)
UNREPORTED = replace(FEW_MOVES, spoils=Spoils.NOTHING)
"""The same of moves that are left without a word: something else may tell what was cut there."""
DISEASES: tuple[Disease, ...] = (ILLEGAL, WRONG_TURN, FORGOTTEN, SKIPPED, SEARCHED_TWICE, NEEDLESS, FEW_MOVES)


def examine(case: Case) -> Iterator[Symptom]:
    """Yield wrong moves and players, by the rules where there is a game; none where positions were disturbed."""
    if case.broken_nodes:
        return
    finders = (find_wrong_turns, find_player_who_never_moves, find_player_moving_again, find_marks_of_one_player)
    turn_symptoms = next(filter(None, ([*find(case)] for find in finders)), [])
    illegal_moves = list(_find_illegal_moves(case, {symptom.node for symptom in turn_symptoms}))
    other_player_moves = find_moves_of_other_player(case, [symptom.node for symptom in illegal_moves])
    template = (
        "{node:move} at {parent:where} leads to {node:where}: {other} moves there, but by the rules it is {right} who "
        "is to move"
    )
    for symptom in illegal_moves:
        if symptom.node in other_player_moves:
            right_player = Turn(int(case.movers[case.parent[symptom.node]]))
            fields: dict[str, Any] = {"right": right_player.name, "other": Turn(-right_player).name}
            yield from symptoms(WRONG_TURN, case, [symptom.node], template, entered=True, **fields)
        else:
            yield symptom
    yield from turn_symptoms
    lacking_nodes = _find_nodes_lacking_moves(case, {symptom.node for symptom in illegal_moves})
    never_searched = forgotten_moves(case, lacking_nodes, remembers=_searches_positions_once(case))
    yield from forgetful_nodes(case, lacking_nodes, never_searched)
    otherwise_lacking = [node for node in lacking_nodes if _get_missing_moves(case, node, never_searched)]
    skipped_nodes = _find_skipped_moves(case, otherwise_lacking, never_searched)
    yield from symptoms(SKIPPED, case, skipped_nodes, "{skipped}", skipped=partial(_describe_skipped, case))
    if lacking_nodes and not skipped_nodes and not never_searched:
        yield from _find_few_moves(case, lacking_nodes)
    yield from repetitions(case, set(skipped_nodes))


def _find_few_moves(case: Case, lacking_nodes: list[int]) -> Iterator[Symptom]:
    """Yield nodes at which moves are left for another reason: a fixed width, or one that the recording keeps quiet."""
    fields: dict[str, Any] = {"legal": lambda node: len(case.get_legal_moves(node) or [])}
    if searches_fixed_width(case, lacking_nodes):
        fields["searched"] = lambda node: len({case.move[child] for child in case.visits(node)})
        template = "{searched} of {legal} legal moves were searched, and nowhere more"
        yield from symptoms(FEW_MOVES, case, lacking_nodes, template, **fields)
    elif not case.trace.sources and (case.trace.columns.status == PRUNED).any() and len(lacking_nodes) >= FEW:
        fields["missing"] = partial(_describe_missing, case)
        template = "of {legal} legal moves {missing} neither searched nor reported as skipped, though nothing was cut"
        yield from symptoms(UNREPORTED, case, lacking_nodes, template, **fields)


def _get_missing_moves(case: Case, node: int, never_searched: set[str]) -> list[str]:
    """Return the legal moves that a node lacks, but for those that no node has."""
    return [move for move in case.get_missing_moves(node) if move not in never_searched]


def _find_illegal_moves(case: Case, wrong_turns: set[int]) -> Iterator[Symptom]:
    """Yield moves that the rules do not know; not those of a player who is not to move."""
    nodes = [step.node for step in case.once(find_illegal_transitions) if step.resembles_move]
    has_texts = case.trace.columns.text is not None
    for node in (one for one in nodes if one not in case.blamed_nodes and case.parent[one] not in wrong_turns):
        leads_text = " leads to {node:where}, which" if has_texts and board_text(case, node) else ""
        template = f"{{node:move}} at {{parent:where}}{leads_text} is no legal move of {{node:game}}"
        yield from symptoms(ILLEGAL, case, [node], template, entered=True)
    template = (
        "{node:move} at {parent:where} leads to {node:where}, which changes nothing or what is not put back, and most "
        "visits where the places look the same that it changes do not have it: it is no legal move there"
    )
    contradicting_nodes = moves_against_others(case, case.once(disturbed_visits))
    yield from symptoms(ILLEGAL, case, contradicting_nodes, template, entered=True)


def _find_skipped_moves(case: Case, lacking_nodes: list[int], never_searched: set[str]) -> list[int]:
    """Return the nodes, of those that lack moves, that lack some before the last one that was searched."""
    if not lacking_nodes or case.trace.header.answers_from_elsewhere or are_near_horizon(case, lacking_nodes):
        return []  # a cache may have answered for them
    move_order, amid_nodes = (
        MoveOrder(case),
        list[int](),
    )  # a move is missing before the last one, or that one was searched twice
    for node in lacking_nodes:
        last_move = get_visited_moves(case, node)[-1]
        legal_moves = case.get_legal_moves(node) or []
        missing_moves = _get_missing_moves(case, node, never_searched)
        is_repeated = first_repetition(case, node) is not None
        if is_repeated or any(move_order.comes_first(move, last_move, legal_moves) for move in missing_moves):
            amid_nodes.append(node)
    if not amid_nodes:
        return _find_missing_last_move(case, lacking_nodes)
    halved_nodes = []  # every second move was searched, as when each is taken off the list that is walked
    for node in lacking_nodes:
        legal_moves = [move for move in case.get_legal_moves(node) or () if move not in never_searched]
        if get_visited_moves(case, node) in (legal_moves[::2], legal_moves[::-1][::2], legal_moves[1::2]):
            halved_nodes.append(node)
    is_regular = len(set(halved_nodes) & set(amid_nodes)) >= SURE * len(amid_nodes)
    if is_regular:
        return sorted({*halved_nodes, *amid_nodes})
    is_answered = "table" in case.trace.header.notes and _searches_positions_once(case)
    if searches_fixed_width(case, lacking_nodes) or is_answered or _are_symmetric_moves(case, amid_nodes):
        return []
    return amid_nodes


def _find_missing_last_move(case: Case, lacking_nodes: list[int]) -> list[int]:
    """Return the nodes that lack their last move alone, where that is the search's way: nearly none as wide has it."""
    legal_counts = []
    for calls in case.calls.values():
        is_complete = (calls.move_coverage == SEARCHED_ALL) & (calls.last_row > calls.first_row)
        is_complete &= calls.best_child_value < calls.window.far
        legal_counts += case.legal_move_counts[calls.node_ids[is_complete]].tolist()
    legal_by_node = {node: case.get_legal_moves(node) or [""] for node in lacking_nodes}
    for list_index in (0, -1):
        found = [node for node, legal in legal_by_node.items() if case.get_missing_moves(node) == [legal[list_index]]]
        # Of one width, it may be the number that is looked at.
        widths = {len(legal_by_node[node]) for node in found}
        complete_count = sum(count >= min(widths, default=0) for count in legal_counts)
        if len(found) >= max(FEW, SURE * (len(lacking_nodes) + complete_count)) and len(widths) > 1:
            return found
    return []


def _find_nodes_lacking_moves(case: Case, illegal_nodes: set[int]) -> list[int]:
    """Return the expanded nodes with legal moves that were neither visited nor pruned, though nothing was cut.

    An illegal move stands for no legal one.
    """
    if case.game is None:
        return []
    columns = case.trace.columns
    is_lawful = np.ones(len(case), bool)
    is_lawful[[0, *illegal_nodes]] = False
    parents = columns.parent[is_lawful]
    if case.columns.has_repeated_moves:
        steps = parents.astype(np.int64) * (1 + case.trace.move_count) + columns.move[is_lawful]
        parents = np.unique(steps) // (1 + case.trace.move_count)
    move_counts = np.bincount(parents, minlength=len(case))
    has_fewer = case.columns.is_judged & ~case.columns.is_beyond_horizon & (move_counts < case.legal_move_counts)
    lacking = []
    for node in sort_by_return(case, np.flatnonzero(has_fewer)):
        if case.position_ids[node] < 0 or case.cutoff[node] or node in case.blamed_nodes:
            continue
        if case.value[node] >= case.beta[node] if case.turn[node] > 0 else case.value[node] <= case.alpha[node]:
            continue  # its value reached the end of its window: it may have been cut
        if case.has_windows and not case.alpha[node] < case.beta[node]:
            continue  # the window was crossed before its first move: it is cut anywhere
        if case.depth is not None and NO_DEPTH != case.depth[node] <= 0:
            continue  # a quiescence search looks at some moves only
        children = case.children(node)
        are_known = (case.position_ids[child] >= 0 or child in illegal_nodes for child in children)
        if all(are_known) and all(case.status[child] not in (OPEN, PRUNED) for child in children):
            lacking.append(node)
    if lacking and ends_are_not_called(case):
        lacking = [node for node in lacking if not do_missing_moves_end_game(case, node)]
    return _exclude_table_answers(case, lacking)


def _exclude_table_answers(case: Case, nodes: list[int]) -> list[int]:
    """Leave out nodes whose missing moves may have been answered by a table that is asked before a call.

    Such a table is there only where no position was searched twice, or where it is known: a cache asks for all that it
    is called with, and so a position may be there several times.
    """
    if not nodes or not ("cached" in case.trace.header.notes or _searches_positions_once(case)):
        return nodes
    assert case.game is not None
    get_key, return_time, first_return = key(case.game), dict[int, int](), dict[Hashable, int]()
    for time_index, node in enumerate(case.nodes_in_return_order):
        return_time[node] = time_index
        if case.position_ids[node] >= 0:
            first_return.setdefault(get_key(case.get_state(node)), time_index)

    def may_be_new(node: int) -> bool:
        next_positions = positions_after(case, node, set(case.get_missing_moves(node)))
        return any(first_return.get(get_key(position), len(case)) > return_time[node] for position in next_positions)

    return [node for node in nodes if may_be_new(node)]


def _searches_positions_once(case: Case) -> bool:
    """Return whether no position was expanded twice with the same depth."""
    columns, position_ids = case.columns, case.position_id_column
    expanded = np.flatnonzero(columns.is_judged & (position_ids >= 0))
    search_keys = position_ids[expanded].astype(np.int64) << 32
    if case.depth is not None:
        search_keys += np.asarray(case.depth)[expanded]
    search_keys.sort()
    return not (search_keys[1:] == search_keys[:-1]).any()


def _are_symmetric_moves(case: Case, nodes: list[int]) -> bool:
    """Return whether each missing move is as one of its node's visited moves is: perhaps its mirror image.

    Both are worth the same, and have as many moves on their next plies. Few nodes of which it is not known what their
    moves are worth show nothing: a quiescence search, or rules of its own, may leave any.
    """
    truth, game = get_truth(case), case.game
    assert game is not None
    sizes = Sizes(game)
    with suppress(TooMany):
        for node in nodes[:ASKED]:
            missing = set(case.get_missing_moves(node))
            state = case.get_state(node)
            remaining = case.get_remaining_depth(node)
            remaining_depth = None if remaining is None else remaining - 1
            signatures: dict[bool, set[tuple[float | None, tuple[int, ...]]]] = {True: set(), False: set()}
            for move in game.moves(state):
                next_state = game.play(state, move)
                value = truth.get_position_value(next_state, case.ply[node] + 1, remaining_depth)
                signatures[label(game, move) in missing].add((value, tuple(sizes.levels(next_state, FEW))))
            are_values_known = all(worth is not None for worth, _ in chain(*signatures.values()))
            if not signatures[True] <= signatures[False] and (are_values_known or len(nodes) >= SEVERAL):
                return False
    return True


def _describe_skipped(case: Case, node: int) -> str:
    missing, visited = case.get_missing_moves(node), list(dict.fromkeys(get_visited_moves(case, node)))
    repetition = first_repetition(case, node)  # a scout and its re-search are none
    repetition_text = "" if repetition is None else f", and {clean(case.label(repetition[1]))} was searched twice"
    legal_count = len(case.get_legal_moves(node) or [])
    return (
        f"of {legal_count} legal moves {len(missing)} {'was' if len(missing) == 1 else 'were'} left "
        f"out ({_format_moves(missing, ', ')}): only {_format_moves(visited, ' and ')} "
        f"{'was' if len(visited) == 1 else 'were'} searched, though nothing was cut{repetition_text}"
    )


def _describe_missing(case: Case, node: int) -> str:
    missing = case.get_missing_moves(node)
    return f"{_format_moves(missing, ' and ')} {'was' if len(missing) == 1 else 'were'}"


def _format_moves(moves: list[str], last_separator: str) -> str:
    """Return some moves of a list, six at most."""
    shown_moves = [clean(move) for move in moves[:6]]
    if len(moves) > len(shown_moves):
        return ", ".join(shown_moves) + "…"
    return last_separator.join([", ".join(shown_moves[:-1]), shown_moves[-1]] if len(shown_moves) > 1 else shown_moves)
