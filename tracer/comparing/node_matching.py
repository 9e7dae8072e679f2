"""Which node of one trace is which node of another that began at the same position: the same moves from the root."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tracer.errors import PlyscopeError
from tracer.games.game_variants import untimed_state, without_preference
from tracer.games.root_positions import resolve_position
from tracer.games.rules import AnyGame, blame, describe, optional, spec_of
from tracer.recording.columns import Array, Columns, Ints, index_dtype
from tracer.recording.slices import Beat, unheard
from tracer.text import clean, short
from tracer.tracing import Trace

NO_MATCH = -1
"""Stands for no node."""

Keys = npt.NDArray[np.int64]


def match_nodes(a: Trace, b: Trace, progress: Beat = unheard) -> tuple[Ints, Ints]:
    """For each node of A its node in B, and the reverse; `NO_MATCH` where there is none. O(n log n).

    Moves are matched by their labels. Where a move comes several times below one node, as in a re-search, the k-th
    visit is matched with the k-th visit below the matched parent, so that what is matched is a tree.
    """
    progress(0, len(a))
    edges_a, edges_b, width = _number_edges(a, b, progress)
    keys, order = sort_edge_keys(b.columns, edges_b, width)
    in_b = np.full(len(a), NO_MATCH, index_dtype(max(len(a), len(b))))
    in_b[0] = 0
    aligned_count = len(a) // 2
    for ply_nodes in group_nodes_by_ply(a.columns):
        progress(aligned_count, len(a))
        aligned_count += len(ply_nodes) // 2
        parents_in_b = in_b[a.columns.parent[ply_nodes]].astype(np.int64)
        nodes = ply_nodes[parents_in_b >= 0]
        if not len(nodes):
            break
        wanted_keys = parents_in_b[parents_in_b >= 0] * width + edges_a[nodes]
        key_indices = np.minimum(np.searchsorted(keys, wanted_keys), len(keys) - 1)
        is_found = keys[key_indices] == wanted_keys
        in_b[nodes[is_found]] = order[key_indices[is_found]]
    return in_b, invert_matches(in_b, len(b))


def invert_matches(matches: Ints, size: int) -> Ints:
    """From where each node lies in another tree, which node lies at each of that tree's `size` places."""
    inverse = np.full(size, NO_MATCH, index_dtype(max(size, len(matches))))
    matched_nodes = np.flatnonzero(matches >= 0)
    inverse[matches[matched_nodes]] = matched_nodes
    return inverse


def merge_labels(a: Sequence[str], b: Sequence[str]) -> tuple[list[str], Ints, Ints]:
    """Two tables of labels as one, each label once, and where the entries of either stand in it."""
    numbers: dict[str, int] = {}
    numberings = [
        np.fromiter((numbers.setdefault(text, len(numbers)) for text in labels), np.int64, len(labels))
        for labels in (a, b)
    ]
    return list(numbers), numberings[0], numberings[1]


