"""The life of every entry of a search's table: when it was stored, asked, used, written again.

Nothing of this is recorded. A visit that returned was stored, a visit that the table closed was answered by what was
stored of its position then; so the visits of one position, in the order in which they returned, tell all. Which they
are is known by the game's keys, or by the texts that a search told.

Of plyscope's own searches the rule is known by which they store and answer (`TableRule`), and what is told here is
what happened. What the table of another program keeps was not recorded: what is told is what its visits could have
stored, and each answer stands with those that were there before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np

from tracer.count.frontier import frontier
from tracer.count.paths import NO_NODE, paths_of
from tracer.count.sizes import BUDGET, each
from tracer.count.transpositions import positions_of
from tracer.games.rules import blame
from tracer.recording.columns import NO_DEPTH, Floats, Ints
from tracer.recording.recording import Recording
from tracer.recording.status import PRUNED, TABLE


class Deed(IntEnum):
    """What happened to an entry."""

    STORED = 0
    """A visit returned, and was the first to leave something of the position."""
    AGAIN = 1
    """A later visit left the same."""
    OVERWRITTEN = 2
    """A later visit left another value or another bound."""
    NARROWED = 3
    """A later visit proved more, and the two bounds closed in."""
    REPLACED = 4
    """A visit with another remaining depth left what it found: in a table that has one entry a position."""
    ASKED = 5
    """A visit found it, but it did not decide: the position was searched again."""
    HIT = 6
    """It answered a visit."""
    CUT = 7
    """It answered a visit, and the answer cut off the moves left at the node above."""

    @property
    def word(self) -> str:
        """As people read it."""
        return _WORDS[self]


_WORDS = ("stored", "stored again", "overwritten", "narrowed", "replaced", "did not decide", "hit", "hit, cut")
STORED, AGAIN, OVERWRITTEN, NARROWED, REPLACED, ASKED, HIT, CUT = Deed


class Happening(NamedTuple):
    """One event in the life of an entry."""

    step: int
    node: int
    """The visit that stored it, found it or was answered by it."""
    deed: Deed
    low: float
    """The entry after that: the position's value is this or more, MAX's view; −∞ where nothing is known."""
    high: float
    """The position's value is this or less; ∞ where nothing is known."""
    depth: int | None
    """The remaining depth of the visit; None in a search without one."""
    source: int | None
    """Of an answer, the last visit before it that left its number; None where none did."""


@dataclass(frozen=True, eq=False)
class Lives:
    """All entries of a table. Made by `tracer.count.table_history.lives_of`.

    Events are arrays of one length, those of an entry together and in the order of time; entries are numbered in the
    order in which they were stored first.
    """

    exact: bool
    """Whether it is known by what rule the search stores: then each event is what happened."""
    by_path: bool
    """Whether each path has an entry of its own, and not each position."""
    steps: Ints
    """The step of each event."""
    nodes: Ints
    """The visit of each."""
    deeds: Ints
    """A `Deed` each."""
    lows: Floats
    """The entry's lower bound after each."""
    highs: Floats
    """Its upper bound after each."""
    depths: Ints | None
    """The remaining depth of each visit; None in a search without a depth."""
    starts: Ints
    """Where the events of each entry begin; one more for the end."""
    trace: Recording

    def __len__(self) -> int:
        """How many entries there are."""
        return len(self.starts) - 1

    @cached_property
    def owner(self) -> Ints:
        """The entry of each event."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def count(self, *deeds: Deed) -> Ints:
        """For each entry, how many of its events are one of these."""
        return np.bincount(self.owner[np.isin(self.deeds, deeds)], minlength=len(self))

    def total(self, *deeds: Deed) -> int:
        """How many events are one of these."""
        return int(np.count_nonzero(np.isin(self.deeds, deeds)))

    @cached_property
    def hits(self) -> Ints:
        """For each entry, the visits that it answered."""
        return self.count(HIT, CUT)

    @cached_property
    def cuts(self) -> Ints:
        """For each entry, those answers that cut."""
        return self.count(CUT)

    @cached_property
    def puts(self) -> Ints:
        """For each entry, how often it was written."""
        return self.count(STORED, AGAIN, OVERWRITTEN, NARROWED, REPLACED)

    @cached_property
    def positions(self) -> int:
        """Distinct positions that have entries; paths, where entries are of paths."""
        return len(np.unique(self._groups))

    @cached_property
    def _groups(self) -> Ints:
        return position_numbers(self.trace, self.by_path)[self.nodes[self.starts[:-1]]]

    def of(self, node: int) -> list[int]:
        """The entries of a node's position, one for each depth; of a pruned branch, those of its path. O(n)."""
        trace = self.trace
        if trace.columns.status[node] == PRUNED:
            paths = paths_of(trace)
            visit = int(paths.first(trace.columns.status != PRUNED)[paths.number[node]])
            return [] if visit == NO_NODE else self.of(visit)
        found: list[int] = np.flatnonzero(self._groups == position_numbers(trace, self.by_path)[node]).tolist()
        return found

    def life(self, entry: int) -> list[Happening]:
        """What happened to an entry, in the order of time. O(events)."""
        found: list[Happening] = []
        left: dict[float, int] = {}
        values = self.trace.columns.value
        for place in range(int(self.starts[entry]), int(self.starts[entry + 1])):
            node, deed = int(self.nodes[place]), Deed(int(self.deeds[place]))
            source = left.get(values.item(node)) if deed in (HIT, CUT) else None
            if deed <= REPLACED:
                left[values.item(node)] = node
            depth = None if self.depths is None else int(self.depths[place])
            low, high = self.lows.item(place), self.highs.item(place)
            depth = None if depth == NO_DEPTH else depth
            found.append(Happening(int(self.steps[place]), node, deed, low, high, depth, source))
        return found

    def spared(self, budget: int = BUDGET, heard: Callable[[], bool] = lambda: False) -> Ints | None:
        """For each entry, the nodes of the full tree below its answers that no visit entered, each path once.

        None without a game, and where the count was given up. `heard` is asked again and again; True gives it up.
        """
        trace = self.trace
        part, found = frontier(trace).with_status(TABLE), np.zeros(len(self), np.int64)
        if not len(part):
            return found
        if trace.game is None:
            return None
        with blame(trace.game):
            nodes = each(trace, part, budget=budget, cancelled=heard)
        if nodes is None:
            return None
        answers = np.flatnonzero(self.deeds >= HIT)
        entry = np.full(len(trace), NO_NODE, np.int64)
        entry[self.nodes[answers]] = self.owner[answers]
        np.add.at(found, entry[part.due], nodes)
        return found


def position_numbers(trace: Recording, by_path: bool) -> Ints:
    """N long: the number of each visit's position, or of its path; of a pruned branch it means nothing."""
    if by_path:
        return paths_of(trace).number
    visits, numbers = positions_of(trace).numbered
    found = np.full(len(trace), NO_NODE, np.int64)
    found[visits] = numbers
    return found
