"""What changed in the texts of positions: steps that are none by the rules, and parts that a call need not put back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby, islice
from typing import Any, NamedTuple

import numpy as np

from tracer.deciding.thresholds import MANY, SAMPLE, TWICE
from tracer.diagnosis.case import Case
from tracer.diagnosis.identity import board_of_text
from tracer.games.rules import AnyGame, blame, show

_ChangesByPlace = dict[int, tuple[str, str]]
"""What stood and what stands at each place that changed, by the place."""


class IllegalTransition(NamedTuple):
    """A node to which no legal move leads, from a position by the rules in which the game is not over."""

    node: int
    resembles_move: bool
    """Whether about as much changed as a legal move changes: it was a move, though no legal one."""


def changes_between(before: str, after: str) -> _ChangesByPlace | None:
    """What stood and what stands at each place that changed; None where the texts have not the same places.

    >>> changes_between("X.", "XO"), changes_between("10 4", "9 4"), changes_between("1", "1 2")
    ({1: ('.', 'O')}, {0: ('10', '9')}, None)
    """
    places_before, places_after = list(before), list(after)
    if len(before) != len(after):
        places_before, places_after = before.split(), after.split()
    if len(places_before) != len(places_after):
        return None
    pairs = enumerate(zip(places_before, places_after, strict=True))
    return {place: pair for place, pair in pairs if pair[0] != pair[1]}


def find_illegal_transitions(case: Case) -> list[IllegalTransition]:
    """Return the steps that the rules do not know.

    A null move leaves the position as it is, and so does a call that only hands it on: they are no such steps.
    """
    if case.game is None or -1 not in case.position_ids:
        return []
    no_moves = case.trace.no_moves
    unknown = (node for node in case.visited[1:] if case.position_ids[node] < 0 <= case.position_ids[case.parent[node]])
    unlawful_nodes = [
        node for node in unknown if case.move[node] not in no_moves and case.get_legal_moves(case.parent[node])
    ]
    has_texts = case.trace.columns.text is not None
    if not has_texts and all(case.position_ids[node] < 0 for node in case.visited[1:]):
        return []  # the moves have other names than the game's: they say nothing
    visit_counts = Counter(case.parent[node] for node in case.visited[1:])
    lawful_parents = {case.parent[node] for node in case.visited[1:] if case.position_ids[node] >= 0}
    sizes_by_position: dict[int, set[tuple[bool, int]]] = {}
    steps = []
    for node in unlawful_nodes:
        parent = case.parent[node]
        before, after = case.trace.text(parent), case.trace.text(node)
        if before is None or after is None:
            steps.append(IllegalTransition(node, resembles_move=True))
            continue
        changes = changes_between(before, after)
        if changes == {} and (parent in lawful_parents or visit_counts[parent] == 1):
            continue
        position_id = case.position_ids[parent]
        if position_id not in sizes_by_position:
            sizes_by_position[position_id] = _get_legal_change_sizes(case.game, case.distinct_states[position_id])
        get_board, sizes = case.once(board_of_text), case.once(_collect_recorded_change_sizes)
        like_a_move = changes is None or _get_change_size(before, after) in sizes_by_position[position_id] | sizes
        like_a_move |= before != after and get_board(before) == get_board(after)  # it overwrote what was the same
        steps.append(IllegalTransition(node, resembles_move=like_a_move))
    uncut_parents = [node for node in {case.parent[step.node] for step in steps} if not case.cutoff[node]]
    # A legal move that was made wrongly would be missing.
    if uncut_parents and not any(map(case.get_missing_moves, uncut_parents)):
        return [IllegalTransition(node, resembles_move=True) for node, _ in steps]
    return steps


def _collect_recorded_change_sizes(case: Case) -> set[tuple[bool, int]]:
    """How many places the legal moves of a search change by its own texts, which may say more than the game's."""
    text, is_known = case.trace.columns.text, case.position_id_column >= 0
    is_known[0] = False
    nodes = np.flatnonzero(is_known & is_known[case.columns.parent])
    if text is None:
        return set()
    text_pairs = np.unique(np.stack([text[case.columns.parent[nodes]], text[nodes]], axis=1), axis=0)[:SAMPLE].tolist()
    texts = case.trace.texts
    return {_get_change_size(texts[before], texts[after]) for before, after in text_pairs if min(before, after) >= 0}


