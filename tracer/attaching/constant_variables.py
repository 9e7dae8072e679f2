"""Variables that are no position, as the first calls of a function show: they never change, or with no move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sized
from types import CodeType
from typing import Any

from tracer.deciding.call import Call, Copy, Path, owner, snapshot
from tracer.deciding.thresholds import SEVERAL
from tracer.games.comparable_objects import is_interruption

MAX_OBSERVATIONS = 48
"""Calls of a function that are asked; fewer of a constant and of a table of fixed size, which are known sooner."""


class ConstantVariables:
    """Follows what the variables of functions hold from call to call."""

    def __init__(self) -> None:
        self._call_counts: Counter[CodeType] = Counter()
        self._unchanged: dict[CodeType, dict[Path, Hashable]] = {}
        """What did not change so far."""
        self._constant_objects: dict[int, tuple[Any, Hashable, int]] = {}
        """The objects among them by their identity, which they keep, each with its copy and its looks since that."""
        self._caller_match_counts: dict[CodeType, Counter[Path]] = {}
        """How often each copy was the caller's at the first call that this made; below 0, if it once was not."""
        self._grew: dict[CodeType, dict[Path, bool]] = {}
        """What was another one as a call returned, and whether it had more elements then."""

    def enter(self, code: CodeType, values: dict[Path, Any], caller: Call | None) -> set[Path]:
        """Return the variables of a function that need no copies from now on."""
        self._call_counts[code] = call_count = self._call_counts[code] + 1
        if call_count > MAX_OBSERVATIONS:
            return set()
        unchanged = self._unchanged.setdefault(code, {path: snapshot(value) for path, value in values.items()})
        for path, value in list(unchanged.items()):
            if path not in values or _are_different(snapshot(values[path]), value):
                del unchanged[path]
        copies = {path: one for path, one in values.items() if isinstance(one, Copy) and not path.startswith("=")}
        if caller is not None:
            shared = [path for path in copies if path in caller.entry_values]
            pairs = {path: (copies[path].snapshot, snapshot(caller.entry_values[path])) for path in shared}
            changed = {path for path, pair in pairs.items() if _are_different(*pair)}
            if changed or caller.code is code:  # else it may have been handed the position on
                counts = {path: -MAX_OBSERVATIONS if path in changed else 1 for path in shared}
                self._caller_match_counts.setdefault(code, Counter()).update(counts)
        constant = {path for path in unchanged if path in copies and self._is_constant(copies[path])}
        if call_count < SEVERAL:
            return set()
        matches, grew = self._caller_match_counts.get(code, Counter()), self._grew.get(code, {})
        unmoved = {path for path, count in matches.items() if count >= SEVERAL and path in grew}
        tables = {path for path in unmoved if call_count == MAX_OBSERVATIONS or not grew[path]}
        fixed = unchanged.keys() if call_count == MAX_OBSERVATIONS else constant
        return {*fixed, *tables, *map(owner, tables)} & copies.keys()

    def leave(self, code: CodeType, path: Path, before: Hashable, after: Hashable) -> None:
        """Take the copies of a variable that holds something else as a call of a function returns."""
        grew = self._grew.setdefault(code, {})
        has_grown = isinstance(before, Sized) and isinstance(after, Sized) and len(before) < len(after)
        grew[path] = grew.get(path, False) or has_grown

    def _is_constant(self, copy: Copy) -> bool:
        """Whether an object was the same at so many looks, in whatever functions."""
        _object, earlier_snapshot, look_count = self._constant_objects.get(id(copy.held), (None, None, 0))
        look_count = 1 if _are_different(earlier_snapshot, copy.snapshot) else look_count + 1
        self._constant_objects[id(copy.held)] = copy.held, copy.snapshot, look_count
        return look_count > MAX_OBSERVATIONS


def _are_different(first: Any, second: Any) -> bool:
    """Whether two snapshots differ, or cannot be compared."""
    try:
        return bool(first != second)
    except BaseException as error:
        if is_interruption(error):
            raise
        return True
