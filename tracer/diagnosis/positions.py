"""Positions that are not what they should be: moves not taken back, rows that two boards share."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.thresholds import FEW, MANY, SAMPLE, SOME, SURE
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import ERROR, NOTE, Disease, Spoils, Symptom
from tracer.diagnosis.identity import board_of_text
from tracer.diagnosis.kept_paths import find_kept_path
from tracer.diagnosis.move_lists import moves_against_others
from tracer.diagnosis.position_changes import (
    collect_changed_texts,
    describe_change,
    describe_default_argument,
    describe_last_move,
    describe_move_not_undone,
    describe_unwound,
    find_returned_changes,
    get_entry_and_return,
)
from tracer.diagnosis.position_text_changes import (
    changes_between,
    find_changed_apart_from_values,
    find_illegal_transitions,
    find_parts_beside_position,
    find_parts_set_by_move,
    split_into_parts,
)
from tracer.diagnosis.turns import find_nodes_of_both_players, find_unreverted_moves
from tracer.diagnosis.wording import one_line, symptoms
from tracer.games.rules import Turn, key
from tracer.text import clean

NOT_UNDONE = Disease(
    "not-undone",
    ERROR,
    "A move that was made on a shared board is still on it when the call returns, so that the caller goes on with "
    "another position than it had.",
    "Take the move back after the search of it, on every way out: before each return, break and continue, and with "
    "try … finally where an exception may go through the call.",
    spoils=Spoils.MOVES,
)
UNDONE_WRONGLY = Disease(
    "undone-wrongly",
    ERROR,
    "Something is taken back, but the position on return is not the one on entry.",
    "Undo exactly what the move changed: its own square, what it captured, and whose turn it is. Keep what stood there "
    "before the move, and put that back.",
    spoils=Spoils.MOVES,
)
ALIASED = Disease(
    "aliased-board",
    ERROR,
    "Each call has a board of its own, and still a child's moves change its parent's: the boards share their rows.",
    "Copy the rows too, as in [row[:] for row in board] or copy.deepcopy(board); a slice, list(board), copy.copy "
    "and [row] * n copy or repeat only the references to them.",
    spoils=Spoils.MOVES,
)
WRONG_POSITION = Disease(
    "wrong-position",
    ERROR,
    "The position that was searched is not the one to which the move leads by the rules.",
    "Look at what makes the move: it must change all that the move changes and nothing else, and start from the "
    "parent's position.",
    spoils=Spoils.POSITIONS,
)
COUNTED = replace(
    UNDONE_WRONGLY,
    severity=NOTE,
    remedy="Where the search reads that number, such as how many moves were made, take it back with the move. A number "
    "that only counts the work may go on.",
)
"""The same of a number that each move raises."""
DISEASES: tuple[Disease, ...] = (NOT_UNDONE, UNDONE_WRONGLY, ALIASED, WRONG_POSITION)


def examine(case: Case) -> Iterator[Symptom]:
    """Yield positions that differ between entry and return; else, with a game, those that are not its."""
    found_symptoms = list(_find_disturbed_visits(case))
    if "left_over" in case.trace.header.notes:  # the next search begins with what an exception left
        from_innermost = sorted(collect_changed_texts(case, unwound=True), reverse=True)
        unwound = partial(describe_unwound, case)
        found_symptoms += symptoms(NOT_UNDONE, case, from_innermost, "{unwound}", unwound=unwound)
    if not found_symptoms:  # it may show in the calls after them alone
        nodes, (before, after) = case.once(find_unreverted_moves)
        mistake = "{last} is still on the board when the call returns"
        extent = "after each of {count} cutoffs, and never else"
        if any(case.end[node] == node + 1 for node in nodes):  # after leaves, too, which make no move
            mistake, extent = "the player to move is not restored after {last}", "after all moves"
        template = (
            f"{mistake}: {{players[1]}} moves at node {{after}} ({{after:path}}), but {{players[0]}} did after "
            f"{{before:move}}, of the same node; so {extent}"
        )
        fields: dict[str, Any] = {
            "last": partial(describe_last_move, case),
            "before": before,
            "after": after,
            "count": len(nodes),
            "players": [Turn(int(case.trace.columns.turn[visit])).name for visit in (before, after)],
        }
        found_symptoms = symptoms(NOT_UNDONE, case, nodes, template, **fields) or _find_moves_left_by_root(case)
    if not found_symptoms and (kept := find_kept_path(case)) is not None:
        template = (
            "{node:where} is still in {name} when the call returns, and so node {later} ({later:path}), below which it "
            "does not stand, returned {later:value} at line {line:count}; so at {count} such nodes"
        )
        fields = {
            "name": clean(kept.name),
            "later": kept.visits.__getitem__,
            "line": kept.line,
            "count": len(kept.visits),
        }
        yield from symptoms(NOT_UNDONE, case, sorted(kept.visits), template, **fields)
    if found_symptoms:
        case.judge_no_choice(find_nodes_of_both_players(case))
        case.lose_positions(min(case.end[symptom.node] for symptom in found_symptoms))
    yield from found_symptoms or (_find_wrong_positions(case) if case.first_lost_node == len(case) else ())
    yield from _find_counted_moves(case) if not found_symptoms else ()


def _find_counted_moves(case: Case) -> Iterator[Symptom]:
    """Yield the first call after which a number is greater, if each move raises that number and nothing lowers it."""
    changed = case.once(find_returned_changes)
    for name in sorted(case.once(find_parts_beside_position).counters) if changed else ():
        template = "each move adds to {name}, and nothing subtracts it again: {became} by the time the call returned"
        fields: dict[str, Any] = {"name": clean(name), "became": partial(describe_change, case)}
        yield from symptoms(COUNTED, case, [min(changed)], template, **fields)


def _find_disturbed_visits(case: Case) -> Iterator[Symptom]:
    """Yield the visits that changed their position, and whose children did not, or that kept a move all the same."""
    disturbed = case.once(disturbed_visits)
    if not disturbed or _changes_by_design(case, disturbed):
        return
    fields: dict[str, Any] = {
        "became": partial(describe_change, case),
        "move": partial(describe_move_not_undone, case),
        "default": describe_default_argument(case),
    }
    explained_parents = {case.parent[node] for node in disturbed}
    innermost = [node for node in disturbed if node not in explained_parents]
    board = case.trace.header.notes.get("board")
    if board == "an object a call" or (board == "a shared part" and not _are_moves_taken_back(case)):
        sharing = [node for node in innermost if _shares_board_with_child(case, node)]
        if 2 * len(sharing) > len(innermost):
            template = (
                "the moves below changed this call's own board too: {became} by the time the call returned{default}"
            )
            yield from symptoms(ALIASED, case, sharing, template, **fields)
        return
    wrong_count = sum(not _has_move_left(case, node) for node in innermost)
    # A move on an empty board and a wrong square cleared that was empty look alike; the other way round nothing does.
    disease = NOT_UNDONE if wrong_count < SOME * len(innermost) else UNDONE_WRONGLY
    template = "the position is put back wrongly: {became} by the time the call returned{default}"
    if disease is UNDONE_WRONGLY:
        # An illegal move cannot be taken back: what comes after it follows from that.
        illegal_nodes = moves_against_others(case, disturbed)
        illegal_nodes += [step.node for step in case.once(find_illegal_transitions)]
        if min(innermost, key=case.end.__getitem__) in {case.parent[node_below] for node_below in illegal_nodes}:
            case.lose_positions(min(case.end[node] for node in innermost))
            return
    else:
        template = (
            "the position is not put back: {became} by the time the call returned, with {move} still on it{default}"
        )
        # What a node returned is just what its last child left to it: so its own move, too, is still on the board.
        for node in disturbed & explained_parents:
            (entry, left), last_child = get_entry_and_return(case, node), case.visits(node)[-1]
            child_entry, child_left = get_entry_and_return(case, last_child)
            innermost += [node] if left == child_left and child_entry != entry else []
    yield from symptoms(disease, case, innermost, template, **fields)


def _find_moves_left_by_root(case: Case) -> list[Symptom]:
    """Return the root, if each of its moves changes what those before it did and as much more as any move changes."""
    function, visits = case.trace.columns.function, case.visits(0)
    if case.trace.columns.text is None or function is None or (function[visits] == function[0]).any():
        return []
    changed_by_move = [_get_changed_places(case, visit) for visit in visits]
    lower_visits = case.visited[1 + len(visits) : SAMPLE]
    pairs = pairwise(changed_by_move)
    accumulates = all(one < later and len(later) == len(one) + len(changed_by_move[0]) for one, later in pairs)
    if len(changed_by_move) < FEW or not changed_by_move[0] or not accumulates or len(lower_visits) < MANY:
        return []
    change_sizes = {len(_get_changed_places(case, visit)) for visit in lower_visits if case.parent[visit]}
    if len({case.turn[visit] for visit in visits}) > 1 or not change_sizes <= {len(changed_by_move[0])}:
        return []
    template = "{first:move} is still on the board when {second:move} is searched, and so is each move of the root"
    return symptoms(NOT_UNDONE, case, [0], template, first=visits[0], second=visits[1])


def _get_changed_places(case: Case, node: int) -> set[int]:
    """Return the places of a position's text that the move to it changed; none where it has others than before."""
    return {*(changes_between(case.trace.text(case.parent[node]) or "", case.trace.text(node) or "") or ())}


