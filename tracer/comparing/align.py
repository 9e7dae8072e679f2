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

NOWHERE = -1
"""Stands for no node."""

Keys = npt.NDArray[np.int64]


def align(a: Trace, b: Trace, beat: Beat = unheard) -> tuple[Ints, Ints]:
    """For each node of A its node in B, and the reverse; `NOWHERE` where there is none. O(n log n).

    Moves are matched by their labels. Where a move comes several times below one node, as in a re-search, the k-th
    visit is matched with the k-th visit below the matched parent, so that what is matched is a tree.
    """
    beat(0, len(a))
    slots_a, slots_b, width = _slots(a, b, beat)
    keys, order = sorted_edges(b.columns, slots_b, width)
    in_b = np.full(len(a), NOWHERE, index_dtype(max(len(a), len(b))))
    in_b[0] = 0
    done = len(a) // 2
    for level in levels(a.columns):
        beat(done, len(a))
        done += len(level) // 2
        above = in_b[a.columns.parent[level]].astype(np.int64)
        nodes = level[above >= 0]
        if not len(nodes):
            break
        wanted = above[above >= 0] * width + slots_a[nodes]
        places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        found = keys[places] == wanted
        in_b[nodes[found]] = order[places[found]]
    return in_b, reverse(in_b, len(b))


def reverse(places: Ints, size: int) -> Ints:
    """From where each node lies in another tree, which node lies at each of that tree's `size` places."""
    found = np.full(size, NOWHERE, index_dtype(max(size, len(places))))
    here = np.flatnonzero(places >= 0)
    found[places[here]] = here
    return found


def join_labels(a: Sequence[str], b: Sequence[str]) -> tuple[list[str], Ints, Ints]:
    """Two tables of labels as one, each label once, and where the entries of either stand in it."""
    numbers: dict[str, int] = {}
    places = [
        np.fromiter((numbers.setdefault(text, len(numbers)) for text in labels), np.int64, len(labels))
        for labels in (a, b)
    ]
    return list(numbers), places[0], places[1]


