"""The file while it is written: it takes its place when there is something in it, and is locked from then on.

What is no regular file (a device, a pipe) is written into and never replaced, and a link stays a link. A draft has no
name where the system can do without, so that none stays behind when the process is killed; elsewhere it is hidden, and
the next writer of the same file clears it away.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from tracer.errors import TraceFileError
from tracer.file.locks import lock
from tracer.text import clean

_OPEN_FILES = "/proc/self/fd"
"""The folder through which a file without a name gets one."""
_NAMELESS = getattr(os, "O_TMPFILE", 0) if Path(_OPEN_FILES).is_dir() else 0
_STREAMS = ("/dev/", "/proc/")
"""Where names of open files are: what they stand for is written into, even where it is a regular file."""


class Draft:
    """A file to be written from its first byte on.

    Args:
        path: where it shall be.

    Raises:
        TraceFileError: nothing can be written there, or another process is writing it.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.name = clean(str(path))
        self._target = Path(path)
        self._draft: Path | None = None
        """The name of the draft, once it has one."""
        self._old = -1
        """The file that stands there now, locked."""
        self._handle = -1
        self.published = self.regular = True
        try:
            self._open()
        except (OSError, ValueError) as error:
            self.discard()
            problem = getattr(error, "strerror", None) or str(error)
            raise TraceFileError(f"cannot write {self.name}: {problem}") from error
        except TraceFileError:
            self.discard()
            raise

    def _open(self) -> None:
        mode = self._target.stat().st_mode if self._target.exists() else stat.S_IFREG
        if stat.S_ISDIR(mode):
            raise TraceFileError(f"cannot write {self.name}: it is a folder")
        if is_stream(self._target):
            self.regular = False
            self._handle = os.open(self._target, os.O_WRONLY | getattr(os, "O_BINARY", 0))
            return
        self.published = False
        self._target = Path(os.path.realpath(self._target))
        self._lock_old()
        self._clear_away()
        self._create(0o666 if self._old < 0 else stat.S_IMODE(mode))
        lock(self._handle)

    def _lock_old(self) -> None:
        """Lock what stands there, so that nobody else replaces it, or is replaced while he writes it."""
        with contextlib.suppress(FileNotFoundError):
            self._old = _open_to_lock(self._target)
        if self._old >= 0 and not lock(self._old):
            raise self._taken()

    def _taken(self) -> TraceFileError:
        return TraceFileError(f"cannot write {self.name}: another process is writing it; wait, or take a new name")

    def _create(self, mode: int) -> None:
        folder = self._target.parent
        if _NAMELESS:
            with contextlib.suppress(OSError):  # which not every file system can
                self._handle = os.open(folder, _NAMELESS | os.O_RDWR, mode)
                if self._old >= 0:
                    os.fchmod(self._handle, mode)
                return
        self._handle, name = tempfile.mkstemp(prefix=self._prefix, suffix=".draft", dir=folder)
        self._draft = Path(name)
        self._draft.chmod(mode & ~_umask() if self._old < 0 else mode)

    @property
    def _prefix(self) -> str:
        return f".{self._target.name[:40]}."

    def _clear_away(self) -> None:
        """Remove the drafts of this file whose writers were killed: nobody has them locked."""
        for left in self._target.parent.glob(f"{_literally(self._prefix)}*.draft"):
            with contextlib.suppress(OSError):
                handle = _open_to_lock(left)
                if lock(handle):
                    left.unlink()
                os.close(handle)

    def write(self, data: bytes) -> None:
        """Write all of this at the end.

        Raises:
            OSError: it cannot be written; a part of it may have been.
        """
        view = memoryview(data)
        while view:
            view = view[os.write(self._handle, view) :]

    def publish(self) -> None:
        """Let the file take its place.

        Raises:
            OSError: it cannot.
            TraceFileError: another process began to write there meanwhile.
        """
        if self.published:
            return
        if self._draft is None:
            self._name_it()
        assert self._draft is not None
        if self._old < 0:
            self._put_where_nothing_is(self._draft)
        else:
            self._draft.replace(self._target)
        self._draft, self.published = None, True
        self._close_old()

    def _name_it(self) -> None:
        """Give a nameless draft the name of a hidden one: a link cannot take the place of a file."""
        draft = self._target.with_name(f"{self._prefix}{os.getpid()}-{self._handle}.draft")
        draft.unlink(missing_ok=True)
        files = os.open(_OPEN_FILES, os.O_RDONLY)
        try:  # Python follows the link only where a folder is given
            os.link(str(self._handle), draft, src_dir_fd=files, follow_symlinks=True)
        finally:
            os.close(files)
        self._draft = draft

    def _put_where_nothing_is(self, draft: Path) -> None:
        try:
            os.link(draft, self._target)
        except FileExistsError:
            raise self._taken() from None
        except OSError:  # a file system without links
            draft.replace(self._target)
        else:
            draft.unlink()

    def close(self) -> None:
        """Close the file; the lock ends."""
        self._close_old()
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def _close_old(self) -> None:
        if self._old >= 0:
            os.close(self._old)
            self._old = -1

    def discard(self) -> None:
        """Close it, and leave nothing behind unless it was published."""
        if self._draft is not None:
            self._draft.unlink(missing_ok=True)
            self._draft = None
        self.close()


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Whether what is written there goes on to somebody else: a device, a pipe, or the name of an open file."""
    place = Path(path)
    return str(place.absolute()).startswith(_STREAMS) or (place.exists() and not place.is_file())


def _open_to_lock(path: Path) -> int:
    return os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))


def _literally(name: str) -> str:
    """A name as a pattern that only it matches."""
    return "".join(f"[{character}]" if character in "*?[" else character for character in name)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