def _get_legal_change_sizes(game: AnyGame, state: object) -> set[tuple[bool, int]]:
    """Return how many places the legal moves of a position change, by characters and by words."""
    before, sizes = show(game, state), set[tuple[bool, int]]()
    for after in (show(game, game.play(state, move)) for move in game.moves(state)):
        sizes |= {_get_change_size(before, after), (False, len(changes_between(f"{before} ", after) or []))}
    return sizes


def _get_change_size(before: str, after: str) -> tuple[bool, int]:
    """Return whether places are characters, and how many of them changed."""
    return len(before) == len(after), len(changes_between(before, after) or [])


def find_moves_of_other_player(case: Case, nodes: Iterable[int]) -> set[int]:
    """Return those of some unlawful steps that are legal moves with the other player's piece.

    Such a step changes the squares that a legal move changes, to what the other player's next move would put there.
    """
    other_player_moves = set[int]()
    changes_by_position = dict[int, tuple[list[_ChangesByPlace], list[_ChangesByPlace]]]()
    for node in nodes:
        parent = case.parent[node]
        position_id = case.position_ids[parent]
        if case.game is None or position_id < 0 or not case.game.turn(case.distinct_states[position_id]):
            continue
        texts = show(case.game, case.distinct_states[position_id]), case.trace.text(parent), case.trace.text(node)
        board, before, after = (_join_lines(text or "") for text in texts)
        letter_by_square = dict(zip(before, board, strict=False))
        if not len(board) == len(before) == len(after) or [*map(letter_by_square.get, before)] != [*board]:
            continue
        if position_id not in changes_by_position:
            state = case.distinct_states[position_id]
            changes_by_position[position_id] = _get_legal_and_answer_changes(case.game, state)
        legal_changes, answer_changes = changes_by_position[position_id]
        changes = changes_between(board, "".join(letter_by_square.get(square, square) for square in after)) or {}
        changes_legal_squares = set(changes) in map(set, legal_changes)
        resembles_reply = sorted(changes.values()) in (sorted(answer.values()) for answer in answer_changes)
        if changes not in legal_changes and changes_legal_squares and resembles_reply:
            other_player_moves.add(node)
    return other_player_moves


def _get_legal_and_answer_changes(game: AnyGame, state: Any) -> tuple[list[_ChangesByPlace], list[_ChangesByPlace]]:
    """Return what the legal moves of a position change, and what the other player's answers to them change."""
    with blame(game):
        board, next_states = _join_lines(show(game, state)), [game.play(state, move) for move in game.moves(state)]
        legal_changes = [changes_between(board, _join_lines(show(game, one))) or {} for one in next_states]
        answer_changes: list[_ChangesByPlace] = []
        for one in next_states:
            if game.utility(one) is None and game.turn(one) != game.turn(state):
                answered = [_join_lines(show(game, game.play(one, move))) for move in game.moves(one)]
                answer_changes += [changes_between(_join_lines(show(game, one)), text) or {} for text in answered]
        return legal_changes, answer_changes


def _join_lines(text: str) -> str:
    """Return a board's text without the ends of its lines."""
    return text.replace("\n", "")


_PART_NAME = re.compile(r"(?:^|\n|[,({] ?)['\"]?([A-Za-z_]\w*)['\"]?(?:=|: ?|(?<=\w) (?=\S))")
"""What begins a part of a position's text: a name with a sign behind it, or between commas with a blank."""

_Change = tuple[tuple[str, object], ...]
"""What became of the other parts: by the name, each place that changed with what stands there now."""


