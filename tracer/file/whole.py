"""Writing a trace file that holds a recording whole: once, or again and again while the recording grows.

The ids of a best-first recording are numbers in pre-order, which change with every node that comes to be: nothing can
be added at the end of its file. So it is written anew now and then, and takes the place of the one before when it is
whole: whoever opens it, after whatever happened, finds a recording as far as it was then.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np

from tracer.errors import TraceFileError
from tracer.file.draft import Draft
from tracer.file.framing import CHUNK, Frames
from tracer.file.writing import FileInWork
from tracer.recording.columns import DTYPES
from tracer.recording.part_collector import UNSTORABLE_VALUE
from tracer.recording.recording import Recording
from tracer.text import clean


class WholeFile(FileInWork):
    """A file that holds a recording whole, and is this process's until it is finished or abandoned.

    A device or a pipe gets the recording when it is finished, and nothing before.

    Raises:
        TraceFileError: the place cannot be written, or another process is writing it.
    """

    def __init__(self, path: str | os.PathLike[str], draft: Draft | None = None) -> None:
        super().__init__(draft or Draft(path))

    def renew(self, recorded: Callable[[], Recording]) -> None:
        """Have the file hold the recording as far as it is; what it holds says that it goes on. Any thread may."""
        with self._access() as is_open:
            if is_open and self._draft.regular:
                self._put(recorded(), ended=False)

    def finish(self, recorded: Recording) -> None:
        """Have the file hold the recording, with its end, and close it."""
        with self._access() as is_open:
            if is_open:
                self._put(recorded, ended=True)
                self.abandon()

    @property
    def _kept_text(self) -> str:
        return super()._kept_text or "; an older file there is unharmed"

    def _put(self, recorded: Recording, *, ended: bool) -> None:
        before = self._draft
        draft = before.successor() if before.regular and before.published else before
        try:
            put_all(recorded, Frames(draft.write), ended=ended)
        except BaseException:
            if draft is not before:
                draft.discard()
            raise
        if draft is not before:
            before.give_way(draft)
            self._draft = draft
        draft.publish()
        self._kept = len(recorded.columns)


def save(recorded: Recording, path: str | os.PathLike[str]) -> None:
    """Write a whole recording; a failure leaves an older file of that name whole.

    Raises:
        TraceFileError: it cannot be written, a value in it is infinite, or another process is writing it.
    """
    infinite = np.isinf(recorded.columns.value)
    if infinite.any():
        raise TraceFileError(
            f"cannot write {clean(os.fspath(path))}: node {int(np.argmax(infinite))}: {UNSTORABLE_VALUE}"
        )
    file = WholeFile(path)
    try:
        file.finish(recorded)
    finally:
        file.abandon()


def put_all(recorded: Recording, file: Frames, *, ended: bool = True) -> None:
    """Write a recording frame by frame; `ended` is whether nothing follows."""
    file.put_header(recorded.header)
    file.put_moves(recorded.move_labels, recorded.no_moves)
    file.put_texts(recorded.texts)
    file.put_sources(recorded.sources)
    columns = {name: getattr(recorded.columns, name) for name in DTYPES} | recorded.columns.optional
    for first in range(0, len(recorded.columns), CHUNK):
        file.put_nodes({name: column[first : first + CHUNK] for name, column in columns.items()})
    if recorded.columns.log is not None:
        file.put_log(recorded.columns.log)
    if ended:
        file.put_end(recorded.header)
