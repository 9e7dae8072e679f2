"""Which visits had the same position, and which the same board, as far as the rules, texts or moves tell."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

import numpy as np

from tracer.count.paths import paths_of
from tracer.deciding.thresholds import SAMPLE
from tracer.diagnosis.case import Case
from tracer.diagnosis.null_moves import part_of_player, without_player
from tracer.games.game_variants import untimed_state
from tracer.games.rules import show
from tracer.games.tree import TreeGame
from tracer.recording.column_views import as_memoryview
from tracer.recording.columns import Array, Bools, Ints, index_dtype
from tracer.recording.no_moves import Null, Stand
from tracer.recording.status import PRUNED
from tracer.recording.tree_shape import iter_parts


def positions(case: Case) -> Sequence[int]:
    """Return the number of each node's position, who moves included; −1 where it is not known.

    They are told apart by the game's keys, and without a game by their texts.
    """
    if not case.once(_is_known_by_texts):
        return case.position_ids
    text = case.trace.columns.text
    if text is None:
        return as_memoryview(np.full(len(case), -1, index_dtype(len(case))))
    known = (text >= 0) & (case.columns.status != PRUNED)
    number_type = index_dtype(3 * len(case.trace.texts))
    return as_memoryview(np.where(known, 3 * text.astype(number_type) + case.columns.turn + 1, number_type.type(-1)))


def _is_known_by_texts(case: Case) -> bool:
    """Return whether texts tell positions apart: without a game, or where the search said more than the rules know."""
    if case.game is None:
        return True
    text, unknown = case.trace.columns.text, (case.columns.status != PRUNED) & (case.position_id_column < 0)
    unknown &= ~case.visits_by(Stand)
    return text is not None and case.records_table_answers and bool(unknown.any() and (text[unknown] >= 0).all())


UNTOLD = -2
"""Stands for who moves where a text is no node's."""


def positions_or_paths(case: Case) -> tuple[Ints, Bools]:
    """Return the number of each node's position, or of its path where none is known; and which are known by paths."""
    place: Ints = np.array(positions(case))
    by_path = (place < 0) & (case.columns.status != PRUNED)
    by_path[case.first_lost_node :] = False
    place[by_path] = paths_of(case.trace).number[by_path].astype(np.int64) + 1 + place.max(initial=-1)
    return place, by_path


def boards(case: Case) -> list[Hashable]:
    """Return what stands on the board at each node, whoever moves; None where it is not known."""
    text = case.trace.columns.text
    if case.game is not None and not case.once(_is_known_by_texts):
        turns = [int(case.game.turn(state)) for state in case.walk(case.distinct_states)]
        parts = [_get_parts(untimed_state(state)) for state in case.walk(case.distinct_states)]
        # The positions of a tree differ, and to write all their paths would take long.
        is_tree = isinstance(case.game, TreeGame)
        without: Sequence[Hashable] = without_player(parts, turns) or [
            state if is_tree else show(case.game, state) for state in case.walk(case.distinct_states)
        ]
        return [None if place < 0 else without[place] for place in case.walk(case.position_ids)]
    if text is None:
        return [None] * len(case)
    told = np.flatnonzero(text >= 0)
    turn_by_text: Ints = np.full(int(text.max(initial=-1)) + 1, UNTOLD, np.int8)
    turn_by_text[text[told]] = case.columns.turn[told]
    numbers = np.flatnonzero(turn_by_text != UNTOLD)
    texts = [case.trace.texts[number] for number in numbers.tolist()]
    board_by_text = np.full(len(turn_by_text) + 1, None)  # the last one is that of nodes without a text
    board_by_text[numbers] = list(map(_make_player_remover(texts, turn_by_text[numbers]), texts))
    del texts
    found: list[Hashable] = board_by_text[text].tolist()
    return found


def boards_but_for_null_moves(case: Case) -> list[Hashable]:
    """Return what stands on the board, with the player who would move there if no null move had been made."""
    turn, changed = case.turn, case.visits_by(Null).tolist()
    for node in case.visited[1:]:
        changed[node] ^= changed[case.parent[node]]
    return [
        None if board is None else (board, -turn[node] if changed[node] else turn[node])
        for node, board in enumerate(boards(case))
    ]


