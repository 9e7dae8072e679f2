"""The numbers of the moves that lead to calls: what changed between two positions is named once."""

from __future__ import annotations

from collections.abc import Hashable, MutableMapping

import numpy as np

from tracer.assembling.batch import Batch
from tracer.assembling.moves_of import Moves, ordinal, plain_change
from tracer.assembling.texts import Position
from tracer.assembling.visit import Visit
from tracer.recording.columns import Ints
from tracer.recording.no_moves import NoMove, Pass

_KEPT = 1 << 16
"""Positions whose numbers are remembered, about."""
_NOT_PLAIN = -2
_MANY = 1 << 32


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
        said = [
            row
            for row, one in enumerate(batch.said)
            if one is not None and row >= batch.carried and batch.parent[row] >= 0
        ]
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
        alone = rows[not_plain[inverse]].tolist()
        for row in sorted({*said, *new, *alone}):
            if batch.said[row] is not None:
                batch.move[row] = self._of(batch.said[row])
            elif row in new:
                kind, move = new[row]
                self._changes[kind] = self._numbers[move]
            else:
                batch.move[row] = self.alone(batch.visit(row))
        of_kind = np.array([self._changes[kind] for kind in kinds], np.int64)
        plain = ~not_plain[inverse]
        batch.move[rows[plain]] = of_kind[inverse[plain]]

    def _kinds(self, batch: Batch, rows: Ints) -> tuple[list[int], list[int], Ints]:
        """The different steps from a position to another, the first call with each, and which of them each call has."""
        if len(self._positions) > _KEPT:
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
