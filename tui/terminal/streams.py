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


def mend() -> None:
    """Make the three standard streams usable, whatever they are; to be called before a file is opened.

    A number that is closed is taken by the next file that is opened, which then gets what is meant for people. So a
    closed stdin is empty, what is said on a closed stderr is lost, and writing to a closed stdout fails.
    """
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
def given_back() -> Iterator[list[int]]:
    """Have stdout and stderr as they are now after what a program does with them: closes or replaces them.

    Gives the numbers of those, filled when it ends, whose reader went away before it got all that the program wrote.
    """
    before, kept, broken = (sys.stdout, sys.stderr), dict[int, int](), list[int]()
    for number in (1, 2):
        with contextlib.suppress(OSError):
            kept[number] = os.dup(number)
    same = {number: os.fstat(copy) for number, copy in kept.items()}
    try:
        yield broken
    finally:
        for number, stream in zip((1, 2), before, strict=True):
            try:
                getattr(sys, _name(number)).flush()
            except BrokenPipeError:
                broken.append(number)
            except Exception:  # noqa: S110  # it takes no more, or is anything that the program has put there
                pass
            if number in kept:
                _give_back(number, kept[number], stream, same[number])


def _name(number: int) -> str:
    return "stdout" if number == 1 else "stderr"


def _give_back(number: int, kept: int, stream: TextIO, same: os.stat_result) -> None:
    try:
        ours = os.path.samestat(os.fstat(kept), same)
    except OSError:
        ours = False
    if ours:
        os.dup2(kept, number)
        os.close(kept)
    else:  # the program closed it, perhaps with all that it did not open itself
        with contextlib.suppress(OSError):
            ours = os.path.samestat(os.fstat(number), same)
        if not ours:
            give_up(number)
    setattr(sys, _name(number), _writer(None if stream.closed else stream, number))


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
