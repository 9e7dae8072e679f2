"""The parts of a position: what belongs to it beside the variable that most looks like it, and what does not."""

from __future__ import annotations

from collections.abc import Hashable, MutableMapping, MutableSet, Sequence, Sized
from enum import Enum
from itertools import pairwise
from types import CodeType
from typing import Any

from tracer.deciding.call import Call, Copy, Log, Path, head, held_at, parameters, snapshot
from tracer.deciding.referee import UNKNOWN
from tracer.deciding.returned import is_number
from tracer.deciding.thresholds import FEW, SELDOM, SEVERAL, SURE, TOGETHER, TRIED

_COLLECTIONS = (MutableMapping, MutableSet, list)


def snapshot_of(call: Call, path: Path, missing: Hashable = UNKNOWN) -> Hashable:
    """What was copied of a variable, of several together if commas are between their names; UNKNOWN if nothing."""
    if "," in path:
        parts = tuple(snapshot_of(call, one, missing) for one in path.split(","))
        return UNKNOWN if any(part is UNKNOWN for part in parts) else parts
    return snapshot(held_at(call.entry_values, path, missing))


def changed_part(edges: Sequence[tuple[Call, Call]], path: Path) -> float | None:
    """At what part of the calls it is not what it was at the caller's; None where that is not known."""
    known = [
        (before, after)
        for above, call in edges
        if (before := snapshot_of(above, path)) is not UNKNOWN and (after := snapshot_of(call, path)) is not UNKNOWN
    ]
    return None if not known else sum(before != after for before, after in known) / len(known)


def complete_position(log: Log, code: CodeType, path: Path, dependencies: set[Path], taken: set[Path]) -> Path:
    """A position without the moves that led to it, and with what else tells apart games with different values.

    Args:
        log: the calls.
        code: the function.
        path: the variable that is the position.
        dependencies: what a value depends on beside the position: the depth, and who moves.
        taken: these, and the window.
    """
    path = _without_history(log, code, path)
    ends = log.of(code) if taken <= dependencies else [call for call, below in log.families(code) if not below]
    # With a window a value may be a bound.
    ends = [call for call in ends if call.numbers and snapshot_of(call, path) is not UNKNOWN]
    others = [
        one for one in dict.fromkeys(one for call in ends for one in call.entry_values) if not one.startswith("=")
    ]
    more = [
        one
        for one in others
        if one not in taken
        and one not in path.split(",")
        and not any(part.startswith((f"{one}.", f"{one}[")) for part in path.split(","))
        and _plain(ends, one)
        and not is_counter(log, one)
        and not only_grows(log, one)
    ]
    found, left = path, _conflicts(ends, [path, *dependencies])
    for _ in range(TOGETHER):
        if not left:
            break
        fewer = {one: _conflicts(ends, [found, one, *dependencies]) for one in more if one not in found.split(",")}
        best = min(fewer, key=fewer.__getitem__, default=None)
        if best is None or fewer[best] >= left:
            break
        found, left = f"{found},{best}", fewer[best]
    path = path if left else _in_order(found, code)
    path = _told_apart(log, code, path, [one for one in others if one not in taken or one in dependencies])
    return _with_level(log, path, [one for one in parameters(code) if one in dependencies])


def _in_order(path: Path, code: CodeType) -> Path:
    """Several arguments in the order in which the function has them."""
    arguments = parameters(code)
    parts = path.split(",")
    return ",".join(sorted(parts, key=arguments.index)) if set(parts) <= set(arguments) else path


def _told_apart(log: Log, code: CodeType, path: Path, others: Sequence[Path]) -> Path:
    """Numbers with the one beside them that tells a call from its caller where they are the same at both."""
    edges = [(above, call) for above, call in log.edges() if above.code is code is call.code]
    still = [(above, call) for above, call in edges if snapshot_of(above, path) == snapshot_of(call, path)]
    if len(still) <= SELDOM * len(edges) or any(
        isinstance(call.entry_values.get(one), Copy) for _above, call in still for one in path.split(",")
    ):
        return path
    for other in others:
        if other in path.split(",") or other not in parameters(code):
            continue
        snapshots = [
            (above.entry_values.get(other, UNKNOWN), call.entry_values.get(other, UNKNOWN)) for above, call in still
        ]
        if all(type(after) in (int, str) and before != after for before, after in snapshots):
            return f"{path},{other}"
    return path


def _with_level(log: Log, path: Path, dependencies: Sequence[Path]) -> Path:
    """The number of a node in its level of a tree of arrays, such as 2k and 2k + 1 below k, with what counts levels."""
    edges = log.edges()
    if not any(_is_number_in_level(edges, one) for one in path.split(",")):
        return path
    for depth in dependencies:
        steps = {below - above for above, below in _pairs(edges, depth)}
        if depth not in path.split(",") and len(steps) == 1 and steps <= {1, -1}:
            return f"{path},{depth}"
    return path


