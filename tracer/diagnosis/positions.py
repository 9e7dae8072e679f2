"""Positions that are not what they should be: moves not taken back, rows that two boards share."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise
from typing import Any

from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.thresholds import FEW, MANY, SAMPLE, SOME, SURE
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import ERROR, Disease, Spoils, Symptom
from tracer.diagnosis.identity import board_of_text
from tracer.diagnosis.move_lists import moves_against_others
from tracer.diagnosis.steps import (
    changes_between,
    find_changed_beside_values,
    find_overwritten_parts,
    find_unlawful_steps,
    split_into_parts,
)
from tracer.diagnosis.turns import find_nodes_of_both_players, find_unreverted_moves
from tracer.diagnosis.wording import one_line, symptoms
from tracer.games.rules import Turn, key
from tracer.recording.status import OPEN, PRUNED
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
    "Copy the rows too, as in [row[:] for row in board] or copy.deepcopy(board); a slice, list(board) and [row] * n "
    "copy or repeat only the references to them.",
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
DISEASES: tuple[Disease, ...] = (NOT_UNDONE, UNDONE_WRONGLY, ALIASED, WRONG_POSITION)

_COUNTERS = re.compile(r"\b\w*(?:nodes|count|calls|visit|evals?|hits|time)\w*:? -?[\d.]+")
"""In the text of an object, what it counts or measures beside the position."""
_MEMORY = re.compile(r"\b\w*(?:memo|cache|table|stat|killer)\w*:?\s.*", re.DOTALL)
"""In the text of an object, what it remembers beside the position."""


def examine(case: Case) -> Iterator[Symptom]:
    """Yield positions that differ between entry and return; else, with a game, those that are not its."""
    found = list(_returned(case))
    if "left_over" in case.trace.header.notes:  # the next search begins with what an exception left
        unwound = sorted(_changed(case, unwound=True), reverse=True)  # from the innermost call to the root
        found += symptoms(NOT_UNDONE, case, unwound, "{unwound}", unwound=partial(_say_unwound, case))
    if not found:  # it may show in the calls after them alone
        nodes, (before, after) = find_unreverted_moves(case)
        said = (
            "{last} is still on the board when the call returns: {players[1]} moves at node {after} ({after:path}), "
            "but {players[0]} did after {before:move}, of the same node; so after each of {count} cutoffs, and "
            "never else"
        )
        facts: dict[str, Any] = {
            "last": partial(_last_move, case),
            "before": before,
            "after": after,
            "count": len(nodes),
            "players": [Turn(int(case.trace.columns.turn[visit])).name for visit in (before, after)],
        }
        found = symptoms(NOT_UNDONE, case, nodes, said, **facts) or _left_by_root(case)
    if found:
        case.judge_no_choice(find_nodes_of_both_players(case))
        case.lose_positions(min(case.end[symptom.node] for symptom in found))
    yield from found or (_entered(case) if case.first_lost_node == len(case) else ())


def _returned(case: Case) -> Iterator[Symptom]:
    """Yield the visits that changed their position, and whose children did not, or that kept a move all the same."""
    disturbed = case.once(disturbed_visits)
    if not disturbed or _is_the_way(case, disturbed):
        return
    facts: dict[str, Any] = {
        "became": partial(_became, case),
        "move": partial(_move_left, case),
        "default": _default(case),
    }
    explained = {case.parent[node] for node in disturbed}
    first = [node for node in disturbed if node not in explained]
    board = case.trace.header.notes.get("board")
    if board == "an object a call" or (board == "a shared part" and not _are_taken_back(case)):
        shared = [node for node in first if _shares_with_its_child(case, node)]
        if 2 * len(shared) > len(first):
            said = "the moves below changed this call's own board too: {became} by the time the call returned{default}"
            yield from symptoms(ALIASED, case, shared, said, **facts)
        return
    wrongly = sum(not _still_there(case, node) for node in first)
    # A move on an empty board and a wrong square cleared that was empty look alike; the other way round nothing does.
    disease = NOT_UNDONE if wrongly < SOME * len(first) else UNDONE_WRONGLY
    said = "the position is put back wrongly: {became} by the time the call returned{default}"
    if disease is UNDONE_WRONGLY:
        # An illegal move cannot be taken back: what comes after it follows from that.
        illegal = [*moves_against_others(case, disturbed), *(step.node for step in case.once(find_unlawful_steps))]
        if min(first, key=case.end.__getitem__) in {case.parent[one] for one in illegal}:
            case.lose_positions(min(case.end[node] for node in first))
            return
    else:
        said = "the position is not put back: {became} by the time the call returned, with {move} still on it{default}"
        # What a node returned is just what its last child left to it: so its own move, too, is still on the board.
        for node in disturbed & explained:
            last = case.visits(node)[-1]
            if _texts(case, node)[1] == _texts(case, last)[1] and case.trace.text(last) != case.trace.text(node):
                first.append(node)
    yield from symptoms(disease, case, first, said, **facts)


def _left_by_root(case: Case) -> list[Symptom]:
    """Return the root, if each of its moves changes what those before it did and as much more as any move changes."""
    function, visits = case.trace.columns.function, case.visits(0)
    if case.trace.columns.text is None or function is None or (function[visits] == function[0]).any():
        return []
    made, below = [_made_by(case, one) for one in visits], case.visited[1 + len(visits) : SAMPLE]
    grows = all(one < other and len(other) == len(one) + len(made[0]) for one, other in pairwise(made))
    if len(made) < FEW or not made[0] or not grows or len(below) < MANY or len({case.turn[one] for one in visits}) > 1:
        return []
    if any(len(_made_by(case, one)) != len(made[0]) for one in below if case.parent[one]):
        return []
    said = "{first:move} is still on the board when {second:move} is searched, and so is each move of the root"
    return symptoms(NOT_UNDONE, case, [0], said, first=visits[0], second=visits[1])


def _made_by(case: Case, node: int) -> set[int]:
    """Return the places of a position's text that the move to it changed; none where it has others than before."""
    return {*(changes_between(case.trace.text(case.parent[node]) or "", case.trace.text(node) or "") or ())}


