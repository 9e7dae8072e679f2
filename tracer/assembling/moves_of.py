"""The moves of a search that tells of none: what leads from one position to another is named once, and numbered."""

from __future__ import annotations

from collections.abc import Hashable, MutableMapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from tracer.assembling.batch import Batch
from tracer.assembling.branches import Branches
from tracer.assembling.call_rows import Visit
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.thresholds import REMEMBERED
from tracer.games.comparable_objects import wrap_comparable
from tracer.games.move_names import name_move
from tracer.games.rules import label
from tracer.games.snapshot_changes import describe_changed_squares, name_changes
from tracer.recording.columns import Ints
from tracer.recording.no_moves import NoMove, Null, Pass
from tracer.text import clean

_NOT_PLAIN = -2
_MANY = 1 << 32


def _line(visit: Visit) -> list[Hashable]:
    found: list[Hashable] = []
    above: Visit | None = visit
    while above is not None and above.above is not None:
        if not isinstance(above.move, Pass):
            found.append(above.move)
        above = above.above
    return found[::-1]


def _guessed(parent: Visit, visit: Visit, searched: dict[Hashable, Hashable]) -> Hashable:
    """What stands for the move where neither the game nor the call says it; None where nothing names it."""
    move = None
    before, after = parent.snapshot, visit.snapshot
    known = parent.at is not None and visit.at is not None
    if known and after == before and not parent.turn and parent.legal is None:
        return None  # what chance did is no part of the position
    if parent.legal is None and (squares := describe_changed_squares(before, after)) is not None:
        return next((known for known, state in searched.items() if state == after), squares)
    if known and parent.branches is None:
        parent.branches = Branches(before, parent.ply)
    inside = parent.branches.to(after) if known and parent.branches is not None else []
    if inside and parent.legal is None:
        return next((one for one in inside if one not in searched), inside[0])
    if visit.at is not None and len(inside) < 2:  # equal branches of a tree are several moves all the same
        move = next((known for known, state in searched.items() if state == after), None)
    if move is None and parent.legal is not None and len(searched) < len(parent.legal):
        move = parent.legal[len(searched)]
    if move is None and known:
        names = name_changes(before, after)
        move = next((name for name in names if name not in searched), None)
        if move is None and names:  # they are cut, or say not all that changed
            move = f"{names[-1]} ({visit.index + 1})"
    return move


ordinal = lru_cache(1 << 12)(name_move)
"""The name of a move that nothing names, by its ply and its place."""


class _Told(str):
    """The label of what is no move of the game, among the game's moves."""

    __slots__ = ()


class _Way(NamedTuple):
    """How a call was made."""

    called_at: int
    depth: Any
    alpha: float
    beta: float

    def adds_nothing_to(self, other: _Way) -> bool:
        """Return whether this call can learn nothing that an earlier call did not."""
        within = other.alpha <= self.alpha and self.beta <= other.beta
        return within and self[:2] == other[:2]


class _Twins:
    """Tells calls apart that one call makes for several moves to equal positions, as where piles are sorted.

    A call that is made on the same line, for the same depth and with no more of a window than an earlier one tells
    nothing new of the same move: it is that of another one. The function above a search may go on for a greater depth,
    which its calls need not show.
    """

    def __init__(self, batch: Batch, rows: Ints) -> None:
        self._batch = batch
        above = batch.parent[rows]
        rows = rows[(batch.parent[above] != batch.driver_row) | (batch.code[above] == batch.code[rows])]
        self._open = np.ones(len(batch), bool)
        self._open[batch.returned_rows] = False
        self._open[: batch.carried_over_count] = True
        codes = batch.parent[rows] * _MANY + batch.position[rows]
        _, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
        again = (counts[inverse.reshape(-1)] > 1) | self._open[batch.parent[rows]]
        self.rows = set(rows[again].tolist())
        """Calls that may be such, or have such among their later siblings."""
        self._made: dict[int, dict[Hashable, list[_Way]]] = {}

    def which(self, row: int, name: Hashable) -> int:
        """Return which of the moves with one name a call is for, counted from 1; to be asked in the order of calls."""
        batch = self._batch
        parent = int(batch.parent[row])
        if batch.call_positions[row] is batch.call_positions[parent]:  # no move was made
            return 1
        if parent not in self._made:
            self._made[parent] = batch.visit(parent).ways if self._open[parent] else {}
        ways = self._made[parent].setdefault((batch.call_positions[row], name), [])
        way = _Way(int(batch.called_at[row]), batch.depths[row], float(batch.alpha[row]), float(batch.beta[row]))
        ways.append(way)
        return sum(way.adds_nothing_to(one) for one in ways)


