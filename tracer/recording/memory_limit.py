"""A limit of memory: a search that reaches it ends as one that has visited the nodes it was given."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable

from tracer.errors import PlyscopeError
from tracer.recording.recorder import Stop

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def parse_size(text: str) -> int:
    """Bytes as people write them.

    >>> parse_size("512M"), parse_size("1.5 GB"), parse_size("64k")
    (536870912, 1610612736, 65536)
    """
    match = re.fullmatch(r"\s*(\d{1,12}(?:\.\d{1,6})?)\s*([KMGT]?)(?:I?B)?\s*", text.upper())
    size = 0 if match is None else int(float(match[1]) * _UNITS[match[2]])
    if size < 1:
        raise PlyscopeError(f"memory is a size such as 512M or 4G, not {text!r}")
    return size


def format_size(size: int) -> str:
    """Bytes as people read them.

    >>> format_size(536870912), format_size(1610612736), format_size(1000)
    ('512 MB', '1.5 GB', '1000 bytes')
    """
    unit = next((unit for unit in "TGMK" if size >= _UNITS[unit]), "")
    return f"{size / _UNITS[unit]:.4g} {unit}B" if unit else f"{size} bytes"


def resident_bytes() -> int:
    """Bytes that this process has in memory; where the system does not tell, the most it ever had."""
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123  # asked ten times a second
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return _peak_bytes()


def free_bytes() -> int | None:
    """Bytes of memory that this process can still get; None where the system does not tell."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:  # noqa: PTH123  # which is not found on other systems
            found = next((int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable:")), None)
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123
            rest = limit - int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None
    return found if found is None or limit == resource.RLIM_INFINITY else min(found, rest)


def _peak_bytes() -> int:
    if sys.platform == "win32":
        raise PlyscopeError("this system does not tell how much memory a process has; give a number of nodes instead")
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def limit_memory(max_bytes: int | None, progress: Callable[[int], None] | None) -> Callable[[int], None] | None:
    """The function to call with the number of nodes so far, which ends the search at a limit of memory.

    Raises:
        PlyscopeError: the process has more already.
    """
    if max_bytes is None:
        return progress
    if resident_bytes() >= max_bytes:
        raise PlyscopeError(
            f"{format_size(max_bytes)} of memory are too few: {format_size(resident_bytes())} are in use already"
        )

    def report(nodes: int) -> None:
        if progress is not None:
            progress(nodes)
        if resident_bytes() > max_bytes:
            raise Stop(f"after {nodes:,} nodes, at {format_size(max_bytes)} of memory, as asked")

    return report
