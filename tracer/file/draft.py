"""The file while it is written: it takes its place when there is something in it, and is locked from then on.

What is no regular file (a device, a pipe) is written into and never replaced, and a link stays a link. A draft has no
name where the system can do without, so that none stays behind when the process is killed; elsewhere it is hidden, and
the next writer of the same file clears it away.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from tracer.errors import PlyscopeError, TraceFileError
from tracer.file.output import is_stream, open_stream, write_some
from tracer.file.reading import open_regular
from tracer.text import clean

PIECE = 1 << 20
"""Bytes that are copied at once."""
_OPEN_FILES = "/proc/self/fd"
"""The folder through which a file without a name gets one."""
_MOVES_OPEN = sys.platform != "win32"
"""Whether a file that is open can take a name, or give it up; on Windows it is closed for that moment."""
_NAMELESS = getattr(os, "O_TMPFILE", 0) if Path(_OPEN_FILES).is_dir() else 0


class Draft:
    """A file to be written from its first byte on.

    A pipe is waited for until somebody reads it; before that `waiting` is called, if nobody reads it yet.
    """

    def __init__(self, path: str | os.PathLike[str], waiting: Callable[[], None] | None = None) -> None:
        self.name = clean(str(path))
        self._target = Path(path)
        self._draft: Path | None = None
        """The name of the draft, once it has one."""
        self._old = -1
        """The file that stands there now, locked."""
        self._handle = -1
        self.published = self.regular = True
        try:
            self._open(waiting)
        except (OSError, ValueError) as error:
            self.discard()
            problem = getattr(error, "strerror", None) or str(error)
            raise TraceFileError(f"cannot write {self.name}: {problem}") from error
        except TraceFileError:
            self.discard()
            raise

    def _open(self, waiting: Callable[[], None] | None) -> None:
        mode = self._target.stat().st_mode if self._target.exists() else stat.S_IFREG
        if stat.S_ISDIR(mode):
            raise TraceFileError(f"cannot write {self.name}: it is a folder")
        if is_stream(self._target):
            self.regular = False
            self._handle = open_stream(self._target, waiting)
            return
        self.published = False
        self._target = Path(os.path.realpath(self._target))
        self._lock_old()
        self._clear_away()
        self._create(0o666 if self._old < 0 else stat.S_IMODE(mode))

    def _lock_old(self) -> None:
        """Lock what stands there, so that nobody else replaces it, or is replaced while he writes it."""
        with contextlib.suppress(FileNotFoundError):
            self._old = _open_to_lock(self._target)
        if self._old >= 0 and not lock(self._old):
            raise self._taken()

    def _taken(self) -> TraceFileError:
        return TraceFileError(f"cannot write {self.name}: another process is writing it; wait, or take a new name")

    def _create(self, mode: int) -> None:
        if _NAMELESS:
            with contextlib.suppress(OSError):  # which not every file system can
                self._handle = os.open(self._target.parent, _NAMELESS | os.O_RDWR, mode)
        if self._handle < 0:
            self._create_hidden(mode)
        if self._old >= 0:
            os.chmod(self._handle if self._draft is None else self._draft, mode)  # noqa: PTH101  # it may have no name
        lock(self._handle)

    def _create_hidden(self, mode: int) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        while self._draft is None:
            draft = self._hidden()
            self._handle = os.open(draft, flags, mode)
            if lock(self._handle) and draft.exists():
                self._draft = draft
            else:  # before it was locked, another writer took it for one that was left behind
                os.close(self._handle)

    def _hidden(self) -> Path:
        """A name for a draft that nothing has; it tells by itself alone of which file it is the draft."""
        return self._target.with_name(f"{self._prefix}{os.urandom(8).hex()}.draft")

    @property
    def _prefix(self) -> str:
        name = self._target.name  # the start of it is for people
        return f".{name[:40]}.{sha256(os.fsencode(name)).hexdigest()[:16]}."

    def _clear_away(self) -> None:
        """Remove the drafts of this file whose writers were killed: nobody has them locked."""
        draft = re.compile(re.escape(self._prefix) + r"[0-9a-f]{16}\.draft")
        with contextlib.suppress(OSError):  # a folder that nobody may list
            for left in [one for one in self._target.parent.iterdir() if draft.fullmatch(one.name)]:
                with contextlib.suppress(OSError):
                    handle = _open_to_lock(left)
                    if lock(handle, surely=True):
                        left.unlink()
                    os.close(handle)

    def write(self, data: bytes) -> None:
        """Write all of this at the end.

        Raises:
            OSError: it cannot be written; a part of it may have been.
        """
        view = memoryview(data)
        while view:
            view = view[os.write(self._handle, view) if self.regular else write_some(self._handle, view) :]

    def stream(self) -> BinaryIO:
        """Return a buffered stream into it, to be closed before it is published."""
        return os.fdopen(os.dup(self._handle), "wb")

    def successor(self) -> Draft:
        """Another draft of the same file, to take the place of this one, which is closed before that is published."""
        other = Draft.__new__(Draft)
        other.name, other._target, other._draft, other._old, other._handle = self.name, self._target, None, -1, -1
        other.published, other.regular = False, True
        other._create(stat.S_IMODE(os.fstat(self._handle).st_mode))
        return other

    def renamed(self, path: Path) -> None:
        """The file that was published has another name by now."""
        self._target = Path(os.path.realpath(path))

    def give_way(self, other: Draft) -> None:
        """Close this one; what it wrote, or what stood there before, stays until the other one is published."""
        if self.published:
            other._old, self._handle = self._handle, -1
        else:
            other._old, self._old = self._old, -1
        self.discard()

    def copy_to(self, other: Draft) -> None:
        """Write what was written so far to another one, too; both go on from there."""
        os.lseek(self._handle, 0, os.SEEK_SET)
        try:
            while data := os.read(self._handle, PIECE):
                other.write(data)
        finally:
            os.lseek(self._handle, 0, os.SEEK_END)

    def read_back(self) -> BinaryIO:
        """What was written, as a stream from its first byte on; nothing more can be written then."""
        os.lseek(self._handle, 0, os.SEEK_SET)
        return os.fdopen(os.dup(self._handle), "rb")

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
        replaces = self._old >= 0
        if not _MOVES_OPEN:
            self.close()
        if replaces:
            self._draft.replace(self._target)
        else:
            self._put_where_nothing_is(self._draft)
        self._draft, self.published = None, True
        self._close_old()
        if self._handle < 0:
            self._handle = os.open(self._target, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))

    def _name_it(self) -> None:
        """Give a nameless draft the name of a hidden one: a link cannot take the place of a file."""
        draft = self._hidden()
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
        self.close()
        if self._draft is not None:
            self._draft.unlink(missing_ok=True)
            self._draft = None


def _open_to_lock(path: Path) -> int:
    return os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))


_TAKEN = (errno.EWOULDBLOCK, errno.EACCES)

if sys.platform == "win32":

    def lock(handle: int, *, surely: bool = False) -> bool:
        """Lock an open file; False where another has it. The lock ends with the process, or with the file."""
        return handle >= 0 and not surely

else:
    import fcntl

    def lock(handle: int, *, surely: bool = False) -> bool:
        """Lock an open file; False where another has it. The lock ends with the process, or with the file.

        Where nothing is locked, `surely` says False too.
        """
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return not surely and error.errno not in _TAKEN
        return True


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

    `what` is what may give way.
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
