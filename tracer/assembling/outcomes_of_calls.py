"""What became of the calls that ended: their status, whether they were cut, and what that tells of the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import CodeType
from typing import NamedTuple

import numpy as np

from tracer.assembling.batch import Batch
from tracer.assembling.stops import CutTests, Siblings, Stops
from tracer.assembling.table_lines import table_lines, values_moves_itself
from tracer.deciding.decision import Decision
from tracer.deciding.function_text import names_of
from tracer.deciding.referee import UNKNOWN
from tracer.deciding.thresholds import SAMPLE
from tracer.recording.columns import Array, Bools, Floats, Ints
from tracer.recording.status import EXPANDED, HORIZON, OPEN, TABLE, TERMINAL

_NEAR = 3.0
"""How far from the depth of the root depths are kept: the next search begins some moves further on."""


@dataclass(frozen=True)
class Knowledge:
    """What is known of a search before its nodes are made."""

    decision: Decision
    """What its calls mean."""
    table: bool
    """Whether its functions have a table in which they keep values."""
    cached: bool
    """Whether something answers calls that were made before, so that no call that is made is answered by it."""
    of_a_game: bool
    """Whether there is a game."""
    tests_of: Callable[[CodeType], CutTests]
    """Reads the tests by which a function leaves its loop over the moves."""


@dataclass(frozen=True, eq=False, slots=True)
class Searched:
    """What is known of the positions that were searched with their moves in a recording, by their numbers."""

    values: dict[int, float] = field(default_factory=dict)
    """The last value of each."""
    depths: dict[int, float] = field(default_factory=dict)
    """The greatest depth of each that was near the root of a search which has ended; infinite where it was no limit."""
    names: dict[int, str | None] = field(default_factory=dict)
    """The names of moves from one position to another lately, by both numbers; None where these alone tell none."""


class Answer(NamedTuple):
    """What a table answered that an earlier search had found."""

    place: int
    """Of the call, among those that returned with it."""
    key: int
    """The number of its position."""
    asked: float
    """The depth that was asked for."""
    reached: float
    """That to which the position had been searched."""


class Earlier:
    """Follows the values of positions."""

    def __init__(self, searched: Searched) -> None:
        self._searched, self._depths = searched.values, searched.depths
        self._near: dict[int, tuple[float, float]] = {}
        """The greatest depth of each position near the root of this search, and its value."""
        self._horizon, self._end = -1.0, np.inf
        """The greatest value at a horizon, and the least of an end that is no draw, either's."""
        self._overwritten: dict[int, float | None] = {}
        """What the first of these values were before."""

    def follow(self, keys: Ints, values: Floats, searched: Bools, *, calls: int) -> Floats:
        """Return what the position of each call that made no further one was worth before; NaN where nobody knows.

        Args:
            keys: the number of each call's position, in the order in which they returned; 0 where there is none.
            values: what each returned.
            searched: whether it searched moves: then its value is known from then on.
            calls: how many were made in the search so far.
        """
        found: list[float] = []
        known = self._searched
        for key, value, is_searched in zip(keys.tolist(), values.tolist(), searched.tolist(), strict=True):
            found.append(np.nan if is_searched else known.get(key, np.nan))
            if is_searched and key:
                if calls < SAMPLE:
                    self._overwritten.setdefault(key, known.get(key))
                known[key] = value
        return np.array(found, np.float64)

    def compare_depths(self, keys: Ints, depths: Floats, roots: Floats, values: Floats, status: Array) -> None:
        """Keep how deep was searched near the root, and what leaves and ends of the game were worth."""
        self._horizon = float(max(np.abs(values[status == HORIZON]).max(initial=-1.0), self._horizon))
        ends = np.abs(values[(status == TERMINAL) & (values != 0)])
        self._end = float(min(ends.min(initial=np.inf), self._end))
        near = np.flatnonzero((keys != 0) & (status == EXPANDED) & (depths >= roots - _NEAR))
        for key, depth, value in zip(keys[near].tolist(), depths[near].tolist(), values[near].tolist(), strict=True):
            if depth >= self._near.get(key, (depth,))[0]:
                self._near[key] = depth, value

    def answers(self, keys: Ints, depths: Floats, which: Bools) -> list[Answer]:
        """Return the answers of a table that only an earlier, shallower search can have given."""
        found = []
        for place in np.flatnonzero(which & (keys != 0) & (depths == depths)).tolist() if self._depths else ():
            key, asked = keys.item(place), depths.item(place)
            if (reached := self._depths.get(key, asked)) < asked:
                found.append(Answer(place, key, asked, reached))
        return found

    def is_reached(self, key: int, depth: float) -> bool:
        """Return whether this search itself has searched a position to a depth."""
        return self._near.get(key, (-1.0,))[0] >= depth

    def keep_depths(self) -> None:
        """Keep the depths of this search, which has ended, for later ones.

        A depth is a limit if some leaf was at its horizon, and the value is smaller than that of any end of the game.
        """
        for key, (depth, value) in self._near.items():
            reached = depth if abs(value) <= self._horizon and abs(value) < self._end else np.inf
            self._depths[key] = max(reached, self._depths.get(key, reached))

    def take_back(self) -> None:
        """Forget this search."""
        for key, value in self._overwritten.items():
            if value is None:
                self._searched.pop(key, None)
            else:
                self._searched[key] = value


