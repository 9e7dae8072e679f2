"""The searches of a script: which of them are kept, and what is printed of them in the end."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import tracer
from tracer.count.layers import TooMany
from tracer.count.perft import least_exponent
from tracer.count.probes import outlook
from tracer.count.sizes import Sizes
from tracer.diagnosis.likely_game import likely_game
from tracer.errors import PlyscopeError, TraceFileError
from tracer.file.output import is_stream
from tracer.file.series import INTERRUPTED, Written, numbered
from tracer.games.rules import AnyGame, blame, labels, utility
from tracer.recording.status import EXPANDED, OPEN, PRUNED, TABLE
from tracer.text import clean, number, percent
from tracer.tracing import reopen
from tui.terminal.output import aligned, emit, say
from tui.terminal.report import COUNTED, print_summary, print_written

if TYPE_CHECKING:
    from tracer.attaching.outlet import Outlet, Which


QUICK_COUNT = 30_000
"""Moves looked at to count the full tree: some hundredths of a second."""
PROBED = 60_000
"""Moves looked at for an estimate of a tree that is too large."""
TOGETHER = 2
"""Visits of each position, on the average, from which a table would shorten a search."""


def how_far(trace: tracer.Trace) -> list[str]:
    """Return what to print of a search that was interrupted: three lines at most."""
    if trace.columns.log is not None:
        return []
    visited = int(trace.columns.visited_before[-1])
    game, start, likely = trace.game, None, ""
    if game is not None:
        start = trace.start()
    elif (found := likely_game(trace)) is not None:
        game, start, likely = found.game, found.start, f"if the game is {clean(found.spec)}, "
    lines = [f"interrupted after {visited:,} nodes: {_root(trace, game, start)}"]
    size = None if game is None else _size(trace, game, start, visited)
    return [*lines, *([] if size is None else [f"{likely}{size}"]), *_shorter(trace, visited)]


def _root(trace: tracer.Trace, game: AnyGame | None, start: Any) -> str:
    """Return how many of the root's moves are done, in the iteration that was interrupted if there are some."""
    top, said = 0, ""
    if 0 in trace.drivers and (passes := trace.children(0)):
        top = passes[-1]
        said = f"in its last iteration, {clean(trace.label(top))}, "
    moves = {trace.columns.move.item(child): child for child in trace.children(top)}
    done = sum(trace.columns.status[child] != OPEN for child in moves.values())
    verb = "is" if done == 1 else "are"
    total = None if game is None else _legal(game, start)
    if total is None or total < len(moves):
        return f"{said}{done} {'move' if done == 1 else 'moves'} of the root {verb} done"
    return f"{said}{done} of {total} moves of the root {verb} done"


def _legal(game: AnyGame, start: Any) -> int | None:
    """Return the number of different moves at the root; None if the game is over or fails."""
    try:
        with blame(game):
            return None if utility(game, start) is not None else len(set(labels(game, game.moves(start))))
    except PlyscopeError:
        return None


def _size(trace: tracer.Trace, game: AnyGame, start: Any, visited: int) -> str | None:
    """Return the size of the full tree to the depth of the search, counted or estimated; None if the game fails."""
    depth = trace.header.depth
    to = "" if depth is None else f" to depth {depth}"
    try:
        try:
            with blame(game):
                nodes = sum(Sizes(game, QUICK_COUNT).levels(start, math.inf if depth is None else depth))
        except TooMany:
            exponent = _exponent(game, start, depth)
            return f"the full tree{to} has some 10^{exponent} nodes or more"
    except PlyscopeError:
        return None
    share = f"; {percent(visited / nodes)} of them were visited" if _visits_all(trace) and visited <= nodes else ""
    return f"the full tree{to} has {nodes:,} nodes{share}"


