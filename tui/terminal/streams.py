"""Standard streams as whoever starts the command leaves them: closed, full, gone, or of a small alphabet."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import TextIO

_ESCAPE = "plyscope.escape"
"""The name of what writes a character that a stream does not have: as JSON escapes it, so that JSON stays whole."""
_NAMES = ("stdin", "stdout", "stderr")
_found: dict[str, TextIO | None] = {}
"""The streams as Python made them, by their names."""
_alphabets: dict[str, tuple[str, str | None]] = {}
"""Their encodings and error handlers."""
_ours: list[TextIO] = []
"""Our stderr, while a program has the streams."""


def mend() -> None:
    """Make the three standard streams usable, whatever they are; to be called before a file is opened.

    A number that is closed is taken by the next file that is opened, which then gets what is meant for people. So a
    closed stdin is empty, what is said on a closed stderr is lost, and writing to a closed stdout fails.
    """
    for name in _NAMES:
        stream = _found[name] = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            _alphabets[name] = stream.encoding, stream.errors
    for number, flags in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            with contextlib.suppress(OSError):  # without /dev/null there is nothing to be done
                _occupy(number, flags)
    sys.stdin = sys.stdin or io.TextIOWrapper(io.FileIO(0, "r", closefd=False), "utf-8")
    sys.stdout, sys.stderr = _writer(sys.stdout, 1), _writer(sys.stderr, 2)


def _occupy(number: int, flags: int) -> None:
    opened = os.open(os.devnull, flags)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)


def _writer(stream: TextIO | None, number: int) -> TextIO:
    codecs.register_error(_ESCAPE, _escape)
    if stream is None:
        raw = io.BufferedWriter(io.FileIO(number, "w", closefd=False))
        return io.TextIOWrapper(raw, "utf-8", _ESCAPE, line_buffering=number == 2)
    if isinstance(stream, io.TextIOWrapper):
        # On Windows what goes to a file or a program would have the alphabet of one country, JSON too.
        alone = sys.platform == "win32" and not stream.isatty() and "PYTHONIOENCODING" not in os.environ
        stream.reconfigure(encoding="utf-8" if alone else None, errors=_ESCAPE)
    return stream


def _escape(error: UnicodeError) -> tuple[str, int]:
    r"""What stands for characters that a stream does not have.

    >>> _ = codecs.register_error("test", _escape)
    >>> "≈ −3 𝄞".encode("ascii", "test")
    b'\\u2248 -3 \\ud834\\udd1e'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_spelt, error.object[error.start : error.end])), error.end


def _spelt(character: str) -> str:
    from tracer.text import MINUS  # loads NumPy, which is to wait until the program has said that it starts

    if character == MINUS:
        return "-"
    pairs = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{pairs[k]:02x}{pairs[k + 1]:02x}" for k in range(0, len(pairs), 2))


@contextlib.contextmanager
def lent() -> Iterator[None]:
    """Have the three streams as Python made them, for a program; then as they are now, whatever it did to them."""
    before, kept = [getattr(sys, name) for name in _NAMES], dict[int, int]()
    for number in (1, 2):
        with contextlib.suppress(OSError):
            kept[number] = os.dup(number)
    same = {number: os.fstat(copy) for number, copy in kept.items()}
    for name, stream in _found.items():
        setattr(sys, name, stream)
        if isinstance(stream, io.TextIOWrapper):
            encoding, errors = _alphabets[name]
            stream.reconfigure(encoding=encoding, errors=errors)
    _ours.append(before[2])
    try:
        yield
    finally:
        _ours.pop()
        for name in _NAMES:
            with contextlib.suppress(Exception):  # it takes no more, or is anything that the program has put there
                getattr(sys, name).flush()
            setattr(sys, name, None)  # what the program made may close its file as it goes
        sys.stdin = before[0]
        for number in (1, 2):
            if number in kept:
                _give_back(number, kept[number], same[number])
            stream = before[number]
            setattr(sys, _NAMES[number], _writer(stream if _is_open(stream) else None, number))


def _is_open(stream: TextIO) -> bool:
    try:
        return not stream.closed
    except ValueError:  # the program detached what is below it
        return False


def _give_back(number: int, kept: int, same: os.stat_result) -> None:
    try:
        ours = os.path.samestat(os.fstat(kept), same)
    except OSError:
        ours = False
    if ours:
        os.dup2(kept, number)
        os.close(kept)
        return
    # The program closed it, perhaps with all that it did not open itself.
    with contextlib.suppress(OSError):
        ours = os.path.samestat(os.fstat(number), same)
    if not ours:
        give_up(number)


def say_beside(line: str) -> bool:
    """Write a line to our stderr while a program has the streams; nothing it does to its own changes that.

    Returns whether a program has them.
    """
    if not _ours:
        return False
    stream = _ours[-1]
    with contextlib.suppress(OSError, ValueError):  # nobody is there to be told
        try:
            number = stream.fileno()
        except io.UnsupportedOperation:  # as where a test catches what is written
            stream.write(f"{line}\n")
        else:
            stream.flush()
            os.write(number, f"{line}\n".encode(stream.encoding, _ESCAPE))
    return True


def give_up(number: int) -> None:
    """Write nothing more to a stream that failed, not even when Python flushes it at exit."""
    with contextlib.suppress(OSError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, number)
        os.close(null)


def settle() -> None:
    """Flush what is left: a stream that takes no more, as of a terminal that is gone, changes no exit status."""
    for number, stream in ((1, sys.__stdout__), (2, sys.__stderr__), (1, sys.stdout), (2, sys.stderr)):
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except (OSError, ValueError):
            give_up(number)
