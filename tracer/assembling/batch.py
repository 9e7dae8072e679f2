"""Calls that are assembled together, as arrays: those that were open before, and those made since."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cached_property
from types import CodeType
from typing import Any, TypeVar

import numpy as np

from tracer.assembling.call_rows import ENTERED, LEFT, Entered, Visit
from tracer.assembling.texts import Position
from tracer.deciding.depth_steps import countable
from tracer.games.object_attributes import is_plain_subclass, to_plain_value
from tracer.recording.columns import NO_LINE, Bools, Floats, Ints
from tracer.recording.no_moves import Pass

_T = TypeVar("_T")
_NAN = float("nan")
_READ = ("told", "dice", "alpha", "beta", "depth")
"""The fields that have what the program's variables held."""


def _numbered(held: list[_T], keys: Sequence[Hashable]) -> tuple[list[_T], Ints]:
    """Return each object once, by its key, and the place of each among these."""
    met = dict(zip(keys, held, strict=True))
    places = {key: place for place, key in enumerate(met)}
    return list(met.values()), np.fromiter(map(places.__getitem__, keys), np.int64, len(keys))


class Batch:
    """The calls of a batch, each with its row. Those that were open before come first, from the root down.

    Args:
        open_before: the calls that were open at the end of the last batch, from the root down.
        first: the number of the first call that was made since.
        entered: the rows of those made since: see `Entered`.
        left: the rows of those that ended since: see `Left`.
        known: by their numbers calls that are understood already.
        no_moves: the numbers of what is no move.
    """

    def __init__(
        self,
        open_before: Sequence[Visit],
        first: int,
        entered: Sequence[Any],
        left: Sequence[Any],
        known: Mapping[int, Visit],
        no_moves: Collection[int],
    ) -> None:
        self._fields: dict[str, Sequence[Any]] = {
            name: entered[field::ENTERED] for field, name in enumerate(Entered._fields)
        }
        self.kinds = {name: self._kinds_of(name) for name in _READ}
        """The classes of what such a field has of the calls that were made since."""
        self._before, self._no_moves = open_before, no_moves
        self.carried_over_count = carried = len(open_before)
        """Rows of calls that were made before."""
        above, codes, called_at, at, self.told_players, _, self.low, self.high, depths, said, self.legal, _ = (
            self._fields.values()
        )
        made = len(above)
        self.size = size = carried + made
        self.first = first
        self.visits: list[Visit | None] = [*open_before, *[None] * made]
        """The calls that are understood one by one, by their rows."""
        self.understood = [*range(carried), *sorted(carried + number - first for number in known)]
        """The rows of those that were understood before the others of the batch."""
        for number, visit in known.items():
            self.visits[carried + number - first] = visit
        self._numbers = np.array([visit.number for visit in open_before], np.int64)
        self.driver_row = 0 if carried and open_before[0].number < 0 else -1
        """The row of the driver; −1 where there is none."""
        self.parent: Ints = np.arange(-1, size - 1)
        """The row of the call that made it; −1 for the outermost."""
        self.parent[carried:] = self._rows(np.fromiter(above, np.int64, len(above)))
        codes = [*(visit.code for visit in open_before), *codes]
        self.codes, self.code = codes[:1], np.zeros(size, np.int64)
        if codes and codes.count(codes[0]) < size:
            self.codes, self.code = _numbered(codes, list(map(id, codes)))  # the hash of code takes long
        """The functions, and that of each call by its place among these."""
        self.call_positions: list[Position | None] = [*(visit.at for visit in open_before), *at]
        """The position of each call."""
        self.positions, self.position = _numbered(self.call_positions, self.call_positions)
        """Each position once, and that of each call by its place among these."""
        self.called_at: Ints = np.fromiter((*(visit.called_at for visit in open_before), *called_at), np.int64, size)
        self.depths: list[Any] = [*(visit.depth for visit in open_before), *depths]
        """What the depth was, whatever it is."""
        self.said_moves: list[Any] = [*(visit.said for visit in open_before), *said]
        """The move by which each call says that it was reached."""
        self._end(left)
        self.turn: Ints = np.zeros(size, np.int8)
        self.alpha: Floats = np.zeros(size)
        self.beta: Floats = np.zeros(size)
        self.whose: Ints = self.turn
        """Whose value each call returns, where that is not who moves."""
        self.move: Ints = np.full(size, -1)
        """The number of the move that led there; to be filled in for calls that were made since."""
        self.move[:carried] = [visit.named for visit in open_before]
        self.beyond: Bools = np.zeros(size, bool)
        """Whether a call was made beyond the horizon."""
        self.over: list[bool | None] | None = None
        """Of each call that ended whether the game is over there, as far as it is known; None where nobody knows."""
        self.skipped: dict[int, list[Any]] = {}
        """The moves that a call left out, where they are known, by its place among those that ended."""

    def _kinds_of(self, name: str) -> set[type]:
        """Return the classes in a field, in which numbers and texts of somebody's classes become plain ones."""
        held = self._fields[name]
        kinds = set(map(type, held))
        if not any(map(is_plain_subclass, kinds)):
            return kinds
        self._fields[name] = list(map(to_plain_value, held))
        return set(map(type, self._fields[name]))

    def _end(self, exit_rows: Sequence[Any]) -> None:
        numbers, ends, lines, values, exit_positions = (exit_rows[field::LEFT] for field in range(LEFT))
        self.exit_positions: Sequence[Position | None] = exit_positions
        """The positions in which calls left what they got, where these are others."""
        count = len(numbers)
        self.returned_rows: Ints = self._rows(np.fromiter(numbers, np.int64, count))
        """The rows of those that ended."""
        self.ends: Ints = np.fromiter(ends, np.int64, count)
        """How many calls had been made when they did."""
        self.lines: Ints = np.fromiter(lines, np.int64, count)
        """The lines on which they returned."""
        self.values: Floats = np.array(values, np.float64)
        """What they returned, the search's own view at first; NaN where an exception left them."""

    @cached_property
    def has_legal_moves(self) -> bool:
        """Whether a callable gave the legal moves of a call."""
        legal = [*self.legal, *(visit.legal for visit in self._before)]
        return legal.count(None) < len(legal)

    def __len__(self) -> int:
        return self.size

    @property
    def new_rows(self) -> range:
        """The rows of the calls that were made since the last batch."""
        return range(self.carried_over_count, self.size)

    def _rows(self, numbers: Ints) -> Ints:
        """Return the rows of calls by their numbers; −1 outside the search."""
        found: Ints = numbers - (self.first - self.carried_over_count)
        old = np.flatnonzero(numbers < self.first)
        found[old] = np.searchsorted(self._numbers, numbers[old])
        if self.driver_row < 0:
            found[numbers < 0] = -1
        return found

    @cached_property
    def value(self) -> Floats:
        """What each call returned; NaN where it is open, or an exception left it. Once values are MAX's view."""
        found: Floats = np.full(self.size, np.nan)
        found[self.returned_rows] = self.values
        return found

    @cached_property
    def depth(self) -> Floats:
        """The depth of each call; NaN where it has none."""
        kinds = self.kinds["depth"].union(type(visit.depth) for visit in self._before)
        if kinds == {type(None)}:
            return np.full(self.size, np.nan)
        if kinds <= {int}:
            try:
                depths = np.array(self.depths, np.float64)
                return np.where(abs(depths) < 2**31, depths, _NAN)
            except OverflowError:
                pass
        return np.array([depth if countable(depth) else _NAN for depth in self.depths], np.float64)

    @cached_property
    def rows_with_moves(self) -> list[int]:
        """The rows of the calls that say by which move they were reached."""
        return [row for row, one in enumerate(self.said_moves) if one is not None]

    @cached_property
    def is_pass(self) -> Bools:
        """Whether a call is an iteration of its driver."""
        found: Bools = np.zeros(self.size, bool)
        found[[row for row in self.rows_with_moves if isinstance(self.said_moves[row], Pass)]] = True
        return found

    def at_same_position(self, lines_of: Callable[[CodeType], frozenset[int]]) -> Bools:
        """Return a mask of the new calls at their callers' positions, by the lines on which functions make such."""
        made = np.zeros(self.size, bool)
        for place, code in enumerate(self.codes):
            if lines := lines_of(code):
                made |= (self.code == place) & np.isin(self.called_at, list(lines))
        made[: self.carried_over_count] = False
        rows = np.flatnonzero(made & (self.parent >= 0))
        made[:] = False
        if len(rows):
            above = self.parent[rows]
            known = np.array([at is not None for at in self.positions], bool)[self.position[rows]]
            made[rows] = known & (self.code[above] == self.code[rows]) & (self.position[above] == self.position[rows])
        return made

    @cached_property
    def children(self) -> Ints:
        """How many calls each has made by now."""
        return self._counted("children", np.ones(self.size, bool))

    @cached_property
    def passes(self) -> Ints:
        """How many of them are iterations."""
        return self._counted("passes", self.is_pass)

    def _counted(self, name: str, which: Bools) -> Ints:
        found = np.zeros(self.size, np.int64)
        found[: self.carried_over_count] = [getattr(visit, name) for visit in self._before]
        below = self.parent[self.carried_over_count :][which[self.carried_over_count :]]
        return found + np.bincount(below[below >= 0], minlength=self.size)

    @cached_property
    def index(self) -> Ints:
        """How many siblings of each call came before it."""
        found = [visit.index for visit in self._before]
        made = [*(visit.children for visit in self._before), *[0] * len(self.new_rows), 0]  # the last is for outermost
        for parent in self.parent[self.carried_over_count :].tolist():
            found.append(made[parent])
            made[parent] += 1
        return np.array(found, np.int64)

    @cached_property
    def level(self) -> Ints:
        """How many calls were open as each was made."""
        made = np.arange(self.size - self.carried_over_count)
        ended = np.searchsorted(self.ends, self.first + made, side="right")
        return np.append(np.arange(self.carried_over_count), self.carried_over_count + made - ended)

    @cached_property
    def ply(self) -> Ints:
        """Moves that led to each call."""
        return self.level if self.driver_row < 0 else np.maximum(self.level - 1, 0)  # iterations are no moves

    def row(self, row: int) -> Entered:
        """Return the row of a call that was made since the last batch."""
        return Entered(*(held[row - self.carried_over_count] for held in self._fields.values()))

    def visit(self, row: int) -> Visit:
        """Return the visit of one call, made from the arrays if it has none, with the visits above it."""
        known = self.visits[row]
        if known is not None:
            return known
        window = float(self.alpha[row]), float(self.beta[row])
        found = Visit(self.codes[self.code[row]], int(self.turn[row]), *window, self.call_positions[row])
        self.settle(row, found)
        return found

    def settle(self, row: int, visit: Visit) -> None:
        """Set the visit of a fresh call, below the visit of its caller."""
        self.visits[row] = visit
        visit.number = self.first + row - self.carried_over_count
        visit.depth, visit.called_at = self.depths[row], int(self.called_at[row])
        self.said_moves[row] = visit.said = self.said_moves[row] if visit.said is None else visit.said
        visit.legal = self.legal[row - self.carried_over_count]
        if (above := int(self.parent[row])) >= 0:
            visit.stand_below(self.visit(above))
        visit.index = int(self.index[row])

    def is_no_move(self, numbers: Ints) -> Bools:
        """Return a mask of the numbers that stand for no move."""
        return np.isin(numbers, list(self._no_moves))

    def ways(self, rows: Ints, lines: Ints) -> tuple[list[tuple[CodeType, int]], Ints]:
        """Return the distinct pairs of function and line, and the pair of each call."""
        span = int(lines.max(initial=0)) - NO_LINE + 1
        pairs = self.code[rows] * span + (lines - NO_LINE)
        is_met = np.bincount(pairs) > 0  # they are few: this takes less long than to sort them
        found = [(self.codes[pair // span], pair % span + NO_LINE) for pair in np.flatnonzero(is_met).tolist()]
        return found, (np.cumsum(is_met) - 1)[pairs]
