"""The clock by which searches are timed, and the machine on which that was done."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter, process_time
from types import MappingProxyType


@dataclass(frozen=True)
class Clock:
    """Something that tells seconds."""

    name: str
    """As Python calls it, or what it measures."""
    read: Callable[[], float]
    """The seconds now, from any beginning."""


CLOCKS: Mapping[str, Clock] = MappingProxyType(
    {"wall": Clock("time.perf_counter", perf_counter), "cpu": Clock("time.process_time", process_time)}
)
"""The time that passes, and the processor's time that this process takes, by the words of a command line."""


def machine() -> dict[str, str | int]:
    """The versions and the machine, in plain types: what timings can be compared by."""
    from importlib.metadata import version  # not before it is asked for

    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "plyscope": version("plyscope"),
        "numpy": version("numpy"),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
    }


def _processor() -> str:
    """What the system calls its processor; empty where it does not say."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:  # noqa: PTH123  # a list of Linux's own
            named = next((line for line in lines if line.startswith("model name")), "")
    except OSError:
        return platform.processor()
    return named.partition(":")[2].strip() or platform.processor()
