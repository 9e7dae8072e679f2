"""Which argument is the depth, and whether it counts down: seen in its steps along the path."""

from __future__ import annotations

from collections import Counter
from types import CodeType
from typing import Any

from tracer.deciding import guesses
from tracer.deciding.call import Log, Path
from tracer.deciding.thresholds import MANY, SURELY


def countable(depth: Any) -> bool:
    """Whether something can be a depth."""
    return isinstance(depth, int | float) and type(depth) is not bool and abs(depth) < 2**31


def decide_depth(log: Log, taken: set[Path]) -> tuple[dict[CodeType, Path], bool | None]:
    """The depth of each function, and whether it counts down; None where no step tells.

    Args:
        log: the calls.
        taken: variables that are something else.
    """
    codes = log.codes()
    paths: dict[CodeType, Path] = {}
    for code in codes:
        name = guesses.argument(code, [name for name in guesses.DEPTH if name not in taken])
        if name is not None and any(countable(call.seen.get(name)) for call in log.calls if call.code is code):
            paths[code] = name
    if not paths:
        path = _by_steps(log, taken)
        paths = {} if path is None else dict.fromkeys(codes, path)
    steps: Counter[bool] = Counter()
    for caller, call in log.edges():
        above: Any = caller.seen.get(paths.get(caller.code, ""))
        below: Any = call.seen.get(paths.get(call.code, ""))
        if countable(above) and countable(below) and above != below:
            steps[below < above] += 1
    return paths, None if not steps else steps[True] >= steps[False]


def _by_steps(log: Log, taken: set[Path]) -> Path | None:
    """A number that goes down by one with every call."""
    steps: dict[Path, Counter[Any]] = {}
    for caller, call in log.edges():
        for path, held in call.seen.items():
            before = caller.seen.get(path)
            if type(held) is int and type(before) is int and path not in taken and not path.startswith("="):
                steps.setdefault(path, Counter())[held - before] += 1
    for path, counts in steps.items():
        if counts.total() >= MANY and counts[-1] >= SURELY * counts.total():
            return path
    return None
