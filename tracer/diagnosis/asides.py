"""Visits that are no moves: a null move, or the same position searched to another depth first."""

# ruff: noqa: D102 (what the protocol asks for is described where it is given)

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

import numpy as np

from tracer.deciding.thresholds import FEW
from tracer.recording.columns import NO_DEPTH, NO_LINE, Ints
from tracer.recording.no_moves import Null, Pass
from tracer.recording.recording import Recording
from tracer.recording.status import PRUNED


class Tree(Protocol):
    """What is asked of a search: its tree, node by node, and where its nodes are by the rules."""

    @property
    def trace(self) -> Recording: ...
    @property
    def visited(self) -> list[int]: ...
    @property
    def parent(self) -> list[int]: ...
    @property
    def turn(self) -> Sequence[int]: ...
    @property
    def alpha(self) -> list[float]: ...
    @property
    def beta(self) -> list[float]: ...
    @property
    def value(self) -> list[float]: ...
    @property
    def status(self) -> Sequence[int]: ...
    @property
    def depth(self) -> list[int] | None: ...
    @property
    def places(self) -> list[int]: ...
    @property
    def asides(self) -> frozenset[int]: ...
    def children(self, node: int) -> list[int]: ...
    def visits(self, node: int) -> list[int]: ...


def asides(case: Tree) -> frozenset[int]:
    """Null moves and iterations that only ask, and visits in the position of their parent, as to another depth first.

    What they return is no value of a move. They are the lesser part of a search, or else positions are not told apart.
    """
    columns = case.trace.columns
    asks = [number for number, move in case.trace.no_moves.items() if isinstance(move, Null | Pass)]
    told: list[int] = np.flatnonzero(np.isin(columns.move, asks)).tolist() if asks else []
    told = [node for node in told if columns.parent.item(node) not in case.trace.drivers]
    found = [node for node in sorted({*_handed_on(case), *null_moves(case.trace)}) if case.places[node] < 0]
    plain = 2 * len(found) < len(case.visited) - 1 and not _count(case, found)
    return frozenset([*told, *found] if plain else told)


def _handed_on(case: Tree) -> list[int]:
    """The visits in the position of their parent, by the texts, that were asked for another depth."""
    texts = case.trace.columns.text
    if texts is None:
        return []
    text = texts.tolist()
    return [
        node
        for node in case.visited[1:]
        if text[node] >= 0 and text[node] == text[case.parent[node]]
        if case.depth is None or case.depth[node] != case.depth[case.parent[node]]
    ]


def _count(case: Tree, found: list[int]) -> bool:
    """Whether the values of such visits count as a move's do: then the text does not tell positions apart."""
    texts = case.trace.columns.text
    named = texts is not None and not case.trace.texts[texts.item(0)].strip().isdecimal()
    if len(found) > 1 and found == [*range(1, len(found) + 1)] and not named:
        return True  # first moves alone, below the root: its number is 0, and so is that of its first child
    asked, like_moves, aside = set(found), 0, 0
    for parent in {case.parent[node] for node in found}:
        visits, turn = case.visits(parent), case.turn[parent]
        every = [turn * case.value[child] for child in visits]
        others = [value for child, value in zip(visits, every, strict=True) if child not in asked]
        if turn and others and visits[-1] not in asked and max(every) > max(others):
            like_moves += turn * case.value[parent] == max(every)
            aside += turn * case.value[parent] == max(others)
    return like_moves > aside


def counted_children(case: Tree, node: int) -> list[int]:
    """The children of a node that its value follows from: without asides, unless nothing else was visited.

    Moves that were left out on purpose are none.
    """
    children = case.children(node)
    if case.trace.columns.why is not None:
        children = [child for child in children if not case.trace.skips[child]]
    if not case.asides or case.asides.isdisjoint(children):
        return children
    moves = [child for child in children if child not in case.asides]
    if any(case.status[child] != PRUNED for child in moves):
        return moves
    return [child for child in children if child in case.asides]


def ends_with_aside(case: Tree, node: int) -> bool:
    """Whether a node returned at once what such a visit had returned, or what cut there, as after it was verified.

    Where players take turns call by call, a recording takes it for the other player's, and its value for that one's.
    """
    visits, turn, value = case.visits(node), case.turn[node], case.value[node]
    if visits and visits[-1] in case.asides and abs(case.value[visits[-1]]) == abs(value):
        return True
    ends = case.beta if turn > 0 else case.alpha
    for child in visits:
        reached = turn * case.value[child] >= max(turn * ends[node], turn * ends[child])
        if child in case.asides and reached and value in (ends[node], case.value[child]):
            return True
    return False


def hands_on(case: Tree, node: int) -> bool:
    """Whether a node only passed its position on to another call, such as a quiescence search."""
    visits, texts = case.visits(node), case.trace.columns.text
    if texts is None or len(visits) != 1 or case.places[visits[0]] >= 0:
        return False
    return bool(texts[node] == texts[visits[0]] >= 0) and case.turn[node] == case.turn[visits[0]]


def null_moves(trace: Recording) -> set[int]:
    """The visits that are null moves by what was told of positions, depths and lines. O(n)."""
    columns = trace.columns
    visits = np.flatnonzero(columns.status != PRUNED)[1:]
    return set(_by_board(trace, visits)) | set(_by_depth(trace, visits))


def _by_board(trace: Recording, visits: Ints) -> list[int]:
    """The visits whose position has what its parent's has, but for that part of it which says who moves."""
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


def _by_depth(trace: Recording, visits: Ints) -> list[int]:
    """The calls of a line that makes the first call of a node alone, each less deep than all others of the node are."""
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
    """Positions without that part which says who moves; None where there is no such part."""
    part = part_of_player(parts, turns)
    return None if part is None else [(*one[:part], *one[part + 1 :]) for one in parts]


def part_of_player(parts: list[tuple[Hashable, ...]], turns: list[int]) -> int | None:
    """Which part of positions says who moves; None where there is no such part."""
    width = {len(one) for one in parts}
    for part in range(min(width)) if len(width) == 1 else ():
        said = {(one[part], turn) for one, turn in zip(parts, turns, strict=True) if turn}
        if len(said) == len({turn for _, turn in said}) == len({one for one, _ in said}):
            return part
    return None