def split_into_parts(text: str) -> dict[str, str]:
    r"""Return the parts of a position's text by their names, or without names by their places; none where it is one.

    Without names, a part is a line, or several of one length.

    >>> (
    ...     split_into_parts("cells X.., last 2"),
    ...     split_into_parts("Board(cells='X..', last=2)"),
    ...     split_into_parts("X..\n.O."),
    ... )
    ({'cells': 'X..', 'last': '2'}, {'cells': "'X..'", 'last': '2)'}, {})
    >>> split_into_parts("cells:\nX..\n.O.\nlast: (1, 2)"), split_into_parts("X..\n.O.\n4")
    ({'cells': 'X..\n.O.', 'last': '(1, 2)'}, {'0': 'X..\n.O.', '1': '4'})
    """
    name_matches = list(_PART_NAME.finditer(text))
    if name_matches:
        part_ends = [*(name_match.start() for name_match in name_matches[1:]), len(text)]
        return {
            name_match[1]: text[name_match.end() : end].strip()
            for name_match, end in zip(name_matches, part_ends, strict=True)
        }
    blocks = ["\n".join(lines) for _, lines in groupby(text.split("\n"), len)]
    return {str(place): block for place, block in enumerate(blocks)} if len(blocks) > 1 else {}


def find_parts_set_by_move(case: Case) -> frozenset[str]:
    """Return the names of the parts of positions that the place of each move alone determines, by all calls.

    Who moves is none, for it follows from what stands there and not from where; nor is a count, which goes on from what
    was left.
    """
    text = case.trace.columns.text
    if text is None:
        return frozenset()

    part_values: dict[str, dict[_Change, set[str]]] = {}
    call_count = 0
    for node in case.visited[1:SAMPLE]:
        text_before, text_after = int(text[case.parent[node]]), int(text[node])
        if text_before < 0 or text_after < 0 or text_before == text_after:
            continue
        parts_before, parts_after = (split_into_parts(case.trace.texts[number]) for number in (text_before, text_after))
        if not parts_after or parts_before.keys() != parts_after.keys():
            return frozenset()
        call_count += 1
        for name, part in parts_after.items():
            change = _collect_other_changes(parts_before, parts_after, name)
            part_values.setdefault(name, {}).setdefault(change, set()).add(part)
    repeated = {name: by_change for name, by_change in part_values.items() if call_count > len(by_change)}
    return frozenset(name for name, by_change in repeated.items() if _depends_on_square(by_change))


class PartsBesidePosition(NamedTuple):
    """The names of the parts of positions that need not be put back."""

    memories: frozenset[str]
    """What no move changes, such as a table of the search's own."""
    counters: frozenset[str]
    """Numbers that each move raises by the same, and nothing lowers."""


def find_parts_beside_position(case: Case) -> PartsBesidePosition:
    """Return the parts that no move changes though calls do, and those that count moves, by what each move finds."""
    last_visit_by_parent: dict[int, int] = {}
    steps_by_name: dict[str, set[float | None]] = {}
    move_count = 0
    for node in case.visited[1:SAMPLE]:
        parent = case.parent[node]
        earlier = last_visit_by_parent.get(parent)
        before = case.trace.text(parent) if earlier is None else case.trace.left_text(earlier)
        last_visit_by_parent[parent] = node
        parts_before, parts_after = split_into_parts(before or ""), split_into_parts(case.trace.text(node) or "")
        if not parts_after or parts_before.keys() != parts_after.keys():
            continue
        move_count += 1
        for name, part in parts_after.items():
            steps_by_name.setdefault(name, set()).add(_step(parts_before[name], part))
    if move_count < MANY:
        return PartsBesidePosition(frozenset(), frozenset())
    memories = frozenset(name for name, steps in steps_by_name.items() if steps == {0})
    counters = frozenset(
        name for name, steps in steps_by_name.items() if len(steps) == 1 and any(step and step > 0 for step in steps)
    )
    return PartsBesidePosition(memories, counters)


def _step(before: str, after: str) -> float | None:
    """Return by how much a number grew, 0 for what is the same, and None for any other change."""
    if before == after:
        return 0
    try:
        return float(after) - float(before)
    except ValueError:
        return None