def _are_taken_back(case: Case) -> bool:
    """Return whether moves are as a rule taken back before the next one: then they are made on one board."""
    back = kept = 0
    for node in case.iter_choice_nodes():
        texts = [case.trace.text(one) or "" for one in (node, *case.visits(node)[:2])]
        if node and len(texts) > 2 and len(set(map(len, texts))) == 1:
            before, first, second = texts
            places = [k for k, pair in enumerate(zip(before, first, strict=True)) if pair[0] != pair[1]]
            back += all(second[k] == before[k] for k in places)
            kept += any(second[k] == first[k] for k in places)
    return back > kept


def disturbed_visits(case: Case) -> set[int]:
    """Return the visits that returned another position than they got, counters, memories and values aside."""
    found = find_changed_beside_values(case, _changed(case, unwound=False))
    written = find_overwritten_parts(case) if found else frozenset()
    if not written:
        return found
    parts = {node: [*map(split_into_parts, _texts(case, node))] for node in found}
    return {
        node
        for node, (one, other) in parts.items()
        if one.keys() != other.keys() or any(one[name] != other[name] for name in one.keys() - written)
    }


def _changed(case: Case, *, unwound: bool) -> dict[int, tuple[str, str]]:
    """Return the visits with another position at the end, and both texts without counters and memories.

    They are the visits that an exception left (`unwound`), or those that returned.
    """
    entry, left = case.trace.columns.text, case.trace.columns.left_text
    if entry is None or left is None:
        return {}
    texts = case.trace.texts

    @cache
    def plain(text: int) -> str:
        return _MEMORY.sub("", _COUNTERS.sub("", texts[text]))

    return {
        node: (plain(int(entry[node])), plain(int(left[node])))
        for node in (left >= 0).nonzero()[0].tolist()
        if entry[node] >= 0
        and case.status[node] != PRUNED
        and (case.status[node] == OPEN) == unwound
        and plain(int(entry[node])) != plain(int(left[node]))
    }


def _is_the_way(case: Case, disturbed: set[int]) -> bool:
    """Return whether each call takes its caller's move back, or the object changes with every call, leaves included."""
    others = [node for node in case.nodes_in_return_order if node]
    back = sum(case.trace.left_text(node) == case.trace.text(case.parent[node]) for node in others if node in disturbed)
    leaves = [node for node in case.nodes_in_return_order if case.end[node] == node + 1]
    return back >= max(1, SURE * len(others)) or sum(leaf in disturbed for leaf in leaves) > len(leaves) / 2


def _texts(case: Case, node: int) -> tuple[str, str]:
    """Return the position on entry and on return."""
    entry = case.trace.text(node) or ""
    left = case.trace.left_text(node)
    return entry, entry if left is None else left