def _number_edges(a: Trace, b: Trace, progress: Beat) -> tuple[Keys, Keys, int]:
    """A number below the third result for each node: equal where the label and the visit of it are, among siblings."""
    labels, *numbers = merge_labels(a.move_labels, b.move_labels)
    width = max(1, len(labels))
    edges = [
        _renumber_moves(trace.columns.move, new_numbers) for trace, new_numbers in zip((a, b), numbers, strict=True)
    ]
    visits = []
    for trace, trace_edges, done_parts in zip((a, b), edges, (1, 2), strict=True):
        visits.append(_count_earlier_visits(trace.columns, trace_edges, width))
        progress(done_parts * len(a) // 6, len(a))
    if any(visit.any() for visit in visits):
        all_edges = np.concatenate(
            [trace_edges + width * visit for trace_edges, visit in zip(edges, visits, strict=True)]
        )
        distinct, inverse = np.unique(all_edges, return_inverse=True)
        all_edges, width = inverse.reshape(-1), len(distinct)
        edges = [all_edges[: len(a)], all_edges[len(a) :]]
    return edges[0], edges[1], width


def _renumber_moves(move: Ints, new_numbers: Ints) -> Keys:
    """The labels' numbers of moves; 0 at the root."""
    numbers = np.zeros(len(move), np.int64)
    numbers[1:] = new_numbers[move[1:]]
    return numbers


def _count_earlier_visits(columns: Columns, edges: Keys, width: int) -> Keys:
    """How many earlier siblings of each node have its label."""
    keys, order = sort_edge_keys(columns, edges, width)
    is_repeat = np.zeros(len(keys), bool)
    is_repeat[1:] = keys[1:] == keys[:-1]
    visits = np.zeros(len(keys), np.int64)
    if is_repeat.any():
        indices = np.arange(len(keys))
        visits[order] = indices - np.maximum.accumulate(np.where(is_repeat, 0, indices))
    return visits


def sort_edge_keys(columns: Columns, edges: Keys, width: int) -> tuple[Keys, Ints]:
    """The pairs of parent and slot as rising numbers, and the nodes in that order."""
    keys: Keys = columns.parent.astype(np.int64) * width + edges
    order = np.argsort(keys, kind="stable")
    return keys[order], order


def group_nodes_by_ply(columns: Columns) -> list[Array]:
    """The nodes of each ply from 1 on."""
    max_ply = int(columns.ply.max())
    # Sorting 16-bit integers takes time proportional to their number.
    ply = columns.ply.astype(np.uint16 if max_ply < 2**16 else np.int32)
    return np.split(np.argsort(ply, kind="stable"), np.cumsum(np.bincount(ply)))[1:-1]


_MAX_SPEC_LENGTH = 100
"""Characters of a game that are written out in a message."""


def require_same_root(a: Trace, b: Trace) -> None:
    """Refuse traces of different games or root positions.

    One position may be written in two ways: where a game is at hand, positions are compared by its key. A trace whose
    header names no game is taken to be of the other's. Two recordings of scripts, whose games nobody knows, are of one
    game where they told one root position.

    Raises:
        PlyscopeError: they differ, or differ in writing and no game can tell; the message has both.
        GameError: the game raised.
    """
    if _game_name(a) and _game_name(b) and not _is_same_game(a, b):
        if a.game is None and b.game is None:
            _require_same_recorded_root(a, b)
            return
        problem = f"these are traces of different games: {_game_name(a)} and {_game_name(b)}; compare searches of one"
        raise PlyscopeError(problem + (_suggest_game_option(a, b) if b.game is None else _suggest_game_option(b, a)))
    texts = a.header.position, b.header.position
    game = a.game if a.game is not None else b.game
    if game is None:
        if texts[0] != texts[1]:
            raise PlyscopeError(
                f"the root positions are written differently, {_format_positions(a, b)}, and without the game "
                f"{_game_name(a) or _game_name(b) or '?'} nobody can tell whether they are one: give it with --game"
            )
    elif not (_is_same_position(game, a, b) or (texts[0] == texts[1] and not _is_comparable(game))):
        raise PlyscopeError(f"these traces begin at different positions of {describe(game)}: {_format_positions(a, b)}")


def _require_same_recorded_root(a: Trace, b: Trace) -> None:
    """Refuse searches of different names that did not tell one root position, or have no move of it in common."""
    names, root_texts = f"{_game_name(a)} and {_game_name(b)}", (a.text(0), b.text(0))
    if root_texts[0] is None or root_texts[1] is None:
        raise PlyscopeError(
            f"these are traces of different games: {names}; nobody knows whether they are versions of one search, for "
            f"a root position was not recorded: give the game of both with --game"
        )
    if root_texts[0] != root_texts[1] or a.columns.turn[0] != b.columns.turn[0]:
        raise PlyscopeError(
            f"{names} begin at different positions, {_describe_root(a)} "
            f"and {_describe_root(b)}: record both from the same one"
        )
    moves = [{trace.label(child) for child in trace.children(0)} for trace in (a, b)]
    if all(moves) and not moves[0] & moves[1]:
        raise PlyscopeError(
            f"{names} have no move of the root in common, {short(min(moves[0]))} and {short(min(moves[1]))} are moves "
            f"there: have both name their moves alike and record them again"
        )


def _suggest_game_option(known: Trace, unknown: Trace) -> str:
    """What to do where a trace without its game may be of the other's."""
    if known.game is None or unknown.game is not None:
        return ""
    spec = spec_of(known.game)
    option = f"--game {shlex.quote(spec)}" if len(spec) <= _MAX_SPEC_LENGTH else f"--game and the {_game_name(known)}"
    return f", or, if {_game_name(unknown)} is a search of the same one, record it once more with {option}"


def _describe_root(trace: Trace) -> str:
    to_move = "MAX" if trace.columns.turn[0] > 0 else "MIN"
    return f"{short(' '.join((trace.text(0) or '').split()))} ({to_move} to move)"


def _game_name(trace: Trace) -> str:
    return trace.header.name or ("" if trace.game is None else describe(trace.game))


def _is_same_game(a: Trace, b: Trace) -> bool:
    if _game_spec(a) == _game_spec(b):
        return True
    return a.game is not None and b.game is not None and spec_of(a.game) == spec_of(b.game)


def _game_spec(trace: Trace) -> str:
    return trace.header.game or ("" if trace.game is None else spec_of(trace.game))


def _format_positions(a: Trace, b: Trace) -> str:
    return " and ".join(clean(" ".join((trace.header.position or "the start").split())) for trace in (a, b))


def _is_same_position(game: AnyGame, a: Trace, b: Trace) -> bool:
    if (a.game is None or b.game is None) and a.header.position == b.header.position:
        return True
    with blame(game):
        root_states = [
            resolve_position(game, trace.header.position) if trace.game is None else trace.start() for trace in (a, b)
        ]
    return _is_equal_state(without_preference(game), *map(untimed_state, root_states))


def _is_comparable(game: AnyGame) -> bool:
    """Whether one position, made twice, is equal to itself: the states of a user's game need not be."""
    with blame(game):
        return _is_equal_state(without_preference(game), untimed_state(game.start()), untimed_state(game.start()))


def _is_equal_state(game: AnyGame, state: Any, other: Any) -> bool:
    key_of = optional(game, "key")
    with blame(game):
        keys = (state, other) if key_of is None else (key_of(state), key_of(other))
    try:
        return bool(keys[0] == keys[1])
    except Exception:  # such as an array's, which has no one answer
        return False