def _change(batch: Batch, above: int, row: int) -> str | None:
    """The move from one call to another, as far as its place or the positions alone tell it."""
    if (after := batch.call_positions[row]) is None:
        return ordinal(int(batch.ply[above]), int(batch.index[row]))
    before = batch.call_positions[above]
    return None if before is None else describe_changed_squares(before.snapshot, after.snapshot)


class Moves:
    """Names the moves of one search."""

    def __init__(
        self,
        referee: Referee | None,
        numbers: MutableMapping[Hashable, int],
        names: MutableMapping[int, str | None],
    ) -> None:
        self._referee, self._numbers, self._names = referee, numbers, names
        self.no_moves: set[int] = set()
        """The numbers of what is no move."""
        self._changes: dict[int, int] = {}
        """The move from a position to another, by both numbers."""
        self.illegal: str | None = None
        """The path to the first node to which no legal move leads."""

    def _between(self, parent: Visit, visit: Visit, said: Hashable) -> Hashable:
        """The move from one call to another: a legal move, what the call says, the difference, or its place."""
        referee = self._referee
        searched = parent.searched
        if searched is None:
            searched = parent.searched = {}
        if referee is not None and parent.place is not UNKNOWN and visit.place is not UNKNOWN:
            legal = referee.moves_between(parent.place, visit.place)
            if said is None or said not in (alike := list(map(wrap_comparable, legal))):
                move = next((move for move in legal if move not in searched), None)
            else:
                move = legal[alike.index(said)]
            if legal:
                move = legal[0] if move is None else move
                searched[move] = visit.snapshot
                visit.place = referee.reached(parent.place, move, visit.place)
                return move
            if referee.is_null(parent.place, visit.place):
                return Null()
        if referee is not None and self.illegal is None:
            self.illegal = "/".join(map(self.written, _line(parent))) or "the root"
        move = said if said is not None else _guessed(parent, visit, searched)
        if move is None:  # by a letter and a place it might be called as a legal move is
            move = ordinal(parent.ply, visit.index) if referee is None else str(visit.index + 1)
        if referee is not None and move not in map(wrap_comparable, self.legal(parent)):
            move = _Told(move)
        searched[move] = visit.snapshot
        return move

    def written(self, move: Hashable) -> str:
        """A move as people write it."""
        if isinstance(move, _Told | NoMove) or self._referee is None:
            return clean(str(move))
        return label(self._referee.game, move)

    def over(self, visit: Visit) -> bool | None:
        """Whether the game is over at a call; None where nobody knows."""
        if self._referee is not None and visit.place is not UNKNOWN:
            return self._referee.utility(visit.place) is not None
        return None if visit.legal is None else not visit.legal

    def legal(self, visit: Visit) -> list[Hashable]:
        """The legal moves of a call, as far as they are known."""
        if visit.legal is not None:
            return visit.legal
        return [] if self._referee is None or visit.place is UNKNOWN else self._referee.legal(visit.place)

    def shift(self) -> None:
        """All moves have the next number: there is another one before them."""
        self._changes.clear()
        self.no_moves = {0, *(number + 1 for number in self.no_moves)}

    def number(self, batch: Batch) -> None:
        """Fill in the moves of a batch, as far as the positions tell them; each new one has the next number."""
        rows = np.arange(batch.carried_over_count, len(batch))
        rows = rows[batch.parent[rows] >= 0]
        said = [row for row in batch.rows_with_moves if row >= batch.carried_over_count and batch.parent[row] >= 0]
        if said:
            rows = np.setdiff1d(rows, said, assume_unique=True)
        kinds, first, inverse = self._kinds(batch, rows)
        changes = list(map(self._changes.get, kinds))
        new: dict[int, tuple[int, str]] = {}
        fresh = [place for place, change in enumerate(changes) if change is None]
        above = batch.parent[[first[place] for place in fresh]].tolist() if fresh else []
        for place, up in zip(fresh, above, strict=True):
            move = self._step(kinds[place], batch, up, first[place])
            if move is None:
                self._changes[kinds[place]] = changes[place] = _NOT_PLAIN
            else:
                new[first[place]] = place, move
        twins = _Twins(batch, rows)
        alone: set[int] = set()
        if _NOT_PLAIN in changes:
            alone.update(rows[np.array([change == _NOT_PLAIN for change in changes])[inverse]].tolist())
        apart: dict[int, int] = {}
        for row in sorted({*said, *new, *alone, *twins.rows}):
            if row in new:
                place, move = new[row]
                self._changes[kinds[place]] = changes[place] = self._numbers[move]
            elif batch.said_moves[row] is not None:
                batch.move[row] = self._of(batch.said_moves[row])
            elif row in alone:
                batch.move[row] = self.alone(batch.visit(row))
            if row in twins.rows and (name := self._name(batch, row, alone=row in alone)) is not None:
                which = twins.which(row, name)
                if which > 1:
                    apart[row] = self._numbers[f"{name} ({which})"]
        found = np.array(changes, np.int64)[inverse]
        plain = found != _NOT_PLAIN
        batch.move[rows[plain]] = found[plain]
        for row, number in apart.items():
            batch.move[row] = number

    def _kinds(self, batch: Batch, rows: Ints) -> tuple[list[int], list[int], Ints]:
        """The different steps from a position to another, the first call with each, and which of them each call has."""
        for known in (self._changes, self._names):
            if len(known) > REMEMBERED:
                known.clear()
        numbers = [0 if at is None else at.number for at in batch.positions]
        positions = np.array(numbers, np.int64)[batch.position]
        codes = positions[batch.parent[rows]] * _MANY + positions[rows]
        unknown = positions[rows] == 0
        if unknown.any():  # such a move is told by its ply and its place
            codes[unknown] = -1 - (batch.ply[rows] * _MANY + batch.index[rows])[unknown]
        kinds, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
        return kinds.tolist(), rows[first].tolist(), inverse.reshape(-1)

    def _step(self, kind: int, batch: Batch, above: int, row: int) -> str | None:
        """Return the name of a step from a position to another, which an earlier search may have found."""
        if kind in self._names:
            return self._names[kind]
        move = _change(batch, above, row)
        if kind >= 0:
            self._names[kind] = move
        return move

    def _name(self, batch: Batch, row: int, *, alone: bool) -> Hashable:
        """Return the name of the move to a call, without the number of a twin; None if it is no move."""
        if not alone:
            return _change(batch, int(batch.parent[row]), row)
        visit = batch.visit(row)
        drawn = visit.above is not None and visit.above.outcomes is not None  # which are told apart already
        return None if drawn or isinstance(visit.move, NoMove) else visit.move

    def alone(self, visit: Visit) -> int:
        """The number of a move that is named for itself, in the order of calls."""
        above, said = visit.above, visit.said
        assert above is not None
        move = said if isinstance(said, Pass) else self._between(above, visit, said)
        if above.outcomes is not None and self._referee is None:
            drawn = above.drawn = set() if above.drawn is None else above.drawn
            if move in drawn:  # chance drew another one, though it leads to the same position
                move = f"{move} ({visit.index + 1})"
            drawn.add(move)
        visit.move = move
        return self._of(move)

    def _of(self, move: Hashable) -> int:
        number = self._numbers[move]
        if isinstance(move, NoMove):
            self.no_moves.add(number)
        return number
