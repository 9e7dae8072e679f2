"""The searches of a script: which of them are kept, and what is printed of them in the end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import tracer
from tracer.errors import PlyscopeError, TraceFileError
from tracer.file.output import is_stream
from tracer.file.series import INTERRUPTED, Written, numbered
from tracer.text import clean, number
from tracer.tracing import reopen
from tui.terminal.output import aligned, emit, say
from tui.terminal.report import COUNTED, print_summary, print_written

if TYPE_CHECKING:
    from tracer.attaching.outlet import Outlet, Which

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
        from tui.terminal.search_progress import how_far  # which loads a good deal

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
