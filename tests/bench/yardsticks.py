"""What bounds are measured against: plain work of the same kind in the same run, on a machine as fast and as busy.

Times are of the processor: what others do meanwhile counts little.
"""

import json
import resource
import statistics
import subprocess
import sys
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

BRANCHING, PLIES = 3, 9
NODES = (BRANCHING ** (PLIES + 1) - 1) // (BRANCHING - 1)


def paired(first: Callable[[], Any], second: Callable[[], Any], rounds: int = 9) -> tuple[float, float, float]:
    """Processor seconds of two functions run in turn, A B A B …: the least of each, the median of the ratios B ÷ A."""
    times: list[tuple[float, float]] = []
    for _ in range(rounds):
        pair = []
        for function in (first, second):
            started = process_time()
            function()
            pair.append(process_time() - started)
        times.append((pair[0], pair[1]))
    return min(a for a, _ in times), min(b for _, b in times), statistics.median(b / a for a, b in times)


def least(act: Callable[[], Any], rounds: int = 5, clock: Callable[[], float] = process_time) -> float:
    """Seconds of the quickest of some rounds."""
    times = []
    for _ in range(rounds):
        started = clock()
        act()
        times.append(clock() - started)
    return min(times)


def plain_node() -> float:
    """Seconds a node of a plain Python loop: a minimax that appends a number for each node and knows no game."""
    return least(lambda: _minimax(PLIES, 1, [])) / NODES


def _minimax(plies: int, turn: int, numbers: list[int]) -> int:
    numbers.append(plies)
    if plies == 0:
        return len(numbers) % 7
    best = -turn * 9
    for _ in range(BRANCHING):
        value = _minimax(plies - 1, -turn, numbers)
        if value > best if turn > 0 else value < best:
            best = value
    return best


def copying(size: int) -> float:
    """Seconds in which NumPy copies so many bytes, to memory that was used before."""
    source = np.ones(size, np.uint8)
    target = np.zeros_like(source)
    return least(lambda: np.copyto(target, source))


def writing(path: Path) -> float:
    """Seconds in which a file's bytes are written to another one beside it, with a checksum of them."""
    data, beside = path.read_bytes(), path.with_suffix(".plain")

    def write() -> None:
        zlib.crc32(data)
        beside.write_bytes(data)

    seconds = least(write, 3)
    beside.unlink()
    return seconds


def reading(path: Path) -> float:
    """Seconds in which a file is read, with a checksum of it, and copied once."""
    return least(lambda: np.frombuffer(_checked(path), np.uint8).copy(), 3)


def _checked(path: Path) -> bytes:
    data = path.read_bytes()
    zlib.crc32(data)
    return data


def parsing(lines: Sequence[str]) -> float:
    """Seconds in which `json` parses lines one by one."""

    def parse() -> None:
        for line in lines:
            json.loads(line)

    return least(parse, 3)


def starting(code: str) -> float:
    """Seconds of a new Python that runs some code."""
    return least(lambda: subprocess.run([sys.executable, "-c", code], check=True), 5, of_children)


def of_children() -> float:
    """Processor seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
