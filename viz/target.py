"""The file that is written: a draft that takes its place when all went well, so that a failure spoils nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from tracer.errors import PlyscopeError
from tracer.file.draft import Draft
from tracer.text import clean

Progress = Callable[[int], None]
"""Called with the bytes written so far."""


def check(target: Path) -> None:
    """Refuse what cannot be a file.

    Raises:
        PlyscopeError: it is a folder, or in none.
    """
    if "\0" in str(target):
        raise PlyscopeError(f"cannot write {clean(str(target))}: no file has such a name")
    if target.is_dir():
        raise PlyscopeError(f"cannot write {clean(str(target))}: it is a folder")
    if not target.parent.is_dir():
        raise PlyscopeError(f"cannot write {clean(str(target))}: there is no folder {clean(str(target.parent))}")


class Counting:
    """A stream that says how much was written."""

    def __init__(self, stream: BinaryIO, progress: Progress) -> None:
        self._stream, self._progress = stream, progress
        self._written = 0

    def write(self, data: Any) -> int:
        """Write, and say so."""
        self._written += len(data)
        self._progress(self._written)
        return self._stream.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def replacement(target: Path) -> Iterator[BinaryIO]:
    """A new file that takes the place of `target` when all went well, and vanishes otherwise.

    What is no regular file, as /dev/stdout or a pipe, is written into; a pipe is waited for until somebody reads it.

    Raises:
        PlyscopeError: it cannot be written.
        BrokenPipeError: the reader of a pipe went away.
    """
    check(target)
    draft = Draft(target)
    try:
        with draft.stream() as stream:
            yield stream
        draft.publish()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise PlyscopeError(f"cannot write {clean(str(target))}: {error.strerror or error}") from error
    finally:
        draft.discard()
