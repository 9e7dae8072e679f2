"""Numbered files, one a frame: the pattern of their names, as `step-%02d.svg`."""

from __future__ import annotations

import os
import re
from pathlib import Path

from tracer.errors import PlyscopeError
from tracer.text import clean
from tracer.tracing import Trace
from viz.formats.format import DrawingOptions, PageWriter
from viz.paper.film import MAX_FRAMES, draw_frames
from viz.target import Progress, check, replacement

WHAT = "numbered files"
_NUMBER = re.compile(r"%(0[1-9])?d")
_FIELD = re.compile(r"%\d*[A-Za-z]")


def is_pattern(path: str | os.PathLike[str]) -> bool:
    """Whether a name stands for many files.

    >>> is_pattern("step-%02d.svg"), is_pattern("step-%d.svg"), is_pattern("100%.svg")
    (True, True, False)

    Raises:
        PlyscopeError: it has a field that is no number, or several, or has it in the name of a folder.
    """
    folder, name = os.path.split(os.fspath(path))
    fields = _FIELD.findall(name)
    if not fields and not _FIELD.search(folder):
        return False
    if len(fields) != 1 or not _NUMBER.fullmatch(fields[0]) or _FIELD.search(folder):
        raise PlyscopeError(
            f"{clean(os.fspath(path))} is no pattern of numbered files: give one %d, or %02d for two digits, "
            "in the name of the file"
        )
    return True


def numbered(path: str | os.PathLike[str], number: int) -> str:
    """The name of one of the files.

    >>> numbered("step-%03d.svg", 7), numbered("step-%d.svg", 12)
    ('step-007.svg', 'step-12.svg')
    """
    file = Path(path)
    return str(file.with_name(_NUMBER.sub(lambda found: found[0] % number, file.name)))


def possible_names(path: str | os.PathLike[str]) -> list[str]:
    """The file, or of a pattern every file that may be written.

    >>> possible_names("tree.svg"), possible_names("step-%d.svg")[:2]
    (['tree.svg'], ['step-0.svg', 'step-1.svg'])
    """
    if not is_pattern(path):
        return [os.fspath(path)]
    return [numbered(path, number) for number in range(MAX_FRAMES)]


def write(
    trace: Trace,
    path: str | os.PathLike[str],
    page: PageWriter,
    what: str,
    options: DrawingOptions,
    progress: Progress | None = None,
) -> list[str]:
    """Write the frames of an animation to numbered files, from 0 on; nothing is written before all are drawn.

    Where each event has a frame, a file has the number of its step.

    Args:
        trace: what was recorded.
        path: the pattern of their names.
        page: gives the content of a file.
        what: what has a frame: an `event`, a `cutoff` or an `iteration`.
        options: what shapes the drawings.
        progress: called with the bytes written so far.

    Returns:
        The names of the files.

    Raises:
        PlyscopeError: there are too many frames, or a file cannot be written.
    """
    contents = [page(canvas, options) for canvas in draw_frames(trace, animate=what, **options)]
    names = [numbered(path, count) for count in range(len(contents))]
    for name in names:
        check(Path(name))
    written = 0
    for name, content in zip(names, contents, strict=True):
        with replacement(Path(name)) as stream:
            stream.write(content)
        written += len(content)
        if progress is not None:
            progress(written)
    return names
