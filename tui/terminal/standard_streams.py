"""Standard streams as whoever starts the command leaves them: closed, full, gone, or of a small alphabet."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import TextIO

_ESCAPE_HANDLER = "plyscope.escape"
"""The name of what writes a character that a stream does not have: as JSON escapes it, so that JSON stays whole."""
_STREAM_NAMES = ("stdin", "stdout", "stderr")
_original_streams: dict[str, TextIO | None] = {}
"""The streams as Python made them, by their names."""
_original_encodings: dict[str, tuple[str, str | None]] = {}
"""Their encodings and error handlers."""
_message_streams: list[TextIO] = []
"""Our stderr, while a program has the streams."""


def repair_streams() -> None:
    """Make the three standard streams usable, whatever they are; to be called before a file is opened.

    A number that is closed is taken by the next file that is opened, which then gets what is meant for people. So a
    closed stdin is empty, what is said on a closed stderr is lost, and writing to a closed stdout fails.
    """
    for name in _STREAM_NAMES:
        stream = _original_streams[name] = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            _original_encodings[name] = stream.encoding, stream.errors
    for descriptor, flags in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            with contextlib.suppress(OSError):  # without /dev/null there is nothing to be done
                null_descriptor = os.open(os.devnull, flags)
                if null_descriptor != descriptor:
                    os.dup2(null_descriptor, descriptor)
                    os.close(null_descriptor)
    sys.stdin = sys.stdin or io.TextIOWrapper(io.FileIO(0, "r", closefd=False), "utf-8")
    sys.stdout, sys.stderr = _make_safe_writer(sys.stdout, 1), _make_safe_writer(sys.stderr, 2)


def _make_safe_writer(stream: TextIO | None, descriptor: int) -> TextIO:
    codecs.register_error(_ESCAPE_HANDLER, _escape_characters)
    if stream is None:
        raw = io.BufferedWriter(io.FileIO(descriptor, "w", closefd=False))
        return io.TextIOWrapper(raw, "utf-8", _ESCAPE_HANDLER, line_buffering=descriptor == 2)
    if isinstance(stream, io.TextIOWrapper):
        # On Windows what goes to a file or a program would have the alphabet of one country, JSON too.
        is_redirected_on_windows = (
            sys.platform == "win32" and not stream.isatty() and "PYTHONIOENCODING" not in os.environ
        )
        stream.reconfigure(encoding="utf-8" if is_redirected_on_windows else None, errors=_ESCAPE_HANDLER)
    return stream


def _escape_characters(error: UnicodeError) -> tuple[str, int]:
    r"""What stands for characters that a stream does not have.

    >>> _ = codecs.register_error("test", _escape_characters)
    >>> "≈ −3 𝄞".encode("ascii", "test")
    b'\\u2248 -3 \\ud834\\udd1e'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_escape_character, error.object[error.start : error.end])), error.end


def _escape_character(character: str) -> str:
    from tracer.text import MINUS  # loads NumPy, which is to wait until the program has said that it starts

    if character == MINUS:
        return "-"
    code_units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{code_units[k]:02x}{code_units[k + 1]:02x}" for k in range(0, len(code_units), 2))


@contextlib.contextmanager
def lend_streams() -> Iterator[None]:
    """Have the three streams as Python made them, for a program; then as they are now, whatever it did to them."""
    former_streams, saved_copies = [getattr(sys, name) for name in _STREAM_NAMES], dict[int, int]()
    for number in (1, 2):
        with contextlib.suppress(OSError):
            saved_copies[number] = os.dup(number)
    file_identities = {number: os.fstat(copy) for number, copy in saved_copies.items()}
    for name, stream in _original_streams.items():
        setattr(sys, name, stream)
        if isinstance(stream, io.TextIOWrapper):
            encoding, errors = _original_encodings[name]
            stream.reconfigure(encoding=encoding, errors=errors)
    _message_streams.append(former_streams[2])
    try:
        yield
    finally:
        _message_streams.pop()
        for name in _STREAM_NAMES:
            with contextlib.suppress(Exception):  # it takes no more, or is anything that the program has put there
                getattr(sys, name).flush()
            setattr(sys, name, None)  # what the program made may close its file as it goes
        sys.stdin = former_streams[0]
        for number in (1, 2):
            if number in saved_copies:
                _restore_descriptor(number, saved_copies[number], file_identities[number])
            stream = former_streams[number]
            setattr(sys, _STREAM_NAMES[number], _make_safe_writer(stream if _is_open(stream) else None, number))


def _is_open(stream: TextIO) -> bool:
    try:
        return not stream.closed
    except ValueError:  # the program detached what is below it
        return False


def _restore_descriptor(descriptor: int, saved_copy: int, identity: os.stat_result) -> None:
    try:
        is_original = os.path.samestat(os.fstat(saved_copy), identity)
    except OSError:
        is_original = False
    if is_original:
        os.dup2(saved_copy, descriptor)
        os.close(saved_copy)
        return
    # The program closed it, perhaps with all that it did not open itself.
    with contextlib.suppress(OSError):
        is_original = os.path.samestat(os.fstat(descriptor), identity)
    if not is_original:
        redirect_to_null(descriptor)


def print_beside_script(line: str) -> bool:
    """Write a line to our stderr while a program has the streams; nothing it does to its own changes that.

    Returns whether a program has them.
    """
    if not _message_streams:
        return False
    stream = _message_streams[-1]
    with contextlib.suppress(OSError, ValueError):  # nobody is there to be told
        try:
            descriptor = stream.fileno()
        except io.UnsupportedOperation:  # as where a test catches what is written
            stream.write(f"{line}\n")
        else:
            stream.flush()
            os.write(descriptor, f"{line}\n".encode(stream.encoding, _ESCAPE_HANDLER))
    return True


def redirect_to_null(descriptor: int) -> None:
    """Write nothing more to a stream that failed, not even when Python flushes it at exit."""
    with contextlib.suppress(OSError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, descriptor)
        os.close(null)


def flush_all() -> None:
    """Flush what is left: a stream that takes no more, as of a terminal that is gone, changes no exit status."""
    for descriptor, stream in ((1, sys.__stdout__), (2, sys.__stderr__), (1, sys.stdout), (2, sys.stderr)):
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except (OSError, ValueError):
            redirect_to_null(descriptor)
