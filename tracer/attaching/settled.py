"""Variables that are no position, as the first calls of a function show: they never change, or with no move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sized
from types import CodeType
from typing import Any

from tracer.deciding.call import Call, Copy, Path, owner, snapshot
from tracer.deciding.thresholds import SEVERAL
from tracer.games.comparable_objects import is_interruption

LOOKS = 48
"""Calls of a function that are asked; fewer of a constant and of a table of fixed size, which are known sooner."""


class Settled:
    """Follows what the variables of functions hold from call to call."""

    def __init__(self) -> None:
        self._times: Counter[CodeType] = Counter()
        self._still: dict[CodeType, dict[Path, Hashable]] = {}
        """What did not change so far."""
        self._constant: dict[int, tuple[Any, Hashable, int]] = {}
        """The objects among them by their identity, which they keep, each with its copy and its looks since that."""
        self._unmoved: dict[CodeType, Counter[Path]] = {}
        """How often each copy was the caller's at the first call that this made; below 0, if it once was not."""
        self._filled: dict[CodeType, dict[Path, bool]] = {}
        """What was another one as a call returned, and whether it had more elements then."""

    def enter(self, code: CodeType, seen: dict[Path, Any], caller: Call | None) -> set[Path]:
        """Return the variables of a function that need no copies from now on.

        Args:
            code: the function, of which a call begins.
            seen: what its variables hold.
            caller: the call below which it is, if it is the first that this makes of the function.
        """
        self._times[code] = times = self._times[code] + 1
        if times > LOOKS:
            return set()
        still = self._still.setdefault(code, {path: snapshot(held) for path, held in seen.items()})
        for path in [path for path, held in still.items() if path not in seen or _differ(snapshot(seen[path]), held)]:
            del still[path]
        copies = {path: held for path, held in seen.items() if isinstance(held, Copy) and not path.startswith("=")}
        if caller is not None:
            both = [path for path in copies if path in caller.seen]
            moved = {path for path in both if _differ(snapshot(seen[path]), snapshot(caller.seen[path]))}
            if moved or caller.code is code:  # else it may have been handed the position on
                self._unmoved.setdefault(code, Counter()).update(
                    {path: -LOOKS if path in moved else 1 for path in both}
                )
        constant = {path for path in still if path in copies and self._is_constant(copies[path])}
        if times < SEVERAL:
            return set()
        unmoved = {path for path, moves in self._unmoved.get(code, Counter()).items() if moves >= SEVERAL}
        filled = self._filled.get(code, {})
        tables = {path for path in unmoved & filled.keys() if times == LOOKS or not filled[path]}
        return {*(still if times == LOOKS else constant), *tables, *map(owner, tables)} & set(copies)

    def leave(self, code: CodeType, path: Path, before: Hashable, after: Hashable) -> None:
        """Take the copies of a variable that holds something else as a call of a function returns."""
        filled = self._filled.setdefault(code, {})
        grew = isinstance(before, Sized) and isinstance(after, Sized) and len(before) < len(after)
        filled[path] = filled.get(path, False) or grew

    def _is_constant(self, held: Copy) -> bool:
        """Whether an object was the same at so many looks, in whatever functions."""
        _held, before, times = self._constant.get(id(held.held), (None, None, 0))
        times = 1 if _differ(before, held.snapshot) else times + 1
        self._constant[id(held.held)] = held.held, held.snapshot, times
        return times > LOOKS


def _differ(one: Any, other: Any) -> bool:
    """Whether two snapshots differ, or cannot be compared."""
    try:
        return bool(one != other)
    except BaseException as error:
        if is_interruption(error):
            raise
        return True