def boards_of_either(case: Case) -> Iterator[list[Hashable]]:
    """Return the boards without whose the pieces are, with and without who moves; none where nobody knows."""
    by_texts = case.once(_is_known_by_texts)
    if case.game is not None and not by_texts and not isinstance(case.game, TreeGame):
        texts = [show(case.game, state) for state in case.walk(case.distinct_states)]
        number = case.position_id_column
    elif by_texts and case.trace.columns.text is not None:
        texts, number = list(case.trace.texts), case.trace.columns.text
    else:
        return
    letters = characters(texts)
    visits = np.flatnonzero((number >= 0) & (case.columns.status != PRUNED))
    if letters is None or len(visits) < 2:
        return
    turns = np.zeros(len(texts), np.int64)
    turns[number[visits]] = case.columns.turn[visits]
    letters = letters[:, ~_mask_places_of_player(letters, turns)]
    parent = case.columns.parent
    visits = visits[1:][number[parent[visits[1:]]] >= 0]
    put = [
        _find_placed_characters(letters, number, visits[case.columns.turn[parent[visits]] == turn], parent)
        for turn in (1, -1)
    ]
    other = _match_pieces(put[0] - put[1], put[1] - put[0])
    if not other:
        return
    plain = ["".join(map(chr, row)).translate(other) for row in letters.tolist()]
    turn = case.turn
    yield [None if one < 0 else (plain[one], turn[node]) for node, one in enumerate(number.tolist())]
    yield [None if one < 0 else plain[one] for one in number.tolist()]


def _find_placed_characters(letters: Array, number: Ints, visits: Ints, parent: Ints) -> set[int]:
    """Return the characters that some visits' moves put on the board."""
    before, after = letters[number[parent[visits]]], letters[number[visits]]
    return set(np.unique(after[before != after]).tolist())


def _match_pieces(mine: set[int], others: set[int]) -> dict[int, int]:
    """Return one player's pieces for the other's, where it is known which belong together; empty where it is not."""
    if len(mine) == len(others) == 1:
        return dict(zip(others, mine, strict=True))
    cases = {ord(letter): ord(letter.swapcase()) for letter in map(chr, others) if len(letter.swapcase()) == 1}
    return cases if mine and others and set(cases.values()) & mine else {}


def characters(texts: Iterable[str]) -> Array | None:
    """Return the characters of texts, a row each; None where they are not all of one length."""
    rows = list(texts)
    if len({*map(len, rows)}) != 1 or not rows[0]:
        return None
    return np.array(rows).view(np.uint32).reshape(len(rows), -1)


def board_of_text(case: Case) -> Callable[[str], str]:
    """Return a function that leaves out of a text the word or the characters that say who moves, where known."""
    text, texts, columns = case.trace.columns.text, case.trace.texts, case.trace.columns
    if text is None:
        return str
    turns = np.zeros(len(texts), np.int64)
    told = np.flatnonzero((text >= 0) & (columns.status != PRUNED))
    turns[text[told]] = columns.turn[told]
    return _make_player_remover(texts, turns)


def _make_player_remover(texts: Sequence[str], turns: Ints) -> Callable[[str], str]:
    """Return a function that leaves out of a text what specifies who moves, by texts and who moves in each."""
    part = None
    for some in (slice(SAMPLE), slice(None)):  # what does not say it in some texts does not say it in all
        part = part_of_player([tuple(one.split()) for one in texts[some]], turns[some].tolist())
        if part is None:
            break
    if part is not None:
        return lambda one: " ".join(word for place, word in enumerate(one.split()) if place != part)
    letters = characters(texts)
    if letters is None or not (says := _mask_places_of_player(letters, turns)).any():
        return str
    kept = np.flatnonzero(~says).tolist()
    return lambda one: "".join(one[place] for place in kept)


def _mask_places_of_player(letters: Array, turns: Ints) -> Bools:
    """Return the places of texts at which stands one character where MAX moves, and another where MIN does."""
    if not (turns > 0).any() or not (turns < 0).any():
        return np.zeros(letters.shape[1], bool)
    one, other = letters[np.argmax(turns > 0)], letters[np.argmax(turns < 0)]
    found: Bools = one != other
    for part in iter_parts(len(letters)):
        found &= ((letters[part] == one) | (turns[part, None] <= 0)).all(axis=0)
        found &= ((letters[part] == other) | (turns[part, None] >= 0)).all(axis=0)
    return found


def _get_parts(state: object) -> tuple[Hashable, ...]:
    """Return the parts of a position that is a tuple or has fields."""
    if isinstance(state, tuple):
        return state
    parts = (getattr(state, name) for name in getattr(state, "__dataclass_fields__", ()))
    return tuple(part for part in parts if isinstance(part, Hashable))
