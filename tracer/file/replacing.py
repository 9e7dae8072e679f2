"""Writing a file whole or not at all, and only where nothing stands that somebody would miss."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tracer.errors import PlyscopeError, TraceFileError
from tracer.file.draft import Draft
from tracer.file.output import is_stream
from tracer.file.reading import open_regular
from tracer.text import clean


@contextmanager
def whole(path: str | os.PathLike[str]) -> Iterator[Draft]:
    """A file that takes its place when it is written, and only then; a failure leaves what was there before.

    Raises:
        PlyscopeError: it cannot be written, or what was to be written could not be made.
    """
    draft = Draft(path)
    try:
        yield draft
        draft.publish()
    except OSError as error:
        raise TraceFileError(f"cannot write {draft.name}: {error.strerror or error}") from error
    except TraceFileError:
        raise
    except PlyscopeError as error:
        raise PlyscopeError(f"cannot write {draft.name}: {error}") from error
    finally:
        draft.discard()


def need_place(path: Path, may_replace: Callable[[BinaryIO], bool], what: str) -> None:
    """Refuse a place at which something stands that is not to be replaced; a stream is nothing that could be.

    Args:
        path: where is to be written.
        may_replace: whether a file there, which is not empty, may give way.
        what: what may, for what is said.

    Raises:
        TraceFileError: it is so.
    """
    if not os.path.lexists(path) or is_stream(path):
        return
    try:
        with open_regular(path) as stream:
            if not os.fstat(stream.fileno()).st_size or may_replace(stream):
                return
    except FileNotFoundError:  # a link that leads nowhere
        return
    except (OSError, ValueError, PlyscopeError) as error:
        problem = getattr(error, "strerror", None) or str(error)
        raise TraceFileError(f"cannot write {clean(str(path))}: {problem}") from error
    raise TraceFileError(f"cannot write {clean(str(path))}: something else is there than {what}")