def _collect_other_changes(before: Mapping[str, str], after: Mapping[str, str], name: str) -> _Change:
    """Return what changed in all parts but one."""
    changes: list[tuple[str, object]] = []
    for part, part_after in after.items():
        part_before = before[part]
        if part == name or part_before == part_after:
            continue
        if len(part_before) != len(part_after):
            changes.append((part, part_after))
        else:
            places = changes_between(part_before, part_after) or {}
            changes += [(part, (place, now)) for place, (_, now) in places.items()]
    return tuple(changes)


def _depends_on_square(by_change: Mapping[_Change, set[str]]) -> bool:
    """Return whether changes of the rest have one value each, and those that differ in places alone have several."""
    if any(len(values) > 1 for values in by_change.values()):
        return False
    values_by_mark: dict[tuple[object, ...], set[str]] = {}
    for change, values in by_change.items():
        marks = tuple(now[1] if isinstance(now, tuple) else now for _, now in change)
        values_by_mark.setdefault(marks, set()).update(values)
    return any(len(values) > 1 for values in values_by_mark.values())


def find_changed_apart_from_values(case: Case, texts_by_node: Mapping[int, tuple[str, str]]) -> set[int]:
    """Return the calls that returned another position than they got, the values aside that they leave in it.

    Given are the texts of the position on entry and on return, of each call at which they differ.
    """
    value_parts = _find_value_parts(case, dict(islice(texts_by_node.items(), SAMPLE)))
    if not value_parts:
        return set(texts_by_node)
    other_parts = {
        node: [_get_other_parts(text, value_parts) for text in texts] for node, texts in texts_by_node.items()
    }
    return {node for node, (entry_parts, return_parts) in other_parts.items() if entry_parts != return_parts}


def _find_value_parts(case: Case, texts_by_node: Mapping[int, tuple[str, str]]) -> set[str]:
    """Return the names of the parts in which each of some calls leaves the value that it returns, MAX's or its mover's.

    What holds a number before that, and one of two after it, may be a player's as well: it is none.
    """
    is_value_by_part: dict[str, list[bool]] = {}
    returned_values: set[float] = set()
    numberless_parts = set[str]()
    for index, (node, (entry_text, return_text)) in enumerate(texts_by_node.items()):
        value, turn = float(case.value[node]), int(case.trace.columns.turn[node])
        returned_values.add(value)
        parts_before = split_into_parts(entry_text)
        numbers_after = {name: _parse_number(part) for name, part in split_into_parts(return_text).items()}
        if not index:
            is_value_by_part = {name: [True, True] for name in numbers_after}
        for name, (is_max_value, is_mover_value) in [*is_value_by_part.items()]:
            number = numbers_after.get(name)
            is_value_by_part[name] = [is_max_value and number == value, is_mover_value and number == value * turn]
            if not any(is_value_by_part[name]):
                del is_value_by_part[name]
            elif _parse_number(parts_before.get(name, "")) is None:
                numberless_parts.add(name)
    return {name for name in is_value_by_part if name in numberless_parts or len(returned_values) > TWICE}


def _parse_number(part: str) -> float | None:
    """Return the number that a part of a position is, 1 and −1 for truth values; None where it is none.

    >>> _parse_number("-6"), _parse_number("2)"), _parse_number("False"), _parse_number("X..")
    (-6.0, 2.0, -1.0, None)
    """
    word = part.rstrip(")}")
    try:
        return {"True": 1.0, "False": -1.0}.get(word) or float(word)
    except ValueError:
        return None


def _get_other_parts(text: str, excluded: set[str]) -> dict[str, str]:
    """Return the parts of a position's text but for some.

    >>> both = "Heaps(left=3, score=2)", "Heaps(left=3)"
    >>> [_get_other_parts(text, {"score"}) for text in both]
    [{'left': '3'}, {'left': '3'}]
    """
    return {name: part.rstrip(")}") for name, part in split_into_parts(text).items() if name not in excluded}