def _are_moves_taken_back(case: Case) -> bool:
    """Return whether moves are as a rule taken back before the next one: then they are made on one board."""
    back_count = kept_count = 0
    for node in case.iter_choice_nodes():
        texts = [case.trace.text(one) or "" for one in (node, *case.visits(node)[:2])]
        if node and len(texts) > 2 and len(set(map(len, texts))) == 1:
            before, first_text, second_text = texts
            places = changes_between(before, first_text) or {}
            back_count += all(second_text[k] == before[k] for k in places)
            kept_count += any(second_text[k] == first_text[k] for k in places)
    return back_count > kept_count


def disturbed_visits(case: Case) -> set[int]:
    """Return the visits that returned another position than they got, counters, memories and values aside."""
    disturbed = find_changed_apart_from_values(case, case.once(find_returned_changes))
    if not disturbed:
        return disturbed
    overwritten_parts = find_parts_set_by_move(case).union(*case.once(find_parts_beside_position))
    if not overwritten_parts:
        return disturbed
    parts = {node: [*map(split_into_parts, get_entry_and_return(case, node))] for node in disturbed}
    return {
        node
        for node, (entry_parts, return_parts) in parts.items()
        if entry_parts.keys() != return_parts.keys()
        or any(entry_parts[name] != return_parts[name] for name in entry_parts.keys() - overwritten_parts)
    }


