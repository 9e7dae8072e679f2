"""Writing a trace file: frame after frame while a search runs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from threading import RLock
from typing import Any

from tracer.errors import TraceFileError
from tracer.file.appending import Appender
from tracer.file.draft import Draft
from tracer.recording.header import Header
from tracer.recording.no_moves import NoMove
from tracer.recording.node_details import NodeDetails
from tracer.recording.part_collector import Part
from tracer.recording.withdrawn_cutoffs import NONE_WITHDRAWN, Withdrawn


class FileInWork:
    """A file that this process writes; a child of the process leaves it alone."""

    def __init__(self, draft: Draft) -> None:
        self._draft, self._process, self._writing = draft, os.getpid(), RLock()
        self._closed = False
        self._kept = 0
        """Nodes that are whole in the file."""

    @property
    def _is_foreign(self) -> bool:
        """Whether this is a child of the process that writes the file."""
        return os.getpid() != self._process

    def abandon(self) -> None:
        """Close the file as it is; where it holds nothing yet, leave what was there before."""
        if self._is_foreign:
            return
        with self._writing:
            self._closed = True
            self._draft.discard()

    @property
    def _kept_text(self) -> str:
        return f"; it holds the first {self._kept:,} nodes" if self._kept else ""

    @contextlib.contextmanager
    def _access(self) -> Iterator[bool]:
        """Keep other threads from the file; gives whether it is to be written. Where it cannot be, it is abandoned."""
        if self._is_foreign:
            yield False
            return
        with self._writing:
            try:
                yield not self._closed
            except TraceFileError:
                self.abandon()
                raise
            except OSError as error:
                self.abandon()
                problem = f"cannot write {self._draft.name}: {error.strerror or error}{self._kept_text}"
                raise TraceFileError(problem) from error


class Writer(FileInWork):
    """Writes a recording to a file while it runs.

    The file appears with its first nodes in it, and from then on grows; an older file of that name stays until then.
    What it is in the end follows from what was recorded alone. Where the recording takes its time, the file shows
    more than was written so far: then what is written stands in a draft beside it, which takes its place in the end.

    Args:
        path: the file; a device or a pipe is written into.
        header: what is searched.
        label: gives the label of a move.
        told: what is told of the nodes meanwhile; it is written beside them, and kept there no longer.
        beyond: the file appears only once it has more nodes than this; a recording that never has leaves nothing.
        waiting: called before a pipe is waited for that nobody reads yet.

    Raises:
        TraceFileError: the place cannot be written, or another process is writing it.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        header: Header,
        label: Callable[[Any], str],
        told: NodeDetails | None = None,
        *,
        beyond: int = 0,
        waiting: Callable[[], None] | None = None,
    ) -> None:
        self.path = path
        """The file."""
        super().__init__(Draft(path, waiting))
        self._header, self._label, self._beyond = header, label, beyond
        self._told = told or NodeDetails()
        self._file: Appender | None = None
        """What is written, as soon as there is something."""
        self._shown: Appender | None = None
        """What the file shows instead, where it shows more than that."""
        self._ahead = 0
        """How many parts it shows that come next."""

    @property
    def readable(self) -> bool:
        """Whether what was written can be read back: it is in a file, not gone into a device or a pipe."""
        return self._draft.regular

    @property
    def in_a_file(self) -> bool:
        """Whether somebody can find what is written."""
        return self.readable and self._visible.published

    @property
    def _visible(self) -> Draft:
        return self._draft if self._shown is None else self._shown.draft

    @property
    def _kept_text(self) -> str:
        return super()._kept_text if self.in_a_file else ""

    def renamed(self, path: Path) -> None:
        """The file has another name by now, which somebody else gave it."""
        self.path = path
        for draft in {self._draft, self._visible}:
            draft.renamed(path)

    def abandon(self) -> None:
        """Close the file as it is; where it holds nothing yet, leave what was there before."""
        super().abandon()
        if self._shown is not None and not self._is_foreign:
            self._shown.draft.discard()

    def write(self, parts: list[Part]) -> None:
        """Append parts as one chunk. Any thread may; what comes after the end is passed over.

        Raises:
            TraceFileError: the disk is full, or another process began to write this file.
        """
        with self._access() as is_open:
            if not is_open:
                return
            if self._file is None:
                self._file = Appender(self._draft, self._header, self._label)
            self._hear()
            self._file.append(parts)
            if self._shown is not None and (unseen := parts[self._ahead :]):
                self._shown.append(unseen)
            self._ahead = 0
            self._publish()

    def show(self, parts: list[Part]) -> None:
        """Let the file show parts that are written later, with others; a device or a pipe shows nothing.

        Raises:
            TraceFileError: the disk is full, or another process began to write this file.
        """
        with self._access() as is_open:
            if not is_open or not self.readable or self._file is None:
                return
            if self._shown is None:
                self._shown, self._draft = self._file, self._draft.successor()
                self._file = self._shown.copied(self._draft)
            self._hear()
            if unseen := parts[self._ahead :]:
                self._shown.append(unseen)
            self._ahead = len(parts)
            self._publish()

    def begin_above(self, turn: int, alpha: float, beta: float, first: NoMove) -> None:
        """Put a root above what was written so far, all of it nodes that have been left; `first` leads to the old one.

        The file is written anew, and takes the place of the old one when it is whole.
        """
        with self._access() as is_open:
            if not is_open or self._file is None:
                return
            before, shown = self._draft, self._visible.published
            self._draft = before.successor()
            self._file = self._file.below(self._draft, turn, alpha, beta, first)
            self._give_way(before)
            if shown:
                self._draft.publish()
            self._publish()

    def finish(self, header: Header, dropped: Collection[str] = (), withdrawn: Withdrawn = NONE_WITHDRAWN) -> None:
        """Say that the recording is complete, or why it is not, and close the file.

        Args:
            header: what was searched, and how it ended.
            dropped: the optional columns that turned out to say nothing.
            withdrawn: the cutoffs that turned out to be none.
        """
        with self._access() as is_open:
            if not is_open:
                return
            assert self._file is not None  # a recording has nodes
            self._hear()
            self._file.append_told()
            self._file.frames.put_end(header, dropped, withdrawn)
            if self._shown is not None:
                self._give_way(None)
                self._publish()
            self._draft.discard()  # it leaves what was published
            self._closed = True

    def hand_over(self) -> Draft:
        """Write no more: the file, in which nothing is yet, for somebody else to write."""
        self._closed = True
        return self._draft

    def _hear(self) -> None:
        fresh = self._told.take_new()
        for file in (self._file, self._shown):
            if file is not None:
                file.hear(fresh, self._told.sources)

    def _publish(self) -> None:
        """Let the file appear, if it has nodes enough."""
        file = self._shown or self._file
        assert file is not None
        self._kept = file.nodes
        if file.nodes > self._beyond:
            file.draft.publish()

    def _give_way(self, before: Draft | None) -> None:
        """Let what is written now take the place of what is visible."""
        visible = before if self._shown is None else self._shown.draft
        if visible is not None:
            visible.give_way(self._draft)
        if before is not None and before is not visible:
            before.discard()
        self._shown, self._ahead = None, 0