def _is_number_in_level(edges: Sequence[tuple[Call, Call]], path: Path) -> bool:
    """Whether it is that of the caller times the number of moves, and which of these it is: 0 is below 0, too."""
    pairs = set(_pairs(edges, path))
    if len(pairs) <= FEW or (0, 0) not in pairs or max(above for above, _below in pairs) < 1:
        return False
    return any(all(below // moves == above for above, below in pairs) for moves in range(2, TRIED))


def _pairs(edges: Sequence[tuple[Call, Call]], path: Path) -> list[tuple[int, int]]:
    """What an int is at calls and at those below."""
    snapshots = [(above.entry_values.get(path), call.entry_values.get(path)) for above, call in edges]
    return [(above, below) for above, below in snapshots if type(above) is int and type(below) is int]


def _without_history(log: Log, code: CodeType, path: Path) -> Path:
    """An object without the list of the moves that led to it, and without the answer: what else changes in it."""
    edges = [(above, call) for above, call in log.edges() if call.code is code is above.code]
    inside = {
        one: [(snapshot_of(above, one), snapshot_of(call, one)) for above, call in edges]
        for call in log.calls[:FEW]
        if call.code is code
        for one in call.entry_values
        if one.startswith(f"{path}.") and not set(".[") & set(one[len(path) + 1 :])
    }
    moves = [one for one in inside if is_history(edges, one) or _is_answer(edges, one)]
    rest = [
        one
        for one, pairs in inside.items()
        if one not in moves
        and not is_counter(log, one)
        and any(UNKNOWN not in (before, after) and before != after for before, after in pairs)
    ]
    return ",".join(rest) if moves and rest else path


def _is_answer(edges: Sequence[tuple[Call, Call]], path: Path) -> bool:
    """Whether the outermost call alone sets something, and no move below it changes it: where the answer is left."""
    changed = [(above.above < 0, snapshot_of(above, path) != snapshot_of(call, path)) for above, call in edges]
    below = [did for outermost, did in changed if not outermost]
    return len(below) > FEW and not any(below) and any(did for outermost, did in changed if outermost)


def tables_of(log: Log, code: CodeType) -> set[Path]:
    """The variables of a function that no first move of a call changes, but calls that return do: filled tables."""
    first = [(call, below[0]) for call, below in log.families(code) if below and below[0].code is code]
    changed = {path for call in log.of(code) for path in call.after}
    both = {
        path: [pair for pair in first if path in pair[0].entry_values and path in pair[1].entry_values]
        for path in changed
    }
    return {
        path
        for path, pairs in both.items()
        if len(pairs) >= SEVERAL and all(snapshot_of(one, path) == snapshot_of(other, path) for one, other in pairs)
    }


def is_history(edges: Sequence[tuple[Call, Call]], path: Path) -> bool:
    """Whether something is a list that grows by one with every call, such as that of the moves so far."""
    snapshots = [(snapshot_of(above, path), snapshot_of(call, path)) for above, call in edges]
    return bool(snapshots) and all(
        isinstance(before, tuple) and isinstance(after, tuple) and after and after[:-1] == before
        for before, after in snapshots
    )


def _plain(calls: list[Call], path: Path) -> bool:
    """Whether a variable may be a part of the position: an argument, or a number that does not only count."""
    if not all(path in call.entry_values for call in calls):
        return False
    return path in parameters(calls[0].code) or not any(isinstance(call.entry_values[path], Copy) for call in calls)


def is_counter(log: Log, path: Path) -> bool:
    """Whether it, or something in it, only goes up from call to call, as what counts the nodes does.

    An argument that is a number is none: it is the caller's, who may have made few calls yet.
    """
    if path in {name for code in log.codes() for name in parameters(code)}:
        return False
    if _goes_up(log, path):
        return True
    if any(head(path) in parameters(code) for code in log.codes()):
        return False
    inside = {one for call in log.calls[:FEW] for one in call.entry_values if one.startswith((f"{path}[", f"{path}."))}
    return any(_goes_up(log, one) for one in inside)


def several_numbers(log: Log) -> dict[Path, set[Any]]:
    """Variables that hold several numbers, with these."""
    values_by_path: dict[Path, set[Any]] = {}
    for call in log.calls:
        for path, value in call.entry_values.items():
            if not path.startswith("=") and is_number(value) and not isinstance(value, bool | Enum):
                values_by_path.setdefault(path, set()).add(value)
    return {path: values for path, values in values_by_path.items() if len(values) > 1}


def only_grows(log: Log, path: Path) -> bool:
    """Whether it is one collection that gets more and more elements, as a table does: no position comes and goes so.

    A table gets none before the first move of a call. A dictionary that does is a board whose moves nobody takes back.
    """
    copies = [found for call in log.calls if isinstance(found := call.entry_values.get(path), Copy)]
    if len(copies) <= FEW or len({id(one.held) for one in copies}) > 1 or not isinstance(copies[0].held, _COLLECTIONS):
        return False
    sizes = [len(one.snapshot) if isinstance(one.snapshot, Sized) else 0 for one in copies]
    first_moves = [(log.calls[above], log.calls[below[0]]) for above, below in enumerate(log.below) if below]
    if isinstance(copies[0].held, dict) and (changed_part(first_moves, path) or 0) >= SURE:
        return False
    return len(set(sizes)) > FEW and all(before <= after for before, after in pairwise(sizes))


def _goes_up(log: Log, path: Path) -> bool:
    values = [snapshot_of(call, path) for call in log.calls if path in call.entry_values]
    if len(values) <= FEW or not all(type(one) is int for one in values):
        return False
    numbers: list[Any] = values
    return len(set(values)) > 2 and all(before <= after for before, after in pairwise(numbers))


def _conflicts(ends: list[Call], paths: list[Path]) -> int:
    """At how many positions games ended with more than one value."""
    values: dict[Hashable, set[Hashable]] = {}
    for call in ends:
        key = tuple(snapshot_of(call, path) for path in paths)
        values.setdefault(key, set()).add(tuple((call.numbers or {}).items()))
    return sum(len(found) > 1 for found in values.values())