def _changes_by_design(case: Case, disturbed: set[int]) -> bool:
    """Return whether each call takes its caller's move back, or the object changes with every call, leaves included."""
    non_root_nodes = [node for node in case.nodes_in_return_order if node]
    below_root = disturbed - {0}
    reverted_count = sum(case.trace.left_text(node) == case.trace.text(case.parent[node]) for node in below_root)
    if reverted_count >= max(1, SURE * len(non_root_nodes)):
        return True
    leaves = [node for node in case.nodes_in_return_order if case.end[node] == node + 1]
    return sum(leaf in disturbed for leaf in leaves) > len(leaves) / 2


def _has_move_left(case: Case, node: int) -> bool:
    """Return whether the position on return is that on entry with moves on it, but for who moves."""
    get_board = case.once(board_of_text)
    entry_board, return_board = map(get_board, get_entry_and_return(case, node))
    child_boards = [get_board(text) for child in case.visits(node) if (text := case.trace.text(child)) is not None]
    if return_board == entry_board and child_boards:
        return False
    if return_board in child_boards or not child_boards or return_board.startswith(entry_board):
        return True
    changes_by_child = [changes for text in child_boards if (changes := changes_between(entry_board, text))]
    own_change = changes_between(entry_board, return_board)
    return own_change is not None and any({*own_change.values()} == {*changes.values()} for changes in changes_by_child)


def _shares_board_with_child(case: Case, node: int) -> bool:
    """Return whether its last child changed the same in its own position, or a child is no legal one."""
    visits = case.visits(node)
    if not visits:
        return False
    if case.game is not None and any(case.position_ids[child] < 0 for child in visits):
        return True
    entry_text, return_text = get_entry_and_return(case, node)
    child_texts = get_entry_and_return(case, visits[-1])
    if return_text in child_texts:
        return True
    entry, returned, first, *child_entries = map(
        _split_position, (entry_text, return_text, case.trace.text(visits[0]) or "", *child_texts)
    )
    # What the calls below write into a table that all share is no part of the board: the first move leaves it alone.
    moved = [name for name in entry.keys() & returned.keys() if entry[name] not in (returned[name], first.get(name))]
    return any(
        _contains_changes(entry[name], returned[name], one.get(name, "")) for name in moved for one in child_entries
    )


def _split_position(text: str) -> dict[str, str]:
    """Return the parts of a position by their names; the whole of it where it has none."""
    return split_into_parts(text) or {"": text}


def _contains_changes(before: str, after: str, other: str) -> bool:
    """Return whether another text has all that changed between two of the same several places."""
    changes = changes_between(before, after) or {}
    if len(before) == len(after) == len(other):
        return all(other[place] == now for place, (_, now) in changes.items())
    return bool(changes) and len(after.split()) > 1 and other == after


def _find_wrong_positions(case: Case) -> Iterator[Symptom]:
    """With a game: positions to which no legal move leads, or to which another move leads than the one that is said."""
    if case.game is None:
        return
    steps = case.once(find_illegal_transitions)
    nodes = [] if all(step.resembles_move for step in steps) else [step.node for step in steps]
    template = "no legal move of {node:game} leads from {parent:where} to {node:where}"
    yield from symptoms(WRONG_POSITION, case, nodes, template, entered=True)
    if case.trace.columns.text is None:
        return
    # After an illegal move what is taken back may be another position.
    lawful_visits = case.visited[1 : bisect_left(case.visited, min((step.node for step in steps), default=len(case)))]
    referee, get_key = Referee(case.game), key(case.game)

    def read_position(node: int) -> object:
        text = case.trace.text(node)
        return UNKNOWN if text is None else referee.place(text)

    if read_position(0) is UNKNOWN or get_key(read_position(0)) != get_key(case.get_state(0)):
        return

    def text_of(node: int) -> str:
        return one_line(case.trace.text(node) or "")

    template = (
        "the move {node:move} leads from {parent:where} to another position than {other} by the rules of {node:game}"
    )
    read_positions = {node: read_position(node) for node in lawful_visits if case.position_ids[node] >= 0}
    if sum(position is UNKNOWN for position in read_positions.values()) > SOME * len(read_positions):
        return  # the texts have another order of squares: what can be read of them is read by chance
    for node, position in read_positions.items():
        if position is not UNKNOWN and get_key(position) != get_key(case.get_state(node)):
            yield from symptoms(WRONG_POSITION, case, [node], template, entered=True, other=text_of)