def _still_there(case: Case, node: int) -> bool:
    """Return whether the position on return is that on entry with moves on it, but for who moves."""
    board = case.once(board_of_text)
    entry, left = map(board, _texts(case, node))
    below = [board(text) for child in case.visits(node) if (text := case.trace.text(child)) is not None]
    if left == entry and below:
        return False
    if left in below or not below or left.startswith(entry):
        return True
    moves = [changes for text in below if (changes := changes_between(entry, text))]
    change = changes_between(entry, left)
    return change is not None and any({*change.values()} == {*changes.values()} for changes in moves)


def _shares_with_its_child(case: Case, node: int) -> bool:
    """Return whether its last child changed the same in its own position, or a child is no legal one."""
    visits = case.visits(node)
    if not visits:
        return False
    if case.game is not None and any(case.position_ids[child] < 0 for child in visits):
        return True
    entry, left = _texts(case, node)
    ends = _texts(case, visits[-1])
    if left in ends:
        return True
    places = [k for k, pair in enumerate(zip(entry, left, strict=False)) if pair[0] != pair[1]]
    return any(len(entry) == len(left) == len(text) and all(left[k] == text[k] for k in places) for text in ends)


def _became(case: Case, node: int) -> str:
    return " became ".join(_apart(*_texts(case, node)))


def _apart(entry: str, left: str) -> tuple[str, str]:
    """Two texts, each in one line; from a little before they differ if they would be cut to the same.

    >>> _apart("ab", "ac"), _apart("x" * 300 + "1", "x" * 300 + "2")
    (('ab', 'ac'), ('…xxxxxxxx1', '…xxxxxxxx2'))
    """
    whole = one_line(entry), one_line(left)
    if whole[0] != whole[1]:
        return whole
    alike = next((k for k, pair in enumerate(zip(entry, left, strict=False)) if pair[0] != pair[1]), 0)
    start = max(0, alike - 8)
    return f"…{one_line(entry[start:])}", f"…{one_line(left[start:])}"


def _move_left(case: Case, node: int) -> str:
    """Return the last move below a node whose position is that on its return."""
    left = case.trace.left_text(node)
    last = next((child for child in reversed(case.visits(node)) if left in _texts(case, child)), None)
    return "a move" if last is None else f"the move {case.trace.label(last)}"


def _last_move(case: Case, node: int) -> str:
    last = case.visits(node)[-1:]
    return f"the move {case.trace.label(last[0])}" if last else "a move"


def _say_unwound(case: Case, node: int) -> str:
    last, error = case.visits(node)[-1:], clean(str(case.trace.header.notes["left_over"]))
    line = case.trace.called_at(last[0]) if last else None
    at = "" if line is None else f" at line {line}"
    still = "the next search begins with what was left"
    if "partly_undone" in case.trace.header.notes:
        still = "the function above the search takes its own move back then, but no others"
    became = f"{_became(case, node)} as {error} left the call{at}, with {_last_move(case, node)} still on it"
    return f"the position is not put back: {became}; {still}"


def _default(case: Case) -> str:
    """That the position is the default of an argument, if it is."""
    name = case.trace.header.notes.get("default")
    where = f"; it is the default of the argument {clean(str(name))}, made once for all calls"
    return f"{where}: write None there, and make a new one inside" if name else ""


def _entered(case: Case) -> Iterator[Symptom]:
    """With a game: positions to which no legal move leads, or to which another move leads than the one that is said."""
    if case.game is None:
        return
    steps = case.once(find_unlawful_steps)
    nodes = [] if all(step.resembles_move for step in steps) else [step.node for step in steps]
    said = "no legal move of {node:game} leads from {parent:where} to {node:where}"
    yield from symptoms(WRONG_POSITION, case, nodes, said, entered=True)
    if case.trace.columns.text is None:
        return
    # After an illegal move what is taken back may be another position.
    known = case.visited[1 : bisect_left(case.visited, min((step.node for step in steps), default=len(case)))]
    referee, keyed = Referee(case.game), key(case.game)

    def read(node: int) -> object:
        text = case.trace.text(node)
        return UNKNOWN if text is None else referee.place(text)

    if read(0) is UNKNOWN or keyed(read(0)) != keyed(case.get_state(0)):
        return

    def text_of(node: int) -> str:
        return one_line(case.trace.text(node) or "")

    said = "the move {node:move} leads from {parent:where} to another position than {other} by the rules of {node:game}"
    places = {node: read(node) for node in known if case.position_ids[node] >= 0}
    if sum(place is UNKNOWN for place in places.values()) > SOME * len(places):
        return  # the texts have another order of squares: what can be read of them is read by chance
    for node, place in places.items():
        if place is not UNKNOWN and keyed(place) != keyed(case.get_state(node)):
            yield from symptoms(WRONG_POSITION, case, [node], said, entered=True, other=text_of)