def _exponent(game: AnyGame, start: Any, depth: int | None) -> int:
    """Return the decimal exponent of the nodes of a tree that is too large to be counted, by an estimate.

    Raises:
        GameError: the game misbehaved.
    """
    if depth is None:
        return math.floor(outlook(game, start).nodes)
    return math.floor(least_exponent(game, start, depth, moves=QUICK_COUNT // 20, probed=PROBED))


def _visits_all(trace: tracer.Trace) -> bool:
    """Return whether a search visits each node of its tree once: it has no window, no table and no iterations."""
    return not (trace.header.windowed or _has_table(trace) or trace.drivers)


def _has_table(trace: tracer.Trace) -> bool:
    return trace.header.answers_from_elsewhere or bool((trace.columns.status == TABLE).any())


def _shorter(trace: tracer.Trace, visited: int) -> list[str]:
    """Return a line with what would shorten a search; nothing if it has all of that."""
    columns, ways = trace.columns, list[str]()
    players = {*columns.turn[columns.status == EXPANDED].tolist()}
    if not trace.header.windowed and players == {1, -1}:
        ways.append("alpha-beta")
    if trace.header.depth is None and columns.depth is None:
        ways.append("a depth limit")
    elif trace.header.depth is not None:
        ways.append(f"a depth limit of less than {trace.header.depth}")
    if columns.text is not None and not _has_table(trace):
        told = columns.text[(columns.status != PRUNED) & (columns.text >= 0)]
        different = len(np.unique(told))
        if len(told) >= TOGETHER * different:
            ways.append(f"a table, for {len(told):,} visits were of {different:,} positions")
    return [f"it would be shorter with {'; '.join(ways)}"] if ways else []


READ = 4_000_000
"""Nodes up to which a file is read again to report how far its search came: they take less than 512 MB."""
_HEADS = ("search", "value", "by", "visited", "leaves", "cutoffs", "pruned branches", "seconds")


class Row(NamedTuple):
    """What a table says of one search."""

    value: float | None
    visited: int
    pruned: int | None
    """Pruned branches; None where they are not known."""
    seconds: float
    stopped: str | None
    move: str | None = None
    """The first with that value, which need not be the one that the search chose."""
    leaves: int | None = None
    """Leaves, cutoffs and the best move are unknown of a large search that is not in memory."""
    cutoffs: int | None = None
    at_least: bool = False
    """Whether more branches may have been pruned."""

    def cells(self) -> list[str]:
        """The row as text."""
        value = "unfinished" if self.value is None else number(self.value)
        counts = ["–" if one is None else f"{one:,}" for one in (self.visited, self.leaves, self.cutoffs, self.pruned)]
        if self.at_least:
            counts[-1] = f"≥ {counts[-1]}"
        return [value, self.move or "–", *counts, f"{self.seconds:,.3f}"]


def row_of(found: tracer.Trace | Written, file: Path | None = None) -> Row:
    """The row of a search that is in memory, in a file, or in neither."""
    if isinstance(found, Written):
        if file is not None and found.nodes <= COUNTED:
            try:
                return row_of(reopen(found, file))
            except TraceFileError:  # which the script may have removed
                pass
        pruned, header = found.pruned, found.header
        shown = found.value, found.visited, pruned, header.seconds, header.stopped
        return Row(*shown, at_least=header.skipped_in_part)
    counts, best, header = found.counts, found.first_with_value, found.header
    move = None if best is None else found.label(best)
    shown = found.value, counts.visited, counts.pruned_branches, header.seconds, header.stopped
    return Row(*shown, move, counts.leaves, counts.cutoffs, header.skipped_in_part and counts.pruned_known)


class Searches:
    """The searches of a script.

    Args:
        output: what the file is called, or of several the name to which they add their numbers; None for no file.
        which: those that are kept.
        limits: what ends each of them early, as `Outlet` takes it.
    """

    def __init__(self, output: str | None, which: Which, **limits: Any) -> None:
        from tracer.attaching.outlet import MOST, Outlet

        self._output, self._most = output, MOST
        file = None if output is None else Path.cwd() / output  # which the script may leave
        self.outlet: Outlet = Outlet(file, which, ended=self._take, **limits)
        """Where they go."""
        self._title = ""
        self.count = 0
        """How many have ended."""
        self._alone: tuple[int, tracer.Trace | Written] | None = None
        """The one that is asked for, or the first, with its number."""
        self._rows: list[Row | Written] = []
        """The first searches, where all are asked for."""
        self._kept: list[int] = []
        """The numbers of those that are in files."""
        self._interrupted: tuple[int, tracer.Trace | Written] | None = None
        """The one that Ctrl-C or another signal ended, with its number."""
        self._others = 0
        """Nodes that searches visited of which there is no row."""

    def _take(self, number: int, found: tracer.Trace | Written, kept: bool) -> None:
        self.count += 1
        self._title = self._title or f"{found.header.name}, {found.header.search}"
        several = self.outlet.which == "all"
        if found.header.stopped == INTERRUPTED:
            self._interrupted = number, found
        if kept and not several:
            self._alone = number, found
        elif several:
            self._alone = (number, found) if number == 1 else None
        if several and number <= self._most:
            self._rows.append(found if isinstance(found, Written) else row_of(found))
            self._kept += [number] * kept
        else:
            self._others += found.visited if isinstance(found, Written) else found.counts.visited

    def report(self) -> None:
        """Print what came of them.

        Raises:
            PlyscopeError: there is none of the number that was asked for.
        """
        which = self.outlet.which
        if not self.count:
            say("no search was recorded")
        elif self._alone is not None:
            self._report_one(*self._alone)
        elif which == "all":
            self._report_all()
        else:
            raise PlyscopeError(f"--search {which}: the script made {self.count:,}")

    def report_interrupted(self) -> None:
        """Print how far the search came that was interrupted, if one was and it is in memory or in a file."""
        number, found = self._interrupted or (0, None)
        if isinstance(found, Written):
            file = self._file(number) if self.outlet.which == "all" else self.outlet.path
            if file is None or is_stream(file) or found.nodes > READ:
                return
            try:
                found = reopen(found, file)
            except TraceFileError:  # which the script may have removed
                return
        for line in () if found is None else how_far(found):
            say(line)

    def _report_one(self, number: int, found: tracer.Trace | Written) -> None:
        if isinstance(found, Written):
            assert self.outlet.path is not None
            print_written(found, self._output or "", self.outlet.path)
        else:
            print_summary(found)
        if self.count > 1:
            say(f"search {number:,} of {self.count:,}; {self._ways}")
        say("not saved: -o FILE keeps it" if self._output is None else f"saved to {self.files}")

    @property
    def _ways(self) -> str:
        """How to get others than the one that is kept."""
        if self.outlet.path is not None and is_stream(self.outlet.path):
            return f"{clean(self._output or '')} takes one, --search N another"
        return "--search N, first, longest or all takes others"

    @property
    def files(self) -> str:
        """The files in which searches are, as people read it; empty where there are none."""
        if self._output is None or not self.count:
            return ""
        if self._alone is not None:
            return clean(self._output)
        names = [clean(self._name(number)) for number in self._kept]
        if len(names) > 3 and self._kept[-1] - self._kept[1] == len(names) - 2:
            return f"{names[0]}, {names[1]} … {names[-1]}"
        return ", ".join(names)

    def _name(self, number: int) -> str:
        """What the file of a search is called, in the words of the command line."""
        file = self._file(number)
        output = Path(self._output or "")
        if file is None or file.name == output.name:
            return self._output or ""
        return str(numbered(output, number))

    def _file(self, number: int) -> Path | None:
        """The file of a search; None where it is in none."""
        series = self.outlet.series
        return None if series is None or number not in self._kept else series.file(number)

    def _report_all(self) -> None:
        rows = [row if isinstance(row, Row) else row_of(row, self._file(n)) for n, row in enumerate(self._rows, 1)]
        emit(f"{self._title}\n")
        emit(aligned([_HEADS, *([f"{n:,}", *row.cells()] for n, row in enumerate(rows, 1))]))
        for n, row in enumerate(rows, 1):
            if row.stopped:
                say(f"search {n} stopped {clean(row.stopped)}")
        if self.count > len(rows):
            emit(f"… and {self.count - len(rows):,} more searches, which visited {self._others:,} nodes")
            say(
                f"the first {self._most} searches are kept, and all others counted: --search N or longest keeps another"
            )
        if self._output is None:
            say("not saved: -o FILE keeps them, a file each")
        elif self._kept:
            say(f"saved to {self.files}")
