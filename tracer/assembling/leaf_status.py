"""What became of calls that made no further one: the end of the game, the horizon, or an answer of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import CodeType

import numpy as np

from tracer.assembling.batch import Batch
from tracer.assembling.table_lines import table_lines
from tracer.deciding.call import Path
from tracer.recording.columns import Array, Bools, Floats, Ints
from tracer.recording.status import EXPANDED, HORIZON, TABLE, TERMINAL


@dataclass(frozen=True)
class Knowledge:
    """What was decided of a search."""

    windowed: bool
    """Whether its functions have alpha and beta."""
    total: float | None
    """What the values of both players add up to where they are the mover's; None where they are MAX's."""
    table: bool
    """Whether its functions have a table in which they keep values."""
    cached: bool
    """Whether something answers calls that were made before, so that no call that is made is answered by it."""
    step: float | None
    """By how much the depth goes down with a move, where some are searched less deep at first."""
    of_a_game: bool
    """Whether there is a game."""
    weighs: bool
    """Whether the outcomes of chance are weighed."""
    kept: Mapping[CodeType, Path]
    """Where the functions keep their values that do not return them."""


class Lines:
    """The lines on which leaves return whose positions were never searched, and those on which other calls do."""

    def __init__(self) -> None:
        self._new: dict[tuple[CodeType, int], int] = {}
        self._inner: dict[tuple[CodeType, int], int] = {}
        """How many calls had been made as the first of either returned there."""

    def evaluating(self, batch: Batch, leaves: Ints, inner: Ints, unknown: Bools) -> Bools:
        """Return whether each leaf returns on a line that earlier calls used only for new leaves: it evaluates.

        Args:
            batch: the calls.
            leaves: the places of the leaves among those that ended.
            inner: those of the calls that made further ones.
            unknown: whether the position of a leaf was not searched before.
        """
        ways, which = batch.ways(batch.left_rows[leaves], batch.lines[leaves])
        self._note(self._new, ways, which[unknown], batch.ends[leaves][unknown])
        self._note(self._inner, *batch.ways(batch.left_rows[inner], batch.lines[inner]), batch.ends[inner])
        never = 1 << 62
        new, other = (np.array([of.get(way, never) for way in ways])[which] for of in (self._new, self._inner))
        ended = batch.ends[leaves]
        return (new < ended) & (other >= ended)

    @staticmethod
    def _note(
        first: dict[tuple[CodeType, int], int], ways: list[tuple[CodeType, int]], which: Ints, ends: Ints
    ) -> None:
        for k, at in zip(*np.unique(which, return_index=True), strict=True):
            first.setdefault(ways[k], int(ends[at]))


def leaf_status(
    knowledge: Knowledge, batch: Batch, leaves: Ints, before: Floats, answered: Bools, not_down: Bools, evaluated: Bools
) -> Array:
    """The status of each leaf.

    Args:
        knowledge: of the search.
        batch: the calls.
        leaves: the places of the leaves among those that ended.
        before: what their positions were worth before; NaN where they were not searched.
        answered: whether that is their value, in their mover's view.
        evaluated: whether they return where values are worked out.
        not_down: whether it was known, when they returned, that the depth does not count down.
    """
    size, rows = len(leaves), batch.left_rows[leaves]
    ways, which = batch.ways(rows, batch.lines[leaves])
    lines = [(table_lines(code, knowledge.kept.get(code, "")), line) for code, line in ways]
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
    if batch.told_of_moves:
        told = np.array([batch.visit(row).legal is not None for row in rows.tolist()], bool)
    table, cached = np.full(size, knowledge.table), np.full(size, knowledge.cached)
    unknown = ~(over | goes_on)
    at_horizon = np.where(goes_on, HORIZON, TERMINAL)
    by_depth = np.where((depth == depth) & not_down, HORIZON, np.where(table | perhaps, TABLE, TERMINAL))
    found: Array = np.select(
        [
            sure | (perhaps & same),
            over,
            spent,
            batch.beyond[rows] & ~(table & answered),  # the evaluation alone is enough, or no move is worth a look
            cached,  # it ran: what it knows of its moves, the cache answered, if it is not the end
            elsewhere,  # its table answers on other lines
            plain,  # no table gives such a number: the search takes the game for over, or gives up
            known & (table | (same & ~evaluated)),  # without a table it may end for other reasons
            unknown & table & answered,
            unknown | (told & ~table),  # moves that are said may go on after a win
        ],
        [
            np.full(size, TABLE),
            np.full(size, TERMINAL),
            np.full(size, HORIZON),
            np.full(size, HORIZON),
            np.where(goes_on, EXPANDED, TERMINAL),
            at_horizon,
            np.full(size, TERMINAL),
            np.full(size, TABLE),
            np.full(size, TABLE),
            np.full(size, TERMINAL),
        ],
        by_depth,
    )
    return found.astype(np.uint8)
