"""The lists of positions, and of the entries of the search's table at the current step, each with its life."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tracer.count.groups import Groups, by_position
from tracer.count.table_history import has_paths, lives_of, need_table
from tracer.count.table_lives import Deed, Lives
from tracer.count.transpositions import Positions, is_told
from tracer.errors import PlyscopeError
from tracer.recording.columns import Ints
from tracer.recording.slices import Beat
from tracer.text import percent, range_text
from tracer.tracing import Trace
from tracer.why.sentences import format_path
from tui.model.explored import Explored, Place
from tui.model.listed import Listed, Piece, ending, path_width


class PositionList(Listed):
    """The most repeated positions first. Each leads to its first visit, from where keys go to the others."""

    name = "Positions"
    heads = f"{'visits':>9}{'nodes under':>13}{'share':>7}  first visit; s goes to the next"

    def __init__(self, explored: Explored) -> None:
        super().__init__(explored)
        self._found: tuple[Positions, Groups] | None = None

    @property
    def _groups(self) -> Groups | None:
        """The positions; None until they were counted."""
        found = self._found
        return found[1] if found is not None and found[0] is self._explored.positions else None

    def __len__(self) -> int:
        return 0 if self._groups is None else len(self._groups)

    @property
    def count(self) -> str:
        """How many there are; empty where that is not known yet."""
        return "" if self._groups is None else f"{len(self):,}"

    @property
    def empty(self) -> str:
        """How to have them found, or that there are none."""
        told = is_told(self._explored.trace)
        if self._explored.trace.game is None and not told:
            return "this trace has no game and no texts of positions: nobody knows which are the same"
        if self._explored.positions is None:
            if told:
                return "s finds the same positions, by the texts that the search told"
            visits = int(self._explored.trace.columns.visited_before[-1])
            return f"s finds the same positions: it replays the search, {visits:,} nodes"
        return "no position was visited twice" if self._groups is not None else "counting visits …"

    def work(self) -> Callable[[Beat], None] | None:
        """Count the visits of each, where it is known which they are."""
        return None if self._explored.positions is None or self._groups is not None else self._count

    def _count(self, beat: Beat) -> None:
        positions = self._explored.positions
        assert positions is not None
        self._found = positions, by_position(self._explored.trace, positions, beat)

    def line(self, number: int, width: int) -> list[Piece]:
        """How often it was visited, what was spent under it, and where it was met first."""
        groups, trace = self._groups, self._explored.trace
        assert groups is not None
        nodes = int(groups.nodes[number])
        share = nodes / int(trace.columns.visited_before[-1])
        return [
            (f"{int(groups.visits[number]):>9,}", "value"),
            (f"{nodes:>13,}", "value"),
            (f"{percent(share):>7}  ", "about"),
            (ending(format_path(trace, int(groups.first[number])), path_width(width)), "label"),
        ]

    def place(self, number: int, step: int) -> Place | None:
        """Its first visit."""
        assert self._groups is not None
        node = int(self._groups.first[number])
        return Place(self._explored.trace.entered(node), node)


ORDERS: tuple[tuple[str, Callable[[Lives], Ints]], ...] = (
    ("what answered most stands first", lambda lives: -lives.hits),
    ("what was written most often stands first", lambda lives: -lives.puts),
    ("in the order in which they were stored", lambda lives: np.arange(len(lives))),
)
"""The orders of the entries, and what is said of each."""


NUMBERS = 33
"""Columns before the path."""
SHORTEST_PATH = 8
"""Columns that a path keeps."""


def has_table(trace: Trace) -> bool:
    """Whether a search has a table, as far as anything shows it. O(n)."""
    try:
        need_table(trace)
    except PlyscopeError:
        return False
    return True


class EntryList(Listed):
    """The entries that answered most first. Each leads to what happens to it next, from its last event to its first."""

    name = "Table"
    heads = f"{'hits':>7}{'cut':>6}{'written':>9}{'now':>9}  what happens to it next"

    def __init__(self, explored: Explored) -> None:
        super().__init__(explored)
        self._lives: Lives | None = None
        self._order, self._sorted = 0, np.zeros(0, np.int64)

    @property
    def _known(self) -> Lives | None:
        """All entries; None until they were worked out."""
        found = self._lives
        return found if found is not None and found.trace is self._explored.trace else None

    def __len__(self) -> int:
        return 0 if self._known is None else len(self._known)

    @property
    def count(self) -> str:
        """How many there are; empty where that is not known yet."""
        return "" if self._known is None else super().count

    @property
    def sorts(self) -> bool:
        """Where there are any: before that the key finds the same positions."""
        return len(self) > 0

    @property
    def empty(self) -> str:
        """How to have them found, or that there are none."""
        trace = self._explored.trace
        if self._may_work:
            return "nothing was stored" if self._known is not None else "working out the entries …"
        if trace.game is None and trace.columns.text is None:
            return "this trace has no game and no texts of positions: nobody knows which are the same"
        return "s finds the same positions, and then the entries"

    @property
    def _may_work(self) -> bool:
        """Whether it is known which visits have one entry."""
        return self._explored.positions is not None or has_paths(self._explored.trace)

    def work(self) -> Callable[[Beat], None] | None:
        """Work the entries out, where it is known which positions are the same."""
        return None if self._known is not None or not self._may_work else self._find

    def _find(self, beat: Beat) -> None:
        lives = lives_of(self._explored.trace, beat)
        self._sorted = _sorted(lives, self._order)
        self._lives = lives

    def _steps(self, lives: Lives, number: int) -> tuple[int, Ints]:
        """Where the events of an entry begin, and their steps."""
        entry = int(self._sorted[number])
        first, end = int(lives.starts[entry]), int(lives.starts[entry + 1])
        return first, lives.steps[first:end]

    def _next(self, lives: Lives, number: int, step: int) -> int:
        """The number of an entry's next event after a step; after the last one, of its first."""
        first, steps = self._steps(lives, number)
        place = int(np.searchsorted(steps, step, side="right"))
        return first + (place if place < len(steps) else 0)

    def line(self, number: int, width: int) -> list[Piece]:
        """Hits, those that cut, how often it is written; what it says at this step; and what happens to it next."""
        lives, step = self._known, self._explored.cursor.step
        assert lives is not None
        entry, (first, steps) = int(self._sorted[number]), self._steps(lives, number)
        met = first + int(np.searchsorted(steps, step, side="right")) - 1
        now = "·" if met < first else range_text(lives.lows.item(met), lives.highs.item(met))
        place = self._next(lives, number, step)
        depth = "" if lives.depths is None or not lives.exact else f", depth {int(lives.depths[place])}"
        said = f"  {Deed(int(lives.deeds[place])).word}{depth}, step {int(lives.steps[place]):,}"
        hits, cuts, puts = int(lives.hits[entry]), int(lives.cuts[entry]), int(lives.puts[entry])
        return [
            (f"{hits:>7,}" if hits else f"{'·':>7}", "value" if hits else "about"),
            (f"{cuts:>6,}" if cuts else f"{'·':>6}", "cut" if cuts else "about"),
            (f"{puts:>9,}", "about"),
            (f"{now:>9}  ", "value" if met >= first else "about"),
            (ending(format_path(lives.trace, int(lives.nodes[place])), self._path_width(lives, width)), "label"),
            (said, "about"),
        ]

    def _path_width(self, lives: Lives, width: int) -> int:
        """The columns of the paths: so many that what is said behind them is not cut, if they keep a few."""
        depth = 0 if lives.depths is None or not lives.exact else len(f", depth {int(lives.depths.max(initial=0))}")
        said = 2 + max(len(deed.word) for deed in Deed) + depth + len(f", step {lives.trace.steps:,}")
        return min(path_width(width), max(width - NUMBERS - said, SHORTEST_PATH))

    def place(self, number: int, step: int) -> Place | None:
        """Its next event after a step; after the last one, its first."""
        lives = self._known
        assert lives is not None
        event = self._next(lives, number, step)
        return Place(int(lives.steps[event]), int(lives.nodes[event]))

    def is_here(self, number: int) -> bool:
        """Whether something happens to it at the current step."""
        lives = self._known
        assert lives is not None
        return bool(np.isin(self._explored.cursor.step, self._steps(lives, number)[1]))

    def sort(self) -> str:
        """Those first that were written most often, in the order of time, or by hits. The one in hand stays in hand."""
        lives = self._known
        self._order = (self._order + 1) % len(ORDERS)
        if lives is not None and len(self):
            entry = int(self._sorted[self.hand])
            self._sorted = _sorted(lives, self._order)
            self._hand = int(np.flatnonzero(self._sorted == entry)[0])
        return ORDERS[self._order][0]


def _sorted(lives: Lives, order: int) -> Ints:
    return np.argsort(ORDERS[order][1](lives), kind="stable")
