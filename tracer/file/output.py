"""What is written to: a file that is replaced, or something that goes on to somebody else and is written into."""

from __future__ import annotations

import errno
import os
import re
import select
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from tracer.errors import TraceFileError
from tracer.recording.interrupts import let_interrupts_through
from tracer.text import clean

PAUSE = 0.05
"""Seconds between looks at whether a pipe has a reader by now."""
_LINKS = 40
"""Links that are followed at most, as systems do."""
_OPEN_FILE = re.compile(r"(?:/proc/(?P<process>\d+)(?:/task/\d+)?|/dev)/fd/(?P<number>\d{1,9})")
"""The name of a file that is open in some process."""


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Whether what is written there goes on to somebody else: a device, a pipe, or the name of an open file."""
    try:
        return _open_file(Path(path)) is not None or not stat.S_ISREG(os.stat(path).st_mode)  # noqa: PTH116
    except (OSError, ValueError):  # nothing is there, or can be
        return False


def _open_file(path: Path) -> re.Match[str] | None:
    """The name of an open file, such as /dev/stdout, which looks like a link to it; None where a path is none."""
    for _ in range(_LINKS):
        path = Path(os.path.realpath(path.parent)) / path.name
        if found := _OPEN_FILE.fullmatch(str(path)):
            return found
        if not path.is_symlink():
            break
        path = path.parent / path.readlink()
    return None


def open_stream(path: str | os.PathLike[str], waiting: Callable[[], None] | None = None) -> int:
    """A descriptor that writes where `is_stream` holds: on from where a file of ours is, at the end of another one's.

    A pipe is waited for until somebody reads it, and `waiting` is called first, once; Ctrl-C ends that, also where it
    is held back.
    """
    named = _open_file(Path(path))
    if named and named["process"] in (None, str(os.getpid())):
        return os.dup(int(named["number"]))
    flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)
    if not is_pipe(path) or sys.platform == "win32":  # there nobody need read it
        return os.open(path, flags)
    while True:
        try:
            handle = os.open(path, flags | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if waiting is not None:
                waiting()
                waiting = None
        else:
            os.set_blocking(handle, True)
            return handle
        let_interrupts_through()
        time.sleep(PAUSE)


def write_some(handle: int, data: memoryview) -> int:
    """Write a part of this into a stream as soon as it takes any, and give how much; Ctrl-C ends the waiting."""
    if sys.platform == "win32":
        return os.write(handle, data)
    waiting = select.poll()
    waiting.register(handle, select.POLLOUT)
    while not waiting.poll(1_000 * PAUSE):
        let_interrupts_through()
    return os.write(handle, data[: select.PIPE_BUF])  # which a pipe that is ready takes without waiting


def is_pipe(path: str | os.PathLike[str]) -> bool:
    """Whether this is a named pipe, whose reader may be waited for without an end."""
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)  # noqa: PTH116  # a path may be of any kind
    except (OSError, ValueError):
        return False


def need_another(output: str | os.PathLike[str] | None, source: str | os.PathLike[str] | BinaryIO) -> None:
    """Refuse an output that is the file that is read, by whatever name."""
    if output is None:
        return
    try:
        read = os.stat(source) if isinstance(source, str | os.PathLike) else os.fstat(source.fileno())  # noqa: PTH116
        written = os.stat(output)  # noqa: PTH116
    except (OSError, ValueError, AttributeError):  # one of them is not there, or no file
        return
    if stat.S_ISREG(read.st_mode) and os.path.samestat(read, written):
        raise TraceFileError(f"{clean(str(output))} cannot be both what is read and the output")
