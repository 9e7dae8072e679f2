"""Where the searches of a recording go, and what ends them early."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Literal

from tracer.attaching import user_messages
from tracer.errors import TraceFileError
from tracer.file.output import is_stream
from tracer.file.series import Series, Written
from tracer.file.writing import Writer
from tracer.recording.header import Header
from tracer.recording.node_details import NodeDetails
from tracer.text import clean
from tracer.tracing import Trace

MAX_KEPT_SEARCHES = 100
"""Searches that are kept where all are asked for: a script may make thousands."""

Which = int | Literal["longest", "all"]
"""One of several searches by its number, from 1; the one with most nodes; all up to `MAX_KEPT_SEARCHES`."""


class SearchOutput:
    """Where the searches of a recording go: each stays in memory as a trace, or is written to a file while it runs.

    Args:
        path: the file, or of several searches the name of their `Series`; a device or a pipe takes the first alone.
            None keeps them in memory.
        which: which of them are written; all others are counted, and forgotten.
        max_nodes: visits at most, of each search; the recorder raises `Stop` into the search before the next one.
        progress: called ten times a second or so with the number of nodes visited; it may raise `Stop`, too.
        ended: called with each search that has ended, its number and whether it is in a file, or would be if there
            were one; None keeps the traces.
    """

    def __init__(
        self,
        path: Path | None = None,
        which: Which = "all",
        *,
        max_nodes: int | None = None,
        progress: Callable[[int], None] | None = None,
        ended: Callable[[int, Trace | Written, bool], None] | None = None,
    ) -> None:
        self.path, self.max_nodes, self.progress = path, max_nodes, progress
        self.which: Which = 1 if which == "all" and path is not None and is_stream(path) else which
        self.traces: list[Trace] = []
        """Those that ended, where nobody else takes them."""
        self.series = None if path is None else Series(path)
        """The files, where there are some."""
        self.first: Writer | None = None
        """What writes the first of several files, which gets another name as the second begins."""
        self._ended = ended
        self.begun = 0
        """How many have begun."""
        self._longest = 0
        """Nodes of the longest search so far."""

    def begin(self) -> SearchDestination:
        """Where the search goes that begins now."""
        self.begun += 1
        is_longest_wanted = self.which == "longest"
        is_wanted = is_longest_wanted or (
            self.begun == self.which if isinstance(self.which, int) else self.begun <= MAX_KEPT_SEARCHES
        )
        return SearchDestination(self, self.begun, wanted=is_wanted, beyond=self._longest if is_longest_wanted else 0)

    @property
    def keeps_apart(self) -> bool:
        """Whether each search has a file of its own, or none: then a search may begin before the last is ended."""
        return self.path is None or self.which != "longest"

    def end(self, destination: SearchDestination, recording: Trace | Written) -> None:
        """A search has ended."""
        nodes = len(recording) if isinstance(recording, Trace) else recording.nodes
        is_kept = destination.wanted and (self.which != "longest" or nodes > self._longest)
        self._longest = max(self._longest, nodes)
        if self._ended is not None:
            self._ended(destination.number, recording, is_kept)
        elif isinstance(recording, Trace):
            self.traces.append(recording)


class SearchDestination:
    """Where one search goes."""

    def __init__(self, outlet: SearchOutput, number: int, *, wanted: bool, beyond: int) -> None:
        self._outlet, self.number, self.wanted, self._beyond = outlet, number, wanted, beyond
        self.path, self.max_nodes, self.progress = outlet.path, outlet.max_nodes, outlet.progress

    def withdraw(self, *, written: bool) -> None:
        """The search, the last to begin, is recorded anew: the next has its number; what was written of it goes."""
        outlet = self._outlet
        outlet.begun -= 1
        if outlet.series is not None and written:
            outlet.series.file(self.number if outlet.which == "all" else 1).unlink(missing_ok=True)
        if outlet.series is not None and not outlet.begun:
            outlet.series.begin_again()

    def open(self, header: Header, label: Callable[[Any], str], details: NodeDetails) -> Writer | None:
        """Begin the file of a search that is wanted; None where its name is somebody's: it is not wanted any more.

        Raises:
            TraceFileError: the file that was named cannot be written.
        """
        series, which = self._outlet.series, self._outlet.which
        assert series is not None
        if which != "all" or self.number == 1:
            file = series.file(1)
            message = f"{clean(str(file))} is a pipe that nobody reads yet; the search goes on as soon as somebody does"
            report_waiting = partial(user_messages.print_message, message)
            self._outlet.first = Writer(file, header, label, details, beyond=self._beyond, waiting=report_waiting)
            return self._outlet.first
        try:
            file = series.begin(self.number)
            if self.number == 2 and self._outlet.first is not None:
                self._outlet.first.renamed(series.file(1))
            return Writer(file, header, label, details)
        except TraceFileError as error:
            user_messages.print_message(f"search {self.number} is not kept: {error}")
            self.wanted = False
            return None
