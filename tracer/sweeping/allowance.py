"""How much memory a search may take: what would take more fails alone, and not the machine with it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tracer.recording.memory import write_size

SHARE = 0.8
"""The part of a machine's memory that its searches may take together."""
_STATUS, _GROUP, _GROUPS = Path("/proc/self/status"), Path("/proc/self/cgroup"), Path("/sys/fs/cgroup")


def share_of(processes: int) -> int | None:
    """Bytes that a search may take where so many processes search on this machine; None where that is not known."""
    sizes = list(_limits_of_groups())
    with suppress(AttributeError, OSError, ValueError):  # not every system tells
        sizes.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return int(min(sizes) * SHARE / max(1, processes)) if sizes else None


def _limits_of_groups() -> Iterator[int]:
    """What Linux allows the groups of processes that this one is in, as containers do."""
    with suppress(OSError):
        for line in _GROUP.read_text(encoding="utf-8").splitlines():
            group = _GROUPS / line.partition("::")[2].lstrip("/")
            for folder in (group, *group.parents):
                with suppress(OSError, ValueError):  # "max" is none
                    yield int((folder / "memory.max").read_text(encoding="ascii"))


@contextmanager
def at_most(size: int | None) -> Iterator[None]:
    """Let what takes more memory than the process has now and `size` fail with a MemoryError; Linux alone can.

    Args:
        size: bytes; None is no limit.
    """
    if size is None or sys.platform != "linux":
        yield
        return
    import resource

    before, hard = resource.getrlimit(resource.RLIMIT_DATA)
    lower = [one for one in (before, hard) if one != resource.RLIM_INFINITY]
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (min([_data() + size, *lower]), hard))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, hard))


def _data() -> int:
    """Bytes that this process may write and shares with nobody, which is what the limit is of."""
    for line in _STATUS.read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) * 1024
    return 0


def is_of_memory(error: BaseException | None) -> bool:
    """Whether an error comes of a lack of memory."""
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False


def said_of(size: int | None) -> str:
    """What the row of a search says that took too much."""
    return (
        "it needs more memory than there is"
        if size is None
        else (f"it needs more than {write_size(size)} of memory; --retry --max-memory gives it more")
    )
