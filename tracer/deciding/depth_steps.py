"""The depth of a search and what it does otherwise with some moves: less deep, beyond the horizon, or with no call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from types import CodeType
from typing import Any

from tracer.deciding import guesses
from tracer.deciding.call import Call, Handoffs, Log, Path
from tracer.deciding.players import Players
from tracer.deciding.position_parts import snapshot_of
from tracer.deciding.referee import UNKNOWN
from tracer.deciding.search_of import calls_itself
from tracer.deciding.seen_values import Evidence
from tracer.deciding.thresholds import FEW, HALF, MANY, SELDOM, SURELY
from tracer.deciding.window_ends import Ends
from tracer.games.rules import Turn
from tracer.text import is_null


def countable(depth: Any) -> bool:
    """Whether something can be a depth."""
    return isinstance(depth, int | float) and type(depth) is not bool and abs(depth) < 2**31


def decide_depth(log: Log, taken: set[Path]) -> tuple[dict[CodeType, Path], bool | None]:
    """The depth of each function, and whether it counts down; None where no step tells."""
    codes = log.codes()
    paths: dict[CodeType, Path] = {}
    for code in codes:
        name = guesses.argument(code, [name for name in guesses.DEPTH if name not in taken])
        if name is not None and any(countable(call.entry_values.get(name)) for call in log.of(code)):
            paths[code] = name
    if not paths:
        path = _by_steps(log, taken)
        paths = {} if path is None else dict.fromkeys(codes, path)
    steps: dict[Path, Counter[bool]] = {path: Counter() for path in paths.values()}
    for caller, call in log.edges():
        path = paths.get(call.code, "")
        above: Any = caller.entry_values.get(path)
        below: Any = call.entry_values.get(path)
        if path == paths.get(caller.code) and countable(above) and countable(below) and above != below:
            steps[path][below < above] += 1
    goes_down = {path: found[True] >= found[False] for path, found in steps.items() if found}
    if True in goes_down.values():  # the ply is no depth beside one that counts down
        paths = {code: path for code, path in paths.items() if goes_down.get(path, True)}
    return paths, True in goes_down.values() if goes_down else None


def _by_steps(log: Log, taken: set[Path]) -> Path | None:
    steps: dict[Path, Counter[Any]] = {}
    for caller, call in log.edges():
        for path, value in call.entry_values.items():
            before = caller.entry_values.get(path)
            if type(value) is int and type(before) is int and path not in taken and not path.startswith("="):
                steps.setdefault(path, Counter())[value - before] += 1
    down = (path for path, found in steps.items() if found.total() >= MANY and found[-1] >= SURELY * found.total())
    return next(down, None)


def beyond_the_horizon(log: Log, handoffs: Handoffs) -> frozenset[CodeType]:
    """The functions to which recursions hand their leaves on and that never call them, such as a quiescence search.

    Those that hand on call themselves, and so do these. Some calls go on themselves, and some hand on below others.
    """
    called = {(above.code, call.code) for above, call in log.edges()}
    recursive = {code for code in log.codes() if (code, code) in called or calls_itself(code)}
    found = set()
    for above, below in handoffs:
        if {above, below} <= recursive and (below, above) not in called and (above, above) in called:
            made = log.families(above)
            if any(call.above >= 0 and any(one.code is below for one in children) for call, children in made):
                found.add(below)
    return frozenset(found)


def goes_below_zero(log: Log, depths: Mapping[CodeType, Path]) -> bool:
    """Whether calls with a depth below 0 make calls of their own: so the search goes on beyond the horizon."""
    inner = (call.entry_values.get(depths.get(call.code, "")) for call, below in log.families() if below)
    return any(countable(depth) and depth < 0 for depth in inner)  # type: ignore[operator]


def usual_step(log: Log, depths: Mapping[CodeType, Path], states: Mapping[CodeType, Path], ends: Ends) -> float | None:
    """By how much the depth goes down with a call, where some moves are searched less deep and then once more.

    They are at once, or when all were, to order them. Or moves are searched so after others that were not, with a null
    window, and none of them is found better. None where no move is: nothing tells of a reduced depth that it is one.
    """
    steps: Counter[float] = Counter()
    steps_at_later_moves: Counter[float] = Counter()
    again: list[float] = []
    for call, below in log.families():
        step_by_position, least = dict[tuple[CodeType, Hashable], float](), float("inf")
        for child in below:
            both_depths: list[Any] = [one.entry_values.get(depths.get(one.code, "")) for one in (call, child)]
            if not all(map(countable, both_depths)):
                continue
            step: float = both_depths[0] - both_depths[1]
            steps[step] += 1
            position = child.code, snapshot_of(child, states.get(child.code, ""))
            if position[1] is not UNKNOWN and step_by_position.get(position, step) > step:
                again.append(step)
            step_by_position[position] = step
            if least < step and _is_scout(child, ends):
                steps_at_later_moves[least] += 1
            least = min(least, step)
    usual, count = steps.most_common(1)[0] if steps else (0, 0)
    if usual > 0 and count >= HALF * steps.total() and usual in again:
        return usual
    usual, count = steps_at_later_moves.most_common(1)[0] if steps_at_later_moves else (0, 0)
    return usual if usual > 0 and count >= FEW and steps[usual] >= SELDOM * steps.total() else None


def _is_scout(call: Call, ends: Ends) -> bool:
    """Whether a call has a null window, by the ends that were found or said."""
    low, high = (
        call.entry_values.get(found or end_option)
        for found, end_option in zip(ends.of(call.code), ("=alpha", "=beta"), strict=True)
    )
    if not (isinstance(low, int | float) and isinstance(high, int | float)):
        return False
    return is_null(low, high) or high - low == 1


def has_uncalled_wins(evidence: Evidence, players: Players, turns: Sequence[Turn | None]) -> bool:
    """Whether some calls return the best value there is though none below did, and others what one below did.

    And none returns less than the best below. Who always returns the best there is, begins with it by mistake.
    """
    if not evidence.inner or not evidence.passing.plain:
        return False
    sign = [turn or 0 for turn in turns]
    mover = players.view == "mover"
    values = [value for one in evidence.inner for value in (one.value, *one.below)]
    least, best = min(values), max(values)
    best = max(best, -least) if mover else best
    won: Counter[int] = Counter()
    less: Counter[int] = Counter()
    for one in evidence.inner:
        player = sign[one.number]
        if not player:
            return False
        value, most = (one.value, best) if mover or player > 0 else (-one.value, -least)
        below = max(one.below) if not mover and player > 0 else -min(one.below)
        if value < below or (value > below and value != most):
            return False
        won[0 if mover else player] += value > below
        less[0 if mover else player] += value < most
    return won.total() >= FEW and all(less[player] >= FEW for player in won if won[player])