def _slots(a: Trace, b: Trace, beat: Beat) -> tuple[Keys, Keys, int]:
    """A number below the third result for each node: equal where the label and the visit of it are, among siblings."""
    table, *numbers = join_labels(a.move_labels, b.move_labels)
    width = max(1, len(table))
    slots = [_renamed(trace.columns.move, places) for trace, places in zip((a, b), numbers, strict=True)]
    visits = []
    for trace, slot, done in zip((a, b), slots, (1, 2), strict=True):
        visits.append(_visits(trace.columns, slot, width))
        beat(done * len(a) // 6, len(a))
    if any(visit.any() for visit in visits):
        both = np.concatenate([slot + width * visit for slot, visit in zip(slots, visits, strict=True)])
        distinct, inverse = np.unique(both, return_inverse=True)
        both, width = inverse.reshape(-1), len(distinct)
        slots = [both[: len(a)], both[len(a) :]]
    return slots[0], slots[1], width


def _renamed(move: Ints, places: Ints) -> Keys:
    """The labels' numbers of moves; 0 at the root."""
    numbers = np.zeros(len(move), np.int64)
    numbers[1:] = places[move[1:]]
    return numbers


def _visits(columns: Columns, slots: Keys, width: int) -> Keys:
    """How many earlier siblings of each node have its label."""
    keys, order = sorted_edges(columns, slots, width)
    again = np.zeros(len(keys), bool)
    again[1:] = keys[1:] == keys[:-1]
    visits = np.zeros(len(keys), np.int64)
    if again.any():
        places = np.arange(len(keys))
        visits[order] = places - np.maximum.accumulate(np.where(again, 0, places))
    return visits


def sorted_edges(columns: Columns, slots: Keys, width: int) -> tuple[Keys, Ints]:
    """The pairs of parent and slot as rising numbers, and the nodes in that order."""
    keys: Keys = columns.parent.astype(np.int64) * width + slots
    order = np.argsort(keys, kind="stable")
    return keys[order], order


def levels(columns: Columns) -> list[Array]:
    """The nodes of each ply from 1 on."""
    deepest = int(columns.ply.max())
    # Sorting 16-bit integers takes time proportional to their number.
    ply = columns.ply.astype(np.uint16 if deepest < 2**16 else np.int32)
    return np.split(np.argsort(ply, kind="stable"), np.cumsum(np.bincount(ply)))[1:-1]


_LONGEST = 100
"""Characters of a game that are written out in a message."""


def demand_same_root(a: Trace, b: Trace) -> None:
    """Refuse traces of different games or root positions.

    One position may be written in two ways: where a game is at hand, positions are compared by its key. A trace whose
    header names no game is taken to be of the other's. Two recordings of scripts, whose games nobody knows, are of one
    game where they told one root position.

    Raises:
        PlyscopeError: they differ, or differ in writing and no game can tell; the message has both.
        GameError: the game raised.
    """
    if _name(a) and _name(b) and not _same_game(a, b):
        if a.game is None and b.game is None:
            _demand_same_told(a, b)
            return
        found = f"these are traces of different games: {_name(a)} and {_name(b)}; compare searches of one"
        raise PlyscopeError(found + (_how_to_name(a, b) if b.game is None else _how_to_name(b, a)))
    texts = a.header.position, b.header.position
    game = a.game if a.game is not None else b.game
    if game is None:
        if texts[0] != texts[1]:
            raise PlyscopeError(
                f"the root positions are written differently, {_positions(a, b)}, and without the game "
                f"{_name(a) or _name(b) or '?'} nobody can tell whether they are one: give it with --game"
            )
    elif not (_same_position(game, a, b) or (texts[0] == texts[1] and not _is_comparable(game))):
        raise PlyscopeError(f"these traces begin at different positions of {describe(game)}: {_positions(a, b)}")


def _demand_same_told(a: Trace, b: Trace) -> None:
    """Refuse searches of different names that did not tell one root position, or have no move of it in common."""
    names, told = f"{_name(a)} and {_name(b)}", (a.text(0), b.text(0))
    if told[0] is None or told[1] is None:
        raise PlyscopeError(
            f"these are traces of different games: {names}; nobody knows whether they are versions of one search, for "
            f"a root position was not recorded: give the game of both with --game"
        )
    if told[0] != told[1] or a.columns.turn[0] != b.columns.turn[0]:
        raise PlyscopeError(
            f"{names} begin at different positions, {_told(a)} and {_told(b)}: record both from the same one"
        )
    moves = [{trace.label(child) for child in trace.children(0)} for trace in (a, b)]
    if all(moves) and not moves[0] & moves[1]:
        raise PlyscopeError(
            f"{names} have no move of the root in common, {short(min(moves[0]))} and {short(min(moves[1]))} are moves "
            f"there: have both name their moves alike and record them again"
        )


def _how_to_name(known: Trace, unknown: Trace) -> str:
    """What to do where a trace without its game may be of the other's."""
    if known.game is None or unknown.game is not None:
        return ""
    spec = spec_of(known.game)
    option = f"--game {shlex.quote(spec)}" if len(spec) <= _LONGEST else f"--game and the {_name(known)}"
    return f", or, if {_name(unknown)} is a search of the same one, record it once more with {option}"


def _told(trace: Trace) -> str:
    to_move = "MAX" if trace.columns.turn[0] > 0 else "MIN"
    return f"{short(' '.join((trace.text(0) or '').split()))} ({to_move} to move)"


def _name(trace: Trace) -> str:
    return trace.header.name or ("" if trace.game is None else describe(trace.game))


def _same_game(a: Trace, b: Trace) -> bool:
    if _spec(a) == _spec(b):
        return True
    return a.game is not None and b.game is not None and spec_of(a.game) == spec_of(b.game)


def _spec(trace: Trace) -> str:
    return trace.header.game or ("" if trace.game is None else spec_of(trace.game))


def _positions(a: Trace, b: Trace) -> str:
    return " and ".join(clean(" ".join((trace.header.position or "the start").split())) for trace in (a, b))


def _same_position(game: AnyGame, a: Trace, b: Trace) -> bool:
    if (a.game is None or b.game is None) and a.header.position == b.header.position:
        return True
    with blame(game):
        roots = [
            resolve_position(game, trace.header.position) if trace.game is None else trace.start() for trace in (a, b)
        ]
    return _equal(without_preference(game), *map(untimed_state, roots))


def _is_comparable(game: AnyGame) -> bool:
    """Whether one position, made twice, is equal to itself: the states of a user's game need not be."""
    with blame(game):
        return _equal(without_preference(game), untimed_state(game.start()), untimed_state(game.start()))


def _equal(game: AnyGame, one: Any, other: Any) -> bool:
    own = optional(game, "key")
    with blame(game):
        keys = (one, other) if own is None else (own(one), own(other))
    try:
        return bool(keys[0] == keys[1])
    except Exception:  # such as an array's, which has no one answer
        return False