MOVERS = 2
"""Added to the number of a position for what it is worth to whoever moves there: no player's number."""
ToMax = Callable[[Floats, Array], Floats]


class Judge:
    """Judges the calls of one search, batch by batch."""

    def __init__(self, knowledge: Knowledge, searched: Searched) -> None:
        self._knowledge = knowledge
        self.stops, self.earlier = Stops(knowledge.tests_of), Earlier(searched)
        self._first_new: dict[tuple[CodeType, int], int] = {}
        """On which lines leaves return whose positions were never searched, each with the calls made by the first."""
        self._first_inner: dict[tuple[CodeType, int], int] = {}
        """On which lines other calls do."""
        self.answers: list[Answer] = []
        """What the table answered in the last batch that an earlier search had found."""
        self.down: bool | None = None
        """Whether the depth argument counts down; None while that is unknown."""
        self._down_since = 0
        """How many calls had been made when that was known."""
        self.hard = self.soft = 0
        """How often the search was fail-hard, fail-soft."""
        self.inner = self.unlike = 0
        """Calls with moves that returned, and those whose value is neither their best child's nor an end of theirs."""
        self.untold = 0
        """Cutoffs at positions that the game does not know: what they skipped, nobody told."""

    def judge(self, batch: Batch, siblings: Siblings, to_max: ToMax) -> tuple[Array, Bools]:
        """Return the status of each call that ended, and whether it was cut."""
        self._compare_depths(batch)
        values = batch.values
        status = np.full(len(values), OPEN, np.uint8)
        cutoff = np.zeros(len(values), bool)
        returned = values == values
        expanded = (batch.children[batch.returned_rows] > 0) & returned
        keys: Ints = np.array([0 if at is None else at.key for at in batch.positions], np.int64)
        keys = keys[batch.position[batch.returned_rows]]  # of each position, for either mover; 0 where there is none
        named = np.where(keys == 0, 0, keys + batch.turn[batch.returned_rows])
        before, answered = self._worth_before(batch, keys, named, expanded, to_max)
        leaves, inner = np.flatnonzero(returned & ~expanded), np.flatnonzero(expanded)
        if len(leaves):
            status[leaves] = self._leaf_status(batch, leaves, inner, before[leaves], answered[leaves])
        status[inner] = EXPANDED
        self.answers = []
        if self._knowledge.table and self.down is not False:
            depths = batch.depth[batch.returned_rows]
            outermost = np.where(batch.parent == batch.driver_row, np.arange(len(batch)), 0)
            roots = batch.depth[np.maximum.accumulate(outermost)][batch.returned_rows]
            self.earlier.compare_depths(named, depths, roots, values, status)
            self.answers = self.earlier.answers(named, depths, (status == TABLE) & (before == values))
        if len(inner):
            self._count_inner(batch, siblings, inner)
            if self._knowledge.decision.windowed:
                cutoff[inner] = self.stops.cut(batch, siblings, inner)
        for row in batch.returned_rows[cutoff].tolist() if self._knowledge.of_a_game else ():
            visit = batch.visit(row)
            self.untold += visit.legal is None and visit.place is UNKNOWN
        return status, cutoff

    def _leaf_status(self, batch: Batch, leaves: Ints, inner: Ints, before: Floats, answered: Bools) -> Array:
        """The status of each leaf.

        Args:
            batch: the calls.
            leaves: the places of the leaves among those that ended.
            inner: those of the calls with moves.
            before: what the positions of the leaves were worth before; NaN where they were not searched.
            answered: whether that is their value, in their mover's view.
        """
        knowledge, size, rows = self._knowledge, len(leaves), batch.returned_rows[leaves]
        not_down = evaluated = np.zeros(size, bool)
        if self.down is False:
            not_down = batch.ends[leaves] > self._down_since  # it was known by then
        if not knowledge.table:
            evaluated = self._evaluating(batch, leaves, inner, before != before)
        ways, which = batch.ways(rows, batch.lines[leaves])
        lines = [(table_lines(code, knowledge.decision.kept.get(code, "")), line) for code, line in ways]
        sure = np.array([line in one.sure for one, line in lines], bool)[which]
        perhaps = np.array([line in one.perhaps for one, line in lines], bool)[which]
        elsewhere = np.array([bool(one.sure or one.perhaps) for one, _ in lines], bool)[which] & ~perhaps
        plain = np.array([line in one.plain for one, line in lines], bool)[which]
        over, goes_on = np.zeros((2, size), bool)
        if batch.over is not None:
            asked = [batch.over[k] for k in leaves.tolist()]
            over, goes_on = (np.array([one is told for one in asked], bool) for told in (True, False))
        depth = batch.depth[rows]
        spent = (depth <= 0) & ~not_down
        same, known = before == batch.values[leaves], before == before
        told = np.zeros(size, bool)
        if batch.has_legal_moves:
            told = np.array([batch.visit(row).legal is not None for row in rows.tolist()], bool)
        table = np.array([knowledge.table and one.may_read for one, _ in lines], bool)[which]
        names = names_of(knowledge.decision.readings)
        unsearched = np.array([values_moves_itself(code, names) for code, _ in ways], bool)[which]
        unknown = ~(over | goes_on)
        by_depth = np.where((depth == depth) & not_down, HORIZON, np.where(table | perhaps, TABLE, TERMINAL))
        rules = (
            (sure | (perhaps & same), TABLE),
            (over, TERMINAL),
            (spent, HORIZON),
            # The evaluation alone is enough, or no move is worth a look.
            (batch.beyond[rows] & ~(table & answered), HORIZON),
            # It ran: what it knows of its moves, the cache answered, if it is not the end.
            (np.full(size, knowledge.cached), np.where(goes_on, EXPANDED, TERMINAL)),
            (elsewhere, np.where(goes_on, HORIZON, TERMINAL)),  # its table answers on other lines
            (plain, TERMINAL),  # no table gives such a number: the search takes the game for over, or gives up
            # Without a table it may end for other reasons.
            (known & (table | (same & ~evaluated & ~unsearched)), TABLE),
            (unknown & table & answered, TABLE),
            (unknown | (told & ~table), TERMINAL),  # moves that are said may go on after a win
        )
        found: Array = np.select([rule for rule, _ in rules], [status for _, status in rules], by_depth)
        return found.astype(np.uint8)

    def _evaluating(self, batch: Batch, leaves: Ints, inner: Ints, unknown: Bools) -> Bools:
        """Return whether each leaf returns on a line that earlier calls used only for new leaves: it evaluates."""
        ways, which = batch.ways(batch.returned_rows[leaves], batch.lines[leaves])
        self._note(self._first_new, ways, which[unknown], batch.ends[leaves][unknown])
        self._note(self._first_inner, *batch.ways(batch.returned_rows[inner], batch.lines[inner]), batch.ends[inner])
        never = 1 << 62
        new, other = (
            np.array([of.get(way, never) for way in ways])[which] for of in (self._first_new, self._first_inner)
        )
        ended = batch.ends[leaves]
        return (new < ended) & (other >= ended)

    @staticmethod
    def _note(
        first: dict[tuple[CodeType, int], int], ways: list[tuple[CodeType, int]], which: Ints, ends: Ints
    ) -> None:
        for k, at in zip(*np.unique(which, return_index=True), strict=True):
            first.setdefault(ways[k], int(ends[at]))

    def may_count_down(self, batch: Batch) -> Bools:
        """Return a mask of the calls made since the last batch as of which the depth may have counted down, by then."""
        found: Bools = np.full(len(batch.new_rows), self.down is not False)
        found[: max(0, self._down_since - batch.first)] = True
        return found

    def _compare_depths(self, batch: Batch) -> None:
        """Infer whether the depth counts down from the first call with another depth than its caller."""
        if self.down is not None:
            return
        rows = np.arange(batch.carried_over_count, len(batch))
        rows = rows[(batch.parent[rows] >= 0) & (batch.parent[rows] != batch.driver_row)]
        above, depth = batch.depth[batch.parent[rows]], batch.depth[rows]
        telling = np.flatnonzero((above == above) & (depth == depth) & (above != depth))
        if len(telling):
            first = telling[0]
            self.down, self._down_since = (
                bool(depth[first] < above[first]),
                batch.first + int(rows[first]) - batch.carried_over_count,
            )

    def _count_inner(self, batch: Batch, siblings: Siblings, inner: Ints) -> None:
        rows, value = batch.returned_rows[inner], batch.values[inner]
        best, alpha, beta = siblings.best[rows], batch.alpha[rows], batch.beta[rows]
        some = best == best
        self.inner += len(inner)
        self.unlike += int((some & (value != best) & (value != alpha) & (value != beta)).sum())
        if self._knowledge.decision.windowed:
            self.soft += int((some & ~((alpha <= value) & (value <= beta))).sum())
            clamped = np.minimum(np.maximum(best, alpha), beta)
            names = names_of(self._knowledge.decision.readings)
            searched = ~np.array([values_moves_itself(code, names) for code in batch.codes], bool)[batch.code[rows]]
            self.hard += int((some & searched & (value != best) & (value == clamped)).sum())

    def _worth_before(
        self, batch: Batch, keys: Ints, named: Ints, expanded: Bools, to_max: ToMax
    ) -> tuple[Floats, Bools]:
        """Return the earlier value of each position, and whether the call repeated it in its mover's view."""
        calls = batch.first + len(batch.new_rows)
        before = self.earlier.follow(named, batch.values, expanded, calls=calls)
        if self._knowledge.decision.players.view != "mover" or not self._knowledge.table:
            return before, np.zeros(len(keys), bool)
        sides = batch.whose[batch.returned_rows]
        movers = to_max(batch.values, sides)  # and back: it is the same
        named = np.where(keys == 0, 0, keys + MOVERS)
        mine = self.earlier.follow(named, movers, expanded, calls=calls)
        return before, mine == movers
