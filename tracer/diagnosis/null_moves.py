"""Null moves, and the part of a position that specifies who moves, as texts, depths and lines show them."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from tracer.deciding.thresholds import FEW
from tracer.recording.columns import NO_DEPTH, NO_LINE, Ints
from tracer.recording.recording import Recording
from tracer.recording.status import PRUNED


def null_moves(trace: Recording) -> set[int]:
    """Return the visits that are null moves by what was told of positions, depths and lines. O(n)."""
    columns = trace.columns
    visits = np.flatnonzero(columns.status != PRUNED)[1:]
    return set(_find_by_board(trace, visits)) | set(_find_by_depth(trace, visits))


def _find_by_board(trace: Recording, visits: Ints) -> list[int]:
    """Return the visits whose position has what its parent's has, but for that part of it which says who moves."""
    columns, text = trace.columns, trace.columns.text
    if text is None:
        return []
    met, number = np.unique(text, return_inverse=True)
    turns = np.zeros(len(met), np.int64)
    turns[number[visits]] = columns.turn[visits]
    known = [place for place, one in enumerate(met.tolist()) if one >= 0]
    words: list[tuple[Hashable, ...]] = [tuple(trace.texts[int(met[place])].split()) for place in known]
    kept = without_player(words, turns[known].tolist())
    if kept is None or len(set(kept)) < FEW:
        return []
    numbers: dict[Hashable, int] = {}
    board = np.full(len(met), -1)
    board[known] = [numbers.setdefault(one, len(numbers)) for one in kept]
    above = columns.parent[visits]
    same = (board[number[visits]] == board[number[above]]) & (board[number[visits]] >= 0)
    found: list[int] = visits[
        same & (columns.turn[visits] == -columns.turn[above]) & (columns.turn[above] != 0)
    ].tolist()
    return found


def _find_by_depth(trace: Recording, visits: Ints) -> list[int]:
    """Return the calls of a line that makes a node's first call alone, each less deep than the node's other calls."""
    columns, line, depth = trace.columns, trace.columns.called_at, trace.columns.depth
    if line is None or depth is None or not len(visits):
        return []
    above = columns.parent[visits]
    told = (depth[visits] != NO_DEPTH) & (depth[above] != NO_DEPTH) & (line[visits] != NO_LINE)
    less = np.where(told, depth[above].astype(np.int64) - depth[visits], 0)
    first = visits == above + 1
    least = np.full(len(columns), np.iinfo(np.int64).max)
    others = np.zeros(len(columns), bool)
    later = told & ~first
    np.minimum.at(least, above[later], less[later])
    same_line = later & (line[visits] == line[np.minimum(above + 1, len(columns) - 1)])
    others[above[same_line]] = True
    found: list[int] = []
    for one in np.unique(line[visits[told & first & (less > 1)]]).tolist():
        mine = told & (line[visits] == one)
        compared = mine & (least[above] < np.iinfo(np.int64).max)
        lonely = (first & ~others[above])[mine].all()
        if lonely and compared.sum() >= FEW and (less > np.maximum(least[above], 1))[compared].all():
            found += visits[mine & (less > 1)].tolist()
    return found


def without_player(parts: list[tuple[Hashable, ...]], turns: list[int]) -> list[Hashable] | None:
    """Return positions without that part which says who moves; None where there is no such part."""
    part = part_of_player(parts, turns)
    return None if part is None else [(*one[:part], *one[part + 1 :]) for one in parts]


def part_of_player(parts: list[tuple[Hashable, ...]], turns: list[int]) -> int | None:
    """Return which part of positions says who moves; None where there is no such part."""
    width = {len(one) for one in parts}
    for part in range(min(width)) if len(width) == 1 else ():
        said = {(one[part], turn) for one, turn in zip(parts, turns, strict=True) if turn}
        if len(said) == len({turn for _, turn in said}) == len({one for one, _ in said}):
            return part
    return None
