"""The numbers of the moves that lead to calls: what changed between two positions is named once."""

from __future__ import annotations

from collections.abc import Hashable, MutableMapping
from typing import Any, NamedTuple

import numpy as np

from tracer.assembling.batch import Batch
from tracer.assembling.call_rows import Visit
from tracer.assembling.moves_of import Moves, ordinal, plain_change
from tracer.assembling.texts import Position
from tracer.deciding.thresholds import REMEMBERED
from tracer.recording.columns import Ints
from tracer.recording.no_moves import NoMove, Pass

_NOT_PLAIN = -2
_MANY = 1 << 32


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

    Args:
        batch: the calls.
        rows: those that are named after their positions.
    """

    def __init__(self, batch: Batch, rows: Ints) -> None:
        self._batch = batch
        above = batch.parent[rows]
        rows = rows[(batch.parent[above] != batch.driver) | (batch.code[above] == batch.code[rows])]
        self._open = np.ones(len(batch), bool)
        self._open[batch.left_rows] = False
        self._open[: batch.carried] = True
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
        if batch.at[row] is batch.at[parent]:  # no move was made
            return 1
        if parent not in self._made:
            self._made[parent] = batch.visit(parent).ways if self._open[parent] else {}
        ways = self._made[parent].setdefault((batch.at[row], name), [])
        way = _Way(int(batch.called_at[row]), batch.depths[row], float(batch.alpha[row]), float(batch.beta[row]))
        ways.append(way)
        return sum(way.adds_nothing_to(one) for one in ways)


class Naming:
    """Names the moves of one search.

    Args:
        moves: names what is not plain.
        numbers: of the moves; asked for another one, it gives the next.
    """

    def __init__(self, moves: Moves, numbers: MutableMapping[Hashable, int]) -> None:
        self._moves, self._numbers = moves, numbers
        self.no_moves: set[int] = set()
        """The numbers of what is no move."""
        self._positions: dict[Position | None, int] = {None: 0}
        self._changes: dict[int, int] = {}
        """The move from a position to another, by both numbers."""

    def shift(self) -> None:
        """All moves have the next number: there is another one before them."""
        self._changes.clear()
        self.no_moves = {0, *(number + 1 for number in self.no_moves)}

    def number(self, batch: Batch) -> None:
        """Fill in the moves of a batch, as far as the positions tell them; each new one has the next number."""
        rows = np.arange(batch.carried, len(batch))
        rows = rows[batch.parent[rows] >= 0]
        said = [row for row in batch.rows_said if row >= batch.carried and batch.parent[row] >= 0]
        if said:
            rows = np.setdiff1d(rows, said, assume_unique=True)
        kinds, first, inverse = self._kinds(batch, rows)
        new: dict[int, tuple[int, str]] = {}
        for kind, row in zip(kinds, first, strict=True):
            if kind not in self._changes:
                move = self._change(batch, row)
                if move is None:
                    self._changes[kind] = _NOT_PLAIN
                else:
                    new[row] = kind, move
        not_plain = np.array([self._changes.get(kind) == _NOT_PLAIN for kind in kinds], bool)
        alone, twins = set(rows[not_plain[inverse]].tolist()), _Twins(batch, rows)
        apart: dict[int, int] = {}
        for row in sorted({*said, *new, *alone, *twins.rows}):
            if batch.said[row] is not None:
                batch.move[row] = self._of(batch.said[row])
            elif row in new:
                kind, move = new[row]
                self._changes[kind] = self._numbers[move]
            elif row in alone:
                batch.move[row] = self.alone(batch.visit(row))
            if row in twins.rows and (name := self._name(batch, row, alone=row in alone)) is not None:
                which = twins.which(row, name)
                if which > 1:
                    apart[row] = self._numbers[f"{name} ({which})"]
        of_kind = np.array([self._changes[kind] for kind in kinds], np.int64)
        plain = ~not_plain[inverse]
        batch.move[rows[plain]] = of_kind[inverse[plain]]
        for row, number in apart.items():
            batch.move[row] = number

    def _kinds(self, batch: Batch, rows: Ints) -> tuple[list[int], list[int], Ints]:
        """The different steps from a position to another, the first call with each, and which of them each call has."""
        if len(self._positions) > REMEMBERED:
            self._positions = {None: 0}
            self._changes.clear()
        known = self._positions
        positions = np.array([known.setdefault(at, len(known)) for at in batch.positions])[batch.position]
        codes = positions[batch.parent[rows]] * _MANY + positions[rows]
        unknown = positions[rows] == 0
        if unknown.any():  # such a move is told by its ply and its place
            codes[unknown] = -1 - (batch.ply[rows] * _MANY + batch.index[rows])[unknown]
        kinds, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
        return kinds.tolist(), rows[first].tolist(), inverse.reshape(-1)

    def _name(self, batch: Batch, row: int, *, alone: bool) -> Hashable:
        """Return the name of the move to a call, without the number of a twin; None if it is no move."""
        if not alone:
            return self._change(batch, row)
        visit = batch.visit(row)
        drawn = visit.above is not None and visit.above.outcomes is not None  # which are told apart already
        return None if drawn or isinstance(visit.move, NoMove) else visit.move

    @staticmethod
    def _change(batch: Batch, row: int) -> str | None:
        """The move that leads to a call, as far as its place or the positions alone tell it."""
        above = int(batch.parent[row])
        if (after := batch.at[row]) is None:
            return ordinal(int(batch.ply[above]), int(batch.index[row]))
        return plain_change(batch.at[above], after)

    def alone(self, visit: Visit) -> int:
        """The number of a move that is named for itself, in the order of calls."""
        above, said = visit.above, visit.said
        assert above is not None
        move = said if isinstance(said, Pass) else self._moves.between(above, visit, said)
        if above.outcomes is not None and not self._moves.of_a_game:
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
